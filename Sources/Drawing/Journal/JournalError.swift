import Files
import Language

/// An error while reading, writing or removing a journal.
public struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed.
  public enum Action: String, Hashable, Sendable {
    case read
    /// Creating the journal or appending records.
    case write
    case remove
  }

  /// The action that failed.
  public var action: Action
  /// The path of the file or folder.
  public var path: String
  /// The fault, as a phrase for messages that calls the file "it": "the disk is full".
  public var fault: String
  /// The `errno` of the failed system call, or 0.
  public var code: Int32

  /// An action that failed on the file at `path`, and why.
  public init(_ action: Action, _ path: String, fault: String) {
    (self.action, self.path, self.fault, code) = (action, path, fault, 0)
  }

  /// Creates an error from a system call's `errno`.
  public init(_ action: Action, _ path: String, errno code: Int32) {
    (self.action, self.path, self.code) = (action, path, code)
    fault = FileError.fault(errno: code, missing: translated("its folder no longer exists"))
  }

  /// The message, without a capital letter and a full stop.
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
