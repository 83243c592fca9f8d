/// What operations do to the tree itself. Drawings and `StrokePlan` share it.
extension LayerTree {
  /// Why an operation is impossible.
  enum Fault: Equatable {
    /// A layer does not exist, or a group has another number of layers.
    case missing
    /// It is the only one.
    case last
    /// Groups would be too deep.
    case depth
    /// A group would contain itself.
    case cycle
    /// No layer is below it in its group.
    case nothingBelow
    /// A layer is a group.
    case isGroup(Int)
    /// A layer is no group.
    case isNoGroup(Int)
  }

  /// Why an operation is impossible for the order of the layers; nil if it is possible, or does not
  /// concern the order.
  func fault(of operation: LayerOperation) -> Fault? {
    if operation.isOfPaper { return nil }
    guard let id = operation.layer, let at = index(of: id) else { return .missing }
    switch operation {
    case .add: return hasRoom(at: placeOfNew(above: at)) ? nil : .depth
    case .paste(let copied, _):
      let tree = copied.layers
      let height = tree.indices.filter { tree[$0].depth == 0 }.map { tree.height(at: $0) }.max() ?? 1
      return hasRoom(at: placeOfNew(above: at), height: height) ? nil : .depth
    case .duplicate(_, let count): return count == branch(at: at).count ? nil : .missing
    case .delete: return branch(at: at).count == count ? .last : nil
    case .mergeDown:
      guard place(of: at).position > 0 else { return .nothingBelow }
      return [at, at - 1].first { self[$0].isGroup }.map { .isGroup($0) }
    case .ungroup where count == 1: return .last
    case .flatten, .ungroup, .set(_, .group): return self[at].isGroup ? nil : .isNoGroup(at)
    case .move(_, let place):
      if let parent = place.parent {
        guard let index = index(of: parent) else { return .missing }
        guard self[index].isGroup else { return .isNoGroup(index) }
        if branch(at: at).contains(index) { return .cycle }
      }
      return canMove(at, to: place) ? nil : .depth
    case .group(let ids):
      guard ids.allSatisfy({ index(of: $0) != nil }) else { return .missing }
      let roots = roots(of: ids)
      let height = roots.map { self.height(at: $0) }.max() ?? 0
      return hasRoom(at: place(of: roots.last ?? at), height: height + 1) ? nil : .depth
    case .several(let operations):
      var next = self
      for operation in operations {
        guard operation.isPartOfSeveral else { return .missing }
        if let fault = next.fault(of: operation) { return fault }
        _ = next.arrange(by: operation, [])
      }
      return nil
    case .set(_, .alphaLocked), .applyMask: return self[at].isGroup ? .isGroup(at) : nil
    case .addMask: return self[at].depth < Self.mostDepth ? nil : .depth
    case .set, .removeMask, .setPaper, .setPaperShown: return nil
    }
  }

  /// Where a layer that is added above another one is: highest in a group.
  private func placeOfNew(above index: Int) -> LayerPlace {
    self[index].isGroup ? LayerPlace(in: self[index].id, position: .max) : place(of: index).above
  }

  /// The layers that an operation makes, lowest first, with the numbers from `next` on; none for most.
  /// Only copied ones have pixels.
  /// - Parameter blank: a layer to make others like.
  func newLayers(for operation: LayerOperation, numberedFrom next: UInt64, like blank: Layer) -> [Layer] {
    var new: [Layer]
    switch operation {
    case .add, .flatten: new = [blank]
    case .group:
      new = [blank]
      new[0].content = .group(.isolated)
    case .paste(let copied, _): new = Array(copied.layers)
    case .duplicate(let id, _): new = index(of: id).map { branch(at: $0).map { self[$0] } } ?? []
    default: return []
    }
    for index in new.indices { new[index].id = Layer.ID(next + UInt64(index)) }
    return new
  }

  /// Changes the tree by an operation. Returns false if the tree stays as it is, as for an impossible one.
  /// - Parameter new: the layers that it makes (`newLayers`).
  mutating func arrange(by operation: LayerOperation, _ new: [Layer]) -> Bool {
    guard fault(of: operation) == nil, new.allSatisfy({ index(of: $0.id) == nil }), let id = operation.layer,
      let at = index(of: id), new.count == operation.newLayers
    else { return false }
    switch operation {
    case .add: insert(new, at: placeOfNew(above: at))
    case .duplicate: insert(new, at: place(of: at).above)
    case .paste:
      var place = placeOfNew(above: at)
      var branch: [Layer] = []
      for layer in new {
        branch.append(layer)
        guard layer.depth == 0 else { continue }
        insert(branch, at: place)
        branch = []
        place = index(of: layer.id).map { self.place(of: $0).above } ?? place
      }
    case .delete, .mergeDown: remove(at: at)
    case .flatten:
      let place = place(of: at)
      remove(at: at)
      insert(new, at: place)
    case .move(_, let place):
      let old = self.place(of: at)
      move(at, to: place)
      return index(of: id).map { self.place(of: $0) } != old
    case .group(let ids):
      guard let root = new.last else { return false }
      let roots = roots(of: ids)
      // Above the highest of them, which then moves into the group.
      insert(new, at: place(of: roots.last ?? at).above)
      for id in roots.map({ self[$0].id }) {
        if let index = index(of: id) { move(index, to: LayerPlace(in: root.id, position: .max)) }
      }
    case .ungroup:
      var place = place(of: at)
      for id in children(of: at).map({ self[$0].id }) {
        guard let index = index(of: id) else { continue }
        move(index, to: place)
        place = place.above
      }
      if let index = index(of: id) { remove(at: index) }
    case .several(let operations): for operation in operations { _ = arrange(by: operation, []) }
    default: return false
    }
    return true
  }

  /// The indices of layers that no other one of them contains, lowest first. Missing layers are left out.
  public func roots(of ids: [Layer.ID]) -> [Int] {
    let chosen = Set(ids)
    var roots: [Int] = []
    // From the top, so that a group comes before what it contains.
    var next = count - 1
    while next >= 0 {
      if chosen.contains(self[next].id) {
        roots.append(next)
        next = branch(at: next).lowerBound
      }
      next -= 1
    }
    return roots.reversed()
  }

  /// The index of the layer that is nearest to one: the sibling below, the one above, or the group. Its
  /// own if there is none.
  func neighbour(of index: Int) -> Int {
    let parent = parent(of: index)
    let siblings = children(of: parent)
    let position = siblings.firstIndex(of: index) ?? 0
    if position > 0 { return siblings[position - 1] }
    return position + 1 < siblings.count ? siblings[position + 1] : parent ?? index
  }

  /// The place one line higher in the list of layers: above the next layer, into the group above, or
  /// out of the group. Nil for the highest place.
  public func placeAbove(_ index: Int) -> LayerPlace? {
    let place = place(of: index)
    let siblings = children(of: parent(of: index))
    if place.position + 1 < siblings.count {
      let inside = LayerPlace(in: self[siblings[place.position + 1]].id, position: 0)
      return canMove(index, to: inside) ? inside : place.above
    }
    return parent(of: index).map { self.place(of: $0).above }
  }

  /// The place one line lower, likewise.
  public func placeBelow(_ index: Int) -> LayerPlace? {
    let place = place(of: index)
    if place.position > 0 {
      let sibling = children(of: parent(of: index))[place.position - 1]
      let inside = LayerPlace(in: self[sibling].id, position: .max)
      return canMove(index, to: inside) ? inside : LayerPlace(in: place.parent, position: place.position - 1)
    }
    return parent(of: index).map { self.place(of: $0) }
  }
}
