import Geometry
import Ink
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Paint

@Suite struct OutlineRasteriserTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// Fails if `drawChanges` misses a changed pixel, or writes one that it does not report:
  /// round tips, nibs, several chains, batches of any size.
  @Test func drawingTheChangesDrawsAll() {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var model = StrokeModel(
        brush: Brush(size: rng.roll(1...60), minimumShare: 0.2), prediction: rng.isOne(in: 2) ? 0.008 : 0)
      let tip: Brush.Tip =
        rng.isOne(in: 3)
        ? .flat(Brush.Nib(thickness: 0.3, angle: Angle(degrees: 35), followsAzimuth: false)) : .round
      let style = InkStyle(colour: 0x20_40_60, opacity: 200)
      let (whole, part) = (StrokeCanvas(width: 300, height: 200, filler), StrokeCanvas(width: 300, height: 200, filler))
      let count = rng.isOne(in: 3) ? 2 : 1
      let all = OutlineRasteriser(for: whole.image, tip: tip, filler: filler, chains: count)
      let changes = OutlineRasteriser(for: part.image, tip: tip, filler: filler, chains: count)
      let empty = whole.image
      var p = Point(rng.roll(0...300), rng.roll(0...200))
      var tail = InkTrace()
      // With small steps most of the tail does not move.
      let step = rng.isOne(in: 2) ? 25.0 : 4
      for i in 0..<60 {
        model.add(PenSample(position: p, time: Double(i) / 200, pressure: rng.roll(0...1)))
        p = p + Vector(rng.roll(-step...step), rng.roll(-step...step))
        if i == 59 { model.finish() } else if rng.isOne(in: 3) { continue }
        model.tail(into: &tail)
        let mirrored = (model.settled.mirrored, tail.mirrored)
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

  /// Fails if the unchanged start of a tail is drawn again, or a new or removed part is not.
  @Test func onlyTheNewEndOfATailIsDrawn() {
    let image = TileGrid(width: 600, height: 100)
    let painter = OutlineRasteriser(for: image, filler: filler)
    func disc(_ x: Double, _ y: Double) -> Disc { Disc(center: Point(x, y), radius: 3) }
    func ink(_ discs: [Disc], isEnded: Bool = true) -> InkTrace {
      var ink = InkTrace()
      for (a, b) in zip(discs, discs.dropFirst()) {
        ink.sweeps.append(
          Sweep(
            CubicBezier(
              a.center, a.center.lerp(to: b.center, 1 / 3.0), a.center.lerp(to: b.center, 2 / 3.0), b.center), from: a,
            to: b))
      }
      if isEnded { ink.end = discs.last }
      return ink
    }
    let line = (0..<20).map { disc(20 + 20 * Double($0), 10 + 4 * Double($0)) }
    var drawn = image
    func changes(_ settled: InkTrace, _ tail: InkTrace) -> Region {
      var (dirty, written) = (Region(), Region())
      painter.extend(settled: settled, tail: tail, dirty: &dirty)
      painter.drawChanges(
        style: InkStyle(colour: 0), onto: &drawn, before: { tile, _ in image[tile] }, written: &written)
      #expect(written.rects.allSatisfy { dirty.bounds.intersection($0) == $0 })
      return dirty
    }
    func rows(_ settled: InkTrace, _ tail: InkTrace) -> Range<Int> {
      let box = changes(settled, tail).bounds
      return box.minY..<box.maxY
    }
    #expect(rows(InkTrace(), ink(Array(line[...15]))) == 6..<74)
    #expect(changes(InkTrace(), ink(Array(line[...15]))).isEmpty)
    // The tip moves: the last sweep of the old tail and that of the new one.
    #expect(rows(InkTrace(), ink(line[...14] + [disc(320, 80)])) == 62..<84)
    // Two sweeps settle and the tip continues: the part between is not drawn.
    let region = changes(ink(Array(line[...2]), isEnded: false), ink(line[2...14] + [disc(320, 80), disc(340, 84)]))
    let isThere = { (y: Int) in region.rects.contains { $0.minY <= y && y < $0.maxY } }
    #expect((7..<20).allSatisfy(isThere) && !(24..<75).contains(where: isThere) && (80..<86).allSatisfy(isThere))
    // The next tail has nothing in common with it.
    #expect(rows(ink(Array(line[...2]), isEnded: false), ink([line[2], disc(60, 60)])) == 14..<88)
  }

  /// Number of differing pixels of two images, and of changed pixels of the second one outside a
  /// region.
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

  /// Fails if pixels depend on batches: random batches must give the same pixels as all samples
  /// at once.
  @Test(arguments: Smoother.allCases)
  func batchesDoNotChangePixels(_ smoother: Smoother) {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let brush = Brush.random(smoother, &rng)
      let style = InkStyle(colour: 0, opacity: rng.isOne(in: 3) ? 100 : 255)
      let samples = PenSample.randomStroke(count: rng.roll(1...50), on: 230, 190, &rng)
      let once = StrokeCanvas(width: 230, height: 190, filler)
      once.draw(samples, brush, style, batches: [samples.count])
      let often = StrokeCanvas(width: 230, height: 190, filler)
      var batches: [Int] = []
      while batches.reduce(0, +) < samples.count { batches.append(rng.roll(1...(rng.isOne(in: 2) ? 3 : 20))) }
      often.draw(samples, brush, style, batches: batches)
      #expect(often.image.showsSame(as: once.image), "\(smoother), seed \(seed)")
    }
  }

  /// Fails if settled ink is not the union of its hulls: 5000 samples in one place, in batches
  /// and at once to the bit, and against one fill. Dropped hulls and rounding may cost a level
  /// each. Tiles' lists must not grow with the stroke: most of the 5000 sweeps reach one of 12
  /// tiles.
  @Test func scribblingInOnePlaceIsOneShape() {
    var rng = RandomSource(3)
    let brush = Brush(size: 3, minimumShare: 0.5)
    var samples: [PenSample] = []
    var (p, v) = (Point(100, 75), Vector(2, 1))
    for i in 0..<5000 {
      v = (v + Vector(rng.roll(-2...2), rng.roll(-2...2))) * 0.9
      if p.x < 20 || p.x > 180 { v = Vector(p.x < 20 ? 3 : -3, v.dy) }
      if p.y < 20 || p.y > 130 { v = Vector(v.dx, p.y < 20 ? 3 : -3) }
      p = p + v
      samples.append(PenSample(position: p, time: Double(i) / 200, pressure: rng.roll(0.2...1)))
    }
    let (once, often) = (StrokeCanvas(width: 200, height: 150, filler), StrokeCanvas(width: 200, height: 150, filler))
    let atOnce = once.draw(samples, brush, InkStyle(colour: 0), batches: [5000])
    let painter = often.draw(samples, brush, InkStyle(colour: 0), batches: [Int](repeating: 100, count: 50))
    #expect(often.image.showsSame(as: once.image))
    let differences = once.differences(from: StrokeModel(samples, brush).settled)
    #expect(differences.allSatisfy { abs($0) <= 2 })
    #expect(painter.longestList <= 2500 && atOnce.longestList == painter.longestList)
  }

  /// Fails if a seam shows along a stroke: slow lines and arcs of thousands of sweeps, against
  /// one fill.
  @Test(arguments: [0.02, 0.07, 0.3])
  func aLongStrokeHasNoSeam(step: Double) {
    for (size, bend) in [(2.0, 0.0), (30, 0.004), (9, 0.03)] {
      // A smoother that keeps every sample, so that tiles are baked often.
      let brush = Brush(size: size, minimumShare: 0.4, smoother: .linear)
      var samples: [PenSample] = []
      var (p, heading) = (Point(40, 45), 0.3)
      for i in 0..<Int(80 / step) {
        heading += bend * step
        p = p + Vector(length: step, direction: Angle(radians: heading))
        let pressure = 0.7 + 0.3 * Angle(radians: Double(i) * step * 0.1).sine
        samples.append(PenSample(position: p, time: Double(i) / 1000, pressure: pressure))
      }
      let canvas = StrokeCanvas(width: 190, height: 130, filler)
      canvas.draw(samples, brush, InkStyle(colour: 0), batches: [samples.count])
      let differences = canvas.differences(from: StrokeModel(samples, brush).settled)
      #expect(differences.allSatisfy { abs($0) <= 2 }, "size \(size)")
    }
  }

  /// Fails if the ink between two joining hulls is missing: wide straight sweeps with slight
  /// turns, so that their outer sides are up to 1.5 px apart, joints anywhere on the tiles; against
  /// one fill.
  @Test func jointsOfWideSweepsAreClosedOnEveryTile() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let radius = rng.roll(20.0...60)
      var (p, heading) = (Point(70 + rng.roll(0.0...30), 90 + rng.roll(0.0...30)), rng.roll(-0.3...0.3))
      // As far as hulls may be apart and join.
      let most = (4 * 0.02 * radius).squareRoot() / radius * 0.98
      var ink = InkTrace()
      for _ in 0..<12 {
        let q = p + Vector(length: rng.roll(9.0...24), direction: Angle(radians: heading))
        ink.sweeps.append(
          Sweep(
            CubicBezier(lineFrom: p, to: q), from: Disc(center: p, radius: radius), to: Disc(center: q, radius: radius))
        )
        heading += rng.isOne(in: 2) ? most : -most
        p = q
      }
      ink.end = ink.sweeps.last?.end
      let canvas = StrokeCanvas(width: 500, height: 300, filler)
      let painter = OutlineRasteriser(for: canvas.image, filler: filler)
      var (dirty, written) = (Region(), Region())
      painter.extend(settled: ink, tail: InkTrace(), dirty: &dirty)
      painter.drawChanges(style: InkStyle(colour: 0), onto: &canvas.image, before: { _, _ in nil }, written: &written)
      let differences = canvas.differences(from: ink)
      #expect(differences.allSatisfy { abs($0) <= 1 }, "seed \(seed): \(differences.min() ?? 0) levels")
    }
  }

  /// Fails if entirely covered tiles lose ink or keep wrong pixels: wide strokes to and fro,
  /// sample by sample and at once, and against one fill.
  @Test(arguments: [90.0, 200, 700]) func fullTilesStayFull(size: Double) {
    let samples = (0..<120).map { i in
      let t = Double(i)
      return PenSample(
        position: Point(180 + 150 * Angle(radians: t * 0.23).sine, 60 + t / 2), time: t / 200,
        pressure: 0.6 + 0.4 * Angle(radians: t * 0.4).sine)
    }
    let brush = Brush(size: size, minimumShare: 0.2)
    let (once, often) = (StrokeCanvas(width: 360, height: 400, filler), StrokeCanvas(width: 360, height: 400, filler))
    once.draw(samples, brush, InkStyle(colour: 0), batches: [120])
    let painter = often.draw(samples, brush, InkStyle(colour: 0), batches: [Int](repeating: 1, count: 120))
    #expect(painter.fullTileCount > 0)
    #expect(often.image.showsSame(as: once.image))
    let differences = once.differences(from: StrokeModel(samples, brush).settled)
    #expect(differences.allSatisfy { abs($0) <= 2 })
  }

  /// Fails if baking depends on drawing: scribbles that bake every tile many times, of one and
  /// two chains, also at half opacity, in random batches and at once.
  @Test func batchesOfScribblesDoNotChangePixels() {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      let brush = Brush(
        size: rng.roll(1...8), minimumShare: 0.3, smoother: Smoother.allCases[seed % Smoother.allCases.count])
      let style = InkStyle(colour: 0x30_60_90, opacity: rng.isOne(in: 2) ? 90 : 255)
      let count = 1 + seed % 2
      let (once, often) = (
        StrokeCanvas(width: 300, height: 130, filler), StrokeCanvas(width: 300, height: 130, filler)
      )
      let empty = once.image
      let painters = (0..<2).map { _ in OutlineRasteriser(for: empty, tip: brush.tip, filler: filler, chains: count) }
      var model = StrokeModel(brush: brush)
      var (tail, p) = (InkTrace(), Point(150, 65))
      func show(_ painter: OutlineRasteriser, _ canvas: StrokeCanvas) {
        var (dirty, written) = (Region(), Region())
        model.tail(into: &tail)
        for chain in 0..<count {
          painter.extend(
            chain: chain, settled: chain == 0 ? model.settled : model.settled.mirrored,
            tail: chain == 0 ? tail : tail.mirrored, dirty: &dirty)
        }
        painter.drawChanges(style: style, onto: &canvas.image, before: { tile, _ in empty[tile] }, written: &written)
      }
      for i in 0..<600 {
        p = Point(
          max(100, min(200, p.x + rng.roll(-9...9))), max(20, min(110, p.y + rng.roll(-9...9))))
        model.add(PenSample(position: p, time: Double(i) / 200, pressure: rng.roll(0.2...1)))
        if rng.isOne(in: 4) { show(painters[0], often) }
      }
      model.finish()
      show(painters[0], often)
      show(painters[1], once)
      var (wrong, worst) = (0, 0)
      for y in 0..<once.image.height {
        for x in 0..<once.image.width where once.image[x, y] != often.image[x, y] {
          wrong += 1
          worst = max(worst, abs(Int(once.image[x, y] >> 24) - Int(often.image[x, y] >> 24)))
        }
      }
      #expect(wrong == 0, "seed \(seed): \(wrong) pixels of \(count) chains, by up to \(worst) levels")
    }
  }

  /// Fails if a nib's pixels depend on batches: a pen whose lean rotates.
  @Test func batchesOfANibDoNotChangePixels() {
    let nib = Brush.Nib(thickness: 0.3, angle: Angle(degrees: 20), followsAzimuth: true)
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var brush = Brush.random(.modelled, &rng)
      brush.tip = .flat(nib)
      var samples = PenSample.randomStroke(count: rng.roll(1...40), on: 230, 190, &rng)
      for i in samples.indices {
        samples[i].altitude = Angle(degrees: 40)
        samples[i].azimuth = Angle(radians: Double(i) * 0.2)
      }
      let (once, often) = (StrokeCanvas(width: 230, height: 190, filler), StrokeCanvas(width: 230, height: 190, filler))
      once.draw(samples, brush, InkStyle(colour: 0), batches: [samples.count])
      often.draw(
        samples, brush, InkStyle(colour: 0), batches: (0..<40).map { _ in rng.roll(1...4) })
      #expect(often.image.showsSame(as: once.image), "seed \(seed)")
    }
  }
}

extension InkTrace {
  /// Mirrored at the vertical line x = 150.
  fileprivate var mirrored: InkTrace {
    func other(_ p: Point) -> Point { Point(300 - p.x, p.y) }
    func other(_ d: Disc) -> Disc {
      Disc(center: other(d.center), radius: d.radius, strength: d.strength, direction: -d.direction)
    }
    var mirrored = InkTrace()
    mirrored.append(
      self,
      sweep: {
        Sweep(
          CubicBezier(other($0.curve.p0), other($0.curve.p1), other($0.curve.p2), other($0.curve.p3)),
          from: other($0.start), to: other($0.end))
      }, disc: other)
    return mirrored
  }
}

extension OutlineRasteriser {
  /// Number of tiles that settled ink covers entirely.
  fileprivate var fullTileCount: Int { tiles.all.count { $0.isFull } }
  /// Number of hulls on the longest list of a tile.
  fileprivate var longestList: Int { tiles.all.reduce(0) { max($0, $1.entries.count) } }
}
