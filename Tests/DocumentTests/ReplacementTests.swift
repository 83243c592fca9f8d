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

/// Strokes that take the place of the edit before them. `RandomActs` has them too, so the tests of
/// journals and of histories in files cover them.
@Suite struct ReplacementTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private static let circle = Figure.ellipse(
    center: Point(110, 100), radii: Vector(60, 60), angle: .zero, start: .zero, isReversed: false)

  /// A drawing with a wobbly stroke and the same as a circle.
  private func document(
    _ brush: Brush = Brush(size: 8), symmetry: Symmetry = Symmetry(), style: InkStyle = InkStyle(colour: 0x204060)
  ) throws -> (blank: Document, drawn: Document, replaced: Document) {
    var document = try #require(Document(width: 230, height: 220))
    document.load(row: 100, pixels: [UInt32](repeating: 0x8010_2030, count: 230).span)
    let blank = document
    var stroke = StrokeInProgress(on: document, brush: brush, style: style, filler: filler, symmetry: symmetry)
    for i in 0...80 {
      let t = Double(i) / 80 * 6.4
      stroke.add(
        PenSample(
          position: Point(110 + 60 * cos(t) + 3 * sin(5 * t), 100 + 60 * sin(t)), time: Double(i) / 200, pressure: 0.6))
    }
    _ = stroke.finish(on: &document)
    let drawn = document
    var shape = ShapeInProgress(replacing: stroke.record, filler: filler, on: &document)
    _ = shape.draw(.figure(Self.circle, FigureInk(stroke.record.samples)), on: &document)
    _ = shape.finish(on: &document)
    return (blank, drawn, document)
  }

  private func shows(_ a: Document, _ b: Document) -> Bool { a.layers[0].image.showsSame(as: b.layers[0].image) }

  /// Fails if ink of the replaced stroke is left, undo does not bring it back bit for bit, a second
  /// undo leaves any of it, or redo differs.
  @Test func undoBringsTheStrokeBack() throws {
    for brush in [Brush(size: 8), Brush.eraser] {
      let all = try document(
        brush, style: InkStyle(colour: 0x204060, opacity: 200, blend: brush.blend == .erase ? .erase : .over))
      // The same circle without the stroke before it.
      var alone = all.blank
      let record = try #require(all.replaced.history.lastDone?.stroke)
      #expect(all.replaced.history.lastDone?.head.replacesLast == true && record.samples.count > 50)
      _ = alone.draw(record, filler: filler)
      #expect(shows(alone, all.replaced))
      var document = all.replaced
      _ = document.undo()
      #expect(shows(document, all.drawn) && document.history.undoCount == 1)
      _ = document.undo()
      #expect(shows(document, all.blank))
      _ = document.redo()
      #expect(shows(document, all.drawn))
      _ = document.redo()
      #expect(shows(document, all.replaced))
    }
  }

  /// Fails if a cancelled shape leaves anything, or a pixel that changes lies outside the returned
  /// region.
  @Test func cancellingRestores() throws {
    let drawn = try document().drawn
    var document = drawn
    let record = try #require(drawn.history.lastDone?.stroke)
    var shape = ShapeInProgress(replacing: record, filler: filler, on: &document)
    let ink = FigureInk(record.samples)
    var before = drawn.layers[0].image
    for x in [60.0, 200, 30] {
      let line = Figure.line(from: Point(20, 20), to: Point(x, 190))
      let region = shape.draw(.figure(line, ink), on: &document)
      let after = document.layers[0].image
      for y in 0..<220 {
        for x in 0..<230 where before[x, y] != after[x, y] {
          #expect(region.rects.contains { $0.contains(x: x, y: y) }, "\(x), \(y)")
        }
      }
      before = after
    }
    _ = shape.cancel(on: &document)
    #expect(shows(document, drawn) && document.history.undoCount == 1)
    var unused = ShapeInProgress(replacing: record, filler: filler, on: &document)
    _ = unused.finish(on: &document)
    #expect(shows(document, drawn) && document.history.undoCount == 1)
  }

  /// Fails if the enlarged drawing has ink of the replaced stroke, or a vector file a second path.
  @Test func exportsHaveTheFigureAlone() throws {
    let all = try document()
    let large = try all.replaced.enlarged(by: 3, filler: filler, progress: .none)
    var alone = all.blank
    let operation = try #require(all.replaced.history.lastDone?.operation)
    guard case .replacement(.shape(let shape)) = operation else { return #expect(operation.replacesLast) }
    alone.perform(.shape(shape), OperationContext(filler: filler))
    let expected = try alone.enlarged(by: 3, filler: filler, progress: .none)
    #expect(large.layers[0].image.showsSame(as: expected.layers[0].image))
    var fresh = try #require(Document(width: 230, height: 220))
    let wobbly = try #require(all.drawn.history.lastDone?.stroke)
    _ = fresh.draw(wobbly, filler: filler)
    #expect(fresh.perform(operation, OperationContext(filler: filler)) != nil)
    let items = try #require(VectorLayers(of: fresh).items[fresh.activeSurface])
    guard items.count == 1, case .stroke(let only) = items[0] else { return #expect(items.count == 1) }
    #expect(only.record.samples == shape.stroke.samples)
  }

  /// Fails if a replacing record is accepted without an edit to replace, or on another layer.
  @Test func withoutAnEditThereIsNoReplacement() throws {
    var document = try #require(Document(width: 230, height: 220))
    var record = StrokeRecord(brush: Brush(), style: InkStyle(colour: 0), surface: document.activeSurface)
    record.samples = [PenSample(position: Point(20, 20), time: 0), PenSample(position: Point(90, 20), time: 1)]
    let context = OperationContext(filler: filler, recordsAll: true)
    #expect(document.perform(.replacement(.stroke(record)), context) == nil)
    #expect(document.history.undoCount == 0)
    _ = document.draw(record, filler: filler)
    _ = document.perform(.add(above: document.activeID))
    let before = document
    #expect(document.perform(.replacement(.stroke(record)), context) == nil)
    #expect(shows(document, before))
  }

  /// Fails if a figure is no longer known as one after a journal with a key frame just before it.
  @Test func aKeyFrameBetweenKeepsTheFigure() throws {
    for framesAfter in [false, true] {
      let folder = try TemporaryFolder()
      let hand = try JournalReplayTests.Hand(folder.path, seed: 1, timeout: 0)
      var stroke = StrokeInProgress(on: hand.document, brush: Brush(size: 8), style: InkStyle(), filler: filler)
      for x in [20.0, 60, 150] { stroke.add(PenSample(position: Point(x, 50 + x / 3), time: x / 100)) }
      _ = stroke.finish(on: &hand.document)
      try hand.write()
      hand.composer.timeout = framesAfter ? 0 : 1e9
      var shape = ShapeInProgress(replacing: stroke.record, filler: filler, on: &hand.document)
      _ = shape.draw(.figure(Self.circle, FigureInk(stroke.record.samples)), on: &hand.document)
      _ = shape.finish(on: &hand.document)
      try hand.write()
      let read = try JournalReplay(try JournalFile.look(at: hand.writer.file.path), filler: filler)
      #expect(shows(read.document, hand.document))
      if !framesAfter {
        #expect(read.document.history.lastDone?.operation == hand.document.history.lastDone?.operation)
      }
    }
  }

  /// Fails if a time-lapse does not end with the figure.
  @Test func theTimeLapseEndsWithTheFigure() throws {
    let all = try document()
    var film = TimeLapse(of: all.replaced, filler: filler)
    for i in 0..<12 { _ = film.advance(to: i, of: 12) }
    var other = all.blank
    other.history = History()
    var still = TimeLapse(of: other, filler: filler)
    _ = still.advance(to: 0, of: 1)
    #expect(film.pixels != still.pixels)
    var flat = [UInt32](repeating: 0, count: 230 * 220)
    var span = flat.mutableSpan
    all.replaced.flatten(all.replaced.bounds, to: &span, start: 0, stride: 230)
    #expect(film.pixels == flat.map { Pixel.over($0, 0xFFFF_FFFF) })
  }

  /// Fails if a history in a file that is cut just before a replacing stroke cannot be replayed.
  @Test func aCutHistoryIsComplete() throws {
    var document = try document().replaced
    let record = try #require(document.history.lastDone?.stroke)
    for i in 0..<3 {
      var other = record
      other.samples = other.samples.map { sample in
        var s = sample
        s.position.x += Double(i) * 7
        return s
      }
      _ = document.draw(other, filler: filler)
    }
    var whole = FileHistoryComposer(document)
    let full = try whole.pack { (_) throws(ExportError) in }
    let size = try #require(full).steps.reduce(0) { $0 + $1.size }
    var cuts = 0
    for limit in stride(from: 100, through: size + 100, by: 60) {
      var composer = FileHistoryComposer(document, limit: limit)
      guard let fileHistory = try composer.pack({ (_) throws(ExportError) in }), fileHistory.undoCount > 0 else {
        continue
      }
      #expect(fileHistory.steps.first?.needsLast == false, "limit \(limit)")
      var again = document
      again.history = History()
      again.fileHistory = fileHistory
      try again.replayHistory(filler: filler)
      #expect(again.undoCount == fileHistory.undoCount, "limit \(limit)")
      cuts += fileHistory.undoCount < 5 ? 1 : 0
      var a = again
      var b = document
      while a.history.undoCount > 0 {
        _ = a.undo()
        _ = b.undo()
        #expect(shows(a, b), "limit \(limit)")
      }
      if let shorter = fileHistory.shortened(to: limit / 2) { #expect(shorter.steps.first?.needsLast != true) }
    }
    #expect(cuts > 3)
  }
}
