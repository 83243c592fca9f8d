import Files
import Glibc
import Language

/// A file that is about to be written, and whether a file that is already there may be replaced.
public struct OutputFile {
  /// The file formats that Fude writes for the user.
  public enum Format: Sendable, Hashable {
    case picture(ExportOptions.Format)
    case film(FilmOptions.Format)
    /// A drawing with its layers and history.
    case openRaster
    /// What the pen did, for `fude replay`.
    case recording

    /// The format's name for a message.
    var name: String {
      switch self {
      case .picture(let format): format.title
      case .film(let format): format.title
      case .openRaster: "OpenRaster"
      case .recording: translated("recording")
      }
    }

    /// The number of bytes that `matches` needs.
    static let startCount = 4096

    /// Whether a file that starts with these bytes has this format.
    func matches(start: [UInt8]) -> Bool {
      func has(_ text: String, at offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: text.utf8) }
      switch self {
      case .picture(.png): return Document.FileFormat(start: start) == .png
      case .picture(.jpeg): return Document.FileFormat(start: start) == .jpeg
      case .picture(.webP): return Document.FileFormat(start: start) == .webP
      // Comments and declarations may precede the root element.
      case .picture(.svg): return String(decoding: start, as: UTF8.self).contains("<svg")
      case .picture(.pdf): return has("%PDF-")
      case .film(.mp4): return has("ftyp", at: 4)
      case .film(.webM): return start.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
      case .film(.gif): return has("GIF8")
      case .film(.frames): return false
      // The first entry of the archive. Documents of other programs are archives, too.
      case .openRaster: return start.starts(with: [0x50, 0x4B, 0x03, 0x04]) && has("mimetypeimage/openraster", at: 30)
      case .recording: return start.starts(with: "fude recording".utf8)
      }
    }
  }

  /// The path, as the user named it. Links count as the files that they lead to.
  public var path: String
  /// The format that is written.
  public var format: Format

  /// Describes a file that is about to be written.
  public init(_ path: String, _ format: Format) { (self.path, self.format) = (path, format) }

  /// Throws if the file is the one that the output is made from, whatever its name.
  public static func check(_ path: String, madeFrom source: String) throws(FileError) {
    guard FileFacts.isSame(path, source) else { return }
    throw FileError(
      .write, path,
      fault: translated(
        "it is the same file as {source}, which would be lost; choose another name",
        ["source": FileError.printable(source)]))
  }

  /// Throws if a file at `path` must not be replaced.
  /// - Parameters:
  ///   - source: the file that the output is made from, which is never replaced; nil for none.
  ///   - isForced: whether files that are write-protected or of another format may be replaced.
  public func check(madeFrom source: String?, isForced: Bool) throws(FileError) {
    if let source { try Self.check(path, madeFrom: source) }
    // `AtomicFile` refuses what is no regular file. An empty file has no content to lose.
    guard !isForced, let size = FileFacts.byteCount(of: path) else { return }
    if AtomicFile.isProtected(path) {
      throw FileError(.write, path, fault: translated("it is write-protected; use --force to replace it"))
    }
    guard size > 0 else { return }
    let start = (try? InputFile.start(of: path, count: Format.startCount)) ?? []
    guard !format.matches(start: start) else { return }
    throw FileError(
      .write, path,
      fault: translated(
        "a file of another format than {format} would be lost; choose another name, or use --force to replace it",
        ["format": format.name]))
  }
}
