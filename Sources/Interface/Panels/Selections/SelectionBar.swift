import Geometry
import Language
import Studio
import Toolkit

/// A small bar beside the selection with the actions that are used most.
///
/// It is out of the pen's way: below the selection, else above it. A stroke may begin under it.
final class SelectionBar: Panel {
  let buttons: [ActionButton]
  private let stack: Stack
  /// The selection's place that it was laid out for.
  private(set) var place: PixelRect?

  /// The distance from the selection, and from the frame's handle above it, px at 96 dpi.
  private static let (gap, handleGap) = (28.0, 68.0)

  private static let items: [(Action, Icon)] = [
    (SelectionActions.transform, .transform), (.apply, .apply), (.cancel, .cancel), (.copy, .copy), (.cut, .cut),
    (.delete, .delete), (.flipSelection, .symmetry), (.flipSelectionVertically, .symmetryLevel),
    (.fillWithColour, Icon(.fill)), (.invertSelection, .invertSelection), (SelectionActions.edge, .edge),
    (.deselect, .deselect),
  ]
  /// Those that are shown only while the selection floats, and those that are not.
  private static let placing: Set<Action> = [.apply, .cancel, .flipSelection, .flipSelectionVertically]
  private static let selecting: Set<Action> = [
    SelectionActions.transform, .fillWithColour, .invertSelection, SelectionActions.edge, .deselect,
  ]

  override init(_ context: WidgetContext) {
    buttons = Self.items.map { action, icon in
      let title =
        switch action {
        case .delete: translated("Delete")
        case .apply: translated("Place the selection")
        case .cancel: translated("Put the selection back")
        default: action.title
        }
      let button = context.button(icon, title) { context.post(.perform(action)) }
      button.action = action
      return button
    }
    stack = Stack(context, .right, spacing: 0, alignment: .middle, buttons)
    super.init(context)
    add(stack)
    _ = showButtons()
  }

  /// Shows the buttons for a selection that floats, or for one that does not. Returns whether others are shown now.
  private func showButtons() -> Bool {
    let hidden = context.state.isFloating ? Self.selecting : Self.placing
    var isOther = false
    for button in buttons {
      let isHidden = button.action.map(hidden.contains) ?? false
      isOther = isOther || button.isHidden != isHidden
      button.isHidden = isHidden
    }
    return isOther
  }

  override var yieldsToStrokes: Bool { !context.state.tool.keepsPanels }
  override var access: Access { Access(role: .panel, name: translated("Actions on the selection")) }

  override func show() {
    let now = context.state.settings.showsSelectionBar ? context.state.selectionPlace : nil
    if !showButtons(), now == place { return }
    place = now
    context.overlay?.layOutSelectionBar()
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (stack.size(within: width).width + context.whole(4), context.whole(44))
  }

  override func layOut() { stack.place(frame.grown(by: -context.whole(2))) }

  /// Its frames for a selection, the best first.
  /// - Parameter area: the part of the window where it may be.
  func frames(within area: PixelRect) -> [PixelRect] {
    guard let place else { return [] }
    let (width, height) = size(within: area.width)
    let x = max(area.minX, min(area.maxX - width, (place.minX + place.maxX - width) / 2))
    let ys = [
      place.maxY + context.whole(Self.gap), place.minY - context.whole(Self.handleGap) - height, area.maxY - height,
    ]
    return ys.map { PixelRect(x: x, y: $0, width: width, height: height) }.filter(area.contains)
  }
}
