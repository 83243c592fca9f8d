import Glibc

/// Paths as text, whatever bytes they are made of.
///
/// To Linux a file's name is bytes; most are UTF-8 and some are not. Within the program a path is a `String` in which each
/// byte that is no part of well-formed UTF-8 stands as one character of a private plane: byte `b` as U+10FF00 + `b`. What a
/// name has of these characters itself is treated as such bytes too, so that every name has one text and every text its
/// bytes. `shown` is for people.
public enum PathText {
  private static let base: UInt32 = 0x10FF00

  /// The text of a path's bytes.
  public static func text(of bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    if let plain = String(validating: bytes, as: UTF8.self), !holdsBytes(plain) { return plain }
    var text = String.UnicodeScalarView()
    var at = 0
    while at < bytes.count {
      // A character of UTF-8 is 1 to 4 bytes long.
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

  /// The bytes of a path's text.
  public static func bytes(of text: String) -> [UInt8] {
    guard holdsBytes(text) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = byte(scalar) { bytes.append(byte) } else { bytes += Array(String(Character(scalar)).utf8) }
    }
    return bytes
  }

  /// A path for the system's calls, ended by a zero.
  public static func system(_ text: String) -> [CChar] { (bytes(of: text) + [0]).map { CChar(bitPattern: $0) } }

  /// The text of a path of the system's, up to its zero.
  public static func text(ofSystem path: UnsafePointer<CChar>) -> String {
    text(of: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// A path for people: bytes that are no text are shown as U+FFFD.
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
    // They begin with F4 8F BE or F4 8F BF in UTF-8: most texts have no F4 at all.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte($0) != nil }
  }

  // MARK: Parts

  /// Without a folder: the part behind the last slash.
  public static func name(of path: String) -> String { split(path).name }

  /// Without a folder and an ending: what a drawing in a file is called.
  public static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The folder of a path; "." where it names none.
  public static func folder(of path: String) -> String { split(path).folder }

  /// A path in a folder.
  public static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = String(path[..<slash])
    return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
  }

  /// From the root on, without "." and "..": as links are not looked at, that of a folder that is one may lead elsewhere.
  /// - Parameters:
  ///   - path: from the root, from the user's home ("~", "~/name"), or from `base`.
  ///   - base: from the root; nil for where the program was started.
  ///   - home: the user's home; nil where it is not known.
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
