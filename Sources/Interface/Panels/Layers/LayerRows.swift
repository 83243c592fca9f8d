import Document
import Toolkit

/// The rows of the list of layers: which layers show, and where a dragged one lands.
///
/// Everything is highest first, so a group precedes what it contains.
struct LayerRows: Equatable {
  /// All layers and groups.
  let all: [LayerItem]
  /// The index in `all` of each row. What a folded group contains has none.
  let shown: [Int]

  /// The rows of layers in the order of `LayerTree`, lowest first.
  init(_ layers: [LayerItem] = []) {
    all = layers.reversed()
    var shown: [Int] = []
    var next = 0
    while next < all.count {
      shown.append(next)
      next = all[next].isFolded ? Self.branch(at: next, of: all).upperBound : next + 1
    }
    self.shown = shown
  }

  /// Whether other layers have rows, or at other depths.
  func differ(from other: LayerRows) -> Bool {
    let (old, new) = (items, other.items)
    return old.count != new.count || zip(old, new).contains { $0.id != $1.id || $0.depth != $1.depth }
      || all.contains(where: \.isGroup) != other.all.contains(where: \.isGroup)
  }

  /// The layer in each row.
  var items: [LayerItem] { shown.map { all[$0] } }

  /// The indices in `all` of a layer and its contents.
  private static func branch(at index: Int, of all: [LayerItem]) -> Range<Int> {
    let end = all[(index + 1)...].firstIndex { $0.depth <= all[index].depth }
    return index..<(end ?? all.count)
  }

  /// The number of layers that a layer has with all that it contains; 1 for one that is not there.
  func count(of id: Layer.ID) -> Int {
    all.firstIndex { $0.id == id }.map { Self.branch(at: $0, of: all).count } ?? 1
  }

  /// The number of layers that a row's layer has with all that it contains.
  func count(ofRow row: Int) -> Int { Self.branch(at: shown[row], of: all).count }

  /// Whether a layer has a layer with paint below it in its group, and is none itself.
  func canMerge(_ id: Layer.ID) -> Bool {
    guard let index = all.firstIndex(where: { $0.id == id }), !all[index].isGroup, index + 1 < all.count else {
      return false
    }
    return all[index + 1].depth == all[index].depth && !all[index + 1].isGroup
  }

  /// The index in `all` of the group that contains a layer; nil for none.
  private func parent(of index: Int) -> Int? {
    all[..<index].lastIndex { $0.depth < all[index].depth }
  }

  /// The row of the group that contains a row's layer; nil for none.
  func parent(ofRow row: Int) -> Int? { parent(of: shown[row]).flatMap { shown.firstIndex(of: $0) } }

  /// Whether a row is dragged along with another one.
  func moves(_ row: Int, with moved: Int) -> Bool { Self.branch(at: shown[moved], of: all).contains(shown[row]) }

  /// The depths that a dragged layer can have in a gap.
  /// - Parameters:
  ///   - gap: the number of rows above it.
  ///   - moved: the row of the dragged layer.
  func depths(inGap gap: Int, moving moved: Int) -> ClosedRange<Int> {
    let (above, below) = neighbours(ofGap: gap, moving: moved)
    let least = below.map { all[$0].depth } ?? 0
    var most = above.map { all[$0].depth } ?? 0
    if let above, all[above].isGroup, !all[above].isFolded { most += 1 }
    return least...max(least, most)
  }

  /// The rows beside a gap that are not dragged, as indices in `all`.
  private func neighbours(ofGap gap: Int, moving moved: Int) -> (above: Int?, below: Int?) {
    let branch = Self.branch(at: shown[moved], of: all)
    return (shown[..<gap].last { !branch.contains($0) }, shown[gap...].first { !branch.contains($0) })
  }

  /// Where a dragged layer lands in a gap, as `depths` allows; nil if it is there already.
  func place(inGap gap: Int, depth: Int, moving moved: Int) -> LayerPlace? {
    let start = neighbours(ofGap: gap, moving: moved).below ?? all.count
    let branch = Self.branch(at: shown[moved], of: all)
    // Nothing between it and the gap is outside it.
    let parent = all[..<start].indices.last { !branch.contains($0) && all[$0].depth < depth }
    let place = LayerPlace(in: parent.map { all[$0].id }, position: siblings(from: start, depth, without: branch))
    return place == self.place(of: shown[moved]) ? nil : place
  }

  /// The number of layers with a depth from an index on that are in the same group.
  private func siblings(from start: Int, _ depth: Int, without branch: Range<Int>) -> Int {
    all[start...].prefix { $0.depth >= depth }.indices.count { all[$0].depth == depth && !branch.contains($0) }
  }

  private func place(of index: Int) -> LayerPlace {
    let branch = Self.branch(at: index, of: all)
    return LayerPlace(
      in: parent(of: index).map { all[$0].id },
      position: siblings(from: branch.upperBound, all[index].depth, without: branch))
  }

  /// The highest place in the group of a row; nil for a layer, or what cannot contain the dragged one.
  func place(inRow row: Int, moving moved: Int) -> LayerPlace? {
    let group = all[shown[row]]
    guard group.isGroup, !moves(row, with: moved) else { return nil }
    let branch = Self.branch(at: shown[moved], of: all)
    let place = LayerPlace(
      in: group.id, position: siblings(from: shown[row] + 1, group.depth + 1, without: branch))
    return place == self.place(of: shown[moved]) ? nil : place
  }
}
