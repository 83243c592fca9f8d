internal import CX11

/// Facts about the X server, for reports.
public struct ServerFacts: Sendable, Hashable {
  /// The vendor: "The X.Org Foundation".
  public var vendor: String
  /// The release in the vendor's numbering: "21.1.7" for 12101007.
  public var release: String
  /// The negotiated version of XInput; nil if it is older than 2.2.
  public var inputVersion: String?
  /// The default screen's size, px.
  public var screen: (width: Int, height: Int)

  /// Whether all facts are equal.
  public static func == (a: ServerFacts, b: ServerFacts) -> Bool {
    a.vendor == b.vendor && a.release == b.release && a.inputVersion == b.inputVersion && a.screen == b.screen
  }

  /// Hashes everything.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(vendor)
    hasher.combine(release)
    hasher.combine(inputVersion)
    hasher.combine(screen.width)
    hasher.combine(screen.height)
  }

  /// Facts by their parts.
  public init(vendor: String, release: String, inputVersion: String?, screen: (width: Int, height: Int)) {
    (self.vendor, self.release, self.inputVersion, self.screen) = (vendor, release, inputVersion, screen)
  }

  /// The release from X.Org's number: 12101007 is 21.1.7 (since 1.20, in 2018, as 1 21 01 007;
  /// before that 11906000 was 1.19.6). Other vendors' numbers are returned unchanged.
  static func release(_ number: Int, vendor: String) -> String {
    guard vendor.contains("X.Org"), number >= 10_000_000 else { return String(number) }
    let parts = (number / 100_000 % 100, number / 1000 % 100, number % 1000)
    return parts.0 >= 21 ? "\(parts.0).\(parts.1).\(parts.2)" : "1.\(parts.0).\(parts.1)"
  }
}

extension Connection {
  /// Facts about the connection's server.
  public var facts: ServerFacts {
    guard isAlive else { return ServerFacts(vendor: "", release: "", inputVersion: nil, screen: (0, 0)) }
    let vendor = XServerVendor(display).map { String(cString: $0) } ?? ""
    var version: String?
    if case .available(_, let major, let minor) = input { version = "\(major).\(minor)" }
    return ServerFacts(
      vendor: vendor, release: ServerFacts.release(Int(XVendorRelease(display)), vendor: vendor), inputVersion: version,
      screen: screenSize)
  }

  /// The X driver of a device, by the prefix of its properties' names; nil if they do not tell.
  func driver(of device: Int) -> String? {
    guard case .available = input, let id = Int32(exactly: device) else { return nil }
    var count: Int32 = 0
    let (list, _) = trapping(synchronising: false) { XIListProperties(display, id, &count) }
    guard let list, let list else { return nil }
    defer { XFree(list) }
    let names = names(of: UnsafeBufferPointer(start: list, count: Int(count))).values
    // Devices of Xwayland and of the test server have no such properties.
    let drivers = [("Wacom ", "wacom"), ("libinput ", "libinput"), ("Evdev ", "evdev"), ("Synaptics ", "synaptics")]
    return drivers.first { prefix, _ in names.contains { $0.hasPrefix(prefix) } }?.1
  }
}
