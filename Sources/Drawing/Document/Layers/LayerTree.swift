import Journal
import Language

/// The layers of a drawing: a tree, kept as a list.
///
/// The list is in the order of composition, lowest first, and a group stands directly above what it
/// contains. Each layer has its depth, so one pass over the list visits the whole tree, and no function
/// recurses.
///
/// 1. Only the functions here change the order, the depths and the IDs.
/// 2. A layer and all that it contains is a branch: a range of the list that ends with the layer.
public struct LayerTree: Sendable, Equatable {
  private var list: [Layer]

  /// The largest depth: how many groups can be inside one another.
  public static let mostDepth = 64

  /// A tree without layers.
  public init() { list = [] }

  /// Makes a tree from a list, lowest first.
  /// - Throws: if two layers have the same ID, or the depths are not those of a tree.
  package init(_ list: [Layer]) throws(PayloadError) {
    self.list = list
    if let fault = Self.fault(list) { throw PayloadError(fault) }
  }

  /// What keeps a list from being a tree; nil if it is one.
  private static func fault(_ list: [Layer]) -> String? {
    var ids: Set<Layer.ID> = []
    // The depth that the layer below may have at most.
    var most = 0
    for layer in list.reversed() {
      guard ids.insert(layer.id).inserted else { return translated("a layer's number is invalid") }
      guard (0...most).contains(layer.depth) else { return translated("a layer is in no group") }
      guard layer.depth <= mostDepth else {
        return translated("groups are nested more than {count} deep", ["count": mostDepth])
      }
      most = layer.depth + (layer.isGroup ? 1 : 0)
    }
    return nil
  }

  /// Traps if the list is no tree. O(count).
  func checkInvariants() {
    let fault = Self.fault(list)
    precondition(fault == nil, fault ?? "")
  }

  /// The indices of a layer and of all that it contains; the layer is the last one.
  public func branch(at index: Int) -> Range<Int> {
    var first = index
    while first > 0, list[first - 1].depth > list[index].depth { first -= 1 }
    return first..<index + 1
  }

  /// The number of layers that a layer has with all that it contains.
  public func branchCount(at index: Int) -> Int { branch(at: index).count }

  /// The index of the group that directly contains a layer; nil if none does.
  func parent(of index: Int) -> Int? {
    list[index].depth == 0 ? nil : (index + 1..<list.count).first { list[$0].depth < list[index].depth }
  }

  /// The indices of the groups that contain a layer, the innermost first.
  public func ancestors(of index: Int) -> [Int] {
    var ancestors: [Int] = []
    var next = parent(of: index)
    while let parent = next {
      ancestors.append(parent)
      next = self.parent(of: parent)
    }
    return ancestors
  }

  /// The indices of the layers that a group directly contains, lowest first; those that no group contains
  /// for nil.
  public func children(of parent: Int?) -> [Int] {
    let lowest = parent.map { branch(at: $0).lowerBound } ?? 0
    var children: [Int] = []
    var next = (parent ?? list.count) - 1
    while next >= lowest {
      children.append(next)
      next = branch(at: next).lowerBound - 1
    }
    return children.reversed()
  }

  /// Where a layer is.
  public func place(of index: Int) -> LayerPlace {
    let parent = parent(of: index)
    let position = children(of: parent).firstIndex(of: index) ?? 0
    return LayerPlace(in: parent.map { list[$0].id }, position: position)
  }

  /// The base of each clipped layer that has one, by their indices: the nearest layer below it in its group
  /// that is not clipped. O(count).
  public var clippingBases: [Int: Int] {
    guard list.contains(where: { $0.isClipped }) else { return [:] }
    var bases: [Int: Int] = [:]
    // The last layer of each depth that is not clipped, in the group that is being visited.
    var last = [Int?](repeating: nil, count: Self.mostDepth + 2)
    for index in list.indices {
      let depth = list[index].depth
      // What it contains came before it.
      last[depth + 1] = nil
      if !list[index].isClipped { last[depth] = index } else if let base = last[depth] { bases[index] = base }
    }
    return bases
  }

  /// The number of levels that a branch has in a file, 1 for a layer alone. A masked layer has two.
  func height(at index: Int) -> Int {
    let depths = list[branch(at: index)].map { $0.mask == nil ? $0.depth : $0.depth + 1 }
    return (depths.max() ?? 0) - list[index].depth + 1
  }

  /// Whether a branch of a height can be at a place: the group exists, and the depth is allowed.
  func hasRoom(at place: LayerPlace, height: Int = 1) -> Bool {
    guard let parent = place.parent else { return height <= Self.mostDepth + 1 }
    guard let index = index(of: parent), list[index].isGroup else { return false }
    return list[index].depth + height <= Self.mostDepth
  }

  /// Whether a branch can be moved to a place: not into itself, and where there is room.
  func canMove(_ index: Int, to place: LayerPlace) -> Bool {
    if let parent = place.parent, let target = self.index(of: parent), branch(at: index).contains(target) {
      return false
    }
    return hasRoom(at: place, height: height(at: index))
  }

  /// Inserts a branch whose last layer is the one that contains the others, at a place that has room for
  /// it. A position beyond the ends counts as the nearest end.
  public mutating func insert(_ branch: [Layer], at place: LayerPlace) {
    guard let root = branch.last else { return }
    let parent = place.parent.flatMap { index(of: $0) }
    let depth = parent.map { list[$0].depth + 1 } ?? 0
    let children = children(of: parent)
    let position = Swift.max(0, Swift.min(children.count, place.position))
    // Above the branch of the layer below, or lowest in the group.
    let at = position > 0 ? children[position - 1] + 1 : parent.map { self.branch(at: $0).lowerBound } ?? 0
    let moved = branch.map { layer in
      var layer = layer
      layer.depth += depth - root.depth
      return layer
    }
    list.insert(contentsOf: moved, at: at)
    assert(Self.fault(list) == nil)
  }

  /// Removes a layer with all that it contains, and returns them.
  @discardableResult public mutating func remove(at index: Int) -> [Layer] {
    let branch = branch(at: index)
    defer { list.removeSubrange(branch) }
    return Array(list[branch])
  }

  /// Gives the layers other IDs, lowest first. No ID may occur twice.
  package mutating func identify(as ids: [Layer.ID]) {
    for (index, id) in zip(list.indices, ids) { list[index].id = id }
    assert(Self.fault(list) == nil)
  }

  /// Removes all but the first layers, which are whole branches.
  mutating func keepFirst(_ count: Int) {
    list.removeSubrange(count...)
    assert(Self.fault(list) == nil)
  }

  /// Moves a branch to a place that it can be moved to (`canMove`). The position does not count the
  /// branch itself.
  mutating func move(_ index: Int, to place: LayerPlace) { insert(remove(at: index), at: place) }
}

extension LayerTree: RandomAccessCollection, MutableCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of layers and groups.
  public var endIndex: Int { list.count }

  /// A layer. Its place and its ID stay.
  public subscript(index: Int) -> Layer {
    get { list[index] }
    _modify {
      let (id, depth, isGroup) = (list[index].id, list[index].depth, list[index].isGroup)
      yield &list[index]
      precondition(
        list[index].id == id && list[index].depth == depth && list[index].isGroup == isGroup, "a layer stays in place")
    }
  }

  /// The index of a layer; nil if it is not there.
  public func index(of id: Layer.ID) -> Int? { list.firstIndex { $0.id == id } }
}
