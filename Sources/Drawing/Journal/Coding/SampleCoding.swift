import Archive
import Geometry
import Ink
import Language

/// Lossless compression of a stroke's samples, so a stroke that is drawn again has the same pixels.
public enum SampleCoding {
  /// The bit of a sample's first byte that marks a roll. The lower bits are its tool.
  private static let rollBit: UInt8 = 0x80
  /// The smallest uncompressed size of a sample, bytes: the tool and six columns.
  private static let leastSize = 7

  /// Encodes any number of samples.
  public static func encoded(_ samples: [PenSample]) throws(ArchiveError) -> [UInt8] {
    var columns = ByteWriter()
    columns.reserve(samples.count * 16)
    columns.write(raw: samples.lazy.map { $0.tool.rawValue | ($0.roll == nil ? 0 : rollBit) })
    for column in [
      samples.map(\.position.x), samples.map(\.position.y), samples.map(\.time), samples.map(\.pressure),
      samples.map(\.altitude.radians), samples.map(\.azimuth.radians), samples.compactMap(\.roll?.radians),
    ] { NumberColumn.write(column, to: &columns) }
    var writer = ByteWriter()
    writer.writeCompact(UInt64(samples.count))
    writer.writeCompact(UInt64(columns.bytes.count))
    writer.write(raw: try Deflate.packed(columns.bytes.span, level: 6))
    return writer.bytes
  }

  /// Decodes samples.
  /// - Parameter limit: the largest number of samples.
  /// - Throws: if the bytes are not the output of `encoded`, or there are too many samples.
  public static func decoded(_ bytes: [UInt8], limit: Int = 10_000_000) throws(PayloadError) -> [PenSample] {
    var outer = ByteReader(bytes)
    let (count, size) = (try outer.readCompact(), try outer.readCompact())
    guard count <= UInt64(limit) else {
      throw PayloadError(translated("a stroke of {count} samples is too long", ["count": count]))
    }
    // At most 1 + 7 * 10 bytes a sample, and a byte for the divisor of each of the columns.
    guard size <= 71 * count + 7, size >= UInt64(leastSize) * count else {
      throw PayloadError(translated("its size is impossible"))
    }
    // Deflate compresses at most 1032 to 1, so the claimed size is bounded by the input's size.
    guard size / 1032 <= UInt64(outer.remaining) else { throw .cutShort }
    let packed = Array(try outer.readRaw(outer.remaining))
    let unpacked: [UInt8]
    do throws(ArchiveError) { unpacked = try Deflate.unpacked(packed.span, count: Int(size)) } catch {
      throw PayloadError(error.description)
    }
    var reader = ByteReader(unpacked)
    let kinds = Array(try reader.readRaw(Int(count)))
    let x = try NumberColumn.read(kinds.count, from: &reader)
    let y = try NumberColumn.read(kinds.count, from: &reader)
    let time = try NumberColumn.read(kinds.count, from: &reader)
    let pressure = try NumberColumn.read(kinds.count, from: &reader)
    let altitude = try NumberColumn.read(kinds.count, from: &reader)
    let azimuth = try NumberColumn.read(kinds.count, from: &reader)
    var rolls = try NumberColumn.read(kinds.count { $0 & rollBit != 0 }, from: &reader)[...]
    try reader.finish()

    var samples: [PenSample] = []
    samples.reserveCapacity(kinds.count)
    for (index, kind) in kinds.enumerated() {
      guard let tool = Tool(rawValue: kind & ~rollBit) else { throw PayloadError(translated("a tool is not known")) }
      samples.append(
        PenSample(
          position: Point(x[index], y[index]), time: time[index], pressure: pressure[index],
          altitude: Angle(radians: altitude[index]), azimuth: Angle(radians: azimuth[index]),
          roll: kind & rollBit != 0 ? rolls.popFirst().map { Angle(radians: $0) } : nil, tool: tool))
    }
    return samples
  }
}
