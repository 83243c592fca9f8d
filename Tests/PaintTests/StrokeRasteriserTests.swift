import Dice
import Geometry
import Ink
import Raster
import TestSupport
import Testing

@testable import Paint

/// Strokes on tiles: however a stroke came in batches, and against ink by its definition.
@Suite struct StrokeRasteriserTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  // MARK: batches

  /// Breaks where drawing what `extend` changed leaves a pixel as it was that drawing all that may have changed would not, or
  /// writes one that it does not tell of. Round tips, nibs and several chains; batches of any size.
  @Test func drawingTheChangesDrawsAll() {
    for seed in Dice.seeds(30) {
      var dice = Dice(seed)
      var model = StrokeModel(
        brush: Brush(size: dice.roll(1...60), minimumShare: 0.2), prediction: dice.isOne(in: 2) ? 0.008 : 0)
      let nib =
        dice.isOne(in: 3) ? NibShape(Brush.Nib(thickness: 0.3, angle: Angle(degrees: 35), followsAzimuth: false)) : nil
      let style = InkStyle(color: 0x20_40_60, opacity: 200)
      let (whole, part) = (Canvas(width: 300, height: 200, filler), Canvas(width: 300, height: 200, filler))
      let count = dice.isOne(in: 3) ? 2 : 1
      let all = StrokeRasteriser(for: whole.image, nib: nib, filler: filler, chains: count)
      let changes = StrokeRasteriser(for: part.image, nib: nib, filler: filler, chains: count)
      let empty = whole.image
      var p = Point(dice.roll(0...300), dice.roll(0...200))
      var (tail, scratch): ([Disc], [InkSegment]) = ([], [])
      for i in 0..<60 {
        model.add(PenSample(position: p, time: Double(i) / 200, pressure: dice.roll(0...1)))
        p = p + Vector(dice.roll(-25...25), dice.roll(-25...25))
        if i == 59 { model.finish() } else if dice.isOne(in: 3) { continue }
        model.tail(into: &tail, scratch: &scratch)
        let mirrored = (model.settled.map(\.mirrored), tail.map(\.mirrored))
        var (dirty, ignored, written) = (Region(), Region(), Region())
        for chain in 0..<count {
          let (settled, wet) = chain == 0 ? (model.settled, tail) : mirrored
          all.extend(chain: chain, settled: settled, tail: wet, dirty: &dirty)
          changes.extend(chain: chain, settled: settled, tail: wet, dirty: &ignored)
        }
        for rect in dirty.rects { all.draw(rect, style: style, onto: &whole.image) { empty[$0] } }
        let before = part.image
        changes.drawChanges(style: style, onto: &part.image, before: { tile, _ in empty[tile] }, written: &written)
        let (missed, untold) = Self.compare(whole.image, part.image, before, written)
        #expect(missed == 0 && untold == 0, "seed \(seed), sample \(i): \(missed) px missed, \(untold) not told of")
      }
    }
  }

  /// How many pixels of two images differ, and how many of the second one are other than before outside a region.
  private static func compare(
    _ a: TileGrid, _ b: TileGrid, _ before: TileGrid, _ region: Region
  ) -> (Int, Int) {
    var (missed, untold) = (0, 0)
    for y in 0..<a.height {
      for x in 0..<a.width {
        if a[x, y] != b[x, y] { missed += 1 }
        if b[x, y] != before[x, y], !region.rects.contains(where: { $0.contains(x: x, y: y) }) { untold += 1 }
      }
    }
    return (missed, untold)
  }

  /// Breaks where any part of the drawing remembers when it was drawn: samples in random batches, everything drawn after
  /// each, must give the pixels that all samples at once give.
  @Test(arguments: Smoother.allCases)
  func batchesDoNotShow(_ smoother: Smoother) {
    for seed in Dice.seeds(60) {
      var dice = Dice(seed)
      let brush = randomBrush(smoother, &dice)
      let style = InkStyle(color: 0, opacity: dice.isOne(in: 3) ? 100 : 255)
      let samples = randomStroke(count: dice.roll(1...50), on: 230, 190, &dice)
      let once = Canvas(width: 230, height: 190, filler)
      once.draw(samples, brush, style, batches: [samples.count])
      let often = Canvas(width: 230, height: 190, filler)
      var batches: [Int] = []
      while batches.reduce(0, +) < samples.count { batches.append(dice.roll(1...(dice.isOne(in: 2) ? 3 : 20))) }
      often.draw(samples, brush, style, batches: batches)
      #expect(often.image.showsSame(as: once.image), "\(smoother), seed \(seed)")
    }
  }

  /// Breaks where settled ink is not the union of its pieces, to the bit: a pen scribbling in one place for 5000 samples,
  /// in batches and at once, and against the union of all of it filled as one shape.
  @Test func scribblingInOnePlaceIsOneShape() {
    var dice = Dice(3)
    let brush = Brush(size: 3, minimumShare: 0.5)
    var samples: [PenSample] = []
    var (p, v) = (Point(100, 75), Vector(2, 1))
    for i in 0..<5000 {
      v = (v + Vector(dice.roll(-2...2), dice.roll(-2...2))) * 0.9
      if p.x < 20 || p.x > 180 { v = Vector(p.x < 20 ? 3 : -3, v.dy) }
      if p.y < 20 || p.y > 130 { v = Vector(v.dx, p.y < 20 ? 3 : -3) }
      p = p + v
      samples.append(PenSample(position: p, time: Double(i) / 200, pressure: dice.roll(0.2...1)))
    }
    let (once, often) = (Canvas(width: 200, height: 150, filler), Canvas(width: 200, height: 150, filler))
    once.draw(samples, brush, InkStyle(color: 0), batches: [5000])
    often.draw(samples, brush, InkStyle(color: 0), batches: [Int](repeating: 100, count: 50))
    #expect(often.image.showsSame(as: once.image))
    let differences = differencesFromOneShape(once.image, StrokeModel(samples, brush).settled)
    #expect(differences.allSatisfy { $0 == 0 })
  }

  /// Breaks where a seam shows along a stroke that only goes on: slow lines and arcs of thousands of discs, against the same
  /// filled as one shape.
  @Test(arguments: [0.02, 0.07, 0.3])
  func aLongStrokeHasNoSeam(step: Double) {
    for (size, bend) in [(2.0, 0.0), (30, 0.004), (9, 0.03)] {
      // A smoother that keeps every sample, so that there are more pieces than a cell holds.
      let brush = Brush(size: size, minimumShare: 0.4, smoother: .linear)
      var samples: [PenSample] = []
      var (p, heading) = (Point(40, 45), 0.3)
      for i in 0..<Int(80 / step) {
        heading += bend * step
        p = p + Vector(length: step, direction: Angle(radians: heading))
        let pressure = 0.7 + 0.3 * Angle(radians: Double(i) * step * 0.1).sine
        samples.append(PenSample(position: p, time: Double(i) / 1000, pressure: pressure))
      }
      let canvas = Canvas(width: 190, height: 130, filler)
      canvas.draw(samples, brush, InkStyle(color: 0), batches: [samples.count])
      let differences = differencesFromOneShape(canvas.image, StrokeModel(samples, brush).settled)
      #expect(differences.allSatisfy { $0 == 0 }, "size \(size)")
    }
  }

  /// Breaks where tiles that are covered entirely, by one disc or by many pieces, lose ink or keep what is not there: wide
  /// strokes to and fro, sample by sample and at once, and against one shape.
  @Test(arguments: [90.0, 200, 700]) func fullTilesStayFull(size: Double) {
    let samples = (0..<120).map { i in
      let t = Double(i)
      return PenSample(
        position: Point(180 + 150 * Angle(radians: t * 0.23).sine, 60 + t / 2), time: t / 200,
        pressure: 0.6 + 0.4 * Angle(radians: t * 0.4).sine)
    }
    let brush = Brush(size: size, minimumShare: 0.2)
    let (once, often) = (Canvas(width: 360, height: 400, filler), Canvas(width: 360, height: 400, filler))
    once.draw(samples, brush, InkStyle(color: 0), batches: [120])
    let rasteriser = often.draw(samples, brush, InkStyle(color: 0), batches: [Int](repeating: 1, count: 120))
    #expect(rasteriser.fullTileCount > 0)
    #expect(often.image.showsSame(as: once.image))
    #expect(differencesFromOneShape(once.image, StrokeModel(samples, brush).settled).allSatisfy { $0 == 0 })
  }

  /// Breaks where a nib's pixels remember batches: turned by a pen that leans round and round.
  @Test func batchesOfANibDoNotShow() {
    let nib = Brush.Nib(thickness: 0.3, angle: Angle(degrees: 20), followsAzimuth: true)
    for seed in Dice.seeds(30) {
      var dice = Dice(seed)
      var brush = randomBrush(.modelled, &dice)
      brush.tip = .flat(nib)
      var samples = randomStroke(count: dice.roll(1...40), on: 230, 190, &dice)
      for i in samples.indices {
        samples[i].altitude = Angle(degrees: 40)
        samples[i].azimuth = Angle(radians: Double(i) * 0.2)
      }
      let (once, often) = (Canvas(width: 230, height: 190, filler), Canvas(width: 230, height: 190, filler))
      once.draw(samples, brush, InkStyle(color: 0), batches: [samples.count], nib: NibShape(nib))
      often.draw(
        samples, brush, InkStyle(color: 0), batches: (0..<40).map { _ in dice.roll(1...4) }, nib: NibShape(nib))
      #expect(often.image.showsSame(as: once.image), "seed \(seed)")
    }
  }

  // MARK: shape

  /// Breaks where overlaps within a stroke show: at half opacity a line is one level inside.
  @Test func aStrokeIsOneLevelDeep() {
    let canvas = Canvas(width: 200, height: 120, filler)
    var samples: [PenSample] = []
    for i in 0...60 {
      // A loop that crosses itself.
      let t = Double(i) / 60 * 2 * .pi
      let place = Point(100 + 60 * Angle(radians: t).cosine, 60 + 40 * Angle(radians: 2 * t).sine)
      samples.append(PenSample(position: place, time: Double(i) / 200))
    }
    let brush = Brush(size: 14, minimumShare: 1)
    canvas.draw(samples, brush, InkStyle(color: 0x336699, opacity: 128), batches: [7, 13, 5, 20, 60])
    let depths = depths(of: StrokeModel(samples, brush).settled, width: 200, height: 120)
    let level = Pixel.scaled(Pixel.opaque(0x336699), by: 128)
    var (inside, wrong) = (0, 0)
    for (i, depth) in depths.enumerated() {
      let pixel = canvas.image[i % 200, i / 200]
      if depth > 0.8 { inside += 1 }
      if depth > 0.8 ? pixel != level : depth < -0.8 ? pixel != 0 : pixel >> 24 > 128 { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(inside > 3000)
  }

  /// Breaks where width does not follow pressure evenly: a line whose pressure falls is nowhere wider than before.
  @Test func aTaperOnlyGetsThinner() {
    let canvas = Canvas(width: 400, height: 64, filler)
    let samples = (0...50).map {
      PenSample(
        position: Point(30 + Double($0) * 6.6, 32.2), time: Double($0) / 200, pressure: 1 - Double($0) / 50)
    }
    canvas.draw(samples, Brush(size: 30, minimumShare: 0.05), InkStyle(color: 0), batches: [51])
    let widths = (46..<352).map { x in (0..<64).reduce(0) { $0 + Int(canvas.image[x, $1] >> 24) } }
    for (x, pair) in zip(46..., zip(widths, widths.dropFirst())) {
      // A column's sum may miss by the rounding of its two edges.
      #expect(pair.1 <= pair.0 + 20, "column \(x)")
    }
    #expect(abs(Double(widths[0]) / 255 - 30 * (0.05 + 0.95 * (1 - 16.5 / 330))) < 0.3)
  }

  /// Breaks where a sharp turn leaves a hole: every pixel deep inside the discs of a hairpin is full.
  @Test(arguments: Smoother.allCases)
  func aHairpinHasNoHole(_ smoother: Smoother) {
    for gap in [0.0, 0.3, 2, 9] {
      let canvas = Canvas(width: 160, height: 90, filler)
      let there = (0..<12).map { Point(20 + Double($0) * 10, 40) }
      let back = (0..<12).map { Point(130 - Double($0) * 10, 40 + gap) }
      let samples = (there + back).enumerated().map { PenSample(position: $1, time: Double($0) / 200) }
      let brush = Brush(size: 22, minimumShare: 1, smoother: smoother)
      canvas.draw(samples, brush, InkStyle(color: 0), batches: [samples.count])
      expectInk(of: StrokeModel(samples, brush).settled, on: canvas.image, "gap \(gap)")
    }
  }

  /// Breaks where a stroke that leaves the canvas disturbs it, or writes beyond it.
  @Test func aStrokeMayLeaveTheCanvas() {
    let corners = [
      Point(-500, 40), Point(600, 50), Point(300, -300), Point(60, 500), Point(-20, -20), Point(170, 120),
      Point(1e6, -1e6), Point(40, 40),
    ]
    let samples = corners.enumerated().map { PenSample(position: $1, time: Double($0) / 200) }
    let brush = Brush(size: 9, minimumShare: 1, smoother: .linear)
    let canvas = Canvas(width: 150, height: 100, filler)
    canvas.draw(samples, brush, InkStyle(color: 0), batches: [1, 1, 1, 1, 1, 1, 1, 1])
    expectInk(of: StrokeModel(samples, brush).settled, on: canvas.image, "")
    for tile in 0..<(canvas.image.columns * canvas.image.rows) {
      guard let pixels = canvas.image[tile] else { continue }
      let square = canvas.image.bounds(ofTile: tile)
      for y in 0..<Tile.size {
        for x in 0..<Tile.size where x >= square.width || y >= square.height { #expect(pixels[x, y] == 0) }
      }
    }
  }

  /// Breaks where large brushes take a short cut that is not the same picture.
  @Test func aGreatBrushIsTheUnionOfItsDiscs() {
    let samples = (0..<9).map {
      PenSample(
        position: Point(60 + Double($0) * 30, 150 + 4 * Angle(radians: Double($0)).sine), time: Double($0) / 200)
    }
    let brush = Brush(size: 180, minimumShare: 1)
    let canvas = Canvas(width: 400, height: 300, filler)
    canvas.draw(samples, brush, InkStyle(color: 0), batches: [4, 1, 3])
    expectInk(of: StrokeModel(samples, brush).settled, on: canvas.image, "")
  }

  /// Breaks where drawing makes tiles that hold nothing: memory would grow with the rectangle around a stroke.
  @Test func tilesWithoutInkAreNotMade() {
    let samples = [PenSample(position: Point(10, 10), time: 0), PenSample(position: Point(1000, 1000), time: 0.005)]
    let canvas = Canvas(width: 1024, height: 1024, filler)
    canvas.draw(samples, Brush(size: 6), InkStyle(color: 0), batches: [1, 1])
    #expect(canvas.image.tileCount >= 16)
    #expect(canvas.image.tileCount <= 3 * 16)
    for tile in 0..<256 { #expect(canvas.image[tile]?.isTransparent != true) }
  }

  /// Breaks where an eraser leaves or takes more than its coverage.
  @Test func anEraserTakesWhatItCovers() {
    let erased = Canvas(width: 128, height: 64, filler)
    for tile in 0..<2 { erased.image[tile] = Tile(filledWith: 0xFF80_4020) }
    let inked = Canvas(width: 128, height: 64, filler)
    var dice = Dice(11)
    let samples = randomStroke(count: 20, on: 128, 64, &dice)
    let brush = Brush(size: 12)
    erased.draw(samples, brush, InkStyle(opacity: 255, blend: .erase), batches: [3, 17])
    inked.draw(samples, brush, InkStyle(color: 0, opacity: 255), batches: [20])
    for y in 0..<64 {
      for x in 0..<128 {
        let alpha = inked.image[x, y] >> 24
        #expect(erased.image[x, y] == Pixel.scaled(0xFF80_4020, by: 255 - alpha))
      }
    }
  }

  // MARK: strokes

  private func randomBrush(_ smoother: Smoother, _ dice: inout Dice) -> Brush {
    // Evenly over the orders of magnitude from 0.5 to 200.
    let size = 0.5 * (0..<dice.roll(0...8)).reduce(1.0) { all, _ in all * dice.roll(1...2.1) }
    return Brush(size: min(200, size), minimumShare: dice.roll(0...1), smoother: smoother)
  }

  /// Steps from a hundredth of a pixel to across the canvas, sharp turns, pauses, and ways out of the canvas and back.
  private func randomStroke(count: Int, on width: Double, _ height: Double, _ dice: inout Dice) -> [PenSample] {
    var p = Point(dice.roll(0...width), dice.roll(0...height))
    var heading = dice.roll(0...6.28)
    var step = dice.roll(0.5...12)
    return (0..<count).map { i in
      if dice.isOne(in: 8) { step = [0.01, 0.3, 2, 7, 20, 90][dice.roll(0..<6)] }
      heading += dice.isOne(in: 6) ? dice.roll(-3.14...3.14) : dice.roll(-0.4...0.4)
      if !dice.isOne(in: 10) { p = p + Vector(length: step, direction: Angle(radians: heading)) }
      if p.x < -60 || p.y < -60 || p.x > width + 60 || p.y > height + 60 { p = Point(width / 2, height / 2) }
      return PenSample(position: p, time: Double(i) / 200, pressure: dice.isOne(in: 12) ? 0 : dice.roll(0...1))
    }
  }

  /// How much more (or less, negative) ink each pixel that may have any has than all discs filled as one shape.
  private func differencesFromOneShape(_ image: TileGrid, _ discs: [Disc]) -> [Int] {
    var ink = InkPieces()
    for (a, b) in zip(discs, discs.dropFirst()) { ink.append(from: a, to: b) }
    var differences: [Int] = []
    for tile in 0..<(image.columns * image.rows) {
      let square = image.bounds(ofTile: tile)
      for (i, whole) in filler.coverage(of: ink, in: square).enumerated() {
        let drawn = Int(image[tile]?[i % square.width, i / square.width] ?? 0) >> 24
        if drawn + Int(whole) > 0 { differences.append(drawn - Int(whole)) }
      }
    }
    return differences
  }

  /// How deep the middle of each pixel is in the ink of a chain of discs, -1 where it is a px outside or more.
  private func depths(of discs: [Disc], width: Int, height: Int) -> [Double] {
    var depths = [Double](repeating: -1, count: width * height)
    let canvas = PixelRect(x: 0, y: 0, width: width, height: height)
    for (a, b) in zip(discs, discs.dropFirst()) {
      let near = PixelRect(covering: a.bounds.union(b.bounds)).grown(by: 1).intersection(canvas)
      for y in near.minY..<near.maxY {
        for x in near.minX..<near.maxX {
          let depth = TrueInk.depth(Point(Double(x) + 0.5, Double(y) + 0.5), a, b)
          if depth > depths[y * width + x] { depths[y * width + x] = depth }
        }
      }
    }
    return depths
  }

  /// Every pixel deep inside the discs is full, every pixel far outside is empty.
  private func expectInk(of discs: [Disc], on image: TileGrid, _ what: String) {
    let depths = depths(of: discs, width: image.width, height: image.height)
    var wrong = 0
    for (i, depth) in depths.enumerated() {
      let pixel = image[i % image.width, i / image.width]
      if depth > 0.8 ? pixel >> 24 != 255 : depth < -0.8 && pixel != 0 { wrong += 1 }
    }
    #expect(wrong == 0, "\(what)")
  }
}

extension Disc {
  /// The same on the other side of an upright line through x = 150.
  fileprivate var mirrored: Disc { Disc(center: Point(300 - center.x, center.y), radius: radius) }
}

/// An image that strokes are drawn on as a document would.
private final class Canvas {
  var image: TileGrid
  let filler: CoverageFiller

  init(width: Int, height: Int, _ filler: CoverageFiller) {
    image = TileGrid(width: width, height: height)
    self.filler = filler
  }

  /// Draws a stroke that comes in batches of the given sizes (what they leave over comes at the end).
  @discardableResult
  func draw(_ samples: [PenSample], _ brush: Brush, _ style: InkStyle, batches: [Int], nib: NibShape? = nil)
    -> StrokeRasteriser
  {
    let before = image
    var model = StrokeModel(brush: brush)
    let rasteriser = StrokeRasteriser(for: image, nib: nib, filler: filler)
    var tail: [Disc] = []
    var scratch: [InkSegment] = []
    func show() {
      var dirty = Region()
      model.tail(into: &tail, scratch: &scratch)
      rasteriser.extend(settled: model.settled, tail: tail, dirty: &dirty)
      for rect in dirty.rects { rasteriser.draw(rect, style: style, onto: &image) { before[$0] } }
    }
    var next = 0
    for batch in batches + [samples.count] {
      let end = min(samples.count, next + batch)
      for sample in samples[next..<end] { model.add(sample) }
      next = end
      if batches.count > 1 { show() }
    }
    model.finish()
    show()
    return rasteriser
  }
}

extension StrokeModel {
  /// A finished stroke.
  fileprivate init(_ samples: [PenSample], _ brush: Brush) {
    self.init(brush: brush)
    for s in samples { add(s) }
    finish()
  }
}
