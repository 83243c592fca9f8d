import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document

/// Fills that use the lines of the fill before.
@Suite struct FillMemoryTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// Changes a drawing of lines above an empty layer, which is active again after it.
  private func change(_ document: inout Document, lines: Layer.ID, _ rng: inout RandomSource) throws {
    let flats = document.activeID
    switch rng.roll(0..<8) {
    case 0: _ = document.perform(.set(lines, .visible(!(document.layer(lines)?.isVisible ?? true))))
    case 1: _ = document.perform(.set(lines, .opacity([1, 0.5, 0.1][rng.roll(0..<3)])))
    case 2: _ = document.perform(.setPaper(rng.isOne(in: 2) ? 0xFFFFFF : 0x203040))
    case 3: _ = document.undo()
    case 4: _ = document.perform(.set(lines, .reference(rng.isOne(in: 2))))
    case 5:
      let mask = document.selection == nil ? document.mask(of: PixelRect(x: 20, y: 20, width: 200, height: 90)) : nil
      document.select(mask)
    default:
      _ = document.activate(lines)
      var brush = Brush(size: 3 + rng.roll(0...4), minimumShare: 1)
      brush.smoother = .linear
      var stroke = StrokeInProgress(on: document, brush: brush, style: InkStyle(colour: 0), filler: filler)
      for time in 0..<4 {
        let place = Point(rng.roll(0...Double(document.width - 1)), rng.roll(0...Double(document.height - 1)))
        stroke.add(PenSample(position: place, time: Double(time) / 50, pressure: 1))
      }
      _ = stroke.finish(on: &document)
    }
    _ = document.activate(flats)
  }

  /// Fails if a fill that could use the lines of an earlier one paints or reads anything else than one that finds them
  /// itself, whatever happened in between.
  @Test func knownLinesAreThoseThatWouldBeFound() throws {
    var hits = 0
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 300, height: 200))
      let flats = document.activeID
      _ = document.perform(.add(above: flats))
      let lines = document.activeID
      _ = document.activate(flats)
      for _ in 0..<8 { try change(&document, lines: lines, &rng) }
      var last: ObjectIdentifier?
      for _ in 0..<25 {
        if rng.isOne(in: 3) { try change(&document, lines: lines, &rng) }
        let settings = FillSettings(
          tolerance: rng.isOne(in: 4) ? 90 : 32, gap: [0, 12, 30, 30, 30][rng.roll(0..<5)],
          source: [.all, .reference, .reference, .layer][rng.roll(0..<4)])
        let place = Point(rng.roll(0...299.0), rng.roll(0...199.0))
        let colour = UInt32(rng.roll(0...0xFF_FFFF))
        var other = document
        other.fillMemory = FillMemory()
        _ = other.fill(at: place, colour: colour, settings)
        _ = document.fill(at: place, colour: colour, settings)
        #expect(document.activeImage == other.activeImage, "seed \(seed)")
        #expect(document.history.lastDone?.footprint == other.history.lastDone?.footprint, "seed \(seed)")
        let now = document.fillMemory.use { $0.map { ObjectIdentifier($0.lines) } }
        if let now, now == last, settings.gap > 0 { hits += 1 }
        last = now
      }
    }
    #expect(hits > 20, "few fills used what was known")
  }

  /// Fails if the lines that a drawing remembers keep its history, and with that its file, after it is closed.
  @Test func aClosedDrawingIsFreed() throws {
    weak var store: EditStore?
    do {
      let kept = EditStore(file: { nil })
      store = kept
      var document = try #require(Document(width: 100, height: 100))
      document.keepEdits(in: kept)
      _ = document.perform(.add(above: document.activeID))
      for source in FillSource.allCases {
        #expect(document.fill(at: Point(5, 5), colour: 1, FillSettings(gap: 4, source: source)) != nil)
      }
      _ = Flats(on: document, FillSettings(source: .all)).finish(on: document)
    }
    #expect(store == nil)
  }
}
