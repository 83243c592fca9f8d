import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library

/// Lines of strokes that are changed.
@Suite struct StrokeReshapeTests {
  let filler: CoverageFiller
  let brushes = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  func line(_ places: [Point], size: Double = 6, count: Int = 12) -> StrokeRecord {
    var record = StrokeRecord(brush: Brush(size: size, minimumShare: 1), style: InkStyle(colour: 0))
    for (a, b) in zip(places, places.dropFirst()) {
      for step in (record.samples.isEmpty ? 0 : 1)...count {
        record.samples.append(
          PenSample(
            position: a.lerp(to: b, Double(step) / Double(count)), time: Double(record.samples.count) / 100, pressure: 1
          ))
      }
    }
    return record
  }

  func document(_ records: [StrokeRecord]) throws -> Document {
    var document = try #require(Document(width: 230, height: 220))
    for record in records { document.draw(record, filler: filler) }
    return document
  }

  func reshape(
    _ document: inout Document, _ numbers: [Int], _ shape: StrokeReshape
  ) throws -> StrokeChangeResult {
    var (filter, change) = (StrokeFilter(), StrokeChange())
    filter.numbers = numbers.map { $0...$0 }
    change.shape = shape
    let result = try document.changeStrokes(filter, change, filler: filler)
    document.checkInvariants()
    return result
  }

  func hasInk(_ document: Document, _ x: Int, _ y: Int) -> Bool { document.activeImage[x, y] >> 24 > 128 }

  func drawn(_ document: Document) -> [StrokeRecord] {
    document.history.done.filter { $0.change == nil }.flatMap { $0.head.isOmitted ? [] : $0.drawnStrokes }
  }

  // MARK: Lines

  /// Fails if the line does not go through the place to which it is bent, ink beyond the reach changes, or it gets a
  /// corner.
  @Test(arguments: ["pen", "brush-pen", "marker"]) func linesBend(name: String) throws {
    for count in [1, 60] {
      var record = line([Point(10, 100), Point(220, 100)], count: count)
      record.brush = try #require(brushes[name]).resized(to: 5)
      record.brush.stabiliser = .none
      var document = try document([record])
      let before = document.activeImage
      _ = try reshape(&document, [1], .bend(from: Point(115, 101), to: Point(118, 141), reach: 60))
      let bent = try #require(drawn(document).first)
      let near = try #require(StrokeLine(of: bent, .identity).nearest(to: Point(118, 140)))
      #expect(near.distance < 1, "\(name) \(count): \(near.distance)")
      // Two samples get others between them.
      for x in 0..<(count > 1 ? 30 : 0) {
        for y in 0..<220 where before[x, y] != document.activeImage[x, y] { Issue.record("\(name) \(x) \(y)") }
      }
      let line = StrokeLine(of: bent, .identity).points
      for (a, (b, c)) in zip(line, zip(line.dropFirst(), line.dropFirst(2))) {
        guard let one = (b - a).normalized, let other = (c - b).normalized else { continue }
        #expect(one.dot(other) > 0.7, "\(name) \(count) at \(b)")
      }
    }
  }

  /// Fails if a line that a stabiliser guided does not go to the place, since the pen was ahead of it, or the rest moves.
  @Test func guidedLinesBend() throws {
    var record = line([Point(10, 100), Point(220, 100)], count: 60)
    record.brush.stabiliser = .average(time: 0.3, endsAtPen: true)
    var document = try document([record])
    let before = document.activeImage
    _ = try reshape(&document, [1], .bend(from: Point(115, 100), to: Point(115, 140), reach: 50))
    let bent = try #require(drawn(document).first)
    let near = try #require(StrokeLine(of: bent, .identity).nearest(to: Point(115, 140)))
    #expect(near.distance < 1, "\(near.distance)")
    for x in Array(0..<50) + Array(185..<230) {
      for y in 0..<220 where before[x, y] != document.activeImage[x, y] { Issue.record("\(x) \(y)") }
    }
  }

  /// Fails if samples away from a bend are changed, or a bend is made of too many.
  @Test func bendsAreLocal() throws {
    var record = line([Point(10, 100), Point(220, 100)], count: 60)
    for index in record.samples.indices { record.samples[index].time = Double(index / 3) / 30 }
    let bent = try StrokeBend(from: Point(115, 100), to: Point(115, 110), reach: 1).bent(record, [.identity])
    #expect(bent.samples.count < 160)
    for sample in record.samples where abs(sample.position.x - 115) > 15 {
      #expect(bent.samples.contains { $0.position == sample.position })
    }
    for (a, b) in zip(bent.samples, bent.samples.dropFirst()) { #expect(a.position.x <= b.position.x + 1e-6) }
    #expect(try StrokeBend(from: Point(9, 9), to: Point(9, 9), reach: 5).bent(record, [.identity]) == record)
  }

  /// Fails if widths do not stay with their places when a part is drawn again or strokes are joined.
  @Test func widthsStayInPlace() throws {
    func wide(_ record: StrokeRecord, _ x: Double) -> StrokeRecord {
      StrokeWidening(factor: 3, touch: StrokeTouch([Point(x, 100)], radius: 4)).widened(record, [.identity])
    }
    func radius(_ record: StrokeRecord, _ place: Point) throws -> Double {
      let line = StrokeLine(of: record, .identity)
      return line.radius(at: try #require(line.nearest(to: place)).at)
    }
    let record = wide(line([Point(10, 100), Point(220, 100)], count: 60), 190)
    var new = line([Point(60, 100), Point(90, 140), Point(120, 100)], count: 40).samples
    for index in new.indices { new[index].time *= 5 }
    let redrawn = try StrokeRedrawing(samples: new, reach: 4).redrawn(record, .identity)
    #expect(try radius(redrawn, Point(190, 100)) > 8 && radius(redrawn, Point(90, 138)) < 3.5)
    let one = wide(line([Point(10, 100), Point(90, 100)], count: 30), 80)
    let other = line([Point(110, 100), Point(200, 100)], count: 30)
    for (first, second) in [(one, other), (other, one)] {
      let joined = try StrokeJoin.joined((first, .identity), (second, .identity))
      #expect(try radius(joined, Point(80, 100)) > 8 && radius(joined, Point(20, 100)) < 3.5)
      #expect(try radius(joined, Point(190, 100)) < 3.5)
    }
    // Where the pen rested, the width changes no farther away.
    var rested = line([Point(10, 100), Point(220, 100)], count: 60)
    for index in 30..<61 { rested.samples[index].time += 5 }
    #expect(try radius(wide(rested, 115), Point(70, 100)) < 3.2)
    var dot = line([Point(50, 100), Point(50, 100)])
    dot.samples = [dot.samples[0]]
    #expect(wide(dot, 50).widths != nil)
  }

  /// Fails if thin ink between the samples of an eraser is missed, a far end of a line makes it slow, or a shape that is not
  /// cut becomes a stroke.
  @Test func thinLinesAreFound() throws {
    var document = try document([
      line([Point(20, 100), Point(200, 100)], size: 1), line([Point(-1e5, -1e5), Point(1e5, 1e5)], count: 2),
    ])
    _ = try reshape(&document, [1], .erase(StrokeTouch([Point(50, 91), Point(50, 109)], radius: 0), .crossing))
    #expect(drawn(document).count == 2 && drawn(document)[0].part?.from != nil)
    let outline = ShapeOutline.shape(
      Shape(.line, from: Point(40, 40), to: Point(200, 180)),
      pen: PenSample(position: .zero, time: 0, pressure: 0.8))
    var shape = ShapeStroke(stroke: StrokeRecord(brush: Brush(), style: InkStyle()), outline: outline)
    shape.stroke.samples = shape.outlineSamples
    var drawing = try #require(Document(width: 230, height: 220))
    _ = drawing.perform(.shape(shape), OperationContext(filler: filler, recordsAll: true))
    let split = try reshape(&drawing, [1], .split(Point(40, 40)))
    #expect(split.sameCount == 1, "\(split)")
  }

  /// Fails if a bent copy does not follow, or the strokes themselves go elsewhere.
  @Test func copiesBend() throws {
    var record = line([Point(20, 60), Point(90, 60)])
    record.symmetry = Symmetry(.mirror(vertical: true, horizontal: false))
    var document = try document([record])
    _ = try reshape(&document, [1], .bend(from: Point(175, 60), to: Point(175, 100), reach: 40))
    #expect(hasInk(document, 175, 99) && hasInk(document, 54, 99))
  }

  /// Fails if a shaky line stays so, or its ends or its course move.
  @Test func linesBecomeCalm() throws {
    var record = line([Point(20, 100), Point(200, 100)], count: 120)
    for index in record.samples.indices { record.samples[index].position.y += index % 4 < 2 ? 2 : -2 }
    let ends = (record.samples[0].position, record.samples[120].position)
    var document = try document([record])
    _ = try reshape(&document, [1], .calm(30))
    let calm = try #require(drawn(document).first)
    #expect(calm.samples[0].position == ends.0 && calm.samples[120].position == ends.1)
    for sample in calm.samples[20..<100] { #expect(abs(sample.position.y - 100) < 0.3) }
    // A bow that is wide stays.
    var bow = line([Point(20, 100), Point(200, 100)], count: 120)
    for index in bow.samples.indices {
      bow.samples[index].position.y += 40 * (1 - Double((index - 60) * (index - 60)) / 3600)
    }
    let calmed = try StrokeCalm.calmed(bow, 10)
    for (a, b) in zip(bow.samples, calmed.samples) { #expect(a.position.distance(to: b.position) < 0.6) }
  }

  /// Fails if a stroke does not become wider where a brush passed, or becomes so elsewhere.
  @Test(arguments: [0.5, 2]) func linesBecomeWider(factor: Double) throws {
    var document = try document([line([Point(10, 100), Point(220, 100)], size: 12, count: 60)])
    let before = document.activeImage
    _ = try reshape(&document, [1], .widen(by: factor, StrokeTouch([Point(110, 90), Point(120, 110)], radius: 8)))
    func width(_ x: Int) -> Int { (0..<220).count { hasInk(document, x, $0) } }
    #expect(abs(Double(width(115)) - 12 * factor) <= 1, "\(width(115))")
    for x in Array(0..<70) + Array(160..<230) {
      for y in 0..<220 where before[x, y] != document.activeImage[x, y] { Issue.record("\(x) \(y)") }
    }
  }

  /// Fails if a new part does not take the place of the old one, in either direction, or the rest of the ink changes.
  @Test(arguments: [false, true]) func partsAreDrawnAgain(isReversed: Bool) throws {
    let record = line([Point(10, 100), Point(220, 100)], count: 60)
    var document = try document([record])
    let before = document.activeImage
    var new = line([Point(80, 103), Point(115, 150), Point(150, 98)], count: 20).samples
    if isReversed { new = new.reversed().enumerated().map { PenSample(position: $1.position, time: Double($0) / 90) } }
    _ = try reshape(&document, [1], .redraw(new, near: 4))
    #expect(
      hasInk(document, 115, 147) && !hasInk(document, 115, 100) && hasInk(document, 60, 100)
        && hasInk(document, 200, 100))
    for x in Array(0..<60) + Array(175..<230) {
      for y in 0..<220 where before[x, y] != document.activeImage[x, y] { Issue.record("\(x) \(y)") }
    }
    let redrawn = try #require(drawn(document).first)
    for (a, b) in zip(redrawn.samples, redrawn.samples.dropFirst()) { #expect(a.time < b.time) }
    // From a place on it to a place beside it: its end is another one.
    _ = try reshape(&document, [1], .redraw(line([Point(180, 100), Point(180, 40)]).samples, near: 4))
    #expect(hasInk(document, 180, 50) && !hasInk(document, 210, 100) && hasInk(document, 60, 100))
    #expect(try reshape(&document, [1], .redraw(line([Point(20, 20), Point(20, 40)]).samples, near: 4)).refused == [1])
  }

  /// Fails if two strokes do not become one along their lines, whichever of their ends are near.
  @Test func strokesAreJoined() throws {
    for (flipsFirst, flipsSecond) in [(false, false), (true, false), (false, true), (true, true)] {
      var (one, other) = (line([Point(20, 100), Point(100, 100)]), line([Point(120, 110), Point(200, 110)]))
      func flip(_ record: inout StrokeRecord) {
        let places = record.samples.map(\.position)
        for index in record.samples.indices { record.samples[index].position = places[places.count - 1 - index] }
      }
      if flipsFirst { flip(&one) }
      if flipsSecond { flip(&other) }
      other.style.colour = 0xFF_0000
      let between = line([Point(20, 20), Point(200, 200)])
      var document = try document([one, between, other])
      var list = try StrokeList(ofHistoryOf: document)
      var all: [ListedStroke] = []
      while let stroke = try list.nextStroke() { all.append(stroke) }
      let items = try StrokeArrangement.join.operations(for: [all[0], all[2]], in: document) { _ in true }
      let change = try #require(Change(items.map { .init(distance: 3 - $0.key, operation: $0.value) }))
      try document.perform(change, filler: filler)
      document.checkInvariants()
      let strokes = drawn(document)
      #expect(strokes.count == 2 && strokes[0].style.colour == 0 && strokes[1] == between)
      let line = StrokeLine(of: strokes[0], .identity)
      for place in [Point(30, 100), Point(95, 100), Point(110, 105), Point(130, 110), Point(195, 110)] {
        let near = try #require(line.nearest(to: place))
        #expect(near.distance < 1.5, "\(place) \(near.distance)")
      }
      #expect(abs((line.lengths.last ?? 0) - 183) < 6)
      for (a, b) in zip(strokes[0].samples, strokes[0].samples.dropFirst()) { #expect(a.time < b.time) }
    }
  }

  /// Fails if later strokes do not take the place of others in the order of drawing.
  @Test func strokesAreReplaced() throws {
    var records = (0..<5).map { line([Point(20, 40 + 20 * Double($0)), Point(200, 120)]) }
    for index in records.indices { records[index].style.colour = UInt32(index) * 0x30_2010 }
    var document = try document(records)
    var list = try StrokeList(ofHistoryOf: document)
    var all: [ListedStroke] = []
    while let stroke = try list.nextStroke() { all.append(stroke) }
    let new = all[3...].map { KnownStroke($0, document.history.done[$0.edit].content) }
    let items = try StrokeArrangement.replaced(by: new).operations(for: [all[0], all[2]], in: document) { _ in true }
    let change = try #require(Change(items.map { .init(distance: 5 - $0.key, operation: $0.value) }))
    try document.perform(change, filler: filler)
    document.checkInvariants()
    #expect(drawn(document) == [records[3], records[4], records[1]])
    let expected = try self.document([records[3], records[4], records[1]])
    #expect(document.activeImage.showsSame(as: expected.activeImage))
  }

  // MARK: All of them

  /// Fails if a changed drawing is not, bit for bit, one drawn so at first.
  @Test(arguments: RandomSource.seeds(60)) func theResultIsDrawnSoAtFirst(seed: Int) throws {
    var rng = RandomSource(seed)
    let acts = RandomActs(filler: filler, brushes: brushes)
    var document = try #require(Document(width: 230, height: 220))
    for _ in 0..<rng.roll(2...5) {
      var sheet = try #require(Document(width: 230, height: 220))
      if let stroke = try acts.stroke(on: &sheet, &rng) { document.draw(stroke, filler: filler) }
    }
    for _ in 0..<3 {
      let count = document.history.done.count
      guard count > 0 else { break }
      let shape = Self.shape(&rng)
      var (filter, change) = (StrokeFilter(), StrokeChange())
      filter.numbers = [rng.roll(1...count)...rng.roll(count...count + 2)]
      change.shape = shape
      if rng.isOne(in: 3) { change.harder = rng.roll(-1...1) }
      if rng.isOne(in: 3) { change.stabiliser = .average(time: 0.1, endsAtPen: true) }
      if rng.isOne(in: 4) { change.symmetry = Symmetry(.radial(count: 2, isMirrored: false)) }
      _ = try document.changeStrokes(filter, change, filler: filler)
      document.checkInvariants()
      var expected = try #require(Document(width: 230, height: 220))
      for record in drawn(document) { expected.draw(record, filler: filler) }
      #expect(document.activeImage.showsSame(as: expected.activeImage), "seed \(seed): \(shape)")
    }
  }

  private static func shape(_ rng: inout RandomSource) -> StrokeReshape {
    func place() -> Point { Point(rng.roll(0.0...230), rng.roll(0.0...220)) }
    func line(_ count: Int) -> [Point] { (0..<count).map { _ in place() } }
    switch rng.roll(0...6) {
    case 0:
      let extent = StrokeExtent.allCases[rng.roll(1...2)]
      return .erase(StrokeTouch(line(rng.roll(1...3)), radius: rng.roll(0.0...20)), extent)
    case 1: return .split(place())
    case 2: return .ends(start: rng.isOne(in: 2) ? place() : nil, end: place())
    case 3: return .bend(from: place(), to: place(), reach: rng.roll(5.0...200))
    case 4: return .calm(rng.roll(0.5...60))
    case 5: return .widen(by: rng.roll(0.3...3), StrokeTouch(line(2), radius: rng.roll(0.0...30)))
    default:
      let samples = line(rng.roll(2...5)).enumerated().map { PenSample(position: $1, time: Double($0) / 60) }
      return .redraw(samples, near: rng.roll(0.0...100))
    }
  }
}
