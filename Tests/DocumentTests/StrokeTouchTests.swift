import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library

/// Strokes that a line touches.
@Suite struct StrokeTouchTests {
  private let filler: CoverageFiller
  private let brushes = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  private func touches(_ document: Document, _ touch: StrokeTouch) throws -> Bool {
    var list = try StrokeList(ofHistoryOf: document)
    let stroke = try list.nextStroke()
    return try #require(stroke).isTouched(by: touch)
  }

  /// The distance of a place from a line.
  private static func distance(_ place: Point, _ line: [Point]) -> Double {
    zip(line, line.count == 1 ? line : Array(line.dropFirst())).map { a, b in
      let way = b - a
      let t = max(0, min(1, (place - a).dot(way) / max(1e-9, way.dot(way))))
      return place.distance(to: a.lerp(to: b, t))
    }.min() ?? .infinity
  }

  /// Fails if a line touches a stroke whose pixels are away from it, or does not touch one whose pixels it covers, by more
  /// than 2 px; with round tips, tapers, copies by a symmetry, and after the canvas was turned and scaled.
  @Test(arguments: RandomSource.seeds(100)) func linesTouchInk(seed: Int) throws {
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 230, height: 220))
    let names = ["pen", "marker", "liner", "ink", "brush-pen"].filter { brushes[$0]?.tip == .round }
    let brush = try #require(brushes[names[rng.roll(0..<names.count)]])
    let symmetry = rng.isOne(in: 3) ? Symmetry(.radial(count: 3, isMirrored: true)) : Symmetry()
    var record = StrokeRecord(
      brush: brush.resized(to: rng.roll(2...40)), style: InkStyle(colour: 0), symmetry: symmetry)
    record.brush.stabiliser = .none
    var place = Point(rng.roll(60...170), rng.roll(60...160))
    for index in 0..<rng.roll(1...9) {
      record.samples.append(PenSample(position: place, time: Double(index) / 50, pressure: rng.roll(0.2...1)))
      place = place + Vector(rng.roll(-40...40), rng.roll(-40...40))
    }
    if rng.isOne(in: 3) { record.part = StrokePart(from: 0.01, to: rng.roll(0.02...0.2)) }
    if rng.isOne(in: 3) { record.widths = RandomActs.widths(&rng) }
    document.draw(record, filler: filler)
    if rng.isOne(in: 3) { _ = document.perform(CanvasOperation.turn(quarters: rng.roll(1...3))) }
    if rng.isOne(in: 3) { _ = document.perform(CanvasOperation.scale(width: 300, height: 280)) }
    let image = document.activeImage
    guard !image.paintedBounds.isEmpty else { return }
    var ink: [Point] = []
    for y in 0..<image.height {
      for x in 0..<image.width where image[x, y] >> 24 > 96 { ink.append(Point(Double(x) + 0.5, Double(y) + 0.5)) }
    }
    guard !ink.isEmpty else { return }
    var touched = 0
    for trial in 0..<12 {
      var line = (0..<rng.roll(1...3)).map { _ in Point(rng.roll(0.0...300), rng.roll(0.0...280)) }
      // Lines along an axis, and taps, some of them on the ink.
      if rng.isOne(in: 3) { for index in line.indices { line[index].y = line[0].y } }
      if line.count == 1, rng.isOne(in: 2) { line[0] = ink[rng.roll(0..<ink.count)] }
      if trial == 0 { line = [ink[rng.roll(0..<ink.count)]] }
      let radius = rng.isOne(in: 2) ? 0 : rng.roll(0.0...20)
      let away = ink.reduce(Double.infinity) { min($0, Self.distance($1, line)) } - radius
      let isTouched = try touches(document, StrokeTouch(line, radius: radius))
      touched += isTouched ? 1 : 0
      // Ink beyond the canvas has no pixels.
      if isTouched, Self.isInside(line, image.bounds) { #expect(away < 2.5, "seed \(seed): \(away)") }
      if !isTouched { #expect(away > -2, "seed \(seed): \(away)") }
    }
    #expect(touched > 0, "seed \(seed)")
    #expect(try !touches(document, StrokeTouch([], radius: 9)))
  }

  /// Whether a line is so far inside that only pixels of the canvas can be near.
  private static func isInside(_ line: [Point], _ bounds: PixelRect) -> Bool {
    let room = Rect(bounds).insetBy(25)
    return line.allSatisfy { $0.x > room.minX && $0.x < room.maxX && $0.y > room.minY && $0.y < room.maxY }
  }
}
