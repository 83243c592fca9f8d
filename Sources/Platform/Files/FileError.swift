import Glibc
import Language

/// An error when reading or writing a file, as a message with the file and the reason.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed.
  public enum Action: String, Hashable, Sendable {
    /// Reading.
    case read
    /// Creating or replacing.
    case write
  }

  /// The operation that failed.
  public var action: Action
  /// The file, as the user named it.
  public var path: String
  /// The reason, about the file as "it": "it is cut short".
  public var fault: String

  /// Makes an error with a message.
  public init(_ action: Action, _ path: String, fault: String) {
    self.action = action
    self.path = path
    self.fault = fault
  }

  /// Makes an error from a system call's `errno`.
  public init(_ action: Action, _ path: String, errno code: Int32) {
    self.init(action, path, fault: Self.fault(errno: code, action))
  }

  /// The message, without a capital and a full stop. Control characters of the path become `?`, so
  /// they cannot affect a terminal.
  public var description: String {
    switch action {
    case .read: translated("cannot read {path}: {fault}", ["path": Self.printable(path), "fault": fault])
    case .write: translated("cannot write {path}: {fault}", ["path": Self.printable(path), "fault": fault])
    }
  }

  /// The greatest length of a path for a message, Unicode scalars. No file has a longer path.
  static let longestPath = 4096

  /// A path for a message: characters that disturb a terminal, such as ends of lines and changes of the direction, become
  /// `?`, bytes that are not UTF-8 become U+FFFD. A path that is too long for any file is shortened.
  public static func printable(_ path: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in PathText.shown(ShownText.limited(path, to: longestPath)).unicodeScalars {
      switch scalar.properties.generalCategory {
      // The joiners of U+200C and U+200D belong to words and pictures.
      case .control, .lineSeparator, .paragraphSeparator: shown.append("?")
      case .format where !(0x200C...0x200D).contains(scalar.value): shown.append("?")
      default: shown.append(scalar)
      }
    }
    return shown.isEmpty ? "\"\"" : String(shown)
  }

  /// The message for an `errno` when reading or writing, about the file as "it".
  public static func fault(errno code: Int32, _ action: Action) -> String {
    fault(
      errno: code,
      missing: action == .read ? translated("there is no such file") : translated("its folder does not exist"))
  }

  /// The message for an `errno` in other operations.
  /// - Parameter missing: the message for ENOENT.
  public static func fault(errno code: Int32, missing: String) -> String {
    switch code {
    case ENOENT: missing
    case EACCES, EPERM: translated("permission is denied")
    case EISDIR: translated("it is a folder")
    case ENOTDIR: translated("a part of its path is not a folder")
    case ENAMETOOLONG: translated("its name is too long")
    case ELOOP: translated("its path goes through too many links")
    case EEXIST: translated("it exists already")
    case ENOSPC: translated("the disk is full")
    case EDQUOT: translated("the disk quota is used up")
    case EFBIG: translated("it would become larger than files may be here")
    case EROFS: translated("the disk is read-only")
    case EIO: translated("the disk reports an error")
    case EMFILE, ENFILE: translated("too many files are open")
    case ENOMEM: translated("there is not enough memory")
    default: translated("the system reports \"{reason}\"", ["reason": String(cString: strerror(code))])
    }
  }
}
