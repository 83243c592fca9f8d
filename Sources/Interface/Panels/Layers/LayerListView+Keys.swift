import Document
import Geometry
import Input
import Studio
import Toolkit

/// The keys of the list of layers.
extension LayerListView {
  /// Does what a key means; false for one that does nothing here.
  func takeKey(_ key: KeyEvent) -> Bool {
    guard let row = items.firstIndex(where: { $0.id == active }) else { return false }
    let isMoving = key.modifiers == .control
    if KeyCode.opensMenu(key) {
      let place = Rect(frame(of: row).intersection(frame)).center
      if !key.isRepeat { openMenu(row, at: place)?.list.highlightFirst() }
      return true
    }
    if key.modifiers == .shift, key.keysym == KeyCode.up || key.keysym == KeyCode.down {
      extend(by: key.keysym == KeyCode.up ? -1 : 1)
      return true
    }
    guard key.modifiers.isEmpty || isMoving else { return false }
    switch key.keysym {
    case KeyCode.up: isMoving ? post(.perform(.raiseLayer)) : choose(row - 1)
    case KeyCode.down: isMoving ? post(.perform(.lowerLayer)) : choose(row + 1)
    case KeyCode.left where !isMoving: leave(row)
    case KeyCode.right where !isMoving: if items[row].isFolded { fold(row, false) }
    case KeyCode.home where !isMoving: choose(0)
    case KeyCode.end where !isMoving: choose(items.count - 1)
    case KeyCode.pageUp where !isMoving: choose(max(0, row - pageRows))
    case KeyCode.pageDown where !isMoving: choose(min(items.count - 1, row + pageRows))
    case KeyCode.space where !isMoving: if !key.isRepeat { toggle(row) }
    case KeyCode.enter where !isMoving, KeyCode.keypadEnter where !isMoving:
      if !key.isRepeat { rename(items[row].id) }
    case KeyCode.delete where !isMoving: if !key.isRepeat { post(.layer(.delete(items[row].id), isContinued: false)) }
    default: return false
    }
    return true
  }

  /// Folds an open group, or chooses the group that contains the layer.
  private func leave(_ row: Int) {
    if items[row].isGroup, !items[row].isFolded { return fold(row, true) }
    if let parent = rows.parent(ofRow: row) { choose(parent) }
  }

  private var pageRows: Int { max(1, frame.height / max(1, rowHeight)) }

  private func choose(_ row: Int) {
    guard items.indices.contains(row) else { return }
    reveal(frame(of: row))
    post(.activateLayer(items[row].id))
  }
}
