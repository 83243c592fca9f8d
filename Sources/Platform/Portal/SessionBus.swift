import Files

/// The D-Bus session bus.
public enum SessionBus {
  /// The bus's address (D-Bus Specification, "Server Addresses"); nil if there is none.
  ///
  /// Fude never starts a bus, since a session without one has no portal either. So `autolaunch:`
  /// addresses, which would start one, count as none.
  /// - Parameters:
  ///   - environment: the process's variables.
  ///   - isThere: whether a file exists at a path.
  public static func address(environment: [String: String], isThere: (String) -> Bool) -> String? {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
      return address.hasPrefix("autolaunch:") ? nil : address
    }
    // The path of systemd, and the second choice of D-Bus libraries.
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    let path = PathText.join(folder, "bus")
    return isThere(path) ? "unix:path=" + escaped(path) : nil
  }

  /// Escapes a path for an address. Unlisted bytes are percent-encoded.
  private static func escaped(_ path: String) -> String {
    PercentText.text(of: PathText.bytes(of: path), plain: "-_/.*".utf8)
  }
}
