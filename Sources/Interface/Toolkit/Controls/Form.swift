import Geometry
import Paint

/// Labelled controls, one below the other.
open class Form: Widget {
  public let column: Stack
  private var notes: [(row: Widget, note: Widget)] = []
  public private(set) final var rows: [(name: String, control: Widget, note: String)] = []

  public override init(_ context: WidgetContext) {
    column = Stack(context, .down, spacing: 6)
    super.init(context)
    add(column)
  }

  /// Adds a control with its label to the left, and a note below. Returns the row of both.
  @discardableResult
  public final func add(_ name: String, _ control: Widget, note: String = "") -> Widget {
    control.hasTip = false
    rows.append((name, control, note))
    let row = Stack(context, .right, spacing: 16, alignment: .middle)
    row.add(stretching: Label(context, name, leastHeight: 40))
    row.add(control)
    column.add(row)
    guard !note.isEmpty else { return row }
    let label = Label(context, note, size: 12, tone: .dim, wraps: true)
    notes.append((row, label))
    column.add(label)
    column.add(Space(context, height: 6))
    return row
  }

  public final func control(ofRow row: Int) -> Widget? { rows.indices.contains(row) ? rows[row].control : nil }

  open override func size(within width: Int) -> (width: Int, height: Int) {
    let inside = column.size(within: width - 2 * context.whole(4))
    return (width, inside.height + context.whole(8))
  }

  /// Reveals a control with its focus ring and its note.
  open override func reveal(_ rect: PixelRect) {
    let pad = context.whole(4)
    let ring = PixelRect(minX: rect.minX, minY: rect.minY - pad, maxX: rect.maxX, maxY: rect.maxY + pad)
    let note = notes.first { $0.row.frame.contains(rect) }?.note.frame
    super.reveal(note.map { ring.union($0) } ?? ring)
  }

  /// Shows changed rows and texts; the dialog grows where they need more room.
  public final func fit() {
    guard !frame.isEmpty else { return }
    if let dialog = panel as? Dialog { dialog.grow() } else { layOut() }
  }

  open override func layOut() {
    // Room for the focus ring.
    let pad = context.whole(4)
    column.place(
      PixelRect(minX: frame.minX + pad, minY: frame.minY + pad, maxX: frame.maxX - pad, maxY: frame.maxY - pad))
  }
}
