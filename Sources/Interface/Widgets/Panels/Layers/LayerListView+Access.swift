import Document
import Geometry
import Language

/// What screen readers are told of the list of layers: the rows, then the eyes, then the arrows of groups.
extension LayerListView {
  var accessibleParts: [Access.Part] {
    let layers = items.enumerated().map { row, item in
      var states: AccessibleNode.States = item.id == active ? [.selected, .selectable] : .selectable
      states.insert(.checkable)
      if item.isVisible { states.insert(.checked) }
      return Access.Part(
        role: .listItem, name: item.name, description: description(of: item, row), states: states,
        frame: frame(of: row))
    }
    let paperRow = Access.Part(
      role: .listItem, name: translated("Paper"), description: HexColour.text(paper),
      states: isPaperShown ? [.checkable, .checked] : .checkable, frame: frame(of: items.count))
    return layers + [paperRow] + eyes + arrows
  }

  private func description(of item: LayerItem, _ row: Int) -> String {
    let place = item.depth > 0 ? translated("in {count} group", other: "in {count} groups", count: item.depth) : ""
    guard item.isGroup else { return [item.summary, place].filter { !$0.isEmpty }.joined(separator: ", ") }
    let content = translated(
      "group of {count} layer", other: "group of {count} layers", count: rows.count(ofRow: row) - 1)
    return [content, item.summary, place].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private var eyes: [Access.Part] {
    (0..<rowCount).map { row in
      let item = items.indices.contains(row) ? items[row] : nil
      return Access.Part(
        role: .toggle, name: translated("Show {layer}", ["layer": item?.name ?? translated("Paper")]),
        states: item?.isVisible ?? isPaperShown ? [.checkable, .checked] : .checkable,
        frame: square(visibilityRing(of: row)))
    }
  }

  private var arrows: [Access.Part] {
    groupRows.map { row in
      Access.Part(
        role: .toggle, name: translated("Show what {layer} contains", ["layer": items[row].name]),
        states: items[row].isFolded ? .checkable : [.checkable, .checked], frame: square(arrow(of: row)))
    }
  }

  private var groupRows: [Int] { items.indices.filter { items[$0].isGroup } }

  private func square(_ center: Point) -> PixelRect {
    let half = context.whole(14)
    return PixelRect(x: Int(center.x) - half, y: Int(center.y) - half, width: 2 * half, height: 2 * half)
  }

  /// What a press on a part does.
  func press(part: Int) -> [Overlay.Effect] {
    if items.indices.contains(part) { return [.activateLayer(items[part].id)] }
    // The paper cannot be active: a press shows or hides it.
    if part == items.count { return toggle(part) }
    if part < 2 * rowCount { return toggle(part - rowCount) }
    let arrow = part - 2 * rowCount
    guard groupRows.indices.contains(arrow) else { return [] }
    return fold(groupRows[arrow], !items[groupRows[arrow]].isFolded)
  }
}
