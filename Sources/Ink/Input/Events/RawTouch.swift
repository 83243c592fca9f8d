import Geometry

/// A touch event of a touch screen or tablet, as XI2 delivers it (2.2 and later), copied out of X's
/// memory.
public struct RawTouchEvent: Sendable {
  /// The phase in X.
  public enum Phase: UInt8, Sendable, Hashable { case begin, update, end }

  /// What happened.
  public var phase: Phase
  /// The slave device.
  public var source: Int
  /// The finger's number until it lifts.
  public var finger: UInt32
  /// Server time in ms, wrapping at 2^32.
  public var time: UInt32
  /// Window px (event_x, event_y), with fractions.
  public var position: Point
  /// The keys held before the event.
  public var modifiers: Modifiers
  /// The values that changed.
  public var valuators: Valuators

  /// An event by its parts.
  public init(
    phase: Phase, source: Int, finger: UInt32, time: UInt32, position: Point, modifiers: Modifiers = [],
    valuators: Valuators = Valuators()
  ) {
    self.phase = phase
    self.source = source
    self.finger = finger
    self.time = time
    self.position = position
    self.modifiers = modifiers
    self.valuators = valuators
  }
}

/// A pinch of two or more fingers on a touchpad, as XI2 delivers it (2.4 and later), copied out of
/// X's memory.
public struct RawPinchEvent: Sendable {
  /// The phase in X.
  public enum Phase: UInt8, Sendable, Hashable { case begin, update, end }

  /// What happened.
  public var phase: Phase
  /// The slave device.
  public var source: Int
  /// Server time in ms, wrapping at 2^32.
  public var time: UInt32
  /// The pointer's position, window px; fingers on a touchpad do not move it.
  public var position: Point
  /// The keys held before the event.
  public var modifiers: Modifiers
  /// The distance of the fingers, 1 at the beginning.
  public var scale: Double
  /// Their rotation since the previous event, degrees, clockwise.
  public var turn: Double

  /// An event by its parts.
  public init(
    phase: Phase, source: Int, time: UInt32, position: Point, modifiers: Modifiers = [], scale: Double = 1,
    turn: Double = 0
  ) {
    self.phase = phase
    self.source = source
    self.time = time
    self.position = position
    self.modifiers = modifiers
    self.scale = scale
    self.turn = turn
  }
}
