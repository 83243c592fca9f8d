import Geometry

/// What fingers on a touch screen do with the canvas.
///
/// The life: `hold`, then any number of `move` and `hold`, then one of `release`, `cancel` and `tap`. A finger that presses
/// something on the window's panels, or draws, comes as `PointerEvent`s instead.
public enum TouchEvent: Sendable, Hashable {
  /// Fingers take hold of the canvas where they are; also when one was added to them or lifted. Nothing moves by this.
  case hold(Grip)
  /// The fingers moved: the places of the canvas that they took hold of go with them.
  case move(Grip)
  /// They let go.
  case release
  /// They let go, and what they moved goes back to where it was before the first `hold`: they were no fingers that meant
  /// something, but a hand that was laid down.
  case cancel
  /// They let go after they had touched just shortly, and hardly moved; so many fingers, 2 or 3. What they moved goes back.
  case tap(fingers: Int)
}

/// Where fingers hold the canvas, window px.
public struct Grip: Sendable, Hashable {
  /// The finger that has been there longest.
  public var first: Point
  /// The next one; nil where there is one finger.
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
  /// How far apart the fingers are, 1 being the distance at the beginning; > 0.
  public var scale: Double
  /// How far they turned since the beginning, clockwise.
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
  /// Moves the canvas.
  case pan
  /// Draws, as a mouse does.
  case draw
  /// Nothing.
  case none
}
