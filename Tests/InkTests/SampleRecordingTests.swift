import Foundation
import Geometry
import Testing

@testable import Ink

@Suite struct SampleRecordingTests {
  private static let resources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Resources")

  /// Fails if the sample is not a drawing by hand: tapered strokes at an uneven pace, on the
  /// canvas.
  @Test func sampleIsADrawing() throws {
    let bytes = Array(try Data(contentsOf: Self.resources.appending(path: "sample.pen")))
    let recording = try Recording(parsing: bytes)
    #expect(recording.width == 3840 && recording.height == 2160)
    let strokes = recording.strokes
    #expect(strokes.count > 15)
    for stroke in strokes {
      #expect(stroke.samples.count >= 5)
      #expect(Set(stroke.samples.map(\.pressure)).count > 3, "the pressure varies within every stroke")
    }
    let steps = strokes.flatMap { stroke in zip(stroke.samples, stroke.samples.dropFirst()).map { $1.time - $0.time } }
    #expect(steps.allSatisfy { $0 > 0.003 && $0 < 0.007 } && Set(steps.map { ($0 * 1000).rounded() }).count > 1)
    #expect(Set(strokes.map(\.brush.colour)).count > 3 && Set(strokes.map(\.brush.size)).count > 3)
    let again = try Recording(parsing: recording.encoded())
    #expect(again == recording)
  }

  /// Fails if the example in the format's description cannot be read.
  @Test func exampleOfThePageIsRead() throws {
    let page = try String(contentsOf: Self.resources.appending(path: "recordings.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```\n")
    try #require(blocks.count == 3)
    let recording = try Recording(parsing: Array(blocks[1].utf8))
    #expect(recording.strokes.map(\.samples.count) == [2])
    #expect(recording.strokes[0].brush == Recording.Brush(size: 24))
  }
}
