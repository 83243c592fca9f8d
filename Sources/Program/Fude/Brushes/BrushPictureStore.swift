import Document
import Export
import Files
import Glibc
import Panels

/// Pictures of brushes from folders on the disk, as PNG files in $XDG_CACHE_HOME/fude/brushes.
///
/// A picture's name has the brush, its file's stamp, the size and the colours, so that a changed
/// file or theme never shows an old picture. After any error here, the worker draws the picture.
struct BrushPictureStore: Sendable {
  /// The most pictures; when there are more, the oldest are removed until `kept` are left. About
  /// 10 MB.
  static let most = 2500
  static let kept = 2000
  /// The version of the pictures. A program that draws the sample strokes differently has another.
  private static let version = 2

  private let folder: String

  /// The store of a user; nil without a home folder.
  init?(environment: [String: String]) {
    guard let cache = UserFolder.path("XDG_CACHE_HOME", otherwise: ".cache", environment: environment) else {
      return nil
    }
    folder = cache + "/brushes"
  }

  /// The pixels of a picture, row by row; nil if it is not there.
  func pixels(of picture: BrushPicture, path: String) -> [UInt32]? {
    guard let file = file(of: picture, path: path), let bytes = try? InputFile.bytes(of: file, limit: 1 << 20),
      let image = try? Clipping(png: bytes)
    else { return nil }
    let pixels = image.pixels
    return pixels.count == picture.width * picture.height ? pixels : nil
  }

  /// Writes a picture.
  func keep(_ picture: BrushPicture, path: String, pixels: [UInt32]) {
    guard let file = file(of: picture, path: path),
      let bytes = try? Clipping(width: picture.width, height: picture.height, pixels: pixels)?.png(),
      (try? UserFolder.make(folder)) != nil
    else { return }
    // Flushing to the disk would take longer than drawing. A damaged picture is drawn again.
    let part = file + ".\(getpid())"
    let descriptor = open(PathText.system(part), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let count = write(descriptor, bytes, bytes.count)
    close(descriptor)
    if count != bytes.count || rename(PathText.system(part), PathText.system(file)) != 0 {
      unlink(PathText.system(part))
    }
    tidy()
  }

  private func file(of picture: BrushPicture, path: String) -> String? {
    guard let stamp = FileStamp(path) else { return nil }
    // No name of a brush has "~".
    let name = String(picture.brush.map { $0 == "/" ? "~" : $0 })
    let look = [UInt32(picture.width), UInt32(picture.height), picture.ink, picture.paper].map { String($0, radix: 16) }
    return "\(folder)/\(name)~\(Self.version)~\(stamp.text)~\(look.joined(separator: "-")).png"
  }

  /// Removes the oldest of too many.
  private func tidy() {
    let names = ResourceFolder.files(in: folder, ending: ".png", atMost: 2 * Self.most)
    guard names.count > Self.most else { return }
    let dated = names.map { name in (name, FileStamp(folder + "/" + name)) }
    let oldest = dated.sorted { ($0.1?.time ?? 0) < ($1.1?.time ?? 0) }.prefix(names.count - Self.kept)
    for (name, _) in oldest { unlink(PathText.system(folder + "/" + name)) }
  }
}
