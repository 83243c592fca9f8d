import Document
import Language
import Studio
import Toolkit

/// The actions on the selection as buttons, for pens: how areas join it, and while it floats how it is placed.
final class SelectionOptions: ToolOptions {
  private var buttons: [ActionButton] = []
  let modes: SelectionModes
  private var selecting: Widget?
  private var floating: Widget?

  override var inset: Double { 2 }

  private static let items: [(Action, Icon)] = [
    (.selectAll, .selectAll), (.deselect, .deselect), (.invertSelection, .invertSelection),
    (SelectionActions.again, .selectAgain), (SelectionActions.quickMask, .quickMask), (SelectionActions.edge, .edge),
    (SelectionActions.lineOnly, .moveLine), (.paste, .paste),
  ]
  private static let placing: [(Action, Icon)] = [
    (.flipSelection, .symmetry), (.flipSelectionVertically, .symmetryLevel), (.apply, .apply), (.cancel, .cancel),
  ]
  private static let needSelection: Set<Action> = [.deselect, SelectionActions.edge]

  override init(_ context: WidgetContext, isUpright: Bool) {
    modes = SelectionModes(context)
    super.init(context, isUpright: isUpright)
    func button(_ action: Action, _ icon: Icon) -> ActionButton {
      let title =
        switch action {
        case .apply: translated("Place the selection")
        case .cancel: translated("Put the selection back")
        default: action.title
        }
      let button = context.button(icon, title) { context.post(.perform(action)) }
      button.action = action
      buttons.append(button)
      return button
    }
    add(group: modes.buttons, spacing: 0)
    floating = add(group: Self.placing.map { button($0, $1) }, spacing: 0)
    selecting = add(group: Self.items.map { button($0, $1) }, spacing: 0)
    floating?.isHidden = true
  }

  /// The buttons of actions that are shown, in their order.
  var shown: [ActionButton] { buttons.filter { $0.parent?.isHidden == false } }

  override func update() -> Bool {
    modes.update(context.state.toolSettings)
    for button in buttons {
      if button.action == SelectionActions.quickMask {
        button.isChosen = context.state.layers.contains { $0.purpose == .quickMask }
      }
      if button.action == SelectionActions.lineOnly {
        button.isChosen = context.state.toolSettings.movesSelectionLine
      }
      if let action = button.action, Self.needSelection.contains(action) {
        button.isEnabled = context.state.hasSelection
      }
    }
    let isFloating = context.state.isFloating
    guard let selecting, let floating, selecting.isHidden != isFloating else { return false }
    (selecting.isHidden, floating.isHidden) = (isFloating, !isFloating)
    return true
  }
}
