import Files
import Language

/// The functions of libwebp that Fude uses.
struct WebPLibrary: Sendable {
  public typealias Bytes = UnsafePointer<UInt8>

  /// Reads the properties of an image into `WebPBitstreamFeatures`: 32-bit integers, of which the
  /// first four are width, height, alpha and animation. The last parameter is the ABI's version.
  let readFeatures: @Sendable @convention(c) (Bytes, Int, UnsafeMutablePointer<Int32>, Int32) -> Int32
  /// Decodes to straight BGRA: target, its bytes, bytes a row. Nil for a damaged image.
  public let decode:
    @Sendable @convention(c) (Bytes, Int, UnsafeMutablePointer<UInt8>, Int, Int32) -> UnsafeMutablePointer<UInt8>?
  /// Encodes straight BGRA or BGR: source, width, height, bytes a row, quality 0...100. 0 on failure.
  let encodeBGRA:
    @Sendable @convention(c) (Bytes, Int32, Int32, Int32, Float, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) ->
      Int
  /// Encodes straight BGRA without losses, but for colours of transparent pixels: source, width, height, bytes a row.
  let encodeLossless:
    @Sendable @convention(c) (Bytes, Int32, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int
  public let release: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// The system's library; nil if it is not installed. Loaded by the first use.
  public static let system = WebPLibrary(soname: "libwebp.so.7")
  /// The greatest side of an image, px.
  public static let side = 16383
  /// The version of the decoder's ABI for which `readFeatures` is declared.
  public static let version: Int32 = 0x0209

  /// The system's library, or the message about its absence.
  public static func loaded() throws(PNGFault) -> WebPLibrary {
    guard let system else { throw JPEGLibrary.missing("WebP", "libwebp.so.7", "libwebp7") }
    return system
  }

  public init?(soname: String) {
    guard let library = SharedLibrary(soname),
      let readFeatures = library.function(
        "WebPGetFeaturesInternal",
        as: (@Sendable @convention(c) (Bytes, Int, UnsafeMutablePointer<Int32>, Int32) -> Int32).self),
      let decode = library.function(
        "WebPDecodeBGRAInto",
        as: (@Sendable @convention(c) (
          Bytes, Int, UnsafeMutablePointer<UInt8>, Int, Int32
        ) -> UnsafeMutablePointer<UInt8>?).self),
      let encodeBGRA = library.function(
        "WebPEncodeBGRA",
        as: (@Sendable @convention(c) (
          Bytes, Int32, Int32, Int32, Float, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
        ) -> Int).self),
      let encodeLossless = library.function(
        "WebPEncodeLosslessBGRA",
        as: (@Sendable @convention(c) (
          Bytes, Int32, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
        ) -> Int).self),
      let release = library.function("WebPFree", as: (@Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void).self)
    else { return nil }
    (self.readFeatures, self.decode, self.release) = (readFeatures, decode, release)
    (self.encodeBGRA, self.encodeLossless) = (encodeBGRA, encodeLossless)
  }
}
