import Language

/// Several layers that are chosen in the list of layers.
extension Document {
  /// The chosen layers, lowest first. The active layer is always one of them.
  public var chosenLayers: [Layer.ID] {
    layers.map(\.id).filter { $0 == activeID || alsoChosen.contains($0) }
  }

  /// Chooses layers beside the active one, instead of those before.
  public mutating func choose(_ ids: Set<Layer.ID>) {
    alsoChosen = ids.intersection(layers.map(\.id)).subtracting([activeID])
  }

  /// The operation that does to all chosen layers what another one does to one of them; the other one itself
  /// if its layer is not chosen, or it is one for a single layer.
  public func operationOnChosen(_ operation: LayerOperation) -> LayerOperation {
    let chosen = chosenLayers
    guard chosen.count > 1, let id = operation.layer, chosen.contains(id) else { return operation }
    let roots = layers.roots(of: chosen).map { layers[$0].id }
    switch operation {
    case .delete: return .several(roots.map { .delete($0) })
    case .group(let ids): return ids.count == 1 ? .group(roots) : operation
    case .set(_, .visible(let isVisible)): return .several(chosen.map { .set($0, .visible(isVisible)) })
    case .set(_, .locked(let isLocked)): return .several(chosen.map { .set($0, .locked(isLocked)) })
    case .set(_, .clipped(let isClipped)): return .several(chosen.map { .set($0, .clipped(isClipped)) })
    case .set(_, .alphaLocked(let isLocked)):
      let plain = chosen.filter { self.layer($0)?.isGroup == false }
      return plain.isEmpty ? operation : .several(plain.map { .set($0, .alphaLocked(isLocked)) })
    case .set(_, .reference(let isOn)): return .several(chosen.map { .set($0, .reference(isOn)) })
    case .set(_, .purpose(let purpose)):
      let ink = chosen.filter { self.layer($0)?.purpose.isInk == true }
      return ink.isEmpty ? operation : .several(ink.map { .set($0, .purpose(purpose)) })
    case .set(_, .label(let label)): return .several(chosen.map { .set($0, .label(label)) })
    case .move(_, let place): return .several(moves(of: roots, with: id, to: place))
    default: return operation
    }
  }

  /// The message that explains why an operation on a single layer is impossible while several are chosen;
  /// nil if it is possible.
  public func refusalOnChosen(_ operation: LayerOperation) -> String? {
    switch operation {
    case .duplicate(let id, _), .mergeDown(let id), .flatten(let id):
      let chosen = chosenLayers
      return chosen.count > 1 && chosen.contains(id)
        ? translated("Several layers are selected: select one to duplicate or merge it, or group them first") : nil
    default: return nil
    }
  }

  /// Moves that bring layers, lowest first, one above the other with one of them at a place.
  private func moves(of roots: [Layer.ID], with id: Layer.ID, to destination: LayerPlace) -> [LayerOperation] {
    // What an outer chosen group contains moves with that group.
    let first = roots.firstIndex(of: id) ?? roots.startIndex
    var tree = layers
    var moves: [LayerOperation] = []
    func move(_ id: Layer.ID, _ place: LayerPlace) {
      moves.append(.move(id, to: place))
      _ = tree.arrange(by: .move(id, to: place), [])
    }
    /// The place beside another layer.
    func place(beside other: Layer.ID, for id: Layer.ID) -> LayerPlace? {
      var rest = tree
      guard let index = rest.index(of: id) else { return nil }
      rest.remove(at: index)
      return rest.index(of: other).map { rest.place(of: $0) }
    }
    move(roots[first], destination)
    for index in roots.indices.dropFirst(first + 1) {
      if let next = place(beside: roots[index - 1], for: roots[index]) { move(roots[index], next.above) }
    }
    for index in roots.indices.prefix(first).reversed() {
      if let next = place(beside: roots[index + 1], for: roots[index]) { move(roots[index], next) }
    }
    return moves
  }
}
