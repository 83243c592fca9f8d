import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

@Suite struct StrokeRecordPathTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// Fails if a record's path is not bit for bit that of the live stroke. Covers every smoother,
  /// drawing while the stroke grows, prediction, and a round trip through a journal.
  @Test(arguments: Smoother.allCases) func aRecordHasTheSamePath(smoother: Smoother) throws {
    for seed in RandomSource.seeds(24) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 230, height: 220))
      var brush = Brush(size: rng.roll(0.5...40), smoother: smoother).steadied(by: rng.roll(0...100))
      if rng.isOne(in: 3) {
        brush.tip = .flat(Brush.Nib(thickness: 0.2, angle: .zero, followsAzimuth: rng.isOne(in: 2)))
      }
      let scale = rng.roll(0.1...8)
      let prediction = rng.isOne(in: 2) ? 0.01 : 0
      var stroke = StrokeInProgress(
        on: document, brush: brush, inputScale: scale, style: InkStyle(), filler: filler, prediction: prediction)
      var live = StrokeModel(brush: brush, inputScale: scale, prediction: prediction)
      var tail = InkTrace()
      var p = Point(rng.roll(20...200), rng.roll(20...200))
      var paths: [StrokePath] = []
      for i in 0..<rng.roll(1...60) {
        let sample = StrokeRecordTests.sample(&rng, &p, i)
        stroke.add(sample)
        live.add(sample)
        if rng.isOne(in: 3) {
          _ = stroke.draw(on: &document)
          live.tail(into: &tail)
          paths.append(live.path)
        }
      }
      live.finish()
      let count = document.history.undoCount
      _ = stroke.finish(on: &document)
      // A stroke that changes no pixel is not recorded.
      guard document.history.undoCount > count else { continue }
      let record = try #require(document.history.lastDone?.stroke)
      #expect(record.path == live.path, "\(smoother), seed \(seed)")
      #expect(!record.path.isEmpty && record.path.tail.isEmpty)
      // It begins with the parts that settled while it was drawn.
      for path in paths { #expect(record.path.settled.starts(with: path.settled), "\(smoother), seed \(seed)") }
      #expect(try record.again(width: 230, height: 220).path == live.path, "\(smoother), seed \(seed)")
    }
  }

  /// Fails if the path of a stroke without samples is not empty, or that of a tap is not one point
  /// of length 0.
  @Test func shortRecords() {
    var record = StrokeRecord(brush: Brush(), style: InkStyle())
    #expect(record.path == StrokePath())
    record.samples = [PenSample(position: Point(3, 4), time: 1, pressure: 0.6, roll: .quarterTurn)]
    #expect(record.path.segments.map(\.p0) == [InkPoint(record.samples[0])] && record.path.length() == 0)
  }
}
