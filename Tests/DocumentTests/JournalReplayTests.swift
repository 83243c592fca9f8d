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
@testable import Storage

@Suite struct JournalReplayTests {
  let filler: CoverageFiller
  let brushes = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  private func act(_ hand: Hand, joinsActs: Bool = false) throws {
    try RandomActs(filler: filler, brushes: brushes, joinsActs: joinsActs).act(on: &hand.document, &hand.rng)
    try hand.write()
  }

  private func expectSame(_ a: Document, _ b: Document, _ words: String) {
    var isSame = a.layers.count == b.layers.count && a.selection == b.selection && a.paper == b.paper
    isSame = isSame && a.isPaperShown == b.isPaperShown && a.nextLayer == b.nextLayer
    for (x, y) in zip(a.layers, b.layers) where isSame {
      var other = y
      other.image = x.image
      isSame = x.image.showsSame(as: y.image) && x == other
    }
    #expect(isSame, "\(words)")
  }

  private func replay(_ path: String) throws -> JournalReplay {
    try JournalReplay(try JournalFile.look(at: path), filler: filler)
  }

  /// Fails if an edit does not come back bit for bit, or undo after reading gives another picture
  /// than before: without key frames, with one after every edit, with some, and with later edits.
  @Test(arguments: [1e9, 0, 0.02, 0.1]) func everythingComesBack(timeout: Double) throws {
    for seed in RandomSource.seeds(4) {
      let folder = try TemporaryFolder()
      let hand = try Hand(folder.path, seed: seed, timeout: timeout, base: seed % 2 == 1)
      for _ in 0..<40 { try act(hand, joinsActs: true) }
      var read = try replay(hand.writer.file.path)
      #expect(read.fault == nil && read.end.rest == 0 && !read.isClosed)
      expectSame(read.document, hand.document, "seed \(seed)")
      if timeout == 1e9, seed % 2 == 0 {
        // A key frame follows each change. Strokes that are left out count.
        #expect(read.strokeCount >= hand.document.history.strokeCount)
        #expect(read.document.undoCount == hand.document.history.undoCount)
        #expect(read.document.undoStepCount == hand.document.history.undoStepCount)
      }
      // Another program continues the journal.
      hand.composer = JournalComposer(continuing: read)
      hand.composer.timeout = timeout
      for _ in 0..<30 { try act(hand, joinsActs: true) }
      read = try replay(hand.writer.file.path)
      expectSame(read.document, hand.document, "seed \(seed), gone on with")
      var (a, b) = (read.document, hand.document)
      a.takesNotes = false
      let steps = a.history.undoCount
      #expect(timeout < 1e9 || steps > 0)
      for _ in 0..<steps {
        _ = a.undo()
        _ = b.undo()
        expectSame(a, b, "seed \(seed), undone")
      }
      for _ in 0..<steps {
        _ = a.redo()
        _ = b.redo()
      }
      expectSame(a, b, "seed \(seed), done again")
    }
  }

  /// Fails if a journal that ends between an undo or a redo and the key frame with its result is
  /// called damaged, or shows anything but the drawing before or after it. Every edit here is from
  /// before a key frame.
  @Test func cutsBeforeTheKeyFrameOfAnUndo() throws {
    let folder = try TemporaryFolder()
    let hand = try Hand(folder.path, seed: 3, timeout: 0)
    let acts = RandomActs(filler: filler, brushes: brushes)
    for _ in 0..<4 {
      _ = try acts.stroke(on: &hand.document, &hand.rng)
      try hand.write()
    }
    for step in [1, 2, -1, -2] {
      for _ in 0..<abs(step) { _ = step > 0 ? hand.document.undo() : hand.document.redo() }
      try hand.write()
    }
    let whole = try Data(contentsOf: URL(filePath: hand.writer.file.path))
    let copy = folder.path + "/copy"
    let reader = try JournalReader(try JournalFile.look(at: hand.writer.file.path))
    var cuts = 0
    while reader.next() != nil {
      let offset = reader.end.offset
      try whole[..<offset].write(to: URL(filePath: copy))
      let read = try replay(copy)
      #expect(read.fault == nil || read.fault == JournalEnd.cutShort, "at \(offset)")
      if read.fault != nil { cuts += 1 }
      let shown = hand.states.contains { $0.document.layers[0].image.showsSame(as: read.document.layers[0].image) }
      #expect(shown || read.document.layers[0].image.isEmpty(read.document.bounds), "at \(offset)")
      // The journal goes on before the undo.
      #expect(read.end.offset + read.end.rest == offset, "at \(offset)")
    }
    #expect(cuts > 3)
    // A key frame that is there and damaged is no cut: the rest is kept aside.
    var wrong = whole
    wrong[whole.count - 3] ^= 1
    try wrong.write(to: URL(filePath: copy))
    let fault = try replay(copy).fault
    #expect(fault != nil && fault != JournalEnd.cutShort)
  }

  /// Fails if a cut or damaged journal crashes, or anything before the damage is lost. Tries every
  /// cut in the last 24 KiB (debug: every 997th in the last 16 KiB, and near records' ends).
  @Test func everyCutAndAnyDamage() throws {
    let folder = try TemporaryFolder()
    let hand = try Hand(folder.path, seed: 5, timeout: 0.05)
    // A large key frame at the end would leave nothing else to cut.
    func late() -> Int { Set(hand.states.map(\.offset).filter { $0 > hand.writer.offset - 16_000 }).count }
    while hand.writer.offset < 90_000 || late() < 14 { try act(hand) }
    let path = hand.writer.file.path
    let whole = try Data(contentsOf: URL(filePath: path))
    // A cut between the records of one action gives the state before or after it, so each record's
    // end is read once for reference.
    let copy = folder.path + "/copy"
    var ends: [(offset: Int, document: Document, isSettled: Bool)] = []
    #if DEBUG
      let first = max(0, whole.count - 16384)
    #else
      let first = max(0, whole.count - 24576)
    #endif
    do {
      let reader = try JournalReader(try JournalFile.look(at: path))
      var isOpen = false
      while let record = reader.next() {
        let (offset, type) = (reader.end.offset, JournalEntry(rawValue: record.type))
        let isChange =
          type == .edit && JournalPayload(type: .edit, bytes: record.payload).editHead?.isChange ?? false
        guard offset >= first else { continue }
        try whole[..<offset].write(to: URL(filePath: copy))
        let read = try replay(copy)
        // A change counts with the key frame after it, and so may undo and redo.
        switch type {
        case .undo, .redo: isOpen = read.fault != nil
        case .edit where isChange: isOpen = read.fault != nil
        case .keyframe: isOpen = false
        default: break
        }
        #expect(!isChange || isOpen)
        #expect((read.fault == nil) == !isOpen)
        ends.append((offset, read.document, !isOpen))
        if let state = hand.states.last(where: { $0.offset == offset }) {
          expectSame(read.document, state.document, "at \(offset)")
        }
      }
    }
    #expect(ends.count > 10)
    var known = (count: -1, offset: 0)
    try whole.write(to: URL(filePath: copy))
    let target = open(copy, O_RDWR)
    defer { close(target) }
    for size in stride(from: whole.count, through: first, by: -1) {
      let isNear = ends.contains { abs($0.offset - size) < 3 }
      #if DEBUG
        if size % 997 != 0, !isNear { continue }
      #endif
      #expect(ftruncate(target, size) == 0)
      let reader = try JournalReader(try JournalFile.look(at: copy))
      var count = 0
      while reader.next() != nil { count += 1 }
      let expected = ends.last { $0.offset <= size }
      if let expected { #expect(reader.end.offset == expected.offset) }
      #expect((reader.end.fault == nil) == (size == reader.end.offset))
      if known.count != count, isNear, let expected {
        known = (count, reader.end.offset)
        let read = try replay(copy)
        expectSame(read.document, expected.document, "cut at \(size)")
      }
    }
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var wrong = whole
      let place = rng.roll(first..<whole.count)
      wrong[place] ^= 1 << UInt8(rng.roll(0...7))
      if rng.isOne(in: 3) {
        wrong.replaceSubrange(
          place..<min(place + 300, whole.count), with: [UInt8](repeating: 0, count: min(300, whole.count - place)))
      }
      guard wrong != whole else { continue }
      try wrong.write(to: URL(filePath: copy))
      let read = try replay(copy)
      guard let last = ends.lastIndex(where: { $0.offset <= place }) else { continue }
      // Before one without its key frame.
      guard let expected = ends[...last].last(where: \.isSettled) else { continue }
      expectSame(read.document, expected.document, "byte \(place)")
      #expect(read.fault != nil && read.end.offset == expected.offset)
    }
  }

  /// Records with right checksums and invalid content. An unknown kind that may not be skipped ends
  /// reading, as does a later version. Parts without their owner are dropped.
  @Test func unknownRecordsEndTheReading() throws {
    let folder = try TemporaryFolder()
    for (number, record) in [(UInt8(60), [UInt8(1)]), (2, [1, 7]), (3, [2]), (4, []), (5, [1, 9]), (1, [1])]
      .enumerated()
    {
      let hand = try Hand(folder.path, seed: number, timeout: 1e9)
      for _ in 0..<5 { try act(hand) }
      let (document, offset) = (hand.document, hand.writer.offset)
      try hand.writer.append(200, [9, 9].span)
      let known = hand.writer.offset
      try hand.writer.append(record.0, record.1.span)
      for _ in 0..<3 { try act(hand) }
      let read = try replay(hand.writer.file.path)
      expectSame(read.document, document, "record \(record.0)")
      #expect(read.fault != nil && read.end.offset == known && known > offset, "record \(record.0)")
      #expect(read.end.rest == (try read.fileSize(hand.writer.file.path)) - known)
    }
    let hand = try Hand(folder.path, seed: 77, timeout: 1e9)
    for _ in 0..<5 { try act(hand) }
    let offset = hand.writer.offset
    try hand.writer.append(JournalEntry.piece.rawValue, [JournalEntry.version, 1, 2].span)
    let read = try replay(hand.writer.file.path)
    expectSame(read.document, hand.document, "a lonely piece")
    #expect(read.end.offset == offset && read.end.rest > 0)
  }

  /// Fails if repeated undos, as by a held key, cost a key frame each, or are not restored with
  /// only one.
  @Test func undosInARowNeedOneKeyframe() throws {
    let folder = try TemporaryFolder()
    let hand = try Hand(folder.path, seed: 40, timeout: 0)
    for _ in 0..<6 {
      try RandomActs(filler: filler, brushes: brushes).stroke(on: &hand.document, &hand.rng)
      try hand.write()
    }
    let before = hand.writer.offset
    for _ in 0..<5 { _ = hand.document.undo() }
    for _ in 0..<3 { _ = hand.document.redo() }
    try hand.write()
    let reader = try JournalReader(try JournalFile.look(at: hand.writer.file.path))
    var types: [UInt8] = []
    while let record = reader.next() { if reader.end.offset > before { types.append(record.type) } }
    let (undo, redo) = (JournalEntry.undo.rawValue, JournalEntry.redo.rawValue)
    #expect(types == [undo, undo, undo, undo, undo, redo, redo, redo, JournalEntry.keyframe.rawValue])
    expectSame(try replay(hand.writer.file.path).document, hand.document, "in a row")
    for _ in 0..<3 { try act(hand) }
    expectSame(try replay(hand.writer.file.path).document, hand.document, "and on")
  }

  /// Fails if undo or redo of edits from before the last key frame costs more than some bytes, their result is lost,
  /// or what follows them is.
  @Test func undoAndRedoCostBytes() throws {
    let folder = try TemporaryFolder()
    let hand = try Hand(folder.path, seed: 41, timeout: 0)
    let acts = RandomActs(filler: filler, brushes: brushes)
    for _ in 0..<30 {
      _ = try acts.stroke(on: &hand.document, &hand.rng)
      try hand.write()
    }
    let strokes = hand.document
    func step(_ kind: JournalNote.Kind) throws -> Bool {
      guard (kind == .undo ? hand.document.undo() : hand.document.redo()) != nil else { return false }
      for change in hand.document.takeNotes() {
        for payload in try hand.composer.records(of: change) {
          try hand.writer.append(payload.type.rawValue, payload.bytes.span)
        }
      }
      return true
    }
    for round in 0..<3 {
      let before = hand.writer.offset
      var count = 0
      for kind in [JournalNote.Kind.undo, .redo] { while try step(kind) { count += 1 } }
      #expect(count >= 50 && hand.writer.offset - before <= 10 * count)
      // Killed now, the program shows the drawing as it was before, or as it is.
      expectSame(try replay(hand.writer.file.path).document, strokes, "killed in round \(round)")
      for _ in 0..<10 { #expect(try step(.undo)) }
      #expect(hand.composer.owesFrame)
      if round == 0 { try hand.write() } else { try act(hand) }
      #expect(!hand.composer.owesFrame)
      expectSame(try replay(hand.writer.file.path).document, hand.document, "round \(round)")
      if round > 0 { break }
      for _ in 0..<10 { #expect(try step(.redo)) }
      try hand.write()
    }
  }

  /// Fails if waiting steps keep tiles that a later step replaces, or drop tiles that are still
  /// needed.
  @Test func replacedStepsAreFreed() throws {
    for seed in RandomSource.seeds(20) {
      let folder = try TemporaryFolder()
      let hand = try Hand(folder.path, seed: seed, timeout: Self.timeout(seed))
      for _ in 0..<6 { try act(hand) }
      let acts = RandomActs(filler: filler, brushes: brushes)
      for _ in 0..<3 {
        for _ in 0..<hand.rng.roll(1...5) { _ = hand.document.undo() }
        for _ in 0..<hand.rng.roll(0...3) { _ = hand.document.redo() }
        if hand.rng.isOne(in: 2) { try acts.stroke(on: &hand.document, &hand.rng) }
      }
      var changes = hand.document.takeNotes()
      let before = changes
      JournalNote.dropReplaced(in: &changes)
      var row: Set<TileKey> = []
      for (old, new) in zip(before, changes).reversed() {
        guard old.isStep else {
          row.removeAll()
          #expect(new.tiles.count == old.tiles.count)
          continue
        }
        let keys = old.tiles.map { TileKey(old.surface ?? SurfaceID(Layer.ID(0)), index: $0.index) }
        #expect(new.tiles.map(\.index) == keys.filter { !row.contains($0) }.map(\.index))
        row.formUnion(keys)
      }
      for (index, change) in changes.enumerated() {
        let next = index + 1 < changes.count ? changes[index + 1] : nil
        for payload in try hand.composer.records(of: change, followedBy: next) {
          try hand.writer.append(payload.type.rawValue, payload.bytes.span)
        }
      }
      try hand.write()
      expectSame(try replay(hand.writer.file.path).document, hand.document, "seed \(seed)")
    }
  }

  /// With a key frame after everything, some, or none.
  private static func timeout(_ seed: Int) -> Double { [0, 0.02, 1e9][seed % 3] }

  /// Fails if lists of tiles too long for one record are not restored.
  @Test func longListsAreDivided() throws {
    var document = try #require(Document(width: 2048, height: 768))
    var rng = RandomSource(1)
    for y in 0..<768 {
      let row = (0..<2048).map { _ in 0xFF00_0000 | UInt32(truncatingIfNeeded: rng.next()) & 0xFF_FFFF }
      document.load(row: y, pixels: row.span)
    }
    document.takesNotes = true
    let folder = try TemporaryFolder()
    let writer = try JournalFolder(folder.path).create()
    var composer = JournalComposer(document, name: "Large", program: "0")
    composer.largestRecord = 1 << 22
    var payloads = try composer.start()
    #expect(payloads.count { $0.type == .piece } >= 1)
    _ = document.clearActiveLayer()
    for change in document.takeNotes() { payloads += try composer.records(of: change) }
    payloads.append(JournalPayload(saved: "/a file.png"))
    for payload in payloads { try writer.append(payload.type.rawValue, payload.bytes.span) }
    var read = try replay(writer.file.path)
    #expect(read.savedPath == "/a file.png")
    expectSame(read.document, document, "cleared")
    _ = read.document.undo()
    _ = document.undo()
    expectSame(read.document, document, "as it was")
  }

  /// The store: the newest drawing of a killed program is recovered; others and closed ones are
  /// kept and found.
  @Test func theShelf() throws {
    let folder = try TemporaryFolder()
    let store = try DrawingStore(environment: ["XDG_STATE_HOME": folder.path])
    #expect(store.recover(filler: filler).opened == nil)
    try store.makeFolders()
    var documents: [Document] = []
    var paths: [String] = []
    for seed in 0..<3 {
      let hand = try Hand(store.live.path, seed: seed, timeout: 1e9)
      for _ in 0..<6 { try act(hand) }
      documents.append(hand.document)
      paths.append(hand.writer.file.path)
      let date = Date(timeIntervalSince1970: 1_000_000 + Double(seed) * 60)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: hand.writer.file.path)
    }
    let recovery = store.recover(filler: filler)
    #expect(recovery.messages.isEmpty)
    let taken = try #require(recovery.opened)
    expectSame(taken.replay.document, documents[2], "the newest")
    #expect(taken.file.path == paths[2])
    #expect(store.recover(filler: filler).opened == nil, "it is held")
    // Readable titles, the newest first; a repeated title gets a number.
    let title = DrawingStore.title("A drawing", time: 1_000_000)
    #expect(recovery.kept.count == 2 && recovery.kept.allSatisfy(store.holds))
    #expect(recovery.kept[1] == store.kept.path(of: title + ".journal"))
    #expect(!store.holds(store.live.path(of: title + ".journal")) && !store.holds(store.kept.path(of: "../a.journal")))
    try store.keep(taken.file, name: "A drawing")
    #expect(throws: JournalError.self, "it is held still") { try store.open(taken.file.path, filler: filler) }
    let other = try store.open(recovery.kept[1], filler: filler)
    expectSame(other.replay.document, documents[0], "one of the others")
    #expect(other.file.path == store.live.path(of: title + ".journal"))
    let late = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: late], ofItemAtPath: taken.file.path)
    let second = try store.live.create().file
    _ = try? FileManager.default.setAttributes([.modificationDate: late], ofItemAtPath: second.path)
    try store.keep(other.file, name: "A drawing")
    try store.keep(second, name: "A drawing")
    #expect(other.file.path == store.kept.path(of: title + ".journal"))
    #expect(second.path == store.kept.path(of: title + " 2.journal"))
    withExtendedLifetime((taken, other, second)) {}
  }
}

extension JournalReplay {
  fileprivate func fileSize(_ path: String) throws -> Int { try JournalFile.look(at: path).size() }
}
