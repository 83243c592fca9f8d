import Document
import Input
import Toolkit

/// Choosing several layers in the list of layers.
extension LayerListView {
  /// The chosen layers.
  var chosen: Set<Layer.ID> { Set(rows.all.filter(\.isChosen).map(\.id)).union([active].compactMap(\.self)) }

  /// Whether several layers are chosen.
  var hasSeveral: Bool { chosen.count > 1 }

  /// Adds a row's layer to the chosen ones, or removes it.
  func toggleChosen(_ row: Int) {
    guard items.indices.contains(row), let active else { return }
    let id = items[row].id
    var ids = chosen
    guard ids.contains(id) else { return post(.chooseLayers(ids.union([id]), active: active)) }
    ids.remove(id)
    guard id == active else { return post(.chooseLayers(ids, active: active)) }
    // One of the others becomes the active one.
    if let next = items.first(where: { ids.contains($0.id) }) { post(.chooseLayers(ids, active: next.id)) }
  }

  /// Chooses a single layer, to draw on its pixels.
  func keepOnly(_ id: Layer.ID) { post(.activateLayer(id)); post(.chooseLayers([], active: id)) }

  /// Chooses all layers from the active one to a row.
  func chooseRange(to row: Int) {
    guard items.indices.contains(row), let active, let start = items.firstIndex(where: { $0.id == active }) else {
      return
    }
    post(.chooseLayers(Set(items[min(start, row)...max(start, row)].map(\.id)), active: active))
  }

  /// Moves the end of the chosen rows by a row, seen from the active one.
  func extend(by step: Int) {
    guard let active, let start = items.firstIndex(where: { $0.id == active }) else { return }
    func end(_ step: Int) -> Int {
      var row = start
      while items.indices.contains(row + step), chosen.contains(items[row + step].id) { row += step }
      return row
    }
    // Rows at the other side are given up first.
    let next = end(-step) != start ? end(-step) + step : end(step) + step
    guard items.indices.contains(next) else { return }
    reveal(frame(of: next))
    chooseRange(to: next)
  }
}
