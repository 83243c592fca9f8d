import Archive
import Files
import Foundation
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

/// References: their geometry, files and journals.
@Suite struct ReferenceTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private static func loaded(_ rng: inout RandomSource, width: Int, height: Int) throws -> LoadedReference {
    var pixels: [UInt32] = []
    for _ in 0..<width * height { pixels.append(0xFF00_0000 | UInt32(rng.roll(0...0xFF_FFFF))) }
    let clipping = try #require(Clipping(width: width, height: height, pixels: pixels))
    return try LoadedReference(clipping)
  }

  private static func placement(_ rng: inout RandomSource) -> ReferencePlacement {
    ReferencePlacement(
      center: Point(rng.roll(-900.0...900), rng.roll(-900.0...900)), scale: rng.roll(0.05...6),
      rotation: Angle(degrees: rng.roll(-180.0...180)), isMirrored: rng.isOne(in: 2), opacity: rng.roll(0.1...1))
  }

  private static func board(_ rng: inout RandomSource, _ count: Int) throws -> ReferenceBoard {
    var board = ReferenceBoard()
    for _ in 0..<count {
      let picture = try loaded(&rng, width: rng.roll(1...40), height: rng.roll(1...40)).picture
      board.add(picture, at: placement(&rng))
    }
    return board
  }

  /// Whether two boards have the same pictures in the same places, whatever their numbers. Files
  /// have rotations in degrees, so these may differ by rounding.
  private static func isSame(_ a: ReferenceBoard, _ b: ReferenceBoard) -> Bool {
    guard a.items.count == b.items.count else { return false }
    return zip(a.items, b.items).allSatisfy { a, b in
      var (p, q) = (a.placement, b.placement)
      guard abs(p.rotation.degrees - q.rotation.degrees) < 1e-9 else { return false }
      (p.rotation, q.rotation) = (.zero, .zero)
      return a.picture == b.picture && p == q
    }
  }

  // MARK: Geometry

  /// Fails if a corner is not where the picture's corner is drawn, a position inside is taken for
  /// outside, or a fitted board leaves its size or changes the picture's arrangement.
  @Test func geometry() throws {
    for seed in RandomSource.seeds(100) {
      var rng = RandomSource(seed)
      var board = try Self.board(&rng, rng.roll(1...4))
      for item in board.items {
        let (width, height) = (Double(item.picture.width), Double(item.picture.height))
        let inside = Point(rng.roll(0.001...0.999) * width, rng.roll(0.001...0.999) * height)
        let place = try #require(item.place(at: item.pictureToBoard(inside)))
        #expect(place.distance(to: inside) < 1e-6, "seed \(seed)")
        #expect(item.place(at: item.pictureToBoard(Point(width + 0.01, 0))) == nil)
        let side = item.corners[0].distance(to: item.corners[1])
        #expect(abs(side - width * item.placement.scale) < 1e-6)
        #expect(abs(item.corners[0].lerp(to: item.corners[2], 0.5).distance(to: item.placement.center)) < 1e-6)
      }
      let before = board
      board.apply(try #require(board.fitting(width: 300, height: 200)))
      let bounds = try #require(board.bounds)
      #expect(bounds.width < 300.001 && bounds.height < 200.001, "seed \(seed)")
      #expect(max(bounds.width / 300, bounds.height / 200) > 0.999 && bounds.center.distance(to: .zero) < 1e-6)
      let factors = zip(board.items, before.items).map { $0.placement.scale / $1.placement.scale }
      #expect(factors.allSatisfy { abs($0 - factors[0]) < 1e-9 }, "seed \(seed)")
    }
  }

  /// Fails if a new picture covers others, or pictures that are added leave most of the panel empty.
  @Test func arrangement() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      var board = ReferenceBoard()
      let aspect = rng.roll(0.6...2.0)
      for _ in 0..<rng.roll(2...14) {
        let picture = try Self.loaded(&rng, width: rng.roll(20...40), height: rng.roll(20...40)).picture
        let others = board.items.map(\.bounds)
        let added = board.add(picture, at: board.freePlacement(for: picture, aspect: aspect))
        let new = try #require(added.flatMap { board[$0] }).bounds
        #expect(!others.contains { $0.intersects(new) }, "seed \(seed)")
      }
      let bounds = try #require(board.bounds)
      let used = board.items.reduce(0) { $0 + $1.bounds.width * $1.bounds.height }
      let panel = max(bounds.width * bounds.width / aspect, bounds.height * bounds.height * aspect)
      #expect(used / panel > 0.3, "seed \(seed): \(used / panel)")
    }
  }

  /// Fails if a placement from a file or a gesture makes a picture that cannot be drawn or found.
  @Test func placementsAreClamped() {
    for number in [Double.nan, .infinity, -.infinity, 0, -5, 1e300] {
      let place = ReferencePlacement(
        center: Point(number, number), scale: number, rotation: Angle(degrees: number), opacity: number
      ).valid
      #expect(ReferencePlacement.scales.contains(place.scale) && ReferencePlacement.opacities.contains(place.opacity))
      #expect(abs(place.center.x) <= ReferencePlacement.reach && abs(place.rotation.degrees) <= 360)
    }
  }

  /// Fails if a change that changes nothing counts as one, an unknown reference is changed, or a
  /// number is given twice.
  @Test func changes() throws {
    var rng = RandomSource(3)
    var board = try Self.board(&rng, 3)
    let ids = board.items.map(\.id)
    let revision = board.revision
    #expect(!board.apply(.raise(ids[2])) && !board.apply(.remove(.init(77))) && board.revision == revision)
    #expect(board.apply(.raise(ids[0])) && board.items.map(\.id) == [ids[1], ids[2], ids[0]])
    #expect(board.apply(.remove(ids[2])) && board[ids[2]] == nil)
    let added = board.add(try Self.loaded(&rng, width: 1, height: 1).picture, at: ReferencePlacement())
    #expect(added.map { !ids.contains($0) } ?? false)
    let one = try Self.loaded(&rng, width: 1, height: 1).picture
    while board.add(one, at: ReferencePlacement()) != nil {}
    #expect(board.items.count == ReferenceBoard.most)
  }

  // MARK: Pixels

  /// Fails if a large image keeps more than its share of pixels or its proportions change, a smaller
  /// copy is not the mean of its pixels, or a scale gets a copy with too few pixels.
  @Test func reduction() throws {
    var rng = RandomSource(5)
    let small = try Self.loaded(&rng, width: 75, height: 40)
    let sizes = small.pixels.levels.map { [$0.width, $0.height] }
    #expect(sizes == [[75, 40], [38, 20], [19, 10]])
    for scale in [0.1, 0.25, 0.3, 0.5, 0.7, 1, 4] {
      let level = small.pixels.level(forScale: scale)
      #expect(Double(level.width) >= min(75, 75 * scale) || level.width == 19, "scale \(scale)")
      #expect(Double(level.width) < 2 * 75 * scale + 2 || level.width == 19)
    }
    let whole = small.pixels.levels[0].pixels
    let half = small.pixels.levels[1].pixels
    let mean = [whole[0], whole[1], whole[75], whole[76]].reduce(0.0) { $0 + Double($1 & 255) } / 4
    // The width is odd, so that a column of the copy is a little narrower than two px.
    #expect(abs(Double(half[0] & 255) - mean) < 4)

    let (width, height) = (6000, 800)
    let image = try #require(
      Clipping(
        width: width, height: height,
        pixels: (0..<width * height).map { $0 % width < 3000 ? 0xFF20_4060 : 0xFF80_A0C0 }))
    let large = try LoadedReference(image)
    #expect(large.picture.width * large.picture.height <= ReferencePicture.mostPixels)
    #expect(abs(Double(large.picture.width) / Double(large.picture.height) - 7.5) < 0.02)
    #expect(large.pixels.colour(at: Point(10, 10)) == 0x204060)
    #expect(large.pixels.colour(at: Point(Double(large.picture.width) - 10, 10)) == 0x80A0C0)
  }

  /// Fails if the encoded picture has other pixels than the image, or a colour is picked beside the
  /// picture or from transparent pixels.
  @Test func pixelsReturn() throws {
    let pixels: [UInt32] = [0xFF11_2233, 0x8040_2010, 0, 0xFFFF_FFFF, 0xFF00_0000, 0xFF77_8899]
    let image = try #require(Clipping(width: 3, height: 2, pixels: pixels))
    let loaded = try LoadedReference(image)
    let decoded = try ReferencePixels(decoding: loaded.picture)
    #expect(decoded.levels[0].pixels == pixels && loaded.pixels.levels[0].pixels == pixels)
    #expect(decoded.colour(at: Point(0.9, 0.9)) == 0x112233 && decoded.colour(at: Point(2.5, 1.5)) == 0x778899)
    #expect(decoded.colour(at: Point(1.5, 0)) == 0x804020)
    #expect(decoded.colour(at: Point(2.5, 0.5)) == nil && decoded.colour(at: Point(3, 0)) == nil)
    #expect(decoded.colour(at: Point(-0.1, 0)) == nil)
  }

  // MARK: OpenRaster

  /// Fails if a reference is lost, moved or changed by saving and opening, or if references change
  /// the layers or the merged picture of the file.
  @Test func filesKeepReferences() throws {
    let folder = try TemporaryFolder()
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 60, height: 50))
      document.activeImage.addBlots(1...3, &rng)
      let (plain, path) = (folder.path("plain\(seed).ora"), folder.path("\(seed).ora"))
      try document.save(to: plain)
      document.references = try Self.board(&rng, rng.roll(1...5))
      try document.save(to: path)
      var notes: [String] = []
      let opened = try Document(openRasterAt: path, notes: &notes)
      #expect(notes == [])
      let isSame = Self.isSame(opened.references, document.references)
      #expect(isSame, "seed \(seed)")
      let isSamePicture = opened.layers[0].image == document.layers[0].image
      #expect(isSamePicture && opened.references.revision == 0)
      let (with, without) = (try OpenRasterReader(path: path), try OpenRasterReader(path: plain))
      #expect(with.stack == without.stack)
      for name in ["mergedimage.png", "stack.xml", "Thumbnails/thumbnail.png"] {
        #expect(try with.entry(name, limit: 1 << 20) == without.entry(name, limit: 1 << 20))
      }
      #expect(try without.entry(ReferenceBoard.listName, limit: 1 << 20) == nil)
    }
  }

  private func file(_ path: String, changing change: (inout [(name: String, bytes: [UInt8])]) -> Void) throws {
    let descriptor = try InputFile.open(path)
    defer { close(descriptor) }
    let reader = try ZipReader(descriptor: descriptor)
    var entries: [(name: String, bytes: [UInt8])] = []
    for entry in reader.entries { entries.append((entry.name, try reader.read(entry))) }
    change(&entries)
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in entries { try writer.add(name, isPacked: false) { bytes } }
    try writer.finish()
    try file.commitReplacing()
  }

  /// Fails if a broken reference makes the drawing unreadable, takes others with it, gives no
  /// message or several, or is read from another entry of the file than a picture.
  @Test func brokenReferencesAreLeftOut() throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(7)
    var document = try #require(Document(width: 30, height: 30))
    document.references = try Self.board(&rng, 4)
    func opened(
      _ name: String, _ change: (inout [(name: String, bytes: [UInt8])]) -> Void
    ) throws -> (ReferenceBoard, [String]) {
      let path = folder.path(name)
      try document.save(to: path)
      try file(path, changing: change)
      var notes: [String] = []
      let board = try Document(openRasterAt: path, notes: &notes).references
      return (board, notes)
    }
    func replace(_ name: String, _ bytes: [UInt8], in entries: inout [(name: String, bytes: [UInt8])]) {
      for i in entries.indices where entries[i].name == name { entries[i].bytes = bytes }
    }
    let (one, notes) = try opened("text.ora") { replace("references/002.png", Array("no picture".utf8), in: &$0) }
    #expect(one.items.map(\.picture) == [0, 2, 3].map { document.references.items[$0].picture })
    #expect(notes.count == 1 && notes[0].hasPrefix("1 reference picture was left out: "), "\(notes)")
    let (two, more) = try opened("missing.ora") {
      $0.removeAll { $0.name == "references/001.png" || $0.name == "references/004.png" }
    }
    #expect(two.items.count == 2 && more.count == 1 && more[0].hasPrefix("2 reference pictures were left out: "))
    // A header that claims more pixels than are allowed.
    let huge = try PNGBytes.made(width: 2001, height: 2000, hasAlpha: false) { _, _ in }
    let (three, large) = try opened("huge.ora") { replace("references/003.png", huge, in: &$0) }
    #expect(three.items.count == 3 && large.count == 1 && large[0].contains("2001 x 2000"), "\(large)")
    for list in ["<references", "<image/>", "", "<references><reference/><reference src=\"x\"/></references>"] {
      let (none, said) = try opened("list.ora") { replace(ReferenceBoard.listName, Array(list.utf8), in: &$0) }
      #expect(none.isEmpty && said.count == 1, "\(list): \(said)")
    }
    let doubled = (0..<60).map { _ in "<reference src=\"references/001.png\" scale=\"nan\" x=\"1e999\"/>" }.joined()
    let (single, others) = try opened("doubled.ora") {
      replace(ReferenceBoard.listName, Array("<references>\(doubled)</references>".utf8), in: &$0)
    }
    #expect(single.items.count == 1 && others.count == 1)
    let isFinite = single.items.allSatisfy { $0.placement == $0.placement.valid }
    #expect(isFinite)
  }

  // MARK: Journals

  /// Fails if references are lost or changed by the journal, a removed one returns, a divided
  /// picture is not joined, or a change of references counts as saved.
  @Test func journalsKeepReferences() throws {
    let folder = try TemporaryFolder()
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 100, height: 100))
      document.takesNotes = true
      if rng.isOne(in: 2) { document.references = try Self.board(&rng, 2) }
      var composer = JournalComposer(document, name: "", program: "")
      composer.largestRecord = 1000
      composer.timeout = 0
      var writer = try JournalFolder(folder.path).create()
      func write(_ payloads: [JournalPayload]) throws {
        for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
      }
      func read() throws -> JournalReplay {
        try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
      }
      try write(try composer.start())
      #expect(try read().document.references == document.references, "seed \(seed)")
      for step in 0..<12 {
        switch rng.roll(0...5) {
        case 0, 1:
          let picture = try Self.loaded(&rng, width: rng.roll(1...60), height: 20).picture
          document.references.add(picture, at: Self.placement(&rng))
        case 2: if let item = document.references.items.first { document.references.apply(.remove(item.id)) }
        case 3:
          if let item = document.references.items.last {
            document.references.apply(.place([item.id: Self.placement(&rng)]))
          }
        case 4: _ = document.perform(.add(above: document.activeID))
        default: _ = document.undo()
        }
        for change in document.takeNotes() { try write(try composer.lastRecords(of: change)) }
        try write([JournalPayload(saved: "/x.ora")])
        #expect(try read().savedPath == "/x.ora")
        try write(composer.records(of: document.references))
        let replay = try read()
        #expect(replay.fault == nil && replay.savedPath == nil, "seed \(seed), step \(step)")
        #expect(replay.document.references == document.references, "seed \(seed), step \(step)")
        #expect(replay.document.layers.count == document.layers.count)
        if rng.isOne(in: 4) {
          // Another program continues the journal.
          composer = JournalComposer(continuing: replay)
          composer.largestRecord = 1000
          #expect(try composer.start().isEmpty)
          document.references = replay.document.references
          let file = writer.file
          writer = try JournalWriter(continuing: file, from: replay.end)
        }
      }
    }
  }

  /// Fails if a journal that is continued from before a fault loses references that were read from
  /// behind it.
  @Test func continuedJournalsOweReferences() throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(11)
    var document = try #require(Document(width: 100, height: 100))
    var composer = JournalComposer(document, name: "", program: "")
    let writer = try JournalFolder(folder.path).create()
    func write(_ payloads: [JournalPayload]) throws {
      for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
    }
    try write(try composer.start())
    // A record that does not fit the drawing ends the reading of edits.
    try write([JournalPayload(type: .redo, bytes: [JournalEntry.version])])
    document.references = try Self.board(&rng, 2)
    try write(composer.records(of: document.references))
    let replay = try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
    #expect(replay.fault != nil && replay.document.references == document.references)
    var next = JournalComposer(continuing: replay)
    let continued = try JournalWriter(continuing: writer.file, from: replay.end)
    for payload in try next.start() { try continued.append(payload.type.rawValue, payload.bytes.span) }
    let again = try JournalReplay(try JournalFile.look(at: writer.file.path), filler: filler)
    #expect(again.fault == nil && again.document.references == document.references)
  }

  /// Fails if damaged records of references make a crash, a reference without a picture, or end the
  /// reading of the journal; or if older versions would refuse such records (below 128).
  @Test func damagedRecordsAreIgnored() throws {
    #expect(JournalEntry.reference.rawValue >= 128 && JournalEntry.references.rawValue >= 128)
    var rng = RandomSource(13)
    let board = try Self.board(&rng, 2)
    let pictures = board.items.map { JournalPayload(picture: $0.picture, number: $0.id.number) }
    let payloads = pictures + [JournalPayload(board)]
    func record(_ payload: JournalPayload) -> JournalRecord {
      JournalRecord(type: payload.type.rawValue, payload: payload.bytes, offset: 0)
    }
    for _ in 0..<2000 {
      var tracker = ReferenceTracker()
      for payload in payloads {
        var payload = payload
        if rng.isOne(in: 2), !payload.bytes.isEmpty {
          payload.bytes[rng.roll(0...min(60, payload.bytes.count - 1))] = UInt8(rng.roll(0...255))
        }
        if rng.isOne(in: 5) { payload.bytes.removeLast(rng.roll(0...payload.bytes.count)) }
        tracker.take(record(payload))
      }
      let made = tracker.board
      #expect(made.items.count <= 2 && made.items.allSatisfy { $0.placement == $0.placement.valid })
    }
  }

  /// Fails if undo, redo or a change of the canvas changes the references, or a reference is an
  /// edit.
  @Test func undoLeavesReferences() throws {
    var rng = RandomSource(17)
    var document = try #require(Document(width: 100, height: 100))
    _ = document.perform(.add(above: document.activeID))
    let count = document.history.undoCount
    document.references = try Self.board(&rng, 2)
    let board = document.references
    #expect(document.history.undoCount == count)
    _ = document.perform(.turn(quarters: 1))
    _ = document.undo()
    _ = document.undo()
    _ = document.redo()
    #expect(document.references == board)
  }
}
