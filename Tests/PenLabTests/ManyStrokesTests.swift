import Ink
import Testing

@testable import PenLab

@Suite("Recordings of many strokes")
struct ManyStrokesTests {
  /// Fails if a recording has another number of strokes, samples or brushes than asked for, cannot
  /// be read, or differs from run to run.
  @Test("have what they were asked for")
  func content() throws {
    let doodles = ManyStrokes(strokes: 30, samples: 12, width: 900, height: 700, brushes: ["pen", "pencil", "eraser"])
    let recording = try doodles.recording()
    #expect(try Recording(parsing: recording.encoded()).strokes.count == 30)
    #expect(recording.strokes.allSatisfy { $0.samples.count == 12 })
    #expect(recording.strokes.count { $0.brush.isEraser } == 10)
    #expect(recording.strokes.count { $0.brush.kind == "pencil" } == 10)
    #expect(try doodles.recording() == recording)
    #expect(throws: RecordingError.self) { try ManyStrokes(width: 0).recording() }
    #expect(throws: UsageError.self) { try DoodlesCommand(["--output", "x", "--canvas", "12"]) }
  }
}
