import CKernelInput

/// A pen with two ends on a kernel tablet (`KernelDevice.Description.intuosPro`). Its reports are
/// those of Linux' driver for Wacom tablets.
///
/// Methods return when the reports are written. `synchronize` waits until the server has handled
/// them.
public final class KernelPen {
  /// The tablet.
  public let device: KernelDevice
  private let width: Double
  private let height: Double

  /// The end in proximity; nil if there is none.
  public var near: End? { [End.tip, .eraser].first { device.isDown($0.key) } }

  /// An end of the pen.
  public enum End: Sendable, Hashable {
    case tip
    case eraser

    fileprivate var key: Int32 { self == .tip ? BTN_TOOL_PEN : BTN_TOOL_RUBBER }
    /// Wacom's tool ID of a Grip Pen. Bit 3 marks the eraser.
    fileprivate var id: Int32 { self == .tip ? 0x802 : 0x80a }
  }

  /// A button on the pen's barrel.
  public enum SideButton: Sendable, Hashable {
    /// The button nearer to the tip.
    case lower
    /// The other button.
    case upper

    fileprivate var key: Int32 { self == .lower ? BTN_STYLUS : BTN_STYLUS2 }
  }

  private static let serial: Int32 = 0x12_34567

  /// Makes a pen on a tablet that is mapped to a whole screen of `width` by `height` px.
  public init(device: KernelDevice, width: Int, height: Int) {
    self.device = device
    self.width = Double(width)
    self.height = Double(height)
  }

  /// Moves an end of the pen into proximity at a point. The point's pressure is ignored. The first
  /// report has the position.
  public func enterProximity(_ end: End = .tip, at point: PenPoint) throws(RigError) {
    try device.send([.key(end.key, isDown: true), .axis(ABS_MISC, end.id)] + place(point.lifted, isTouching: false))
  }

  /// Moves the pen, which must be in proximity. It touches the tablet if the pressure is above 0.
  public func move(to point: PenPoint) throws(RigError) {
    let isTouching = point.pressure > 0
    try device.send(place(point, isTouching: isTouching) + [.key(BTN_TOUCH, isDown: isTouching)])
  }

  /// Presses a button.
  public func press(_ button: SideButton) throws(RigError) {
    try device.send([.key(button.key, isDown: true), .serial(Self.serial)])
  }

  /// Releases a button.
  public func release(_ button: SideButton) throws(RigError) {
    try device.send([.key(button.key, isDown: false), .serial(Self.serial)])
  }

  /// Moves the pen out of proximity, whatever its state. One report resets all axes and keys,
  /// including the position (wacom_exit_report in Linux' drivers/hid/wacom_wac.c).
  public func leaveProximity() throws(RigError) {
    guard let end = near else { return }
    let axes = [ABS_X, ABS_Y, ABS_DISTANCE, ABS_TILT_X, ABS_TILT_Y, ABS_PRESSURE, ABS_WHEEL, ABS_Z]
    let keys = [BTN_STYLUS, BTN_STYLUS2, BTN_TOUCH, end.key]
    try device.send(
      axes.map { .axis($0, 0) } + keys.map { .key($0, isDown: false) } + [.axis(ABS_MISC, 0), .serial(Self.serial)])
  }

  /// Waits until the server has handled everything sent.
  public func synchronize() throws(RigError) { try device.synchronize() }

  /// Draws a stroke: touches at the first point, moves along the points and lifts at the last.
  ///
  /// Moves the end into proximity first if needed. Returns when the server has handled everything.
  /// - Parameters:
  ///   - points: at least one.
  ///   - rate: points per second.
  ///   - leaves: whether the pen leaves proximity afterwards.
  public func stroke(_ points: [PenPoint], with end: End = .tip, rate: Double = 1000, leaves: Bool = true)
    throws(RigError)
  {
    guard let first = points.first, let last = points.last else { return }
    if near != end { try enterProximity(end, at: first) }
    try move(to: first.lifted)
    let start = MonotonicTime.now
    for (index, point) in points.enumerated() {
      start.advanced(bySeconds: Double(index) / rate).sleepUntil()
      try move(to: point)
    }
    try move(to: last.lifted)
    if leaves { try leaveProximity() }
    try synchronize()
  }

  private func place(_ point: PenPoint, isTouching: Bool) -> [KernelDevice.Item] {
    [
      .axis(ABS_X, scaled(point.x / width, ABS_X)), .axis(ABS_Y, scaled(point.y / height, ABS_Y)),
      .axis(ABS_PRESSURE, clamped((point.pressure * Double(most(ABS_PRESSURE))).rounded(), ABS_PRESSURE)),
      .axis(ABS_TILT_X, clamped(point.tiltX.rounded(), ABS_TILT_X)),
      .axis(ABS_TILT_Y, clamped(point.tiltY.rounded(), ABS_TILT_Y)),
      // A tablet reports a distance until the tip touches.
      .axis(ABS_DISTANCE, isTouching ? 0 : 20), .serial(Self.serial),
    ]
  }

  /// X maps an axis with n values to n columns; the first column begins at the screen's edge.
  private func scaled(_ share: Double, _ axis: Int32) -> Int32 {
    clamped((share * (Double(most(axis)) + 1)).rounded(), axis)
  }

  private func most(_ axis: Int32) -> Int32 { device.description.range(axis)?.upperBound ?? 0 }

  private func clamped(_ value: Double, _ axis: Int32) -> Int32 {
    guard let range = device.description.range(axis) else { return 0 }
    return Int32(min(max(value, Double(range.lowerBound)), Double(range.upperBound)))
  }
}

extension PenPoint {
  fileprivate var lifted: PenPoint {
    var point = self
    point.pressure = 0
    return point
  }
}
