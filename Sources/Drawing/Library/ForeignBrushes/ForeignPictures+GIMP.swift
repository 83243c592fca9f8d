import Archive
import Ink
import Language

extension ForeignTip {
  /// Reads a brush of GIMP (`.gbr`, versions 1 to 3) and a pattern behind it (`.gpb`).
  ///
  /// A pixel of one byte is coverage. One of four bytes is a colour, which counts as in `init(width:height:rgba:)`. One
  /// of two bytes, in version 3 of CinePaint, is the upper half of a Float of 0...1.
  init(gbr reader: inout BigEndianReader, budget: inout PixelBudget) throws(ArchiveError) {
    let length = try reader.readCount()
    let version = try reader.readCount()
    let (width, height, kind) = (try reader.readCount(), try reader.readCount(), try reader.readCount())
    guard (1...3).contains(version) else {
      throw .fault(translated("its version {version} is unknown", ["version": version]))
    }
    var (spacing, start) = (25, 20)
    if version > 1 {
      guard try reader.readType() == "GIMP" else { throw .fault(translated("it is not a brush of GIMP")) }
      spacing = try reader.readCount()
      start = 28
    }
    let name = try reader.raw(length - start).prefix { $0 != 0 }
    let size: Int
    switch (version, kind) {
    case (3, 18): size = 2
    case (1, 1), (1, 4), (2, 1), (2, 4): size = kind
    default: throw .fault(translated("its pixels have an unknown form"))
    }
    let pixels = try reader.raw(try budget.use(width: width, height: height) * size)
    switch size {
    case 1: self.init(width: width, height: height, mask: Array(pixels))
    case 2: self.init(width: width, height: height, mask: Self.coverages(ofFloats: pixels))
    default: self.init(width: width, height: height, rgba: pixels)
    }
    self.name = version == 1 ? Self.latin1(name) : String(decoding: name, as: UTF8.self)
    self.spacing = Double(min(1000, spacing)) / 100
    if size == 1, Self.skipPattern(&reader) { hasColours = true }
  }

  private static func coverages(ofFloats pixels: ArraySlice<UInt8>) -> [UInt8] {
    stride(from: pixels.startIndex, to: pixels.endIndex, by: 2).map { at in
      let value = Float(bitPattern: UInt32(pixels[at]) << 24 | UInt32(pixels[at + 1]) << 16)
      return value > 0 ? UInt8(min(255, (255 * value).rounded())) : 0
    }
  }

  /// A text in ISO 8859-1.
  public static func latin1(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  /// Skips a pattern of GIMP; returns false if there is none.
  private static func skipPattern(_ reader: inout BigEndianReader) -> Bool {
    var ahead = reader
    guard let length = try? ahead.readCount(), let version = try? ahead.readCount(), let width = try? ahead.readCount(),
      let height = try? ahead.readCount(), let size = try? ahead.readCount(), (try? ahead.readType()) == "GPAT",
      version == 1, size == 3, length >= 24, PixelBudget.sides.contains(width), PixelBudget.sides.contains(height),
      (try? ahead.raw(length - 24)) != nil, (try? ahead.raw(width * height * 3)) != nil
    else { return false }
    reader = ahead
    return true
  }
}

extension ForeignPictures {
  /// Reads a brush of GIMP.
  init(gbr bytes: [UInt8], budget: inout PixelBudget) throws(ArchiveError) {
    var reader = BigEndianReader(bytes[...])
    try self.init([ForeignTip(gbr: &reader, budget: &budget)], budget: &budget)
  }

  /// Reads several tips of GIMP (`.gih`): a line with a name, a line with parameters, then brushes one after the other.
  ///
  /// The pictures are chosen by the dimension that has several. Choices that Fude has not, and several such dimensions,
  /// become chance. A file that ends early gives the tips that are whole.
  init(gih bytes: [UInt8], budget: inout PixelBudget) throws(ArchiveError) {
    let lines = bytes.prefix(2 * Self.longestLine).split(
      separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[0].count < Self.longestLine, lines[1].count < Self.longestLine,
      let parameters = PipeParameters(String(decoding: lines[1], as: UTF8.self))
    else { throw .fault(translated("it is not a set of tips of GIMP")) }
    var reader = BigEndianReader(bytes[lines[2].startIndex...])
    var tips: [ForeignTip] = []
    while tips.count < min(parameters.used, TipImages.mostImages), reader.remaining > 0 {
      do throws(ArchiveError) { tips.append(try ForeignTip(gbr: &reader, budget: &budget)) } catch {
        if tips.isEmpty { throw error }
        break
      }
    }
    try self.init(tips, budget: &budget)
    if parameters.used > TipImages.mostImages, reader.remaining > 0 { left.insert(.manyPictures) }
    name = String(decoding: lines[0].prefix { $0 != 0 }.drop { $0 == 0x20 }, as: UTF8.self)
    choice = parameters.choice
    if tips.count > 1, !parameters.isExact { left.insert(.pictureChoice) }
  }

  /// The greatest length of a line, bytes.
  private static let longestLine = 1024
}

/// The second line of a `.gih` file.
private struct PipeParameters {
  /// The number of tips that brushes use.
  private(set) var used: Int
  private(set) var choice = Brush.ImageTip.Choice.chance
  /// Whether GIMP chooses in the same way.
  private(set) var isExact = true

  /// Parses a line: the number of tips, then words "key:value"; nil if it is none.
  init?(_ line: String) {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let first = words.first, let number = Int(first), number > 0 else { return nil }
    used = number
    var values: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    if words.count == 1 {
      choice = .sequence
      return
    }
    func value(_ key: String, _ usual: Int) -> Int { values[key].flatMap { Int($0) } ?? usual }
    let dimensions = max(1, min(4, value("dim", 1)))
    let ranks = (0..<dimensions).map { max(1, value("rank\($0)", $0 == 0 && dimensions == 1 ? number : 1)) }
    let several = (0..<dimensions).filter { ranks[$0] > 1 }
    let choices = several.map { values["sel\($0)"] ?? values["selection"] ?? "random" }
    switch choices.first {
    case nil: used = 1
    case "incremental" where several.count == 1: choice = .sequence
    case "angular" where several.count == 1: choice = .direction
    case "random" where choices.allSatisfy { $0 == "random" }: break
    case "velocity", "pressure", "xtilt", "ytilt": isExact = false
    case _ where several.count == 1: used = 1
    default: isExact = false
    }
    // Tips beyond the only dimension are never chosen.
    if several.count == 1, used > 1 { used = min(used, ranks[several[0]]) }
  }
}

extension ForeignPictures {
  /// Reads a PNG image. Text in it can state its name and the distance between prints as a share of its size; that is
  /// 20 % otherwise.
  init(png bytes: [UInt8], budget: inout PixelBudget) throws(ArchiveError) {
    var tip = try ForeignTip(png: bytes, budget: &budget)
    let texts = PNGTexts(bytes)
    tip.name = texts["brush_name"] ?? ""
    tip.spacing = texts["brush_spacing"].flatMap { Double($0) } ?? 0.2
    try self.init([tip], budget: &budget)
  }
}
