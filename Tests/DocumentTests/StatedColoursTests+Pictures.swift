import Archive

@testable import FuzzTargets

/// Pictures that state their colours in several ways.
extension StatedColoursTests {
  typealias Chunk = (type: String, content: [UInt8])

  static func gamma(_ value: Double) -> Chunk { ("gAMA", PNGChunks.big(Int((value * 100_000).rounded()))) }
  static func places(_ places: [[Double]]) -> Chunk {
    ("cHRM", places.flatMap { $0 }.flatMap { PNGChunks.big(Int(($0 * 100_000).rounded())) })
  }
  static func code(_ primaries: UInt8, _ transfer: UInt8) -> Chunk { ("cICP", [primaries, transfer, 0, 1]) }
  static func profile(_ bytes: [UInt8]) throws -> Chunk {
    ("iCCP", Array("a\0\0".utf8) + (try Deflate.packed(bytes.span)))
  }

  /// 64 colours of 4 levels a channel, 0 ... 1: black, dark, middle and full.
  static func colours(isDeep: Bool) -> [[Double]] {
    let deep: [Double] = [0, 0x0203 / 65535.0, 0x5678 / 65535.0, 1]
    let levels = isDeep ? deep : [0, 3 / 255.0, 100 / 255.0, 1]
    return levels.flatMap { red in levels.flatMap { green in levels.map { [red, green, $0] } } }
  }

  /// How the pixels of a PNG state their colours.
  enum Form: UInt8 { case grey = 0, rgb = 2, palette = 3 }

  /// A PNG of one row.
  /// - Parameter alpha: the opacity of all pixels, 0 ... 1, not for a palette; nil for a picture without.
  static func png(
    _ colours: [[Double]], isDeep: Bool, form: Form = .rgb, alpha: Double? = nil, _ chunks: [Chunk]
  ) throws -> [UInt8] {
    func sample(_ value: Double) -> [UInt8] {
      if !isDeep { return [UInt8((value * 255).rounded())] }
      let sample = Int((value * 65535).rounded())
      return [UInt8(sample >> 8), UInt8(sample & 255)]
    }
    var row: [UInt8] = [0]
    for (i, colour) in colours.enumerated() {
      switch form {
      case .grey: row += sample(colour[0])
      case .rgb: row += colour.flatMap(sample)
      case .palette: row.append(UInt8(i))
      }
      if let alpha { row += sample(alpha) }
    }
    let kind = form.rawValue + (alpha == nil ? 0 : 4)
    let header = PNGChunks.big(colours.count) + PNGChunks.big(1) + [isDeep ? 16 : 8, kind, 0, 0, 0]
    let palette: [Chunk] = form == .palette ? [("PLTE", colours.flatMap { $0.flatMap(sample) })] : []
    return PNGChunks(
      [("IHDR", header)] + chunks + palette + [("IDAT", try Deflate.packed(row.span)), ("IEND", [])]
    ).bytes
  }

  /// Exif data with a colour space and an index of interoperability.
  static func exif(space: Int, index: String, isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittle ? bytes : bytes.reversed()
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
    // The directories are at 8, 26 and 56.
    var bytes = Array((isLittle ? "II" : "MM").utf8)
    bytes += number(42, 2)
    bytes += number(8, 4)
    bytes += number(1, 2)
    bytes += entry(0x8769, 4, 1, number(26, 4))
    bytes += number(0, 4)
    bytes += number(2, 2)
    bytes += entry(0xA001, 3, 1, number(space, 2))
    bytes += entry(0xA005, 4, 1, number(56, 4))
    bytes += number(0, 4)
    bytes += number(1, 2)
    bytes += entry(1, 2, 4, Array(index.utf8) + [0])
    return bytes + number(0, 4)
  }

  /// A JPEG with Exif data before its own.
  static func jpeg(_ plain: [UInt8], _ exif: [UInt8]) -> [UInt8] {
    let content = Array("Exif\0\0".utf8) + exif
    return Array(plain[..<20]) + [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + plain[20...]
  }
}
