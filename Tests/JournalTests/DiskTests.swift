import Foundation
import RandomSource
import Synchronization
import TestSupport
import Testing

@testable import Journal

/// A disk that fails on request and, like Linux, forgets data that a failed sync did not write.
private final class FailingDisk: Sendable {
  struct State {
    var rng: RandomSource
    /// One in so many writes fails or stops half way; 0 for none.
    var writeFailures = 0
    var syncFailures = 0
    var truncateFailures = 0
    /// The data on the disk, and the data that the system expects there.
    var durable: [UInt8] = []
    var pending: [UInt8] = []
  }
  let state: Mutex<State>

  init(seed: Int) { state = Mutex(State(rng: RandomSource(seed))) }

  var device: JournalDevice {
    let system = JournalDevice.system
    return JournalDevice(
      write: { [self] descriptor, bytes, offset in
        let count: Int? = state.withLock { state in
          if state.writeFailures > 0, state.rng.isOne(in: state.writeFailures) {
            let part = state.rng.roll(0..<bytes.count)
            return part == 0 ? nil : part
          }
          return bytes.count
        }
        guard let count else { return -Int(ENOSPC) }
        let written = system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<count]), offset)
        state.withLock { state in
          let end = offset + written
          if state.pending.count < end { state.pending += [UInt8](repeating: 0, count: end - state.pending.count) }
          state.pending.replaceSubrange(offset..<end, with: bytes[..<written])
        }
        return written
      },
      sync: { [self] descriptor in
        state.withLock { state in
          if state.syncFailures > 0, state.rng.isOne(in: state.syncFailures) {
            // The new pages are lost, and no later sync reports it.
            let lost = state.pending.indices.filter {
              $0 >= state.durable.count || state.durable[$0] != state.pending[$0]
            }
            for index in lost { state.pending[index] = index < state.durable.count ? state.durable[index] : 0xEE }
            return EIO
          }
          state.durable = state.pending
          return 0
        }
      },
      truncate: { [self] descriptor, size in
        let fails = state.withLock { state in
          if state.truncateFailures > 0, state.rng.isOne(in: state.truncateFailures) { return true }
          if state.pending.count > size { state.pending.removeLast(state.pending.count - size) }
          return false
        }
        return fails ? EIO : system.truncate(descriptor, size)
      })
  }
}

@Suite struct DiskTests {
  /// Fails if a disk that is full or fails at random loses or doubles a record. Everything that a
  /// sync reported must be on the disk.
  @Test func afterFailuresWritingGoesOn() throws {
    var failures = 0
    for seed in 0..<60 {
      let folder = try TemporaryFolder(isInMemory: true)
      let disk = FailingDisk(seed: seed)
      let path = folder.path + "/a.journal"
      let writer = try JournalWriter(new: try #require(try JournalFile.make(path)), device: disk.device)
      disk.state.withLock { ($0.writeFailures, $0.syncFailures, $0.truncateFailures) = (4, 4, 3) }
      var rng = RandomSource(seed)
      var contents: [Content] = []
      for _ in 0..<60 {
        let content = Content(&rng, size: 200)
        do throws(JournalError) {
          try writer.append(content.type, content.payload.span)
          contents.append(content)
        } catch {
          failures += 1
          #expect(error.fault == "the disk is full" || error.fault == "the disk reports an error")
        }
        #expect(writer.appendedCount == contents.count)
        if rng.isOne(in: 3) {
          do throws(JournalError) {
            try writer.sync()
            #expect(writer.syncedCount == contents.count)
          } catch { failures += 1 }
          // The content after a power cut: at least the synced records.
          let durable = disk.state.withLock { $0.durable }
          // The header is written with the first records.
          if durable.isEmpty {
            #expect(writer.syncedCount == 0)
            continue
          }
          let copy = folder.path + "/copy.journal"
          try write(durable, to: copy)
          let (read, _) = try readAll(copy)
          #expect(read.count >= writer.syncedCount && read == Array(contents[..<read.count]), "seed \(seed)")
        }
      }
      disk.state.withLock { ($0.writeFailures, $0.syncFailures, $0.truncateFailures) = (0, 0, 0) }
      try writer.append(1, [1].span)
      contents.append(Content(1, [1]))
      try writer.sync()
      #expect(disk.state.withLock { $0.durable } == (try fileBytes(path)))
      let (read, end) = try readAll(writer.file)
      #expect(read == contents && end.sentence == nil, "seed \(seed)")
    }
    #expect(failures > 200)
  }

  /// A real file size limit in another process: the record above it leaves no trace, and all follow
  /// without the limit.
  @Test(arguments: [40, 1000, 5003, 20_000])
  func aFileThatMayNotGrowMore(_ limit: Int) throws {
    let folder = try TemporaryFolder(isInMemory: true)
    let hand = try Hand([folder.path, "5", "60", "\(limit)"])
    let path = try #require(hand.line())
    let lines = hand.rest()
    #expect(hand.wait() == 0)
    #expect(lines.last == "done")
    #expect(
      lines.contains("cannot write the journal \(path): it would become larger than files may be here"), "\(lines)")
    let (read, end) = try readAll(path)
    #expect(read == Hand.contents(seed: 5, count: 60) && end.sentence == nil)
  }

  @Test func noFolderNoJournal() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    let error = #expect(throws: JournalError.self) { try JournalFolder(folder.path + "/none").create() }
    #expect(error?.fault == "its folder no longer exists")
    #expect(throws: JournalError.self) { try JournalFolder(folder.path + "/none").names() }
  }
}

@Suite struct ProcessTests {
  /// Fails if a writer killed at a random moment loses a synced record, or its journal cannot be
  /// continued.
  @Test func killedAtRandomMoments() throws {
    var rng = RandomSource(11)
    var (acknowledged, found) = (0, 0)
    for seed in 0..<100 {
      let folder = try TemporaryFolder(isInMemory: true)
      let hand = try Hand([folder.path, "\(seed)", "100000"])
      let path = try #require(hand.line())
      var lines: [String] = []
      for _ in 0..<rng.roll(0...12) { lines += [hand.line()].compactMap(\.self) }
      hand.kill()
      let last = (lines + hand.rest()).compactMap { Int($0) }.last ?? 0
      _ = hand.wait()
      let file = try #require(try JournalFile.claim(path))
      let (read, end) = try readAll(file)
      let expected = Hand.contents(seed: seed, count: read.count)
      #expect(read == expected, "seed \(seed)")
      #expect(read.count >= last)
      let writer = try JournalWriter(continuing: file, from: end)
      try writer.append(1, [7].span)
      try writer.sync()
      #expect(try readAll(file).contents == expected + [Content(1, [7])])
      acknowledged += last
      found += read.count
    }
    #expect(acknowledged > 500 && found >= acknowledged)
  }

  /// Fails if two processes hold the same journal, or a dead one keeps it.
  @Test func twoNeverShare() throws {
    let folder = JournalFolder(try TemporaryFolder(isInMemory: true).path)
    let temporary = try TemporaryFolder(isInMemory: true)
    let own = JournalFolder(temporary.path)
    let writer = try own.create()
    try writer.append(1, [1].span)
    // Keeps the writer alive until here.
    defer { withExtendedLifetime(writer) {} }
    let path = writer.file.path
    #expect(try JournalFile.claim(path) == nil, "not even this process opens it twice")
    #expect(try own.claimAll().isEmpty)
    let refused = try Hand(["claim", path])
    #expect(refused.line() == "taken")
    refused.tell()
    _ = refused.wait()

    let (other, _) = try sampleJournal(in: temporary, seed: 1, count: 3, size: 10)
    let holder = try Hand(["claim", other])
    #expect(holder.line() == "mine")
    #expect(try own.claimAll().isEmpty)
    #expect(try own.names().count == 2)
    holder.kill()
    _ = holder.wait()
    #expect(try own.claimAll().map(\.path) == [other])
    #expect(throws: JournalError.self) { try folder.names() }
  }

  /// Fails if journals are not ordered by their last write, remains without a header stay, or other
  /// files are removed.
  @Test func journalsAreFound() throws {
    let temporary = try TemporaryFolder(isInMemory: true)
    let folder = JournalFolder(temporary.path)
    var paths: [String] = []
    for number in 0..<4 {
      let (path, _) = try sampleJournal(in: temporary, seed: number, count: 1, size: 10)
      let date = Date(timeIntervalSince1970: 1_000_000 + Double((number * 3) % 4) * 60)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      paths.append(path)
    }
    try write([], to: temporary.path + "/dead.journal")
    try write(Array("FudeJrnl".utf8), to: temporary.path + "/unborn.journal")
    // A header with nothing after it.
    _ = try folder.create()
    #expect(try temporary.names.count == 4 + 3)
    try write([1], to: temporary.path + "/notes.txt")
    try FileManager.default.createDirectory(
      atPath: temporary.path + "/folder.journal", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: temporary.path + "/link.journal", withDestinationPath: paths[0])
    let found = try folder.claimAll()
    #expect(found.map(\.path) == [0, 3, 2, 1].map { paths[$0] })
    try found[0].remove()
    try found[0].remove()
    #expect(try temporary.names.count == 3 + 1 + 2)
    let others = try folder.claimAll()
    withExtendedLifetime(found) { #expect(others.isEmpty, "they are held") }
  }
}
