import Document
import Files
import Ink

enum RecordingFile {
  /// Reads a recording.
  /// - Throws: `FileError` with the message.
  static func read(_ path: String) throws(FileError) -> Recording {
    let bytes = try InputFile.bytes(of: path, limit: 1 << 30)
    do throws(RecordingError) { return try Recording(parsing: bytes) } catch {
      throw FileError(.read, path, fault: "\(error)")
    }
  }
}
