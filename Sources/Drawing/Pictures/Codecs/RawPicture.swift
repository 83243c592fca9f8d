import Raster

/// The pixels of a picture as they are stored, 4 bytes each.
struct RawPicture: ~Copyable {
  public let width: Int
  public let height: Int
  public let hasAlpha: Bool
  public let layout: ColourConverter.Layout
  public let pixels: PixelBlock

  public struct Parts {
    public var width: Int
    public var height: Int
    var isCMYK = false
    public var pixels: PixelBlock
  }

  /// Enough for the largest picture and its worst encoding.
  public static func check(_ width: Int, _ height: Int, _ limits: ImageLimits) throws(PNGFault) {
    if let fault = limits.fault(width: width, height: height) { throw .words(fault) }
  }

  /// Converts the pixels to sRGB, premultiplied. Returns a message if the colours may be wrong.
  borrowing func makeStandard(_ colours: PictureColours) -> String? {
    var note: String?
    var isDone = false
    var colours = colours
    // Other words than a profile are about RGB.
    if layout != .bgra, case .space = colours { colours = .standard }
    switch ColourConverter.need(of: colours, layout: layout) {
    case .nothing: isDone = layout == .bgra
    case .note(let text): note = text
    case .conversion(let converter):
      for y in 0..<height { converter.convert(pixels.bytes + 4 * width * y, count: width) }
      isDone = true
    }
    if !isDone, layout != .bgra { mixInks() }
    if hasAlpha { multiply() }
    return note
  }

  /// CMYK without a profile, as most programs do it: each ink and black take light away.
  private borrowing func mixInks() {
    func product(_ c: UInt8, _ light: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: Premultiplied.scaled(c, light)) }
    let bytes = pixels.bytes
    let flip: UInt8 = layout == .cmyk ? 255 : 0
    for i in 0..<width * height {
      let at = 4 * i
      let light = UInt32(bytes[at + 3] ^ flip)
      pixels.words[i] = Premultiplied.pixel(
        red: product(bytes[at] ^ flip, light), green: product(bytes[at + 1] ^ flip, light),
        blue: product(bytes[at + 2] ^ flip, light), alpha: 255)
    }
  }

  private borrowing func multiply() {
    for i in pixels.words.indices {
      let pixel = pixels.words[i]
      if pixel >> 24 == 255 { continue }
      pixels.words[i] = Premultiplied.pixel(
        red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
        blue: UInt8(truncatingIfNeeded: pixel), alpha: UInt8(truncatingIfNeeded: pixel >> 24))
    }
  }

  /// The image as Exif's orientation, 1...8, means it.
  borrowing func upright(_ orientation: Int) throws(PNGFault) -> TileGrid {
    let (w, h) = (width, height)
    let last = w * h - 1
    // The first pixel, and the steps to the next column and row.
    let (first, across, down) =
      switch orientation {
      case 2: (w - 1, -1, w)
      case 3: (last, -1, -w)
      case 4: (last - w + 1, 1, -w)
      case 5: (0, w, 1)
      case 6: (last - w + 1, -w, 1)
      case 7: (last, -w, -1)
      case 8: (w - 1, w, -1)
      default: (0, 1, w)
      }
    let size = orientation > 4 ? (width: h, height: w) : (width: w, height: h)
    var loader = PictureLoader(width: size.width, height: size.height)
    var row = [UInt32](repeating: 0, count: size.width)
    for y in 0..<size.height {
      let start = first + y * down
      if across == 1 {
        let line = UnsafeBufferPointer(rebasing: pixels.words[start..<start + w])
        try loader.take(line.span)
      } else {
        for x in 0..<size.width { row[x] = pixels.words[start + x * across] }
        try loader.take(row.span)
      }
    }
    return loader.image
  }
}
