import Geometry
import Ink
import Paint
import Raster
import Testing

@testable import Document

/// Changes that are computed while the drawing goes on.
@Suite struct BackgroundChangeTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func line(_ document: inout Document, y: Double, colour: UInt32) {
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: 8, minimumShare: 1), style: InkStyle(color: colour), filler: filler)
    for i in 0...8 { stroke.add(PenSample(position: Point(20 + 20 * Double(i), y), time: Double(i) / 50, pressure: 1)) }
    _ = stroke.finish(on: &document)
  }

  private func drawing() throws -> Document {
    var document = try #require(Document(width: 220, height: 160))
    for (index, y) in [30.0, 60, 90].enumerated() {
      line(&document, y: y, colour: [0xFF0000, 0x00FF00, 0x0000FF][index])
    }
    return document
  }

  /// Black for the last stroke.
  private var lastIsBlack: BackgroundChange {
    var (filter, change) = (StrokeFilter(), StrokeChange())
    filter.takesLast = true
    change.colour = 0x10_1010
    return BackgroundChange(filter, change)
  }

  /// A pixel of the layer; the canvas has four tiles beside each other.
  private func pixel(_ document: Document, _ x: Int, _ y: Int) -> UInt32 {
    document.activeImage[y / 64 * 4 + x / 64]?.pixels[y % 64 * 64 + x % 64] ?? 0
  }

  /// Fails if the last stroke is another one after strokes were added, or the added ones are lost.
  @Test func theStrokesStayTheSame() throws {
    var document = try drawing()
    var change = lastIsBlack
    try change.compute(for: document, filler: filler)
    #expect(change.result.count == 1 && change.changesAny)
    line(&document, y: 90, colour: 0xC0C000)
    #expect(document.adopt(change) == nil)
    try change.compute(for: document, filler: filler)
    #expect(document.adopt(change) != nil)
    #expect(document.history.undoCount == 5)
    #expect(pixel(document, 100, 90) == 0xFFC0_C000)
    _ = document.undo()
    _ = document.undo()
    #expect(pixel(document, 100, 90) == 0xFF00_00FF)
    _ = document.redo()
    _ = document.redo()
    // The stroke under the added one is black now.
    var list = try StrokeList(document.withoutChanges)
    var colours: [UInt32?] = []
    while let stroke = try list.nextStroke() { colours.append(stroke.colour) }
    #expect(colours == [0xFF0000, 0x00FF00, 0x10_1010, 0xC0_C000])
  }

  /// Fails if a change is adopted by a drawing that it was not computed for.
  @Test func itIsAdoptedOnlyWhereItFits() throws {
    var document = try drawing()
    var change = lastIsBlack
    #expect(document.adopt(change) == nil)
    try change.compute(for: document, filler: filler)
    // Undone and redone, it is the same drawing.
    _ = document.undo()
    #expect(document.adopt(change) == nil)
    _ = document.redo()
    #expect(change.fits(document))
    // Undone, and the same number of edits again.
    _ = document.undo()
    line(&document, y: 120, colour: 0)
    #expect(document.adopt(change) == nil)
    var again = change
    #expect(throws: ChangeFault.doesNotFit) { try again.compute(for: document, filler: filler) }
  }

  /// Fails if a change cannot begin again after another one was made meanwhile.
  @Test func itBeginsAgainAfterAnotherChange() throws {
    var document = try drawing()
    var change = lastIsBlack
    try change.compute(for: document, filler: filler)
    var (filter, other) = (StrokeFilter(), StrokeChange())
    filter.numbers = [1...1]
    other.colour = 0x80_8080
    _ = try document.changeStrokes(filter, other, filler: filler)
    #expect(document.adopt(change) == nil)
    try change.compute(for: document, filler: filler)
    #expect(document.adopt(change) != nil)
    #expect(pixel(document, 100, 30) == 0xFF80_8080 && pixel(document, 100, 90) == 0xFF10_1010)
  }

  /// Fails if a cancelled computation goes on, or a drawing without strokes is changed.
  @Test func nothingToChange() throws {
    var document = try #require(Document(width: 64, height: 64))
    var change = lastIsBlack
    try change.compute(for: document, filler: filler)
    #expect(!change.changesAny && document.adopt(change) == nil)
    document = try drawing()
    change = lastIsBlack
    #expect(throws: ChangeFault.isCancelled) {
      try change.compute(for: document, filler: filler, isWanted: { _ in false })
    }
    #expect(document.adopt(change) == nil)
  }

  /// Fails if strokes beside a selection are meant, or those within it are not.
  @Test func theSelectionChooses() throws {
    let document = try drawing()
    var (filter, stroke) = (StrokeFilter(), StrokeChange())
    filter.selection = document.mask(of: PixelRect(x: 0, y: 20, width: 220, height: 55))
    stroke.deletes = true
    var change = BackgroundChange(filter, stroke)
    try change.compute(for: document, filler: filler)
    #expect(change.result.count == 2)
    var changed = document
    #expect(changed.adopt(change) != nil)
    #expect(pixel(changed, 100, 30) == 0 && pixel(changed, 100, 60) == 0)
    #expect(pixel(changed, 100, 90) == 0xFF00_00FF)
  }
}
