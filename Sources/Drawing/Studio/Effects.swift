import Geometry
import Raster

/// What handling something led to: returned, so that nobody is called back and the order of things is plain to see.
public struct Effects: Sendable, Equatable {
  /// Something that is asked of the program around the session.
  public enum Request: Sendable, Equatable {
    /// An empty drawing.
    case new
    /// An empty drawing in a window of its own, beside this one.
    case newWindow
    /// The dialog that a file to open is chosen in.
    case open
    /// The drawing into its file, or into one that is asked for where it has none.
    case save
    /// The drawing into a file that is asked for.
    case saveAs
    /// The picture of the drawing, under a name of its own.
    case export
    /// The page on which it is chosen what picture is made.
    case exportAs
    /// An empty drawing in place of this one, or the program's end where this one is empty.
    case close
    case quit
    case toggleFullScreen
    case togglePanels
    /// The page of all keys.
    case showKeys
    /// The page on which a pen is tried.
    case penDoctor
    /// The search for commands.
    case commandPalette
    /// The page of settings.
    case settings
    /// A field for the active layer's name.
    case renameLayer
    /// The menu.
    case menu
    /// What has been said to the user.
    case messages
    /// The palette of brushes and colours, which nobody pointed for.
    case popUpByKey
    /// The dial is to turn something else: what comes after what it turns now.
    case nextDialMode
    /// What was copied is to be offered to other programs.
    case copied
    /// What was copied last is to be pasted: here (`Session.paste`) or in another program.
    case paste
    /// A sentence for the user, to be shown for a while.
    case message(String)
    /// A sentence about what was just done and undo takes back.
    case undoable(String)
    /// The palette of brushes and colours at a place of the window, px.
    case popUp(Point)
  }

  /// Canvas px whose look may have changed.
  public var damage = Region()
  /// Whether the view changed, so that the whole window needs drawing.
  public var viewChanged = false
  /// Whether what the undo and redo buttons show changed.
  public var historyChanged = false
  /// Whether the tool, its settings, the brush or a colour changed: what panels show of them.
  public var toolsChanged = false
  /// Whether what is drawn above the canvas changed: the selection's outline and handles, the eyedropper's glass, the
  /// outline of a brush that is being resized.
  public var adornmentsChanged = false
  /// Whether the list of layers, or which of them is drawn on, changed.
  public var layersChanged = false
  /// What is asked, in order.
  public var requests: [Request] = []

  /// Nothing happened.
  public init() {}

  /// Nothing happened but this request.
  public init(_ request: Request) { requests = [request] }

  /// Whether nothing happened at all.
  public var isEmpty: Bool {
    damage.isEmpty && !viewChanged && !historyChanged && !toolsChanged && !adornmentsChanged && !layersChanged
      && requests.isEmpty
  }

  /// The same with one more request.
  func adding(_ request: Request) -> Effects {
    var effects = self
    effects.requests.append(request)
    return effects
  }

  /// Adds what happened later.
  public mutating func add(_ later: Effects) {
    damage.add(later.damage)
    viewChanged = viewChanged || later.viewChanged
    historyChanged = historyChanged || later.historyChanged
    toolsChanged = toolsChanged || later.toolsChanged
    adornmentsChanged = adornmentsChanged || later.adornmentsChanged
    layersChanged = layersChanged || later.layersChanged
    requests += later.requests
  }
}
