internal import CX11

/// A description of the X server, for reports.
public struct ServerFacts: Sendable, Hashable {
  /// The vendor, such as "The X.Org Foundation".
  public var vendor: String
  /// The release in the vendor's notation: "21.1.7" for 12101007.
  public var release: String
  /// The XInput version in use; nil if the server has none that is recent enough.
  public var inputVersion: String?
  /// Size of the default screen in px.
  public var screen: (width: Int, height: Int)

  /// Compares all properties.
  public static func == (a: ServerFacts, b: ServerFacts) -> Bool {
    a.vendor == b.vendor && a.release == b.release && a.inputVersion == b.inputVersion && a.screen == b.screen
  }

  /// Hashes all properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(vendor)
    hasher.combine(release)
    hasher.combine(inputVersion)
    hasher.combine(screen.width)
    hasher.combine(screen.height)
  }

  /// Creates a description.
  public init(vendor: String, release: String, inputVersion: String?, screen: (width: Int, height: Int)) {
    (self.vendor, self.release, self.inputVersion, self.screen) = (vendor, release, inputVersion, screen)
  }

  /// Formats a release number. X.Org encodes 21.1.7 as 12101007 and, before version 1.20, 1.19.6 as
  /// 11906000. Other vendors' numbers stay as they are.
  static func release(_ number: Int, vendor: String) -> String {
    guard vendor.contains("X.Org"), number >= 10_000_000 else { return String(number) }
    let parts = (number / 100_000 % 100, number / 1000 % 100, number % 1000)
    return parts.0 >= 21 ? "\(parts.0).\(parts.1).\(parts.2)" : "1.\(parts.0).\(parts.1)"
  }
}

extension Connection {
  /// The server of this connection.
  public var facts: ServerFacts {
    guard isAlive else { return ServerFacts(vendor: "", release: "", inputVersion: nil, screen: (0, 0)) }
    let vendor = XServerVendor(display).map { String(cString: $0) } ?? ""
    var version: String?
    if case .available(_, let major, let minor) = input { version = "\(major).\(minor)" }
    return ServerFacts(
      vendor: vendor, release: ServerFacts.release(Int(XVendorRelease(display)), vendor: vendor), inputVersion: version,
      screen: screenSize)
  }

  /// Returns the X driver of a device, guessed from its property names; nil if unknown.
  func driver(of device: Int) -> String? {
    guard case .available = input, let id = Int32(exactly: device) else { return nil }
    var count: Int32 = 0
    let (list, _) = trapping(synchronising: false) { XIListProperties(display, id, &count) }
    guard let list, let list else { return nil }
    defer { XFree(list) }
    let names = names(of: UnsafeBufferPointer(start: list, count: Int(count))).values
    // Devices of Xwayland and the test server have no driver properties.
    let drivers = [("Wacom ", "wacom"), ("libinput ", "libinput"), ("Evdev ", "evdev"), ("Synaptics ", "synaptics")]
    return drivers.first { prefix, _ in names.contains { $0.hasPrefix(prefix) } }?.1
  }
}
