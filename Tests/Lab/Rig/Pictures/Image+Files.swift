extension Image {
  /// Writes the image as PNG or PPM, by the path's extension .png or .ppm.
  public func write(to path: String) throws(RigError) {
    if path.hasSuffix(".png") {
      try writeFile(path, pngBytes)
    } else if path.hasSuffix(".ppm") {
      try writeFile(path, Array("P6\n\(width) \(height)\n255\n".utf8) + pixels.flatMap { Self.bytes(of: $0) })
    } else {
      throw RigError("\(path) ends neither in .png nor in .ppm.")
    }
  }

  /// The image as a PNG with 8 bits per channel (W3C PNG, second edition).
  var pngBytes: [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let header = Self.bigEndian(UInt32(width)) + Self.bigEndian(UInt32(height)) + [8, 2, 0, 0, 0]
    bytes += Self.chunk("IHDR", header)
    bytes += Self.chunk("IDAT", zlibStream(filteredRows))
    bytes += Self.chunk("IEND", [])
    return bytes
  }

  /// Rows as differences from the row above (filter type 2). Most bytes of a screen become zero.
  private var filteredRows: [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * 3 + 1))
    for y in 0..<height {
      rows.append(2)
      for x in 0..<width {
        let above = y == 0 ? 0 : pixels[(y - 1) * width + x]
        for (byte, upper) in zip(Self.bytes(of: pixels[y * width + x]), Self.bytes(of: above)) {
          rows.append(byte &- upper)
        }
      }
    }
    return rows
  }

  private static func bytes(of pixel: UInt32) -> [UInt8] {
    [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)]
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + content + bigEndian(cyclicRedundancyCheck(content))
  }

  /// CRC-32 of PNG (annex D).
  private static func cyclicRedundancyCheck(_ bytes: [UInt8]) -> UInt32 {
    let table: [UInt32] = (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
    }
    return ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
  }
}

/// A zlib stream (RFC 1950) of one block with the fixed codes (RFC 1951, 3.2.6). The only matches
/// are runs of one byte. That suffices for screens, which are mostly flat.
private func zlibStream(_ bytes: [UInt8]) -> [UInt8] {
  var writer = BitWriter(bytes: [0x78, 0x01])
  writer.put(0b011, count: 3)  // the last block; fixed codes
  var index = 0
  while index < bytes.count {
    var run = 0
    if index > 0 {
      while run < 258, index + run < bytes.count, bytes[index + run] == bytes[index - 1] { run += 1 }
    }
    if run >= 3 {
      writer.putLength(run)
      writer.put(0, count: 5)  // distance 1
      index += run
    } else {
      writer.putSymbol(Int(bytes[index]))
      index += 1
    }
  }
  writer.putSymbol(256)
  writer.finish()
  var (low, high): (UInt32, UInt32) = (1, 0)
  for byte in bytes {
    low = (low + UInt32(byte)) % 65521
    high = (high + low) % 65521
  }
  return writer.bytes + [UInt8(high >> 8), UInt8(high & 255), UInt8(low >> 8), UInt8(low & 255)]
}

/// Packs bits, least significant bit first.
private struct BitWriter {
  var bytes: [UInt8]
  private var pending: UInt32 = 0
  private var count: UInt32 = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func put(_ value: Int, count: Int) {
    pending |= UInt32(value) << self.count
    self.count += UInt32(count)
    while self.count >= 8 {
      bytes.append(UInt8(pending & 255))
      pending >>= 8
      self.count -= 8
    }
  }

  /// Writes a literal, a length or the end of the block. The bits of a fixed code go most
  /// significant bit first.
  mutating func putSymbol(_ symbol: Int) {
    let (code, length) =
      switch symbol {
      case ..<144: (0x30 + symbol, 8)
      case ..<256: (0x190 + symbol - 144, 9)
      case ..<280: (symbol - 256, 7)
      default: (0xc0 + symbol - 280, 8)
      }
    put((0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }, count: length)
  }

  /// Writes a match's length, 3...258, as a symbol and extra bits (RFC 1951, 3.2.5).
  mutating func putLength(_ length: Int) {
    if length == 258 { return putSymbol(285) }
    if length < 11 { return putSymbol(254 + length) }
    var (bits, first, symbol) = (1, 11, 265)
    while length >= first + 4 << bits {
      first += 4 << bits
      symbol += 4
      bits += 1
    }
    putSymbol(symbol + (length - first) >> bits)
    put((length - first) & ((1 << bits) - 1), count: bits)
  }

  mutating func finish() {
    if count > 0 { put(0, count: Int(8 - count)) }
  }
}
