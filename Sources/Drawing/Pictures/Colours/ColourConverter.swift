import Language

/// Converts straight pixels, 8 or 16 bits a channel, from the colours of a picture to sRGB. Relative
/// colorimetric with black point compensation. Use it from one thread at a time.
final class ColourConverter {
  /// The channels of a pixel, in the order of their bytes. All have 4 bytes, but the deep ones 8: 16 bits a
  /// channel in the machine's order.
  public enum Layout: Hashable { case bgra, rgba, cmyk, invertedCMYK, deepRGBA }

  /// Pixel formats of Little CMS (TYPE_BGRA_8 and so on).
  private enum Format {
    static let bgra: UInt32 = 279_705
    static let rgba: UInt32 = 262_297
    static let deepRGBA: UInt32 = 262_298
    static let grey: UInt32 = 196_617
    static let deepGrey: UInt32 = 196_618
    static let cmyk: UInt32 = 393_249
    static let invertedCMYK: UInt32 = 401_441
  }

  private enum Space {
    static let rgb: UInt32 = 0x5247_4220
    static let grey: UInt32 = 0x4752_4159
    static let cmyk: UInt32 = 0x434D_594B
  }

  private static let relativeColorimetric: UInt32 = 1
  /// cmsFLAGS_BLACKPOINTCOMPENSATION.
  private static let compensates: UInt32 = 0x2000
  /// cmsFLAGS_NOOPTIMIZE: a table of the colours in between is too coarse for 16 bits, and that of greys for dark
  /// ones of 8 bits.
  private static let isExact: UInt32 = 0x0100

  private let library: ColourLibrary
  private let transform: ColourLibrary.Handle
  private let layout: Layout
  private let colours: PictureColours
  private let isGrey: Bool
  /// Channels of a row of grey pixels of 16 bits.
  private var greys: [UInt16] = []
  /// The colours of the 256 greys of 8 bits, 4 bytes each.
  private lazy var coloursOfGreys: [UInt8] = {
    let greys = (0...255).map { UInt8($0) }
    var colours = [UInt8](repeating: 0, count: 4 * greys.count)
    library.transform(transform, greys, &colours, UInt32(greys.count))
    return colours
  }()

  /// What a profile asks for.
  enum Need {
    /// The colours are sRGB already.
    case nothing
    case conversion(ColourConverter)
    /// The picture is shown as if it were sRGB; a message for the user.
    case note(String)
  }

  /// What the colours of a picture ask for. RGB pictures become sRGB in the same layout, CMYK ones
  /// become opaque BGRA.
  /// - Parameter isColour: whether the picture is known to have colours, which a profile of grey does not fit.
  public static func need(
    of colours: PictureColours, layout: Layout, isColour: Bool = false, library: ColourLibrary? = .system
  ) -> Need {
    if colours == .standard { return .nothing }
    guard let library else {
      return .note(
        translated(
          "Colours may differ: converting those of the picture needs the library {library}. Install the package {package}.",
          ["library": "liblcms2.so.2", "package": "liblcms2-2"]))
    }
    guard let converter = ColourConverter(colours, layout, library), !(isColour && converter.isGrey) else {
      return .note(translated("Colours may differ: the colour profile of the picture is damaged or does not fit it."))
    }
    return converter.changesNothing ? .nothing : .conversion(converter)
  }

  /// The same conversion of RGBA pixels with 16 bits a channel; nil if memory is short.
  public var deep: ColourConverter? { ColourConverter(colours, .deepRGBA, library) }

  private init?(_ colours: PictureColours, _ layout: Layout, _ library: ColourLibrary) {
    guard let opened = library.open(colours) else { return nil }
    defer { _ = library.closeProfile(opened) }
    guard let target = library.makeSRGB() else { return nil }
    defer { _ = library.closeProfile(target) }
    let space = library.colourSpace(opened)
    let source: UInt32
    switch (layout, space) {
    case (.bgra, Space.rgb): source = Format.bgra
    case (.rgba, Space.rgb): source = Format.rgba
    case (.deepRGBA, Space.rgb): source = Format.deepRGBA
    case (.bgra, Space.grey), (.rgba, Space.grey): source = Format.grey
    case (.deepRGBA, Space.grey): source = Format.deepGrey
    case (.cmyk, Space.cmyk): source = Format.cmyk
    case (.invertedCMYK, Space.cmyk): source = Format.invertedCMYK
    default: return nil
    }
    let result =
      switch layout {
      case .rgba: Format.rgba
      case .deepRGBA: Format.deepRGBA
      default: Format.bgra
      }
    guard
      let transform = library.makeTransform(
        opened, source, target, result, Self.relativeColorimetric,
        Self.compensates | (layout == .deepRGBA || space == Space.grey ? Self.isExact : 0))
    else { return nil }
    (self.library, self.transform) = (library, transform)
    (self.layout, self.colours, isGrey) = (layout, colours, space == Space.grey)
  }

  deinit { library.deleteTransform(transform) }

  /// Converts pixels in place. The alpha of RGB pixels stays.
  func convert(_ pixels: UnsafeMutableRawPointer, count: Int) {
    if isGrey {
      if layout == .deepRGBA { convertDeepGreys(pixels, count) } else { convertGreys(pixels, count) }
    } else {
      library.transform(transform, pixels, pixels, UInt32(count))
    }
    if layout == .cmyk || layout == .invertedCMYK {
      for i in 0..<count { pixels.storeBytes(of: 255, toByteOffset: 4 * i + 3, as: UInt8.self) }
    }
  }

  /// Converts the green channel of pixels, which is grey.
  private func convertGreys(_ pixels: UnsafeMutableRawPointer, _ count: Int) {
    coloursOfGreys.withUnsafeBytes { colours in
      for i in 0..<count {
        let grey = Int(pixels.load(fromByteOffset: 4 * i + 1, as: UInt8.self))
        for channel in 0..<3 {
          pixels.storeBytes(of: colours[4 * grey + channel], toByteOffset: 4 * i + channel, as: UInt8.self)
        }
      }
    }
  }

  /// Likewise with 16 bits a channel.
  private func convertDeepGreys(_ pixels: UnsafeMutableRawPointer, _ count: Int) {
    if greys.count < count { greys = [UInt16](repeating: 0, count: count) }
    for i in 0..<count { greys[i] = pixels.load(fromByteOffset: 8 * i + 2, as: UInt16.self) }
    greys.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { library.transform(transform, base, pixels, UInt32(count)) }
    }
  }

  /// Whether no colour of a coarse cube changes by more than rounding.
  private var changesNothing: Bool {
    guard layout == .bgra || layout == .rgba else { return false }
    var colours: [UInt8] = []
    let steps: [UInt8] = [0, 16, 48, 80, 112, 144, 176, 208, 240, 255]
    for red in steps {
      for green in steps {
        for blue in steps where !isGrey || (red == green && green == blue) { colours += [blue, green, red, 255] }
      }
    }
    var converted = colours
    converted.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { convert(base, count: buffer.count / 4) }
    }
    return zip(colours, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }
}
