import Files

/// Paths of files as URIs (RFC 8089), which is how desktops name files to each other.
public enum FileURI {
  /// The URI of a path.
  /// - Parameter path: from the root on, as `PathText` has it.
  public static func text(of path: String) -> String {
    // RFC 3986: unreserved characters and, in a path, sub-delims, ":" and "@".
    "file://" + PercentText.text(of: PathText.bytes(of: path), plain: "-._~/!$&'()*+,;=:@".utf8)
  }

  /// The path of a URI, from the root on, as `PathText` has it; nil where it names no file of this computer: of another scheme, on
  /// another host, or with what no path can hold.
  public static func path(of uri: String) -> String? {
    let scheme = "file:"
    guard uri.utf8.count > scheme.utf8.count, uri.prefix(scheme.count).lowercased() == scheme else { return nil }
    var rest = uri.dropFirst(scheme.count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      guard let slash = rest.firstIndex(of: "/") else { return nil }
      let host = rest[..<slash].lowercased()
      guard host.isEmpty || host == "localhost" else { return nil }
      rest = rest[slash...]
    }
    // A path of files has neither a query nor a fragment, and a slash that is escaped would be part of a name, which none can be.
    guard rest.hasPrefix("/"), !rest.utf8.contains(where: { "?#".utf8.contains($0) }),
      !rest.lowercased().contains("%2f"), let bytes = PercentText.bytes(of: rest), !bytes.contains(0)
    else { return nil }
    return PathText.text(of: bytes)
  }
}
