/// A touchpad on an inputtest device of the kind `DeviceSection.touchpad`. It pinches at the
/// pointer.
public final class VirtualTouchpad {
  /// The device.
  public let device: InputTestDevice

  /// Makes a touchpad on `device`.
  public init(device: InputTestDevice) { self.device = device }

  /// Pinches with two fingers in equal steps, from touch to lift.
  /// - Parameters:
  ///   - scale: the final distance of the fingers, relative to the beginning.
  ///   - turn: the total rotation, degrees, clockwise.
  public func pinch(scale: Double = 1, turn: Double = 0, steps: Int = 10) throws(RigError) {
    precondition(steps > 0, "a pinch has at least one step")
    try begin()
    for step in 1...steps {
      try update(scale: 1 + (scale - 1) * Double(step) / Double(steps), turn: turn / Double(steps))
    }
    try end(scale: scale)
  }

  /// Starts a pinch with two fingers.
  public func begin() throws(RigError) { try device.pinch(.begin, scale: 1, turn: 0) }

  /// Moves the fingers. `scale` is their distance relative to that at the beginning; `turn` is the
  /// rotation since the previous step, degrees, clockwise.
  public func update(scale: Double, turn: Double = 0) throws(RigError) {
    try device.pinch(.update, scale: scale, turn: turn)
  }

  /// Lifts the fingers. Returns when the server has handled it.
  public func end(scale: Double) throws(RigError) {
    try device.pinch(.end, scale: scale, turn: 0)
    try device.synchronize()
  }
}
