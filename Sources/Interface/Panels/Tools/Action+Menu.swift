import Studio
import Toolkit

extension Action {
  /// Whether it would do something.
  public func isAvailable(in state: InterfaceState) -> Bool {
    switch self {
    case .undo: state.undoCount > 0
    case .redo: state.redoCount > 0
    case .resetPanels: !state.settings.panelPlaces.isEmpty
    default: true
    }
  }

  /// The icon in menus and lists; nil for none.
  public var glyph: Icon? {
    switch self {
    case .undo: .undo
    case .redo: .redo
    case .menu: .menu
    case .new: .new
    case .open: .open
    case .save: .save
    default: ToolItem.groups.joined().first { $0.action == self }?.icon
    }
  }
}
