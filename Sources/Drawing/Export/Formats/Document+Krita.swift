import Archive
import Document
import Files
import Glibc
import Language
import Pictures
import Raster
import Storage

extension Document {
  /// The entry of a Krita file that is the whole picture, as Krita showed it.
  static let kritaPicture = "mergedimage.png"

  /// Opens the picture in a Krita file as a drawing of its size with one layer.
  /// - Parameter notes: receives the message that layers are not read.
  /// - Throws: if the file is unreadable, damaged or too large, or has no picture.
  init(kritaAt path: String, notes: inout [String]) throws(FileError) {
    let limits = ImageLimits.standard
    let bytes = try Self.kritaPicture(at: path, limits)
    let picture: PNGPicture
    do throws(PNGFault) { picture = try PNGPicture(bytes, limits: limits) } catch {
      throw error.error(.read, path, part: Self.kritaPicture)
    }
    try self.init(of: picture.image, picture.resolution, path: path)
    notes.append(
      translated(
        "{file} is a Krita drawing. Fude opened its picture, not its layers. To keep them, save it in Krita as OpenRaster.",
        ["file": FileError.printable(PathText.name(of: path))]))
    if let note = picture.note { notes.append(note) }
  }

  /// The size of the picture in a Krita file, and the bytes that it has at most.
  static func kritaClaim(at path: String) throws(FileError) -> (width: Int, height: Int, bytes: Int) {
    try withKritaPicture(at: path, .standard) { (_, _, claim) throws(ArchiveError) in claim }
  }

  private static func kritaPicture(at path: String, _ limits: ImageLimits) throws(FileError) -> [UInt8] {
    try withKritaPicture(at: path, limits) { (archive, entry, claim) throws(ArchiveError) in
      try archive.read(entry, limit: claim.bytes)
    }
  }

  private static func withKritaPicture<T>(
    at path: String, _ limits: ImageLimits,
    _ body: (ZipReader, ZipReader.Entry, (width: Int, height: Int, bytes: Int)) throws(ArchiveError) -> T
  ) throws(FileError) -> T {
    let descriptor = try InputFile.open(path)
    defer { close(descriptor) }
    do throws(ArchiveError) {
      let archive = try ZipReader(descriptor: descriptor)
      guard let entry = archive.entry(kritaPicture) else {
        throw .fault(
          translated("it is a Krita drawing without a picture of the whole. Export it from Krita as PNG or OpenRaster"))
      }
      let first = try archive.prefix(of: entry, count: 32)
      let claim: (width: Int, height: Int, bytes: Int)
      do throws(PNGFault) { claim = try PNGBytes.claim(first, limits: limits) } catch {
        throw error.archiveError(kritaPicture)
      }
      return try body(archive, entry, claim)
    } catch { throw FileError(.read, path, error) }
  }
}
