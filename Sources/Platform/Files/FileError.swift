import Glibc
import Language

/// Why a file could not be read or written: one sentence that names the file and the fault.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was to be done with the file.
  public enum Action: String, Hashable, Sendable {
    /// Its content was wanted.
    case read
    /// It was to be made or replaced.
    case write
  }

  /// What was to be done.
  public var action: Action
  /// The file, as the user named it.
  public var path: String
  /// What is wrong, about the file as "it": "it is cut short".
  public var fault: String

  /// A fault in words.
  public init(_ action: Action, _ path: String, fault: String) {
    self.action = action
    self.path = path
    self.fault = fault
  }

  /// A fault that the system reported as an `errno`.
  public init(_ action: Action, _ path: String, errno code: Int32) {
    self.init(action, path, fault: Self.fault(errno: code, action))
  }

  /// The sentence, without a capital and a full stop, as it stands after a program's name. Control characters of the
  /// path are shown as `?`, so that a strange name cannot disturb a terminal.
  public var description: String {
    switch action {
    case .read: translated("cannot read {path}: {fault}", ["path": Self.printable(path), "fault": fault])
    case .write: translated("cannot write {path}: {fault}", ["path": Self.printable(path), "fault": fault])
    }
  }

  /// A path for a sentence: control characters are shown as `?`, bytes that are no text as U+FFFD.
  public static func printable(_ path: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in PathText.shown(path).unicodeScalars {
      shown.append(scalar.properties.generalCategory == .control ? "?" : scalar)
    }
    return shown.isEmpty ? "\"\"" : String(shown)
  }

  /// What an `errno` means to someone who wants a drawing on the disk, about the file as "it".
  public static func fault(errno code: Int32, _ action: Action) -> String {
    fault(
      errno: code,
      missing: action == .read ? translated("there is no such file") : translated("its folder does not exist"))
  }

  /// The same for what is no plain reading or writing.
  /// - Parameter missing: what it means that something is not there.
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
