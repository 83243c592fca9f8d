import Geometry
import Raster

/// Scales images to any size, each direction by its own factor.
///
/// The filter is the cubic with B = C = 1/3 (D. Mitchell and A. Netravali, "Reconstruction filters
/// in computer graphics", 1988) on premultiplied channels. It is widened where the image becomes
/// smaller, so that each pixel is a weighted mean of all pixels that it covers. Beyond the edges,
/// edge pixels are repeated. Areas of one colour stay exact.
public struct ImageScaler {
  private let across: Taps
  private let down: Taps

  /// For images of one size, px, that get another one; all sizes are at least 1.
  public init(from old: (width: Int, height: Int), to new: (width: Int, height: Int)) {
    across = Taps(from: old.width, to: new.width)
    down = Taps(from: old.height, to: new.height)
  }

  /// The source pixels of each new pixel in one direction.
  private struct Taps {
    let scale: Double
    let old: Int
    let new: Int
    /// Half of the filter's width, source px.
    let reach: Double

    init(from old: Int, to new: Int) {
      (self.old, self.new) = (old, new)
      scale = Double(new) / Double(old)
      reach = 2 * max(1, 1 / scale)
    }

    /// The place of a new pixel's centre, source px.
    private func center(_ i: Int) -> Double { (Double(i) + 0.5) / scale }

    /// The first source pixel, which may be outside the image, and the weights from it on.
    func weights(_ i: Int) -> (first: Int, weights: [Float]) {
      let center = center(i)
      let first = Int((center - reach).rounded(.down))
      let last = Int((center + reach).rounded(.up))
      var weights = (first...last).map { Float(Self.kernel((Double($0) + 0.5 - center) * 2 / reach)) }
      let sum = weights.reduce(0, +)
      for k in weights.indices { weights[k] /= sum }
      return (first, weights)
    }

    /// The source pixels of a range of new ones; may reach outside the image.
    func source(of range: Range<Int>) -> Range<Int> {
      let first = Int((center(range.lowerBound) - reach).rounded(.down))
      return first..<Int((center(range.upperBound - 1) + reach).rounded(.up)) + 1
    }

    /// The new pixels that depend on a range of source pixels, edge pixels repeated.
    func targets(of range: Range<Int>) -> Range<Int> {
      let first = range.lowerBound <= 0 ? 0 : Int(((Double(range.lowerBound) - reach) * scale).rounded(.down)) - 1
      let last = range.upperBound >= old ? new : Int(((Double(range.upperBound) + reach) * scale).rounded(.up)) + 1
      let start = max(0, min(new, first))
      return start..<max(start, min(new, last))
    }

    static func kernel(_ t: Double) -> Double {
      let x = abs(t)
      if x < 1 { return (7 * x * x * x - 12 * x * x + 16 / 3) / 6 }
      return x < 2 ? (-7 / 3 * x * x * x + 12 * x * x - 20 * x + 32 / 3) / 6 : 0
    }
  }

  /// The scaled image. O(painted pixels, old and new).
  public func callAsFunction(_ image: TileGrid) -> TileGrid {
    var new = TileGrid(width: across.new, height: down.new)
    for index in targets(of: image) { new[index] = tile(new.bounds(ofTile: index), of: image) }
    return new
  }

  /// The tiles of the scaled image that may have pixels.
  public func targets(of image: TileGrid) -> Set<Int> {
    precondition(image.width == across.old && image.height == down.old, "an image of the old size")
    let new = TileGrid(width: across.new, height: down.new)
    var targets: Set<Int> = []
    for index in image.tileIndices {
      let square = image.bounds(ofTile: index)
      let (columns, rows) = (
        across.targets(of: square.minX..<square.maxX), down.targets(of: square.minY..<square.maxY)
      )
      new.forEachTile(
        in: PixelRect(
          minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound)
      ) { targets.insert($0) }
    }
    return targets
  }

  /// The tile of the scaled image at `square`, px there; nil if it is transparent.
  public func tile(_ square: PixelRect, of image: TileGrid) -> Tile? {
    let values = scaled(square) { SampleWindow.values($0, of: image) }
    return SampleWindow.tile(values, width: square.width, isDeep: image.hasDeepTiles(in: source(of: square)))
  }

  /// The scaled mask. A mask with hard edges keeps hard edges: it gets the pixels whose share is at least half.
  public func callAsFunction(_ mask: Mask) -> Mask {
    var new = Mask(width: across.new, height: down.new)
    let box = mask.bounds
    guard !box.isEmpty else { return new }
    let isHard = mask.isHard
    let (columns, rows) = (across.targets(of: box.minX..<box.maxX), down.targets(of: box.minY..<box.maxY))
    let range = TileRange(
      PixelRect(minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound))
    for row in range.rows {
      for column in range.columns {
        let square = PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
          .intersection(new.extent)
        let shares = scaled(square) { rect in
          var values: [SIMD4<Float>] = []
          values.reserveCapacity(rect.area)
          for y in rect.minY..<rect.maxY {
            for x in rect.minX..<rect.maxX {
              let share = mask.share(x: max(0, min(mask.width - 1, x)), y: max(0, min(mask.height - 1, y)))
              values.append(SIMD4(repeating: Float(share) / 255))
            }
          }
          return values
        }
        new.set(shares.map(\.x), of: square, isHard: isHard)
      }
    }
    return new
  }

  /// The source pixels of new ones; may reach outside the image.
  private func source(of square: PixelRect) -> PixelRect {
    let (columns, rows) = (across.source(of: square.minX..<square.maxX), down.source(of: square.minY..<square.maxY))
    return PixelRect(
      minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound)
  }

  /// The values of the new pixels `square`, row by row. `values` returns those of source pixels.
  private func scaled(_ square: PixelRect, _ values: (PixelRect) -> [SIMD4<Float>]) -> [SIMD4<Float>] {
    let source = source(of: square)
    let values = values(source)
    let width = square.width
    var along = [SIMD4<Float>](repeating: .zero, count: width * source.height)
    for x in 0..<width {
      let (first, weights) = across.weights(square.minX + x)
      let start = first - source.minX
      for y in 0..<source.height {
        var sum = SIMD4<Float>.zero
        let row = y &* source.width &+ start
        for k in weights.indices { sum += values[row &+ k] * weights[k] }
        along[y &* width &+ x] = sum
      }
    }
    var result = [SIMD4<Float>](repeating: .zero, count: square.area)
    for y in 0..<square.height {
      let (first, weights) = down.weights(square.minY + y)
      let start = first - source.minY
      for x in 0..<width {
        var sum = SIMD4<Float>.zero
        for k in weights.indices { sum += along[(start &+ k) &* width &+ x] * weights[k] }
        result[y &* width &+ x] = sum
      }
    }
    return result
  }
}
