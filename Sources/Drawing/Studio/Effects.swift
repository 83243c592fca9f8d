import Geometry
import Raster

/// The results of handling an event or an action.
public struct Effects: Sendable, Equatable {
  /// A request to the program around the session.
  public enum Request: Sendable, Equatable {
    /// Perform an action of the program's (`Action.isProgram`).
    case program(Action)
    /// Choose a brush by its name, which may have to be read from its file.
    case chooseBrush(String)
    /// Perform a macro of the user's, by the name of its file.
    case performMacro(String)
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
    /// Show a message with a button that cancels, in the place of an earlier one, until nil takes its place.
    case progress(String?, instead: String?)
    /// Show a message with an Undo button for the edit just made.
    case undoable(String)
    /// Show a message with a Redo button for the edit just undone.
    case redoable(String)
    /// The same as `undoable`, with a button that merges all visible layers below instead (`Action.mergeVisible`).
    case undoableMerge(String)
    /// Show a message with a button that closes gaps up to so many px (`Action.closeGaps`), and one for undo.
    case undoableLeak(String, gap: Int)
    /// Show the palette of brushes and colours at a window position, px.
    case popUp(Point)
  }

  /// Canvas px that may have changed.
  public var damage = Region()
  /// Whether the view changed, so that the whole window needs drawing.
  public var viewChanged = false
  /// Whether the canvas changed: its size, or the places of all its pixels.
  public var canvasChanged = false
  /// Whether something else changed that panels show: the history, the layers.
  public var panelsChanged = false
  /// Whether the tool, its settings, the brush or a colour changed, which marks on the canvas show, too.
  public var toolsChanged = false
  /// Whether the adornments changed: the selection's outline and handles, the eyedropper's
  /// magnifier, the outline of a brush that is being resized.
  public var adornmentsChanged = false
  /// The requests, in order.
  public var requests: [Request] = []

  /// Empty effects.
  public init() {}

  /// Effects with one request.
  public init(_ request: Request) { requests = [request] }

  /// Whether there are no effects.
  public var isEmpty: Bool {
    damage.isEmpty && !viewChanged && !canvasChanged && !panelsChanged && !toolsChanged && !adornmentsChanged
      && requests.isEmpty
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
    panelsChanged = panelsChanged || later.panelsChanged
    toolsChanged = toolsChanged || later.toolsChanged
    adornmentsChanged = adornmentsChanged || later.adornmentsChanged
    requests += later.requests
  }
}
