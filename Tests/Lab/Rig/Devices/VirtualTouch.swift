/// A touch screen: a device `DeviceSection.touch` of the X server's driver inputtest
/// (inputtestdrv(4)).
public final class VirtualTouch {
  /// The device.
  public let device: InputTestDevice
  private let width: Double
  private let height: Double

  // The driver's position axes go from 0 to 65535 (inputtestdrv(4)).
  private static let positionSteps = 65536.0

  /// Makes a touch screen on `device` that covers a screen of `width` by `height` px.
  public init(device: InputTestDevice, width: Int, height: Int) {
    self.device = device
    self.width = Double(width)
    self.height = Double(height)
  }

  /// Starts a touch.
  /// - Parameter finger: 0...9, the finger's number until it lifts.
  public func begin(_ finger: Int = 0, x: Double, y: Double) throws(RigError) {
    try device.touch(finger, .begin, values(x, y))
  }

  /// Moves a finger.
  public func move(_ finger: Int = 0, x: Double, y: Double) throws(RigError) {
    try device.touch(finger, .update, values(x, y))
  }

  /// Lifts a finger.
  public func end(_ finger: Int = 0, x: Double, y: Double) throws(RigError) {
    try device.touch(finger, .end, values(x, y))
  }

  /// Drags fingers together: all touch, move along their paths and lift.
  /// - Parameter paths: one path per finger 0, 1 ...; all with the same number of points, at least
  ///   one.
  public func drag(_ paths: [[(x: Double, y: Double)]]) throws(RigError) {
    guard let count = paths.first?.count, count > 0, paths.allSatisfy({ $0.count == count }) else {
      throw RigError("The fingers' paths must have equally many points, at least one.")
    }
    for index in 0..<count {
      for (finger, path) in paths.enumerated() {
        let point = path[index]
        if index == 0 { try begin(finger, x: point.x, y: point.y) } else { try move(finger, x: point.x, y: point.y) }
      }
    }
    for (finger, path) in paths.enumerated() { try end(finger, x: path[count - 1].x, y: path[count - 1].y) }
    try synchronize()
  }

  /// Waits until the server has handled everything sent.
  public func synchronize() throws(RigError) {
    try device.synchronize()
  }

  private func values(_ x: Double, _ y: Double) -> InputTestDevice.Values {
    [
      (0, min(x / width * Self.positionSteps, Self.positionSteps - 1)),
      (1, min(y / height * Self.positionSteps, Self.positionSteps - 1)),
    ]
  }
}
