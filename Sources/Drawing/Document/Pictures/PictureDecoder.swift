import Files
import Language
import Raster

/// Decodes JPEG and WebP pictures in memory: upright, in sRGB, premultiplied. Of an animation, the first picture.
struct PictureDecoder {
  /// A format that is decoded as a whole.
  enum Format: Hashable { case jpeg, webP }

  /// The picture.
  private(set) var image: TileGrid
  /// Pixels per inch; nil if unknown.
  private(set) var resolution: Resolution?
  /// Whether the picture can have pixels that are not opaque.
  private(set) var hasAlpha: Bool
  /// A message about its colours; nil if they are right.
  private(set) var note: String?

  /// Decodes a picture.
  /// - Throws: if it is damaged, cut short or larger than `limits`, or its library is missing.
  init(_ bytes: [UInt8], _ format: Format, limits: ImageLimits = .standard) throws(PNGFault) {
    let raw: RawPicture
    let properties: PictureProperties
    switch format {
    case .jpeg:
      properties = JPEGSegments.properties(of: bytes)
      raw = try RawPicture(jpeg: bytes, isInverted: properties.isAdobe, limits)
    case .webP:
      properties = WebPChunks.properties(of: bytes)
      raw = try RawPicture(webP: bytes, limits)
    }
    note = raw.makeStandard(properties.colours)
    hasAlpha = raw.hasAlpha
    resolution = properties.resolution
    if properties.orientation > 4, let turned = resolution { resolution = Resolution(x: turned.y, y: turned.x) }
    image = try raw.upright(properties.orientation)
  }
}

/// The pixels of a picture as they are stored, 4 bytes each.
struct RawPicture: ~Copyable {
  let width: Int
  let height: Int
  let hasAlpha: Bool
  private let layout: ColourConverter.Layout
  private let pixels: PixelBlock

  /// Enough for the largest picture and its worst encoding.
  private static func check(_ width: Int, _ height: Int, _ limits: ImageLimits) throws(PNGFault) {
    if let fault = limits.fault(width: width, height: height) { throw .words(fault) }
  }

  init(jpeg bytes: [UInt8], isInverted: Bool, _ limits: ImageLimits) throws(PNGFault) {
    let coder = try JPEGCoder(encodes: false)
    let result: Result<RawPicture.Parts, PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try Self.decode(buffer, coder, limits)) } catch { return .failure(error) }
    }
    let parts = try result.get()
    (width, height, pixels, hasAlpha) = (parts.width, parts.height, parts.pixels, false)
    layout = parts.isCMYK ? (isInverted ? .invertedCMYK : .cmyk) : .bgra
  }

  /// The size of a JPEG, by its head.
  static func size(ofJPEG bytes: [UInt8]) throws(PNGFault) -> (width: Int, height: Int) {
    let coder = try JPEGCoder(encodes: false)
    let result: Result<(Int, Int), PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) {
        let head = try Self.head(buffer, coder)
        return .success((head.width, head.height))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private static func head(
    _ bytes: UnsafeBufferPointer<UInt8>, _ coder: JPEGCoder
  ) throws(PNGFault) -> (width: Int, height: Int, space: Int32) {
    guard let base = bytes.baseAddress, bytes.starts(with: JPEGSegments.signature.prefix(2)) else {
      throw .words(translated("it is not a {format} image", ["format": "JPEG"]))
    }
    var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let size = UInt(bytes.count)
    guard coder.library.readHeader(coder.handle, base, size, &width, &height, &sampling, &space) == 0 else {
      throw fault(coder.message)
    }
    return (Int(width), Int(height), space)
  }

  private struct Parts {
    var width: Int
    var height: Int
    var isCMYK = false
    var pixels: PixelBlock
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ coder: JPEGCoder, _ limits: ImageLimits
  ) throws(PNGFault) -> Parts {
    let (width, height, space) = try head(bytes, coder)
    guard let base = bytes.baseAddress else { throw .words(translated("it is cut short")) }
    try check(width, height, limits)
    // TJCS_CMYK and TJCS_YCCK.
    let isCMYK = space == 3 || space == 4
    let pixels = try PixelBlock(width: width, height: height)
    let format: JPEGCoder.PixelFormat = isCMYK ? .cmyk : .bgra
    // TJFLAG_LIMITSCANS: progressive images with hundreds of scans take minutes.
    let status = coder.library.decode(
      coder.handle, base, UInt(bytes.count), pixels.bytes, Int32(width), 4 * Int32(width), Int32(height),
      format.rawValue, 32768)
    if status != 0 {
      // Encoders of some cameras leave bytes between segments. The pixels are complete.
      let message = coder.message
      guard message.contains("extraneous bytes before marker") else { throw fault(message) }
    }
    return Parts(width: width, height: height, isCMYK: isCMYK, pixels: pixels)
  }

  private static func fault(_ message: String) -> PNGFault {
    if message.contains("Premature end") || message.contains("Input file read error") {
      return .words(translated("it is cut short"))
    }
    if message.contains("data precision") {
      return .words(translated("it is a JPEG image of more than 8 bits a colour, which Fude cannot read"))
    }
    return .words(translated("it is damaged ({reason})", ["reason": FileError.printable(message)]))
  }

  init(webP bytes: [UInt8], _ limits: ImageLimits) throws(PNGFault) {
    let library = try WebPLibrary.loaded()
    let result: Result<(Parts, Bool), PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try Self.decode(buffer, library, limits)) } catch { return .failure(error) }
    }
    let (parts, hasAlpha) = try result.get()
    (width, height, pixels, layout) = (parts.width, parts.height, parts.pixels, .bgra)
    self.hasAlpha = hasAlpha
  }

  /// The size of a WebP, by its head.
  static func size(ofWebP bytes: [UInt8]) throws(PNGFault) -> (width: Int, height: Int) {
    let library = try WebPLibrary.loaded()
    let result: Result<[Int32], PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try Self.features(buffer, library)) } catch { return .failure(error) }
    }
    let features = try result.get()
    return (Int(features[0]), Int(features[1]))
  }

  /// What a WebP's head says: width, height, whether it has alpha, whether it is an animation.
  private static func features(
    _ bytes: UnsafeBufferPointer<UInt8>, _ library: WebPLibrary
  ) throws(PNGFault) -> [Int32] {
    guard let base = bytes.baseAddress, WebPChunks.isStart(bytes) else {
      throw .words(translated("it is not a {format} image", ["format": "WebP"]))
    }
    // The library fills 10 integers of which 4 are used; the rest is reserve.
    var features = [Int32](repeating: 0, count: 32)
    // VP8_STATUS_NOT_ENOUGH_DATA.
    let status = library.readFeatures(base, bytes.count, &features, WebPLibrary.version)
    if status == 7 { throw .words(translated("it is cut short")) }
    guard status == 0 else { throw .words(translated("it is a damaged WebP image")) }
    return features
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ library: WebPLibrary, _ limits: ImageLimits
  ) throws(PNGFault) -> (Parts, Bool) {
    let features = try features(bytes, library)
    let (width, height) = (Int(features[0]), Int(features[1]))
    guard let base = bytes.baseAddress else { throw .words(translated("it is cut short")) }
    try check(width, height, limits)
    if features[3] != 0 {
      let parts = try firstPicture(ofAnimation: bytes, width: width, height: height, library, limits)
      return (parts, true)
    }
    let pixels = try PixelBlock(width: width, height: height)
    guard library.decode(base, bytes.count, pixels.bytes, width * height * 4, Int32(width) * 4) != nil else {
      throw isCut(bytes) ? .words(translated("it is cut short")) : .words(translated("it is a damaged WebP image"))
    }
    // Of a lossless picture without alpha the library passes on what stands in its alpha.
    if features[2] == 0 { for i in pixels.words.indices { pixels.words[i] |= 0xFF00_0000 } }
    return (Parts(width: width, height: height, pixels: pixels), features[2] != 0)
  }

  /// The first picture of an animation, on its transparent canvas.
  private static func firstPicture(
    ofAnimation bytes: UnsafeBufferPointer<UInt8>, width: Int, height: Int, _ library: WebPLibrary,
    _ limits: ImageLimits
  ) throws(PNGFault) -> Parts {
    guard let first = WebPChunks.firstPicture(ofAnimation: Array(bytes)) else {
      throw isCut(bytes) ? .words(translated("it is cut short")) : .words(translated("it is a damaged WebP image"))
    }
    let result: Result<Parts, PNGFault> = first.bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try decode(buffer, library, limits).0) } catch { return .failure(error) }
    }
    let part = try result.get()
    guard first.x + part.width <= width, first.y + part.height <= height else {
      throw .words(translated("it is a damaged WebP image"))
    }
    let pixels = try PixelBlock(width: width, height: height)
    for y in 0..<part.height {
      let start = (first.y + y) * width + first.x
      for x in 0..<part.width { pixels.words[start + x] = part.pixels.words[y * part.width + x] }
    }
    return Parts(width: width, height: height, pixels: pixels)
  }

  /// Whether a file is smaller than its container states.
  private static func isCut(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) } + 8 > bytes.count
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
