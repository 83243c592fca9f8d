import Document
import Files
import Journal
import Paint
import Storage

extension DrawingOpener {
  /// Opens files of all formats that are read.
  public static let files = DrawingOpener { path throws(FileError) in
    guard try Document.format(of: path) != .journal else { return nil }
    var notes: [String] = []
    return try Document.open(path, notes: &notes).document
  }
}

extension DrawingStore {
  /// The store in the user's state folder; the folders need not exist.
  /// - Throws: if the environment names no such folder.
  public init(environment: [String: String]) throws(FileError) {
    try self.init(environment: environment, opener: .files)
  }
}

extension JournalReplay {
  /// Reads a journal up to its end, or to the first damaged or unknown record.
  /// - Throws: if the file cannot be read, is not a journal, its first record is damaged, or it ends within
  ///   the drawing with which it begins.
  public init(_ file: JournalFile, filler: CoverageFiller) throws(JournalError) {
    try self.init(file, filler: filler, opener: .files)
  }
}
