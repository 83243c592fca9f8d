import Glibc

/// Lossless conversion between the bytes of paths and `String`.
///
/// On Linux, file names may not be UTF-8. Each byte `b` that is not part of valid UTF-8 becomes the
/// private-use character U+10FF00 + `b`. Bytes of these characters themselves are converted in the
/// same way, so the conversion is reversible. Use `shown` for display.
public enum PathText {
  private static let base: UInt32 = 0x10FF00

  /// Converts a path's bytes to text.
  public static func text(of bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    if let plain = String(validating: bytes, as: UTF8.self), !holdsBytes(plain) { return plain }
    var text = String.UnicodeScalarView()
    var at = 0
    while at < bytes.count {
      let length = (1...4).first { at + $0 <= bytes.count && isScalar(bytes[at..<at + $0]) }
      if let length, let scalar = String(validating: bytes[at..<at + length], as: UTF8.self)?.unicodeScalars.first {
        text.append(scalar)
        at += length
      } else {
        if let scalar = Unicode.Scalar(base + UInt32(bytes[at])) { text.append(scalar) }
        at += 1
      }
    }
    return String(text)
  }

  private static func isScalar(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.unicodeScalars.count == 1 && !holdsBytes(text)
  }

  /// Converts a path's text back to its bytes.
  public static func bytes(of text: String) -> [UInt8] {
    guard holdsBytes(text) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = byte(scalar) { bytes.append(byte) } else { bytes += Array(String(Character(scalar)).utf8) }
    }
    return bytes
  }

  /// The zero-terminated bytes of a path, for system calls.
  public static func system(_ text: String) -> [CChar] { (bytes(of: text) + [0]).map { CChar(bitPattern: $0) } }

  /// Converts a zero-terminated path to text.
  public static func text(ofSystem path: UnsafePointer<CChar>) -> String {
    text(of: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// A path for display: bytes that are not UTF-8 become U+FFFD.
  public static func shown(_ text: String) -> String {
    guard holdsBytes(text) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { shown.append(byte(scalar) == nil ? scalar : "\u{FFFD}") }
    return String(shown)
  }

  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  private static func holdsBytes(_ text: String) -> Bool {
    // In UTF-8 they begin with F4 8F BE or F4 8F BF, and most texts have no F4.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte($0) != nil }
  }

  // MARK: Parts

  /// The part after the last slash.
  public static func name(of path: String) -> String { split(path).name }

  /// The file name without its extension.
  public static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Whether the name of a path ends with one of these endings, ignoring case, and has more than that.
  /// - Parameter endings: in lower case without the dot.
  public static func hasEnding(_ path: String, of endings: [String]) -> Bool {
    let name = name(of: path).lowercased()
    return endings.contains { name.utf8.count > $0.utf8.count + 1 && name.hasSuffix("." + $0) }
  }

  /// The folder of a path; "." if it has none.
  public static func folder(of path: String) -> String { split(path).folder }

  /// Joins a folder and a name.
  public static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = String(path[..<slash])
    return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
  }

  /// Makes a path absolute and removes "." and "..". Links are not resolved, so ".." after a link
  /// may give another folder than the system.
  /// - Parameters:
  ///   - path: absolute, in the user's home ("~", "~/name"), or relative to `base`.
  ///   - base: an absolute path; nil for the working folder.
  ///   - home: the user's home; nil if unknown.
  public static func absolute(_ path: String, base: String? = nil, home: String? = nil) -> String {
    var whole = path
    if let home, path == "~" || path.hasPrefix("~/") {
      whole = home + "/" + path.dropFirst()
    } else if !path.hasPrefix("/") {
      whole = (base ?? workingFolder) + "/" + path
    }
    var parts: [Substring] = []
    for part in whole.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return text(ofSystem: path)
  }
}
