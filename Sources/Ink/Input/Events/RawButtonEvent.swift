/// A press or release of a device's button as the driver reported it (XI_RawButtonPress,
/// XI_RawButtonRelease of a master). The server sends it for any window, and also where it drops the
/// ordinary event.
public struct RawButtonEvent: Sendable {
  /// The slave device.
  public var source: Int
  /// The button's number before the device's button map, which nearly no pen has.
  public var button: Int
  /// Whether the button went down.
  public var isPress: Bool
  /// Server time in ms, wrapping at 2^32; the same as that of the ordinary event.
  public var time: UInt32
  /// Whether X generated it from another event (XIPointerEmulated).
  public var isEmulated: Bool
  /// The values that changed, after the device's transformation matrix.
  public var valuators: Valuators

  /// An event by its parts.
  public init(
    source: Int, button: Int, isPress: Bool, time: UInt32, isEmulated: Bool = false, valuators: Valuators = Valuators()
  ) {
    self.source = source
    self.button = button
    self.isPress = isPress
    self.time = time
    self.isEmulated = isEmulated
    self.valuators = valuators
  }
}
