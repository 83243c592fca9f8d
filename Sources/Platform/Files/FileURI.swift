import Glibc

/// File URIs, such as `file:///home/me/a%20picture.png` (RFC 8089).
public enum FileURI {
  /// The URI of a path.
  /// - Parameter path: an absolute path, as in `PathText`.
  public static func text(of path: String) -> String {
    // RFC 3986: unreserved characters and, in a path, sub-delims, ":" and "@".
    "file://" + PercentText.text(of: PathText.bytes(of: path), plain: "-._~/!$&'()*+,;=:@".utf8)
  }

  /// The absolute path of a URI, as in `PathText`. Returns nil for another scheme or host, a query
  /// or a fragment, or bytes that no path can have.
  /// - Parameter host: the name of this machine, which a URI may contain.
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
      // An escaped slash would be part of a name, which is not possible.
      bytes.count(where: { $0 == UInt8(ascii: "/") }) == rest.count(where: { $0 == UInt8(ascii: "/") })
    else { return nil }
    return PathText.text(of: bytes)
  }

  /// The paths of the local files in a URI list, in its order. The list has one URI a line, and
  /// comments start with `#` (RFC 2483, `text/uri-list`). Other URIs are left out.
  ///
  /// Queries and fragments are ignored: URIs dragged from a browser's local page may have them.
  public static func paths(in list: [UInt8], host: String = FileURI.host) -> [String] {
    list.split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") || $0 == 0 }
      .filter { $0.first != UInt8(ascii: "#") }
      .compactMap { path(of: String(decoding: $0.prefix { !isAfterPath($0) }, as: UTF8.self), host: host) }
  }

  /// The name of this machine; empty if unknown.
  public static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func isAfterPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }
}
