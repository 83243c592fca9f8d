import Geometry
import Ink
import Paint
import Raster
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Which strokes a selection has whose centre line is beside the canvas.
@Suite struct StrokesInSelectionTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func document() throws -> Document { try #require(Document(width: 400, height: 300)) }

  private func line(
    _ document: inout Document, _ a: Point, _ b: Point, size: Double, symmetry: Symmetry = Symmetry()
  ) {
    // Each has a colour of its own, so that each changes pixels that an earlier one has covered.
    let colour = 0x20_4060 + UInt32(document.history.recordedCount) * 0x11
    var record = StrokeRecord(
      brush: Brush(size: size, minimumShare: 1, strength: 0), style: InkStyle(colour: colour, blend: .over),
      symmetry: symmetry, surface: document.activeSurface)
    record.samples = [PenSample(position: a, time: 0), PenSample(position: b, time: 0.1)]
    #expect(document.perform(.stroke(record), OperationContext(filler: filler, recordsAll: true)) != nil)
  }

  /// The numbers of the strokes in a selection; nil for the whole canvas.
  private func chosen(_ document: Document, _ part: PixelRect? = nil) throws -> [Int] {
    var filter = StrokeFilter()
    filter.selection = document.mask(of: part ?? document.bounds)
    var list = try StrokeList(document)
    var numbers: [Int] = []
    while let stroke = try list.nextStroke() { if filter.contains(stroke) { numbers.append(stroke.number) } }
    return numbers
  }

  /// Fails if the whole canvas does not have strokes that reach into it from beyond each of its edges, or has those that
  /// do not.
  @Test func inkReachesTheCanvas() throws {
    var document = try document()
    for (a, b) in [
      (Point(50, -200), Point(350, -200)), (Point(50, 500), Point(350, 500)), (Point(-200, 50), Point(-200, 250)),
      (Point(600, 50), Point(600, 250)), (Point(-100, -100), Point(-100, -100.5)),
    ] {
      line(&document, a, b, size: 700)
    }
    #expect(document.history.done.allSatisfy { $0.tileCount > 0 })
    #expect(try chosen(document) == [1, 2, 3, 4, 5])
    line(&document, Point(50, -360), Point(350, -360), size: 700)
    line(&document, Point(-300, -300), Point(-290, -300), size: 700)
    #expect(document.history.done.suffix(2).allSatisfy { $0.tileCount == 0 })
    #expect(try chosen(document) == [1, 2, 3, 4, 5])
  }

  /// Fails if a part of the canvas has a stroke from beyond its edges that paints elsewhere, too.
  @Test func aPartHasWhatIsNearestToIt() throws {
    var document = try document()
    line(&document, Point(50, -10), Point(90, -10), size: 40)
    line(&document, Point(50, -10), Point(350, -10), size: 40)
    line(&document, Point(250, 310), Point(350, 310), size: 40)
    #expect(try chosen(document, PixelRect(x: 0, y: 0, width: 200, height: 100)) == [1])
    #expect(try chosen(document, PixelRect(x: 200, y: 0, width: 200, height: 300)) == [3])
    #expect(try chosen(document) == [1, 2, 3])
  }

  /// Fails if a line across the canvas whose ends are beside it, or a copy by a symmetry, does not count.
  @Test func linesAcrossAndCopies() throws {
    var document = try document()
    line(&document, Point(-50, 100), Point(450, 120), size: 4)
    line(
      &document, Point(-60, 40), Point(-60, 200), size: 4,
      symmetry: Symmetry(.mirror(vertical: true, horizontal: false), center: Point(100, 150)))
    #expect(document.history.done.allSatisfy { $0.tileCount > 0 })
    #expect(try chosen(document) == [1, 2])
    #expect(try chosen(document, PixelRect(x: 240, y: 0, width: 160, height: 300)) == [2])
    #expect(try chosen(document, PixelRect(x: 0, y: 0, width: 60, height: 300)) == [])
  }

  /// Fails if the strokes in a selection of a turned and enlarged canvas are others.
  @Test func theCanvasMayChange() throws {
    var document = try document()
    line(&document, Point(50, -200), Point(350, -200), size: 700)
    _ = document.perform(.turn(quarters: 1))
    _ = document.perform(.scale(width: 450, height: 600))
    #expect(try chosen(document) == [1])
    _ = document.perform(.resize(PixelRect(x: -300, y: 0, width: 900, height: 600)))
    #expect(try chosen(document) == [1])
  }
}
