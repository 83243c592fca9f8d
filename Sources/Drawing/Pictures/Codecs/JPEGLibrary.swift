import Files
import Glibc
import Language

/// The functions of libturbojpeg (TurboJPEG API 2) that Fude uses.
struct JPEGLibrary: Sendable {
  public typealias Handle = UnsafeMutableRawPointer
  public typealias Bytes = UnsafePointer<UInt8>

  let makeDecoder: @Sendable @convention(c) () -> Handle?
  let makeEncoder: @Sendable @convention(c) () -> Handle?
  public let destroy: @Sendable @convention(c) (Handle) -> Int32
  /// Width, height, subsampling and colour space.
  let readHeader:
    @Sendable @convention(c) (
      Handle, Bytes, UInt, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>
    ) -> Int32
  /// Target, width, bytes a row, height, pixel format, flags.
  public let decode:
    @Sendable @convention(c) (
      Handle, Bytes, UInt, UnsafeMutablePointer<UInt8>, Int32, Int32, Int32, Int32, Int32
    ) -> Int32
  /// Source, width, bytes a row, height, pixel format; the made bytes; subsampling, quality, flags.
  public let encode:
    @Sendable @convention(c) (
      Handle, Bytes, Int32, Int32, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
      UnsafeMutablePointer<UInt>, Int32, Int32, Int32
    ) -> Int32
  public let release: @Sendable @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void
  public let message: @Sendable @convention(c) (Handle) -> UnsafePointer<CChar>?

  /// The system's library; nil if it is not installed. Loaded by the first use.
  public static let system = JPEGLibrary(soname: "libturbojpeg.so.0")

  /// The system's library, or the message about its absence.
  public static func loaded() throws(PNGFault) -> JPEGLibrary {
    guard let system else { throw missing("JPEG", "libturbojpeg.so.0", "libturbojpeg0") }
    return system
  }

  /// The fault of a picture whose library is not installed. `package` is Debian's name.
  public static func missing(_ format: String, _ soname: String, _ package: String) -> PNGFault {
    .words(
      translated(
        "{format} needs the library {library}, which is not installed; install the package {package}",
        ["format": format, "library": soname, "package": package]))
  }

  public init?(soname: String) {
    guard let library = SharedLibrary(soname),
      let makeDecoder = library.function("tjInitDecompress", as: (@Sendable @convention(c) () -> Handle?).self),
      let makeEncoder = library.function("tjInitCompress", as: (@Sendable @convention(c) () -> Handle?).self),
      let destroy = library.function("tjDestroy", as: (@Sendable @convention(c) (Handle) -> Int32).self),
      let readHeader = library.function(
        "tjDecompressHeader3",
        as: (@Sendable @convention(c) (
          Handle, Bytes, UInt, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
          UnsafeMutablePointer<Int32>
        ) -> Int32).self),
      let decode = library.function(
        "tjDecompress2",
        as: (@Sendable @convention(c) (
          Handle, Bytes, UInt, UnsafeMutablePointer<UInt8>, Int32, Int32, Int32, Int32, Int32
        ) -> Int32).self),
      let encode = library.function(
        "tjCompress2",
        as: (@Sendable @convention(c) (
          Handle, Bytes, Int32, Int32, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
          UnsafeMutablePointer<UInt>, Int32, Int32, Int32
        ) -> Int32).self),
      let release = library.function(
        "tjFree", as: (@Sendable @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void).self),
      let message = library.function(
        "tjGetErrorStr2", as: (@Sendable @convention(c) (Handle) -> UnsafePointer<CChar>?).self)
    else { return nil }
    (self.makeDecoder, self.makeEncoder, self.destroy) = (makeDecoder, makeEncoder, destroy)
    (self.readHeader, self.decode, self.encode) = (readHeader, decode, encode)
    (self.release, self.message) = (release, message)
  }
}

/// Owns a coder of TurboJPEG.
final class JPEGCoder {
  /// Pixel formats of TurboJPEG (enum TJPF).
  enum PixelFormat: Int32 { case rgb = 0, bgra = 8, cmyk = 11 }

  /// The flag for progressive pictures (TJFLAG_PROGRESSIVE). Their Huffman tables are made for each picture, which API 2 does
  /// not offer otherwise.
  static let progressive: Int32 = 16384

  public let library: JPEGLibrary
  public let handle: JPEGLibrary.Handle

  public init(encodes: Bool) throws(PNGFault) {
    library = try JPEGLibrary.loaded()
    guard let handle = encodes ? library.makeEncoder() : library.makeDecoder() else { throw .system(ENOMEM) }
    self.handle = handle
  }

  deinit { _ = library.destroy(handle) }

  /// The library's words about the last fault.
  public var message: String { library.message(handle).map { String(cString: $0) } ?? "" }
}
