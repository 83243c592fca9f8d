import Geometry
import Ink
import MyPaint
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Strokes that are chosen and changed, and what files have of it.
@Suite struct StrokeChangeTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func line(
    _ document: inout Document, _ a: Point, _ b: Point, _ brush: Brush = Brush(size: 6, minimumShare: 1),
    colour: UInt32 = 0
  ) {
    var stroke = StrokeInProgress(on: document, brush: brush, style: InkStyle(colour: colour), filler: filler)
    for i in 0...8 {
      stroke.add(PenSample(position: a + (b - a) * (Double(i) / 8), time: Double(i) / 50, pressure: 1))
    }
    _ = stroke.finish(on: &document)
  }

  /// A red frame of four lines, which a fill colours; a black line across it, and an erased one.
  private func house() throws -> Document {
    var document = try #require(Document(width: 200, height: 160))
    let corners = [Point(40, 40), Point(160, 40), Point(160, 120), Point(40, 120)]
    for i in 0..<4 { line(&document, corners[i], corners[(i + 1) % 4], colour: 0xC0_2010) }
    _ = document.fill(at: Point(100, 60), colour: 0xF0_E040, FillSettings())
    line(&document, Point(20, 80), Point(180, 80))
    line(&document, Point(100, 20), Point(100, 140), .eraser.resized(to: 8))
    return document
  }

  private func list(_ document: Document) throws -> [ListedStroke] {
    var list = try StrokeList(document)
    var strokes: [ListedStroke] = []
    while let stroke = try list.nextStroke() { strokes.append(stroke) }
    return strokes
  }

  private func opened(_ path: String) throws -> Document {
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    #expect(notes.isEmpty, "\(notes)")
    return document
  }

  private func change(_ body: (inout StrokeChange) -> Void) -> StrokeChange {
    var change = StrokeChange()
    body(&change)
    return change
  }

  private func filter(_ body: (inout StrokeFilter) -> Void) -> StrokeFilter {
    var filter = StrokeFilter()
    body(&filter)
    return filter
  }

  /// Fails if strokes that erase count as recoloured, or keep a change of something else from being one.
  @Test func erasingStrokesGetNoColour() throws {
    var document = try house()
    let red = change { $0.colour = 0xFF_0000 }
    let result = try document.changeStrokes(StrokeFilter(), red, filler: filler)
    #expect(result.count == 5 && result.sameCount == 1 && result.refused.isEmpty)
    let wide = change { ($0.colour, $0.size) = (0x00_00FF, 12) }
    #expect(try document.changeStrokes(filter { $0.brush = "eraser" }, wide, filler: filler).count == 1)
  }

  /// Fails if strokes are not found by their numbers, colour, brush, layer or place.
  @Test func strokesAreFound() throws {
    let document = try house()
    let strokes = try list(document)
    #expect(strokes.count == 6)
    func numbers(_ body: (inout StrokeFilter) -> Void) -> [Int] {
      let filter = filter(body)
      return strokes.filter { filter.contains($0) }.map(\.number)
    }
    #expect(numbers { _ in } == [1, 2, 3, 4, 5, 6])
    #expect(numbers { $0.numbers = [2...3, 6...9] } == [2, 3, 6])
    #expect(numbers { $0.colour = 0xC0_2010 } == [1, 2, 3, 4] && numbers { $0.colour = 0 } == [5])
    #expect(numbers { $0.brush = "eraser" } == [6] && numbers { $0.layer = "Ink" }.count == 6)
    #expect(numbers { $0.layer = "ink" }.isEmpty)
    // The ink is 3 px wider than the line.
    #expect(numbers { $0.area = Rect(minX: 36, minY: 36, maxX: 164, maxY: 44) } == [1])
    #expect(numbers { $0.area = Rect(minX: 40, minY: 40, maxX: 160, maxY: 44) }.isEmpty)
    #expect(numbers { ($0.colour, $0.numbers) = (0xC0_2010, [4...5]) } == [4])
  }

  /// Fails if a fill does not follow its outline, ink above it goes, or undo does not bring all back.
  @Test func theFillFollows() throws {
    var document = try house()
    let before = document
    #expect(document.activeImage[100, 60] >> 24 == 0 && document.activeImage[60, 60] == 0xFFF0_E040)
    let result = try document.changeStrokes(
      filter { $0.numbers = [2...2] }, change { ($0.colour, $0.size, $0.move) = (0x10_50C0, 4, Vector(30, 0)) },
      filler: filler)
    #expect(result == StrokeChangeResult(count: 1) && document.undoCount == before.undoCount + 1)
    // The frame leaks at its right, so that everything around it is filled.
    #expect(document.activeImage[10, 10] == 0xFFF0_E040 && document.activeImage[190, 50] == 0xFF10_50C0)
    #expect(document.activeImage[100, 60] >> 24 == 0 && document.activeImage[150, 80] == 0xFF00_0000)
    _ = document.undo()
    #expect(document.showsSame(as: before))
    // It fills a smaller frame, and a larger one.
    _ = try document.changeStrokes(filter { $0.numbers = [2...2] }, change { $0.move = Vector(-30, 0) }, filler: filler)
    #expect(document.activeImage[60, 60] == 0xFFF0_E040 && document.activeImage[145, 60] >> 24 == 0)
    _ = try document.changeStrokes(filter { $0.numbers = [1...4] }, change { $0.scale = 1.2 }, filler: filler)
    #expect(document.activeImage[32, 60] == 0xFFF0_E040 && document.activeImage[10, 10] >> 24 == 0)
  }

  /// Fails if strokes get other numbers when some are changed or deleted, before or after a file is read, or the
  /// values in the list are not the present ones.
  @Test func numbersStay() throws {
    let folder = try TemporaryFolder()
    var document = try house()
    let marker = Brush(size: 20, minimumShare: 1)
    _ = try document.changeStrokes(filter { $0.numbers = [2...2] }, change { $0.deletes = true }, filler: filler)
    _ = try document.changeStrokes(
      filter { $0.numbers = [5...5] }, change { ($0.colour, $0.brush, $0.opacity) = (0x00_AA00, marker, 0.5) },
      filler: filler)
    #expect(
      document.history.done.last { $0.isStroke && $0.stroke?.style.colour == 0x00_AA00 }?.stroke?.style.opacity == 128)
    try document.save(to: folder.path + "/a.ora")
    let read = try opened(folder.path + "/a.ora")
    var whole = read
    try whole.replayHistory(filler: filler)
    #expect(whole.showsSame(as: document) && read.undoCount == document.undoCount)
    for document in [document, read, whole] {
      let strokes = try list(document)
      #expect(strokes.map(\.number) == [1, 3, 4, 5, 6])
      #expect(strokes[3].colour == 0x00_AA00 && strokes[3].size == 6 && strokes[0].colour == 0xC0_2010)
    }
    // Undone after reading, everything is there.
    for _ in 0..<2 { _ = whole.undo() }
    let original = try house()
    #expect(try list(whole).map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(whole.showsSame(as: original))
    // Deleted again, by the same number.
    _ = try whole.changeStrokes(filter { $0.numbers = [2...2] }, change { $0.deletes = true }, filler: filler)
    #expect(try list(whole).map(\.number) == [1, 3, 4, 5, 6])
  }

  /// Fails if deleting a figure leaves the stroke that it took the place of, or it cannot be moved.
  @Test func figuresGoWithTheirStrokes() throws {
    var document = try #require(Document(width: 200, height: 160))
    line(&document, Point(20, 20), Point(100, 25))
    let record = try #require(document.history.done[0].stroke)
    var shape = ShapeInProgress(replacing: record, filler: filler, on: &document)
    let figure = Figure.line(from: Point(20, 20), to: Point(100, 20))
    _ = shape.draw(.figure(figure, FigureInk(record.samples)), profile: nil, on: &document)
    _ = shape.finish(on: &document)
    #expect(try list(document).count == 1)
    #expect(document.undoCount == 2)
    var moved = document
    _ = try moved.changeStrokes(StrokeFilter(), change { $0.move = Vector(0, 100) }, filler: filler)
    #expect(moved.activeImage[60, 20] >> 24 == 0 && moved.activeImage[60, 120] >> 24 == 255)
    _ = try document.changeStrokes(StrokeFilter(), change { $0.deletes = true }, filler: filler)
    #expect(document.activeImage.tileCount == 0)
    #expect(try list(document).isEmpty)
    _ = document.undo()
    #expect(document.activeImage[60, 20] >> 24 == 255)
  }

  /// Fails if a stroke is not moved as it is seen after the canvas was turned and cropped, or not drawn on another
  /// layer; or if one that cannot be is changed.
  @Test func placesAreThoseOfThePresent() throws {
    var document = try #require(Document(width: 200, height: 160))
    _ = document.perform(.add(above: document.activeID))
    let upper = document.activeID
    _ = document.activate(document.layers[0].id)
    line(&document, Point(40, 40), Point(120, 40))
    _ = document.perform(CanvasOperation.turn(quarters: 1))
    _ = document.perform(CanvasOperation.resize(PixelRect(x: 10, y: 10, width: 150, height: 190)))
    _ = document.perform(.add(above: document.activeID))
    let late = document.activeID
    let before = try #require(try list(document).first?.bounds)
    _ = try document.changeStrokes(StrokeFilter(), change { $0.move = Vector(-20, 7) }, filler: filler)
    let after = try #require(try list(document).first?.bounds)
    #expect(abs(after.minX - before.minX + 20) < 1e-9 && abs(after.minY - before.minY - 7) < 1e-9)
    let painted = document.layers[0].image.paintedBounds
    #expect(abs(Double(painted.minX) - after.minX) <= 1 && abs(Double(painted.maxY) - after.maxY) <= 1)
    _ = try document.changeStrokes(StrokeFilter(), change { $0.layer = upper }, filler: filler)
    #expect(document.layers[0].image.tileCount == 0 && document.layer(upper)?.image.paintedBounds == painted)
    let same = document
    #expect(throws: ChangeFault.doesNotFit) {
      try document.changeStrokes(StrokeFilter(), change { $0.layer = late }, filler: filler)
    }
    #expect(document.showsSame(as: same) && document.undoCount == same.undoCount)
  }

  /// Fails if a stroke that a selection cut is moved without it, or a pasted or moved selection is changed.
  @Test func selectionsAreNotLeftBehind() throws {
    var document = try #require(Document(width: 200, height: 160))
    document.select(document.mask(of: PixelRect(x: 0, y: 0, width: 60, height: 160)))
    line(&document, Point(20, 40), Point(120, 40))
    document.select(nil)
    let before = document
    let result = try document.changeStrokes(StrokeFilter(), change { $0.move = Vector(80, 0) }, filler: filler)
    #expect(result.count == 0 && result.refused == [1] && document.undoCount == before.undoCount)
    _ = try document.changeStrokes(StrokeFilter(), change { $0.colour = 0xFF_0000 }, filler: filler)
    #expect(document.activeImage[40, 40] == 0xFFFF_0000 && document.activeImage[80, 40] >> 24 == 0)
  }

  /// Fails if a shape gets a brush of another kind, which would follow another outline, or the reason is another one.
  @Test func shapesKeepTheKindOfTheirBrush() throws {
    guard MyPaintLibrary.system != nil else { return }
    let wet = Brush(try MyPaintBrush(parsing: Array(MyPaintEngineTests.text.utf8)), name: "wet")
    let stroke = StrokeRecord(brush: Brush(), style: InkStyle())
    let shape = Operation.shape(ShapeStroke(stroke: stroke, outline: ShapeOutline.blanks[0]))
    let canvas = PixelRect(x: 0, y: 0, width: 9, height: 9)
    let listed = ListedStroke(stroke, number: 1, edit: 0, layer: nil, canvas: canvas, map: .identity)
    #expect(throws: StrokeRefusal.isShape) {
      try change { $0.brush = wet }.applied(to: shape, of: listed, map: .identity) { [] }
    }
    #expect(StrokeRefusal.isShape.text == "it is a shape, which keeps the kind of its brush: MyPaint's or Fude's")
    let other = try change { $0.brush = Brush(size: 3) }.applied(to: shape, of: listed, map: .identity) { [] }
    #expect(other.first?.stroke != nil)
  }

  /// Fails if a brush of MyPaint on another part of the layer paints again when a file is read, or the result that
  /// counts is lost.
  @Test func otherPaintIsLeftAlone() throws {
    guard MyPaintLibrary.system != nil else { return }
    let folder = try TemporaryFolder()
    let wet = Brush(try MyPaintBrush(parsing: Array(MyPaintEngineTests.text.utf8)), name: "wet").resized(to: 14)
    var document = try #require(Document(width: 400, height: 160))
    line(&document, Point(20, 40), Point(80, 40))
    line(&document, Point(30, 30), Point(60, 60), wet)
    line(&document, Point(330, 30), Point(360, 60), wet)
    _ = try document.changeStrokes(filter { $0.numbers = [1...1] }, change { $0.colour = 0xFF_0000 }, filler: filler)
    try document.save(to: folder.path + "/a.ora")
    var read = try opened(folder.path + "/a.ora")
    try read.replayHistory(filler: filler)
    #expect(read.showsSame(as: document))
    #expect(
      read.history.lastDone?.change?.versions.map(\.distance)
        == document.history.lastDone?.change?.versions.map(\.distance))
    let results = try [read, document].map {
      try $0.history.lastDone?.change?.facts.results.mapValues { try $0.bytes() }
    }
    let areSame = results[0] == results[1]
    #expect(areSame)
    #expect(results[0]?.count == 1)
  }

  /// Fails if a time-lapse shows a change at another time than is chosen, or ends otherwise than the drawing.
  @Test(arguments: [false, true]) func filmsShowChangesAsChosen(showsFinalStrokes: Bool) throws {
    var document = try house()
    _ = try document.changeStrokes(filter { $0.numbers = [1...1] }, change { $0.colour = 0x10_50C0 }, filler: filler)
    var options = FilmOptions()
    (options.size, options.showsFinalStrokes) = (.width(200), showsFinalStrokes)
    var film = TimeLapse(of: document, options, filler: filler)
    func pixel(_ x: Int, _ y: Int) -> UInt32 { film.pixels[y * film.width + x] }
    // After the frame and its fill, before the last strokes.
    _ = film.advance(to: 72, of: 100)
    #expect(pixel(80, 40) == (showsFinalStrokes ? 0xFF10_50C0 : 0xFFC0_2010))
    #expect(pixel(40, 100) == 0xFFC0_2010 && pixel(60, 60) == 0xFFF0_E040)
    _ = film.advance(to: 99, of: 100)
    #expect(pixel(80, 40) == 0xFF10_50C0 && pixel(140, 80) == 0xFF00_0000)
  }

  /// Fails if a change of an edit that a file's limit leaves out is lost or wrong in the file.
  @Test func changesOfWhatIsLeftOutAreKeptAsPixels() throws {
    var document = try house()
    _ = try document.changeStrokes(filter { $0.numbers = [1...1] }, change { $0.colour = 0x10_50C0 }, filler: filler)
    line(&document, Point(30, 130), Point(170, 135), colour: 0x30_9030)
    // A second change of a stroke whose first change may be recorded as pixels.
    _ = try document.changeStrokes(
      filter { $0.numbers = [1...1, 5...5] }, change { $0.colour = 0x50_10C0 }, filler: filler)
    _ = try document.changeStrokes(filter { $0.numbers = [5...5] }, change { $0.deletes = true }, filler: filler)
    var composer = FileHistoryComposer(document)
    let whole = try #require(composer.pack { _ in })
    let total = whole.steps.reduce(0) { $0 + $1.size }
    var (cut, asPixels) = (0, 0)
    for limit in stride(from: 200, to: total, by: 200) {
      var composer = FileHistoryComposer(document, limit: limit)
      guard let packed = composer.pack({ _ in }) else { continue }
      #expect(packed.steps.count < whole.steps.count && composer.isCut)
      cut += 1
      asPixels += packed.steps.contains { $0.head.word == "pixels" } ? 1 : 0
      var again = document
      (again.history, again.fileHistory) = (History(), packed)
      try again.replayHistory(filler: filler)
      var (a, b) = (again, document)
      for _ in packed.steps {
        _ = a.undo()
        _ = b.undo()
        let isSame = a.showsSame(as: b)
        #expect(isSame, "limit \(limit)")
      }
    }
    #expect(cut > 0 && asPixels > 0, "\(cut), \(asPixels)")
  }

  /// Fails if pixels that another version of Cairo fills otherwise stay where a change paints again, or are lost
  /// elsewhere.
  @Test func correctionsStayWhereNothingIsPaintedAgain() throws {
    let folder = try TemporaryFolder()
    let document = try house()
    try document.save(to: folder.path + "/a.ora")
    var read = try opened(folder.path + "/a.ora")
    // As if drawn by another version: a pixel of the frame at its top, and one at its bottom.
    func place(_ x: Int, _ y: Int) -> (tile: Int, pixel: Int) { (y / 64 * 4 + x / 64, y % 64 * 64 + x % 64) }
    let (top, bottom) = (place(70, 40), place(70, 120))
    let plain = read.activeImage
    read.layers.replaceAll { _, image in
      var image = image
      for (tile, pixel) in [top, bottom] {
        image.withMutableTile(tile, as: UInt32.self) { $0[pixel] = 0xFFC2_2010 }
      }
      return image
    }
    let corrected = read.activeImage
    #expect(corrected != plain)
    try read.replayHistory(filler: filler)
    let isCorrected = read.activeImage == corrected
    #expect(isCorrected)
    #expect(read.history.done.contains { !$0.corrections.isEmpty })
    _ = try read.changeStrokes(filter { $0.numbers = [1...1] }, change { $0.colour = 0x10_50C0 }, filler: filler)
    func pixel(_ document: Document, _ at: (tile: Int, pixel: Int)) -> UInt32? {
      document.activeImage[at.tile]?.pixels[at.pixel]
    }
    #expect(pixel(read, top) == 0xFF10_50C0 && pixel(read, bottom) == 0xFFC2_2010)
    _ = read.undo()
    let isBack = read.activeImage == corrected
    #expect(isBack)
    _ = read.redo()
    #expect(pixel(read, top) == 0xFF10_50C0 && pixel(read, bottom) == 0xFFC2_2010)
    // The file has it so, too.
    try read.save(to: folder.path + "/b.ora")
    var again = try opened(folder.path + "/b.ora")
    try again.replayHistory(filler: filler)
    #expect(pixel(again, top) == 0xFF10_50C0 && pixel(again, bottom) == 0xFFC2_2010)
    _ = again.undo()
    #expect(pixel(again, top) == 0xFFC0_2010)
  }

  /// Fails if a change of an edit that is unpacked later is not undone, or the edits are then those of another time.
  @Test func editsUnpackedLaterAreTheRightOnes() throws {
    let folder = try TemporaryFolder()
    var document = try house()
    _ = try document.changeStrokes(filter { $0.numbers = [4...4] }, change { $0.colour = 0x10_50C0 }, filler: filler)
    try document.save(to: folder.path + "/a.ora")
    var read = try opened(folder.path + "/a.ora")
    while read.fileHistory != nil {
      read.graft(try #require(try read.replayedHistory(filler: filler, memory: 1)))
      #expect(read.showsSame(as: document))
    }
    #expect(try list(read).map(\.colour) == list(document).map(\.colour))
    var (a, b) = (read, document)
    while b.undo() != nil {
      _ = a.undo()
      #expect(a.showsSame(as: b))
    }
    #expect(try list(a).isEmpty)
  }
}
