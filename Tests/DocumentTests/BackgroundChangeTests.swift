import Geometry
import Ink
import Paint
import Raster
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Changes that are computed while the drawing goes on.
@Suite struct BackgroundChangeTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func line(_ document: inout Document, y: Double, colour: UInt32) {
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: 8, minimumShare: 1), style: InkStyle(colour: colour), filler: filler)
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

  private func deletion(_ body: (inout StrokeFilter) -> Void) -> BackgroundChange {
    var (filter, stroke) = (StrokeFilter(), StrokeChange())
    body(&filter)
    stroke.deletes = true
    return BackgroundChange(filter, stroke)
  }

  /// Fails if a selection means other strokes on an endless canvas, whose files show a part of it.
  @Test func selectionsOnAnEndlessCanvas() throws {
    var document = try #require(Document(width: 220, height: 160))
    _ = document.perform(document.endlessOperation)
    #expect(document.isEndless)
    let middle = Document.endlessMiddle
    for y in [-40.0, 40] {
      var stroke = StrokeInProgress(
        on: document, brush: Brush(size: 8, minimumShare: 1), style: InkStyle(), filler: filler)
      for i in 0...8 {
        stroke.add(
          PenSample(position: middle + Vector(20 * Double(i) - 80, y), time: Double(i) / 50, pressure: 1))
      }
      _ = stroke.finish(on: &document)
    }
    let (x, y) = (Int(middle.x), Int(middle.y))
    var change = deletion {
      $0.selection = document.mask(of: PixelRect(x: x - 100, y: y - 60, width: 200, height: 40))
    }
    try change.compute(for: document, filler: filler)
    #expect(change.result.count == 1)
    var elsewhere = deletion { $0.selection = document.mask(of: PixelRect(x: 0, y: 0, width: 300, height: 300)) }
    try elsewhere.compute(for: document, filler: filler)
    #expect(elsewhere.result.count == 0)
  }

  /// Fails if strokes that leave the canvas are never selected, or strokes of a layer that was merged are not found
  /// on the one that has their ink.
  @Test func strokesOverTheEdgeAndOfMergedLayers() throws {
    var document = try drawing()
    let lower = document.activeSurface
    _ = document.perform(.add(above: document.activeID))
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: 8, minimumShare: 1), style: InkStyle(), filler: filler)
    for x in [100.0, 180, 260] { stroke.add(PenSample(position: Point(x, 120), time: x / 500, pressure: 1)) }
    _ = stroke.finish(on: &document)
    _ = document.perform(.mergeDown(document.activeID))
    #expect(document.layers.count == 1)
    let mask = document.mask(of: PixelRect(x: 0, y: 105, width: 220, height: 40))
    var change = deletion { ($0.surface, $0.selection) = (lower, mask) }
    try change.compute(for: document, filler: filler)
    #expect(change.result.count == 1)
    #expect(document.adopt(change) != nil)
    #expect(pixel(document, 150, 120) == 0 && pixel(document, 100, 90) == 0xFF00_00FF)
  }

  /// Fails if a rectangle gets round corners with another brush.
  @Test func cornersStaySharp() throws {
    var document = try #require(Document(width: 220, height: 160))
    var shape = ShapeInProgress(
      brush: Brush(size: 6, minimumShare: 1), style: InkStyle(colour: 0), filler: filler, symmetry: Symmetry())
    let figure = Shape(.rectangle, dragged: Point(40, 40), Point(180, 120), isConstrained: false, isCentered: false)
    _ = shape.draw(figure, on: &document)
    _ = shape.finish(on: &document)
    var (filter, stroke) = (StrokeFilter(), StrokeChange())
    filter.takesLast = true
    (stroke.brush, stroke.colour) = (Brush(size: 20, minimumShare: 0.2), 0xFF0000)
    var change = BackgroundChange(filter, stroke)
    try change.compute(for: document, filler: filler)
    #expect(document.adopt(change) != nil)
    for (x, y) in [(40, 40), (179, 40), (40, 119), (179, 119), (110, 40)] {
      #expect(pixel(document, x, y) == 0xFFFF_0000, "\(x), \(y)")
    }
  }

  /// Fails if strokes that erase or blend count as ink.
  @Test func onlyInkHasAColour() {
    #expect(Brush(size: 8, minimumShare: 1).addsColour)
    #expect(!Brush.eraser.addsColour && !Brush(size: 8, minimumShare: 1).blender.addsColour)
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
