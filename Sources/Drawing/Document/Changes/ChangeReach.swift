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

  /// - Parameters:
  ///   - edits: all that are done.
  ///   - changed: the indices of those that change.
  ///   - extra: tiles that are needed beside.
  init(_ edits: [Edit], changed: Set<Int>, extra: TileSet) {
    tiles = extra
    guard let first = changed.min() else { return }
    for index in changed { tiles.formUnion(edits[index].footprint) }
    var wasMet = false
    for index in first..<edits.count {
      let edit = edits[index]
      let isChanged = changed.contains(index)
      let isMet = isChanged || edit.meets(tiles) || edit.head.replacesLast && wasMet
      wasMet = isMet
      if isMet, !isChanged { add(edit) }
    }
    // Tiles that came later may be those of earlier edits.
    indices.removeAll()
    for index in first..<edits.count {
      let edit = edits[index]
      // One that took back the last edit need not have changed any tile itself.
      let followsLast = edit.head.replacesLast && indices.last == index - 1
      if changed.contains(index) || edit.changesLayers || edit.changesSelection || followsLast || edit.meets(tiles) {
        indices.append(index)
      }
    }
  }

  /// All tiles, and the edits of some indices.
  init(all indices: Range<Int>) { (tiles, self.indices) = (.all, Array(indices)) }

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
