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

/// Strokes in progress and floating selections in journals.
@Suite struct UnfinishedWorkTests {
  private let filler: CoverageFiller
  private let folder: TemporaryFolder
  private let hand: JournalReplayTests.Hand

  init() throws {
    filler = try #require(CoverageFiller())
    folder = try TemporaryFolder()
    hand = try JournalReplayTests.Hand(folder.path, seed: 3, timeout: 1e9)
    try draw(record(from: Point(20, 40)))
  }

  private func record(from start: Point, count: Int = 30) -> StrokeRecord {
    var record = StrokeRecord(brush: Brush(size: 9), style: InkStyle(colour: 0x2040_60))
    record.samples = (0..<count).map { i in
      PenSample(
        position: start + Vector(5 * Double(i), 8 * Double(i % 3)), time: Double(i) / 200,
        pressure: 0.3 + 0.02 * Double(i))
    }
    return record
  }

  private func draw(_ record: StrokeRecord) throws {
    let region = hand.document.draw(record, filler: filler)
    #expect(region != nil)
    try hand.write()
  }

  private func note(_ step: UnfinishedStep) throws {
    for payload in try hand.composer.records(of: step) {
      try hand.writer.append(payload.type.rawValue, payload.bytes.span)
    }
  }

  private func replay() throws -> JournalReplay {
    try JournalReplay(try JournalFile.look(at: hand.writer.file.path), filler: filler)
  }

  private func isSame(_ a: Document, _ b: Document) -> Bool {
    a.layers.count == b.layers.count && zip(a.layers, b.layers).allSatisfy { $0.image.showsSame(as: $1.image) }
  }

  /// Fails if samples are lost or doubled, if the stroke is drawn differently from a finished one, or
  /// if it cannot be undone.
  @Test(arguments: [0, 1, 7]) func aStrokeInProgressComesBack(parts: Int) throws {
    let whole = record(from: Point(30, 120))
    var first = whole
    first.samples = Array(whole.samples[..<(30 - 3 * parts)])
    try note(.stroke(first))
    for part in 0..<parts { try note(.samples(Array(whole.samples[(30 - 3 * parts + 3 * part)...].prefix(3)))) }
    let read = try replay()
    #expect(read.fault == nil && read.strokeCount == 2 && isSame(read.document, hand.document))
    var finished = read.finished(filler)
    let before = hand.document
    try draw(whole)
    #expect(isSame(finished, hand.document) && !isSame(finished, before))
    _ = finished.undo()
    #expect(isSame(finished, before))
    // The edit has ended the work.
    #expect(try replay().unfinished == nil)
  }

  /// Fails if a program that continues the journal writes the recovered stroke twice or not at all.
  @Test func theJournalGoesOn() throws {
    try note(.stroke(record(from: Point(30, 120))))
    let read = try replay()
    hand.composer = JournalComposer(continuing: read)
    hand.document = read.document
    hand.document.takesNotes = true
    let work = try #require(read.unfinished)
    _ = hand.document.resume(work, filler: filler)
    try hand.write()
    try draw(record(from: Point(20, 80)))
    let last = try replay()
    #expect(last.unfinished == nil && last.strokeCount == 3 && isSame(last.document, hand.document))
  }

  /// Fails if a cancelled stroke comes back, or one that an edit, an undo or the closing has ended.
  @Test(arguments: 0..<4) func endedWorkIsForgotten(way: Int) throws {
    try note(.stroke(record(from: Point(30, 120))))
    #expect(try replay().unfinished != nil)
    switch way {
    case 0: try note(.cancelled)
    case 1:
      _ = hand.document.undo()
      try hand.write()
    case 2:
      _ = hand.document.perform(.set(hand.document.layers[0].id, .name("Other")))
      try hand.write()
    default:
      let closed = JournalPayload.closed
      try hand.writer.append(closed.type.rawValue, closed.bytes.span)
    }
    let read = try replay()
    #expect(read.fault == nil && read.unfinished == nil && isSame(read.document, hand.document))
  }

  /// Fails if a journal with cancelled work only counts as a drawing, or one with an edit does not.
  @Test func cancelledWorkIsNoDrawing() throws {
    let folder = try TemporaryFolder()
    let other = try JournalReplayTests.Hand(folder.path, seed: 4, timeout: 1e9)
    func isUntouched() throws -> Bool {
      try JournalReplay(try JournalFile.look(at: other.writer.file.path), filler: filler).isUntouched
    }
    #expect(try isUntouched())
    for (step, expected) in [(UnfinishedStep.stroke(record(from: .zero)), false), (.cancelled, true)] {
      for payload in try other.composer.records(of: step) {
        try other.writer.append(payload.type.rawValue, payload.bytes.span)
      }
      #expect(try isUntouched() == expected)
    }
    _ = other.document.draw(record(from: Point(30, 40)), filler: filler)
    try other.write()
    #expect(try !isUntouched())
    _ = other.document.undo()
    try other.write()
    #expect(try !isUntouched(), "the stroke can be redone")
  }

  /// Fails if unfinished work makes a drawing count as saved, or cancelled work makes it newer.
  @Test func theTimeOfTheDrawingStays() throws {
    let saved = JournalPayload(saved: "/tmp/a.ora")
    try hand.writer.append(saved.type.rawValue, saved.bytes.span)
    let state = ViewMemory(
      center: .zero, zoom: 1, showsWhole: true, rotation: .zero, isMirrored: false, tool: "brush", layer: 0,
      layerCount: 1)
    let work = JournalPayload(state, contentTime: 1_700_000_000)
    try hand.writer.append(work.type.rawValue, work.bytes.span)
    #expect(try replay().savedPath == "/tmp/a.ora" && replay().time == 1_700_000_000)
    try note(.stroke(record(from: Point(30, 120))))
    #expect(try replay().savedPath == nil)
    try note(.cancelled)
    #expect(try replay().savedPath == "/tmp/a.ora" && replay().time == 1_700_000_000)
  }

  /// Fails if a small record can take any amount of memory.
  @Test func aPastedPictureHasALimit() throws {
    let side = 131_072
    var mask = Mask(width: side, height: side)
    mask.setTile(0, isFull: true)
    var image = TileGrid(width: side, height: side)
    image[0] = Tile(filledWith: 0xFF00_0001)
    let clipping = try #require(Clipping(of: image, mask))
    let work = UnfinishedWork.Floating(
      surface: hand.document.activeSurface, clipping: clipping, isLifted: false, placement: Placement(pivot: .zero))
    func append(_ work: UnfinishedWork.Floating) throws {
      for payload in try UnfinishedStep.floating(work).records() {
        try hand.writer.append(payload.type.rawValue, payload.bytes.span)
      }
    }
    try append(work)
    #expect(try replay().unfinished != nil)
    for tile in 0...TileGrid.mostTilesInFile { image[tile] = image[0] }
    var large = work
    large.clipping = try #require(Clipping(of: image, Mask(width: side, height: side, isFull: true)))
    try append(large)
    #expect(try replay().unfinished == nil)
  }

  /// Fails if a floating selection loses pixels, its place or its layer, or is no longer one edit.
  @Test(arguments: [true, false]) func aFloatingSelectionComesBack(isLifted: Bool) throws {
    _ = hand.document.perform(.add(above: hand.document.layers[0].id))
    try hand.write()
    try draw(record(from: Point(40, 60)))
    _ = hand.document.activate(hand.document.layers[0].id)
    var document = hand.document
    document.takesNotes = false
    var mask = Mask(width: 230, height: 220)
    mask.fill(polygon: [Point(10, 20), Point(160, 30), Point(120, 110)])
    if isLifted {
      document.select(mask)
      _ = document.lift()
    } else {
      _ = document.float(
        try #require(Clipping(width: 40, height: 30, pixels: (0..<1200).map { 0xFF00_0000 | $0 << 8 })))
    }
    let layer = document.activeID
    try note(.floating(try #require(document.floatingWork)))
    for step in 1...3 {
      var placement = try #require(document.floating?.placement)
      placement.translation = Vector(11 * Double(step), 7.5 * Double(step))
      placement.rotation = Angle(degrees: 10 * Double(step))
      placement.scaleX = -1.5
      _ = document.place(placement)
      try note(.placement(placement))
    }
    let read = try replay()
    var resumed = read.document
    let count = resumed.undoCount
    let work = try #require(read.unfinished)
    let region = resumed.resume(work, filler: filler)
    #expect(resumed.undoCount == count && resumed.activeID == layer && !region.isEmpty)
    #expect(resumed.floating?.placement == document.floating?.placement && resumed.floating?.isLifted == isLifted)
    #expect(isSame(resumed, document))
    _ = (resumed.drop(), document.drop())
    #expect(isSame(resumed, document) && resumed.undoCount == count + 1 && isSame(read.finished(filler), document))
    #expect(resumed.selection == document.selection)
  }

  /// Fails if damaged or impossible work is used, or makes the drawing unreadable.
  @Test func damagedWorkIsLeftOut() throws {
    let payload = try #require(try UnfinishedStep.stroke(record(from: Point(30, 120))).records().last)
    var rng = RandomSource(8)
    for _ in RandomSource.seeds(300) {
      var bytes = payload.bytes
      for _ in 0..<rng.roll(1...4) { bytes[rng.roll(0..<bytes.count)] ^= UInt8(1 << rng.roll(0...7)) }
      if rng.isOne(in: 3) { bytes.removeLast(rng.roll(0...bytes.count)) }
      try hand.writer.append(payload.type.rawValue, bytes.span)
      let read = try replay()
      #expect(read.fault == nil && isSame(read.document, hand.document))
      _ = read.finished(filler)
    }
    // On a layer that is not there.
    var other = record(from: Point(30, 120))
    other.surface = SurfaceID(Layer.ID(77))
    try note(.stroke(other))
    #expect(try isSame(replay().finished(filler), hand.document))
  }
}
