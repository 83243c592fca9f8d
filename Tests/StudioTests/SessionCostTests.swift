import AllocationCounter
import Document
import Geometry
import Glibc
import Ink
import Input
import Studio
import Testing

@Suite struct SessionCostTests {
  /// Debug builds run the test without judging the count.
  #if DEBUG
    private static let (samples, isJudged) = (100, false)
  #else
    private static let (samples, isJudged) = (2000, true)
  #endif

  /// Fails if taking a sample allocates memory, for example because the live stroke is shared and
  /// copied. The bound allows arrays to double.
  @Test func takingASampleAllocatesNothing() throws {
    let session = try SessionTests.make()
    _ = session.handle(SessionTests.pointer(.down, 200, 150))
    var counted = 0
    for i in 0..<(2 * Self.samples) {
      let t = Double(i)
      let event = SessionTests.pointer(.drag, 200 + 30 * sin(t * 0.21), 150 + 30 * sin(t * 0.173 + 0.5))
      allocationCountBegin()
      _ = session.handle(event)
      let count = allocationCountEnd()
      if i >= Self.samples { counted += count }
      _ = session.flush()
    }
    #expect(session.isDrawing)
    if Self.isJudged { #expect(Double(counted) / Double(Self.samples) <= 0.02, "allocations a sample") }
  }
}
