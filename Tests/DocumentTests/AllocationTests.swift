import AllocationCounter
import Document
import Geometry
import Glibc
import Ink
import Paint
import Testing

/// What a sample asks of the heap: nothing. Memory that grows with the stroke grows by doubling, so that it does not count on
/// average; a tile that the stroke reaches for the first time costs what is kept for undo and of ink. All that the thread
/// asks for counts, whichever library asks.
@Suite struct AllocationTests {
  /// The samples that are counted, after as many that are not: by then the arrays have grown. Code that is not optimised is
  /// not judged, since its arrays and closures live longer than they need to, but it is to run.
  #if DEBUG
    private static let (samples, isJudged) = (100, false)
  #else
    private static let (samples, isJudged) = (400, true)
  #endif

  /// Breaks where an array is made anew for each sample, a closure or an existential goes to the heap, or memory that two
  /// hold is copied: the pen stays where it was, so no sample has a reason for new memory. The bound leaves room for
  /// the few doublings.
  @Test(arguments: Smoother.allCases)
  func aSampleAllocatesNothing(_ smoother: Smoother) throws {
    let count = try Self.count(Brush(size: 12, smoother: smoother)) { t in
      Point(500 + 30 * sin(t * 0.21), 500 + 30 * sin(t * 0.173 + 0.5))
    }
    if Self.isJudged { #expect(count <= 3, "allocations a sample") }
  }

  /// Breaks where a brush of another kind than the pen asks for memory with each sample: dabs, grain, nibs, tracing.
  @Test(arguments: BrushTests.names)
  func aSampleOfAnyBrushAllocatesNothing(_ name: String) throws {
    let brush = try #require(BrushLibrary(folder: BrushTests.folder)[name])
    let count = try Self.count(brush) { t in
      Point(500 + 30 * sin(t * 0.21), 500 + 30 * sin(t * 0.173 + 0.5))
    }
    if Self.isJudged { #expect(count <= 3, "allocations a sample") }
  }

  /// Breaks where a tile, or what the rasteriser keeps of it, takes more pieces of memory than it must: the tile for undo, the
  /// spans on its lines, the coverage that is shown. The pen's spiral reaches a new tile every tenth of a sample or less.
  @Test(arguments: [2.0, 12, 40, 200])
  func newGroundAllocatesLittle(_ size: Double) throws {
    let count = try Self.count(Brush(size: size)) { t in
      let (radius, angle) = (100 + 0.07 * t, t * 0.02)
      return Point(600 + radius * cos(angle), 500 + radius * sin(angle))
    }
    if Self.isJudged { #expect(count <= 6, "allocations a sample") }
    // The tiles for undo are there, so allocations of strokes are counted at all.
    #expect(count > 0)
  }

  /// Breaks where what the heap is asked for escapes the counter, or is counted while nobody counts.
  @Test func theCounterCounts() {
    let kept = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 11)
    defer { kept.deallocate() }
    var counted = 0
    // The first time the runtime makes what it knows of types.
    for _ in 0..<2 {
      allocationCountBegin()
      var i = 0
      while i < 10 {
        kept[i] = malloc(1000)
        i += 1
      }
      counted = allocationCountEnd()
      kept[10] = malloc(1000)
      for k in 0...10 { free(kept[k]) }
    }
    #expect(counted == 10)
    #expect(allocationCountEnd() == 10)
  }

  /// Allocations a sample of the second half of a stroke on ground that was drawn on before, shown after every sample.
  private static func count(_ brush: Brush, way: (Double) -> Point) throws -> Double {
    let filler = try #require(CoverageFiller())
    var document = try #require(Document(width: 1200, height: 1000))
    var counted = 0
    for _ in 0..<2 {
      var stroke = StrokeInProgress(on: document, brush: brush, style: InkStyle(), filler: filler)
      for i in 0..<(2 * samples) {
        if i == samples { allocationCountBegin() }
        let t = Double(i)
        stroke.add(PenSample(position: way(t), time: t / 200, pressure: 0.55 + 0.4 * sin(t * 0.06)))
        _ = stroke.draw(on: &document)
      }
      counted = allocationCountEnd()
      _ = stroke.finish(on: &document)
    }
    return Double(counted) / Double(samples)
  }
}
