import Archive
import Document
import Files
import Glibc
import Language
import Pictures

/// The size and the resolution of a JPEG, WebP or Krita picture, read without its pixels.
public struct PictureHead: Sendable {
  /// Width of the upright picture, px.
  public private(set) var width: Int
  /// Height of the upright picture, px.
  public private(set) var height: Int
  /// Pixels per inch; nil if unknown.
  public private(set) var resolution: Resolution?

  /// The bytes from the start of a file that are read.
  private static let length = 16 << 20

  /// Reads the head of a picture file; nil for other formats.
  /// - Throws: if the file is unreadable, too large for a canvas, or is no such picture.
  public init?(of path: String, _ format: FileFormat) throws(FileError) {
    guard let head = format.reader?.head else { return nil }
    self = try head(path)
  }

  init(of path: String, _ codec: PictureCodec) throws(FileError) {
    let bytes = try InputFile.start(of: path, count: Self.length)
    do throws(PNGFault) {
      self.init(try codec.size(bytes), codec.properties(bytes))
      if let fault = ImageLimits.standard.fault(width: width, height: height) { throw .words(fault) }
    } catch { throw error.error(.read, path) }
  }

  init(ofKrita path: String) throws(FileError) {
    let claim = try Document.kritaClaim(at: path)
    (width, height) = (claim.width, claim.height)
  }

  private init(_ size: (width: Int, height: Int), _ properties: PictureProperties) {
    (width, height, resolution) = (size.width, size.height, properties.resolution)
    guard properties.orientation > 4 else { return }
    (width, height) = (height, width)
    resolution = resolution.map { Resolution(x: $0.y, y: $0.x) }
  }

  /// Whether the picture can be decoded within 2 s and 256 MB, for its bounds: a decoder needs 8 bytes for each pixel.
  /// - Parameter bytes: the size of the file.
  public func isQuick(ofFile bytes: Int) -> Bool { width * height <= 1 << 24 && bytes <= 64 << 20 }
}
