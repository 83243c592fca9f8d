import Geometry

/// What touches do with the canvas.
///
/// The order is `hold`, then any number of `move` and `hold`, then one of `release`, `cancel` and
/// `tap`. A finger that presses a panel or draws comes as `PointerEvent`s instead.
public enum TouchEvent: Sendable, Hashable {
  /// Fingers hold the canvas at their positions; sent again when one is added or lifted. The canvas
  /// does not move.
  case hold(Grip)
  /// The fingers moved: the held canvas positions move with them.
  case move(Grip)
  /// The fingers released the canvas.
  case release
  /// The fingers were a hand, not a gesture: what they moved returns to where it was before the
  /// first `hold`.
  case cancel
  /// A short touch of 2 or 3 fingers that hardly moved. What they moved returns.
  case tap(fingers: Int)
}

/// Where fingers hold the canvas, window px.
public struct Grip: Sendable, Hashable {
  /// The finger that landed first.
  public var first: Point
  /// The next one; nil for one finger.
  public var second: Point?

  /// A grip by its places.
  public init(_ first: Point, _ second: Point? = nil) {
    self.first = first
    self.second = second
  }
}

/// A step of a pinch on a touchpad.
public struct PinchEvent: Sendable, Hashable {
  /// What happened. Each `begin` gets one `end`.
  public enum Phase: UInt8, Sendable, Hashable { case begin, change, end }

  /// What happened.
  public var phase: Phase
  /// Where the pointer is, window px.
  public var position: Point
  /// The distance of the fingers, 1 at the beginning; > 0.
  public var scale: Double
  /// Their rotation since the beginning, clockwise.
  public var turn: Angle

  /// A step by its parts.
  public init(_ phase: Phase, at position: Point, scale: Double = 1, turn: Angle = .zero) {
    self.phase = phase
    self.position = position
    self.scale = scale
    self.turn = turn
  }
}

/// What one finger does on the canvas.
public enum TouchUse: String, Sendable, Hashable, CaseIterable {
  case pan
  /// Draws, like a mouse.
  case draw
  /// Nothing.
  case none
}
