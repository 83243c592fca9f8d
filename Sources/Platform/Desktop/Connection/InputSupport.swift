internal import CX11
import Language

/// The server's XInput 2. A client may negotiate the version only once, so the connection keeps the
/// result.
enum InputSupport: Sendable, Hashable {
  /// At least 2.2; `opcode` identifies its events.
  case available(opcode: Int32, major: Int, minor: Int)
  /// None, or too old.
  case unavailable(reason: String)

  /// Whether it reports gestures on touchpads (version 2.4).
  var hasGestures: Bool {
    guard case .available(_, let major, let minor) = self else { return false }
    return major > 2 || (major == 2 && minor >= 4)
  }

  /// Negotiates the version with `display`.
  static func ask(_ display: OpaquePointer, _ failures: FailureLog) -> InputSupport {
    var opcode: Int32 = 0
    var event: Int32 = 0
    var error: Int32 = 0
    guard XQueryExtension(display, "XInputExtension", &opcode, &event, &error) != 0 else {
      return .unavailable(
        reason: translated("this X server has no XInput extension: a pen works as a mouse, without pressure"))
    }
    var major: Int32 = 2
    var minor: Int32 = 4
    // Servers without XI2 answer BadRequest.
    failures.openTrap(from: XNextRequest(display))
    let status = XIQueryVersion(display, &major, &minor)
    let failure = failures.closeTrap()
    return judge(opcode: opcode, version: status == 0 && failure == nil ? (Int(major), Int(minor)) : nil)
  }

  /// Judges a version; nil stands for a server without version 2.
  static func judge(opcode: Int32, version: (major: Int, minor: Int)?) -> InputSupport {
    guard let version else {
      return .unavailable(reason: translated("this X server has no XInput 2: a pen works as a mouse, without pressure"))
    }
    guard version.major > 2 || (version.major == 2 && version.minor >= 2) else {
      return .unavailable(
        reason: translated(
          "this X server speaks XInput {version}, Fude needs 2.2: a pen works as a mouse, without pressure",
          ["version": "\(version.major).\(version.minor)"]))
    }
    return .available(opcode: opcode, major: version.major, minor: version.minor)
  }
}

extension Connection {
  /// Selects exactly these XI2 events of a device (or XIAllDevices, XIAllMasterDevices) on a
  /// window.
  func select(_ types: [Int32], of device: Int32, on window: XID) {
    var bits = [UInt8](repeating: 0, count: Int(XI_LASTEVENT) / 8 + 1)
    for type in types { bits[Int(type) / 8] |= 1 << UInt8(type % 8) }
    bits.withUnsafeMutableBufferPointer {
      var mask = XIEventMask(deviceid: device, mask_len: Int32($0.count), mask: $0.baseAddress)
      XISelectEvents(display, window, &mask, 1)
    }
  }
}
