import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

@Suite struct StrokeTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func composed(_ document: Document, _ rect: PixelRect) -> [UInt32] {
    var words = [UInt32](repeating: 0xABCD, count: rect.area + 5)
    var span = words.mutableSpan
    document.compose(rect, to: &span, start: 5, stride: rect.width)
    return Array(words[5...])
  }

  /// Fails if the finished picture depends on when it was shown, or a batch changes pixels outside
  /// the returned region.
  @Test func theReturnedRegionHoldsTheChanges() throws {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      var (shown, unseen) = try (
        #require(Document(width: 220, height: 140)), #require(Document(width: 220, height: 140))
      )
      for _ in 0..<2 {
        let brush = Brush(
          size: rng.roll(1...30), smoother: Smoother.allCases[rng.roll(0..<Smoother.allCases.count)])
        let style = InkStyle(colour: 0x20_40_60, opacity: 200, blend: rng.isOne(in: 3) ? .erase : .over)
        var stroke = StrokeInProgress(on: shown, brush: brush, style: style, filler: filler)
        var silent = StrokeInProgress(on: unseen, brush: brush, style: style, filler: filler)
        var p = Point(rng.roll(0...220), rng.roll(0...140))
        var old = shown.layers[0].image
        for i in 0...14 {
          let sample = PenSample(position: p, time: Double(i) / 200, pressure: rng.roll(0...1))
          p = p + Vector(rng.roll(-25...25), rng.roll(-25...25))
          stroke.add(sample)
          silent.add(sample)
          guard rng.isOne(in: 2) || i == 14 else { continue }
          let region = i == 14 ? stroke.finish(on: &shown) : stroke.draw(on: &shown)
          let new = shown.layers[0].image
          var missed = 0
          for y in 0..<140 {
            for x in 0..<220 where old[x, y] != new[x, y] {
              if !region.rects.contains(where: { $0.contains(x: x, y: y) }) { missed += 1 }
            }
          }
          #expect(missed == 0, "seed \(seed), sample \(i)")
          old = new
        }
        _ = silent.finish(on: &unseen)
      }
      #expect(shown.layers[0].image.showsSame(as: unseen.layers[0].image), "seed \(seed)")
    }
  }

  /// Fails if level and upright lines differ between batches and a single call. Cairo fills paths
  /// without slanted edges in another way.
  @Test(arguments: [Vector(8, 0), Vector(-8, 0), Vector(0, 8), Vector(0, -8), Vector(30, 0)], [0.0, 0.33, 0.5])
  func levelLinesDoNotDependOnBatches(_ step: Vector, _ offset: Double) throws {
    var (shown, unseen) = try (
      #require(Document(width: 800, height: 600)), #require(Document(width: 800, height: 600))
    )
    let brush = Brush(size: 9.84, minimumShare: 1)
    var stroke = StrokeInProgress(on: shown, brush: brush, inputScale: 2, style: InkStyle(), filler: filler)
    var silent = StrokeInProgress(on: unseen, brush: brush, inputScale: 2, style: InkStyle(), filler: filler)
    for i in 0...30 {
      let p = Point(300 + offset, 300 + offset) + step * Double(i - 15)
      let sample = PenSample(position: p, time: Double(i) / 200, pressure: 0.5)
      stroke.add(sample)
      silent.add(sample)
      _ = stroke.draw(on: &shown)
    }
    _ = stroke.finish(on: &shown)
    _ = silent.finish(on: &unseen)
    #expect(shown.layers[0].image.showsSame(as: unseen.layers[0].image))
  }

  /// Fails if predicted ink leaves a trace. For any horizon and any times of showing, the finished
  /// pixels and their undo are the same.
  @Test func predictionLeavesNoTrace() throws {
    var beyond = 0
    for seed in 0..<12 {
      var rng = RandomSource(seed)
      let brush = Brush(
        size: rng.roll(1...30), smoother: Smoother.allCases[rng.roll(0..<Smoother.allCases.count)])
      let style = InkStyle(colour: 0x20_40_60, opacity: 200, blend: rng.isOne(in: 3) ? .erase : .over)
      let center = Point(150, 110)
      let radius: Double = rng.roll(20...90)
      let samples = (0...rng.roll(10...40)).map { i in
        let direction = Angle(radians: Double(i) * 5 / radius)
        return PenSample(position: center + Vector(length: radius, direction: direction), time: Double(i) / 200)
      }
      var results: [TileGrid] = []
      for horizon in [0, 0.004, 0.008, 0.016] {
        var document = try #require(Document(width: 300, height: 220))
        for y in 100..<140 {
          let row = [UInt32](repeating: 0xFF11_2233, count: 300)
          document.load(row: y, pixels: row.span)
        }
        let before = document.layers[0].image
        var stroke = StrokeInProgress(
          on: document, brush: brush, style: style, filler: filler, prediction: horizon)
        for sample in samples {
          stroke.add(sample)
          if !rng.isOne(in: 3) { _ = stroke.draw(on: &document) }
          if stroke.showsPrediction { beyond += 1 }
          #expect(horizon > 0 || !stroke.showsPrediction)
        }
        _ = stroke.finish(on: &document)
        #expect(!stroke.showsPrediction)
        results.append(document.layers[0].image)
        _ = document.undo()
        #expect(document.layers[0].image == before, "seed \(seed), horizon \(horizon)")
      }
      for result in results.dropFirst() { #expect(result == results[0], "seed \(seed)") }
    }
    #expect(beyond > 100)
  }

  /// Fails if a tap draws nothing, or is not as wide as its highest pressure.
  @Test func aTapIsADot() throws {
    var document = try #require(Document(width: 64, height: 64))
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: 20, minimumShare: 0), style: InkStyle(colour: 0), filler: filler)
    for (i, pressure) in [0.1, 0.5, 0.3].enumerated() {
      stroke.add(PenSample(position: Point(32, 32), time: Double(i) / 200, pressure: pressure))
    }
    _ = stroke.finish(on: &document)
    #expect(document.history.undoCount == 1)
    let area = (0..<64).reduce(0) { all, y in
      all + (0..<64).reduce(0) { $0 + Int(document.layers[0].image[$1, y] >> 24) }
    }
    #expect(abs(Double(area) / 255 - .pi * 25) < 1)
  }

  /// Fails if impossible sizes are accepted, or possible ones refused.
  @Test func sizesAreBounded() {
    #expect(Document(width: 1, height: 1) != nil)
    #expect(Document.isAllowed(width: 32767, height: 32767))
    for (w, h) in [(0, 5), (5, 0), (-1, 5), (32768, 1), (1, 32768), (.max, .max), (.min, 1)] {
      #expect(Document(width: w, height: h) == nil)
    }
  }

  /// Fails if loading rows moves, loses or adds pixels, or makes needless tiles.
  @Test func loadedRowsComeOutAgain() throws {
    for (width, height) in [(1, 1), (64, 64), (65, 63), (200, 130)] {
      var rng = RandomSource(width)
      var document = try #require(Document(width: width, height: height))
      let rows = (0..<height).map { y in
        (0..<width).map { x in
          // Clear to the left of column 100 and above row 70.
          x < 100 && y < 70 && width > 100 ? 0 : Pixel.scaled(Pixel.opaque(0x884422), by: UInt32(rng.roll(0...255)))
        }
      }
      for (y, row) in rows.enumerated() { document.load(row: y, pixels: row.span) }
      let image = document.layers[0].image
      for y in 0..<height { #expect((0..<width).map { image[$0, y] } == rows[y]) }
      #expect(document.history.undoCount == 0)
      if width > 100 { #expect(image[0] == nil) }
      let paper = Pixel.opaque(document.paper)
      #expect(
        composed(document, document.bounds) == rows.flatMap { $0.map { Pixel.over($0, paper) } })
    }
  }

  /// Fails if pixels at or beyond the canvas's edge are composited wrongly.
  @Test func compositionReachesBeyondTheCanvas() throws {
    var document = try #require(Document(width: 70, height: 66, paper: 0x102030))
    let row = [UInt32](repeating: 0xFF112233, count: 70)
    document.load(row: 65, pixels: row.span)
    let rect = PixelRect(minX: -3, minY: -2, maxX: 75, maxY: 70)
    let words = composed(document, rect)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let inside = document.bounds.contains(x: x, y: y)
        let wanted: UInt32 = !inside ? 0 : y == 65 ? 0xFF112233 : 0xFF102030
        #expect(words[(y - rect.minY) * rect.width + x - rect.minX] == wanted)
      }
    }
    #expect(composed(document, .empty).isEmpty)
  }

  /// Fails if an inked place is reported blank, or one that never had ink is not.
  @Test func blankMeansNoInk() throws {
    var document = try #require(Document(width: 300, height: 300))
    #expect(document.isBlank(document.bounds))
    var stroke = StrokeInProgress(on: document, brush: Brush(size: 10), style: InkStyle(), filler: filler)
    stroke.add(PenSample(position: Point(150, 150), time: 0))
    _ = stroke.finish(on: &document)
    #expect(!document.isBlank(document.bounds))
    #expect(!document.isBlank(PixelRect(x: 150, y: 150, width: 1, height: 1)))
    #expect(document.isBlank(PixelRect(x: 0, y: 0, width: 128, height: 300)))
    #expect(document.isBlank(PixelRect(x: 400, y: 0, width: 128, height: 300)))
    let words = composed(document, PixelRect(x: 0, y: 0, width: 128, height: 300))
    #expect(words.allSatisfy { $0 == document.blank })
  }
}
