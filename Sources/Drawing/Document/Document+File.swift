import Files
import Glibc
import Journal
import Language
import Paint

extension Document {
  /// A file format that can be opened as a drawing.
  public enum FileFormat: Sendable, Hashable {
    case openRaster, png, jpeg, webP
    /// Krita's own. Its picture is read, its layers are not.
    case krita
    /// Fude's own journal.
    case journal

    /// The number of bytes of a file's start by which formats are recognized.
    public static let most = 64

    /// Recognizes a format by the first bytes of a file; nil if the format is unknown.
    public init?(start: some Collection<UInt8>) {
      if start.starts(with: PNGDecoder.signature) {
        self = .png
      } else if start.starts(with: JPEGSegments.signature) {
        self = .jpeg
      } else if WebPChunks.isStart(start) {
        self = .webP
      } else if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
        self = start.dropFirst(30).starts(with: "mimetypeapplication/x-krita".utf8) ? .krita : .openRaster
      } else if start.starts(with: JournalFile.signature) {
        self = .journal
      } else {
        return nil
      }
    }
  }

  /// Recognizes the format of a file; nil if it is unknown. Throws if the file cannot be read.
  public static func format(of path: String) throws(FileError) -> FileFormat? {
    FileFormat(start: try InputFile.start(of: path, count: FileFormat.most))
  }

  /// Opens a file as a drawing. The content decides the format, not the name.
  /// - Parameter notes: receives a message for each kind of content that was replaced or left out.
  /// - Throws: if the file cannot be read, has an unknown format, is damaged or too large.
  public static func open(
    _ path: String, notes: inout [String]
  ) throws(FileError) -> (document: Document, format: FileFormat) {
    let start = try InputFile.start(of: path, count: FileFormat.most)
    if start.isEmpty { throw FileError(.read, path, fault: translated("it is empty")) }
    switch FileFormat(start: start) {
    case .png: return (try Document(pngAt: path, notes: &notes), .png)
    case .jpeg: return (try Document(pictureAt: path, .jpeg, notes: &notes), .jpeg)
    case .webP: return (try Document(pictureAt: path, .webP, notes: &notes), .webP)
    case .krita: return (try Document(kritaAt: path, notes: &notes), .krita)
    case .openRaster: return (try Document(openRasterAt: path, notes: &notes), .openRaster)
    case .journal: return (try Document(journalAt: path, notes: &notes), .journal)
    case nil: throw FileError(.read, path, fault: ForeignFormat.fault(start, path: path))
    }
  }
}

extension Document {
  /// Reads a journal, even if another program has it open, up to the first damaged record.
  private init(journalAt path: String, notes: inout [String]) throws(FileError) {
    guard let filler = CoverageFiller() else {
      throw FileError(.read, path, fault: translated("there is not enough memory for drawing"))
    }
    do throws(JournalError) {
      let replay = try JournalReplay(try JournalFile.look(at: path), filler: filler)
      if let fault = replay.fault {
        notes.append(
          translated("The end of {path} is left out: {fault}.", ["path": FileError.printable(path), "fault": fault]))
      }
      self = replay.finished(filler)
    } catch { throw FileError(.read, path, fault: error.fault) }
  }
}

extension InputFile {
  /// Returns the first `count` bytes, or fewer at the end of the file. Throws for a folder.
  public static func start(of path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress?.advanced(by: filled), count - filled) }
      if got < 0 && errno == EINTR { continue }
      if got < 0 { throw FileError(.read, path, errno: errno) }
      if got == 0 { break }
      filled += got
    }
    return Array(bytes.prefix(filled))
  }
}
