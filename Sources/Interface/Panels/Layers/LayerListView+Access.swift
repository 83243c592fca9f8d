import Document
import Geometry
import Language
import Toolkit

/// The parts of the list of layers for screen readers: the rows, then the eyes, the arrows of groups
/// and the masks.
///
/// The index of a part is made of its layer's number (0 for the paper) and its kind, so it stays when rows
/// come and go.
extension LayerListView {
  private enum PartKind: Int { case row, eye, arrow, mask }

  /// The numbers of layers are below 2^61.
  private func index(_ kind: PartKind, _ row: Int) -> Int {
    let number = items.indices.contains(row) ? items[row].id.number : 0
    return Int(truncatingIfNeeded: number) << 2 | kind.rawValue
  }

  var accessibleParts: [Access.Part] {
    let layers = items.enumerated().map { row, item in
      var states: AccessibleNode.States = item.id == active || item.isChosen ? [.selected, .selectable] : .selectable
      states.insert(.checkable)
      if item.isVisible { states.insert(.checked) }
      return Access.Part(
        role: .listItem, name: item.name, description: description(of: item, row), states: states,
        frame: frame(of: row), index: index(.row, row))
    }
    let paperRow = Access.Part(
      role: .listItem, name: translated("Paper"), description: HexColour.text(paper),
      states: isPaperShown ? [.checkable, .checked] : .checkable, frame: frame(of: items.count),
      index: index(.row, items.count))
    return layers + [paperRow] + eyes + arrows + masks
  }

  private func description(of item: LayerItem, _ row: Int) -> String {
    let place = item.depth > 0 ? translated("in {count} group", other: "in {count} groups", count: item.depth) : ""
    let content =
      item.isGroup
      ? translated("group of {count} layer", other: "group of {count} layers", count: rows.count(ofRow: row) - 1) : ""
    let marks = [
      item.hasChosenStrokes ? translated("with chosen strokes") : "",
      item.isClipped ? translated("clipped to the layer below") : "", item.isLocked ? translated("locked") : "",
      item.isAlphaLocked ? translated("transparency locked") : "",
      item.mask.map { $0.isOn ? translated("with a mask") : translated("with a mask that is off") } ?? "",
    ]
    let label =
      item.label == .none ? "" : translated("colour label {colour}", ["colour": item.label.title])
    return ([content, item.summary, label] + marks + [place]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private var eyes: [Access.Part] {
    (0..<rowCount).map { row in
      let item = items.indices.contains(row) ? items[row] : nil
      return Access.Part(
        role: .toggle, name: translated("Show {layer}", ["layer": item?.name ?? translated("Paper")]),
        states: item?.isVisible ?? isPaperShown ? [.checkable, .checked] : .checkable,
        frame: square(visibilityRing(of: row)),
        index: index(.eye, row))
    }
  }

  private var arrows: [Access.Part] {
    groupRows.map { row in
      Access.Part(
        role: .toggle, name: translated("Show what {layer} contains", ["layer": items[row].name]),
        states: items[row].isFolded ? .checkable : [.checkable, .checked], frame: square(arrow(of: row)),
        index: index(.arrow, row))
    }
  }

  private var masks: [Access.Part] {
    items.indices.compactMap { row in
      let item = items[row]
      guard let mask = item.mask, let frame = maskFrame(of: row) else { return nil }
      return Access.Part(
        role: .toggle, name: translated("Draw on the mask of {layer}", ["layer": item.name]),
        states: mask.isActive ? [.checkable, .checked] : .checkable, frame: frame, index: index(.mask, row))
    }
  }

  private var groupRows: [Int] { items.indices.filter { items[$0].isGroup } }

  private func square(_ center: Point) -> PixelRect {
    let half = context.whole(14)
    return PixelRect(x: Int(center.x) - half, y: Int(center.y) - half, width: 2 * half, height: 2 * half)
  }

  /// What a press on a part does, by its index.
  func press(part: Int) {
    let row = part >> 2 == 0 ? items.count : items.indices.first { index(.row, $0) == part & ~3 }
    guard let row else { return }
    switch PartKind(rawValue: part & 3) {
    // The paper cannot be active: a press shows or hides it.
    case .row:
      if row == items.count {
        toggle(row)
      } else {
        hasSeveral ? keepOnly(items[row].id) : post(.activateLayer(items[row].id))
      }
    case .eye: return toggle(row)
    case .arrow: if items.indices.contains(row) { fold(row, !items[row].isFolded) }
    case .mask:
      guard items.indices.contains(row), let mask = items[row].mask else { return }
      post(mask.isActive ? .activateLayer(items[row].id) : .activateMask(items[row].id))
    case nil: return
    }
  }
}
