/// A touchpad on an inputtest device of the kind `DeviceSection.touchpad`: it pinches where the
/// pointer is.
public final class VirtualTouchpad {
  /// The device.
  public let device: InputTestDevice

  /// A touchpad on `device`.
  public init(device: InputTestDevice) { self.device = device }

  /// Two fingers come down, pinch in equal steps and lift.
  /// - Parameters:
  ///   - scale: how far apart they are at the end, in terms of the beginning.
  ///   - turn: how far they turn, degrees, clockwise.
  public func pinch(scale: Double = 1, turn: Double = 0, steps: Int = 10) throws(RigError) {
    precondition(steps > 0, "a pinch has at least one step")
    try begin()
    for step in 1...steps {
      try update(scale: 1 + (scale - 1) * Double(step) / Double(steps), turn: turn / Double(steps))
    }
    try end(scale: scale)
  }

  /// Two fingers come down.
  public func begin() throws(RigError) { try device.pinch(.begin, scale: 1, turn: 0) }

  /// They move; `turn` is what they turned since the step before, degrees, clockwise.
  public func update(scale: Double, turn: Double = 0) throws(RigError) {
    try device.pinch(.update, scale: scale, turn: turn)
  }

  /// They lift. Returns when the server has handled it.
  public func end(scale: Double) throws(RigError) {
    try device.pinch(.end, scale: scale, turn: 0)
    try device.synchronize()
  }
}
