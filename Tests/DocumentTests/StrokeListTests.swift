import Archive
import Files
import Foundation
import Geometry
import Ink
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

@Suite struct StrokeListTests {
  let filler: CoverageFiller
  let folder: TemporaryFolder

  init() throws {
    filler = try #require(CoverageFiller())
    folder = try TemporaryFolder()
  }

  /// Draws a straight line of full pressure, as wide as its brush.
  private func line(
    _ a: Point, _ b: Point, size: Double = 4, colour: UInt32 = 0x20_4060, blend: InkStyle.Blend = .over,
    symmetry: Symmetry = Symmetry(), replacesLast: Bool = false, on document: inout Document
  ) {
    var brush = Brush(size: size, minimumShare: 1, strength: 0)
    brush.name = "pen \(size)"
    var record = StrokeRecord(
      brush: brush, style: InkStyle(colour: colour, blend: blend), symmetry: symmetry, surface: document.activeSurface)
    record.samples = [PenSample(position: a, time: 0), PenSample(position: b, time: 0.1)]
    let operation = Operation.stroke(record)
    let context = OperationContext(filler: filler, recordsAll: true)
    #expect(document.perform(replacesLast ? .replacement(operation) : operation, context) != nil)
  }

  private func document() throws -> Document { try #require(Document(width: 200, height: 100)) }

  /// The strokes of the drawing itself. Fails unless those of its file are the same, and the last ones are found from the
  /// end.
  private func strokes(_ document: Document, at place: SourceLocation = #_sourceLocation) throws -> [ListedStroke] {
    func all(_ list: StrokeList) throws -> [ListedStroke] {
      var (list, strokes) = (list, [ListedStroke]())
      while let stroke = try list.nextStroke() { strokes.append(stroke) }
      return strokes
    }
    let path = folder.path + "/a.ora"
    try document.save(to: path)
    var notes: [String] = []
    let (own, filed) = (try all(StrokeList(document)), try all(StrokeList(path, notes: &notes)))
    #expect(own.map(Self.words) == filed.map(Self.words) && notes == [], sourceLocation: place)
    let list = try StrokeList(document)
    for number in own.map(\.number) where document.fileHistory == nil {
      let last = list.lastStroke { $0.number <= number }
      #expect(last.map(Self.words) == own.last { $0.number <= number }.map(Self.words), sourceLocation: place)
    }
    return filed
  }

  private static func words(_ stroke: ListedStroke) -> String {
    let bounds = stroke.bounds.map { "\($0.minX) \($0.minY) \($0.width) \($0.height)" } ?? "none"
    return
      "\(stroke.number) \(stroke.layer ?? "none") \(stroke.brush) \(stroke.colour ?? 0) \(stroke.size) \(bounds) \(stroke.path)"
  }

  /// Compares to 1/100 px.
  private func expect(
    _ stroke: ListedStroke, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let b = try #require(stroke.bounds, sourceLocation: place)
    let differences = [b.minX - x, b.minY - y, b.width - width, b.height - height]
    #expect(differences.allSatisfy { abs($0) < 0.01 }, "\(b)", sourceLocation: place)
  }

  /// Fails if a value of a stroke is wrong, an undone stroke is listed, or the strokes of the drawing's
  /// file, or of a file with later edits, differ.
  @Test func strokesAreListedInOrder() throws {
    var document = try document()
    line(Point(10, 20), Point(50, 20), on: &document)
    line(Point(10, 40), Point(10, 60), size: 8, colour: 0xFF_0000, on: &document)
    line(Point(0, 20), Point(90, 20), size: 10, blend: .erase, on: &document)
    line(Point(70, 70), Point(80, 80), on: &document)
    _ = document.undo()
    let all = try strokes(document)
    #expect(all.map(\.number) == [1, 2, 3] && all.map(\.brush) == ["pen 4.0", "pen 8.0", "pen 10.0"])
    #expect(all.map(\.colour) == [0x20_4060, 0xFF_0000, nil] && all.map(\.size) == [4, 8, 10])
    #expect(all.map(\.layer) == ["Ink", "Ink", "Ink"] && all.allSatisfy { $0.time == nil })
    #expect(all.map(\.path) == ["m10 20l40 0", "m10 40l0 20", "m0 20l90 0"])
    try expect(all[0], 8, 18, 44, 4)
    try expect(all[1], 6, 36, 8, 28)
    // A file that was opened again has a file's history and edits after it.
    var notes: [String] = []
    var again = try Document.open(folder.path + "/a.ora", notes: &notes).document
    line(Point(5, 5), Point(6, 5), on: &again)
    #expect(try strokes(again).map(\.path) == all.map(\.path) + ["m5 5l1 0"])
  }

  /// Fails if a stroke that was replaced counts, or is missing once its replacement is undone.
  @Test func replacementsCountOnce() throws {
    var document = try document()
    line(Point(10, 20), Point(50, 20), on: &document)
    line(Point(10, 40), Point(50, 40), on: &document)
    line(Point(10, 60), Point(50, 60), replacesLast: true, on: &document)
    line(Point(10, 80), Point(50, 80), on: &document)
    #expect(try strokes(document).map(\.path) == ["m10 20l40 0", "m10 60l40 0", "m10 80l40 0"])
    #expect(try strokes(document).map(\.number) == [1, 2, 3])
    _ = document.undo()
    _ = document.undo()
    #expect(try strokes(document).map(\.path) == ["m10 20l40 0", "m10 40l40 0"])
  }

  /// Fails if strokes are not where changes of the canvas have brought their ink.
  @Test func strokesFollowTheCanvas() throws {
    var document = try document()
    line(Point(10, 20), Point(50, 20), on: &document)
    #expect(document.perform(CanvasOperation.flip(horizontally: true)) != nil)
    line(Point(60, 30), Point(70, 30), on: &document)
    #expect(document.perform(CanvasOperation.resize(PixelRect(x: 20, y: 10, width: 180, height: 90))) != nil)
    var all = try strokes(document)
    #expect(all.map(\.path) == ["m170 10l-40 0", "m40 20l10 0"])
    try expect(all[0], 128, 8, 44, 4)
    #expect(document.perform(CanvasOperation.turn(quarters: 1)) != nil)
    #expect(document.perform(CanvasOperation.scale(width: 45, height: 180)) != nil)
    line(Point(5, 5), Point(5, 9), on: &document)
    all = try strokes(document)
    #expect(all.map(\.path) == ["m40 170l0-40", "m35 40l0 10", "m5 5l0 4"])
    try expect(all[0], 39, 128, 2, 44)
    // The size stays that of the canvas on which it was drawn.
    #expect(all.map(\.size) == [4, 4, 4])
  }

  /// Fails if strokes on an endless canvas are not where its file shows them.
  @Test func endlessStrokesAreInTheFrame() throws {
    let middle = Document.endlessMiddle
    var document = try #require(Document(width: Document.endlessSide, height: Document.endlessSide))
    line(middle, middle + Vector(40, 0), on: &document)
    line(middle + Vector(-100, 50), middle + Vector(-90, 50), on: &document)
    let corner = Double(2 + Document.endlessMargin)
    let all = try strokes(document)
    #expect(
      all.map(\.path) == ["m\(Int(corner) + 100) \(Int(corner))l40 0", "m\(Int(corner)) \(Int(corner) + 50)l10 0"])
  }

  /// Fails if a stroke has an old name, that of a deleted layer, or loses its number with its layer.
  @Test func layersHaveTheirPresentNames() throws {
    var document = try document()
    let first = document.activeID
    line(Point(10, 20), Point(50, 20), on: &document)
    #expect(document.perform(.add(above: first)) != nil)
    let second = document.activeID
    line(Point(10, 30), Point(50, 30), on: &document)
    #expect(document.perform(.add(above: second)) != nil)
    let third = document.activeID
    line(Point(10, 40), Point(50, 40), on: &document)
    #expect(document.perform(.duplicate(third)) != nil)
    let copy = document.activeID
    line(Point(10, 50), Point(50, 50), on: &document)
    #expect(document.perform(.set(first, .name("Base"))) != nil)
    #expect(try strokes(document).map(\.layer) == ["Base", "Layer 2", "Layer 3", "Layer 3 copy"])
    #expect(document.perform(.delete(second)) != nil)
    #expect(try strokes(document).map(\.layer) == ["Base", nil, "Layer 3", "Layer 3 copy"])
    #expect(document.perform(.move(copy, to: LayerPlace(position: 1))) != nil)
    #expect(document.perform(.mergeDown(third)) != nil)
    #expect(try strokes(document).map(\.layer) == ["Base", nil, "Layer 3 copy", "Layer 3 copy"])
    #expect(document.perform(.mergeDown(copy)) != nil)
    #expect(document.perform(.set(first, .name("All"))) != nil)
    let all = try strokes(document)
    #expect(all.map(\.layer) == ["All", nil, "All", "All"] && all.map(\.number) == [1, 2, 3, 4])
    _ = document.undo()
    _ = document.undo()
    #expect(try strokes(document).map(\.layer) == ["Base", nil, "Layer 3 copy", "Layer 3 copy"])
  }

  /// Fails if a stroke or shape has another time than when it was drawn.
  @Test func strokesHaveTheirTime() throws {
    var document = try document()
    document.clock = { 1_790_000_000.25 }
    line(Point(10, 20), Point(50, 20), on: &document)
    document.clock = { 1_790_000_007 }
    var shape = ShapeInProgress(brush: Brush(size: 4), style: InkStyle(), filler: filler)
    _ = shape.draw(Shape(.rectangle, from: Point(20, 20), to: Point(60, 40)), on: &document)
    _ = shape.finish(on: &document)
    document.clock = nil
    line(Point(10, 60), Point(50, 60), on: &document)
    let all = try strokes(document)
    #expect(all.map(\.time) == [1_790_000_000.25, 1_790_000_007, nil])
    #expect(all[1].path == "m20 20l40 0 0 20-40 0 0-20")
  }

  /// Fails if copies by a symmetry are missing, or are not where the canvas has brought them.
  @Test func copiesFollowTheLine() throws {
    var document = try document()
    let mirror = Symmetry(.mirror(vertical: true, horizontal: false))
    line(Point(10, 20), Point(50, 20), symmetry: mirror, on: &document)
    #expect(document.perform(CanvasOperation.resize(PixelRect(x: 0, y: -10, width: 300, height: 110))) != nil)
    let all = try strokes(document)
    #expect(all.map(\.path) == ["m10 30l40 0m140 0l-40 0"])
    try expect(all[0], 8, 28, 184, 4)
  }

  /// Fails if a dot has no path that a program can draw.
  @Test func dotsHaveAPath() throws {
    var document = try document()
    line(Point(10, 20), Point(10, 20), on: &document)
    let all = try strokes(document)
    #expect(all.map(\.path) == ["m10 20l0 0"])
    try expect(all[0], 8, 18, 4, 4)
  }

  /// Fails if the strokes of painting brushes are missing, or the text of a brush that only a replaced
  /// stroke's record has.
  @Test(arguments: ["mypaint", "mypaint-key-frames"]) func paintedStrokesAreListed(name: String) throws {
    let path = Corpus.folder + "/" + name
    var documents: [[String]] = []
    for type in [".ora", ".journal"] {
      var notes: [String] = []
      var list = try StrokeList(path + type, notes: &notes)
      var words: [String] = []
      while let stroke = try list.nextStroke() { words.append(Self.words(stroke)) }
      #expect(words.contains { $0.contains(" wet ") } && words.contains { $0.contains(" plain ") })
      documents.append(words)
    }
    #expect(documents[0] == documents[1])
  }

  /// Fails if the list differs from the strokes of the replayed history, for any drawing of the corpus.
  @Test func theCorpusHasItsStrokes() throws {
    for entry in CorpusEntry.all {
      let path = Corpus.folder + "/\(entry.name).ora"
      var notes: [String] = []
      var list = try StrokeList(path, notes: &notes)
      var document = try Document.open(path, notes: &notes).document
      if document.fileHistory != nil { try document.replayHistory(filler: filler) }
      var records: [[StrokeRecord]] = []
      for edit in document.history.done {
        if edit.head.replacesLast, !records.isEmpty { records.removeLast() }
        records.append(edit.strokes)
      }
      var brushes: [String] = []
      while let stroke = try list.nextStroke() { brushes.append("\(stroke.brush) \(stroke.size)") }
      #expect(brushes == records.joined().map { "\($0.brush.name) \($0.brush.fullWidth)" }, "\(entry.name)")
    }
  }

  /// Changes a bit of a file's history.
  private func damage(_ path: String) throws {
    let reader = try ZipReader(bytes: Array(try Data(contentsOf: URL(filePath: path))))
    let entries = try reader.entries.map { ($0.name, try reader.read($0)) }
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in entries {
      var bytes = bytes
      if name == FileHistory.entryName { bytes[bytes.count - 9] ^= 1 }
      try writer.add(name, isPacked: name != "mimetype") { bytes }
    }
    try writer.finish()
    try file.commitReplacing()
  }

  /// Fails if a picture has a history, or a damaged one is left out without an error.
  @Test func damageIsAnError() throws {
    var document = try document()
    let path = folder.path + "/b.ora"
    try document.save(to: path)
    var notes: [String] = []
    #expect(try !StrokeList(path, notes: &notes).hasHistory)
    line(Point(10, 20), Point(50, 20), on: &document)
    try document.save(to: path)
    #expect(try StrokeList(path, notes: &notes).hasHistory)
    try damage(path)
    #expect {
      _ = try StrokeList(path, notes: &notes)
    } throws: {
      ($0 as? FileError)?.fault.hasPrefix("its history is damaged: ") == true
    }
  }

  /// Fails if records with right checksums and random content crash the reader.
  @Test func anyContentIsSurvived() throws {
    let drawing = try FileHistoryTests().drawing(9, count: 40)
    var composer = FileHistoryComposer(drawing)
    let fileHistory = try #require(composer.pack { _ in })
    let records = try JournalBytes.decoded(try fileHistory.encoded(for: drawing))
    var rng = RandomSource(6)
    var (read, faults) = (0, 0)
    for _ in 0..<300 {
      var some = records
      let at = rng.roll(0..<some.count)
      for _ in 0..<rng.roll(1...3) where !some[at].payload.isEmpty {
        some[at].payload[rng.roll(0..<some[at].payload.count)] = UInt8(rng.roll(0...255))
      }
      let bytes = JournalBytes.encoded(some.map { ($0.type, $0.payload) }, identity: (1, 2))
      guard let history = try? FileHistory(bytes, of: drawing) else { continue }
      var document = drawing
      document.forgetHistory()
      document.take(history)
      read += 1
      do throws(PayloadError) {
        var list = try StrokeList(document)
        while let stroke = try list.nextStroke() { #expect(stroke.path.isEmpty == (stroke.bounds == nil)) }
      } catch { faults += 1 }
    }
    #expect(read > 100 && faults > 10)
  }
}
