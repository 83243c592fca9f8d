import Document
import Foundation
import Geometry
import Ink
import Input
import Raster
import Testing

@testable import Library
@testable import Studio

/// The strength of stabilising: the user's setting, except for brushes with their own.
@Suite struct SmoothingTests {
  /// Draws a line that shakes by 2 px. Returns the brush that is passed to the recorder.
  private func draw(_ session: Session) -> Recording.Brush? {
    var told: Recording.Brush?
    session.sampleTap = { _, brush in told = brush ?? told }
    for i in 0...80 {
      let place = Point(40 + Double(i) * 2, 150 + (i % 2 == 0 ? 1 : -1))
      let sample = PenSample(position: place, time: Double(i) / 200, pressure: 0.8)
      _ = session.handle(.pointer(PointerEvent(i == 0 ? .down : .drag, sample)))
      _ = session.flush()
    }
    let end = PenSample(position: Point(200, 151), time: 0.41, pressure: 0.8)
    _ = session.handle(.pointer(PointerEvent(.up(.lifted), end)))
    return told
  }

  /// The number of rows with ink in the middle of the line.
  private func height(_ session: Session) -> Int {
    let image = session.document.layers[0].image
    return (0..<600).count { y in (200..<300).contains { image[$0, y] != 0 } }
  }

  /// Fails if the setting does not affect later strokes, or the recorded strength differs.
  @Test func theSettingReachesStrokes() throws {
    var heights: [Int] = []
    for smoothing in [0.0, 60, 1000] {
      let session = try SessionTests.make()
      session.smoothing = smoothing
      #expect(draw(session)?.strength == min(100, smoothing))
      heights.append(height(session))
    }
    #expect(heights[0] > heights[1])
    let session = try SessionTests.make()
    #expect(draw(session)?.strength == Brush.defaultStrength)
  }

  /// Fails if the setting overrides the strength in a brush's file.
  @Test func aBrushKeepsItsOwn() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Resources/brushes").path
    let document = try #require(Document(width: 800, height: 600))
    let session = try #require(
      Session(document: document, windowWidth: 400, windowHeight: 300, brushes: BrushLibrary(folder: folder)))
    session.smoothing = 70
    _ = session.perform(.brushPen)
    let own = session.brush.strength
    #expect(session.brush.hasOwnStrength && own != 70)
    #expect(draw(session)?.strength == own)
    _ = session.perform(.pencil)
    #expect(draw(session)?.strength == 70)
    _ = session.perform(.eraser)
    #expect(draw(session)?.strength == 70)
  }
}
