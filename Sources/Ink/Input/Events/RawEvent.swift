import Geometry

/// A window system's description of an input device, in XI2's terms but as plain values: everything
/// that decoding needs.
public struct DeviceDescription: Sendable, Hashable {
  /// How a device is attached.
  public enum Use: UInt8, Sendable, Hashable {
    case masterPointer, masterKeyboard, slavePointer, slaveKeyboard, floatingSlave
  }

  /// The number that events use; reused after removal.
  public var id: Int
  /// The name, as given by the driver.
  public var name: String
  /// How it is attached.
  public var use: Use
  /// Whether it is enabled.
  public var isEnabled: Bool
  /// USB vendor ("Device Product ID"), nil if unknown.
  public var vendor: Int?
  /// USB product, nil if unknown.
  public var product: Int?
  /// The property "Wacom Tool Type" (STYLUS, ERASER, CURSOR, PAD, TOUCH), nil if the device has
  /// none.
  public var wacomToolType: String?
  /// Whether a tool is near: whether the last two items of the property "Wacom Serial IDs" (tool
  /// serial and tool id) are not both 0. nil if the device has no such property.
  public var isToolNear: Bool?
  /// The device's XI1 type atom (STYLUS, ERASER, CURSOR, PAD, TOUCHSCREEN, MOUSE ...), nil if
  /// unknown.
  public var xi1Type: String?
  /// Whether it has a touch class, with direct touches (a screen) or dependent ones (a tablet, a
  /// touchpad).
  public var hasTouchClass: Bool
  /// Number of buttons.
  public var buttonCount: Int
  /// Valuators.
  public var axes: [AxisDescription]
  /// The X driver that runs it ("wacom", "libinput" ...), by its properties; nil if unknown.
  public var driver: String?

  /// A description by its parts.
  public init(
    id: Int, name: String, use: Use = .slavePointer, isEnabled: Bool = true, vendor: Int? = nil, product: Int? = nil,
    wacomToolType: String? = nil, isToolNear: Bool? = nil, xi1Type: String? = nil, hasTouchClass: Bool = false,
    buttonCount: Int = 0, axes: [AxisDescription] = []
  ) {
    self.id = id
    self.name = name
    self.use = use
    self.isEnabled = isEnabled
    self.vendor = vendor
    self.product = product
    self.wacomToolType = wacomToolType
    self.isToolNear = isToolNear
    self.xi1Type = xi1Type
    self.hasTouchClass = hasTouchClass
    self.buttonCount = buttonCount
    self.axes = axes
  }
}

/// One valuator of a device.
public struct AxisDescription: Sendable, Hashable {
  /// Its bit in the events' masks, from 0.
  public var number: Int
  /// Its label ("Abs Pressure"), empty if it has none.
  public var label: String
  /// Smallest value.
  public var min: Double
  /// Largest value; not greater than `min` if the range is unknown.
  public var max: Double
  /// Units per metre, or per radian for tilt and rotation; 0 if unknown.
  public var resolution: Int
  /// The value at the time of the query.
  public var value: Double
  /// Whether values are absolute positions, not movements.
  public var isAbsolute: Bool
  /// For a scroll axis: units per notch (may be negative), otherwise nil.
  public var scrollIncrement: Double?
  /// For a scroll axis: whether it scrolls sideways.
  public var scrollsSideways: Bool

  /// An axis by its parts.
  public init(
    number: Int, label: String, min: Double = 0, max: Double = 0, resolution: Int = 0, value: Double = 0,
    isAbsolute: Bool = true, scrollIncrement: Double? = nil, scrollsSideways: Bool = false
  ) {
    self.number = number
    self.label = label
    self.min = min
    self.max = max
    self.resolution = resolution
    self.value = value
    self.isAbsolute = isAbsolute
    self.scrollIncrement = scrollIncrement
    self.scrollsSideways = scrollsSideways
  }
}

/// The changed valuators of an event. Bit n of `mask` states that valuator n is present. At most 36
/// valuators, as in the X server (MAX_VALUATORS); of fixed size, so that decoding an event
/// allocates nothing.
public struct Valuators: Sendable {
  /// The most valuators that an X device can have.
  public static let capacity = 36
  /// Bit n: valuator n is present.
  public private(set) var mask: UInt64 = 0
  private var values = InlineArray<36, Double>(repeating: 0)

  /// No values.
  public init() {}

  /// The value of valuator `n`, or nil if the event does not carry it.
  public subscript(n: Int) -> Double? {
    get { n >= 0 && n < Self.capacity && mask & (1 << UInt64(n)) != 0 ? values[n] : nil }
    set {
      guard n >= 0, n < Self.capacity else { return }
      if let newValue {
        mask |= 1 << UInt64(n)
        values[n] = newValue
      } else {
        mask &= ~(1 << UInt64(n))
      }
    }
  }
}

/// A pointer event as XI2 delivers it, copied out of X's memory.
public struct RawPointerEvent: Sendable {
  /// The kind of event in X.
  public enum Kind: UInt8, Sendable, Hashable { case motion, buttonPress, buttonRelease, enter, leave }

  /// The kind of event.
  public var kind: Kind
  /// The slave device.
  public var source: Int
  /// X button number for presses and releases, else 0.
  public var button: Int
  /// Server time in ms, wrapping at 2^32.
  public var time: UInt32
  /// Window px (event_x, event_y), with fractions.
  public var position: Point
  /// The position on the screen; nil if unknown.
  public var screen: ScreenPlace?
  /// Bit b: X button b was held *before* the event (b from 1).
  public var buttons: UInt32
  /// The keys held before the event.
  public var modifiers: Modifiers
  /// Whether X generated it from another event (XIPointerEmulated).
  public var isEmulated: Bool
  /// Whether it is an enter or leave caused by a grab (mode other than XINotifyNormal).
  public var isFromGrab: Bool
  /// The values that changed.
  public var valuators: Valuators

  /// An event by its parts.
  public init(
    kind: Kind, source: Int, button: Int = 0, time: UInt32, position: Point, screen: ScreenPlace? = nil,
    buttons: UInt32 = 0, modifiers: Modifiers = [], isEmulated: Bool = false, isFromGrab: Bool = false,
    valuators: Valuators = Valuators()
  ) {
    self.kind = kind
    self.source = source
    self.button = button
    self.time = time
    self.position = position
    self.screen = screen
    self.buttons = buttons
    self.modifiers = modifiers
    self.isEmulated = isEmulated
    self.isFromGrab = isFromGrab
    self.valuators = valuators
  }
}

extension Point {
  /// The point clamped to +-65536, beyond what X's 16-bit coordinates can mean, so that later
  /// arithmetic cannot overflow. A point that is not finite is returned unchanged.
  var withinReach: Point {
    guard isFinite else { return self }
    let limit = 65536.0
    return Point(min(limit, max(-limit, x)), min(limit, max(-limit, y)))
  }
}
