import Geometry
import Ink
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Paint

@Suite struct StrokeShapeTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// Fails if overlaps within a stroke show: at half opacity its inside has one level.
  @Test func aStrokeIsOneLevelDeep() {
    let canvas = StrokeCanvas(width: 200, height: 120, filler)
    var samples: [PenSample] = []
    for i in 0...60 {
      // A loop that crosses itself.
      let t = Double(i) / 60 * 2 * .pi
      let place = Point(100 + 60 * Angle(radians: t).cosine, 60 + 40 * Angle(radians: 2 * t).sine)
      samples.append(PenSample(position: place, time: Double(i) / 200))
    }
    let brush = Brush(size: 14, minimumShare: 1)
    canvas.draw(samples, brush, InkStyle(colour: 0x336699, opacity: 128), batches: [7, 13, 5, 20, 60])
    let depths = depths(of: StrokeModel(samples, brush).settled, width: 200, height: 120)
    // Cairo may round differently, but uniformly.
    let level = canvas.image[160, 60]
    let exact = Pixel.scaled(Pixel.opaque(0x336699), by: 128)
    for shift in [UInt32(0), 8, 16, 24] { #expect(abs(Int(level >> shift & 255) - Int(exact >> shift & 255)) <= 1) }
    var (inside, wrong) = (0, 0)
    for (i, depth) in depths.enumerated() {
      let pixel = canvas.image[i % 200, i / 200]
      if depth > 0.8 { inside += 1 }
      if depth > 0.8 ? pixel != level : depth < -0.8 ? pixel != 0 : pixel >> 24 > 128 { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(inside > 3000)
  }

  /// Fails if the width does not follow pressure: a line with falling pressure never gets
  /// wider.
  @Test func aTaperOnlyGetsThinner() {
    let canvas = StrokeCanvas(width: 400, height: 64, filler)
    let samples = (0...50).map {
      PenSample(
        position: Point(30 + Double($0) * 6.6, 32.2), time: Double($0) / 200, pressure: 1 - Double($0) / 50)
    }
    canvas.draw(samples, Brush(size: 30, minimumShare: 0.05), InkStyle(colour: 0), batches: [51])
    let widths = (46..<352).map { x in (0..<64).reduce(0) { $0 + Int(canvas.image[x, $1] >> 24) } }
    for (x, pair) in zip(46..., zip(widths, widths.dropFirst())) {
      // Rounding of two edges.
      #expect(pair.1 <= pair.0 + 20, "column \(x)")
    }
    #expect(abs(Double(widths[0]) / 255 - 30 * (0.05 + 0.95 * (1 - 16.5 / 330))) < 0.3)
  }

  /// Fails if a sharp turn leaves a hole: pixels deep inside a hairpin are full.
  @Test(arguments: Smoother.allCases)
  func aHairpinHasNoHole(_ smoother: Smoother) {
    for gap in [0.0, 0.3, 2, 9] {
      let canvas = StrokeCanvas(width: 160, height: 90, filler)
      let there = (0..<12).map { Point(20 + Double($0) * 10, 40) }
      let back = (0..<12).map { Point(130 - Double($0) * 10, 40 + gap) }
      let samples = (there + back).enumerated().map { PenSample(position: $1, time: Double($0) / 200) }
      let brush = Brush(size: 22, minimumShare: 1, smoother: smoother)
      canvas.draw(samples, brush, InkStyle(colour: 0), batches: [samples.count])
      expectInk(of: StrokeModel(samples, brush).settled, on: canvas.image, "gap \(gap)")
    }
  }

  /// Fails if a stroke that leaves the canvas damages it.
  @Test func aStrokeMayLeaveTheCanvas() {
    let corners = [
      Point(-500, 40), Point(600, 50), Point(300, -300), Point(60, 500), Point(-20, -20), Point(170, 120),
      Point(1e6, -1e6), Point(40, 40),
    ]
    let samples = corners.enumerated().map { PenSample(position: $1, time: Double($0) / 200) }
    let brush = Brush(size: 9, minimumShare: 1, smoother: .linear)
    let canvas = StrokeCanvas(width: 150, height: 100, filler)
    canvas.draw(samples, brush, InkStyle(colour: 0), batches: [1, 1, 1, 1, 1, 1, 1, 1])
    expectInk(of: StrokeModel(samples, brush).settled, on: canvas.image, "")
    for tile in 0..<(canvas.image.columns * canvas.image.rows) {
      guard let pixels = canvas.image[tile] else { continue }
      let square = canvas.image.bounds(ofTile: tile)
      for y in 0..<Tile.size {
        for x in 0..<Tile.size where x >= square.width || y >= square.height { #expect(pixels[x, y] == 0) }
      }
    }
  }

  /// Fails if a large brush's ink is not the union of its discs.
  @Test func aLargeBrushIsTheUnionOfItsDiscs() {
    let samples = (0..<9).map {
      PenSample(
        position: Point(60 + Double($0) * 30, 150 + 4 * Angle(radians: Double($0)).sine), time: Double($0) / 200)
    }
    let brush = Brush(size: 180, minimumShare: 1)
    let canvas = StrokeCanvas(width: 400, height: 300, filler)
    canvas.draw(samples, brush, InkStyle(colour: 0), batches: [4, 1, 3])
    expectInk(of: StrokeModel(samples, brush).settled, on: canvas.image, "")
  }

  /// Fails if tiles without ink are made: memory would grow with the bounds of a stroke.
  @Test func tilesWithoutInkAreNotMade() {
    let samples = [PenSample(position: Point(10, 10), time: 0), PenSample(position: Point(1000, 1000), time: 0.005)]
    let canvas = StrokeCanvas(width: 1024, height: 1024, filler)
    canvas.draw(samples, Brush(size: 6), InkStyle(colour: 0), batches: [1, 1])
    #expect(canvas.image.tileCount >= 16)
    #expect(canvas.image.tileCount <= 3 * 16)
    for tile in 0..<256 { #expect(canvas.image[tile]?.isTransparent != true) }
  }

  /// Fails if an eraser takes more or less than its coverage.
  @Test func anEraserErasesItsCoverage() {
    let erased = StrokeCanvas(width: 128, height: 64, filler)
    for tile in 0..<2 { erased.image[tile] = Tile(filledWith: 0xFF80_4020) }
    let inked = StrokeCanvas(width: 128, height: 64, filler)
    var rng = RandomSource(11)
    let samples = PenSample.randomStroke(count: 20, on: 128, 64, &rng)
    let brush = Brush(size: 12)
    erased.draw(samples, brush, InkStyle(opacity: 255, blend: .erase), batches: [3, 17])
    inked.draw(samples, brush, InkStyle(colour: 0, opacity: 255), batches: [20])
    for y in 0..<64 {
      for x in 0..<128 {
        let alpha = inked.image[x, y] >> 24
        #expect(erased.image[x, y] == Pixel.scaled(0xFF80_4020, by: 255 - alpha))
      }
    }
  }

  /// The depth of each pixel's middle in the ink; -1 for a px or more outside.
  private func depths(of ink: InkTrace, width: Int, height: Int) -> [Double] {
    var depths = [Double](repeating: -1, count: width * height)
    let canvas = PixelRect(x: 0, y: 0, width: width, height: height)
    for (a, b) in TrueInk.hulls(along: ink.sweeps, accuracy: 0.02) {
      let near = PixelRect(covering: a.bounds.union(b.bounds)).grown(by: 1).intersection(canvas)
      guard !near.isEmpty else { continue }
      for y in near.minY..<near.maxY {
        for x in near.minX..<near.maxX {
          let depth = TrueInk.depth(Point(Double(x) + 0.5, Double(y) + 0.5), a, b)
          if depth > depths[y * width + x] { depths[y * width + x] = depth }
        }
      }
    }
    return depths
  }

  /// Expects pixels deep inside to be full and pixels far outside to be empty.
  private func expectInk(of ink: InkTrace, on image: TileGrid, _ what: String) {
    let depths = depths(of: ink, width: image.width, height: image.height)
    var wrong = 0
    for (i, depth) in depths.enumerated() {
      let pixel = image[i % image.width, i / image.width]
      if depth > 0.8 ? pixel >> 24 != 255 : depth < -0.8 && pixel != 0 { wrong += 1 }
    }
    #expect(wrong == 0, "\(what)")
  }
}
