import Archive
import CPNG
import Language

/// The chunks of a PNG image about its colours (PNG specification, third edition, 4.3, 11.3.2 and 11.3.4.5).
struct PNGColours {
  /// Whether the image has no colours.
  let isGrey: Bool
  /// The contents of chunks; nil if there is none or its checksum is wrong.
  private let (code, profile, standard): ([UInt8]?, [UInt8]?, [UInt8]?)
  private let (gamma, places, exif): ([UInt8]?, [UInt8]?, [UInt8]?)
  /// The chunks that were left out for a wrong checksum.
  private let damaged: Int

  /// Copies the contents, which libpng owns.
  public init(_ header: fude_png_header) {
    func content(_ chunk: fude_png_chunk) -> [UInt8]? {
      chunk.is_present == 0 ? nil : Array(UnsafeBufferPointer(start: chunk.bytes, count: chunk.count))
    }
    isGrey = header.is_grey != 0
    damaged = Int(header.damaged_colours)
    (code, profile, standard) = (content(header.cicp), content(header.iccp), content(header.srgb))
    (gamma, places, exif) = (content(header.gama), content(header.chrm), content(header.exif))
  }

  /// What the image says of its colours, and a message if they may be wrong. The first chunk counts that is not
  /// damaged.
  /// - Parameter usesProfile: false leaves out the profile, for one that does not fit the image.
  public func stated(usesProfile: Bool = true) -> (colours: PictureColours, note: String?) {
    var note = isDamaged(fude_png_colour_cicp) ? Self.damage : nil
    if let code {
      if code.count == 4, code[2] == 0, code[3] == 1, let curve = ColourSpace.Curve(transfer: code[1]),
        let space = ColourSpace(primaries: code[0], curve: curve)
      {
        note = curve.nameOfHighRange.map {
          translated(
            "Colours may differ: the picture has a high dynamic range ({name}). What is brighter than white paper is shown like white paper.",
            ["name": $0])
        }
        return (space == .sRGB ? .standard : .space(space), note)
      }
      note =
        code.count == 4
        ? translated(
          "Colours may differ: Fude does not know the colours of the picture (cICP {code}).",
          ["code": code.map { "\($0)" }.joined(separator: "-")]) : Self.damage
    }
    if isDamaged(fude_png_colour_iccp) { note = note ?? Self.damage }
    if usesProfile, let profile {
      if let bytes = Self.unpacked(profile) { return (.profile(bytes), nil) }
      note = translated("Colours may differ: the colour profile of the picture is damaged or does not fit it.")
    }
    if let standard {
      if standard.count == 1 { return (.standard, note) }
      note = note ?? Self.damage
    }
    var (space, isWhole) = lights
    if isDamaged(fude_png_colour_gama) || isDamaged(fude_png_colour_chrm) { isWhole = false }
    if !isWhole { note = note ?? Self.damage }
    guard let space else { return (colours(ofExif: exif), note) }
    return (space == .sRGB ? .standard : .space(space), note)
  }

  private func isDamaged(_ chunk: some BinaryInteger) -> Bool { damaged & Int(chunk) != 0 }

  private static var damage: String {
    translated("Colours may differ: what the picture says about its colours is damaged.")
  }

  /// The ICC profile in a chunk: a name that ends with 0, the method 0, and bytes of zlib.
  private static func unpacked(_ content: [UInt8]) -> [UInt8]? {
    guard let end = content.firstIndex(of: 0), end + 2 < content.count, content[end + 1] == 0 else { return nil }
    let packed = Array(content[(end + 2)...])
    return try? Deflate.unpacked(packed.span, most: PictureProperties.mostOfProfile)
  }

  /// What Exif data say. Their damage changes nothing.
  /// How the picture is turned, as Exif says it, 1...8; 1 is upright.
  public var orientation: Int {
    var properties = PictureProperties()
    if let exif { Exif.read(exif[...], into: &properties) }
    return properties.orientation
  }

  private func colours(ofExif exif: [UInt8]?) -> PictureColours {
    var properties = PictureProperties()
    if let exif { Exif.read(exif[...], into: &properties) }
    return properties.colours
  }

  /// The meaning of gAMA and cHRM, nil if there is none; and whether none has impossible numbers.
  private var lights: (ColourSpace?, isWhole: Bool) {
    func numbers(_ bytes: [UInt8], _ count: Int) -> [Double]? {
      guard bytes.count == 4 * count else { return nil }
      return (0..<count).map { i in Double(bytes[4 * i..<4 * i + 4].reduce(0) { $0 << 8 | Int($1) }) / 100_000 }
    }
    var space = ColourSpace.sRGB
    var (isStated, isWhole) = (false, true)
    // The mean of a grey picture's colours is the same whatever they are.
    if let places, !isGrey {
      if let v = numbers(places, 8),
        let stated = ColourSpace(
          white: .init(v[0], v[1]), red: .init(v[2], v[3]), green: .init(v[4], v[5]), blue: .init(v[6], v[7]),
          curve: .sRGB)
      {
        if !stated.hasPlaces(of: .sRGB) { space = stated }
        isStated = true
      } else {
        isWhole = false
      }
    }
    if let gamma {
      if let value = numbers(gamma, 1)?.first, (0.1...10).contains(value) {
        // Many programs write 1/2.2, rounded in several ways, when they mean sRGB.
        if space != .sRGB || abs(value - 0.45455) > 0.005 { space.curve = .power(1 / value) }
        isStated = true
      } else {
        isWhole = false
      }
    }
    return (isStated ? space : nil, isWhole)
  }
}
