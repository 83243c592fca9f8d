import Document
import Geometry
import Input
import Studio

/// The keys of the list of layers.
extension LayerListView {
  /// What a key does; nil for one that does nothing here.
  func effects(of key: KeyEvent) -> [Overlay.Effect]? {
    guard let row = items.firstIndex(where: { $0.id == active }) else { return nil }
    let isMoving = key.modifiers == .control
    if KeyCode.opensMenu(key) {
      let place = Rect(frame(of: row).intersection(frame)).center
      if !key.isRepeat { openMenu(row, at: place)?.list.highlightFirst() }
      return []
    }
    if key.modifiers == .shift, key.keysym == KeyCode.up || key.keysym == KeyCode.down {
      return extend(by: key.keysym == KeyCode.up ? -1 : 1)
    }
    guard key.modifiers.isEmpty || isMoving else { return nil }
    switch key.keysym {
    case KeyCode.up: return isMoving ? [.perform(.raiseLayer)] : choose(row - 1)
    case KeyCode.down: return isMoving ? [.perform(.lowerLayer)] : choose(row + 1)
    case KeyCode.left where !isMoving: return leave(row)
    case KeyCode.right where !isMoving: return items[row].isFolded ? fold(row, false) : []
    case KeyCode.home where !isMoving: return choose(0)
    case KeyCode.end where !isMoving: return choose(items.count - 1)
    case KeyCode.pageUp where !isMoving: return choose(max(0, row - pageRows))
    case KeyCode.pageDown where !isMoving: return choose(min(items.count - 1, row + pageRows))
    case KeyCode.space where !isMoving: return key.isRepeat ? [] : toggle(row)
    case KeyCode.enter where !isMoving, KeyCode.keypadEnter where !isMoving:
      if !key.isRepeat { rename(items[row].id) }
      return []
    case KeyCode.delete where !isMoving: return key.isRepeat ? [] : [.layer(.delete(items[row].id), isContinued: false)]
    default: return nil
    }
  }

  /// Folds an open group, or chooses the group that contains the layer.
  private func leave(_ row: Int) -> [Overlay.Effect] {
    if items[row].isGroup, !items[row].isFolded { return fold(row, true) }
    return rows.parent(ofRow: row).map(choose) ?? []
  }

  private var pageRows: Int { max(1, frame.height / max(1, rowHeight)) }

  private func choose(_ row: Int) -> [Overlay.Effect] {
    guard items.indices.contains(row) else { return [] }
    reveal(frame(of: row))
    return [.activateLayer(items[row].id)]
  }
}
