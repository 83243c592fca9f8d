import Archive
import Files
import Glibc
import Language
import Raster

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

  private static func kritaPicture(at path: String, _ limits: ImageLimits) throws(FileError) -> [UInt8] {
    let descriptor = try InputFile.open(path)
    defer { close(descriptor) }
    do throws(ArchiveError) {
      let archive = try ZipReader(descriptor: descriptor)
      guard let entry = archive.entry(kritaPicture) else {
        throw .fault(
          translated("it is a Krita drawing without a picture of the whole. Export it from Krita as PNG or OpenRaster"))
      }
      let first = try archive.prefix(of: entry, count: 32)
      let most: Int
      do throws(PNGFault) { most = try PNGBytes.claim(first, limits: limits).bytes } catch {
        throw error.archiveError(kritaPicture)
      }
      return try archive.read(entry, limit: most)
    } catch { throw FileError(.read, path, error) }
  }
}
