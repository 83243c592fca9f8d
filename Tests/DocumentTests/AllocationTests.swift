import AllocationCounter
import Document
import Geometry
import Glibc
import Ink
import Library
import Paint
import Storage
import Testing

/// Drawing must not allocate memory for each sample. Arrays that grow with the stroke double their
/// capacity, and new tiles cost undo and ink memory. Allocations of all libraries on the thread are
/// counted.
@Suite struct AllocationTests {
  /// The number of counted samples; as many uncounted ones come first, so that arrays have grown.
  /// Debug builds run the tests without judging the counts.
  #if DEBUG
    private static let (samples, isJudged) = (100, false)
  #else
    private static let (samples, isJudged) = (400, true)
  #endif

  /// Fails if a sample creates an array, moves a closure or existential to the heap, or copies
  /// shared memory. The pen stays in one place, so only the few doublings allocate.
  @Test(arguments: Smoother.allCases)
  func aSampleAllocatesNothing(_ smoother: Smoother) throws {
    let count = try Self.count(Brush(size: 12, smoother: smoother)) { t in
      Point(500 + 30 * sin(t * 0.21), 500 + 30 * sin(t * 0.173 + 0.5))
    }
    if Self.isJudged { #expect(count <= 3, "allocations a sample") }
  }

  /// Fails if a brush other than the pen allocates memory for each sample: dabs, grain, nibs,
  /// tracing.
  @Test(arguments: BrushTests.names)
  func aSampleOfAnyBrushAllocatesNothing(_ name: String) throws {
    let brush = try #require(BrushLibrary(folder: BrushTests.folder)[name])
    let count = try Self.count(brush) { t in
      Point(500 + 30 * sin(t * 0.21), 500 + 30 * sin(t * 0.173 + 0.5))
    }
    if Self.isJudged { #expect(count <= 3, "allocations a sample") }
  }

  /// Fails if a new tile takes more allocations than needed: the undo tile, the rasteriser's spans
  /// and the shown coverage. The pen's spiral reaches at most one new tile in ten samples.
  @Test(arguments: [2.0, 12, 40, 200])
  func newGroundAllocatesLittle(_ size: Double) throws {
    let count = try Self.count(Brush(size: size)) { t in
      let (radius, angle) = (100 + 0.07 * t, t * 0.02)
      return Point(600 + radius * cos(angle), 500 + radius * sin(angle))
    }
    if Self.isJudged { #expect(count <= 6, "allocations a sample") }
    // The undo tiles are allocated, so allocations of strokes are counted at all.
    #expect(count > 0)
  }

  /// Fails if the counter misses an allocation, or counts while it is off.
  @Test func theCounterCounts() {
    let kept = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 11)
    defer { kept.deallocate() }
    var counted = 0
    // The first round may allocate the runtime's type metadata.
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

  /// Returns the allocations per sample in the second half of a stroke over existing ink, shown
  /// after every sample.
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
