import Archive
import RandomSource

/// Reads and writes zip archives by APPNOTE.TXT, with any names and contents.
enum SmallZip {
  /// An archive of entries, stored or compressed by deflate.
  static func archive(_ entries: [(name: [UInt8], content: [UInt8])], isPacked: Bool = false) -> [UInt8] {
    var (bytes, list): ([UInt8], [UInt8]) = ([], [])
    for (name, content) in entries {
      // zlib's format is a deflate stream with two bytes before and four after it.
      let packed = isPacked ? try? Deflate.packed(content.span, level: 9) : nil
      let stored = packed.map { Array($0.dropFirst(2).dropLast(4)) } ?? content
      // Version, flags (UTF-8 names), compression, time, date, checksum, sizes.
      let common =
        number(20, 2) + number(0x800, 2) + number(packed == nil ? 0 : 8, 2) + number(0, 2) + number(33, 2)
        + number(Int(CRC32.checksum(content)), 4) + number(stored.count, 4) + number(content.count, 4)
        + number(name.count & 0xFFFF, 2) + number(0, 2)
      list += number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 10) + number(bytes.count, 4) + name
      bytes += number(0x0403_4B50, 4) + common + name + stored
    }
    let end = number(0x0605_4B50, 4) + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
    return bytes + list + end + number(list.count, 4) + number(bytes.count, 4) + number(0, 2)
  }

  /// The entries of any archive, or nil if it is invalid.
  static func entries(of bytes: [UInt8]) -> [(name: [UInt8], content: [UInt8])]? {
    do throws(ArchiveError) {
      let reader = try ZipReader(bytes: bytes, limits: .init(entries: 100, entry: 1 << 20, total: 1 << 22))
      var all: [(name: [UInt8], content: [UInt8])] = []
      for entry in reader.entries { all.append((Array(entry.name.utf8), try reader.read(entry))) }
      return all
    } catch { return nil }
  }

  /// A changed copy of an archive: an entry is repeated, removed, moved or renamed, or its content changes. Nil if
  /// the bytes are no archive.
  /// - Parameter content: changes the content of an entry.
  static func mutated(
    _ bytes: [UInt8], _ rng: inout RandomSource, _ plain: FuzzTarget.Plain,
    content: (inout [UInt8], inout RandomSource) -> Void
  ) -> [UInt8]? {
    guard var entries = entries(of: bytes), !entries.isEmpty else { return nil }
    let i = rng.roll(0..<entries.count)
    switch rng.roll(0...9) {
    case 0: entries.insert(entries[i], at: rng.roll(0...entries.count))
    case 1: entries.remove(at: i)
    case 2: plain(&entries[i].name, &rng)
    case 3: entries.swapAt(i, rng.roll(0..<entries.count))
    case 4: entries[i].name = Array("../".utf8) + entries[i].name
    default: content(&entries[i].content, &rng)
    }
    return archive(entries)
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}

/// The checksum of zip and PNG (ISO 3309; PNG specification, annex D).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
  }
}
