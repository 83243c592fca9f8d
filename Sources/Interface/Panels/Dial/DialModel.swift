import Geometry
import Glibc
import Toolkit

/// The logic of a dial, independent of drawing and windows.
///
/// Positions are vectors from the dial's centre, in window px. The inner ring is nearer to the
/// centre than 1/10 of the diameter; there, small movements would change the angle too much.
///
/// 1. `press`. Outside 1/2 of the diameter it is ignored. In the inner ring it may become a tap.
/// Elsewhere it starts a turn.
/// 2. `move`. In a turn the value changes by the angle that the touch moves around the centre,
/// unwrapped, also outside the dial. Movement inside the inner ring does not count. The path
/// between two samples is taken as straight, so the result does not depend on whether a sample is
/// inside the ring. A touch that began in the inner ring and leaves it is neither tap nor turn.
/// 3. `release` or `cancel`. A turn ends (if cancelled, at its starting value); a tap restores the
/// neutral value.
///
/// Where values have a range, the touch can move beyond its ends; the value waits there until the
/// touch is back. Wheel and keys are ignored during a touch.
public struct DialModel: Sendable, Hashable {
  /// The outcome of an input.
  public enum Outcome: Sendable, Hashable {
    /// It was not for the dial.
    case ignored
    /// The dial consumed it; the value did not change.
    case held
    /// The dial is being turned and shows this value.
    case turning(Double)
    /// The dial was released, or turned by a step, to this value. Exactly one for each turn, reset
    /// or step.
    case released(Double)
  }

  private enum State: Sendable, Hashable {
    case idle
    case tapping
    /// A touch that began in the inner ring and left it.
    case spent
    case turning(DialTurn)
  }

  /// The quantity that it sets.
  public private(set) var mode: DialMode
  /// Window px, > 0.
  public var diameter: Double
  /// Its angle, degrees clockwise from the top, not wrapped. Finite.
  public private(set) var degrees: Double
  /// The value that a tap in the middle restores, in the mode's unit; nil for none.
  public var neutral: Double?
  private var state = State.idle
  /// Fractions of a wheel's notch that have not turned the dial yet.
  private var notches = 0.0

  /// Creates a dial without a touch.
  public init(mode: DialMode = .rotate, value: Double = 0, diameter: Double) {
    precondition(diameter > 0 && value.isFinite)
    self.mode = mode
    self.diameter = diameter
    neutral = mode.neutral
    degrees = 0
    show(value)
  }

  /// The value, in the mode's unit. A rotation is not wrapped: after two turns it is 720 more.
  /// Finite.
  public var value: Double { mode.value(atDegrees: degrees) }

  /// Radius of the inner ring, window px.
  public var innerRadius: Double { diameter / 10 }
  /// The value as text.
  public var shown: String { mode.shown(value) }

  /// Whether a touch is under way that restores the neutral value when it is released.
  public var isTapping: Bool { state == .tapping }
  /// Whether a touch holds the dial, turning or not.
  public var isPressed: Bool { state != .idle }
  /// Whether a turn is under way (also while the touch is in the inner ring).
  public var isTurning: Bool { if case .turning = state { true } else { false } }

  /// Whether a touch is on the dial: within 1/2 of its diameter.
  public func contains(_ place: Vector) -> Bool { place.length <= diameter / 2 }

  /// Shows a value that changed elsewhere. Ignored during a touch and for values that are not
  /// finite.
  public mutating func show(_ value: Double) {
    guard !isPressed, value.isFinite else { return }
    let next = mode.degrees(of: mode.range.map { max($0.lowerBound, min($0.upperBound, value)) } ?? value)
    if next.isFinite { degrees = next }
  }

  /// Switches to another mode. Ignored during a touch.
  public mutating func choose(_ mode: DialMode, value: Double) {
    guard !isPressed else { return }
    if mode != self.mode { (self.mode, neutral, notches) = (mode, mode.neutral, 0) }
    show(value)
  }

  /// A touch begins.
  public mutating func press(at place: Vector) -> Outcome {
    guard contains(place) else { return .ignored }
    notches = 0
    if place.length < innerRadius {
      state = .tapping
    } else {
      let angle = place.direction.radians
      state = .turning(
        DialTurn(start: degrees, anchorDegrees: degrees, anchorAngle: angle, angle: angle, last: place))
    }
    return .held
  }

  /// The touch moves. With `isSnapping` the value snaps softly to the mode's steps (15 degrees for
  /// rotations).
  public mutating func move(to place: Vector, isSnapping: Bool = false) -> Outcome {
    switch state {
    case .idle: return .ignored
    case .spent: return .held
    case .tapping:
      if place.length >= innerRadius { state = .spent }
      return .held
    case .turning(var turn):
      guard place.dx.isFinite, place.dy.isFinite else { return .held }
      turn.follow(to: place, innerRadius: innerRadius)
      state = .turning(turn)
      let next = bounded(isSnapping ? Self.softlySnapped(turn.raw, step: mode.snapStep) : turn.raw)
      guard next != degrees else { return .held }
      degrees = next
      return .turning(value)
    }
  }

  /// The touch ends at its last position.
  public mutating func release() -> Outcome {
    defer { state = .idle }
    switch state {
    case .idle: return .ignored
    case .spent: return .held
    case .tapping:
      guard let neutral else { return .held }
      state = .idle
      show(neutral)
      return .released(value)
    case .turning: return .released(value)
    }
  }

  /// Turns it to an angle, degrees, by a single step.
  mutating func step(to next: Double) -> Outcome {
    let next = bounded(next)
    guard next != degrees, next.isFinite else { return .held }
    degrees = next
    return .released(value)
  }

  private func bounded(_ degrees: Double) -> Double {
    mode.degreesRange.map { max($0.lowerBound, min($0.upperBound, degrees)) } ?? degrees
  }

  /// Adds to the fraction of a notch and returns the whole notches.
  mutating func takeWholeNotches(_ count: Double) -> Int {
    // A change of direction drops the fraction, which would cancel a part of the first notch.
    if notches * count < 0 { notches = 0 }
    notches += count
    let whole = notches.rounded(.towardZero)
    notches -= whole
    return Int(whole)
  }

  /// The touch is cancelled: a turn returns to the value at its start.
  public mutating func cancel() -> Outcome {
    defer { state = .idle }
    switch state {
    case .idle: return .ignored
    case .spent, .tapping: return .held
    case .turning(let turn):
      degrees = turn.start
      return .released(value)
    }
  }
}
