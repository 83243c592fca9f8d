import Files
import Glibc
import Language
import Raster

extension PictureCodec {
  public static let webP = PictureCodec(
    hasAlpha: true, properties: { WebPChunks.properties(of: $0) },
    size: { bytes throws(PNGFault) in try RawPicture.size(ofWebP: bytes) },
    decode: { bytes, _, limits throws(PNGFault) in try RawPicture(webP: bytes, limits) },
    prepare: { width, height throws(PNGFault) in
      _ = try WebPLibrary.loaded()
      guard max(width, height) > WebPLibrary.side else { return }
      throw .words(
        translated(
          "it is {width} x {height} px large, but WebP allows at most {side} px a side",
          ["width": width, "height": height, "side": WebPLibrary.side]))
    },
    encode: { picture, density throws(PNGFault) in
      WebPChunks.marked(
        try webP(picture), width: picture.width, height: picture.height, hasAlpha: picture.hasAlpha, density: density)
    })

  fileprivate static func webP(_ picture: Picture) throws(PNGFault) -> [UInt8] {
    let library = try WebPLibrary.loaded()
    var made: UnsafeMutablePointer<UInt8>?
    let (width, height, stride) = (Int32(picture.width), Int32(picture.height), Int32(4 * picture.width))
    let size =
      picture.isLossless
      ? library.encodeLossless(picture.pixels.bytes, width, height, stride, &made)
      : library.encodeBGRA(picture.pixels.bytes, width, height, stride, Float(picture.quality), &made)
    defer { library.release(made) }
    guard size > 0, let made else { throw .system(ENOMEM) }
    return Array(UnsafeBufferPointer(start: made, count: size))
  }
}

extension RawPicture {
  public init(webP bytes: [UInt8], _ limits: ImageLimits) throws(PNGFault) {
    let library = try WebPLibrary.loaded()
    let result: Result<(Parts, Bool), PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try Self.decode(buffer, library, limits)) } catch { return .failure(error) }
    }
    let (parts, hasAlpha) = try result.get()
    (width, height, pixels, layout) = (parts.width, parts.height, parts.pixels, .bgra)
    self.hasAlpha = hasAlpha
  }

  /// The size of a WebP, by its head.
  public static func size(ofWebP bytes: [UInt8]) throws(PNGFault) -> (width: Int, height: Int) {
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
}
