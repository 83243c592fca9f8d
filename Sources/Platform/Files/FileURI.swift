import Glibc

/// Files as programs name them to each other: `file:///home/me/a%20picture.png` (RFC 8089).
public enum FileURI {
  /// The URI of a path.
  /// - Parameter path: from the root on, as `PathText` has it.
  public static func text(of path: String) -> String {
    // RFC 3986: unreserved characters and, in a path, sub-delims, ":" and "@".
    "file://" + PercentText.text(of: PathText.bytes(of: path), plain: "-._~/!$&'()*+,;=:@".utf8)
  }

  /// The path of a URI, from the root on, as `PathText` has it; nil where it names no file of this machine: of another scheme, on
  /// another host, with a query or a fragment, which files have not, or with what no path can hold.
  /// - Parameter host: what this machine is called; a URI may name it.
  public static func path(of uri: String, host: String = FileURI.host) -> String? {
    guard uri.utf8.count > 5, String(decoding: uri.utf8.prefix(5), as: UTF8.self).lowercased() == "file:" else {
      return nil
    }
    var rest = uri.utf8.dropFirst(5)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      let named = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
      guard named.isEmpty || named == "localhost" || named == host.lowercased() else { return nil }
      rest = rest[slash...]
    }
    guard rest.first == UInt8(ascii: "/"), !rest.contains(where: isAfterPath), let bytes = PercentText.bytes(of: rest),
      !bytes.contains(0),
      // A slash that is escaped would be part of a name, which none can be.
      bytes.count(where: { $0 == UInt8(ascii: "/") }) == rest.count(where: { $0 == UInt8(ascii: "/") })
    else { return nil }
    return PathText.text(of: bytes)
  }

  /// The files of this machine that a list names, in its order: a URI a line, lines that begin with `#` are remarks (RFC 2483,
  /// `text/uri-list`). What is none is left out.
  ///
  /// A query or a fragment is passed over: what is dragged out of a page that a browser shows from the disk may have one.
  public static func paths(in list: [UInt8], host: String = FileURI.host) -> [String] {
    list.split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") || $0 == 0 }
      .filter { $0.first != UInt8(ascii: "#") }
      .compactMap { path(of: String(decoding: $0.prefix { !isAfterPath($0) }, as: UTF8.self), host: host) }
  }

  /// What this machine is called; empty where that is not known.
  public static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a byte begins a query or a fragment, which stand behind the path.
  private static func isAfterPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }
}
