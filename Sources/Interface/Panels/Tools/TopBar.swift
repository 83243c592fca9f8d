import Geometry
import Language
import Paint
import Studio
import Toolkit

/// The bar at the upper left: menu, undo, redo, and the number of edits that can be undone.
final class TopBar: Panel {
  let menu: ActionButton
  private let undo: ActionButton
  private let redo: ActionButton
  private var count = "0"

  override init(_ context: WidgetContext) {
    menu = ActionButton(context)
    undo = ActionButton(context)
    redo = ActionButton(context)
    super.init(context)
    (menu.face, menu.title, menu.action) = (.icon(.menu), translated("Menu"), .menu)
    // On press, so that the touch can continue in the menu.
    (menu.actsOnPress, menu.onPress) = (true, { context.post(.openMenu) })
    (undo.face, undo.title, undo.action) = (.icon(.undo), translated("Undo"), .undo)
    (redo.face, redo.title, redo.action) = (.icon(.redo), translated("Redo"), .redo)
    undo.onPress = { context.post(.perform(.undo)) }
    redo.onPress = { context.post(.perform(.redo)) }
    for button in [menu, undo, redo] { add(button) }
    show()
  }

  override func show() {
    undo.isEnabled = context.state.undoCount > 0
    redo.isEnabled = context.state.redoCount > 0
    let text = "\(context.state.undoCount)"
    guard text != count else { return }
    let isLonger = text.utf8.count != count.utf8.count
    count = text
    if isLonger { context.overlay?.layOut() }
    invalidate(countFrame)
  }

  override var access: Access { Access(role: .panel, name: translated("Menu and undo")) }

  // MARK: Layout

  /// The width of the count, window px: at least that of three digits, so that the layout seldom
  /// changes.
  private var countWidth: Int {
    let widest = String(repeating: "0", count: max(3, count.utf8.count))
    return Int(context.line(widest).width.rounded(.up))
  }

  private var countFrame: PixelRect {
    PixelRect(
      minX: redo.frame.maxX, minY: frame.minY, maxX: frame.maxX - context.whole(2), maxY: frame.maxY)
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(2 + 40 + 12 + 40 + 40 + 4) + countWidth + context.whole(16), context.whole(44))
  }

  override func layOut() {
    let (side, y) = (context.whole(40), frame.minY + context.whole(2))
    for (button, x) in [(menu, 2.0), (undo, 54), (redo, 94)] {
      button.place(PixelRect(x: frame.minX + context.whole(x), y: y, width: side, height: side))
    }
  }

  override func draw(on painter: Painter) {
    super.draw(on: painter)
    let x = Double(frame.minX + context.whole(48))
    painter.fill(
      .rect(
        Rect(
          x: x, y: (Rect(frame).center.y - theme.px(9)).rounded(), width: theme.whole(1), height: theme.whole(18))),
      colours.separator)
    painter.draw(
      context.line(count), at: Point(Double(redo.frame.maxX) + theme.px(4), Rect(frame).center.y + theme.px(5)),
      colours.dim)
  }
}
