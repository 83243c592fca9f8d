import Geometry
import Raster

/// Paints the reached pixels of a fill without light fringes along lines.
///
/// Pixels at a line's soft edges mix ink and ground. The fill continues under the ink by at most
/// `growth` px, while each pixel differs more from the ground than the one before. There
/// - a translucent pixel gets the colour under its ink (destination over, Porter and Duff 1984).
///   This is exact for opaque ink on a transparent layer;
/// - an opaque pixel counts as a mixture of the old ground and the ink nearby. Its share of the
///   ground is replaced.
public struct FillPainter: FillWork {
  /// How far the fill continues under lines, px.
  public static let growth = 3

  /// The indices of the tiles that change.
  public let tiles: [Int]
  /// The tiles that are completely reached, together with all their neighbours.
  private let inside: Set<Int>
  private let found: FillArea
  private let mixing: FillMixing
  /// A tile of this pixel, which all empty tiles share.
  private let even: Tile
  public init(_ area: FillArea, colour: UInt32, opacity: UInt8) {
    found = area
    mixing = FillMixing(
      seed: area.seed, tolerance: area.tolerance, colour: colour, opacity: opacity, isGroundClear: area.isGroundClear)
    even = Tile(filledWith: mixing.ink)
    let reached = area.reached
    var all: Set<Int> = []
    var inside: Set<Int> = []
    for tile in reached.tileIndices {
      let (row, column) = tile.quotientAndRemainder(dividingBy: reached.columns)
      var isInside = true
      for r in max(0, row - 1)...min(reached.rows - 1, row + 1) {
        for c in max(0, column - 1)...min(reached.columns - 1, column + 1) {
          let near = r * reached.columns + c
          all.insert(near)
          if reached.share(ofTile: near) != .all { isInside = false }
        }
      }
      if isInside { inside.insert(tile) }
    }
    tiles = all.sorted()
    self.inside = inside
  }

  /// The tiles that `paint` looks at: those around the painted ones count for their margins.
  public var readTiles: Set<Int> {
    let (columns, rows) = (found.reached.columns, found.reached.rows)
    var near: Set<Int> = []
    for tile in tiles {
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      for r in max(0, row - 1)...min(rows - 1, row + 1) {
        for c in max(0, column - 1)...min(columns - 1, column + 1) { near.insert(r * columns + c) }
      }
    }
    return near
  }

  public var area: Mask { found.reached }
  public var knownTiles: [Int] { found.open.knownTiles }
  public var isGroundClear: Bool { found.isGroundClear }
  public var reach: Int { Self.growth }

  /// Paints a tile of the image.
  public func paint(tile: Int, of image: inout TileGrid) {
    let square = image.bounds(ofTile: tile)
    if inside.contains(tile), square.area == Tile.count {
      let old = image[tile]
      if mixing.opacity == 255, old == nil || !found.isGroundClear {
        image[tile] = even
        return
      }
      if old == nil {
        image[tile] = mixing.ink == 0 ? nil : even
        return
      }
    }
    paintPixels(tile, square, of: &image)
  }

  private func paintPixels(_ tile: Int, _ square: PixelRect, of image: inout TileGrid) {
    let margin = Self.growth + FillMixing.inkReach
    let side = Tile.size + 2 * margin
    let rect = PixelRect(x: square.minX - margin, y: square.minY - margin, width: side, height: side)
    var pixels = [UInt32](repeating: 0, count: side * side)
    found.sample.read(rect, &pixels)
    var distance = [UInt8](repeating: 0, count: side * side)
    /// 1 in reached pixels, 2... where the fill continues under ink, 0 elsewhere.
    var level = [UInt8](repeating: 0, count: side * side)
    let canvas = image.bounds
    var isTouched = false
    for y in 0..<side {
      let words = [0, 64].map { found.reached.word(x: rect.minX + $0, y: rect.minY + y) }
      for x in 0..<side where canvas.contains(x: rect.minX + x, y: rect.minY + y) {
        let i = y * side + x
        distance[i] = UInt8(truncatingIfNeeded: Pixel.distance(pixels[i], found.seed))
        if words[x >> 6] >> UInt64(x & 63) & 1 != 0 {
          level[i] = 1
          isTouched = true
        }
      }
    }
    guard isTouched else { return }
    grow(&level, distance, rect)
    let old = image[tile]?.pixels ?? []
    var new: [UInt32] = old.isEmpty ? [UInt32](repeating: 0, count: Tile.count) : old
    var hasChanged = false
    for y in square.minY..<square.maxY {
      for x in square.minX..<square.maxX {
        let i = (y - rect.minY) * side + x - rect.minX
        if level[i] == 0 { continue }
        let at = (y & 63) << Tile.shift | (x & 63)
        new[at] = mixing.paint(new[at], distance, i, side).applied(to: new[at], mixing.ink)
        hasChanged = true
      }
    }
    guard hasChanged else { return }
    guard image[tile]?.isDeep ?? false else {
      return image.withMutableTile(tile) { target in for i in 0..<Tile.count { target[unchecked: i] = new[i] } }
    }
    image.withMutableTile(tile, as: DeepPixel.self) { target in
      let ink = DeepPixel(mixing.ink)
      for y in square.minY..<square.maxY {
        for x in square.minX..<square.maxX {
          let i = (y - rect.minY) * side + x - rect.minX
          if level[i] == 0 { continue }
          let at = (y & 63) << Tile.shift | (x & 63)
          let old = target[at]
          // The same decisions as for 8 bits.
          target[at] = mixing.paint(old.word, distance, i, side).applied(to: old, ink)
        }
      }
    }
  }

  private func grow(_ level: inout [UInt8], _ distance: [UInt8], _ rect: PixelRect) {
    let side = rect.width
    for step in 1...UInt8(Self.growth) {
      for y in 1..<(side - 1) {
        for x in 1..<(side - 1) {
          let i = y * side + x
          // Ground that was not reached belongs to another area.
          guard level[i] == 0, UInt32(distance[i]) > found.tolerance else { continue }
          var isReached = false
          for dy in -1...1 {
            for dx in -1...1 {
              let j = i + dy * side + dx
              if level[j] == step, step == 1 || distance[i] > distance[j] { isReached = true }
            }
          }
          guard isReached else { continue }
          if let selection = found.selection, !selection[rect.minX + x, rect.minY + y] { continue }
          level[i] = step + 1
        }
      }
    }
  }
}
