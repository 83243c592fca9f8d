import Geometry

/// What a window system tells of an input device, in the terms of XI2 but as plain values: everything that decoding needs.
public struct DeviceDescription: Sendable, Hashable {
  /// What the device is attached as.
  public enum Use: UInt8, Sendable, Hashable {
    case masterPointer, masterKeyboard, slavePointer, slaveKeyboard, floatingSlave
  }

  /// The number by which events name it; reused after removal.
  public var id: Int
  /// Name, as the driver gives it.
  public var name: String
  /// What it is attached as.
  public var use: Use
  /// Whether it is enabled.
  public var isEnabled: Bool
  /// USB vendor and product ("Device Product ID"), nil where unknown.
  public var vendor: Int?
  /// USB product, nil where unknown.
  public var product: Int?
  /// The property "Wacom Tool Type" (STYLUS, ERASER, CURSOR, PAD, TOUCH), nil where the device has none.
  public var wacomToolType: String?
  /// The last two items of the property "Wacom Serial IDs" (tool serial and tool id): both 0 while no tool is near.
  /// nil where the device has no such property.
  public var isToolNear: Bool?
  /// The device's XI1 type atom (STYLUS, ERASER, CURSOR, PAD, TOUCHSCREEN, MOUSE ...), nil where unknown.
  public var xi1Type: String?
  /// Whether it has a touch class, of direct (a screen's) or dependent touches (a tablet's, a touchpad's).
  public var hasTouchClass: Bool
  /// Number of buttons.
  public var buttonCount: Int
  /// Valuators.
  public var axes: [AxisDescription]
  /// The X driver that runs it ("wacom", "libinput" ...), as far as its properties tell; nil where they do not.
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
  /// Its place in the events' masks, from 0.
  public var number: Int
  /// Its label ("Abs Pressure"), empty where it has none.
  public var label: String
  /// Smallest value.
  public var min: Double
  /// Largest value; not greater than `min` where the range is unknown.
  public var max: Double
  /// Units per metre, or per radian for tilt and rotation; 0 where unknown.
  public var resolution: Int
  /// The value at the time of the query.
  public var value: Double
  /// Whether values are positions (true) or movements.
  public var isAbsolute: Bool
  /// For an axis that scrolls: units per notch (may be negative), else nil.
  public var scrollIncrement: Double?
  /// For an axis that scrolls: whether it scrolls sideways.
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

/// The values that an event carries: only those that changed. Bit n of `mask` says that valuator n is present; the
/// present ones are `values[n]`. At most 36 valuators, as the X server allows (MAX_VALUATORS); of a fixed size, so that
/// decoding an event allocates nothing.
public struct Valuators: Sendable {
  /// The most valuators that an X device can have.
  public static let capacity = 36
  /// Bit n: valuator n is present.
  public private(set) var mask: UInt64 = 0
  private var values = InlineArray<36, Double>(repeating: 0)

  /// No values.
  public init() {}

  /// The value of valuator `n`, or nil where the event does not carry it.
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
  /// What X calls it.
  public enum Kind: UInt8, Sendable, Hashable { case motion, buttonPress, buttonRelease, enter, leave }

  /// What happened.
  public var kind: Kind
  /// The slave device that it came from.
  public var source: Int
  /// X button number for presses and releases, else 0.
  public var button: Int
  /// Server time in ms, wrapping at 2^32.
  public var time: UInt32
  /// Window px (event_x, event_y), with fractions.
  public var position: Point
  /// The same place on the screen; nil where it is not known.
  public var screen: ScreenPlace?
  /// Bit b: X button b was held *before* the event (b from 1).
  public var buttons: UInt32
  /// Keys held before the event.
  public var modifiers: Modifiers
  /// Whether X made it up from another event (XIPointerEmulated).
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
