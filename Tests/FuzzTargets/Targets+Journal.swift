import Document
import Export
import Geometry
import Ink
import Journal
import Paint
import RandomSource
import Raster
import Storage

extension FuzzTarget {
  /// Gives an earlier stroke another colour and place, an earlier selection another edge, or leaves an edit out.
  private static func change(_ document: inout Document, _ rng: inout RandomSource, _ filler: CoverageFiller) {
    let done = document.history.done
    guard !done.isEmpty else { return }
    let index = rng.roll(0..<done.count)
    guard var operation = done[index].operation else { return }
    if var stroke = operation.stroke, !rng.isOne(in: 4) {
      stroke.style.colour = UInt32(rng.roll(0...0xFF_FFFF))
      for i in stroke.samples.indices { stroke.samples[i].position.x += 9 }
      operation.stroke = stroke
    } else if case .select(_, var recipe?) = operation {
      (recipe.edge.growth, recipe.edge.feather) = (Double(rng.roll(-9...9)), Double(rng.roll(0...9)))
      operation = .select(nil, recipe: recipe)
    } else {
      operation = .omitted(done[index].head)
    }
    let change = Change([Change.Item(distance: done.count - index, operation: operation)])
    if let change { _ = try? document.perform(change, filler: filler) }
  }

  static func act(on document: inout Document, _ rng: inout RandomSource, _ filler: CoverageFiller) {
    defer { document.checkInvariants() }
    let id = document.layers[document.activeLayer].id
    let ids = document.layers.map(\.id)
    switch rng.roll(0...34) {
    case 33, 34: change(&document, &rng, filler)
    case 31:
      if document.layers.count < 12, let copied = CopiedLayers([id], of: document) {
        _ = document.perform(.paste(copied, above: ids[rng.roll(0..<ids.count)]))
      }
    case 32:
      document.choose(Set(ids.filter { _ in rng.isOne(in: 2) }))
      _ = document.perform(document.operationOnChosen(rng.isOne(in: 3) ? .delete(id) : .set(id, .label(.red))))
    case 27, 28:
      var shown = Mask(width: document.width, height: document.height)
      shown.fill(PixelRect(x: 5, y: 5, width: rng.roll(1...60), height: 30))
      _ = document.perform(.addMask(id, showing: rng.isOne(in: 2) ? nil : shown))
    case 29: _ = document.perform(rng.isOne(in: 2) ? .removeMask(id) : .applyMask(id))
    case 30: _ = document.perform(.set(id, .maskOn(rng.isOne(in: 2))))
    case 24, 25: _ = document.perform(.set(ids[rng.roll(0..<ids.count)], .clipped(!rng.isOne(in: 3))))
    case 26: _ = document.perform(.set(ids[rng.roll(0..<ids.count)], .alphaLocked(!rng.isOne(in: 3))))
    case 19, 20: _ = document.perform(.group(ids.filter { _ in rng.isOne(in: 3) } + [id]))
    case 21:
      _ = document.perform(.move(id, to: LayerPlace(in: ids[rng.roll(0..<ids.count)], position: rng.roll(0...3))))
    case 22: _ = document.perform(rng.isOne(in: 2) ? .ungroup(id) : .flatten(id))
    case 23: _ = document.perform(.set(id, .group(rng.isOne(in: 2) ? .passThrough : .isolated)))
    case 0: _ = document.undo()
    case 1: _ = document.redo()
    case 2: _ = document.perform(.add(above: id))
    case 3: _ = document.perform(.set(id, .opacity(rng.roll(0...1))))
    case 4: _ = document.perform(.set(id, .name("Ebene")))
    case 5: _ = document.perform(.mergeDown(id))
    case 6: _ = document.clearActiveLayer()
    case 7: _ = document.fill(at: Point(3, 3), colour: 0x8040, opacity: 99, FillSettings())
    case 18: _ = document.coverActiveLayer(colour: 0x40_8020, opacity: UInt8(rng.roll(0...255)))
    case 8:
      var recipe = SelectionRecipe(.rectangle(PixelRect(x: rng.roll(0...60), y: 10, width: 30, height: 20)))
      if rng.isOne(in: 3) { recipe.mode = .add }
      if let mask = recipe.mask(in: document) { document.select(mask, rng.isOne(in: 3) ? nil : recipe) }
      if document.lift(), var placement = document.floating?.placement {
        (placement.translation, placement.rotation) = (Vector(5, -7), Angle(degrees: rng.roll(0...90)))
        _ = document.place(placement)
      }
      _ = rng.isOne(in: 3) ? document.deleteSelected() : document.drop()
    case 9:
      if let clipping = Clipping(width: 9, height: 7, pixels: [UInt32](repeating: 0xFF20_4060, count: 63)) {
        _ = document.float(clipping, translation: Vector(rng.roll(0...60), 20), scale: 1.5)
        _ = document.drop()
      }
    case 10, 11:
      var shape = ShapeInProgress(brush: Brush(), style: InkStyle(colour: 0x10_2030), filler: filler)
      let line = Figure.polygon([Point(9, 9), Point(70, rng.roll(9...60)), Point(20, 50)], isClosed: rng.isOne(in: 2))
      _ =
        rng.isOne(in: 2)
        ? shape.draw(Shape(.ellipse, from: Point(8, 9), to: Point(60, 40)), on: &document)
        : shape.draw(.figure(line, FigureInk([PenSample(position: .zero, time: 0)])), on: &document)
      _ = shape.finish(on: &document)
    default:
      // Of libmypaint, with its result in the record, or an outline.
      let paint = rng.isOne(in: 4) ? try? MyPaintBrush(parsing: Array(paintText.utf8)) : nil
      var stroke = StrokeRecord(
        brush: paint.map { Brush($0, name: "wet").resized(to: 9) } ?? Brush(),
        style: InkStyle(colour: 0x102030, opacity: 255), surface: SurfaceID(id))
      for i in 0..<rng.roll(1...9) {
        stroke.samples.append(
          PenSample(
            position: Point(rng.roll(0.0...96), rng.roll(0.0...80)), time: Double(i) / 100,
            pressure: rng.roll(0...1), altitude: .quarterTurn, azimuth: .zero, roll: nil, tool: .pen))
      }
      document.draw(stroke, filler: filler)
    }
  }

  private static let paintText = """
    {"version": 3, "settings": {"radius_logarithmic": {"base_value": 1.5, "inputs": {}},
    "smudge": {"base_value": 0.5, "inputs": {}}}}
    """

  /// The journal of a drawing with every kind of action.
  private static func journalOfDrawing(
    _ seed: Int, count: Int, floats: Bool = false, opens: Bool = false, isDeep: Bool = false
  ) -> [UInt8] {
    var rng = RandomSource(seed)
    var notes: [String] = []
    let opened = opens ? try? Document(openRasterAt: MemoryFile(foreignFile).path, notes: &notes) : nil
    guard var document = opened ?? (isDeep ? deepDrawing() : nil) ?? Document(width: 96, height: 80),
      let filler = CoverageFiller()
    else { return [] }
    document.takesNotes = true
    var composer = JournalComposer(document, name: "A drawing 筆", program: "0")
    var payloads: [JournalPayload] = (try? composer.start()) ?? []
    for _ in 0..<count {
      act(on: &document, &rng, filler)
      for change in document.takeNotes() { payloads += (try? composer.records(of: change)) ?? [] }
    }
    if floats, let clipping = Clipping(width: 9, height: 7, pixels: [UInt32](repeating: 0xFF20_4060, count: 63)) {
      _ = document.float(clipping, translation: Vector(30, 20), scale: 1.5)
      if let work = document.floatingWork {
        payloads += (try? composer.records(of: .floating(work))) ?? []
        payloads += (try? composer.records(of: .placement(work.placement))) ?? []
      }
    } else {
      payloads.append(JournalPayload(saved: "/tmp/a.ora"))
      payloads.append(.closed)
    }
    return JournalRecords(payloads.map { ($0.type.rawValue, $0.bytes) }).bytes
  }

  /// The journal of a drawing with a soft deep tile over one of a single colour.
  private static func deepJournal() -> [UInt8] {
    guard let document = Document(width: 96, height: 80) else { return [] }
    var composer = JournalComposer(document, name: "", program: "0")
    var records = ((try? composer.start()) ?? []).map { ($0.type.rawValue, $0.bytes) }
    let colour = DeepPixel(0xFF40_80C0)
    for most: UInt16 in [0, 9000] {
      let tile = Tile(
        deep: (0..<Tile.count).map { i in
          let share = min(most, UInt16((i & 63) * (i >> 6) * 2))
          return colour.scaled(by: 20000 + share)
        })
      let pixels = Operation.pixels(document.activeSurface, name: "")
      let new = (try? JournalPayload.records(of: pixels, tiles: [(0, tile)])) ?? []
      records += new.map { ($0.type.rawValue, $0.bytes) }
    }
    return JournalRecords(records).bytes
  }

  /// That drawing, with edits of deep tiles.
  private static func deepDrawing() -> Document? {
    guard let filler = CoverageFiller(), let file = try? JournalFile.look(at: MemoryFile(deepJournal()).path) else {
      return nil
    }
    let replay = try? JournalReplay(file, filler: filler)
    precondition(replay?.fault == nil && replay?.document.undoCount == 2, "the deep tiles are not read")
    return replay?.document
  }

  /// Whether a journal's first record describes a drawing of more than two megapixels.
  private static func isLarge(_ payload: [UInt8]) -> Bool {
    guard let header = try? DrawingHeader(payload) else { return false }
    return header.width * header.height > 1 << 21
  }

  /// Journals: any content is replayed. Those of large drawings are only read.
  static let journal = FuzzTarget(
    "journal",
    seeds: {
      [
        journalOfDrawing(1, count: 6), journalOfDrawing(2, count: 25), journalOfDrawing(3, count: 4, floats: true),
        journalOfDrawing(4, count: 8, opens: true), deepJournal(), journalOfDrawing(5, count: 12, isDeep: true),
      ]
    },
    run: { bytes in
      let file = MemoryFile(bytes)
      do throws(JournalError) {
        let reader = try JournalReader(try JournalFile.look(at: file.path))
        guard let first = reader.next() else { return reader.end.sentence }
        while let record = reader.next() { precondition(record.offset >= 32, "a record lies in the header") }
        precondition(reader.end.offset + reader.end.rest == bytes.count, "a journal's end is not where it is")
        if isLarge(first.payload) { return nil }
        guard let filler = CoverageFiller() else { return nil }
        let replay = try JournalReplay(try JournalFile.look(at: file.path), filler: filler)
        precondition(replay.end.offset + replay.end.rest == bytes.count, "a journal is not gone on with at its end")
        replay.document.checkInvariants()
        var composer = JournalComposer(continuing: replay)
        _ = try? composer.start()
        _ = replay.finished(filler)
        return replay.fault.map(sentence)
      } catch { return sentence(error.fault) }
    },
    structured: { bytes, rng, plain in
      guard var pieces = JournalRecords(bytes) else { return nil }
      pieces.mutate(&rng, plain)
      return pieces.bytes
    })
}
