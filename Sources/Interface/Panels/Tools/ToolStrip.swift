import Geometry
import Input
import Language
import Paint
import Studio
import Toolkit

/// The tools at the left in a column; in a low window in several columns.
final class ToolStrip: Panel {
  let buttons: [ToolButton]
  /// Columns of buttons; set by the layout.
  var columns = 1

  /// Size of a button and padding around all, px at 96 dpi.
  private static let width = 44.0
  private static let height = 40.0
  private static let padding = 6.0

  override init(_ context: WidgetContext) {
    buttons = ToolItem.groups.compactMap { group in group.first.map { ToolButton(context, group, first: $0) } }
    super.init(context)
    for button in buttons { add(button) }
    show()
  }

  /// The height with a number of columns, window px.
  func height(columns: Int) -> Int {
    let rows = (buttons.count + columns - 1) / columns
    return 2 * context.whole(Self.padding) + rows * context.whole(Self.height)
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (2 * context.whole(Self.padding) + columns * context.whole(Self.width), height(columns: columns))
  }

  override func spread(within room: (width: Int, height: Int)) -> (width: Int, height: Int)? {
    let wanted = columns
    guard let fitting = (1...3).first(where: { height(columns: $0) <= room.height }) else { return nil }
    columns = fitting
    let size = size(within: room.width)
    if size.width <= room.width { return size }
    columns = wanted
    return nil
  }

  override func layOut() {
    let (width, height, padding) = (context.whole(Self.width), context.whole(Self.height), context.whole(Self.padding))
    let rows = (buttons.count + columns - 1) / columns
    for (i, button) in buttons.enumerated() {
      button.place(
        PixelRect(
          x: frame.minX + padding + i / rows * width, y: frame.minY + padding + i % rows * height, width: width,
          height: height))
    }
  }

  override var access: Access { Access(role: .panel, name: translated("Tools")) }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    let step: Int
    switch key.keysym {
    case KeyCode.down: step = 1
    case KeyCode.up: step = -1
    default: return false
    }
    // Handles would take the next arrow.
    repeat { context.overlay?.moveFocus(by: step) } while context.overlay?.focused is PanelHandle
    return true
  }
}
