import Document
import Geometry
import Language
import Panels
import Toolkit

/// The last steps, the newest first, of which some are chosen, and how they are performed again.
final class StepsPart: Widget {
  /// The indices of the steps are those of the drawing, the oldest 0.
  private let rows: [StepRow]
  private let list: ScrollArea
  private let follows: Toggle
  private let takesInk: Toggle
  private let foot: Form
  private(set) var options = MacroOptions()
  /// Called when other steps are chosen.
  var onChange: () -> Void = {}

  init(_ context: WidgetContext, _ steps: [StepItem]) {
    let newest = steps.lastIndex { $0.canBeRepeated }
    rows = steps.enumerated().map { StepRow(context, $1, isChosen: $0 == newest) }
    let column = Stack(context, .down, spacing: 2)
    for row in rows.reversed() { column.add(row) }
    if rows.isEmpty {
      column.add(Label(context, translated("There are no steps yet. Draw something first."), tone: .dim, wraps: true))
    }
    list = ScrollArea(context, column)
    list.title = translated("Last steps")
    (follows, takesInk, foot) = (Toggle(context), Toggle(context), Form(context))
    super.init(context)
    add(list)
    add(foot)
    (follows.title, follows.showsTitle) = (MacroMenu.followsTitle, false)
    (takesInk.title, takesInk.showsTitle) = (MacroMenu.inkTitle, false)
    foot.add(follows.title, follows)
    foot.add(takesInk.title, takesInk)
    follows.onChange = { [weak self] isOn in
      self?.follows.isOn = isOn
      self?.options.followsSelection = isOn
    }
    takesInk.onChange = { [weak self] isOn in
      self?.takesInk.isOn = isOn
      self?.options.takesInk = isOn
    }
    for (index, row) in rows.enumerated() {
      row.onChange = { [weak self] in self?.onChange() }
      row.onMove = { [weak self] way in self?.focus(index - way) }
    }
  }

  private func focus(_ index: Int) {
    guard rows.indices.contains(index) else { return }
    context.overlay?.focus(rows[index])
    rows[index].reveal(rows[index].frame)
  }

  /// The indices of the chosen steps.
  var chosen: [Int] { rows.indices.filter { rows[$0].isChosen } }

  var firstFocus: Widget? { rows.last { $0.isChosen } }

  func show(_ picture: LayerThumbnail, of index: Int) {
    if rows.indices.contains(index) { rows[index].show(picture) }
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (width, list.size(within: width).height + context.whole(10) + foot.size(within: width).height)
  }

  override func layOut() {
    let height = min(foot.size(within: frame.width).height, frame.height)
    foot.place(PixelRect(x: frame.minX, y: frame.maxY - height, width: frame.width, height: height))
    list.place(
      PixelRect(
        minX: frame.minX, minY: frame.minY, maxX: frame.maxX,
        maxY: max(frame.minY, frame.maxY - height - context.whole(10))))
  }
}
