import Raster

/// The tiles that a change of earlier edits may need, and the edits that touch them: all others are
/// passed over, however many there are.
///
/// It begins with the tiles of the edits that change. An edit that would be performed again as a
/// whole adds all of its tiles; one that can be limited is drawn again in tiles that are there
/// already. Which edits these are is estimated from footprints, rather too many.
struct ChangeReach {
  /// The tiles.
  private(set) var tiles: TileSet
  /// The indices of the edits that have any, or that change the layers or the selection, ascending.
  private(set) var indices: [Int] = []
  /// Whether it has all edits that are walked over.
  private var isWhole = false
  /// The indices of edits after which the selection may be another one than before the change.
  private var reselecting: Set<Int> = []
  /// Edits of `indices` that are undone and not performed again, since no needed pixel depends on them.
  private(set) var passed: Set<Int> = []
  /// The tiles to compute for a preview, such as those in the window; nil for all.
  private(set) var part: TileSet?
  /// Where operations paint, in a part.
  private var places: [Int: TileSet] = [:]

  /// - Parameters:
  ///   - edits: all that are done.
  ///   - changed: the indices of those that change.
  ///   - extra: tiles that are needed beside.
  ///   - results: what edits do then, from a record; nil if selections are made again from pixels.
  init(_ edits: [Edit], changed: Set<Int>, extra: TileSet, results: [Int: RecordedResult]? = nil) {
    tiles = extra
    guard let first = changed.min() else { return }
    for index in changed { tiles.formUnion(edits[index].footprint) }
    var (wasMet, isReselected) = (false, false)
    for index in first..<edits.count {
      let edit = edits[index]
      let isChanged = changed.contains(index)
      let sampled = results == nil ? edit.sampled : TileSet()
      let isRemade = isReselected && edit.remakesSelection
      let isSampled = sampled.meets(tiles) || results?[index]?.selected != nil
      let isMet =
        isChanged || edit.meets(tiles) || edit.head.replacesLast && wasMet
        || isReselected && edit.mayDependOnSelection
      wasMet = isMet
      if isMet, !isChanged { add(edit) }
      if isSampled || isRemade { tiles.formUnion(sampled) }
      isReselected = isSampled || isChanged && edit.head.isSelection || isReselected && edit.maintainsSelection
      if isReselected { reselecting.insert(index) }
    }
    // Tiles that came later may be those of earlier edits.
    indices.removeAll()
    for index in first..<edits.count {
      let edit = edits[index]
      // One that took back the last edit need not have changed any tile itself.
      let followsLast = edit.head.replacesLast && indices.last == index - 1
      if changed.contains(index) || edit.changesLayers || edit.changesSelection || followsLast || edit.meets(tiles)
        || reselecting.contains(index) || reselecting.contains(index - 1)
      {
        indices.append(index)
      }
    }
  }

  /// What must be in reach if the selections differ after an edit.
  /// - Parameter difference: where they do.
  /// - Returns: nil if that is in reach.
  func missing(after index: Int, _ edits: [Edit], _ difference: SelectionDifference) -> TileSet? {
    if difference == .none || isWhole { return nil }
    guard reselecting.contains(index) else { return .all }
    // All that may paint in the part is in reach.
    if part != nil { return nil }
    var surfaces: Set<SurfaceID> = []
    for next in indices where next > index && reselecting.contains(next - 1) {
      if let surface = edits[next].head.paintedSurface { surfaces.insert(surface) }
    }
    let needed = difference.tiles(of: surfaces)
    return tiles.isSuperset(of: needed) ? nil : needed
  }

  /// Finds the tiles and edits on which the final pixels of `seen` depend. It goes from the last edit to the first.
  /// - Parameters:
  ///   - operations: what is done instead of edits.
  ///   - places: where new operations paint that paint elsewhere than their edits and cannot be limited to tiles.
  ///   - keepsPlaces: whether the others paint where their edits do.
  ///   - seen: the tiles.
  /// - Returns: nil if an edit since then changes whole layers or the canvas.
  init?(
    _ edits: [Edit], operations: [Int: Operation], places: [Int: TileSet], keepsPlaces: Bool, seen: TileSet
  ) {
    (tiles, self.places) = (seen, places)
    guard let first = operations.keys.min() else { return nil }
    // Selections that are made of pixels may become others.
    guard edits[first...].allSatisfy(\.sampled.isEmpty) else { return nil }
    var needed: Set<Int> = []
    var isReselected = false
    for index in first..<edits.count {
      isReselected =
        operations[index].map(\.isSelection) ?? false || isReselected && edits[index].maintainsSelection
      if isReselected { reselecting.insert(index) }
    }
    // Whether an edit, or what is done instead, may paint in a tile that is needed.
    func paints(_ index: Int) -> Bool {
      guard !edits[index].meets(tiles) else { return true }
      // Another selection may let it paint anywhere.
      if reselecting.contains(index - 1), let surface = edits[index].head.paintedSurface,
        tiles.isAll || tiles.surfaces.contains(surface) || tiles.tiles[surface] != nil
      {
        return true
      }
      return operations[index].map { places[index]?.meets(tiles) ?? !(keepsPlaces || $0.isOmitted) } ?? false
    }
    for index in (first..<edits.count).reversed() {
      let edit = edits[index]
      if edit.changesLayers, edit.head.dependsOnPixels { return nil }
      let replacesLast = edit.head.replacesLast && index > first
      let selects = reselecting.contains(index - 1) && edit.setsSelection
      guard needed.contains(index) || selects || paints(index) || replacesLast && paints(index - 1) else { continue }
      needed.insert(index)
      if replacesLast { needed.insert(index - 1) }
      let head = operations[index] ?? edit.head
      if head.redrawsParts || head.isOmitted { continue }
      if let place = places[index] { tiles.formUnion(place) } else { tiles.formUnion(edit.footprint) }
    }
    for index in first..<edits.count {
      let edit = edits[index]
      guard needed.contains(index) || edit.changesLayers || edit.changesSelection || edit.meets(tiles) else { continue }
      indices.append(index)
      if !needed.contains(index) { passed.insert(index) }
    }
    part = tiles
  }

  /// Whether the pixels are known on which an edit that was performed as a whole depends. In a part, others may be
  /// those of another time.
  func has(_ footprint: Footprint, of index: Int, _ edit: Edit) -> Bool {
    var known = tiles
    if part != nil {
      known = places[index] ?? edit.footprint.reads
      if places[index] == nil { known.formUnion(edit.footprint.writes) }
    }
    return known.isSuperset(of: footprint.reads) && known.isSuperset(of: footprint.writes)
  }

  /// The number of tiles that may have to be painted again.
  func work(_ edits: [Edit]) -> Int {
    var count = 0
    for index in indices where !passed.contains(index) {
      let edit = edits[index]
      guard edit.head.redrawsParts, let surface = edit.surface else {
        count += edit.tileCount
        continue
      }
      count += edit.tileIndices.count { tiles.contains($0, of: surface) }
    }
    return count
  }

  /// All tiles, and the edits of some indices.
  init(all indices: Range<Int>) { (tiles, self.indices, isWhole) = (.all, Array(indices), true) }

  private mutating func add(_ edit: Edit) {
    switch edit.head {
    case .canvas: tiles.formUnion(.all)
    // Which number a new layer has is not known before the operation is performed.
    case .layer(let operation) where operation.newLayers > 0 || operation.isOfNewMask: tiles.formUnion(.all)
    case let head where head.redrawsParts: break
    default: tiles.formUnion(edit.footprint)
    }
  }
}

extension TileSet {
  fileprivate mutating func formUnion(_ footprint: Footprint) {
    formUnion(footprint.reads)
    formUnion(footprint.writes)
  }
}
