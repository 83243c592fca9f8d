import Files

/// The bus on which the programs of a desktop's session talk.
public enum SessionBus {
  /// The bus's address (D-Bus Specification, "Server Addresses"); nil where there is none.
  ///
  /// None is ever started: where a session has no bus, it has no portal either. So `autolaunch:`, with which one would be, counts as
  /// none.
  /// - Parameters:
  ///   - environment: the process's variables.
  ///   - isThere: whether there is a file of this path.
  public static func address(environment: [String: String], isThere: (String) -> Bool) -> String? {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
      return address.hasPrefix("autolaunch:") ? nil : address
    }
    // Where systemd has it, and where D-Bus' own libraries look next.
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    let path = PathText.join(folder, "bus")
    return isThere(path) ? "unix:path=" + escaped(path) : nil
  }

  /// A path as a value of an address: what is not in the specification's list is written as `%` and two hexadecimal digits.
  private static func escaped(_ path: String) -> String {
    PercentText.text(of: PathText.bytes(of: path), plain: "-_/.*".utf8)
  }
}
