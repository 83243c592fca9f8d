import Geometry
import Raster
import Synchronization

/// Paints a gradient over tiles.
///
/// Colours and opacities are interpolated unpremultiplied, as values of sRGB, at the centre of each pixel. Tiles of 16 bits
/// get rounded values. In tiles of 8 bits the composited value v becomes ⌊v + d⌋, where d in 1/128...127/128 depends on the
/// place of the pixel only (ordered dithering, Bayer 1973). So its mean is exact, and whole values stay. Where the colour is
/// constant, it is composited as that of any other paint.
public struct GradientPainter: Sendable {
  /// How the place of a pixel along the gradient is measured.
  public enum Kind: String, CaseIterable, Sendable {
    /// By its distance from the start in the direction of the end.
    case linear
    /// By its distance from the start.
    case radial
  }

  /// Coordinates beyond this count as this, px.
  private static let farthest = 1e10

  private let kind: Kind
  private let from: Point
  /// From the start to the end, px.
  private let way: Vector
  /// The length of `way` for a radial gradient, its square for a linear one; 0 if both ends are at one place, where the last
  /// colour is everywhere.
  private let length: Double
  /// The places of the stops.
  private let places: [Double]
  /// The part before the first stop, those between two stops, and the part after the last.
  private let segments: [Segment]
  /// A tile of each segment of one colour, which all empty tiles share.
  private let tiles: [Tile?]
  /// The number added to each channel before it is rounded down, for the 8x8 px of the pattern, row by row.
  private let thresholds: [Double]

  public init(_ kind: Kind, from: Point, to: Point, _ stops: GradientStops, opacity: UInt8) {
    func limited(_ v: Double) -> Double { v.isFinite ? max(-Self.farthest, min(Self.farthest, v)) : 0 }
    let (from, to) = (Point(limited(from.x), limited(from.y)), Point(limited(to.x), limited(to.y)))
    (self.kind, self.from, way) = (kind, from, to - from)
    let square = way.dx * way.dx + way.dy * way.dy
    length = kind == .linear ? square : square.squareRoot()
    let stops = stops.stops
    places = stops.map(\.place)
    segments = (0...stops.count).map {
      Segment(stops[max(0, $0 - 1)], stops[min($0, stops.count - 1)], opacity: opacity)
    }
    tiles = segments.map { $0.ink.flatMap { $0.word == 0 ? nil : Tile(filledWith: $0.word) } }
    thresholds = (0..<64).map { Self.threshold($0 & 7, $0 >> 3) }
  }

  /// The threshold of a pixel of the pattern: Bayer's matrix, whose bits are those of x ^ y and y, the lowest ones first.
  private static func threshold(_ x: Int, _ y: Int) -> Double {
    var order = 0
    for bit in 0..<3 { order = order << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1 }
    return (Double(order) + 0.5) / 64
  }

  // MARK: Places

  /// The place of a pixel along the gradient, from its distances to the start, px.
  @inline(__always) private func place(_ dx: Double, _ dy: Double) -> Double {
    if length == 0 { return .infinity }
    return kind == .linear ? (dx * way.dx + dy * way.dy) / length : (dx * dx + dy * dy).squareRoot() / length
  }

  /// The segment of a place along the gradient: the number of stops that are not after it.
  /// - Parameter near: a segment from which to search.
  @inline(__always) private func segment(at place: Double, near: Int) -> Int {
    var index = near
    while index < places.count, places[index] <= place { index += 1 }
    while index > 0, places[index - 1] > place { index -= 1 }
    return index
  }

  /// The segments of the pixels in a rectangle, which is not empty.
  private func segments(in part: PixelRect) -> ClosedRange<Int> {
    let (left, right) = (Double(part.minX) + 0.5 - from.x, Double(part.maxX) - 0.5 - from.x)
    let (top, bottom) = (Double(part.minY) + 0.5 - from.y, Double(part.maxY) - 0.5 - from.y)
    // The place increases or decreases with each of both distances, also after rounding.
    var found = [(left, top), (right, top), (left, bottom), (right, bottom)].map { place($0.0, $0.1) }
    if kind == .radial { found.append(place(max(left, min(right, 0)), max(top, min(bottom, 0)))) }
    let indices = found.map { segment(at: $0, near: 0) }
    return (indices.min() ?? 0)...(indices.max() ?? segments.count - 1)
  }

  /// Whether all pixels of a rectangle stay as they are.
  public func isClear(_ part: PixelRect) -> Bool {
    part.isEmpty || segments[segments(in: part)].allSatisfy { $0.ink?.deep == .clear }
  }

  // MARK: Painting

  /// Paints a part of a tile, which lies inside the image.
  public func paint(_ part: PixelRect, ofTile tile: Int, of image: inout TileGrid) {
    if part.isEmpty { return }
    let range = segments(in: part)
    let isDeep = image[tile]?.isDeep ?? false
    if let ink = segments[range.lowerBound].ink, segments[range].allSatisfy({ $0.ink == ink }) {
      if ink.word == 0, !isDeep { return }
      if part.area == Tile.count, image[tile] == nil || ink.word >> 24 == 255 {
        image[tile] = tiles[range.lowerBound]
        return
      }
    }
    if isDeep {
      paint(part, tile, &image) { (old: DeepPixel, ink) in
        ink.deep.over(old)
      } mixed: { old, levels, _ in
        levels.deepPixel.over(old)
      }
    } else {
      paint(part, tile, &image) { (old: UInt32, ink) in
        Pixel.over(ink.word, old)
      } mixed: { old, levels, threshold in
        levels.over(old, threshold)
      }
    }
  }

  /// An image with tiles that are painted, as far as they lie in a part of it, on several threads.
  public func painted(_ tiles: [Int], within part: PixelRect, of image: TileGrid, workers: WorkerPool) -> TileGrid {
    let share = max(1, tiles.count / Self.shares)
    let starts = Array(stride(from: 0, to: tiles.count, by: share))
    let results = Mutex(image)
    workers.divide(starts.count) { index in
      var own = image
      let mine = tiles[starts[index]..<min(tiles.count, starts[index] + share)]
      for tile in mine { paint(image.bounds(ofTile: tile).intersection(part), ofTile: tile, of: &own) }
      results.withLock { all in for tile in mine { all[tile] = own[tile] } }
    }
    return results.withLock { $0 }
  }

  /// Into how many parts the work of several threads is divided.
  private static let shares = 16

  @inline(__always) private func paint<P: TilePixel>(
    _ part: PixelRect, _ tile: Int, _ image: inout TileGrid, even: (P, Segment.Ink) -> P,
    mixed: (P, SIMD4<Double>, Double) -> P
  ) {
    let mask = Tile.size - 1
    image.withMutableTile(tile, as: P.self) { pixels in
      var index = 0
      for y in part.minY..<part.maxY {
        let dy = Double(y) + 0.5 - from.y
        for x in part.minX..<part.maxX {
          let place = place(Double(x) + 0.5 - from.x, dy)
          index = segment(at: place, near: index)
          let i = (y & mask) << Tile.shift | (x & mask)
          if let ink = segments[index].ink {
            pixels[i] = even(pixels[i], ink)
          } else {
            pixels[i] = mixed(pixels[i], segments[index].levels(at: place), thresholds[(y & 7) << 3 | (x & 7)])
          }
        }
      }
    }
  }

  /// The part of a gradient between two stops.
  private struct Segment {
    /// A premultiplied pixel in both depths.
    struct Ink: Equatable {
      let word: UInt32
      let deep: DeepPixel
    }

    private let start: Double
    /// 1/length, but finite.
    private let scale: Double
    /// Red, green and blue, not premultiplied, and opacity at the start, 0...255.
    private let first: SIMD4<Double>
    /// The same at the end, less those at the start.
    private let change: SIMD4<Double>
    /// The colour of all its pixels; nil if they differ.
    let ink: Ink?

    init(_ a: GradientStops.Stop, _ b: GradientStops.Stop, opacity: UInt8) {
      func values(_ stop: GradientStops.Stop) -> SIMD4<Double> {
        SIMD4(
          Double(stop.colour >> 16 & 255), Double(stop.colour >> 8 & 255), Double(stop.colour & 255),
          Double(stop.opacity) * Double(opacity) / 255)
      }
      (start, scale) = (a.place, min(1 / (b.place - a.place), .greatestFiniteMagnitude))
      (first, change) = (values(a), values(b) - values(a))
      let isEven = change == .zero || first[3] == 0 && change[3] == 0
      let pixel = first.premultiplied
      ink = isEven ? Ink(word: pixel.word(adding: 0.5), deep: pixel.deepPixel) : nil
    }

    /// The premultiplied pixel at a place in it, 0...255.
    @inline(__always) func levels(at place: Double) -> SIMD4<Double> {
      (first + change * min((place - start) * scale, 1)).premultiplied
    }
  }
}

/// Red, green, blue and opacity of a pixel, 0...255.
extension SIMD4<Double> {
  /// The channels times the opacity.
  @inline(__always) fileprivate var premultiplied: SIMD4<Double> {
    let alpha = self[3]
    // No colour may exceed its alpha, not even by a rounded bit.
    var pixel = self * (alpha * (1 / 255))
    pixel.replace(with: alpha, where: pixel .> alpha)
    pixel[3] = alpha
    return pixel
  }

  /// The premultiplied pixel with 16 bits a channel, each rounded to nearest.
  @inline(__always) fileprivate var deepPixel: DeepPixel {
    let steps = self * (Double(DeepPixel.one) / 255) + 0.5
    func step(_ i: Int) -> UInt16 { UInt16(truncatingIfNeeded: Int(steps[i])) }
    return DeepPixel(SIMD4<UInt16>(step(0), step(1), step(2), step(3)))
  }

  /// The premultiplied pixel with 8 bits a channel, each rounded down after a number below 1 is added.
  @inline(__always) fileprivate func word(adding threshold: Double) -> UInt32 {
    let levels = self + threshold
    // Numbers are not negative, so this rounds down.
    func level(_ i: Int) -> UInt32 { UInt32(truncatingIfNeeded: Int(levels[i])) }
    return level(3) << 24 | level(0) << 16 | level(1) << 8 | level(2)
  }

  /// The premultiplied pixel over another one (Porter and Duff, 1984), dithered by a threshold.
  @inline(__always) fileprivate func over(_ under: UInt32, _ threshold: Double) -> UInt32 {
    if under == 0 { return word(adding: threshold) }
    func channel(_ shift: UInt32) -> Double { Double(under >> shift & 255) }
    let channels = SIMD4(channel(16), channel(8), channel(0), channel(24))
    return (self + channels * (1 - self[3] * (1 / 255))).word(adding: threshold)
  }
}
