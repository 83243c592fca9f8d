import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library

/// Ink that an eraser for strokes takes, and strokes that are cut.
extension StrokeReshapeTests {
  /// Fails if ink is left where an eraser passed, or ink away from it changes.
  @Test(arguments: RandomSource.seeds(80)) func passedInkGoes(seed: Int) throws {
    var rng = RandomSource(seed)
    let names = ["pen", "marker", "pencil", "brush-pen"]
    let brush = try #require(brushes[names[rng.roll(0..<names.count)]])
    var record = StrokeRecord(brush: brush.resized(to: rng.roll(2...24)), style: InkStyle(colour: 0))
    record.brush.stabiliser = .none
    if rng.isOne(in: 4) { record.symmetry = Symmetry(.radial(count: 3, isMirrored: true)) }
    var place = Point(rng.roll(60...170), rng.roll(60...160))
    for index in 0..<rng.roll(2...9) {
      record.samples.append(PenSample(position: place, time: Double(index) / 50, pressure: rng.roll(0.2...1)))
      place = place + Vector(rng.roll(-60...60), rng.roll(-60...60))
    }
    var document = try document([record])
    let before = document.activeImage
    let line = (0..<rng.roll(1...3)).map { _ in Point(rng.roll(20.0...210), rng.roll(20.0...200)) }
    let touch = StrokeTouch(line, radius: rng.roll(0.5...12))
    let copies = record.symmetry.copies(onCanvas: document.bounds)
    _ = try reshape(&document, [1], .erase(touch, .touched))
    let after = document.activeImage
    let widest = StrokeLine(of: record, .identity).radii.max() ?? 0
    let parts = drawn(document).map { StrokeLine(of: $0, .identity).points }
    for y in 0..<220 {
      for x in 0..<230 where before[x, y] >> 24 > 0 {
        let place = Point(Double(x) + 0.5, Double(y) + 0.5)
        let distance =
          ([.identity] + copies).map { map in
            // Each copy of the eraser's line acts on each copy of the stroke.
            Self.distance(place, touch.line.map { map($0) })
          }.min() ?? 0
        if Self.distance(place, line) < touch.radius - 1.5 { #expect(after[x, y] >> 24 == 0, "seed \(seed) \(x) \(y)") }
        // Parts of one stroke lie above each other as strokes do.
        let isOfOne = parts.count { Self.distance(place, $0) < widest + 2 } < 2
        if copies.isEmpty, distance > touch.radius + 2 * widest + 2, isOfOne {
          // A part is rasterised apart from the others, with other rounding.
          let difference = abs(Int(after[x, y] >> 24) - Int(before[x, y] >> 24))
          #expect(difference <= 5, "seed \(seed) \(x) \(y)")
        }
      }
    }
  }

  private static func distance(_ place: Point, _ line: [Point]) -> Double {
    zip(line, line.count == 1 ? line : Array(line.dropFirst())).map { a, b in
      place.distance(to: a.lerp(to: b, place.share(nearestOn: a, b)))
    }.min() ?? .infinity
  }

  /// Fails if a tap erases more than up to the next lines on both sides, or less.
  @Test func partsBetweenCrossingsGo() throws {
    let strokes = [
      line([Point(20, 100), Point(200, 100)]), line([Point(60, 40), Point(60, 160)]),
      line([Point(140, 40), Point(140, 160)]),
    ]
    func tapped(_ number: Int, _ place: Point) throws -> Document {
      var document = try document(strokes)
      #expect(try reshape(&document, [number], .erase(StrokeTouch([place], radius: 2), .crossing)).count == 1)
      return document
    }
    let middle = try tapped(1, Point(100, 101))
    #expect(
      hasInk(middle, 30, 100) && !hasInk(middle, 70, 100) && !hasInk(middle, 130, 100) && hasInk(middle, 180, 100))
    #expect(hasInk(middle, 60, 100) && hasInk(middle, 140, 100) && drawn(middle).count == 4)
    let end = try tapped(1, Point(198, 100))
    #expect(hasInk(end, 130, 100) && !hasInk(end, 150, 100) && !hasInk(end, 200, 100) && drawn(end).count == 3)
    // Beyond the tip, within its round end.
    let tip = try tapped(1, Point(202, 100))
    #expect(tip.activeImage.showsSame(as: end.activeImage))
    // An overshoot that is shorter than the line is wide.
    var short = try document([
      line([Point(20, 100), Point(145, 100)], size: 16), line([Point(140, 40), Point(140, 160)]),
    ])
    _ = try reshape(&short, [1], .erase(StrokeTouch([Point(147, 100)], radius: 4), .crossing))
    #expect(hasInk(short, 30, 100) && hasInk(short, 120, 100) && drawn(short).first?.part?.to != nil)
    // The end of a line, then the rest of it: no dot stays on the crossing.
    var roof = try document([line([Point(20, 150), Point(110, 40)]), line([Point(90, 40), Point(200, 150)])])
    _ = try reshape(&roof, [1], .erase(StrokeTouch([Point(108, 42)], radius: 1), .crossing))
    _ = try reshape(&roof, [1], .erase(StrokeTouch([Point(40, 126)], radius: 1), .crossing))
    #expect(drawn(roof).count == 1 && drawn(roof).first?.part == nil && !hasInk(roof, 40, 126))
    // None crosses.
    var alone = try document([strokes[0]])
    _ = try reshape(&alone, [1], .erase(StrokeTouch([Point(50, 100)], radius: 2), .crossing))
    #expect(alone.activeImage.paintedBounds.isEmpty)
  }

  /// Fails if a line that ends within another one's ink is no limit, or an eraser or a line of another layer is one, or a
  /// line that crosses itself is not cut there.
  @Test func whatCrosses() throws {
    let tee = [line([Point(20, 100), Point(200, 100)], size: 10), line([Point(100, 40), Point(100, 98)])]
    var document = try document(tee)
    let before = document
    _ = try reshape(&document, [1], .erase(StrokeTouch([Point(150, 100)], radius: 1), .crossing))
    #expect(hasInk(document, 50, 100) && !hasInk(document, 150, 100))
    document = before
    _ = document.perform(LayerOperation.add(above: document.activeID))
    var other = line([Point(60, 40), Point(60, 160)])
    other.surface = document.activeSurface
    document.draw(other, filler: filler)
    var eraser = line([Point(30, 40), Point(30, 160)])
    (eraser.surface, eraser.style.blend) = (before.activeSurface, .erase)
    document.draw(eraser, filler: filler)
    _ = try reshape(&document, [1], .erase(StrokeTouch([Point(80, 100)], radius: 1), .crossing))
    let image = try #require(document.image(of: before.activeSurface))
    #expect(image[22, 100] >> 24 == 0 && image[80, 100] >> 24 == 0 && image[150, 100] >> 24 > 128)

    var loop = try self.document([
      line([Point(20, 150), Point(150, 150), Point(150, 60), Point(80, 60), Point(80, 200)], count: 20)
    ])
    _ = try reshape(&loop, [1], .erase(StrokeTouch([Point(80, 190)], radius: 1), .crossing))
    #expect(hasInk(loop, 80, 120) && !hasInk(loop, 80, 180) && hasInk(loop, 40, 150))
    _ = try reshape(&loop, [1], .erase(StrokeTouch([Point(150, 100)], radius: 1), .crossing))
    #expect(hasInk(loop, 40, 150) && !hasInk(loop, 150, 100) && !hasInk(loop, 80, 100))
  }

  /// Fails if an outline that is a shape is not cut like other lines, or its other parts change.
  @Test(arguments: ["pen", "marker", "pencil", "brush-pen"]) func shapesAreCut(name: String) throws {
    let brush = try #require(brushes[name]).resized(to: 8)
    var document = try #require(Document(width: 230, height: 220))
    let stroke = StrokeRecord(brush: brush, style: InkStyle(colour: 0))
    let outline = ShapeOutline.shape(
      Shape(.ellipse, from: Point(40, 40), to: Point(200, 180)), pen: PenSample(position: .zero, time: 0, pressure: 0.8)
    )
    let context = OperationContext(filler: filler, recordsAll: true)
    var shape = ShapeStroke(stroke: stroke, outline: outline)
    shape.stroke.samples = shape.outlineSamples
    _ = document.perform(.shape(shape), context)
    let before = document.activeImage
    #expect(before[199, 110] >> 24 > 0)
    _ = try reshape(&document, [1], .erase(StrokeTouch([Point(200, 110)], radius: 10), .touched))
    let after = document.activeImage
    #expect(after[199, 110] >> 24 == 0)
    var differing = 0
    for y in 0..<220 { for x in 0..<170 where before[x, y] != after[x, y] { differing += 1 } }
    #expect(differing == 0)
  }

  // MARK: Ends and parts

  /// Fails if the two parts of a split stroke show another picture than the whole, or are not two.
  @Test(arguments: RandomSource.seeds(40)) func splitStrokesShowTheSame(seed: Int) throws {
    var rng = RandomSource(seed)
    // It does not cross itself: parts lie above each other as strokes do.
    let places = (0..<4).map { Point(20 + 60 * Double($0), rng.roll(60.0...140)) }
    var record = line(places, size: rng.roll(2...12))
    record.brush = try #require(brushes["pen"]).resized(to: record.brush.size)
    var document = try document([record])
    let before = document.activeImage
    let place = record.samples[rng.roll(6..<30)].position
    #expect(try reshape(&document, [1], .split(place)).count == 1)
    #expect(drawn(document).count == 2, "seed \(seed)")
    let after = document.activeImage
    for y in 0..<220 {
      for x in 0..<230 where before[x, y] != after[x, y] {
        // Both have a round end there.
        let distance = place.distance(to: Point(Double(x) + 0.5, Double(y) + 0.5))
        #expect(distance < record.brush.fullWidth / 2 + 3, "seed \(seed) \(x) \(y)")
      }
    }
    // The second one can be moved alone.
    var (filter, change) = (StrokeFilter(), StrokeChange())
    filter.numbers = [2...2]
    change.colour = 0xFF_0000
    #expect(try document.changeStrokes(filter, change, filler: filler).count == 1)
  }

  /// Fails if a stroke does not end at the place that it was shortened to, or does not get back its end.
  @Test func endsMove() throws {
    var document = try document([line([Point(20, 100), Point(200, 100)])])
    let before = document.activeImage
    _ = try reshape(&document, [1], .ends(start: nil, end: Point(120, 90)))
    #expect(hasInk(document, 119, 100) && !hasInk(document, 128, 100) && hasInk(document, 21, 100))
    _ = try reshape(&document, [1], .ends(start: Point(50, 120), end: Point(150, 90)))
    #expect(!hasInk(document, 40, 100) && hasInk(document, 149, 100) && !hasInk(document, 160, 100))
    #expect(try reshape(&document, [1], .ends(start: Point(150, 100), end: Point(60, 100))).refused == [1])
    _ = try reshape(&document, [1], .ends(start: Point(0, 100), end: Point(230, 100)))
    #expect(document.activeImage.showsSame(as: before))
  }
}
