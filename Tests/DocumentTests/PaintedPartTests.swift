import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// Strokes of which a part is painted.
@Suite struct PaintedPartTests {
  private let filler: CoverageFiller
  private let brushes = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  /// The layer with a stroke on an empty canvas that is so many times as large.
  private func drawn(_ record: StrokeRecord, scale: Double = 1) throws -> TileGrid {
    var document = try #require(Document(width: Int(230 * scale), height: Int(220 * scale)))
    var symmetry = record.symmetry
    symmetry.center = symmetry.center.map { Point($0.x * scale, $0.y * scale) }
    var stroke = StrokeInProgress(
      on: document, like: record, filler: filler, symmetry: symmetry, magnification: scale)
    for sample in record.samples { stroke.add(sample) }
    _ = stroke.finish(on: &document)
    document.checkInvariants()
    return document.activeImage
  }

  /// Fails if a part of all times is not the whole stroke to the bit, if two parts that meet paint a pixel that the whole
  /// does not, or leave one out; also with symmetries and widths, and at twice the size.
  ///
  /// Cairo rounds the ends of edges, and a sweep that is cut has other edges. The greatest difference of the 20 seeds is
  /// 5 / 255 of a marker, 2 of a pen and 1 of all others.
  @Test(arguments: BrushTests.names) func partsAreOfTheStroke(name: String) throws {
    let brush = try #require(brushes[name])
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let acts = RandomActs(filler: filler, brushes: brushes)
      var sheet = try #require(Document(width: 230, height: 220))
      guard var record = try acts.stroke(on: &sheet, &rng) else { continue }
      record.part = nil
      if record.widths == nil, rng.isOne(in: 3) { record.widths = RandomActs.widths(&rng) }
      record.brush = brush.resized(to: rng.roll(1...30))
      for scale in [1.0, 2] {
        let whole = try drawn(record, scale: scale)
        var part = record
        part.part = StrokePart(from: -1, to: 9)
        #expect(try drawn(part, scale: scale).showsSame(as: whole), "\(name), seed \(seed)")
        let limit = rng.isOne(in: 3) ? record.samples[record.samples.count / 2].time : rng.roll(0.0...0.1)
        part.part = StrokePart(to: limit)
        let first = try drawn(part, scale: scale)
        part.part = StrokePart(from: limit)
        let second = try drawn(part, scale: scale)
        var (wrong, lost) = (0, 0)
        for y in 0..<whole.height {
          for x in 0..<whole.width {
            let (all, one, two) = (whole[x, y] >> 24, first[x, y] >> 24, second[x, y] >> 24)
            if max(one, two) > all + 5 { wrong += 1 }
            if all > 8, one == 0, two == 0 { lost += 1 }
          }
        }
        #expect(wrong == 0 && lost == 0, "\(name), seed \(seed), scale \(scale): \(wrong), \(lost)")
      }
    }
  }

  /// Fails if the parts of a stroke of MyPaint's brushes are other dabs than those of the whole, which does not smudge.
  @Test(arguments: RandomSource.seeds(40)) func dabsOfMyPaintAreThose(seed: Int) throws {
    var rng = RandomSource(seed)
    var text = MyPaintEngineTests.plain
    if rng.isOne(in: 2) {
      text.replace("\"opaque\"", with: "\"slow_tracking\": {\"base_value\": 2, \"inputs\": {}}, \"opaque\"")
    }
    let brush = Brush(try MyPaintBrush(parsing: Array(text.utf8)), name: "plain")
    var record = StrokeRecord(brush: brush.resized(to: rng.roll(3...20)), style: InkStyle(colour: 0x30_6090))
    var p = Point(rng.roll(20...200), rng.roll(20...200))
    for i in 0..<rng.roll(3...20) { record.samples.append(StrokeRecordTests.sample(&rng, &p, i)) }
    if rng.isOne(in: 3) { record.symmetry = Symmetry(.radial(count: 3, isMirrored: true)) }
    if rng.isOne(in: 3) { record.widths = RandomActs.widths(&rng) }
    let whole = try drawn(record)
    record.part = StrokePart(from: -1, to: 9)
    #expect(try drawn(record).showsSame(as: whole), "seed \(seed)")
    let limit = rng.isOne(in: 3) ? record.samples[1].time : rng.roll(0.0...0.1)
    record.part = StrokePart(to: limit)
    let first = try drawn(record)
    record.part = StrokePart(from: limit)
    let second = try drawn(record)
    #expect(!whole.paintedBounds.isEmpty)
    for y in 0..<whole.height {
      for x in 0..<whole.width {
        let (all, one, two) = (whole[x, y] >> 24, first[x, y] >> 24, second[x, y] >> 24)
        #expect(max(one, two) <= all + 1 && (all < 8 || max(one, two) > 0), "seed \(seed), \(x), \(y)")
      }
    }
    let last = record.samples[record.samples.count - 1].time
    record.part = StrokePart(from: last + 1)
    #expect(try drawn(record).paintedBounds.isEmpty)
  }

  /// Fails if a part is lost by records, scripts or maps, or a part that ends before it begins is read.
  @Test func partsComeBack() throws {
    var record = StrokeRecord(brush: Brush(size: 9), style: InkStyle())
    record.samples = (0..<9).map { PenSample(position: Point(Double($0) * 9, 40), time: Double($0) / 10) }
    let bytes = try #require(try record.records().last).bytes
    for part in [StrokePart(from: 0.125), StrokePart(to: 0.3), StrokePart(from: -1e300, to: 0.5)] {
      record.part = part
      #expect(try record.again(width: 230, height: 220) == record)
      let head = Operation.stroke(record).head
      #expect(try Operation(head, bulk: Operation.stroke(record).bulk()) == .stroke(record))
      let mapped = record.mapped(by: .translation(Vector(3, 4)), onCanvas: PixelRect(x: 0, y: 0, width: 99, height: 99))
      #expect(mapped?.part == part)
    }
    record.part = nil
    #expect(try #require(try record.records().last).bytes == bytes)
    func read(_ limits: String) throws -> StrokeRecord? {
      let script = "{\"op\": \"stroke\", \"samples\": [[9, 9], [40, 9], [80, 9]]\(limits)}"
      var player = ScriptPlayer(
        Array(script.utf8), on: try #require(Document(width: 99, height: 99)), filler: filler,
        brush: { (_) throws(ScriptPlayer.Missing) in Brush() },
        picture: { (_) throws(ScriptPlayer.Missing) in Clipping.blank })
      while try player.performNext() {}
      return player.document.history.lastDone?.stroke
    }
    #expect(try read(", \"from\": 0.005, \"to\": 0.015")?.part == StrokePart(from: 0.005, to: 0.015))
    #expect(try read(", \"to\": 0.015")?.part == StrokePart(to: 0.015))
    #expect(try read("").map { $0.part == nil } == true)
    #expect(throws: ScriptPlayer.Fault.self) { try read(", \"from\": 0.02, \"to\": 0.01") }
  }

  /// Fails if the list of strokes has a part with the bounds or the line of the whole.
  @Test func theListHasThePart() throws {
    var record = StrokeRecord(brush: Brush(size: 4), style: InkStyle())
    record.samples = (0..<21).map {
      PenSample(position: Point(10 + Double($0) * 10, 40), time: Double($0), pressure: 1)
    }
    record.part = StrokePart(from: 5, to: 10)
    for rendering in [Brush.Rendering.outline, .dabs(Brush.Dabs())] {
      record.brush.rendering = rendering
      var document = try #require(Document(width: 230, height: 80))
      document.draw(record, filler: filler)
      var list = try StrokeList(ofHistoryOf: document)
      let listed = try list.nextStroke()
      let stroke = try #require(listed)
      let bounds = try #require(stroke.bounds)
      #expect(abs(bounds.minX - 58) < 4 && abs(bounds.maxX - 112) < 4, "\(bounds)")
      for (x, isHit) in [(40.0, false), (70, true), (100, true), (130, false)] {
        #expect(stroke.isTouched(by: StrokeTouch([Point(x, 30), Point(x, 50)], radius: 0)) == isHit, "\(x)")
      }
    }
  }
}
