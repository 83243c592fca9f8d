import Archive
import Dice
import Foundation
import Geometry
import Ink
import Journal
import Paint
import Raster
import Testing

@testable import Document

/// The past of drawings in their files.
@Suite struct PastTests {
  let filler: CoverageFiller
  let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushShelf(folder: BrushTests.folder))
  }

  /// A drawing by chance: on a picture where `isPicture`, with as many things done.
  private func drawing(_ seed: Int, count: Int = 40, isPicture: Bool = false) throws -> Document {
    var dice = Dice(seed)
    var document = try #require(Document(width: 230, height: 220))
    if isPicture {
      for y in 30..<60 { document.load(row: y, pixels: [UInt32](repeating: 0x8010_2030, count: 230).span) }
    }
    for _ in 0..<count { try acts.act(on: &document, &dice) }
    return document
  }

  private func opened(_ path: String) throws -> Document {
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    #expect(notes.isEmpty, "\(notes)")
    return document
  }

  /// Undoes both all the way, then does again all that there is, and back to where they were: every picture is compared.
  private func expectSamePast(_ a: Document, _ b: Document, _ words: String) {
    #expect(a.history.undoCount == b.history.undoCount && a.history.redoCount == b.history.redoCount, "\(words)")
    guard a.history.undoCount == b.history.undoCount else { return }
    var (a, b) = (a, b)
    func compare(_ step: String) {
      #expect(a.showsSame(as: b) && a.nextLayer == b.nextLayer, "\(words), \(step) to \(b.history.undoCount)")
    }
    compare("read")
    while b.undo() != nil {
      _ = a.undo()
      compare("undone")
    }
    while b.redo() != nil {
      _ = a.redo()
      compare("done again")
    }
    while b.undo() != nil { _ = a.undo() }
    compare("undone again")
  }

  /// Breaks where anything that was done to a drawing cannot be undone, or done again, to the bit after the drawing was saved
  /// and opened; where what a stroke is in its file differs from what it was; or where saving what was opened, unpacked or
  /// not, gives another file.
  @Test func everythingIsUndoneAfterReading() throws {
    var redone = 0
    for seed in 0..<9 {
      let folder = try TemporaryFolder()
      let document = try drawing(seed, isPicture: seed % 3 == 1)
      if document.history.recordedCount == 0 { continue }
      redone += document.history.redoCount
      let path = folder.path + "/a.ora"
      try document.save(to: path)
      let read = try opened(path)
      let past = try #require(read.past)
      #expect(past.undoCount == document.history.undoCount && past.redoCount == document.history.redoCount)
      #expect(read.history.undoCount == 0 && read.selection == document.selection)
      var whole = read
      try whole.unpackPast(filler: filler)
      #expect(whole.past == nil && whole.history.state == read.history.state)
      expectSamePast(whole, document, "seed \(seed)")
      #expect(whole.history.done.map(\.name) == document.history.done.map(\.name))
      #expect(whole.history.done.map(\.stroke) == document.history.done.map(\.stroke))
      try read.save(to: folder.path + "/b.ora")
      try whole.save(to: folder.path + "/c.ora")
      let first = try Data(contentsOf: URL(filePath: path))
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/b.ora")) == first, "seed \(seed)")
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/c.ora")) == first, "seed \(seed)")
    }
    #expect(redone > 0)
  }

  /// Breaks where what is done before the past is unpacked does not stand on it: undone in one run with it, written behind it when
  /// the drawing is saved meanwhile, over several sittings.
  @Test func whatIsDoneMeanwhileStandsOnThePast() throws {
    for seed in 20..<25 {
      let folder = try TemporaryFolder()
      let path = folder.path + "/a.ora"
      var dice = Dice(seed)
      // What one sitting would have had: it does the same, with everything in memory.
      var whole = try drawing(seed, count: 15)
      var document = whole
      for sitting in 0..<3 {
        try document.save(to: path)
        document = try opened(path)
        let packed = document
        var other = dice
        // In the file which layer is drawn on is kept; but nothing is undone that is not known yet.
        for _ in 0..<6 {
          try acts.stroke(on: &document, &dice)
          try acts.stroke(on: &whole, &other)
        }
        #expect(document.showsSame(as: whole))
        let unpacked = try #require(try packed.unpackedPast(filler: filler))
        var grafted = document
        let state = document.history.state
        grafted.graft(unpacked)
        #expect(grafted.history.state == state && grafted.past == nil)
        expectSamePast(grafted, whole, "seed \(seed), sitting \(sitting)")
        if dice.isOne(in: 2) { document = grafted }
      }
    }
  }

  /// Breaks where a past that needs more memory than it may is not unpacked from its end, in parts that join without a seam; or
  /// where the rest is lost when the drawing is saved between.
  @Test func aLongPastComesInParts() throws {
    let folder = try TemporaryFolder()
    let document = try drawing(3, count: 60)
    let path = folder.path + "/a.ora"
    try document.save(to: path)
    var read = try opened(path)
    var parts = 0
    while read.past != nil {
      let unpacked = try #require(try read.unpackedPast(filler: filler, memory: 40_000))
      #expect(!unpacked.done.isEmpty)
      read.graft(unpacked)
      parts += 1
      try read.save(to: folder.path + "/b.ora")
      #expect(try Data(contentsOf: URL(filePath: folder.path + "/b.ora")) == Data(contentsOf: URL(filePath: path)))
      if parts % 2 == 1 { _ = read.undo() } else { _ = read.redo() }
      if parts % 2 == 1 { _ = read.redo() }
    }
    #expect(parts > 2)
    expectSamePast(read, document, "in \(parts) parts")
  }

  /// Breaks where a past that is too long for a file is not cut at its old end, or what remains does not start from what those
  /// edits left.
  @Test func aPastIsCutAtItsOldEnd() throws {
    let document = try drawing(5, count: 60)
    var composer = PastComposer(document)
    let whole = try #require(composer.pack { _ in })
    let size = whole.steps[..<whole.doneCount].reduce(0) { $0 + $1.size }
    for share in [0, 1, size / 3, size / 2, size - 1] {
      var composer = PastComposer(document, limit: share)
      let cut = composer.pack { _ in }
      let packed = [cut, whole.shortened(to: share)]
      for (index, past) in packed.enumerated() {
        guard let past else {
          #expect(share <= 1)
          continue
        }
        #expect(past.steps.reduce(0) { $0 + $1.size } <= share)
        #expect(past.undoCount < whole.undoCount)
        var again = document
        (again.history, again.past) = (History(), past)
        try again.unpackPast(filler: filler)
        var (a, b) = (again, document)
        #expect(a.history.undoCount == past.undoCount)
        while a.undo() != nil {
          _ = b.undo()
          #expect(a.showsSame(as: b), "\(share), \(index)")
        }
      }
    }
  }

  /// Breaks where a kill costs any of the past: what the file told, what was done since, before the last key frame and after it,
  /// what was undone in all of these; or where a journal that is gone on with loses it.
  @Test(arguments: [1e9, 0, 0.02]) func aKillCostsNothingOfThePast(patience: Double) throws {
    for seed in 40..<43 {
      let folder = try TemporaryFolder()
      var dice = Dice(seed)
      var document = try drawing(seed, count: 12, isPicture: seed % 2 == 1)
      if seed % 3 > 0 {
        // As it is from a file, at first with its past packed.
        try document.save(to: folder.path + "/a.ora")
        let path = folder.path + "/a.ora"
        document = try opened(path)
      } else {
        document.history = History()
      }
      var composer = JournalComposer(document, name: "A drawing", program: "0")
      composer.patience = patience
      if document.past != nil {
        try document.unpackPast(filler: filler)
      }
      document.notesChanges = true
      var writer: JournalWriter? = try JournalFolder(folder.path).create()
      let path = try #require(writer).file.path
      for payload in try composer.start() { try writer?.append(payload.type.rawValue, payload.bytes.span) }
      for sitting in 0..<3 {
        for _ in 0..<15 {
          try acts.act(on: &document, &dice)
          for change in document.takeChanges() {
            for payload in try composer.records(of: change) {
              try writer?.append(payload.type.rawValue, payload.bytes.span)
            }
          }
        }
        writer = nil
        let file = try #require(try JournalFile.claim(path))
        let replay = try JournalReplay(file, filler: filler)
        #expect(replay.fault == nil)
        var read = replay.document
        try read.unpackPast(filler: filler)
        expectSamePast(read, document, "seed \(seed), sitting \(sitting)")
        composer = JournalComposer(continuing: replay)
        composer.patience = patience
        writer = try JournalWriter(continuing: file, from: replay.end)
        document = read
        document.notesChanges = true
      }
    }
  }

  // MARK: Other programs, and damage

  /// The entries of an archive.
  private func entries(_ path: String) throws -> [(name: String, bytes: [UInt8])] {
    let reader = try ZipReader(bytes: Array(try Data(contentsOf: URL(filePath: path))))
    return try reader.entries.map { ($0.name, try reader.read($0)) }
  }

  private func write(_ entries: [(name: String, bytes: [UInt8])], to path: String) throws {
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in entries { try writer.add(name, isPacked: name != "mimetype") { bytes } }
    try writer.finish()
    try file.commitReplacing()
  }

  /// Breaks where a file that another program has changed opens with the past that led to the picture before, or is not
  /// opened at all; and where one that was only packed anew, or lost what tells of the past, is called damaged.
  @Test func whatAnotherProgramChangedHasNoPast() throws {
    let folder = try TemporaryFolder()
    var document = try #require(Document(width: 230, height: 220))
    var dice = Dice(1)
    for _ in 0..<4 { try acts.stroke(on: &document, &dice) }
    _ = document.perform(.add(above: document.activeID))
    for _ in 0..<4 { try acts.stroke(on: &document, &dice) }
    let (path, changed) = (folder.path + "/a.ora", folder.path + "/b.ora")
    try document.save(to: path)
    let all = try entries(path)
    #expect(all.map(\.name).first == "mimetype" && all.map(\.name).last == "Fude/history")

    try write(all, to: changed)
    #expect(try opened(changed).past?.undoCount == document.history.undoCount)
    try write(all.filter { $0.name != "Fude/history" }, to: changed)
    #expect(try opened(changed).past == nil)

    func rewrite(_ old: String, _ new: String) throws -> Document {
      var all = all
      let at = try #require(all.firstIndex { $0.name == "stack.xml" })
      let text = String(decoding: all[at].bytes, as: UTF8.self)
      #expect(text.contains(old))
      all[at].bytes = Array(text.replacingOccurrences(of: old, with: new).utf8)
      try write(all, to: changed)
      return try opened(changed)
    }
    let opacity = try rewrite(#"opacity="1" visibility="visible""#, #"opacity="0.5" visibility="visible""#)
    #expect(opacity.past == nil && opacity.layers[0].opacity == 0.5)
    #expect(try rewrite(#"composite-op="svg:src-over""#, #"composite-op="svg:multiply""#).past == nil)
    #expect(try rewrite(#"visibility="visible""#, #"visibility="hidden""#).past == nil)
    #expect(try rewrite(#"w="230""#, #"w="231""#).past == nil)
    #expect(try rewrite(#"name="Ink""#, #"name="Tinte""#).past == nil)
    #expect(try rewrite("data/layer1.png", "data/layer2.png").past == nil)

    // One pixel: a drawing that differs by it, with the past of this one.
    var other = document
    other.layers[0].image.withMutableTile(0) { $0[5] ^= 0x0100_0000 }
    other.history = History()
    try other.save(to: changed)
    var mixed = try entries(changed)
    #expect(!mixed.contains { $0.name == "Fude/history" })
    mixed.append(try #require(all.last))
    try write(mixed, to: changed)
    let read = try opened(changed)
    #expect(read.past == nil && read.history.undoCount == 0)
    #expect(read.layers[0].image.showsSame(as: other.layers[0].image))
  }

  /// Breaks where a past that is damaged anywhere crashes the program, keeps the picture from being opened, or is taken for
  /// whole; or where one that leads to another picture than that in the file is used.
  @Test func aDamagedPastIsLeftOut() throws {
    let folder = try TemporaryFolder()
    let document = try drawing(8, count: 25, isPicture: true)
    let path = folder.path + "/a.ora"
    try document.save(to: path)
    var all = try entries(path)
    let entry = try #require(all.last).bytes
    all.removeLast()
    let picture = try opened(path)
    var notes: [String] = []
    func read(_ bytes: [UInt8]) throws -> Document {
      try write(all + [("Fude/history", bytes)], to: path)
      notes = []
      return try Document.open(path, notes: &notes).document
    }
    #expect(try read(entry).past?.undoCount == document.history.undoCount)
    for count in Array(stride(from: 0, to: entry.count, by: 911)) + [1, 31, 32, 33, entry.count - 1] {
      let cut = try read(Array(entry[..<count]))
      #expect(cut.past == nil && notes.count == 1, "cut at \(count)")
      #expect(zip(cut.layers, picture.layers).allSatisfy { $0.image.showsSame(as: $1.image) })
    }
    var dice = Dice(2)
    for _ in 0..<100 {
      var bytes = entry
      let at = dice.roll(0..<bytes.count)
      bytes[at] ^= UInt8(1 << dice.roll(0...7))
      #expect(try read(bytes).past == nil, "flipped at \(at)")
    }
    // Whole records that do not fit: each left out or doubled.
    let records = try JournalBytes.decoded(entry)
    let identity = try JournalBytes.identity(in: entry)
    for at in records.indices {
      for isDoubled in [false, true] {
        var some = records
        if isDoubled { some.insert(some[at], at: at) } else { some.remove(at: at) }
        var strange = try read(JournalBytes.encoded(some.map { ($0.type, $0.payload) }, identity: identity))
        if strange.past == nil {
          #expect(notes.count == 1)
        } else {
          // It tells as many edits as it says, but not those.
          let before = strange
          if (try? strange.unpackPast(filler: filler)) == nil { #expect(strange.past == nil) }
          #expect(strange.showsSame(as: before))
        }
      }
    }
  }

  /// Breaks where records whose checksums are right but whose content is anything make reading a past crash.
  @Test func anyContentIsSurvived() throws {
    let document = try drawing(9, count: 25)
    var composer = PastComposer(document)
    let past = try #require(composer.pack { _ in })
    let records = try JournalBytes.decoded(try past.encoded(for: document))
    var dice = Dice(4)
    var read = 0
    for _ in 0..<40 {
      var some = records
      let at = dice.roll(0..<some.count)
      for _ in 0..<dice.roll(1...3) where !some[at].payload.isEmpty {
        some[at].payload[dice.roll(0..<some[at].payload.count)] = UInt8(dice.roll(0...255))
      }
      let bytes = JournalBytes.encoded(some.map { ($0.type, $0.payload) }, identity: document.pictureIdentity)
      var other = document
      other.history = History()
      guard let damaged = try? PackedPast(bytes, of: other) else { continue }
      other.take(damaged)
      read += 1
      try? other.unpackPast(filler: filler)
      #expect(zip(other.layers, document.layers).allSatisfy { $0.image.showsSame(as: $1.image) })
    }
    #expect(read > 0)
  }

  /// Breaks where pixels that differ in one bit, in order or in number are told as the same.
  @Test func pixelsAreToldApart() {
    func digest(_ parts: [[UInt32]]) -> UInt32 {
      var digest = PixelDigest()
      for part in parts { digest.add(part.span) }
      return digest.value
    }
    var dice = Dice(1)
    let words = (0..<9).map { _ in UInt32(truncatingIfNeeded: dice.roll(0...Int(UInt32.max))) }
    var all: Set<UInt32> = [digest([words]), digest([Array(words.reversed())]), digest([words, [0]]), digest([])]
    for at in words.indices {
      for bit in 0..<32 {
        var other = words
        other[at] ^= 1 << UInt32(bit)
        all.insert(digest([other]))
      }
    }
    #expect(all.count == 4 + 9 * 32)
    #expect(digest([Array(words[..<4]), Array(words[4...])]) == digest([words]))
  }
}
