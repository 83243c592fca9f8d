import Raster

/// What an edit depends on and what it changed. The result of an edit is the same as long as the tiles
/// that it reads and writes are the same before it.
public struct Footprint: Sendable, Hashable {
  /// The tiles whose pixels count for the result, beside those that it changed. Where they are not
  /// known, more than those.
  public var reads: TileSet
  /// The tiles that it changed.
  public var writes: TileSet

  /// Whether the result may change with the pixels of some tiles.
  func meets(_ tiles: TileSet) -> Bool { reads.meets(tiles) || writes.meets(tiles) }
}

extension Edit {
  /// The layers and tiles that the edit reads and writes.
  public var footprint: Footprint {
    switch head {
    case .canvas: return Footprint(reads: .all, writes: .all)
    case .change, .omitted: return Footprint(reads: TileSet(), writes: TileSet())
    case .layer(let operation):
      let changed = operation.affected.flatMap { branchBefore(of: $0) + [$0] }
      let layers = TileSet(
        surfaces: Set(changed.flatMap { [SurfaceID($0), SurfaceID($0, .mask)] } + [surface].compactMap(\.self)))
      return Footprint(reads: layers, writes: layers)
    default:
      var writes = surface.map { TileSet($0, tileIndices) } ?? TileSet()
      for key in otherTiles { writes.insert([key.index], of: key.surface) }
      return Footprint(reads: reads, writes: writes)
    }
  }
}

extension Edit {
  /// Whether its result may change with the pixels of some tiles. Its corrections do not count.
  func dependsOnPixels(of tiles: TileSet) -> Bool {
    guard head.dependsOnPixels else { return false }
    if changesLayers { return footprint.meets(tiles) }
    return reads.meets(tiles) || surface.map { tiles.meets(tileIndices, of: $0) } ?? false
  }

  /// Whether its result or its corrections may change with the pixels of some tiles. As `footprint` tells, but
  /// faster.
  func meets(_ tiles: TileSet) -> Bool {
    dependsOnPixels(of: tiles) || corrections.contains { tiles.meets($0.tileIndices, of: $0.surface) }
  }
}

extension Document {
  /// What an operation reads if only its result is known: at most this.
  func mostReads(of operation: Operation) -> TileSet {
    guard let surface = operation.paintedSurface, operation.keepsResult else { return TileSet() }
    if case .fill(let fill) = operation, fill.filling.source.isMerged {
      return TileSet(surfaces: layers.filter { $0.isVisible }.surfaces + [surface])
    }
    if operation.strokes.contains(where: { $0.conditions.mixing == .exactWithLayersBelow }) {
      return TileSet(surfaces: layers.filter { $0.isVisible }.surfaces + [surface])
    }
    return TileSet(surfaces: [surface])
  }
}
