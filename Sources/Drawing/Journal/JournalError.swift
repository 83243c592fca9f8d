import Files
import Language

/// Why a journal could not be read or written: one sentence that names the file and the fault.
public struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was to be done.
  public enum Action: String, Hashable, Sendable {
    /// Its records were wanted.
    case read
    /// It was to be made or to get records.
    case write
    /// It was to go.
    case remove
  }

  /// What was to be done.
  public var action: Action
  /// The file or folder.
  public var path: String
  /// What is wrong, about the file as "it": "the disk is full".
  public var fault: String
  /// The system's `errno`, where that is what failed; 0 otherwise.
  public var code: Int32

  /// A fault in words.
  public init(_ action: Action, _ path: String, fault: String) {
    (self.action, self.path, self.fault, code) = (action, path, fault, 0)
  }

  /// A fault that the system reported as an `errno`.
  public init(_ action: Action, _ path: String, errno code: Int32) {
    (self.action, self.path, self.code) = (action, path, code)
    fault = FileError.fault(errno: code, missing: translated("its folder is gone"))
  }

  /// The sentence, without a capital and a full stop.
  public var description: String {
    switch action {
    case .read:
      translated("cannot read the journal {path}: {fault}", ["path": FileError.printable(path), "fault": fault])
    case .write:
      translated("cannot write the journal {path}: {fault}", ["path": FileError.printable(path), "fault": fault])
    case .remove:
      translated("cannot remove the journal {path}: {fault}", ["path": FileError.printable(path), "fault": fault])
    }
  }
}
