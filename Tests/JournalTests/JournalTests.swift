import Glibc
import RandomSource
import TestSupport
import Testing

@testable import Journal

@Suite struct JournalTests {
  /// Fails if a record is lost, changed or added, or a second session does not find the end.
  @Test func recordsComeBack() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    for seed in RandomSource.seeds(10) {
      var rng = RandomSource(seed)
      var (path, contents) = try sampleJournal(in: folder, seed: seed, count: rng.roll(0...30), size: 3000)
      for _ in 0..<3 {
        let file = try #require(try JournalFile.claim(path))
        let (read, end) = try readAll(file)
        #expect(read == contents)
        #expect(end.sentence == nil && end.rest == 0)
        let writer = try JournalWriter(continuing: file, from: end)
        let more = Content(&rng, size: 400_000)
        try writer.append(more.type, more.payload.span)
        #expect(writer.appendedCount == 1 && writer.syncedCount == 0)
        try writer.sync()
        #expect(writer.syncedCount == 1)
        contents.append(more)
      }
      #expect(try readAll(path).contents == contents)
    }
  }

  /// Fails if a reader can be made to allocate without limit, or the largest record is refused.
  @Test func tooLargeIsRefused() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    let writer = try JournalFolder(folder.path).create()
    let payload = [UInt8](repeating: 1, count: JournalWriter.largestPayload + 1)
    #expect(throws: JournalError.self) { try writer.append(1, payload.span) }
    try writer.append(1, payload.span.extracting(1...))
    #expect(try readAll(writer.file).contents.map(\.payload.count) == [JournalWriter.largestPayload])
  }

  /// Fails if a journal that takes another one's place is not at its path or not locked there, or an unfinished one
  /// is found or stays.
  @Test func aJournalTakesThePlaceOfAnother() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    let journals = JournalFolder(folder.path)
    let old = try journals.create()
    try old.append(1, [1].span)
    let path = old.file.path
    let unfinished = try old.file.makeReplacement()
    try unfinished.append(1, [2].span)
    #expect(try journals.names().count == 1)
    #expect(try readAll(old.file).contents == [Content(1, [1])])
    let new = try old.file.makeReplacement()
    try new.append(1, [3].span)
    // A locked one may belong to a running program.
    #expect(try journals.claimAll().isEmpty && new.file.isAtItsPath)
    try new.file.replace(old.file)
    #expect(new.file.path == path && new.isIntact && !old.isIntact)
    #expect(try JournalFile.claim(path) == nil)
    #expect(try readAll(new.file).contents == [Content(1, [3])])
    #expect(throws: JournalError.self) { try unfinished.file.replace(new.file) }
    try write(Array("FudeJrnl".utf8), to: path + ".new")
    #expect(try journals.claimAll().isEmpty)
    #expect(access(path + ".new", F_OK) != 0)
  }
}

@Suite struct DamageTests {
  /// Fails if a cut at any byte loses an earlier record, or the reader reports a wrong reason.
  @Test func everyCut() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    let (path, contents) = try sampleJournal(in: folder, seed: 1, count: 40, size: 60)
    let whole = try fileBytes(path)
    var ends = [32]
    for content in contents { ends.append((ends.last ?? 0) + 9 + content.payload.count) }
    #expect(ends.last == whole.count)
    for size in stride(from: whole.count, through: 0, by: -1) {
      #expect(truncate(path, size) == 0)
      guard size >= 32 else {
        let error = #expect(throws: JournalError.self) { try readAll(path) }
        #expect(error?.fault == (size == 0 ? "it is empty" : "it is cut short in its header"))
        continue
      }
      let (read, end) = try readAll(path)
      let count = ends.count { $0 <= size } - 1
      #expect(read == Array(contents[..<count]), "cut to \(size)")
      #expect(end.offset == ends[count] && end.rest == size - ends[count])
      #expect(end.sentence == (end.rest == 0 ? nil : "at byte \(ends[count]): a record is cut short"))
    }
  }

  /// Fails if a flipped bit changes an earlier record, or any later one is read.
  @Test func everyFlippedBit() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    let (path, contents) = try sampleJournal(in: folder, seed: 2, count: 12, size: 40)
    let whole = try fileBytes(path)
    var ends = [32]
    for content in contents { ends.append((ends.last ?? 0) + 9 + content.payload.count) }
    for bit in 0..<(whole.count * 8) {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      try write(bytes, to: path)
      guard bit / 8 >= 32 else {
        #expect(throws: JournalError.self) { try readAll(path) }
        continue
      }
      let (read, end) = try readAll(path)
      let count = ends.count { $0 <= bit / 8 } - 1
      #expect(read == Array(contents[..<count]), "bit \(bit)")
      #expect(end.offset == ends[count] && end.fault != nil)
    }
  }

  /// Fails if garbage, zeros, its own older records or another journal's records after the end
  /// count, or are not cut off by writing.
  @Test func dataAfterTheEndIsNoRecord() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    let (other, _) = try sampleJournal(in: folder, seed: 99, count: 5, size: 50)
    let foreign = try fileBytes(other)
    for seed in RandomSource.seeds(300) {
      var rng = RandomSource(seed)
      let (path, contents) = try sampleJournal(in: folder, seed: seed, count: 6, size: 50)
      let whole = try fileBytes(path)
      let tail: [UInt8] =
        switch seed % 4 {
        case 0: (0..<rng.roll(1...3000)).map { _ in UInt8(rng.roll(0...255)) }
        case 1: [UInt8](repeating: 0, count: rng.roll(1...5000))
        case 2: Array(foreign[32...])
        // Its own records again: each is valid only in its place.
        default: Array(whole[32...])
        }
      try write(whole + tail, to: path)
      let file = try #require(try JournalFile.claim(path))
      let (read, end) = try readAll(file)
      #expect(read == contents, "seed \(seed)")
      #expect(end.offset == whole.count && end.rest == tail.count && end.fault != nil)
      let writer = try JournalWriter(continuing: file, from: end)
      try writer.append(9, [1, 2, 3].span)
      try writer.sync()
      let again = try readAll(file)
      #expect(again.contents == contents + [Content(9, [1, 2, 3])] && again.end.sentence == nil)
      try file.remove()
    }
  }

  /// Fails if any bytes, with or without a valid header, crash or give no message.
  @Test func garbageIsHarmless() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    let (path, _) = try sampleJournal(in: folder, seed: 3, count: 0, size: 0)
    let header = try fileBytes(path)
    for seed in RandomSource.seeds(400) {
      var rng = RandomSource(seed)
      let bytes = (0..<rng.roll(1...600)).map { _ in UInt8(rng.roll(0...(rng.isOne(in: 2) ? 255 : 8))) }
      try write(header + bytes, to: path)
      let (read, end) = try readAll(path)
      #expect(read.isEmpty && end.offset == 32 && end.sentence?.hasPrefix("at byte 32: ") == true)
      try write(bytes, to: path)
      let error = #expect(throws: JournalError.self) { try readAll(path) }
      #expect(error?.description.hasPrefix("cannot read the journal \(path): it is ") == true)
    }
  }

  /// Fails if a journal of another version is changed, or gives no message.
  @Test(arguments: [
    (UInt8(1), "an earlier version of Fude wrote it, and this one does not read it"),
    (3, "a later version of Fude wrote it"),
  ]) func otherVersionsAreRefused(_ version: UInt8, _ fault: String) throws {
    let folder = try TemporaryFolder(isInMemory: true)
    let (path, _) = try sampleJournal(in: folder, seed: 3, count: 1, size: 10)
    var bytes = try fileBytes(path)
    bytes[8] = version
    let checksum = CRC32C.checksum(bytes.span.extracting(0..<28))
    for index in 0..<4 { bytes[28 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index)) }
    try write(bytes, to: path)
    let error = #expect(throws: JournalError.self) { try readAll(path) }
    #expect(error?.fault == fault)
  }
}
