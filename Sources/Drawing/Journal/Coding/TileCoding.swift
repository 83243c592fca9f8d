import Archive
import Language
import Raster

/// Lossless compression of a tile's pixels. A tile keeps its depth.
public enum TileCoding {
  /// The encodings of a tile; part of the format.
  private enum Form: UInt8 {
    /// Transparent; no bytes follow.
    case empty = 0
    /// One colour; 4 bytes follow.
    case uniform = 1
    /// Compressed differences between each pixel and the one before, byte for byte.
    case differences = 2
    /// A deep tile of one colour; 8 bytes follow: red, green, blue and alpha, little-endian.
    case deepUniform = 3
    /// All pixels of a deep tile as compressed `DeepPlanes`.
    case deep = 4
  }

  /// Encodes a tile; nil is a missing tile.
  public static func encoded(_ tile: Tile?) throws(ArchiveError) -> [UInt8] {
    guard let tile else { return [Form.empty.rawValue] }
    if tile.isDeep { return try encodedDeep(tile.deepPixels) }
    let first = tile.pixels[0]
    var writer = ByteWriter()
    if tile.pixels.allSatisfy({ $0 == first }) {
      if first == 0 { return [Form.empty.rawValue] }
      writer.write(Form.uniform.rawValue)
      writer.write(first)
      return writer.bytes
    }
    var differences: [UInt8] = []
    differences.reserveCapacity(4 * Tile.count)
    var last: UInt32 = 0
    for pixel in tile.pixels {
      withUnsafeBytes(of: difference(pixel, last).littleEndian) { differences.append(contentsOf: $0) }
      last = pixel
    }
    writer.write(Form.differences.rawValue)
    writer.write(raw: try Deflate.packed(differences.span, level: 4))
    return writer.bytes
  }

  private static func encodedDeep(_ pixels: [DeepPixel]) throws(ArchiveError) -> [UInt8] {
    let first = pixels[0]
    var writer = ByteWriter()
    if pixels.allSatisfy({ $0 == first }) {
      if first == .clear { return [Form.empty.rawValue] }
      writer.write(Form.deepUniform.rawValue)
      for channel in 0..<4 { writer.write(first.channels[channel]) }
      return writer.bytes
    }
    var planes: [UInt8] = []
    DeepPlanes.append(pixels, at: Array(0..<Tile.count), to: &planes)
    writer.write(Form.deep.rawValue)
    writer.write(raw: try Deflate.packed(planes.span, level: 4))
    return writer.bytes
  }

  /// Decodes a tile; nil if it is transparent.
  /// - Throws: if the bytes are not the output of `encoded`.
  public static func decoded(_ bytes: [UInt8]) throws(PayloadError) -> Tile? {
    var reader = ByteReader(bytes)
    switch Form(rawValue: try reader.read(UInt8.self)) {
    case .empty:
      try reader.finish()
      return nil
    case .uniform:
      let pixel = try reader.read(UInt32.self)
      try reader.finish()
      return try checked(Tile(filledWith: pixel))
    case .differences:
      let differences = try unpacked(&reader, count: 4 * Tile.count)
      var tile = Tile()
      tile.withMutablePixels { pixels in
        var last: UInt32 = 0
        for index in 0..<Tile.count {
          var word: UInt32 = 0
          for byte in 0..<4 { word |= UInt32(differences[4 * index + byte]) << UInt32(8 * byte) }
          last = sum(word, last)
          pixels[index] = last
        }
      }
      return try checked(tile)
    case .deepUniform:
      var pixel = DeepPixel.clear
      for channel in 0..<4 { pixel.channels[channel] = try reader.read(UInt16.self) }
      try reader.finish()
      return try checked(deep: [DeepPixel](repeating: pixel, count: Tile.count))
    case .deep:
      let planes = try unpacked(&reader, count: DeepPlanes.pixelSize * Tile.count)
      return try checked(deep: DeepPlanes.pixels(planes[...], at: Array(0..<Tile.count)))
    case nil: throw PayloadError(translated("a tile's form is not known"))
    }
  }

  /// The rest of the bytes, decompressed to `count`.
  private static func unpacked(_ reader: inout ByteReader, count: Int) throws(PayloadError) -> [UInt8] {
    let packed = Array(try reader.readRaw(reader.remaining))
    do throws(ArchiveError) { return try Deflate.unpacked(packed.span, count: count) } catch {
      throw PayloadError(error.description)
    }
  }

  /// Subtracts each byte separately, without a borrow from the next byte.
  private static func difference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a | 0x8080_8080) &- (b & 0x7F7F_7F7F)) ^ ((a ^ ~b) & 0x8080_8080)
  }

  /// Adds each byte separately.
  private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a & 0x7F7F_7F7F) &+ (b & 0x7F7F_7F7F)) ^ ((a ^ b) & 0x8080_8080)
  }

  /// Checks that every colour is at most its alpha, which blending requires.
  private static func checked(_ tile: Tile) throws(PayloadError) -> Tile {
    for pixel in tile.pixels {
      let alpha = pixel >> 24
      guard pixel >> 16 & 255 <= alpha, pixel >> 8 & 255 <= alpha, pixel & 255 <= alpha else {
        throw PayloadError(translated("a pixel's colour is above its opacity"))
      }
    }
    return tile
  }

  /// Checks a deep tile likewise. Its channels must also be at most 1.
  private static func checked(deep pixels: [DeepPixel]) throws(PayloadError) -> Tile {
    guard pixels.allSatisfy(\.isValid) else { throw PayloadError(translated("a pixel's colour is above its opacity")) }
    return Tile(deep: pixels)
  }
}
