import Files
import Language
import Raster

extension PictureCodec {
  public static let jpeg = PictureCodec(
    hasAlpha: false, properties: { JPEGSegments.properties(of: $0) },
    size: { bytes throws(PNGFault) in try RawPicture.size(ofJPEG: bytes) },
    decode: { bytes, properties, limits throws(PNGFault) in
      try RawPicture(jpeg: bytes, isInverted: properties.isAdobe, limits)
    }, prepare: { _, _ throws(PNGFault) in _ = try JPEGLibrary.loaded() },
    encode: { picture, density throws(PNGFault) in JPEGSegments.marked(try jpeg(picture), density: density) })

  fileprivate static func jpeg(_ picture: Picture) throws(PNGFault) -> [UInt8] {
    let coder = try JPEGCoder(encodes: true)
    var (made, size) = (UnsafeMutablePointer<UInt8>?.none, UInt(0))
    // Full resolution of colour (TJSAMP_444) at high quality, else half (TJSAMP_420).
    let sampling: Int32 = picture.quality >= 90 ? 0 : 2
    let status = coder.library.encode(
      coder.handle, picture.pixels.bytes, Int32(picture.width), Int32(4 * picture.width), Int32(picture.height),
      JPEGCoder.PixelFormat.bgra.rawValue,
      &made, &size, sampling, Int32(picture.quality), JPEGCoder.progressive)
    defer { coder.library.release(made) }
    guard status == 0, let made else { throw .words(FileError.printable(coder.message)) }
    return Array(UnsafeBufferPointer(start: made, count: Int(size)))
  }
}

extension RawPicture {
  public init(jpeg bytes: [UInt8], isInverted: Bool, _ limits: ImageLimits) throws(PNGFault) {
    let coder = try JPEGCoder(encodes: false)
    let result: Result<RawPicture.Parts, PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try Self.decode(buffer, coder, limits)) } catch { return .failure(error) }
    }
    let parts = try result.get()
    (width, height, pixels, hasAlpha) = (parts.width, parts.height, parts.pixels, false)
    layout = parts.isCMYK ? (isInverted ? .invertedCMYK : .cmyk) : .bgra
  }

  /// The size of a JPEG, by its head.
  public static func size(ofJPEG bytes: [UInt8]) throws(PNGFault) -> (width: Int, height: Int) {
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
}
