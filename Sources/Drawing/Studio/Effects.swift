import Geometry
import Raster

/// The results of handling an event or an action.
public struct Effects: Sendable, Equatable {
  /// A request to the program around the session.
  public enum Request: Sendable, Equatable {
    /// Show the page for a new drawing.
    case new
    /// Replace the drawing by an empty one that suits the window.
    case newAtOnce
    /// Show the page that changes the canvas.
    case canvasSize
    /// Show the page that scales the image.
    case scaleImage
    /// Show the page that changes the paper.
    case paperColour
    /// Open a window with an empty drawing.
    case newWindow
    /// Show the dialog that opens a file.
    case open
    /// Save the drawing to its file, or ask for one.
    case save
    /// Ask for a file and save the drawing to it.
    case saveAs
    /// Export a picture with a name that is not in use.
    case export
    /// Show the export page.
    case exportAs
    /// Show the page of a time-lapse.
    case timeLapse
    /// Replace the drawing by an empty one; end the program if it is empty.
    case close
    case quit
    case toggleFullScreen
    case togglePanels
    /// Show the page of keys.
    case showKeys
    /// Show the pen doctor.
    case penDoctor
    /// Show the command palette.
    case commandPalette
    /// Show the settings.
    case settings
    /// Ask for the active layer's name.
    case renameLayer
    /// Show a slider for the active layer's opacity.
    case layerOpacity
    /// Show the blend modes for the active layer.
    case layerBlend
    /// Show the menu.
    case menu
    /// Show the list of messages.
    case messages
    /// Show the palette of brushes and colours in the middle of the window.
    case popUpByKey
    /// Choose a brush by its name, which may have to be read from its file.
    case chooseBrush(String)
    /// Show the list of all brushes, or close it.
    case brushes
    /// Edit a brush, by its name.
    case editBrush(String)
    /// Let the user take a colour from anywhere on the screen.
    case pickFromScreen
    /// Change to the next guide of the ink (`StrokeAids.Guide`).
    case nextGuide
    case nextDialMode
    /// Fold the dial into a small disc, or unfold it.
    case foldDial
    /// Move the panels back to their places.
    case resetPanels
    /// Show or hide the navigator.
    case navigator
    /// Show or hide the references.
    case references
    /// Compute the change of strokes (`Session.strokeChange`) on a worker.
    case computeChange
    /// Cancel the computation.
    case cancelChange
    /// Offer the copied pixels to other programs.
    case copied
    /// Offer the copied layers to other windows.
    case copiedLayers
    /// Paste the newest copy, from here (`Session.paste`) or from another program.
    case paste
    /// Show a message for a while.
    case message(String)
    /// Show a message with an Undo button for the edit just made.
    case undoable(String)
    /// Show a message with a Redo button for the edit just undone.
    case redoable(String)
    /// The same as `undoable`, with a button that merges all visible layers below instead (`Action.mergeVisible`).
    case undoableMerge(String)
    /// Show the palette of brushes and colours at a window position, px.
    case popUp(Point)
  }

  /// Canvas px that may have changed.
  public var damage = Region()
  /// Whether the view changed, so that the whole window needs drawing.
  public var viewChanged = false
  /// Whether the canvas changed: its size, or the places of all its pixels.
  public var canvasChanged = false
  /// Whether the undo and redo buttons changed.
  public var historyChanged = false
  /// Whether the tool, its settings, the brush or a colour changed.
  public var toolsChanged = false
  /// Whether the adornments changed: the selection's outline and handles, the eyedropper's
  /// magnifier, the outline of a brush that is being resized.
  public var adornmentsChanged = false
  /// Whether the list of layers or the active layer changed.
  public var layersChanged = false
  /// The requests, in order.
  public var requests: [Request] = []

  /// Empty effects.
  public init() {}

  /// Effects with one request.
  public init(_ request: Request) { requests = [request] }

  /// Whether there are no effects.
  public var isEmpty: Bool {
    damage.isEmpty && !viewChanged && !canvasChanged && !historyChanged && !toolsChanged && !adornmentsChanged
      && !layersChanged && requests.isEmpty
  }

  /// A copy with one more request.
  func adding(_ request: Request) -> Effects {
    var effects = self
    effects.requests.append(request)
    return effects
  }

  /// Adds later effects.
  public mutating func add(_ later: Effects) {
    damage.add(later.damage)
    viewChanged = viewChanged || later.viewChanged
    canvasChanged = canvasChanged || later.canvasChanged
    historyChanged = historyChanged || later.historyChanged
    toolsChanged = toolsChanged || later.toolsChanged
    adornmentsChanged = adornmentsChanged || later.adornmentsChanged
    layersChanged = layersChanged || later.layersChanged
    requests += later.requests
  }
}
