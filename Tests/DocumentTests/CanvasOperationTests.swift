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
@testable import Library
@testable import Pictures
@testable import Storage

@Suite struct CanvasOperationTests {
  let filler: CoverageFiller
  let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder), changesCanvas: true)
  }

  private func isSame(_ a: Document, _ b: Document) -> Bool {
    a.resolution == b.resolution && a.canvasMap == b.canvasMap && a.showsSame(as: b)
  }

  /// Fails if undo or redo of any edit does not restore the drawing bit for bit while the canvas
  /// changes in between.
  @Test(arguments: RandomSource.seeds(12)) func everythingIsUndone(seed: Int) throws {
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 230, height: 220))
    var states = [document]
    for _ in 0..<25 {
      switch rng.roll(0...5) {
      case 0, 1: _ = document.perform(RandomActs.canvasOperation(on: document, &rng))
      case 2: document.select(acts.mask(on: document, &rng))
      case 3: _ = document.perform(.duplicate(document.activeID))
      default: try acts.stroke(on: &document, &rng)
      }
      if document.history.undoCount == states.count { states.append(document) }
      #expect(document.layers.allSatisfy { $0.image.bounds == document.bounds })
    }
    let count = document.history.undoCount
    for at in (0..<count).reversed() {
      _ = document.undo()
      let isSame = isSame(document, states[at])
      #expect(isSame, "seed \(seed), undone to \(at)")
    }
    for at in 1...count {
      _ = document.redo()
      let isSame = isSame(document, states[at])
      #expect(isSame, "seed \(seed), redone to \(at)")
    }
  }

  /// Fails if a journal does not restore a drawing whose canvas changed, with and without key
  /// frames, also continued by another program, or if its undo steps differ.
  @Test(arguments: [1e9, 0, 0.02]) func journalsRestoreIt(timeout: Double) throws {
    for seed in RandomSource.seeds(6) {
      let folder = try TemporaryFolder()
      let hand = try JournalReplayTests.Hand(folder.path, seed: seed, timeout: timeout, base: seed % 2 == 1)
      func go(_ count: Int) throws {
        for _ in 0..<count {
          try acts.act(on: &hand.document, &hand.rng)
          try hand.write()
        }
      }
      func read() throws -> JournalReplay {
        let replay = try JournalReplay(try JournalFile.look(at: hand.writer.file.path), filler: filler)
        #expect(replay.fault == nil, "seed \(seed): \(replay.fault ?? "")")
        #expect(replay.document.resolution == hand.document.resolution)
        let isSame = replay.document.showsSame(as: hand.document)
        #expect(isSame, "seed \(seed)")
        return replay
      }
      try go(40)
      let replay = try read()
      hand.composer = JournalComposer(continuing: replay)
      hand.composer.timeout = timeout
      try go(30)
      var (a, b) = (try read().document, hand.document)
      (a.takesNotes, b.takesNotes) = (false, false)
      try a.replayHistory(filler: filler)
      #expect(a.history.undoCount > 0)
      while a.undo() != nil {
        _ = b.undo()
        let isSame = a.resolution == b.resolution && a.showsSame(as: b)
        #expect(isSame, "seed \(seed), undone")
      }
    }
  }

  /// Fails if a file loses the history from before a change of the canvas, or the resolution.
  @Test func filesRestoreIt() throws {
    for seed in RandomSource.seeds(6) {
      let folder = try TemporaryFolder()
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 230, height: 220))
      for _ in 0..<40 { try acts.act(on: &document, &rng) }
      let path = folder.path + "/a.ora"
      try document.save(to: path)
      var notes: [String] = []
      var read = try Document.open(path, notes: &notes).document
      #expect(notes.isEmpty, "\(notes)")
      let isRead = read.resolution == document.resolution && read.showsSame(as: document)
      #expect(isRead, "seed \(seed)")
      try read.replayHistory(filler: filler)
      #expect(read.history.undoCount == document.history.undoCount)
      while document.undo() != nil {
        _ = read.undo()
        let isSame = read.resolution == document.resolution && read.showsSame(as: document)
        #expect(isSame, "seed \(seed)")
      }
    }
  }

  /// Fails if an impossible size is not refused, or changes the drawing.
  @Test func impossibleSizesAreRefused() throws {
    var document = try #require(Document(width: 200, height: 100))
    let before = document
    for operation: CanvasOperation in [
      .resize(.empty), .resize(PixelRect(x: 0, y: 0, width: 32768, height: 5)), .scale(width: 0, height: 5),
      .scale(width: -3, height: 5), .scale(width: 32767, height: 32768),
      .resize(PixelRect(minX: .min / 4, minY: 0, maxX: .max / 4, maxY: 5)),
      .setResolution(Resolution(x: 0, y: 5)), .setResolution(Resolution(x: .nan, y: 5)),
    ] {
      let refusal = document.refusal(of: operation)
      let region = document.perform(operation)
      #expect(refusal != nil && region == nil, "\(operation)")
    }
    for operation: CanvasOperation in [
      .resize(document.bounds), .scale(width: 200, height: 100), .turn(quarters: 4),
      .setResolution(document.resolution),
    ] {
      let refusal = document.refusal(of: operation)
      let region = document.perform(operation)
      #expect(refusal == nil && region == nil, "\(operation)")
    }
    let isUnchanged = document.history.undoCount == 0 && isSame(document, before)
    #expect(isUnchanged)
  }

  /// Fails if the memory of undo grows with the pixels where nothing is lost: turning, flipping and
  /// extending keep no copy.
  @Test func reversibleChangesKeepNoPixels() throws {
    var document = try #require(Document(width: 640, height: 640))
    for y in 0..<640 { document.load(row: y, pixels: [UInt32](repeating: 0xFF12_3456, count: 640).span) }
    for operation: CanvasOperation in [
      .turn(quarters: 1), .flip(horizontally: true), .resize(PixelRect(x: -30, y: -50, width: 800, height: 900)),
      .resize(PixelRect(x: 10, y: 20, width: 700, height: 800)),
    ] {
      _ = document.perform(operation)
      let memory = try #require(document.history.lastDone?.memory)
      #expect(memory < 4096)
    }
    _ = document.perform(.resize(PixelRect(x: 100, y: 100, width: 100, height: 100)))
    let memory = try #require(document.history.lastDone?.memory)
    #expect(memory > 640 * 640 * 4)
  }

  private func stroke(on document: inout Document, from a: Point, to b: Point) {
    var stroke = StrokeInProgress(
      on: document, brush: Brush().resized(to: 8), style: InkStyle(colour: 0), filler: filler)
    for i in 0...20 {
      stroke.add(PenSample(position: a.lerp(to: b, Double(i) / 20), time: Double(i) / 100, pressure: 1))
    }
    _ = stroke.finish(on: &document)
  }

  /// Fails if a vector export, an enlarged export or a time-lapse shows a stroke where it was
  /// before the canvas changed, or turns strokes into pixels.
  @Test func exportsFollowTheCanvas() throws {
    var document = try #require(Document(width: 200, height: 100))
    stroke(on: &document, from: Point(20, 20), to: Point(150, 60))
    for operation: CanvasOperation in [
      .resize(PixelRect(x: -20, y: -10, width: 260, height: 150)), .turn(quarters: 1), .flip(horizontally: false),
      .resize(PixelRect(x: 15, y: 0, width: 120, height: 255)),
    ] { _ = document.perform(operation) }
    stroke(on: &document, from: Point(5, 5), to: Point(100, 40))
    let lines = VectorLayers(of: document)
    let items = try #require(lines.items[SurfaceID(document.layers[0].id)])
    var box: Rect?
    for item in items {
      guard case .stroke(let stroke) = item else { continue }
      for contour in stroke.contours(tolerance: 0.02, simplification: 0.02) {
        for curve in contour.curves { box = box?.union(curve.bounds) ?? curve.bounds }
      }
    }
    let painted = document.layers[0].image.paintedBounds
    let outline = try #require(box)
    // An outline may be a tolerance larger than its pixels.
    let inner = PixelRect(
      covering: Rect(
        minX: outline.minX + 0.05, minY: outline.minY + 0.05, maxX: outline.maxX - 0.05, maxY: outline.maxY - 0.05))
    #expect(items.count == 2 && inner == painted, "\(outline), \(painted)")

    let large = try document.enlarged(by: 2, filler: filler, progress: .none)
    let ink = large.layers[0].image.paintedBounds
    #expect(large.width == 240 && large.height == 510)
    for (a, b) in [(ink.minX, painted.minX), (ink.minY, painted.minY), (ink.maxX, painted.maxX)] {
      #expect(abs(a - 2 * b) <= 2, "\(ink), \(painted)")
    }

    var film = TimeLapse(of: document, filler: filler)
    #expect(film.width == 120 && film.height == 255)
    var first: [UInt32] = []
    for number in 0..<30 {
      _ = film.advance(to: number, of: 30)
      if number == 8 { first = film.pixels }
    }
    var exact = [UInt32](repeating: 0, count: 120 * 255)
    var span = exact.mutableSpan
    document.flatten(document.bounds, to: &span, start: 0, stride: 120)
    let isExact = film.pixels == exact
    #expect(isExact)
    // What the first stroke showed while it was drawn is where it is at the end.
    let ground = Pixel.opaque(document.paper)
    let hasInk = first.contains { $0 != ground }
    let isInPlace = zip(first, exact).allSatisfy { $0 == ground || $1 != ground }
    #expect(hasInk && isInPlace)
  }

  /// Fails if ink that was cut off shows again in a vector export after the canvas grew again.
  @Test func croppedInkStaysAway() throws {
    var document = try #require(Document(width: 200, height: 100))
    stroke(on: &document, from: Point(20, 20), to: Point(150, 60))
    _ = document.perform(.resize(PixelRect(x: 0, y: 0, width: 80, height: 100)))
    #expect(VectorLayers(of: document).items.count == 1)
    _ = document.perform(.resize(PixelRect(x: 0, y: 0, width: 200, height: 100)))
    #expect(VectorLayers(of: document).items.isEmpty)
  }
}
