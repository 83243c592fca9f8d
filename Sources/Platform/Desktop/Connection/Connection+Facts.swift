internal import CX11

/// What server the program talks to, for reports.
public struct ServerFacts: Sendable, Hashable {
  /// Who made it: "The X.Org Foundation".
  public var vendor: String
  /// Its number, as its maker counts: "21.1.7" for 12101007.
  public var release: String
  /// The version of XInput that it and Fude agreed on; nil where there is none that will do.
  public var inputVersion: String?
  /// The default screen's size, px.
  public var screen: (width: Int, height: Int)

  /// Whether all is the same.
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

  /// A release as X.Org numbers them: 12101007 is 21.1.7 (since 1.20, in 2018, as 1 21 01 007; before that 11906000 was
  /// 1.19.6). Others' numbers stay as they are.
  static func release(_ number: Int, vendor: String) -> String {
    guard vendor.contains("X.Org"), number >= 10_000_000 else { return String(number) }
    let parts = (number / 100_000 % 100, number / 1000 % 100, number % 1000)
    return parts.0 >= 21 ? "\(parts.0).\(parts.1).\(parts.2)" : "1.\(parts.0).\(parts.1)"
  }
}

extension Connection {
  /// What server it leads to.
  public var facts: ServerFacts {
    guard isAlive else { return ServerFacts(vendor: "", release: "", inputVersion: nil, screen: (0, 0)) }
    let vendor = XServerVendor(display).map { String(cString: $0) } ?? ""
    var version: String?
    if case .available(_, let major, let minor) = input { version = "\(major).\(minor)" }
    return ServerFacts(
      vendor: vendor, release: ServerFacts.release(Int(XVendorRelease(display)), vendor: vendor), inputVersion: version,
      screen: screenSize)
  }

  /// The X driver that runs a device: the one that the names of its properties begin with. nil where they tell nothing.
  func driver(of device: Int) -> String? {
    guard case .available = input, let id = Int32(exactly: device) else { return nil }
    var count: Int32 = 0
    let (list, _) = trapping(synchronising: false) { XIListProperties(display, id, &count) }
    guard let list, let list else { return nil }
    defer { XFree(list) }
    let names = names(of: UnsafeBufferPointer(start: list, count: Int(count))).values
    // Xwayland's and the test server's devices have no properties of their own.
    let drivers = [("Wacom ", "wacom"), ("libinput ", "libinput"), ("Evdev ", "evdev"), ("Synaptics ", "synaptics")]
    return drivers.first { prefix, _ in names.contains { $0.hasPrefix(prefix) } }?.1
  }
}
