import Archive
import Language

/// Lossless compression of a column of numbers.
///
/// Device numbers are usually integers divided by a constant, such as milliseconds by 1000. If one
/// divisor restores every number exactly, the integers' second differences are written. Otherwise,
/// each number is combined with the previous one by XOR, and bytes of equal weight are written
/// together.
enum NumberColumn {
  /// The divisors that are tried, in this order. Their indices are part of the format.
  private static let divisors: [Double] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 255, 511, 1023, 2047, 4095, 8191, 16383, 32767, 65535, 2, 4, 8, 16,
    32, 64,
    128, 256, 512, 1024, 2048, 4096, 65536,
  ]
  private static let noDivisor: UInt8 = 255

  /// Appends the numbers without their count.
  static func write(_ values: [Double], to writer: inout ByteWriter) {
    if let place = divisors.firstIndex(where: { divisor in values.allSatisfy { whole($0, divisor) != nil } }) {
      writer.write(UInt8(place))
      var (last, change): (Int64, Int64) = (0, 0)
      for value in values {
        guard let number = whole(value, divisors[place]) else { continue }
        writer.writeCompact(number &- last &- change)
        (change, last) = (number &- last, number)
      }
      return
    }
    writer.write(noDivisor)
    var last: UInt64 = 0
    let differences = values.map { value in
      defer { last = value.bitPattern }
      return value.bitPattern ^ last
    }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      writer.write(raw: differences.lazy.map { UInt8(truncatingIfNeeded: $0 >> shift) })
    }
  }

  static func read(_ count: Int, from reader: inout ByteReader) throws(PayloadError) -> [Double] {
    let place = try reader.read(UInt8.self)
    if place != noDivisor {
      guard Int(place) < divisors.count else { throw PayloadError(translated("a column's divisor is not known")) }
      guard count <= reader.remaining else { throw .cutShort }
      var values: [Double] = []
      values.reserveCapacity(count)
      var (last, change): (Int64, Int64) = (0, 0)
      for _ in 0..<count {
        let number = try reader.readCompactSigned() &+ last &+ change
        (change, last) = (number &- last, number)
        values.append(Double(number) / divisors[Int(place)])
      }
      return values
    }
    guard count <= reader.remaining / 8 else { throw .cutShort }
    var differences = [UInt64](repeating: 0, count: count)
    for _ in 0..<8 {
      let bytes = try reader.readRaw(count)
      for (index, byte) in zip(differences.indices, bytes) {
        differences[index] = differences[index] << 8 | UInt64(byte)
      }
    }
    var last: UInt64 = 0
    return differences.map { difference in
      last ^= difference
      return Double(bitPattern: last)
    }
  }

  /// The integer that gives exactly `value` when divided; nil if there is none.
  private static func whole(_ value: Double, _ divisor: Double) -> Int64? {
    let product = (value * divisor).rounded()
    // Above 2^53, not every integer is a Double. NaN fails this check too.
    guard abs(product) <= 9_007_199_254_740_992 else { return nil }
    let number = Int64(product)
    return (Double(number) / divisor).bitPattern == value.bitPattern ? number : nil
  }
}
