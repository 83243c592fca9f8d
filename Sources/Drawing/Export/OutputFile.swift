import Document
import Files
import Glibc
import Language

/// A file that is about to be written, and whether a file that is already there may be replaced.
public struct OutputFile {
  /// What is written.
  public struct Format: Sendable {
    /// The format's name for a message.
    let name: String
    /// Whether a file that starts with these bytes has this format.
    let isStart: @Sendable ([UInt8]) -> Bool

    /// A drawing or a picture of it.
    public static func file(_ format: FileFormat) -> Format { Format(name: format.name, isStart: format.isStart) }

    public static func film(_ format: FilmOptions.Format) -> Format {
      Format(name: format.title, isStart: { format.isStart($0) })
    }

    /// What the pen did, for `fude replay`.
    public static var recording: Format {
      Format(name: translated("recording"), isStart: { $0.starts(with: "fude recording".utf8) })
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
    let start = (try? InputFile.start(of: path, count: FileFormat.startCount)) ?? []
    guard !format.isStart(start) else { return }
    throw FileError(
      .write, path,
      fault: translated(
        "a file of another format than {format} would be lost; choose another name, or use --force to replace it",
        ["format": format.name]))
  }
}
