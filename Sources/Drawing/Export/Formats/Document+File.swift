import Document
import Files
import Journal
import Language
import Paint
import Pictures
import Storage

extension Document {
  /// Recognizes the format of a file; nil if it is unknown. Throws if the file cannot be read.
  public static func format(of path: String) throws(FileError) -> FileFormat? {
    FileFormat(start: try InputFile.start(of: path, count: FileFormat.startCount))
  }

  /// Opens a file as a drawing. The content decides the format, not the name.
  /// - Parameter notes: receives a message for each kind of content that was replaced or left out.
  /// - Throws: if the file cannot be read, has an unknown format, is damaged or too large.
  public static func open(
    _ path: String, notes: inout [String]
  ) throws(FileError) -> (document: Document, format: FileFormat) {
    let start = try InputFile.start(of: path, count: FileFormat.startCount)
    if start.isEmpty { throw FileError(.read, path, fault: translated("it is empty")) }
    guard let format = FileFormat(start: start), let reader = format.reader else {
      throw FileError(.read, path, fault: ForeignFormat.fault(start, path: path))
    }
    return (try reader.open(path, &notes), format)
  }
}

extension Document {
  /// Reads a journal, even if another program has it open, up to the first damaged record.
  init(journalAt path: String, notes: inout [String]) throws(FileError) {
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
