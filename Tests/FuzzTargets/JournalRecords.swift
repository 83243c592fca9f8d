import Document
import Journal
import RandomSource
import Storage

/// A journal split into its records, for changes with right checksums. Written from the format's
/// description, without `JournalFormat`'s code.
struct JournalRecords {
  /// The header without its checksum.
  var header: [UInt8]
  var records: [(type: UInt8, payload: [UInt8])] = []

  /// Reads the records of a journal, up to the last whole one. Returns nil without a whole header.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 32 else { return nil }
    header = Array(bytes[..<28])
    var at = 32
    while at + 9 <= bytes.count {
      let count = (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
      guard count <= bytes.count - at - 9 else { break }
      records.append((bytes[at + 4], Array(bytes[at + 5..<at + 5 + count])))
      at += 9 + count
    }
  }

  init(_ records: [(type: UInt8, payload: [UInt8])]) {
    header = Array("FudeJrnl".utf8) + [2, 0, 0, 0] + Array(1...16)
    self.records = records
  }

  var bytes: [UInt8] {
    var bytes = header
    var checksum = CRC32C.checksum(header.span)
    bytes += Self.little(checksum)
    for record in records {
      let body = Self.little(UInt32(record.payload.count)) + [record.type] + record.payload
      checksum = CRC32C.checksum(body.span, following: checksum)
      bytes += body + Self.little(checksum)
    }
    return bytes
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Changes a record's payload, type or position, or adds a stroke with extreme numbers.
  mutating func mutate(_ rng: inout RandomSource, _ plain: FuzzTarget.Plain) {
    guard !records.isEmpty else { return records.append((UInt8(rng.roll(1...9)), [1])) }
    let i = rng.roll(0..<records.count)
    switch rng.roll(0...11) {
    case 0: records.insert(records[i], at: rng.roll(0...records.count))
    case 1: records.remove(at: i)
    case 2: records.swapAt(i, rng.roll(0..<records.count))
    case 3: records[i].type = UInt8(rng.isOne(in: 3) ? rng.roll(127...137) : rng.roll(0...9))
    case 4: plain(&header, &rng)
    case 5, 6, 7:
      let stroke = WildStroke.stroke(&rng)
      let edit = (try? JournalPayload.records(of: .stroke(stroke))) ?? []
      records.insert(contentsOf: edit.map { ($0.type.rawValue, $0.bytes) }, at: max(1, i))
      // The same as a stroke in progress.
      let unfinished = rng.isOne(in: 3) ? try? UnfinishedStep.stroke(stroke).records() : nil
      records += (unfinished ?? []).map { ($0.type.rawValue, $0.bytes) }
    default: plain(&records[i].payload, &rng)
    }
  }
}
