import Geometry
import Ink
import Panels
import Studio
import Toolkit

/// The rows of one group of a brush's properties.
final class BrushForm: Widget {
  private let column: Stack
  private var rows: [BrushPropertyRow] = []
  /// What the rows were made for.
  private var made: (group: Int, isPaint: Bool)?
  /// The number of the group that is shown (`BrushPropertyGroup.number`).
  var group = 0 { didSet { if group != oldValue { show() } } }

  override init(_ context: WidgetContext) {
    column = Stack(context, .down, spacing: 8)
    super.init(context)
    add(column)
    show()
  }

  private var brush: Brush? { context.state.editing?.draft.brush }

  override func show() {
    guard let brush else { return }
    let isPaint = brush.paint != nil
    let isThere = BrushPropertyGroup.groups(of: brush).contains { $0.number == group }
    if !isThere || made.map({ $0 != (group, isPaint) }) ?? true { make(brush) }
    var areOthers = false
    for row in rows {
      let isHidden = !row.property.applies(to: brush)
      if isHidden != row.isHidden { (row.isHidden, areOthers) = (isHidden, true) }
      if !isHidden { row.update(brush) }
    }
    super.show()
    if areOthers { (panel as? BrushEditorPage)?.fit() }
  }

  private func make(_ brush: Brush) {
    let groups = BrushPropertyGroup.groups(of: brush)
    // The group may be gone with another kind of ink.
    let shown = groups.first { $0.number == group } ?? groups.first
    if let shown, shown.number != group { return group = shown.number }
    made = (group, brush.paint != nil)
    column.removeChildren()
    rows = shown?.properties.map { BrushPropertyRow.make(context, $0) } ?? []
    for row in rows { column.add(row) }
    (panel as? BrushEditorPage)?.fit()
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let inside = column.size(within: width - 2 * context.whole(4))
    return (width, inside.height + context.whole(8))
  }

  override func layOut() {
    // Room for the focus ring.
    column.place(frame.grown(by: -context.whole(4)))
  }
}
