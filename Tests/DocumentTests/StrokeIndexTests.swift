import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library

/// The strokes of a drawing by their places.
@Suite struct StrokeIndexTests {
  private let filler: CoverageFiller
  private let brushes = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  private static func strokes(_ document: Document) throws -> [ListedStroke] {
    var list = try StrokeList(ofHistoryOf: document)
    var strokes: [ListedStroke] = []
    while let stroke = try list.nextStroke() { strokes.append(stroke) }
    return strokes
  }

  /// Fails if an index lacks a stroke that a tap on the canvas touches or has other strokes than the list; if one that is
  /// made from an earlier one differs from a new one; or if one without its curves is changed otherwise.
  @Test(arguments: RandomSource.seeds(100)) func strokesAreFound(seed: Int) throws {
    var rng = RandomSource(seed)
    let acts = RandomActs(
      filler: filler, brushes: brushes, changesCanvas: rng.isOne(in: 2), makesSeries: true, joinsActs: true)
    var document = try #require(Document(width: 230, height: 220))
    var index = StrokeIndex()
    for _ in 0..<5 {
      for _ in 0..<6 { try acts.act(on: &document, &rng) }
      let new = try StrokeIndex(of: document)
      index = try StrokeIndex(of: document, after: index)
      #expect(index.entries.map(\.stroke.key) == new.entries.map(\.stroke.key), "seed \(seed)")
      #expect(index.entries.map(\.lines) == new.entries.map(\.lines), "seed \(seed)")
      let strokes = try Self.strokes(document)
      #expect(index.entries.map(\.stroke.key) == strokes.map(\.key), "seed \(seed)")
      #expect(index.entries.map(\.stroke.number) == strokes.map(\.number), "seed \(seed)")
      #expect(index.entries.map(\.stroke.home) == strokes.map(\.home), "seed \(seed)")
      for _ in 0..<12 {
        let place = Point(
          rng.roll(0.0...Double(document.width)), rng.roll(0.0...Double(document.height)))
        let radius = rng.roll(0.0...9)
        let near = index.near(place, radius: radius)
        let touch = StrokeTouch([place], radius: radius)
        for (at, stroke) in strokes.enumerated() where stroke.isTouched(by: touch) {
          #expect(near.contains(at), "seed \(seed), stroke \(stroke.number)")
        }
        for at in near { #expect(index.stroke(at, in: document)?.bounds == strokes[at].bounds) }
        #expect(near == near.sorted(by: >))
      }
      var change = StrokeChange()
      (change.move, change.scale, change.colour) = (Vector(3, 1), 1.5, 0x10C0D5)
      change.pivot = Point(100, 90)
      let full = document.operations(changing: strokes, by: change)
      let entries = index.entries.map { KnownStroke($0.stroke, $0.content) }
      let known = document.operations(changing: try #require(KnownStroke.strokes(entries, in: document)), by: change)
      #expect(full.operations == known.operations && full.result == known.result, "seed \(seed)")
    }
  }

  /// Fails if an area takes a stroke with less than half inside, or leaves out one with more.
  @Test func areasTakeStrokes() throws {
    var document = try #require(Document(width: 230, height: 220))
    let pen = try #require(brushes["pen"])
    for y in [20.0, 100, 180] {
      var record = StrokeRecord(brush: pen.resized(to: 5), style: InkStyle(colour: 0))
      record.brush.stabiliser = .none
      for step in 0...10 {
        record.samples.append(
          PenSample(position: Point(20 + Double(step) * 10, y), time: Double(step) / 50, pressure: 1))
      }
      document.draw(record, filler: filler)
    }
    let index = try StrokeIndex(of: document)
    func taken(_ area: PixelRect) -> [Int] {
      var mask = Mask(width: 230, height: 220)
      mask.fill(area)
      return index.enclosed(by: mask)
    }
    #expect(taken(PixelRect(x: 0, y: 0, width: 64, height: 220)).isEmpty)
    #expect(taken(PixelRect(x: 0, y: 0, width: 78, height: 220)) == [0, 1, 2])
    #expect(taken(PixelRect(x: 0, y: 90, width: 230, height: 20)) == [1])
  }
}
