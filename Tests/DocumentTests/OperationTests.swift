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
@testable import Storage

/// Operations keep everything that their result depends on.
@Suite struct OperationTests {
  let filler: CoverageFiller
  private let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder), changesCanvas: true)
  }

  /// A drawing of 230 x 220 px with random edits of all kinds.
  private func drawing(_ rng: inout RandomSource, count: Int = 30) throws -> Document {
    var document = try #require(Document(width: 230, height: 220))
    for y in 30..<60 { document.load(row: y, pixels: [UInt32](repeating: 0x8010_2030, count: 230).span) }
    for _ in 0..<count { try acts.act(on: &document, &rng) }
    _ = document.drop()
    return document
  }

  /// Calls `body` for each edit of a drawing with the drawing before and after it.
  private func walk(_ document: Document, _ body: (Edit, Document, Document) throws -> Void) rethrows {
    var walk = HistoryWalk(document)
    while let edit = walk.coming {
      let before = walk.document
      _ = walk.next()
      try body(edit, before, walk.document)
    }
  }

  /// Fails if an edit has another effect, by one bit, when its operation is performed again on a
  /// drawing without a history: of pixels, layers, selection, canvas, or the number of edits.
  @Test func performedAgainItIsTheSame() throws {
    var kinds: Set<String> = []
    let seeds = RandomSource.seeds(30)
    for seed in seeds {
      var rng = RandomSource(seed)
      let document = try drawing(&rng)
      var again = HistoryWalk(document).document
      again.history = History()
      try walk(document) { edit, before, after in
        let operation = try #require(edit.operation)
        kinds.insert(operation.replacesLast ? "Replacement" : edit.name)
        if let new = after.layers.first(where: { before.layer($0.id) == nil }) { again.nextLayer = new.id.number }
        again.drawOn(before.activeSurface)
        let count = again.history.undoCount
        let region = again.perform(operation, OperationContext(filler: filler, recordsAll: true))
        #expect(region != nil, "seed \(seed), \(edit.name)")
        #expect(again.history.undoCount == count + 1, "seed \(seed), \(edit.name)")
        #expect(again.showsSame(as: after), "seed \(seed), \(edit.name)")
        #expect(again.history.lastDone?.operation == operation, "seed \(seed), \(edit.name)")
      }
    }
    // Few drawings have not all kinds.
    guard seeds.count == 30 else { return }
    #expect(
      kinds.isSuperset(of: [
        "Stroke", "Erase", "Replacement", "Fill", "Clear", "Delete", "Fill layer", "Fill selection", "Gradient", "Move",
        "Select",
        "Deselect",
        "Add layer",
        "Duplicate layer", "Flip image", "Scale image", "Canvas size",
      ]), "\(kinds.sorted())")
  }

  /// Fails if a record does not give back an operation that it was written from, or gives another
  /// result to apply.
  @Test func recordsGiveThemBack() throws {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let document = try drawing(&rng)
      var recorder = EditRecorder(repeatingTexts: false)
      let reader = EditReader()
      var player = RecordPlayer()
      try walk(document) { edit, before, after in
        let operation = try #require(edit.operation)
        let image = edit.surface.flatMap { before.image(of: $0) }
        let now = edit.surface.flatMap { after.image(of: $0) }
        let records = try recorder.records(
          of: operation,
          EditRecorder.Outcome(
            time: Double(seed) + 1.25, surface: edit.surface, tiles: edit.tileIndices.map { ($0, now?[$0]) },
            result: edit.tileIndices.map { TileDelta(index: $0, before: image?[$0], after: now?[$0]) },
            selection: edit.changesSelection ? .some(after.selection) : nil, facts: edit.change?.facts,
            images: operation.isScaling ? after.layers : LayerTree()))
        var read: Operation?
        for record in records {
          guard case .edit(let found)? = try reader.take(record, width: before.width, height: before.height) else {
            continue
          }
          #expect(found.head.time == Double(seed) + 1.25)
          read = found.operation
          if case .change(let change) = found.operation { read = .change(try change.completed(on: before)) }
        }
        #expect(read == operation, "seed \(seed), \(edit.name)")
        var played = before
        if let new = after.layers.first(where: { before.layer($0.id) == nil }) { played.nextLayer = new.id.number }
        for record in records { try player.take(record, on: &played, filler: filler) }
        #expect(played.showsSame(as: after), "seed \(seed), \(edit.name)")
        #expect(played.history.lastDone?.time == Double(seed) + 1.25)
      }
    }
  }

  /// Fails if the head of an operation with samples or pixels keeps them, or with what was packed it is
  /// not the operation again.
  @Test func headAndBulkAreTheWhole() throws {
    var rng = RandomSource(3)
    var document = try drawing(&rng)
    let clipping = try #require(Clipping(width: 40, height: 30, pixels: (0..<1200).map { 0xFF00_0000 | $0 * 977 }))
    _ = document.float(clipping, translation: Vector(10.5, 7), scale: 1.5)
    _ = document.drop()
    var bulky = 0
    try walk(document) { edit, _, _ in
      let operation = try #require(edit.operation)
      #expect(operation.head.stroke?.samples.isEmpty ?? true)
      #expect(operation.head.tileCount == 0 && operation.head.name == operation.name)
      let bulk = try operation.bulk()
      let whole = try Operation(operation.head, bulk: bulk)
      #expect(whole == operation)
      bulky += operation.hasBulk ? 1 : 0
      if !operation.hasBulk { #expect(operation.head == operation) }
    }
    #expect(bulky > 3)
    #expect(document.history.lastDone?.operation?.tileCount == 1)
  }

  /// Fails if a record with numbers that no drawing has is read: they would take memory without end.
  @Test func impossibleNumbersAreRefused() throws {
    let mask = Mask(width: 100, height: 80, isFull: true)
    let placement = Placement(pivot: Point(50, 40))
    var wide = placement.map
    (wide.a, wide.d) = (1000, 1e-12)
    var half = placement.map
    half.tx += 0.5
    var skew = placement.map
    (skew.b, skew.c) = (1, -1)
    func placing(_ map: Affine) -> Operation {
      .place(Placing(surface: SurfaceID(Layer.ID(1)), source: .lifted(mask), placement: placement, map: map))
    }
    func shape(_ figure: Figure) -> Operation {
      let ink = FigureInk(pen: PenSample(position: .zero, time: 0), speed: 500)
      return .shape(
        ShapeStroke(stroke: StrokeRecord(brush: Brush(), style: InkStyle()), outline: .figure(figure, ink)))
    }
    func arc(_ radius: Double, _ sweep: Double) -> Operation {
      shape(.arc(center: .zero, radius: radius, start: .zero, sweep: Angle(radians: sweep)))
    }
    let good = [placing(placement.map), arc(1000, 3)]
    let bad = [placing(wide), placing(half), placing(skew), arc(1e9, 3), arc(1000, 1e6), arc(-1, 3)]
    for (index, operation) in (good + bad).enumerated() {
      let read = try? RecordForm.again(operation)
      #expect(read == (index < good.count ? operation : nil), "\(index)")
    }
  }

  /// Fails if the footprint of a selection as large as an endless canvas names its tiles.
  @Test func largeFootprintsNameLayers() throws {
    let side = Document.endlessSide
    var document = try #require(Document(width: side, height: side))
    let stroke = Self.dot(at: Document.endlessMiddle)
    _ = document.draw(stroke, filler: filler)
    document.select(document.mask(of: document.bounds))
    _ = document.deleteSelected()
    let reads = try #require(document.history.lastDone).footprint.reads
    #expect(reads.namedCount == 0 && reads.surfaces == [document.activeSurface])
  }

  private static func dot(at place: Point) -> StrokeRecord {
    var record = StrokeRecord(brush: Brush(size: 9), style: InkStyle())
    record.samples = [PenSample(position: place, time: 0)]
    return record
  }

  private static func clock(_ time: Double?) -> (@Sendable () -> Double)? {
    guard let time else { return nil }
    return { time }
  }

  /// Fails if edits have another time after a file, a journal, or undo and redo; or get one without a
  /// clock.
  @Test func editsKnowTheirTime() throws {
    let folder = try TemporaryFolder()
    let hand = try JournalReplayTests.Hand(folder.path, seed: 1, timeout: 1)
    func draw(_ x: Double, at time: Double?) throws {
      hand.document.clock = Self.clock(time)
      var stroke = StrokeInProgress(on: hand.document, brush: Brush(), style: InkStyle(), filler: filler)
      for i in 0...9 { stroke.add(PenSample(position: Point(x + Double(i), 50), time: Double(i) / 100)) }
      _ = stroke.finish(on: &hand.document)
      try hand.write()
    }
    let times: [Double?] = [nil, 1_790_000_000.25, 1_790_000_001, nil, 17.5]
    for (index, time) in times.enumerated() { try draw(Double(20 * index), at: time) }
    _ = hand.document.undo()
    _ = hand.document.redo()
    try hand.write()
    #expect(hand.document.history.done.map(\.time) == times)
    let replay = try JournalReplay(try JournalFile.look(at: hand.writer.file.path), filler: filler)
    #expect(replay.document.history.done.map(\.time) == times)
    try hand.document.save(to: folder.path + "/a.ora")
    var notes: [String] = []
    var opened = try Document(openRasterAt: folder.path + "/a.ora", notes: &notes)
    try opened.replayHistory(filler: filler)
    #expect(opened.history.done.map(\.time) == times)
    try draw(150, at: nil)
    #expect(hand.document.history.lastDone?.time == nil)
  }
}
