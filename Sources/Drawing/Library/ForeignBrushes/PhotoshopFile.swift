import Archive
import Language

/// The parts of a file of Photoshop's brushes (`.abr`). Pictures are read when they are needed.
struct PhotoshopFile {
  /// A picture of a tip.
  struct Sample {
    /// What presets name it by.
    var key: String
    fileprivate var content: ArraySlice<UInt8>
    /// The number of bytes between the key and the bounds.
    fileprivate var gap: Int
  }

  /// A brush of version 1 or 2.
  struct Simple {
    var name = ""
    /// The distance between prints, percent of the diameter; 0 if the file has none.
    var spacing = 0
    var tip: Tip

    enum Tip {
      /// Diameter in px, roundness and hardness in percent, angle in degrees, counter-clockwise.
      case computed(diameter: Int, roundness: Int, angle: Int, hardness: Int)
      case sampled(Sample)
      /// A brush that cannot be used.
      case fault(String)
    }
  }

  /// The brushes of version 1 or 2, in the file's order.
  private(set) var simple: [Simple] = []
  /// The pictures of later versions, in the file's order.
  private(set) var samples: [Sample] = []
  /// The presets of later versions, in the file's order.
  private(set) var presets: [PhotoshopDescriptor] = []
  /// Why presets are missing; nil if all were read.
  private(set) var fault: String?

  /// The versions that can be read.
  static let versions: Set<Int> = [1, 2, 6, 7, 9, 10]

  /// Finds the parts of a file. Those at its end that are cut short are left out.
  /// - Throws: if its version is unknown.
  init(_ bytes: [UInt8]) throws(ArchiveError) {
    var reader = BigEndianReader(bytes[...])
    let version = Int(try reader.read(UInt16.self))
    guard Self.versions.contains(version) else {
      throw .fault(translated("its version {version} is unknown", ["version": version]))
    }
    let number = Int(try reader.read(UInt16.self))
    if version <= 2 {
      readSimple(reader, count: number, version: version)
      return
    }
    guard number == 1 || number == 2 else {
      throw .fault(translated("its version {version} is unknown", ["version": "\(version).\(number)"]))
    }
    try readBlocks(reader, subversion: number)
  }

  private mutating func readSimple(_ reader: BigEndianReader, count: Int, version: Int) {
    var reader = reader
    for _ in 0..<count {
      guard let type = try? reader.read(UInt16.self), let length = try? reader.readCount() else { break }
      guard let content = try? reader.raw(length) else {
        simple.append(Simple(tip: .fault(translated("its bytes end too early"))))
        break
      }
      do throws(ArchiveError) {
        if let brush = try Self.simple(type, BigEndianReader(content), version: version) { simple.append(brush) }
      } catch { simple.append(Simple(tip: .fault("\(error)"))) }
    }
    if simple.count < count, fault == nil { fault = translated("its bytes end too early") }
  }

  /// Reads a brush of version 1 or 2; nil for one of another type.
  private static func simple(_ type: UInt16, _ content: BigEndianReader, version: Int) throws(ArchiveError) -> Simple? {
    guard type == 1 || type == 2 else { return nil }
    var reader = content
    _ = try reader.raw(4)
    let spacing = Int(try reader.read(UInt16.self))
    var name = ""
    // Whether computed brushes of version 2 have a name is seen from their length.
    if version == 2, type == 2 || content.remaining > 14 { name = try reader.readText() }
    guard type == 1 else {
      return Simple(name: name, spacing: spacing, tip: .sampled(Sample(key: "", content: reader.rest, gap: 9)))
    }
    let diameter = Int(try reader.read(UInt16.self))
    let roundness = Int(try reader.read(UInt16.self))
    let angle = Int(try reader.read(Int16.self))
    let hardness = Int(try reader.read(UInt16.self))
    return Simple(
      name: name, spacing: spacing,
      tip: .computed(diameter: diameter, roundness: roundness, angle: angle, hardness: hardness))
  }

  private mutating func readBlocks(_ reader: BigEndianReader, subversion: Int) throws(ArchiveError) {
    var reader = reader
    while reader.remaining >= 12 {
      guard try reader.readType() == "8BIM" else { throw .fault(translated("it is damaged")) }
      let (type, length) = (try reader.readType(), try reader.readCount())
      if length > reader.remaining { fault = translated("its bytes end too early") }
      let content = BigEndianReader(try reader.raw(min(length, reader.remaining)))
      _ = try reader.raw(min(Self.padding(length), reader.remaining))
      switch type {
      case "samp": readSamples(content, gap: subversion == 1 ? 10 : 264)
      case "desc":
        var descriptors = content
        guard (try? descriptors.readCount()) == 16 else { continue }
        var parser = PhotoshopDescriptorParser(descriptors)
        do throws(ArchiveError) {
          presets = try parser.parse().objects("Brsh")
          fault = parser.fault ?? fault
        } catch { fault = "\(error)" }
      default: break
      }
    }
  }

  private mutating func readSamples(_ reader: BigEndianReader, gap: Int) {
    var reader = reader
    while let length = try? reader.readCount(), let content = try? reader.raw(length) {
      var sample = BigEndianReader(content)
      if let count = try? sample.read(UInt8.self), let key = try? sample.raw(Int(count)) {
        samples.append(Sample(key: String(decoding: key, as: UTF8.self), content: sample.rest, gap: gap))
      }
      _ = try? reader.raw(min(Self.padding(length), reader.remaining))
    }
  }

  /// The bytes after a part whose length is no multiple of 4.
  private static func padding(_ length: Int) -> Int { (4 - length % 4) % 4 }
}

extension PhotoshopFile.Sample {
  /// Reads the picture: 255 covers; of 16 bits, the upper 8 count.
  public func tip(_ budget: inout PixelBudget) throws(ArchiveError) -> ForeignTip {
    var reader = BigEndianReader(content)
    _ = try reader.raw(gap)
    var bounds: [Int] = []
    for _ in 0..<4 { bounds.append(Int(try reader.read(Int32.self))) }
    let (width, height) = (bounds[3] - bounds[1], bounds[2] - bounds[0])
    let depth = Int(try reader.read(UInt16.self))
    guard [1, 8, 16].contains(depth) else { throw .fault(translated("its pixels have an unknown form")) }
    let count = try budget.use(width: width, height: height)
    let rowBytes = (width * depth + 7) / 8
    let pixels: [UInt8]
    switch try reader.read(UInt8.self) {
    case 0: pixels = Array(try reader.raw(rowBytes * height))
    case 1: pixels = try Self.unpacked(&reader, rowBytes: rowBytes, height: height)
    default: throw .fault(translated("its pixels have an unknown form"))
    }
    guard depth != 8 else { return ForeignTip(width: width, height: height, mask: pixels) }
    var mask: [UInt8] = []
    mask.reserveCapacity(count)
    for y in 0..<height {
      for x in 0..<width {
        let row = y * rowBytes
        mask.append(depth == 16 ? pixels[row + 2 * x] : (pixels[row + x / 8] >> UInt8(7 - x % 8) & 1) &* 255)
      }
    }
    return ForeignTip(width: width, height: height, mask: mask)
  }

  /// Reads rows that are packed by PackBits behind a table of their lengths. A row that is too short ends in zeros.
  private static func unpacked(
    _ reader: inout BigEndianReader, rowBytes: Int, height: Int
  ) throws(ArchiveError) -> [UInt8] {
    var lengths = BigEndianReader(try reader.raw(2 * height))
    // Zeros for rows that are missing would make a large picture of few bytes.
    guard reader.remaining >= height else { throw .fault(translated("its bytes end too early")) }
    var pixels = [UInt8](repeating: 0, count: rowBytes * height)
    for y in 0..<height {
      let row = try reader.raw(Int(try lengths.read(UInt16.self)))
      var (from, to) = (row.startIndex, y * rowBytes)
      let end = to + rowBytes
      while from < row.endIndex, to < end {
        let code = Int(row[from])
        from += 1
        if code < 128 {
          let count = min(code + 1, row.endIndex - from, end - to)
          for i in 0..<max(0, count) { pixels[to + i] = row[from + i] }
          from += code + 1
          to += count
        } else if code > 128, from < row.endIndex {
          let count = min(257 - code, end - to)
          for i in 0..<count { pixels[to + i] = row[from] }
          from += 1
          to += count
        }
      }
    }
    return pixels
  }
}
