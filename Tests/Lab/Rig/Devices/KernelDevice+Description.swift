import CKernelInput

extension KernelDevice {
  /// The properties of a device that the kernel and udev report. Codes are those of
  /// linux/input-event-codes.h.
  public struct Description: Sendable, Hashable {
    /// The device's name, at most 79 bytes.
    public var name: String
    /// USB vendor ID.
    public var vendor: UInt16
    /// USB product ID.
    public var product: UInt16
    /// The udev property of its kind ("ID_INPUT_TABLET").
    public var kind: String
    /// INPUT_PROP_ codes.
    public var properties: [Int32]
    /// Codes of its keys and buttons (KEY_, BTN_).
    public var keys: [Int32]
    /// Its axes.
    public var axes: [Axis]

    /// An axis of absolute values.
    public struct Axis: Sendable, Hashable {
      /// The ABS_ code.
      public var code: Int32
      /// The range of values.
      public var range: ClosedRange<Int32>
      /// Units per mm, or per radian for a tilt or rotation; 0 if not defined.
      public var resolution: Int32

      /// Makes an axis.
      public init(_ code: Int32, _ range: ClosedRange<Int32>, resolution: Int32 = 0) {
        self.code = code
        self.range = range
        self.resolution = resolution
      }
    }

    /// The pen of a Wacom Intuos Pro, medium: 224 by 148 mm, 8192 levels of pressure, tilt, a tip
    /// and an eraser.
    public static let intuosPro = Description(
      name: "Wacom Intuos Pro M Pen", vendor: 0x056a, product: 0x0357, kind: "ID_INPUT_TABLET",
      properties: [INPUT_PROP_POINTER],
      keys: [
        BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_BRUSH, BTN_TOOL_PENCIL, BTN_TOOL_AIRBRUSH, BTN_TOUCH, BTN_STYLUS,
        BTN_STYLUS2,
      ],
      axes: [
        Axis(ABS_X, 0...44800, resolution: 200), Axis(ABS_Y, 0...29600, resolution: 200), Axis(ABS_PRESSURE, 0...8191),
        Axis(ABS_DISTANCE, 0...63), Axis(ABS_TILT_X, -64...63, resolution: 57),
        Axis(ABS_TILT_Y, -64...63, resolution: 57), Axis(ABS_Z, -900...899, resolution: 287),
        Axis(ABS_WHEEL, 0...1023), Axis(ABS_MISC, 0...0),
      ])

    /// A keyboard of three keys.
    public static let keyboard = Description(
      name: "Rig Keyboard", vendor: 0x046d, product: 0xc31c, kind: "ID_INPUT_KEYBOARD", properties: [],
      keys: [KEY_ESC, KEY_ENTER, KEY_SPACE], axes: [])

    /// The range of an axis; nil if the device has no such axis.
    func range(_ code: Int32) -> ClosedRange<Int32>? { axes.first { $0.code == code }?.range }

    /// The description as a `kernel_input` struct, which the preloaded library reads.
    var bytes: [UInt8] {
      var device = kernel_input()
      Self.put(name, into: &device.name)
      Self.put(kind, into: &device.udev_kind)
      (device.vendor, device.product) = (vendor, product)
      Self.set(properties, in: &device.properties)
      Self.set(keys, in: &device.keys)
      Self.set(axes.map(\.code), in: &device.axes)
      withUnsafeMutableBytes(of: &device.ranges) { bytes in
        let ranges = bytes.bindMemory(to: kernel_input_range.self)
        for axis in axes {
          ranges[Int(axis.code)] = kernel_input_range(
            minimum: axis.range.lowerBound, maximum: axis.range.upperBound, resolution: axis.resolution)
        }
      }
      return withUnsafeBytes(of: &device) { Array($0) }
    }

    /// Copies text and a terminating zero; text that is too long is cut.
    private static func put<Field>(_ text: String, into field: inout Field) {
      withUnsafeMutableBytes(of: &field) { $0.copyBytes(from: text.utf8.prefix($0.count - 1)) }
    }

    private static func set<Field>(_ codes: [Int32], in field: inout Field) {
      withUnsafeMutableBytes(of: &field) { bytes in
        for code in codes { bytes[Int(code) / 8] |= 1 << UInt8(code % 8) }
      }
    }
  }
}
