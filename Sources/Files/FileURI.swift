import Glibc

/// Files as other programs name them: `file:///home/me/a%20picture.png` (RFC 8089).
public enum FileURI {
  /// The path from the root of a file of this machine; nil for what is no such file.
  /// - Parameter host: what this machine is called; a URI may name it.
  public static func path(of uri: String, host: String = FileURI.host) -> String? {
    guard uri.utf8.count >= 6, uri.prefix(5).lowercased() == "file:" else { return nil }
    var rest = uri.utf8.dropFirst(5)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      let named = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
      guard named.isEmpty || named == "localhost" || named == host.lowercased() else { return nil }
      rest = rest[slash...]
    }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    // What comes after these names a place within a file.
    let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let bytes = unescaped(path), !bytes.contains(0) else { return nil }
    return PathText.text(of: bytes)
  }

  /// The files of this machine that a list names, in its order: a URI a line, lines that begin with `#` are remarks (RFC 2483,
  /// `text/uri-list`). What is none is left out.
  public static func paths(in list: [UInt8], host: String = FileURI.host) -> [String] {
    list.split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") || $0 == 0 }
      .filter { $0.first != UInt8(ascii: "#") }
      .compactMap { path(of: String(decoding: $0, as: UTF8.self), host: host) }
  }

  /// What this machine is called; empty where that is not known.
  public static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Bytes with `%41` as what it stands for; nil where a `%` is followed by something else.
  private static func unescaped(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var at = text.startIndex
    while at < text.endIndex {
      guard text[at] == UInt8(ascii: "%") else {
        bytes.append(text[at])
        at = text.index(after: at)
        continue
      }
      let digits = text[at...].dropFirst().prefix(2)
      guard digits.count == 2, let high = value(digits.first), let low = value(digits.last) else { return nil }
      bytes.append(high << 4 | low)
      at = digits.endIndex
    }
    return bytes
  }

  private static func value(_ digit: UInt8?) -> UInt8? {
    guard let digit else { return nil }
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return digit - UInt8(ascii: "A") + 10
    default: return nil
    }
  }
}
