import Geometry
import Glibc
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document

/// The pen along figures that replace strokes.
@Suite struct PenProfileTests {
  private static let figures: [Figure] = [
    .line(from: Point(20, 30), to: Point(210, 160)),
    .arc(center: Point(110, 100), radius: 70, start: Angle(degrees: 20), sweep: Angle(degrees: -200)),
    .ellipse(center: Point(110, 100), radii: Vector(60, 60), angle: .zero, start: .zero, isReversed: false),
    .ellipse(
      center: Point(110, 100), radii: Vector(80, 40), angle: Angle(degrees: 20), start: .quarterTurn, isReversed: true),
    .polygon([Point(30, 30), Point(190, 50), Point(100, 180)], isClosed: true),
    .polygon([Point(30, 40), Point(180, 40), Point(180, 150), Point(30, 150)], isClosed: true),
    .polygon([Point(30, 30), Point(120, 60), Point(90, 150), Point(200, 180)], isClosed: false),
  ]

  /// The pressure at a share of a stroke.
  private static func pressure(_ share: Double) -> Double { 0.2 + 0.6 * share + 0.1 * sin(9 * share) }

  /// Samples along a figure from a share of its outline on, pressed by `pressure`.
  private static func drawn(_ figure: Figure, from start: Double = 0, count: Int = 300) -> [PenSample] {
    let outline = figure.outline(tolerance: 0.01)
    let length = zip(outline, outline.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    func place(_ share: Double) -> Point {
      var rest = share * length
      for (a, b) in zip(outline, outline.dropFirst()) {
        let part = a.distance(to: b)
        if rest <= part { return a.lerp(to: b, rest / part) }
        rest -= part
      }
      return outline[outline.count - 1]
    }
    return (0...count).map { i in
      let share = Double(i) / Double(count)
      let at = start + share > 1 ? start + share - 1 : start + share
      return PenSample(
        position: place(at), time: Double(i) / 200, pressure: pressure(share),
        altitude: Angle(radians: 0.7 + 0.5 * share))
    }
  }

  private static func samples(_ figure: Figure, _ drawn: [PenSample], rest: Double = 8) -> [PenSample] {
    ShapeOutline.figure(figure, FigureInk(drawn)).samples(
      for: StrokeRecord(brush: Brush(), style: InkStyle()), PenProfile(drawn, along: figure, rest: rest))
  }

  /// The greatest difference between pressures of samples and those at their shares.
  private static func off(_ samples: [PenSample]) -> Double {
    let along = samples.indices.map { i in
      zip(samples[..<i], samples[1...].prefix(i)).reduce(0) { $0 + $1.0.position.distance(to: $1.1.position) }
    }
    let length = along.last ?? 1
    return zip(samples, along).map { abs($0.pressure - pressure($1 / length)) }.max() ?? 9
  }

  /// Fails if a figure has another pressure or tilt than the stroke at the same share of its length, or
  /// if a closed figure does not begin where the stroke began.
  @Test(arguments: figures) func theFigureHasThePenOfTheStroke(_ figure: Figure) throws {
    let drawn = Self.drawn(figure)
    let samples = Self.samples(figure, drawn)
    // The stroke's end does not count, so shares differ a little.
    #expect(Self.off(samples) < 0.04)
    #expect(abs(samples[0].altitude.radians - 0.7) < 0.02 && samples[samples.count - 1].altitude.radians > 1.15)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
    guard drawn.first?.position.distance(to: drawn.last?.position ?? .zero) ?? 9 < 1 else { return }
    for start in [0.3, 0.55, 0.9] {
      let turned = Self.samples(figure, Self.drawn(figure, from: start))
      #expect(Self.off(turned) < 0.04, "\(start)")
      #expect(turned.first?.position == turned.last?.position)
      #expect(turned[0].position.distance(to: Self.drawn(figure, from: start)[0].position) < 20, "\(start)")
      #expect(zip(turned, turned.dropFirst()).allSatisfy { $0.time <= $1.time }, "\(start)")
    }
  }

  /// Fails if the pressure of a pen that is held still spoils the figure's end.
  @Test(arguments: figures) func theHoldDoesNotCount(_ figure: Figure) throws {
    var drawn = Self.drawn(figure)
    let last = try #require(drawn.last)
    for i in 0..<100 {
      var held = last
      held.position = last.position + Vector(3 * sin(Double(i)), 3 * cos(Double(i)))
      held.time += Double(i + 1) / 200
      held.pressure = i < 50 ? 1 : 0.01
      drawn.append(held)
    }
    let samples = Self.samples(figure, drawn)
    #expect(Self.off(samples) < 0.05)
  }

  /// Fails if a pen that is the same everywhere changes the samples of older versions.
  @Test(arguments: figures) func onePenHasTheSamplesOfBefore(_ figure: Figure) {
    let drawn = Self.drawn(figure, from: figure.kind == .line ? 0 : 0.3).map { sample in
      PenSample(position: sample.position, time: sample.time, pressure: 0.6)
    }
    #expect(PenProfile(drawn, along: figure, rest: 8) == nil)
    let stroke = StrokeRecord(brush: Brush(), style: InkStyle())
    let outline = ShapeOutline.figure(figure, FigureInk(drawn))
    var shape = ShapeStroke(stroke: stroke, outline: outline)
    shape.stroke.samples = outline.samples(for: stroke)
    #expect(shape.stroke(scale: 4).samples == outline.samples(for: stroke, tolerance: ShapeOutline.tolerance / 4))
  }

  /// Fails if an enlarged figure loses the pen along it, or begins elsewhere.
  @Test(arguments: figures) func enlargedFiguresKeepThePen(_ figure: Figure) {
    let isClosed = figure.outline(tolerance: 1).first == figure.outline(tolerance: 1).last
    let drawn = Self.drawn(figure, from: isClosed ? 0.3 : 0)
    var stroke = StrokeRecord(brush: Brush(), style: InkStyle())
    stroke.samples = Self.samples(figure, drawn)
    let larger = ShapeStroke(stroke: stroke, outline: .figure(figure, FigureInk(drawn))).stroke(scale: 6)
    #expect(larger.samples.count >= stroke.samples.count)
    #expect(Self.off(larger.samples) < 0.04)
    #expect(larger.samples[0].position.distance(to: stroke.samples[0].position) < 0.05)
  }

  /// Fails if a figure with a changing pen is not undone, done again or copied exactly.
  @Test func changingPensAreRecorded() throws {
    let filler = try #require(CoverageFiller())
    for figure in Self.figures {
      var document = try #require(Document(width: 230, height: 220))
      var stroke = StrokeInProgress(on: document, brush: Brush(size: 20), style: InkStyle(), filler: filler)
      for sample in Self.drawn(figure) { stroke.add(sample) }
      _ = stroke.finish(on: &document)
      let drawn = document.layers[0].image
      var shape = ShapeInProgress(replacing: stroke.record, filler: filler, on: &document)
      _ = shape.draw(
        .figure(figure, FigureInk(stroke.record.samples)),
        profile: PenProfile(stroke.record.samples, along: figure, rest: 8), on: &document)
      _ = shape.finish(on: &document)
      let inked = document.layers[0].image
      let record = try #require(document.history.lastDone?.stroke)
      #expect(Self.off(record.samples) < 0.05)
      _ = document.undo()
      #expect(document.layers[0].image.showsSame(as: drawn))
      _ = document.redo()
      #expect(document.layers[0].image.showsSame(as: inked))
      var other = try #require(Document(width: 230, height: 220))
      _ = other.draw(record, filler: filler)
      #expect(other.layers[0].image.showsSame(as: inked))
    }
  }

  /// Fails if degenerate strokes crash, or make samples without number.
  @Test func oddStrokesAreHarmless() {
    for seed in RandomSource.seeds(300) {
      var rng = RandomSource(seed)
      let figure = Self.figures[rng.roll(0..<Self.figures.count)]
      let samples = (0..<rng.roll(0...6)).map { i in
        PenSample(
          position: Point(Double(rng.roll(0...2)) * 40, Double(rng.roll(0...2)) * 40), time: Double(i),
          pressure: rng.roll(0.0...1), roll: rng.isOne(in: 2) ? Angle(radians: rng.roll(-3.0...3)) : nil)
      }
      let result = Self.samples(figure, samples, rest: rng.roll(0.0...100))
      #expect(result.allSatisfy { $0.position.isFinite && (0...1).contains($0.pressure) }, "seed \(seed)")
      #expect(result.count >= 2, "seed \(seed)")
    }
  }
}
