import Geometry
import Input
import Language
import Paint

/// A menu: rows that do something, headings, lines, and menus beside them.
///
/// Opened by a press that goes on, it takes the touch over: the row where that is lifted is chosen; lifted where it began,
/// the menu stays. It goes when a row is chosen, something else is pressed, or by Escape.
final class Menu: Panel {
  private let rows: MenuRows
  /// Whether it is the program's own, of which there is one at most.
  var isMain = false

  init(_ context: WidgetContext, _ entries: [MenuEntry], leastWidth: Int = 0) {
    rows = MenuRows(context, entries)
    rows.leastWidth = leastWidth
    super.init(context)
    add(rows)
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var cornerRadius: Double { 10 }
  override var takesTouch: Bool { true }

  /// Room round its rows, px at 96 dpi.
  static let padding = 6.0
  private var padding: Int { context.whole(Self.padding) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let wanted = rows.size(within: width - 2 * padding)
    let most = (context.overlay?.size.height ?? .max) - 2 * context.whole(8)
    return (wanted.width + 2 * padding, min(wanted.height + 2 * padding, most))
  }

  override func layOut() { rows.place(frame.grown(by: -padding)) }

  override var access: Access { .nothing }
  /// What it is about.
  var name: String { opener?.label ?? (isMain ? translated("Menu") : rows.opener?.currentTitle ?? translated("Menu")) }

  /// What it shows.
  var list: MenuRows { rows }
}
