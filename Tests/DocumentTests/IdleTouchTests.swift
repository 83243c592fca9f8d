import Geometry
import Ink
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Touches of the canvas that change no pixel.
@Suite struct IdleTouchTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func draw(_ style: InkStyle, from x: Double, on document: inout Document) {
    var stroke = StrokeInProgress(on: document, brush: Brush(), style: style, filler: filler)
    for i in 0..<10 { stroke.add(PenSample(position: Point(x + Double(8 * i), 60), time: Double(i) / 200)) }
    _ = stroke.finish(on: &document)
  }

  private func drawing() throws -> Document {
    var document = try #require(Document(width: 300, height: 200))
    draw(InkStyle(), from: 20, on: &document)
    return document
  }

  /// Fails if undo after an eraser's stroke on nothing takes the visible stroke before it.
  @Test func anEraserOnNothingIsAStep() throws {
    var document = try drawing()
    let before = document.layers[0].image
    draw(InkStyle(blend: .erase), from: 200, on: &document)
    #expect(document.history.undoCount == 2 && document.layers[0].image.showsSame(as: before))
    _ = document.undo()
    #expect(document.history.undoCount == 1 && document.layers[0].image.showsSame(as: before))
    _ = document.redo()
    #expect(document.history.undoCount == 2 && document.layers[0].image.showsSame(as: before))
  }

  /// Fails if filling an area with its own colour is no step.
  @Test func aFillWithTheSameColourIsAStep() throws {
    var document = try drawing()
    for count in [2, 3] {
      _ = document.fill(at: Point(150, 150), colour: 0x20_40_60, FillSettings())
      #expect(document.history.undoCount == count)
    }
  }

  /// Fails if a stroke beside the canvas or on a group, which has no pixels, is a step.
  @Test func whatTouchesNoPixelsIsNoStep() throws {
    var document = try drawing()
    draw(InkStyle(), from: 1000, on: &document)
    #expect(document.history.undoCount == 1)
    _ = document.perform(.group([document.layers[0].id]))
    let count = document.history.undoCount
    document.activeLayer = try #require(document.layers.firstIndex { $0.isGroup })
    draw(InkStyle(), from: 20, on: &document)
    #expect(document.history.undoCount == count)
  }

  /// Fails if such steps are lost in a file.
  @Test func theyAreInFiles() throws {
    let folder = try TemporaryFolder()
    var document = try drawing()
    draw(InkStyle(blend: .erase), from: 200, on: &document)
    _ = try document.save(to: folder.path("a.ora"))
    var notes: [String] = []
    var read = try Document.open(folder.path("a.ora"), notes: &notes).document
    try read.replayHistory(filler: filler)
    #expect(read.history.undoCount == 2)
  }
}
