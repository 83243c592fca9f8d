import Geometry
import RandomSource
import Testing

@testable import Raster

/// Placements of views: moves, and drawing on several threads.
@Suite struct ViewPlacementTests {
  private let surround: UInt32 = 0xFF20_2122

  /// The map from canvas to window with `place` of the canvas in the window's centre.
  private func map(_ zoom: Double, _ degrees: Double, _ mirrored: Bool, _ place: Point, _ size: (Int, Int)) -> Affine {
    .translation(Vector(Double(size.0) / 2, Double(size.1) / 2)) * .rotation(Angle(degrees: degrees))
      * .scale(mirrored ? -zoom : zoom, zoom) * .translation(.zero - place)
  }

  private func randomMap(_ rng: inout RandomSource, _ size: (Int, Int)) -> Affine {
    var zoom = 0.05
    for _ in 0..<rng.roll(0...12) { zoom *= rng.roll(1...1.82) }
    if rng.isOne(in: 4) { zoom = [0.05, 0.25, 0.5, 1, 2, 4, 16, 64][rng.roll(0..<8)] }
    let degrees = rng.isOne(in: 3) ? 90 * Double(rng.roll(0...3)) : rng.roll(-180...180)
    return map(min(64, zoom), degrees, rng.isOne(in: 2), Point(rng.roll(-30...260), rng.roll(-30...230)), size)
  }

  private func render(_ picture: Picture, _ placement: ViewPlacement?, _ size: (Int, Int), workers: WorkerPool? = nil)
    -> [UInt32]
  {
    var pyramid = Pyramid(width: picture.bounds.width, height: picture.bounds.height)
    let whole = PixelRect(x: 0, y: 0, width: size.0, height: size.1)
    let wanted = ViewRenderer.wanted(whole, placement, pyramid, exactly: true)
    if let placement {
      pyramid.make(
        level: max(1, placement.level), wanted, from: picture, budget: .max, workers: workers ?? WorkerPool(count: 0))
    }
    var renderer = ViewRenderer()
    var words = [UInt32](repeating: 0, count: size.0 * size.1)
    var span = words.mutableSpan
    if let workers {
      renderer.render(
        whole, placement, source: picture, pyramid: pyramid, surround: surround, to: &span, stride: size.0,
        workers: workers)
    } else {
      renderer.render(
        whole, placement, source: picture, pyramid: pyramid, surround: surround, to: &span, stride: size.0)
    }
    return words
  }

  /// Fails if a view moved by whole px shows other pixels than before, so that the window's
  /// pixels could not be moved. Fifty random views, each moved by random steps that are rounded as
  /// the view rounds them.
  @Test func movedViewsShowTheSame() {
    let size = (150, 120)
    var moved = 0
    for seed in 0..<50 {
      var rng = RandomSource(seed)
      let picture = Picture(width: 230, height: 200, &rng)
      let first = randomMap(&rng, size)
      let (dx, dy) = (rng.roll(-100...100), rng.roll(-80...80))
      // The centre of the view moves, and the map is computed from it again.
      guard let back = first.inverse else { continue }
      let step = back(Vector(Double(dx), Double(dy)))
      let second = first * .translation(step)
      guard let a = first.inverse.flatMap({ ViewPlacement(windowToImage: $0) }),
        let b = second.inverse.flatMap({ ViewPlacement(windowToImage: $0) })
      else { continue }
      guard let move = a.move(to: b) else { continue }
      moved += 1
      #expect(move.dx == dx && move.dy == dy, "seed \(seed)")
      let (before, after) = (render(picture, a, size), render(picture, b, size))
      var wrong = 0
      for y in max(0, dy)..<min(size.1, size.1 + dy) {
        for x in max(0, dx)..<min(size.0, size.0 + dx) {
          if after[y * size.0 + x] != before[(y - dy) * size.0 + x - dx] { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed)")
    }
    // A few moves may fail because of rounding; such views are drawn again.
    #expect(moved >= 45)
  }

  /// Fails if a view with another scale, rotation or a fractional translation counts as a move.
  @Test func otherViewsAreNotMoves() {
    let base = map(0.37, 10, false, Point(100, 100), (150, 120))
    for other in [
      map(0.38, 10, false, Point(100, 100), (150, 120)), map(0.37, 10.1, false, Point(100, 100), (150, 120)),
      map(0.37, 10, true, Point(100, 100), (150, 120)), map(0.37, 10, false, Point(101, 100), (150, 120)),
      map(0.18, 10, false, Point(100, 100), (150, 120)), map(5, 10, false, Point(100, 100), (150, 120)),
    ] {
      let (a, b) = (
        base.inverse.flatMap { ViewPlacement(windowToImage: $0) },
        other.inverse.flatMap { ViewPlacement(windowToImage: $0) }
      )
      #expect(a != nil && b != nil)
      if let a, let b { #expect(a.move(to: b) == nil) }
    }
  }

  /// Fails if a pixel depends on the number of threads: random views of a window large enough
  /// to be divided.
  @Test func threadsDrawTheSame() {
    let size = (500, 300)
    let workers = WorkerPool(count: 3)
    for seed in RandomSource.seeds(8) {
      var rng = RandomSource(seed)
      let picture = Picture(width: 230, height: 200, &rng)
      let placement = randomMap(&rng, size).inverse.flatMap { ViewPlacement(windowToImage: $0) }
      let isSame = render(picture, placement, size, workers: workers) == render(picture, placement, size)
      #expect(isSame, "seed \(seed)")
    }
  }

  /// Fails if a smooth pixel is not the bilinear mix of its four texels: axis-aligned, mirrored
  /// and rotated views, pixel by pixel.
  @Test func smoothPixelsAreBilinear() {
    let size = (133, 97)
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let picture = Picture(width: 230, height: 200, &rng)
      let zoom = [0.51, 0.63, 0.99, 1, 1.26, 1.7, 3.9][seed % 7]
      let degrees = seed.isMultiple(of: 3) ? rng.roll(-180...180) : 90 * Double(rng.roll(0...3))
      let map = map(
        zoom, degrees, rng.isOne(in: 2), Point(rng.roll(-30...260), rng.roll(-30...230)), size)
      guard let placement = map.inverse.flatMap({ ViewPlacement(windowToImage: $0) }) else { continue }
      let shown = render(picture, placement, size)
      func texel(_ x: Int, _ y: Int) -> UInt32 { picture.bounds.contains(x: x, y: y) ? picture[x, y] : surround }
      var wrong = 0
      for y in 0..<size.1 {
        for x in 0..<size.0 {
          let place = placement.place(x, y)
          let (i, j) = (place.x >> 32, place.y >> 32)
          let (fx, fy) = (UInt32(place.x >> 24 & 255), UInt32(place.y >> 24 & 255))
          let left = Pixel.lerp(texel(i, j), texel(i, j + 1), fy)
          let right = Pixel.lerp(texel(i + 1, j), texel(i + 1, j + 1), fy)
          if shown[y * size.0 + x] != Pixel.lerp(left, right, fx) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed)")
    }
  }
}
