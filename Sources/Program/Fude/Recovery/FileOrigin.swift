import Files

/// The file that a drawing was opened from, and the stamp that it had then.
struct FileOrigin: Sendable {
  /// Absolute.
  var path: String
  var stamp: FileStamp

  /// Whether the file was not written since.
  var isUnchanged: Bool { FileStamp(path) == stamp }
}
