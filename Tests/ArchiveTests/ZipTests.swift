import Glibc
import RandomSource
import Testing

@testable import Archive

/// Entries of all kinds: stored, compressed, empty, with a Greek name.
private let samples: [(name: String, bytes: [UInt8], isPacked: Bool)] = [
  ("mimetype", Array("image/openraster".utf8), false),
  ("stack.xml", Array(String(repeating: "<stack/>", count: 40).utf8), true),
  ("data/επίπεδο 1.png", (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37) }, true),
  ("empty", [], true),
  ("empty too", [], false),
]

private func archive(_ entries: [(name: String, bytes: [UInt8], isPacked: Bool)] = samples) throws -> [UInt8] {
  let file = TemporaryFile()
  let writer = try ZipWriter(descriptor: file.descriptor)
  for entry in entries { try writer.add(entry.name, isPacked: entry.isPacked) { entry.bytes } }
  try writer.finish()
  return file.bytes
}

/// The error of reading a whole archive, or "read". Passes each entry's name and content to
/// `check`.
private func fault(
  _ bytes: [UInt8], limits: ZipReader.Limits = .init(), _ check: (String, [UInt8]) -> Void = { _, _ in }
) -> String {
  do throws(ArchiveError) {
    let reader = try ZipReader(bytes: bytes, limits: limits)
    var first: ArchiveError?
    for entry in reader.entries {
      do throws(ArchiveError) { check(entry.name, try reader.read(entry)) } catch { first = first ?? error }
    }
    return first?.description ?? "read"
  } catch { return error.description }
}

@Suite struct ZipTests {
  /// Fails if an entry's name, order or bytes change, by file or by memory.
  @Test func writtenValuesAreReadBack() throws {
    let bytes = try archive()
    let file = TemporaryFile(bytes)
    for reader in [try ZipReader(bytes: bytes), try ZipReader(descriptor: file.descriptor)] {
      #expect(reader.entries.map(\.name) == samples.map(\.name))
      for sample in samples {
        let entry = try #require(reader.entry(sample.name))
        #expect(entry.size == sample.bytes.count)
        #expect(try reader.read(entry) == sample.bytes)
      }
      #expect(reader.entry("nothing") == nil)
    }
  }

  /// File managers recognise OpenRaster by the first entry: 38 bytes with name and content and
  /// nothing in between.
  @Test func theFirstEntryStandsBare() throws {
    let bytes = try archive()
    #expect(Array(bytes[..<4]) == [0x50, 0x4B, 3, 4])
    #expect(Array(bytes[8..<10]) == [0, 0], "stored")
    #expect(Array(bytes[26..<30]) == [8, 0, 0, 0], "a name of 8 bytes, nothing extra")
    #expect(String(decoding: bytes[30..<54], as: UTF8.self) == "mimetypeimage/openraster")
  }

  /// Fails if the same content gives different files, also in other time zones: the date is noon of
  /// 1 January 1980.
  @Test func writingIsDeterministic() throws {
    let bytes = try archive()
    #expect(try archive() == bytes)
    #expect(Array(bytes[10..<14]) == [0x00, 0x60, 0x21, 0x00])
  }

  /// Fails if random entries change.
  @Test func randomEntriesComeBack() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let entries = (0..<rng.roll(1...12)).map { number in
        let bytes = (0..<rng.roll(0...3000)).map { _ in UInt8(rng.roll(0...(rng.isOne(in: 2) ? 255 : 3))) }
        return (
          name: "\(number)/\(Character(UnicodeScalar(UInt8(rng.roll(33...126)))))é", bytes: bytes,
          isPacked: rng.isOne(in: 2)
        )
      }
      let reader = try ZipReader(bytes: try archive(entries))
      for (entry, read) in zip(entries, reader.entries) {
        #expect(read.name == entry.name)
        #expect(try reader.read(read) == entry.bytes)
      }
    }
  }

  /// Fails if contents are not created in order, once each, or an error thrown by one does not end
  /// the writing unchanged.
  @Test func aContentThatThrowsEndsTheWriting() throws {
    let file = TemporaryFile()
    let writer = try ZipWriter(descriptor: file.descriptor)
    var made: [String] = []
    try writer.add("a", isPacked: false) {
      made.append("a")
      return [1]
    }
    try writer.add("b", isPacked: true) { () throws(ArchiveError) in
      made.append("b")
      throw .fault("it was cancelled")
    }
    try writer.add("c", isPacked: true) {
      made.append("c")
      return []
    }
    let error = #expect(throws: ArchiveError.self) { try writer.finish() }
    #expect(error == .fault("it was cancelled"))
    #expect(made == ["a", "b"])
  }

  /// Fails if a full disk is not reported by its code.
  @Test func aFullDiskIsTold() throws {
    let full = open("/dev/full", O_RDWR)
    defer { close(full) }
    let writer = try ZipWriter(descriptor: full)
    try writer.add("a", isPacked: false) { [UInt8](repeating: 7, count: 100_000) }
    let error = #expect(throws: ArchiveError.self) { try writer.finish() }
    #expect(error == .system(ENOSPC))
  }

  @Test func namesAreUnique() throws {
    let writer = try ZipWriter(descriptor: TemporaryFile().descriptor)
    try writer.add("a", isPacked: false) { [] }
    let error = #expect(throws: ArchiveError.self) { try writer.add("a", isPacked: false) { [] } }
    #expect(error?.description == "an entry named a cannot be added")
  }
}

@Suite struct BadZipTests {
  /// Fails if a truncated archive is accepted.
  @Test func everyCutIsNoticed() throws {
    let whole = try archive()
    #expect(fault(whole) == "read")
    for count in 0..<whole.count {
      let words = fault(Array(whole[..<count]))
      #expect(words != "read", "cut to \(count) bytes")
    }
    #expect(fault([]) == "it is empty")
    #expect(fault(Array(whole[..<100])) == "it is not a zip archive, or its end is missing")
  }

  /// Fails if a damaged archive crashes the reader, or gives other bytes under an entry's name.
  @Test func everyFlippedBitIsHarmless() throws {
    let whole = try archive()
    var wrong = 0
    var noticed = 0
    for bit in 0..<(whole.count * 8) {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      let words = fault(bytes) { name, read in
        if let sample = samples.first(where: { $0.name == name }), sample.bytes != read { wrong += 1 }
      }
      if words != "read" { noticed += 1 }
    }
    #expect(wrong == 0)
    #expect(noticed > whole.count * 2)
  }

  /// Fails if random bytes, also within a valid beginning and end, are accepted or crash.
  @Test func garbageIsRefused() throws {
    let whole = try archive()
    for seed in RandomSource.seeds(2000) {
      var rng = RandomSource(seed)
      var bytes = whole
      if rng.isOne(in: 2) {
        for _ in 0..<rng.roll(1...30) { bytes[rng.roll(0..<bytes.count)] = UInt8(rng.roll(0...255)) }
      } else {
        bytes = (0..<rng.roll(1...400)).map { _ in UInt8(rng.roll(0...255)) }
        if rng.isOne(in: 2) { bytes += whole[(whole.count - 22)...] }
      }
      _ = fault(bytes) { name, read in
        if let sample = samples.first(where: { $0.name == name }) { #expect(sample.bytes == read, "seed \(seed)") }
      }
    }
  }

  /// Fails if memory is allocated for an archive that claims 2^40 entries (zip64).
  @Test func hugeListsAreRefused() {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let body = [UInt8](repeating: 0, count: 64)
    let huge = 1 << 40
    let end64 =
      [0x50, 0x4B, 6, 6] + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8)
      + little(huge, 8) + little(huge, 8) + little(46, 8) + little(0, 8)
    let locator = [0x50, 0x4B, 6, 7] + little(0, 4) + little(body.count, 8) + little(1, 4)
    let end =
      [0x50, 0x4B, 5, 6] + little(0, 4) + little(0xFFFF, 2) + little(0xFFFF, 2) + little(46, 4) + little(0, 4)
      + little(0, 2)
    #expect(fault(body + end64 + locator + end) != "read")
  }

  /// Fails if 50 MB of zeros in 50 kB are refused within the limits, or accepted beyond them.
  @Test func bombsAreRefusedBeforehand() throws {
    let bomb = try archive([("a", [UInt8](repeating: 0, count: 50_000_000), true), ("b", [1], true)])
    #expect(bomb.count < 60_000)
    #expect(fault(bomb, limits: .init(entry: 49_999_999)) == "its entry a would be larger than 49 MB")
    #expect(fault(bomb, limits: .init(total: 50_000_000)) == "its entries would together be larger than 50 MB")
    #expect(fault(bomb, limits: .init(entries: 1)) == "it has 2 entries, but at most 1 are allowed")
    let reader = try ZipReader(bytes: bomb)
    let error = #expect(throws: ArchiveError.self) { try reader.read(try #require(reader.entry("a")), limit: 1000) }
    #expect(error?.description == "its entry a would be larger than 1 kB")
  }

  /// Fails if an entry with a false size is read beyond that size.
  @Test func liesAboutSizesAreNoticed() throws {
    var bytes = try archive([("a", [UInt8](repeating: 0, count: 100_000), true)])
    // In the central directory and in the local header: 100,000 becomes 1000.
    let list = try #require(bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2] })
    for at in [22, list + 24] { bytes.replaceSubrange(at..<at + 4, with: [0xE8, 0x03, 0, 0]) }
    #expect(fault(bytes) == "its entry a is larger than the archive says")
  }

  @Test func encryptedEntriesAreRefused() throws {
    var bytes = try archive([("a", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], false)])
    let list = try #require(bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2] })
    for at in [6, list + 8] { bytes[at] |= 1 }
    #expect(fault(bytes) == "its entry a is encrypted")
  }

  @Test func foldersAndDevicesAreRefused() throws {
    for path in ["/", "/dev/zero"] {
      let descriptor = open(path, O_RDONLY)
      defer { close(descriptor) }
      let error = #expect(throws: ArchiveError.self) { try ZipReader(descriptor: descriptor) }
      #expect(error == .fault("it is not a regular file"))
    }
  }
}
