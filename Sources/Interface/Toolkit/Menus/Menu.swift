import Geometry
import Input
import Language
import Paint

/// A menu with items, headings, separators and submenus.
///
/// If a press opened it, the touch continues in the menu: the row where it is released is chosen;
/// released at its start, the menu stays open. Choosing a row, a press elsewhere, or Escape closes
/// it.
public final class Menu: Panel {
  private let rows: MenuRows
  public var isMain = false

  public init(_ context: WidgetContext, _ entries: [MenuEntry], leastWidth: Int = 0) {
    rows = MenuRows(context, entries)
    rows.leastWidth = leastWidth
    super.init(context)
    add(rows)
  }

  public override var isHideable: Bool { false }
  public override var closesOutside: Bool { true }
  public override var cornerRadius: Double { 10 }
  public override var takesTouch: Bool { true }

  /// Padding around its rows, px at 96 dpi.
  public static let padding = 6.0
  private var padding: Int { context.whole(Self.padding) }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    let wanted = rows.size(within: width - 2 * padding)
    let most = (context.stage?.size.height ?? .max) - 2 * context.whole(8)
    // Beside a bar, texts need as much room as without.
    let bar = wanted.height + 2 * padding > most ? rows.barWidth : 0
    return (min(width, wanted.width + bar + 2 * padding), min(wanted.height + 2 * padding, most))
  }

  public override func layOut() { rows.place(frame.grown(by: -padding)) }

  public override var access: Access { .nothing }
  /// The name for screen readers.
  public var name: String {
    opener?.label ?? (isMain ? translated("Menu") : rows.opener?.currentTitle ?? translated("Menu"))
  }

  public var list: MenuRows { rows }
}
