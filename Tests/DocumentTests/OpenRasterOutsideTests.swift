import Archive
import Files
import Geometry
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures
@testable import Storage

/// Pixels of OpenRaster files outside the canvas are kept.
@Suite struct OpenRasterOutsideTests {
  private let folder: TemporaryFolder
  private let filler: CoverageFiller
  private var path: String { folder.path("a.ora") }
  private var saved: String { folder.path("b.ora") }

  init() throws {
    folder = try TemporaryFolder()
    filler = try #require(CoverageFiller())
  }

  /// The canvas of the file, px, and the place of its image a.png, which covers it.
  private static let (width, height) = (150, 130)
  private static let place = PixelRect(x: -70, y: -61, width: 301, height: 263)

  /// The pixel of a.png at a position on the canvas; some are transparent.
  private static func pixel(_ x: Int, _ y: Int) -> UInt32 {
    guard place.contains(x: x, y: y), (x + 2 * y) % 5 != 0 else { return 0 }
    return 0xFF00_0000 | UInt32(x & 255) << 8 | UInt32(y & 255)
  }

  /// Writes a file of these layers. Besides a.png it has b.png, 4 x 4 px in one colour.
  private func write(_ layers: String) throws {
    let place = Self.place
    let image = try PNGBytes.made(width: place.width, height: place.height, hasAlpha: true) { y, row in
      for x in 0..<place.width { row[x] = Self.pixel(place.minX + x, place.minY + y) }
    }
    let small = try PNGBytes.made(width: 4, height: 4, hasAlpha: true) { _, row in
      for x in 0..<4 { row[x] = 0xFF80_8080 }
    }
    let list = "<image w='\(Self.width)' h='\(Self.height)'><stack>\(layers)</stack></image>"
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in [("stack.xml", Array(list.utf8)), ("a.png", image), ("b.png", small)] {
      try writer.add(name, isPacked: true) { bytes }
    }
    try writer.finish()
    try file.commitReplacing()
  }

  private static let wide = "<layer name='wide' src='a.png' x='\(place.minX)' y='\(place.minY)'/>"

  private func opened(_ file: String? = nil) throws -> Document {
    var notes: [String] = []
    let document = try Document(openRasterAt: file ?? path, notes: &notes)
    #expect(notes.isEmpty, "\(notes)")
    return document
  }

  /// The image of a layer in a file, and its place.
  private func image(_ name: String, in file: String) throws -> (grid: TileGrid, x: Int, y: Int) {
    let reader = try OpenRasterReader(path: file)
    let node = try #require(reader.stack.nodes.first { $0.name == name && !$0.isGroup })
    guard case .layer(let source) = node.content else { throw Corpus.Fault(description: "\(name) is in pieces") }
    let png = try #require(try reader.entry(source, limit: 1 << 24))
    let claim = try PNGBytes.claim(Array(png.prefix(32)), limits: .standard)
    var grid = TileGrid(width: claim.width, height: claim.height)
    try PNGBytes.read(png, limits: .standard) { y, row in grid.setRow(y, from: 0, to: row) }
    return (grid, node.x, node.y)
  }

  /// Saves a drawing and fails unless the layer "wide" has its own pixels on the canvas, and outside those of a.png
  /// at the positions that `source` returns for those on the canvas.
  private func expect(_ document: Document, _ words: String, from source: (Int, Int) -> (Int, Int)?) throws {
    try document.save(to: saved, historyLimit: 0)
    let (grid, left, top) = try image("wide", in: saved)
    let own = try #require(document.layers.first { $0.name == "wide" }).image
    var wrong = 0
    for y in -500..<500 {
      for x in -500..<500 {
        let wanted =
          document.bounds.contains(x: x, y: y) ? own[x, y] : source(x, y).map { Self.pixel($0.0, $0.1) } ?? 0
        if grid[x - left, y - top] != wanted { wrong += 1 }
      }
    }
    #expect(wrong == 0, "\(words)")
    #expect(try Document.losses(inSaving: saved).isEmpty, "\(words)")
  }

  /// Fails if pixels outside the canvas are lost, moved or named as a loss by opening and saving: beside all of its
  /// edges, of layers in groups, clipped and masked ones; or if the second file differs.
  @Test func pixelsComeBack() throws {
    try write(
      """
      <stack name='group'><layer name='inner' src='b.png' x='-3' y='4'/></stack>
      <layer name='clipped' src='b.png' x='148' y='-30'/>\(Self.wide)
      <layer name='masked' src='b.png' x='20' y='127'/><layer name='far' src='b.png' x='9000' y='-9000'/>
      <layer name='same' src='b.png' x='9000' y='-9000'/><layer name='empty' src='b.png' x='1' y='1'/>
      """)
    #expect(try Document.losses(inSaving: path).isEmpty)
    var document = try opened()
    func id(_ name: String) throws -> Layer.ID { try #require(document.layers.first { $0.name == name }).id }
    _ = document.perform(.set(try id("clipped"), .clipped(true)))
    _ = document.perform(.addMask(try id("masked"), showing: nil))
    try expect(document, "first") { ($0, $1) }
    let places = [
      "inner": (-3, 4), "clipped": (148, -30), "masked": (20, 127), "far": (9000, -9000), "same": (9000, -9000),
    ]
    for (name, (x, y)) in places {
      let (grid, left, top) = try image(name, in: saved)
      #expect((grid.width, grid.height) == (4, 4) && (left, top) == (x, y), "\(name)")
    }
    let back = try opened(saved)
    #expect(back.outside.layers.count == 6 && back.showsSame(as: document))
    let again = folder.path("c.ora")
    try back.save(to: again, historyLimit: 0)
    let readers = [try OpenRasterReader(path: saved), try OpenRasterReader(path: again)]
    for name in readers[0].archive.entries.map(\.name) {
      #expect(try readers[0].entry(name, limit: 1 << 24) == readers[1].entry(name, limit: 1 << 24), "\(name)")
    }
  }

  /// Fails if pixels outside are not beside the canvas as before after it was cropped, extended, flipped or turned;
  /// if those of another layer are; or if undo and redo lose any.
  @Test func canvasOperationsMoveThem() throws {
    try write(Self.wide)
    let first = try opened()
    let (width, height) = (Self.width, Self.height)
    let crop = CanvasOperation.resize(PixelRect(x: 13, y: 7, width: 100, height: 90))
    let kinds: [(CanvasOperation, (Int, Int) -> (Int, Int))] = [
      (crop, { ($0 + 13, $1 + 7) }), (.flip(horizontally: true), { (width - 1 - $0, $1) }),
      (.flip(horizontally: false), { ($0, height - 1 - $1) }), (.turn(quarters: 1), { ($1, height - 1 - $0) }),
      (.turn(quarters: 2), { (width - 1 - $0, height - 1 - $1) }), (.turn(quarters: 3), { (width - 1 - $1, $0) }),
    ]
    for (operation, source) in kinds {
      var document = first
      #expect(document.perform(operation) != nil)
      // After a crop, what is cut is gone, but was not outside.
      let canvas = document.canvasMap
      func origin(_ x: Int, _ y: Int) -> (Int, Int)? {
        let (x, y) = source(x, y)
        return first.bounds.contains(x: x, y: y) ? nil : (x, y)
      }
      try expect(document, "\(operation)", from: origin)
      _ = document.undo()
      try expect(document, "undone \(operation)") { ($0, $1) }
      _ = document.redo()
      #expect(document.canvasMap == canvas)
      try expect(document, "redone \(operation)", from: origin)
    }
    var scaled = first
    _ = scaled.perform(.scale(width: 75, height: 65))
    try expect(scaled, "scaled") { _, _ in nil }
    _ = scaled.undo()
    try expect(scaled, "not scaled") { ($0, $1) }
  }

  /// Fails if a canvas that becomes larger does not show what was outside, shows it twice, or if undo or redo, also
  /// after opening the file again, lead to another picture.
  @Test func largerCanvasesShowThem() throws {
    try write(Self.wide)
    var document = try opened()
    let first = document
    let larger = PixelRect(x: -20, y: -80, width: 190, height: 230)
    _ = document.perform(.flip(horizontally: true))
    let flipped = document
    #expect(document.perform(.resize(larger)) != nil)
    func expectShown(_ document: Document, _ words: String) {
      var wrong = 0
      for y in 0..<larger.height {
        for x in 0..<larger.width
        where document.layers[0].image[x, y] != Self.pixel(Self.width - 1 - (x - 20), y - 80) {
          wrong += 1
        }
      }
      #expect(wrong == 0, "\(words)")
    }
    expectShown(document, "shown")
    let shown = document
    try expect(document, "larger") { (Self.width - 1 - ($0 - 20), $1 - 80) }
    _ = document.undo()
    #expect(document.showsSame(as: flipped))
    try expect(document, "undone") { (Self.width - 1 - $0, $1) }
    _ = document.redo()
    expectShown(document, "redone")
    // What was erased does not come again, unless it was outside.
    _ = document.clearActiveLayer()
    let cleared = document
    _ = document.perform(.resize(PixelRect(x: -10, y: -10, width: 210, height: 250)))
    #expect(document.layers[0].image.paintedBounds.minX == 0 && document.layers[0].image[20, 20] == 0)
    _ = document.undo()
    #expect(document.showsSame(as: cleared))
    _ = document.undo()
    try document.save(to: saved)
    var back = try opened(saved)
    expectShown(back, "opened again")
    try back.replayHistory(filler: filler)
    #expect(back.redoCount == 2 && back.undo() != nil && back.showsSame(as: flipped))
    #expect(back.undo() != nil && back.showsSame(as: first))
    // The map leads from the canvas of the file to the present one.
    #expect(back.canvasMap(Point(20, 80)) == Point(Double(Self.width), 0))
    #expect(back.redo() != nil && back.redo() != nil && back.showsSame(as: shown))
    #expect(back.canvasMap == .identity)
    try expect(back, "redone after opening") { (Self.width - 1 - ($0 - 20), $1 - 80) }
  }

  /// Fails if the pixels of a layer that is deleted are written, undo does not bring them back, or a copy has them.
  @Test func pixelsBelongToTheirLayer() throws {
    try write(Self.wide + "<layer name='other' src='b.png'/>")
    var document = try opened()
    let id = try #require(document.layers.first { $0.name == "wide" }).id
    _ = document.perform(.delete(id))
    try document.save(to: saved)
    #expect(try opened(saved).outside.isEmpty)
    _ = document.undo()
    try expect(document, "undone") { ($0, $1) }
    _ = document.perform(.duplicate(id))
    try document.save(to: saved)
    #expect(try opened(saved).outside.layers.count == 1)
  }

  /// Fails if a journal loses pixels outside or their place, with and without key frames, after a fault, or
  /// if a reader of an older version would refuse its records.
  @Test(arguments: [0, 100.0]) func journalsKeepThem(timeout: Double) throws {
    #expect(JournalEntry.outside.rawValue >= 128)
    try write("<layer src='b.png' x='-2'/>" + Self.wide)
    var document = try opened()
    _ = document.perform(.flip(horizontally: true))
    document.takesNotes = true
    var composer = JournalComposer(document, name: "", program: "")
    (composer.timeout, composer.largestRecord) = (timeout, 5000)
    let writer = try JournalFolder(folder.path).create()
    func append(_ payloads: [JournalPayload], to writer: JournalWriter) throws {
      for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
    }
    func expectSame(_ replay: JournalReplay, _ words: String) {
      let other = replay.document
      #expect(replay.fault == nil && other.showsSame(as: document), "\(words)")
      let hasSame = other.outside == document.outside
      #expect(hasSame && other.canvasMap == document.canvasMap, "\(words)")
      for index in document.layers.indices {
        #expect(other.fileBounds(ofLayer: index) == document.fileBounds(ofLayer: index), "\(words)")
        let isSame = other.fileImage(ofLayer: index).showsSame(as: document.fileImage(ofLayer: index))
        #expect(isSame, "\(words)")
      }
    }
    func replay() throws -> JournalReplay {
      try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
    }
    try append(try composer.start(), to: writer)
    expectSame(try replay(), "start")
    let steps: [(inout Document) -> Bool] = [
      { $0.perform(.resize(PixelRect(x: -20, y: 10, width: 160, height: 150))) != nil },
      { $0.perform(.turn(quarters: 1)) != nil }, { $0.undo() != nil }, { $0.undo() != nil }, { $0.redo() != nil },
      { $0.perform(.duplicate($0.activeID)) != nil },
      { $0.perform(.resize(PixelRect(x: -20, y: 10, width: 200, height: 150))) != nil },
    ]
    for (number, step) in steps.enumerated() {
      #expect(step(&document))
      for change in document.takeNotes() { try append(try composer.records(of: change), to: writer) }
      expectSame(try replay(), "step \(number)")
    }
    // The journal is continued from before a fault.
    try append([JournalPayload(type: .redo, bytes: [JournalEntry.version])], to: writer)
    let faulty = try replay()
    var next = JournalComposer(continuing: faulty)
    let continued = try JournalWriter(continuing: writer.file, from: faulty.end)
    try append(try next.start(), to: continued)
    #expect(faulty.fault != nil)
    expectSame(try replay(), "continued")
    var restored = try replay().document
    try restored.replayHistory(filler: filler)
    while restored.undo() != nil {}
    // The first edit was done before the journal's start.
    while document.undoCount > 1 { _ = document.undo() }
    #expect(restored.canvasMap == document.canvasMap && restored.layers.count == document.layers.count)
    for index in document.layers.indices {
      let isSame = restored.fileImage(ofLayer: index).showsSame(as: document.fileImage(ofLayer: index))
      #expect(isSame)
    }
  }

  /// Fails if damaged records of a journal make a crash or a drawing that cannot be saved.
  @Test func damagedRecordsAreIgnored() throws {
    try write("<layer src='b.png' x='-2'/>")
    let document = try opened()
    let payload = try #require(try document.outside.payloads().first)
    var rng = RandomSource(5)
    for _ in 0..<2000 {
      var bytes = payload.bytes
      for _ in 0..<rng.roll(1...3) { bytes[rng.roll(0..<bytes.count)] = UInt8(rng.roll(0...255)) }
      if rng.isOne(in: 5) { bytes.removeLast(rng.roll(0..<bytes.count)) }
      var tracker = OutsideTracker()
      tracker.handle(JournalRecord(type: payload.type.rawValue, payload: bytes, offset: 0))
      guard !tracker.pixels.isEmpty, rng.isOne(in: 20) else { continue }
      var damaged = document
      damaged.outside = tracker.pixels
      try damaged.save(to: saved)
      _ = try Document.losses(inSaving: saved)
    }
  }

  /// Fails if pixels beyond the limits are kept, or are not named as a loss.
  @Test func limits() throws {
    try write("<layer src='b.png' x='-99999999'/><layer src='b.png' x='-524290' y='20'/><layer src='b.png' x='2'/>")
    let losses = try Document.losses(inSaving: path)
    #expect(losses.cutLayers == 2)
    var notes: [String] = []
    let document = try Document(openRasterAt: path, notes: &notes)
    #expect(notes.count == 1 && document.outside.layers.count == 1)
    let canvas = PixelRect(x: 0, y: 0, width: 100, height: 100)
    let row = [UInt32](repeating: 0xFF00_0000, count: 300)
    var budget = OutsidePixels.Budget(tiles: 5)
    for y in 0..<4 {
      var collector = OutsideCollector(
        PixelRect(x: -150, y: 64 * y, width: 300, height: 1), beside: canvas, isKept: true)
      collector.add(row.span, at: 64 * y, outside: y < 2 ? 150..<250 : nil, &budget)
      #expect(collector.isCut == (y > 0) && (collector.part == nil) == (y > 0), "\(y)")
    }
    var masked = OutsideCollector(PixelRect(x: -1, y: 0, width: 2, height: 1), beside: canvas, isKept: false)
    masked.add(row.span.extracting(0..<2), at: 0, outside: 1..<2, &budget)
    #expect(masked.isCut && masked.part == nil)
  }
}
