import Geometry
import Raster

/// How far the pixels of a picture are from a colour. They are found once, for any tolerance.
public final class ColourDistances {
  /// The part of the picture that counts, px: whole tiles, or all of it.
  public let limit: PixelRect
  private let sample: FillSample
  /// The premultiplied colour.
  let colour: UInt32
  /// The distances of tiles whose pixels are not all alike, row by row, by their indices.
  private var tiles: [Int: [UInt8]] = [:]
  /// Those of other tiles.
  private var evenTiles: [Int: UInt8] = [:]
  private var pixels = [UInt32](repeating: 0, count: Tile.count)

  /// - Parameter colour: premultiplied.
  public init(in sample: FillSample, to colour: UInt32, limit: PixelRect) {
    (self.sample, self.colour, self.limit) = (sample, colour, limit)
  }

  /// The pixels whose premultiplied channels differ by a tolerance at most, 0...255.
  public func similar(tolerance: Int) -> LazyMask {
    let tolerance = UInt8(max(0, min(255, tolerance)))
    return LazyMask(width: sample.image.width, height: sample.image.height) { [self] tile in
      guard limit.contains(sample.image.bounds(ofTile: tile)) else { return .none }
      find(tile)
      if let even = evenTiles[tile] { return even <= tolerance ? .all : .none }
      guard let distances = tiles[tile] else { return .none }
      return .words(
        (0..<Tile.size).map { row in
          var word: UInt64 = 0
          let span = distances.span.extracting((row << Tile.shift)..<(row + 1) << Tile.shift)
          for column in 0..<Tile.size where span[unchecked: column] <= tolerance { word |= 1 << UInt64(column) }
          return word
        })
    }
  }

  /// The distances of the pixels of a rectangle, row by row.
  /// - Parameter outside: the distance of pixels outside the limit.
  func distances(in rect: PixelRect, outside: UInt8) -> [UInt8] {
    var all = [UInt8](repeating: outside, count: rect.area)
    let (columns, inside) = (sample.image.columns, rect.intersection(limit))
    for tile in TileRange(inside).indices(columns: columns) where !inside.isEmpty {
      find(tile)
      let part = sample.image.bounds(ofTile: tile).intersection(inside)
      let (even, distances) = (evenTiles[tile], tiles[tile] ?? [])
      for y in part.minY..<part.maxY {
        let row = (y - rect.minY) * rect.width + part.minX - rect.minX
        let target = row..<(row + part.width)
        if let even {
          all[target].withContiguousMutableStorageIfAvailable { $0.update(repeating: even) }
        } else {
          let from = (y & (Tile.size - 1)) << Tile.shift | part.minX & (Tile.size - 1)
          all.replaceSubrange(target, with: distances[from..<(from + part.width)])
        }
      }
    }
    return all
  }

  private func find(_ tile: Int) {
    if tiles[tile] != nil || evenTiles[tile] != nil { return }
    func distance(_ pixel: UInt32) -> UInt8 { UInt8(Pixel.distance(pixel, colour)) }
    if let even = sample.uniform(tile) {
      evenTiles[tile] = distance(even)
      return
    }
    let square = sample.image.bounds(ofTile: tile)
    sample.read(PixelRect(x: square.minX, y: square.minY, width: Tile.size, height: Tile.size), &pixels)
    let distances = pixels.map(distance)
    if distances.allSatisfy({ $0 == distances[0] }) { evenTiles[tile] = distances[0] } else { tiles[tile] = distances }
  }
}
