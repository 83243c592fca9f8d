import Foundation
import Rig
import Testing

@Suite struct ImageFileTests {
  /// Fails if the PNG, decoded as in the RFC, does not give the same pixels. The image has runs of
  /// every length that the format encodes, colours with the longer codes, and noise.
  @Test func aPNGHoldsThePixels() throws {
    var image = Image(width: 700, height: 300, filledWith: 0xf0f1f2)
    var state: UInt32 = 7
    for y in 0..<300 {
      for x in 0..<y {  // each row has a longer run of noise and a shorter run of the row above
        state = state &* 1_664_525 &+ 1_013_904_223
        if y % 3 == 0 { image[x, y] = state >> 8 }
      }
      image[y * 2, y] = 0x0000ff
    }
    let folder = try TemporaryFolder()
    try image.write(to: folder.path + "/image.png")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/image.png")))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))

    var (chunks, offset): ([String: ArraySlice<UInt8>], Int) = ([:], 8)
    while offset < bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      chunks[String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)] = bytes[offset + 8..<offset + 8 + length]
      offset += length + 12
    }
    #expect(chunks["IHDR"].map(Array.init) == [0, 0, 2, 188, 0, 0, 1, 44, 8, 2, 0, 0, 0])
    var inflater = Inflater(bytes: Array(try #require(chunks["IDAT"]).dropFirst(2)))
    let rows = inflater.fixedBlock()
    #expect(rows.count == 300 * (700 * 3 + 1))
    var pixels = [UInt32](repeating: 0, count: 700 * 300)
    for y in 0..<300 {
      #expect(rows[y * 2101] == 2)
      for x in 0..<700 {
        let above = y == 0 ? 0 : pixels[(y - 1) * 700 + x]
        for channel in 0..<3 {
          let shift = UInt32(16 - 8 * channel)
          let value = rows[y * 2101 + 1 + x * 3 + channel] &+ UInt8(above >> shift & 255)
          pixels[y * 700 + x] |= UInt32(value) << shift
        }
      }
    }
    #expect(pixels == image.pixels)
  }

  /// Fails if an unknown extension is accepted, or if a missing folder is no error.
  @Test func aWrongPathIsNamed() throws {
    let image = Image(width: 1, height: 1, filledWith: 0)
    #expect(throws: RigError("image.gif ends neither in .png nor in .ppm.")) { try image.write(to: "image.gif") }
    #expect(throws: RigError("Cannot open /nowhere/image.ppm: No such file or directory.")) {
      try image.write(to: "/nowhere/image.ppm")
    }
  }
}

/// Decodes one block with the fixed codes (RFC 1951, 3.2.5 and 3.2.6).
private struct Inflater {
  var bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func fixedBlock() -> [UInt8] {
    var output: [UInt8] = []
    guard bits(3) == 0b011 else { return [] }
    while true {
      let symbol = symbol()
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return output
      } else {
        let (base, extra) = Self.lengths[symbol - 257]
        let length = base + bits(extra)
        guard code(5) == 0 else { return [] }  // only distance 1 is used
        let last = output[output.count - 1]
        output += [UInt8](repeating: last, count: length)
      }
    }
  }

  private static let lengths: [(Int, Int)] = [
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1), (17, 1), (19, 2),
    (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4), (83, 4), (99, 4), (115, 4), (131, 5),
    (163, 5), (195, 5), (227, 5), (258, 0),
  ]

  private mutating func symbol() -> Int {
    var value = code(7)
    if value < 24 { return 256 + value }
    value = value << 1 | bits(1)
    if value >= 0xc0 && value < 0xc8 { return 280 + value - 0xc0 }
    if value < 0xc0 { return value - 0x30 }
    return 144 + (value << 1 | bits(1)) - 0x190
  }

  private mutating func code(_ count: Int) -> Int { (0..<count).reduce(0) { value, _ in value << 1 | bits(1) } }

  private mutating func bits(_ count: Int) -> Int {
    var value = 0
    for index in 0..<count {
      value |= Int(bytes[position / 8] >> UInt8(position % 8) & 1) << index
      position += 1
    }
    return value
  }
}
