/// Notches scrolled by one event.
struct ScrollStep: Hashable {
  var dx = 0.0
  var dy = 0.0
  var isSmooth = false
}

/// Turns one device's scroll valuators and wheel buttons into notches.
///
/// A scroll valuator counts on for ever, also while other windows get the events. After an Enter or
/// a DeviceChanged its base is unknown: the first motion sets it, and its amount is lost. For every
/// notch X also sends an emulated button 4-7 with the same time. These are dropped, except after
/// such a motion, where they stand for the lost notch; not for fingers, whose steps are smaller.
///
/// If a driver sends buttons, X generates the valuator's motion: then the motion is marked as
/// emulated and the buttons are not. In both cases the motion comes first with the same time, so a
/// button also counts as emulated if its wheel's motion has just reported the same.
struct ScrollDecoder {
  private var vertical: Wheel
  private var horizontal: Wheel
  private let style: DeviceOverride.ScrollStyle?
  private var lastFraction: Int64?

  /// How long a device of no known style that scrolled by a fraction counts as fingers, ms: some of their
  /// steps are whole notches.
  static let gesture: Int64 = 250
  /// The most notches between two events; more means that the valuator was reset.
  static let limit = 64.0

  init(_ axes: AxisTable, style: DeviceOverride.ScrollStyle?) {
    vertical = Wheel(axis: axes.verticalScroll)
    horizontal = Wheel(axis: axes.horizontalScroll)
    self.style = style
  }

  mutating func forgetBase() {
    vertical.forget()
    horizontal.forget()
  }

  /// Takes a motion's valuators; nil if they do not scroll. Time in unwrapped ms.
  mutating func motion(_ valuators: borrowing Valuators, at time: Int64) -> ScrollStep? {
    let dx = horizontal.turn(valuators, at: time)
    let dy = vertical.turn(valuators, at: time)
    guard dx != 0 || dy != 0 else { return nil }
    if isFraction(dx) || isFraction(dy) { lastFraction = time }
    return ScrollStep(dx: dx, dy: dy, isSmooth: isSmooth(at: time))
  }

  /// Takes a button's press; nil unless it stands for a notch. Time in unwrapped ms.
  mutating func press(_ button: Int, isEmulated: Bool, at time: Int64) -> ScrollStep? {
    var step = ScrollStep(isSmooth: isSmooth(at: time))
    switch button {
    case 4: step.dy = -1
    case 5: step.dy = 1
    case 6: step.dx = -1
    case 7: step.dx = 1
    default: return nil
    }
    let wheel = button < 6 ? vertical : horizontal
    guard isEmulated || wheel.hasTurned(at: time) else { return step }
    return wheel.axis == nil || (style != .fingers && wheel.lostNotch(at: time)) ? step : nil
  }

  private func isFraction(_ notches: Double) -> Bool { abs(notches - notches.rounded()) > 1e-3 }

  private func isSmooth(at time: Int64) -> Bool {
    switch style {
    case .wheel: false
    case .fingers: true
    case nil: lastFraction.map { time - $0 < Self.gesture } ?? false
    }
  }

  private struct Wheel {
    let axis: ScrollAxis?
    private var base: Double?
    private var lostAt: Int64?
    private var turnedAt: Int64?

    init(axis: ScrollAxis?) { self.axis = axis }

    mutating func forget() {
      base = nil
      lostAt = nil
      turnedAt = nil
    }

    /// Notches since the last motion, 0 if unknown.
    mutating func turn(_ valuators: borrowing Valuators, at time: Int64) -> Double {
      guard let axis, let value = valuators[axis.number], value.isFinite else { return 0 }
      let old = base
      base = value
      turnedAt = time
      guard let old else {
        lostAt = time
        return 0
      }
      lostAt = nil
      let notches = (value - old) / axis.increment
      return abs(notches) <= ScrollDecoder.limit ? notches : 0
    }

    /// Whether a motion of this time reported the wheel.
    func hasTurned(at time: Int64) -> Bool { turnedAt == time }

    /// Whether a motion of this time only set the base, so that its notch is not counted yet.
    func lostNotch(at time: Int64) -> Bool { lostAt == time }
  }
}
