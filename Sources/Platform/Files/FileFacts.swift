import Glibc
import Language

/// Properties of files and their text for users.
public enum FileFacts {
  /// Formats seconds since 1970 in the local time zone: "2026-11-21 06:50".
  public static func date(_ seconds: Int) -> String {
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return "" }
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  /// Formats a size in bytes: "123 kB", "4.5 MB".
  public static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    var (value, unit) = (Double(bytes) / 1000, 0)
    let units = ["kB", "MB", "GB", "TB"]
    while value >= 999.5, unit + 1 < units.count {
      value /= 1000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    let point = Language.decimalSeparator
    return value < 10 && unit > 0
      ? "\(tenths / 10)\(point)\(tenths % 10) \(units[unit])" : "\(Int(value.rounded())) \(units[unit])"
  }
}

extension FileFacts {
  /// Whether a path exists, even as a broken link.
  public static func exists(_ path: String) -> Bool {
    var information = stat()
    return lstat(PathText.system(path), &information) == 0
  }

  /// The time of the last modification, seconds since 1970; nil if the file does not exist.
  public static func time(of path: String) -> Double? {
    var information = stat()
    guard stat(PathText.system(path), &information) == 0 else { return nil }
    return Double(information.st_mtim.tv_sec) + Double(information.st_mtim.tv_nsec) / 1e9
  }

  /// Whether two paths refer to the same existing file.
  public static func isSame(_ a: String, _ b: String) -> Bool {
    var (one, other) = (stat(), stat())
    return stat(PathText.system(a), &one) == 0 && stat(PathText.system(b), &other) == 0 && one.st_dev == other.st_dev
      && one.st_ino == other.st_ino
  }

  /// Whether a path is a folder or a link to one.
  public static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(PathText.system(path), &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// The size of a file, bytes; nil if it is no regular file or not accessible.
  public static func byteCount(of path: String) -> Int? {
    var information = stat()
    guard stat(PathText.system(path), &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(information.st_size)
  }
}
