import Geometry
import Glibc
import Ink
import MyPaint
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Storage

/// Other operations in the past of a drawing, against performing everything again.
@Suite struct ChangeTests {
  let filler: CoverageFiller
  var acts: RandomActs
  private let painterly: [Brush]

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder), changesCanvas: true)
    var brushes: [Brush] = []
    if MyPaintLibrary.system != nil {
      brushes.append(Brush(try MyPaintBrush(parsing: Array(MyPaintEngineTests.text.utf8)), name: "smudge"))
      brushes.append(Brush(try MyPaintBrush(parsing: Array(MyPaintEngineTests.plain.utf8)), name: "plain"))
    }
    var scattered = Brush(size: 24, minimumShare: 0.5)
    var dabs = Brush.Dabs(spacing: 0.5, hardness: 0.7)
    (dabs.variation.scatter, dabs.variation.size) = (0.8, 0.5)
    scattered.rendering = .dabs(dabs)
    painterly = brushes + [scattered]
  }

  var context: OperationContext { OperationContext(filler: filler, recordsAll: true) }

  /// The number of random drawings: 200, or what FUDE_CHANGES says, as in `make soak`.
  private static var count: Int { getenv("FUDE_CHANGES").flatMap { Int(String(cString: $0)) } ?? 200 }

  // MARK: Random drawings

  /// The same with strokes that become several, for some seeds.
  private func making(_ seed: Int) -> Self {
    var tests = self
    tests.acts.makesSeries = seed % 4 == 3 && seed < 1000
    return tests
  }

  /// A drawing without edits to redo. Its edits are packed from the third last on.
  private func drawing(_ rng: inout RandomSource, count: Int) throws -> Document {
    var document = try #require(Document(width: 230, height: 220))
    for y in 30..<60 { document.load(row: y, pixels: [UInt32](repeating: 0x8010_2030, count: 230).span) }
    var limits = EditStore.Limits()
    limits.plainEdits = 2
    document.keepEdits(in: EditStore(workingAtOnce: limits, file: { nil }))
    for _ in 0..<count { try act(on: &document, &rng) }
    _ = document.drop()
    return document
  }

  private func act(on document: inout Document, _ rng: inout RandomSource) throws {
    switch rng.roll(0...9) {
    case 0...3: plainly(on: &document, &rng)
    case 4: paint(on: &document, &rng)
    case 5 where rng.isOne(in: 3): pixels(on: &document, &rng)
    default: try acts.act(on: &document, &rng)
    }
  }

  /// Paints or fills with one of two colours, or erases: often without a change, as there is that colour
  /// already.
  private func plainly(on document: inout Document, _ rng: inout RandomSource) {
    let colour: UInt32 = rng.isOne(in: 2) ? 0x20_4060 : 0xC0_3020
    let places = (0..<2).map { _ in Point(rng.roll(-20.0...250), rng.roll(-20.0...240)) }
    if rng.isOne(in: 3) {
      _ = document.fill(at: places[0], colour: colour, FillSettings(tolerance: 10, gap: rng.roll(0...9)))
      return
    }
    guard document.hasActivePixels else { return }
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: rng.roll(5...90), minimumShare: 1),
      style: InkStyle(colour: colour, blend: rng.isOne(in: 4) ? .erase : .over), filler: filler)
    for (index, place) in places.enumerated() {
      stroke.add(PenSample(position: place, time: Double(index) / 10, pressure: 1))
    }
    _ = stroke.finish(on: &document)
  }

  /// Draws a stroke of an engine that reads what it paints on, or depends on chance.
  private func paint(on document: inout Document, _ rng: inout RandomSource) {
    guard document.hasActivePixels else { return }
    let mixing: PaintMixing = rng.isOne(in: 3) ? .exactWithLayersBelow : .exact
    var stroke = StrokeInProgress(
      on: document, brush: painterly[rng.roll(0..<painterly.count)], style: InkStyle(colour: 0x60_8020), filler: filler,
      conditions: PaintConditions(seed: rng.roll(0...63), mixing: mixing))
    var place = Point(rng.roll(20...200), rng.roll(20...200))
    for index in 0..<rng.roll(2...12) { stroke.add(StrokeRecordTests.sample(&rng, &place, index)) }
    _ = stroke.finish(on: &document)
  }

  /// Changes pixels in a way that only the result tells.
  private func pixels(on document: inout Document, _ rng: inout RandomSource) {
    guard document.hasActivePixels else { return }
    let surface = document.activeSurface
    let index = rng.roll(0..<document.activeImage.slotCount)
    var tile = document.activeImage[index] ?? Tile()
    let square = document.activeImage.bounds(ofTile: index)
    tile.withMutablePixels { pixels in
      for y in 0..<min(20, square.height) {
        for x in 0..<min(30, square.width) { pixels[y << Tile.shift | x] = 0xFF10_9030 }
      }
    }
    _ = document.perform(
      .pixels(surface, name: "Pixels"), context, result: OperationResult(tiles: [(index: index, tile: tile)]))
  }

  // MARK: Against performing everything

  /// Why a drawing is not what its operations make, at any time of its past; nil if it is.
  private func fault(_ document: Document) -> String? {
    guard let drawing = ChangedDrawing(document), let states = drawing.states(context) else {
      return "its operations cannot be performed"
    }
    var found = document.withoutChanges
    guard found.history.undoCount == drawing.steps.count else { return "the number of edits" }
    for step in stride(from: drawing.steps.count, through: 0, by: -1) {
      if let difference = ChangedDrawing.difference(found, states[step]) {
        let near = drawing.steps.enumerated().map {
          "\($0 + 1) \($1.operation.name) \($1.operation.surface?.number ?? 0)"
        }
        return "\(difference), after \(step) of \(drawing.steps.count): \(near.joined(separator: ", "))"
      }
      if step > 0 { _ = found.undo() }
    }
    return nil
  }

  /// Makes a change. Returns why the result is wrong, or what undoing and redoing it does; nil if all is right, or
  /// it does not fit the drawing.
  private func fault(of change: Change, on document: Document) -> String? {
    var changed = document
    do { try changed.perform(change, context) } catch {
      // Everything again with the change must be impossible, too.
      guard var drawing = ChangedDrawing(document), error == .doesNotFit else { return "\(error)" }
      let places = document.history.done.indices.filter { document.history.done[$0].change == nil }
      for item in change.items {
        guard let at = places.firstIndex(of: document.history.undoCount - item.distance) else { return "no place" }
        drawing.steps[at].operation = item.operation
      }
      return drawing.states(context) == nil ? nil : "it is refused"
    }
    if let fault = fault(changed) { return fault }
    var undone = changed
    _ = undone.undo()
    if let difference = ChangedDrawing.difference(undone, document) { return "undo: \(difference)" }
    _ = undone.redo()
    if let difference = ChangedDrawing.difference(undone, changed) { return "redo: \(difference)" }
    return nil
  }

  /// The fewest operations of a drawing with which a change of it is still wrong.
  private func shrunk(_ document: Document, _ change: Change) -> String {
    guard var drawing = ChangedDrawing(document) else { return "" }
    var items = Dictionary(uniqueKeysWithValues: change.items.map { (drawing.steps.count - $0.distance, $0.operation) })
    func fails(_ drawing: ChangedDrawing, _ items: [Int: Operation]) -> Bool {
      let (document, kept) = drawing.drawn(context)
      let change = Change(
        items.compactMap { index, operation in
          kept.firstIndex(of: index).map { Change.Item(distance: kept.count - $0, operation: operation) }
        })
      return change.map { $0.items.count == items.count && fault(of: $0, on: document) != nil } ?? false
    }
    guard fails(drawing, items) else { return "not when drawn again" }
    for index in drawing.steps.indices.reversed() {
      var (shorter, moved) = (drawing, items)
      shorter.steps.remove(at: index)
      moved[index] = nil
      moved = Dictionary(uniqueKeysWithValues: moved.map { ($0.key > index ? $0.key - 1 : $0.key, $0.value) })
      if !moved.isEmpty, fails(shorter, moved) { (drawing, items) = (shorter, moved) }
    }
    return drawing.steps.enumerated().map { index, step in
      let name = "\(step.operation.head)".prefix(400)
      return items[index].map { "\(name) -> \("\($0.head)".prefix(400))" } ?? "\(name)"
    }.joined(separator: "\n")
  }

  /// Fails if a change differs by one bit from performing all operations again, at the end or after any
  /// undo; or if undoing or redoing it does. A failure names the fewest operations that show it.
  @Test func itIsAsIfDrawnSo() throws {
    var (count, performed, all) = (0, 0, 0)
    for seed in RandomSource.seeds(Self.count) {
      let (tests, acts) = (making(seed), making(seed).acts)
      var rng = RandomSource(seed)
      let document = try tests.drawing(&rng, count: 30)
      guard let change = acts.change(of: document, &rng) else { continue }
      if let fault = fault(of: change, on: document) {
        Issue.record("seed \(seed): \(fault)\n\(shrunk(document, change))")
        continue
      }
      let operations = Dictionary(
        uniqueKeysWithValues: change.items.map { (document.history.undoCount - $0.distance, $0.operation) })
      guard let past = try? PastChange(document, operations, context) else { continue }
      count += 1
      (performed, all) = (performed + past.performedCount, all + change.reach)
    }
    #expect(count > Self.count / 2 || Self.count > RandomSource.seeds(Self.count).count, "\(count) changes")
    #expect(performed < all * 2 / 3, "\(performed) of \(all) edits again")
  }

  /// Fails if a drawing is not as if drawn so after many changes, with edits between them, or after they are
  /// all undone and redone.
  @Test func changesInARow() throws {
    for seed in RandomSource.seeds(Self.count / 8) {
      let (tests, acts) = (making(seed), making(seed).acts)
      var rng = RandomSource(seed &+ 1000)
      var document = try tests.drawing(&rng, count: 20)
      var states = [document]
      var count = 0
      for _ in 0..<60 where count < 20 {
        if rng.isOne(in: 3) {
          try tests.act(on: &document, &rng)
          _ = document.drop()
          // Undo may have gone back before a state.
          states = [document]
        }
        guard let change = acts.change(of: document, &rng), (try? document.perform(change, context)) != nil else {
          continue
        }
        count += 1
        states.append(document)
      }
      if let fault = fault(document) {
        Issue.record("seed \(seed), \(count) changes: \(fault)")
        continue
      }
      for state in states.dropLast().reversed() {
        _ = document.undo()
        if let difference = ChangedDrawing.difference(document, state) {
          Issue.record("seed \(seed), undone: \(difference)")
          break
        }
      }
      if let fault = fault(document) { Issue.record("seed \(seed), undone: \(fault)") }
      for state in states.dropFirst() {
        _ = document.redo()
        if let difference = ChangedDrawing.difference(document, state) {
          Issue.record("seed \(seed), redone: \(difference)")
          break
        }
      }
      if let fault = fault(document) { Issue.record("seed \(seed), redone: \(fault)") }
    }
  }

  /// Fails if a preview of a part of the canvas has other pixels there than the change, or beside it others than the
  /// drawing.
  @Test func previewsShowWhatTheChangeMakes() throws {
    var (count, empty) = (0, 0)
    // In the last two, a stroke that changes was replaced by a figure.
    let seeds = RandomSource.seeds(Self.count) + [2123, 2733]
    for seed in seeds {
      var rng = RandomSource(seed &+ 3000)
      let (tests, acts) = (making(seed), making(seed).acts)
      // Few of longer drawings leave the canvas as it is.
      let document = try tests.drawing(&rng, count: 8)
      guard let change = acts.change(of: document, &rng) else { continue }
      let done = document.history.done
      let operations = Dictionary(uniqueKeysWithValues: change.items.map { (done.count - $0.distance, $0.operation) })
      let seen = PixelRect(x: rng.roll(0...150), y: rng.roll(0...150), width: rng.roll(1...64), height: 20)
      guard
        let preview = try ChangePreview(
          document, operations, context, keepsPlaces: keepsPlaces(operations, done), seen: seen, isAlways: true,
          isWanted: { _ in true })
      else { continue }
      var changed = document
      guard (try? changed.perform(change, context)) != nil else { continue }
      count += 1
      let shown = preview.shown(on: document)
      var seenTiles: Set<Int> = []
      document.activeImage.forEachTile(in: seen.intersection(document.bounds)) { seenTiles.insert($0) }
      for surface in document.surfaces {
        for tile in 0..<document.activeImage.slotCount {
          let expected = seenTiles.contains(tile) ? changed : document
          let same = (shown.tile(tile, of: surface) ?? Tile()).showsSame(as: expected.tile(tile, of: surface) ?? Tile())
          #expect(same, "seed \(seed), tile \(tile)")
        }
      }
      empty += preview.region(of: document).isEmpty ? 1 : 0
    }
    #expect(count > seeds.count / 3 && empty < count * 2 / 3, "\(count) of \(seeds.count), \(empty) of them empty")
  }

  /// Whether operations paint where the edits did.
  private func keepsPlaces(_ operations: [Int: Operation], _ done: [Edit]) -> Bool {
    operations.allSatisfy { index, operation in
      guard var stroke = operation.stroke, let old = done[index].stroke else { return operation.isOmitted }
      stroke.style.colour = old.style.colour
      return stroke == old
    }
  }

  /// Fails if a change that goes on over edits which were added meanwhile is not the one that is computed with them
  /// from the beginning.
  @Test func itGoesOnOverLaterEdits() throws {
    var count = 0
    // With the last two, tiles beyond the reach of the first walk count.
    let seeds = RandomSource.seeds(Self.count / 2) + [1021, 1122]
    for seed in seeds {
      let (tests, acts) = (making(seed), making(seed).acts)
      var rng = RandomSource(seed &+ 2000)
      var document = try tests.drawing(&rng, count: 15)
      guard let change = acts.change(of: document, &rng) else { continue }
      let (before, length) = (document.history.done.map { ObjectIdentifier($0.content) }, document.history.undoCount)
      let operations = Dictionary(
        uniqueKeysWithValues: change.items.map { (length - $0.distance, $0.operation) })
      guard var past = try? PastChange(document, operations, context) else { continue }
      var walked = length
      for _ in 0..<2 {
        for _ in 0..<4 {
          let last = document
          try tests.act(on: &document, &rng)
          _ = document.drop()
          // An act may undo, or change the past.
          let isLonger =
            document.history.done.prefix(length).map { ObjectIdentifier($0.content) } == before
            && document.history.undoCount >= walked
            && document.history.done.dropFirst(length).allSatisfy { $0.change == nil }
          if !isLonger { document = last }
        }
        guard (try? past.goOn(to: document, filler: filler)) != nil else { break }
        walked = document.history.undoCount
        let later = Change(
          operations.map { Change.Item(distance: document.history.undoCount - $0.key, operation: $0.value) })
        var (adopted, expected) = (document, document)
        _ = adopted.adopt(past, as: try #require(later))
        try expected.perform(try #require(later), context)
        count += 1
        let difference = ChangedDrawing.difference(adopted, expected)
        #expect(difference == nil, "seed \(seed)")
        if let fault = fault(adopted) { Issue.record("seed \(seed): \(fault)") }
        _ = adopted.undo()
        let undone = ChangedDrawing.difference(adopted, document)
        #expect(undone == nil, "seed \(seed), undone")
        // The second time it goes on from here, with one edit more.
        if rng.isOne(in: 2) { break }
      }
    }
    #expect(count >= seeds.count / 2, "\(count)")
  }

  /// Fails if ink of a later stroke is missing where it was invisible, on a fill of its own colour that
  /// then got another one.
  @Test func invisibleInkCounts() throws {
    var document = try #require(Document(width: 256, height: 128))
    document.select(document.mask(of: PixelRect(x: 0, y: 0, width: 128, height: 128)))
    let red = InkStyle(colour: 0xFF_0000)
    _ = document.fill(at: Point(9, 9), colour: red.colour, FillSettings())
    document.select(nil)
    var stroke = StrokeInProgress(on: document, brush: Brush(size: 20, minimumShare: 1), style: red, filler: filler)
    for x in [10.0, 240] { stroke.add(PenSample(position: Point(x, 40), time: x, pressure: 1)) }
    _ = stroke.finish(on: &document)
    guard case .fill(var fill) = document.history.done[1].operation else { return #expect(Bool(false)) }
    fill.colour = 0x00_00FF
    let change = try #require(Change([Change.Item(distance: 3, operation: .fill(fill))]))
    #expect(document.history.done[3].reads.namedCount == 2)
    try document.perform(change, context)
    let image = document.activeImage
    #expect(image[30, 40] == 0xFFFF_0000 && image[30, 80] == 0xFF00_00FF && image[200, 40] == 0xFFFF_0000)
    #expect(document.history.undoCount == 5 && document.history.lastDone?.name == "Change strokes")
  }

  /// Fails if a figure that replaced a stroke, and changed no pixel in doing so, is passed over when the stroke changes:
  /// the stroke would come back.
  @Test func whatReplacedAStrokeStillDoes() throws {
    var document = try #require(Document(width: 128, height: 64))
    // Both beside the canvas.
    var stroke = StrokeRecord(
      brush: Brush(size: 20, minimumShare: 1), style: InkStyle(colour: 0xFF_0000), surface: document.activeSurface)
    stroke.samples = [10.0, 100].map { PenSample(position: Point($0, -40), time: $0, pressure: 1) }
    _ = document.draw(stroke, filler: filler)
    #expect(document.perform(.replacement(.stroke(stroke)), context) != nil)
    var moved = stroke
    moved.samples = stroke.samples.map { PenSample(position: Point($0.position.x, 32), time: $0.time, pressure: 1) }
    let change = try #require(Change([Change.Item(distance: 2, operation: .stroke(moved))]))
    try document.perform(change, context)
    #expect(document.activeImage[32, 50] == 0, "replaced")
    #expect(fault(document) == nil)
  }

  /// Fails if a number without an edit, or an operation that does not fit, is accepted or changes the drawing; or
  /// if a change that is cancelled does.
  @Test func whatIsNotThereCannotBeChanged() throws {
    var document = try #require(Document(width: 100, height: 100))
    var stroke = StrokeRecord(brush: Brush(), style: InkStyle(), surface: document.activeSurface)
    stroke.samples = [PenSample(position: Point(20, 20), time: 0, pressure: 1)]
    func item(_ distance: Int, _ operation: Operation) -> Change.Item {
      Change.Item(distance: distance, operation: operation)
    }
    let change = try #require(Change([item(1, .stroke(stroke))]))
    #expect(throws: ChangeFault.doesNotFit) { try document.perform(change, context) }
    _ = document.draw(stroke, filler: filler)
    let before = document
    for distance in [2, 3] {
      let change = try #require(Change([item(distance, .stroke(stroke))]))
      #expect(throws: ChangeFault.doesNotFit) { try document.perform(change, context) }
    }
    var other = stroke
    other.surface = SurfaceID(Layer.ID(9))
    let misplaced = try #require(Change([item(1, .stroke(other))]))
    #expect(throws: ChangeFault.doesNotFit) { try document.perform(misplaced, context) }
    #expect(throws: ChangeFault.isCancelled) { try document.perform(change, context, isWanted: { _ in false }) }
    #expect(document.history.undoCount == 1 && ChangedDrawing.difference(document, before) == nil)
    #expect(Change([]) == nil && Change([item(0, .stroke(stroke))]) == nil)
    #expect(Change([item(1, .stroke(stroke)), item(1, .stroke(other))]) == nil)
  }
}
