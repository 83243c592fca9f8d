import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// Bucket fills: the pixels that they reach, and those that they leave.
@Suite struct FillTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func document(_ width: Int, _ height: Int, _ pixels: [UInt32]) throws -> Document {
    var document = try #require(Document(width: width, height: height))
    for y in 0..<height { document.load(row: y, pixels: Array(pixels[(y * width)..<((y + 1) * width)]).span) }
    return document
  }

  private func draw(_ points: [Point], size: Double, on document: inout Document, colour: UInt32 = 0) {
    var brush = Brush(size: size, minimumShare: 1)
    brush.smoother = .linear
    var stroke = StrokeInProgress(on: document, brush: brush, style: InkStyle(colour: colour), filler: filler)
    for p in points { stroke.add(PenSample(position: p, time: 0, pressure: 1)) }
    _ = stroke.finish(on: &document)
  }

  /// The pixels that the simplest fill reaches: similar neighbours, step by step.
  private func flooded(_ document: Document, _ x: Int, _ y: Int, _ filling: FillSettings) -> [Bool] {
    let (w, h) = (document.width, document.height)
    var pixels = [UInt32](repeating: 0, count: w * h)
    var span = pixels.mutableSpan
    if filling.source.isMerged {
      document.compose(document.bounds, to: &span, start: 0, stride: w)
    } else {
      document.layers[0].image.copy(document.bounds, to: &span, stride: w)
    }
    func channels(_ p: UInt32) -> [Int] { [24, 16, 8, 0].map { Int(p >> $0 & 255) } }
    let seed = channels(pixels[y * w + x])
    let open = (0..<(w * h)).map { i in
      (document.selection?[i % w, i / w] ?? true)
        && zip(channels(pixels[i]), seed).allSatisfy { abs($0 - $1) <= filling.tolerance }
    }
    var reached = [Bool](repeating: false, count: open.count)
    var stack = [(x, y)]
    while let (x, y) = stack.popLast() {
      guard x >= 0, x < w, y >= 0, y < h, open[y * w + x], !reached[y * w + x] else { continue }
      reached[y * w + x] = true
      stack += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    }
    return reached
  }

  /// A picture of patches in a few colours, opaque and translucent.
  private func patchwork(_ rng: inout RandomSource, _ width: Int, _ height: Int) -> [UInt32] {
    let colours: [UInt32] = [0, 0xFF00_0000, 0xFF20_2020, 0x8040_4040, 0xFFFC_FBF8]
    var pixels = [UInt32](repeating: 0, count: width * height)
    for _ in 0..<rng.roll(5...60) {
      let colour = colours[rng.roll(0..<colours.count)]
      let (x, y) = (rng.roll(0..<width), rng.roll(0..<height))
      for j in y..<min(height, y + rng.roll(1...40)) {
        for i in x..<min(width, x + rng.roll(1...40)) { pixels[j * width + i] = colour }
      }
    }
    return pixels
  }

  /// Fails if a fill reaches other pixels than the simplest fill, changes distant or unselected
  /// ones, leaves one unfilled, or cannot be undone exactly. Pictures, places, tolerances and
  /// selections are random.
  @Test func fillsReachWhatThePlainestReaches() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let (w, h) = (rng.roll(1...170), rng.roll(1...150))
      var document = try document(w, h, patchwork(&rng, w, h))
      if rng.isOne(in: 3) {
        var mask = Mask(width: w, height: h)
        mask.fill(PixelRect(x: rng.roll(0..<w), y: rng.roll(0..<h), width: 90, height: 90))
        document.select(mask)
      }
      let filling = FillSettings(
        tolerance: [0, 10, 32, 140, 255][rng.roll(0..<5)], source: rng.isOne(in: 2) ? .all : .layer)
      let (x, y) = (rng.roll(0..<w), rng.roll(0..<h))
      let old = document.layers[0].image
      let steps = document.history.undoCount
      let isSelected = document.selection?[x, y] ?? true
      let wanted = flooded(document, x, y, filling)
      let area = Filling(
        surface: document.activeSurface, place: Point(Double(x) + 0.5, Double(y) + 0.5), colour: 0, opacity: 255,
        filling: filling, limit: document.bounds
      ).area(on: document)
      let region = document.fill(at: Point(Double(x) + 0.5, Double(y) + 0.5), colour: 0x3366CC, filling)
      guard isSelected else {
        #expect(region == nil && area == nil && document.layers[0].image == old)
        continue
      }
      let new = document.layers[0].image
      var (reached, untold, far, white) = (0, 0, 0, 0)
      for i in wanted.indices {
        let (x, y) = (i % w, i / w)
        if area?.area[x, y] != wanted[i] { reached += 1 }
        if wanted[i], old[x, y] == 0, new[x, y] != 0xFF33_66CC { white += 1 }
        if new[x, y] == old[x, y] { continue }
        if region?.rects.contains(where: { $0.contains(x: x, y: y) }) != true { untold += 1 }
        let isNear = (max(0, y - 3)...min(h - 1, y + 3)).contains { j in
          (max(0, x - 3)...min(w - 1, x + 3)).contains { wanted[j * w + $0] }
        }
        if !isNear || !(document.selection?[x, y] ?? true) { far += 1 }
      }
      #expect((reached, untold, far, white) == (0, 0, 0, 0), "seed \(seed)")
      if document.history.undoCount > steps {
        _ = document.undo()
        #expect(document.layers[0].image == old)
        _ = document.redo()
        #expect(document.layers[0].image == new)
      }
    }
  }

  /// Fails if a light or dark fringe shows along the soft edge of ink. Ink looks the same whether
  /// it is drawn before or after the fill.
  @Test(arguments: [2.0, 5, 14]) func noFringe(size: Double) throws {
    let ring = (0...64).map { i in
      let angle = Angle(degrees: Double(i) * 360 / 64)
      return Point(90.3, 80.7) + Vector(length: 50, direction: angle)
    }
    var inked = try #require(Document(width: 180, height: 160))
    draw(ring, size: size, on: &inked)
    _ = inked.fill(at: Point(90, 80), colour: 0x2E6FDB, FillSettings())
    var truth = try #require(Document(width: 180, height: 160))
    _ = truth.fill(at: Point(90, 80), colour: 0x2E6FDB, FillSettings())
    draw(ring, size: size, on: &truth)
    var worst: UInt32 = 0
    for y in 0..<160 {
      for x in 0..<180 where Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: Point(90.3, 80.7)) < 50 {
        worst = max(worst, Pixel.distance(inked.layers[0].image[x, y], truth.layers[0].image[x, y]))
      }
    }
    #expect(worst <= 2)
    // Outside the ring nothing was filled.
    #expect(inked.layers[0].image[5, 5] == 0)
    let far = Point(90.3, 80.7) + Vector(length: 51.5 + size / 2, direction: Angle(degrees: 30))
    #expect(inked.layers[0].image[Int(far.x), Int(far.y)] == 0)
    // After a fill with another colour, the ink's edge has no trace of the first.
    _ = inked.fill(at: Point(90, 80), colour: 0xF2B233, FillSettings())
    var second = try #require(Document(width: 180, height: 160))
    _ = second.fill(at: Point(90, 80), colour: 0xF2B233, FillSettings())
    draw(ring, size: size, on: &second)
    worst = 0
    for y in 0..<160 {
      for x in 0..<180 where Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: Point(90.3, 80.7)) < 50 {
        worst = max(worst, Pixel.distance(inked.layers[0].image[x, y], second.layers[0].image[x, y]))
      }
    }
    #expect(worst <= 40)
  }

  /// Fails if translucent ink gets a dark or light rim, or is filled behind. Along a wide line of
  /// half opacity, each pixel is between the fill and the line.
  @Test func inkThatLetsLightThrough() throws {
    var document = try #require(Document(width: 120, height: 80))
    var brush = Brush(size: 20, minimumShare: 1)
    brush.smoother = .linear
    var stroke = StrokeInProgress(
      on: document, brush: brush, style: InkStyle(colour: 0, opacity: 128), filler: filler)
    for p in [Point(-50, 30.4), Point(170, 47.3)] { stroke.add(PenSample(position: p, time: 0, pressure: 1)) }
    _ = stroke.finish(on: &document)
    _ = document.fill(at: Point(60, 5), colour: 0xFF0000, FillSettings())
    var words = [UInt32](repeating: 0, count: 120 * 80)
    var span = words.mutableSpan
    document.compose(document.bounds, to: &span, start: 0, stride: 120)
    let line = words[39 * 120 + 60]
    #expect(document.layers[0].image[60, 39] == 0x8000_0000)
    for x in 10..<110 {
      // Towards the line, green and blue rise from zero to the line's level.
      var last: UInt32 = 0
      for y in 5..<39 {
        let blue = words[y * 120 + x] & 255
        #expect(blue + 3 >= last && blue <= line & 255, "\(x) \(y)")
        last = blue
      }
      #expect(document.layers[0].image[x, 75] == 0)
    }
  }

  /// A room with walls 3 px thick around (20, 20) to (100, 90), and a gap of `gap` px in its right
  /// wall.
  private func room(gap: Int, at y: Int = 50) throws -> Document {
    var pixels = [UInt32](repeating: 0, count: 150 * 120)
    for y in 20..<90 {
      for x in 20..<100 where x < 23 || x >= 97 || y < 23 || y >= 87 { pixels[y * 150 + x] = 0xFF00_0000 }
    }
    for j in y..<(y + gap) { for x in 97..<100 { pixels[j * 150 + x] = 0 } }
    return try document(150, 120, pixels)
  }

  /// Fails if a fill of an older drawing leaks through a gap that should be closed, stops at a wider one, or misses
  /// the room's corners.
  @Test(arguments: [0, 1, 2, 3, 5, 8, 15, 32]) func gapsAreClosed(closed: Int) throws {
    for gap in [0, 1, 2, 3, 4, 6, 9, 16, 33] {
      var document = try room(gap: gap)
      _ = document.fill(at: Point(40, 40), colour: 0xCC3311, FillSettings(gap: closed, rule: .squares))
      let image = document.layers[0].image
      let leaks = gap > closed
      #expect((image[140, 60] != 0) == leaks, "gap \(gap), closed \(closed)")
      for (x, y) in [(23, 23), (96, 23), (23, 86), (96, 86), (60, 50)] { #expect(image[x, y] == 0xFFCC_3311) }
      if !leaks {
        #expect((0..<120).allSatisfy { y in (100..<150).allSatisfy { image[$0, y] == 0 } })
      }
    }
  }

  /// Fails if a slanted gap leaks, a narrow niche stays unfilled, or two rooms beside a gap are
  /// filled as one.
  @Test func roomsAndNiches() throws {
    var document = try #require(Document(width: 200, height: 120))
    // A diamond with a gap at its right corner.
    draw([Point(108, 56), Point(60, 10), Point(12, 60), Point(60, 110), Point(108, 64)], size: 4, on: &document)
    _ = document.fill(at: Point(60, 60), colour: 0x00AA00, FillSettings(gap: 12, rule: .squares))
    let image = document.layers[0].image
    #expect(image[60, 60] == 0xFF00_AA00 && image[190, 60] == 0 && image[125, 60] == 0)
    #expect(image[60, 14] == 0xFF00_AA00)

    var pixels = [UInt32](repeating: 0xFF00_0000, count: 120 * 60)
    func clear(_ rect: PixelRect) {
      for y in rect.minY..<rect.maxY { for x in rect.minX..<rect.maxX { pixels[y * 120 + x] = 0 } }
    }
    clear(PixelRect(x: 5, y: 5, width: 40, height: 50))
    clear(PixelRect(x: 70, y: 5, width: 40, height: 50))
    clear(PixelRect(x: 45, y: 20, width: 25, height: 3))
    clear(PixelRect(x: 45, y: 40, width: 15, height: 3))
    var rooms = try self.document(120, 60, pixels)
    _ = rooms.fill(at: Point(20, 20), colour: 0x0000FF, FillSettings(gap: 5, source: .layer, rule: .squares))
    let filled = rooms.layers[0].image
    #expect(filled[20, 20] == 0xFF00_00FF && filled[58, 41] == 0xFF00_00FF)
    #expect(filled[90, 20] == 0 && filled[60, 21] == 0)
    // A point inside the niche; near its mouth the niche belongs to the room.
    var niche = try self.document(120, 60, pixels)
    _ = niche.fill(at: Point(47, 41), colour: 0x0000FF, FillSettings(gap: 5, source: .layer, rule: .squares))
    #expect(niche.layers[0].image[20, 20] == 0xFF00_00FF)
  }

  /// Fails if a fill of the largest canvas takes memory for each pixel, or too long. Its tiles
  /// share memory.
  @Test func largeCanvases() throws {
    #if DEBUG
      let side = 2048
    #else
      let side = 16384
    #endif
    var document = try #require(Document(width: side, height: side))
    draw([Point(100, 100), Point(Double(side) - 284, Double(side) - 384)], size: 30, on: &document)
    for filling in [FillSettings(), FillSettings(gap: 4)] {
      let region = document.fill(at: Point(Double(side) - 384, 20), colour: 0xAA5500, filling)
      #expect(region != nil)
      let image = document.layers[0].image
      #expect(image[12, side - 84] == 0xFFAA_5500 && image[side / 2, side / 4] == 0xFFAA_5500)
      _ = document.undo()
      #expect(document.layers[0].image[12, side - 84] == 0)
    }
  }

  /// Fails if a fill of half opacity covers fully, or one outside the canvas does anything.
  @Test func opacityAndPlaces() throws {
    var document = try #require(Document(width: 100, height: 100))
    for place in [Point(-1, 5), Point(5, 100), Point(.nan, 3), Point(1e300, 3)] {
      #expect(document.fill(at: place, colour: 0, FillSettings()) == nil)
    }
    _ = document.fill(at: Point(50, 50), colour: 0xFF0000, opacity: 128, FillSettings())
    #expect(document.layers[0].image[3, 99] == 0x8080_0000)
    #expect(document.history.undoCount == 1)
    // It changes nothing, but the canvas was touched.
    _ = document.fill(at: Point(50, 50), colour: 0xFF0000, opacity: 0, FillSettings())
    #expect(document.history.undoCount == 2 && document.layers[0].image[3, 99] == 0x8080_0000)
  }
}
