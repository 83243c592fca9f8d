import Archive
import Journal
import Language
import Raster

/// The coding of a stroke's result: the size of the following bytes before compression, their digest, then the
/// compressed bytes: for each tile its index (LEB128) and a word of its changed rows; for each such row a word of
/// its changed pixels; the pixels. A bit for a row or a pixel, the first one lowest.
///
/// The coding of a result with depths, which its record is marked as, has a byte after each index (`Form`). Deep
/// pixels are coded as `DeepPlanes`, others as words.
extension PaintedPixels {
  /// What a tile's pixels are; part of the format.
  fileprivate enum Form: UInt8 {
    case words = 0
    case deep = 1
    case narrow = 2
  }

  /// The most bytes before compression: a million tiles of an endless canvas.
  private static let limit = 1 << 34

  /// Appends the coding, which is one with depths if `hasDepths`.
  /// - Throws: if memory is short.
  func write(to writer: inout ByteWriter) throws(ArchiveError) {
    let hasDepths = hasDepths
    var plain = ByteWriter()
    for change in changes {
      plain.writeCompact(UInt64(change.index))
      if hasDepths { plain.write(change.pixels.form.rawValue) }
      plain.write(change.changed.rows)
      for row in 0..<Tile.size where change.changed[row] != 0 { plain.write(change.changed[row]) }
      switch change.pixels {
      case .words(let words), .narrow(let words):
        plain.reserve(4 * words.count)
        for word in words { plain.write(word) }
      case .deep(let pixels):
        let places = change.changed.places
        var all = [DeepPixel](repeating: .clear, count: Tile.count)
        for (place, pixel) in zip(places, pixels) { all[place] = pixel }
        var planes: [UInt8] = []
        DeepPlanes.append(all, at: places, to: &planes)
        plain.write(raw: planes)
      }
    }
    writer.writeCompact(UInt64(plain.bytes.count))
    writer.write(Self.digest(plain.bytes))
    writer.write(counted: try Deflate.packed(plain.bytes.span))
  }

  /// Reads the coding.
  /// - Parameter hasDepths: whether it is one with depths.
  /// - Throws: if it is damaged.
  init(_ reader: inout ByteReader, hasDepths: Bool) throws(PayloadError) {
    let (count, digest) = (try reader.readCompact(), try reader.read(UInt32.self))
    let packed = try reader.readCounted()
    // Deflate packs at most 1032 bytes into one.
    guard count <= Self.limit, count <= 1040 * UInt64(packed.count) + 1040,
      let bytes = try? Deflate.unpacked(packed.span, count: Int(count)), Self.digest(bytes) == digest
    else { throw Self.damaged }
    var plain = ByteReader(bytes)
    var changes: [Change] = []
    while plain.remaining > 0 {
      let index = try plain.readCompact()
      guard index < TileKey.indexLimit, Int(index) > changes.last?.index ?? -1 else {
        throw PayloadError(translated("a tile's position is invalid"))
      }
      guard let form = hasDepths ? Form(rawValue: try plain.read(UInt8.self)) : .words else { throw Self.damaged }
      let changed = try Self.changed(&plain)
      if form == .words, changed.isEmpty { throw PayloadError(translated("a tile's position is invalid")) }
      let pixels: Pixels =
        switch form {
        case .words: .words(try Self.words(&plain, count: changed.count))
        case .narrow: .narrow(try Self.words(&plain, count: changed.count))
        case .deep: .deep(try Self.deepPixels(&plain, at: changed.places))
        }
      changes.append(Change(index: Int(index), changed: changed, pixels: pixels))
    }
    self.init(changes: changes)
  }

  private static func changed(_ reader: inout ByteReader) throws(PayloadError) -> ChangedPixels {
    var changed = ChangedPixels()
    var rows = try reader.read(UInt64.self)
    while rows != 0 {
      let columns = try reader.read(UInt64.self)
      guard columns != 0 else { throw damaged }
      changed[rows.trailingZeroBitCount] = columns
      rows &= rows - 1
    }
    return changed
  }

  private static func words(_ reader: inout ByteReader, count: Int) throws(PayloadError) -> [UInt32] {
    guard 4 * count <= reader.remaining else { throw .cutShort }
    var words: [UInt32] = []
    words.reserveCapacity(count)
    for _ in 0..<count {
      let word = try reader.read(UInt32.self)
      let alpha = word >> 24
      guard word & 255 <= alpha, word >> 8 & 255 <= alpha, word >> 16 & 255 <= alpha else { throw damaged }
      words.append(word)
    }
    return words
  }

  private static func deepPixels(_ reader: inout ByteReader, at places: [Int]) throws(PayloadError) -> [DeepPixel] {
    let all = DeepPlanes.pixels(try reader.readRaw(DeepPlanes.pixelSize * places.count), at: places)
    let pixels = places.map { all[$0] }
    guard pixels.allSatisfy(\.isValid) else { throw damaged }
    return pixels
  }

  private static var damaged: PayloadError { PayloadError(translated("the pixels of a stroke are damaged")) }

  private static func digest(_ bytes: [UInt8]) -> UInt32 {
    var digest = PixelDigest()
    for byte in bytes { digest.add(UInt64(byte)) }
    return digest.value
  }
}

extension PaintedPixels.Pixels {
  fileprivate var form: PaintedPixels.Form {
    switch self {
    case .words: .words
    case .narrow: .narrow
    case .deep: .deep
    }
  }
}
