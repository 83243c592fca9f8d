import Files
import Foundation
import Geometry
import Glibc
import Ink
import Paint
import RandomSource
import Raster
import Synchronization
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Storage

/// Edits that are compressed and written to a file: undo and redo still give the exact pixels.
@Suite struct EditStoreTests {
  let acts: RandomActs

  init() throws {
    let filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder))
  }

  private func document() throws -> Document { try #require(Document(width: 230, height: 220)) }

  private static func file(_ path: String) -> SpillFile? { try? SpillFile(folder: path) }

  /// Returns the descriptor of a new empty file in the folder.
  private func descriptor(_ folder: TemporaryFolder) throws -> Int32 {
    let descriptor = open(folder.path("spill"), O_RDWR | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    return descriptor
  }

  private func limits(plain: Int = 0, packed: Int = 0, fetched: Int = 4) -> EditStore.Limits {
    var limits = EditStore.Limits()
    (limits.plainEdits, limits.packedBytes, limits.fetchedEdits) = (plain, packed, fetched)
    return limits
  }

  /// Expects both to be equal bit by bit, missing tiles included.
  private func expectSame(_ a: Document, _ b: Document, _ comment: Comment) {
    let isSame =
      a.layers == b.layers && a.selection == b.selection && a.activeLayer == b.activeLayer && a.paper == b.paper
      && a.history.state == b.history.state && a.history.undoCount == b.history.undoCount
      && a.history.redoCount == b.history.redoCount
    #expect(isSame, comment)
  }

  /// Undoes and redoes both completely, comparing every step.
  private func expectSameWay(_ a: Document, _ b: Document, _ comment: Comment) {
    var (a, b) = (a, b)
    expectSame(a, b, comment)
    while b.undo() != nil {
      #expect(a.undo() != nil, comment)
      expectSame(a, b, comment)
    }
    #expect(a.undo() == nil && !a.takeLoss(), comment)
    while b.redo() != nil {
      #expect(a.redo() != nil, comment)
      expectSame(a, b, comment)
    }
    #expect(a.redo() == nil && !a.takeLoss(), comment)
  }

  /// Strokes on a new drawing that keeps its edits in a store.
  private func drawing(_ seed: Int, strokes: Int, in store: EditStore?) throws -> Document {
    var rng = RandomSource(seed)
    var document = try document()
    if let store { document.keepEdits(in: store) }
    for _ in 0..<strokes { try acts.stroke(on: &document, &rng) }
    return document
  }

  /// Fails if an edit that is compressed, in the file or unpacked early gives other tiles. Actions,
  /// the worker's timing and limits are random; copies share edits.
  @Test func packingChangesNothing() throws {
    for seed in 0..<6 {
      let folder = try TemporaryFolder()
      var rng = RandomSource(1000 + seed)
      let rings = Mutex(0)
      let store = EditStore(
        limits: limits(plain: rng.roll(0...3), packed: rng.roll(0...2) * 4000, fetched: rng.roll(0...6)),
        file: { [path = folder.path] in Self.file(path) }, ring: { rings.withLock { $0 += 1 } })
      var (plain, kept) = (try document(), try document())
      kept.keepEdits(in: store)
      var copies: [(kept: Document, plain: Document)] = []
      for step in 0..<40 {
        var same = rng
        try acts.act(on: &plain, &rng)
        try acts.act(on: &kept, &same)
        expectSame(kept, plain, "seed \(seed), step \(step)")
        if rng.isOne(in: 2) { store.work() }
        if rng.isOne(in: 12) { copies.append((kept, plain)) }
      }
      _ = (plain.drop(), kept.drop())
      store.work()
      expectSameWay(kept, plain, "seed \(seed)")
      for copy in copies where copy.plain.floating == nil {
        expectSameWay(copy.kept, copy.plain, "seed \(seed), a copy")
      }
      #expect(rings.withLock { $0 } > 0)
      let (memory, file) = store.packedBytes
      #expect(memory + file > 0 || plain.history.undoCount + plain.history.redoCount < 5, "nothing was packed")
      #expect(kept.history.done.map(\.stroke) == plain.history.done.map(\.stroke))
    }
  }

  /// Fails if a store that works at once leaves edits in memory above its limits after any stroke,
  /// or changes an edit: memory would then grow with the length of a replayed recording.
  @Test func workAtOnceHoldsTheLimits() throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(8)
    let limits = limits(plain: 2, packed: 3000, fetched: 0)
    let store = EditStore(workingAtOnce: limits) { [path = folder.path] in Self.file(path) }
    var (plain, kept) = (try document(), try document())
    kept.keepEdits(in: store)
    for _ in 0..<40 {
      var same = rng
      try acts.stroke(on: &plain, &rng)
      try acts.stroke(on: &kept, &same)
      #expect(store.packedBytes.memory <= 3000)
      #expect(kept.history.done.count { !$0.content.isPacked } <= 2)
    }
    #expect(store.packedBytes.file > 3000)
    expectSameWay(kept, plain, "worked at once")
  }

  /// Fails if other limits do not hold for the edits that the store already has, do not call its worker,
  /// or change an edit.
  @Test func limitsCanBeChanged() throws {
    let folder = try TemporaryFolder()
    let rings = Mutex(0)
    let store = EditStore(
      limits: limits(packed: 1 << 20), file: { [path = folder.path] in Self.file(path) },
      ring: { rings.withLock { $0 += 1 } })
    let (plain, kept) = (try drawing(24, strokes: 30, in: nil), try drawing(24, strokes: 30, in: store))
    store.work()
    let all = store.packedBytes.memory
    #expect(all > 5000 && store.packedBytes.file == 0)
    var before = rings.withLock { $0 }
    store.limits = limits(packed: 5000)
    #expect(rings.withLock { $0 } == before + 1)
    store.work()
    #expect((1...5000).contains(store.packedBytes.memory) && store.packedBytes.file > 0)
    before = rings.withLock { $0 }
    store.limits = store.limits
    #expect(rings.withLock { $0 } == before)
    // A larger limit holds for later edits; the file is read as long as it is needed.
    store.limits = limits(packed: 1 << 20)
    store.work()
    var (other, rng) = (kept, RandomSource(24))
    let inMemory = store.packedBytes.memory
    for _ in 0..<20 { try acts.stroke(on: &other, &rng) }
    store.work()
    #expect(store.packedBytes.memory > max(5000, inMemory))
    expectSameWay(kept, plain, "other limits")
  }

  /// Fails if a drawing with compressed edits is saved with other bytes.
  @Test func savedDrawingsAreUnchanged() throws {
    let folder = try TemporaryFolder()
    let store = EditStore(limits: limits(), file: { [path = folder.path] in Self.file(path) }, ring: {})
    let (plain, kept) = (try drawing(5, strokes: 25, in: nil), try drawing(5, strokes: 25, in: store))
    store.work()
    #expect(store.packedBytes.memory == 0 && store.packedBytes.file > 0)
    try plain.save(to: folder.path("a.ora"))
    try kept.save(to: folder.path("b.ora"))
    #expect(try folder.read("a.ora") == folder.read("b.ora"))
  }

  /// Fails if the worker, drawing and readers of copies interfere with each other.
  @Test func threadsDoNotMeet() throws {
    let folder = try TemporaryFolder()
    let store = EditStore(
      limits: limits(plain: 1, packed: 3000), file: { [path = folder.path] in Self.file(path) }, ring: {})
    var (plain, kept) = (try drawing(8, strokes: 12, in: nil), try drawing(8, strokes: 12, in: store))
    let before = (kept: kept, plain: plain)
    let isOver = Mutex(false)
    let failures = Mutex(0)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      while !isOver.withLock({ $0 }) {
        store.work()
        sched_yield()
      }
    }
    for _ in 0..<2 {
      DispatchQueue.global().async(group: group) {
        for _ in 0..<3 {
          var (a, b) = before
          while b.undo() != nil {
            _ = a.undo()
            if a.layers != b.layers { failures.withLock { $0 += 1 } }
          }
          while b.redo() != nil {
            _ = a.redo()
            if a.layers != b.layers { failures.withLock { $0 += 1 } }
          }
        }
      }
    }
    var rng = RandomSource(9)
    for step in 0..<40 {
      var same = rng
      try acts.act(on: &plain, &rng)
      try acts.act(on: &kept, &same)
      expectSame(kept, plain, "step \(step)")
    }
    isOver.withLock { $0 = true }
    group.wait()
    #expect(failures.withLock { $0 } == 0)
  }

  /// Fails if memory exceeds the limits, or memory or file keep edits that no drawing uses.
  @Test func memoryIsGivenBack() throws {
    let folder = try TemporaryFolder()
    weak var file: SpillFile?
    do {
      let spill = try SpillFile(folder: folder.path)
      file = spill
      let store = EditStore(limits: limits(plain: 2, packed: 5000), file: { spill }, ring: {})
      var copy: Document?
      do {
        let document = try drawing(11, strokes: 30, in: store)
        #expect(document.history.done.allSatisfy { !$0.content.isPacked })
        store.work()
        #expect(document.history.done.count { !$0.content.isPacked } == 2)
        #expect((1...5000).contains(store.packedBytes.memory))
        #expect(store.packedBytes.file > 5000 && spill.size >= store.packedBytes.file)
        copy = document
      }
      store.work()
      #expect(store.packedBytes.memory > 0 && store.packedBytes.file > 0)
      // Half of the strokes are undone and dropped by the first new stroke; their space is reused.
      var rng = RandomSource(12)
      for _ in 0..<28 { _ = copy?.undo() }
      var left = try #require(copy)
      copy = nil
      try acts.stroke(on: &left, &rng)
      store.work()
      let size = spill.size
      #expect(size > 0)
      try acts.stroke(on: &left, &rng)
      store.work()
      left = try document()
      store.work()
      #expect(store.packedBytes.memory == 0 && store.packedBytes.file == 0 && spill.size == 0)
    }
    #expect(file == nil)
    #expect(try folder.names == [])
  }

  /// Fails if a full disk or a read-only folder loses an edit, or the file is not used again once
  /// there is space.
  @Test func aFullDiskCostsNothing() throws {
    let folder = try TemporaryFolder()
    let full = open("/dev/full", O_RDWR)
    let spill = SpillFile(descriptor: full)
    let store = EditStore(limits: limits(), file: { spill }, ring: {})
    let (plain, kept) = (try drawing(15, strokes: 12, in: nil), try drawing(15, strokes: 12, in: store))
    store.work()
    #expect(store.packedBytes.file == 0 && store.packedBytes.memory > 0)
    expectSameWay(kept, plain, "full")
    // Now the disk has space again.
    let real = try descriptor(folder)
    #expect(dup2(real, full) == full)
    close(real)
    for _ in 0..<300 { store.work() }
    #expect(store.packedBytes.file > 0 && store.packedBytes.memory == 0)
    expectSameWay(kept, plain, "room again")

    #expect(throws: FileError.self) { try SpillFile(folder: folder.path("none")) }
    let none = EditStore(limits: limits(), file: { nil }, ring: {})
    let memory = try drawing(15, strokes: 12, in: none)
    none.work()
    #expect(none.packedBytes.file == 0 && none.packedBytes.memory > 0)
    expectSameWay(memory, plain, "no file")
  }

  /// Fails if a damaged or truncated file shows a wrong picture, crashes, or loses more than the
  /// unreadable edits. The picture stays, undo ends there, and later edits can be undone.
  @Test(arguments: [false, true]) func unreadableHistoryIsDropped(isCutShort: Bool) throws {
    let folder = try TemporaryFolder()
    let file = try descriptor(folder)
    let spill = SpillFile(descriptor: dup(file))
    defer { close(file) }
    let store = EditStore(limits: limits(fetched: 0), file: { spill }, ring: {})
    var (plain, kept) = (try drawing(21, strokes: 12, in: nil), try drawing(21, strokes: 12, in: store))
    store.work()
    let end = lseek(file, 0, SEEK_END)
    #expect(end > 0)
    if isCutShort {
      #expect(ftruncate(file, end / 2) == 0)
    } else {
      var byte: UInt8 = 0
      #expect(pread(file, &byte, 1, end / 2) == 1)
      byte ^= 0x40
      #expect(pwrite(file, &byte, 1, end / 2) == 1)
    }
    let whole = kept
    var taken = 0
    while kept.undo() != nil {
      taken += 1
      _ = plain.undo()
      #expect(kept.layers == plain.layers)
    }
    #expect(kept.layers == plain.layers && kept.history.state == plain.history.state)
    #expect(isCutShort == (taken == 0) && kept.history.undoCount == 0 && plain.history.undoCount > 0)
    #expect(kept.takeLoss() && !kept.takeLoss())
    // From here on it behaves as any other drawing.
    var rng = RandomSource(22)
    var other = kept
    try acts.stroke(on: &kept, &rng)
    #expect(kept.history.undoCount == 1)
    try kept.save(to: folder.path("kept.ora"))
    #expect(kept.undo() != nil && kept.layers == plain.layers)
    #expect(kept.undo() == nil && !kept.takeLoss())
    // Redo goes to the end, or to the first edit that cannot be read by then.
    if !isCutShort { #expect(ftruncate(file, 0) == 0) }
    while other.redo() != nil { _ = plain.redo() }
    #expect(other.layers == plain.layers && other.history.redoCount == 0 && other.takeLoss() == !isCutShort)
    // A walk through a copy meets the same end; the readable part is exported.
    var walk = HistoryWalk(whole)
    let count = walk.edits.count
    while walk.coming != nil { _ = walk.next() }
    #expect(count == 0 && walk.document.layers == whole.layers)
    try whole.save(to: folder.path("whole.ora"))
    var notes: [String] = []
    #expect(
      try Document.open(folder.path("whole.ora"), notes: &notes).document.layers[0].image == whole.layers[0].image)
  }
}
