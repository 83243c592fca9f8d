import Geometry
import Glibc

/// The logic of a dial: turned by a pen, a wheel or keys, it knows nothing of drawing or windows.
///
/// Places are given as vectors from the dial's centre, in window px. The dial's size is its diameter; nearer to the centre
/// than 1/10 of it is the inner ring, where an angle leaps at the least tremble.
///
/// The life of a touch:
/// 1. `press`. Farther out than 1/2 of the size it is not the dial's. In the inner ring it may become a tap. Elsewhere it
///    starts a turn: the touch's angle and the value are kept.
/// 2. `move`. In a turn the value is the value at the start plus the angle by which the touch has gone round the centre,
///    followed across +-180 degrees and turn after turn, wherever the touch is, even outside the dial. What it sweeps
///    within the inner ring does not count: on its way into the ring the value stops, and from where it comes out it goes
///    on, with no jump. The way between two moves is taken as straight, so the result is the same whether or not a sample
///    happened to fall into the ring. A touch that began in the inner ring and leaves it is neither tap nor turn any more.
/// 3. `release` or `cancel`. A turn ends (and a cancelled one goes back to where it began), a tap brings the neutral value.
///
/// Where values have ends (an opacity), the hand can go beyond them; the value waits there until the hand is back.
///
/// Every call returns what happened; the caller tells whoever wants to know. Wheel and keys do nothing during a touch.
public struct DialModel: Sendable, Hashable {
  /// What an input did.
  public enum Outcome: Sendable, Hashable {
    /// It was not for the dial.
    case ignored
    /// The dial took it; the value is as it was.
    case held
    /// The dial is being turned and shows this value now.
    case turning(Double)
    /// The dial was let go, or turned by a step, and this value stays. Exactly one for each turn, reset or step.
    case released(Double)
  }

  /// Where in its life the dial is.
  private enum State: Sendable, Hashable {
    case idle
    case tapping
    /// A touch that began in the inner ring and left it.
    case spent
    case turning(DialTurn)
  }

  /// What is turned.
  public private(set) var mode: DialMode
  /// Window px, > 0.
  public var diameter: Double
  /// Where it stands, degrees clockwise from the top, turn after turn. Finite.
  public private(set) var degrees: Double
  /// What a tap in the middle brings back, in the mode's unit; nil: nothing.
  public var neutral: Double?
  private var state = State.idle
  /// Parts of a wheel's notch that have not turned anything yet.
  private var notches = 0.0

  /// A dial that nobody touches.
  public init(mode: DialMode = .rotate, value: Double = 0, diameter: Double) {
    precondition(diameter > 0 && value.isFinite)
    self.mode = mode
    self.diameter = diameter
    neutral = mode.neutral
    degrees = 0
    show(value)
  }

  /// The value, in the mode's unit. A rotation is not wrapped: after two turns it is 720 more. Finite.
  public var value: Double { mode.value(atDegrees: degrees) }

  /// Radius of the inner ring, window px.
  public var innerRadius: Double { diameter / 10 }
  /// How the value is shown.
  public var shown: String { mode.shown(value) }

  /// Whether a touch is under way that brings the neutral value when it is lifted.
  public var isTapping: Bool { state == .tapping }
  /// Whether a touch holds the dial, turning or not.
  public var isPressed: Bool { state != .idle }
  /// Whether a turn is under way (also while it pauses in the inner ring).
  public var isTurning: Bool { if case .turning = state { true } else { false } }

  /// Whether a touch there is the dial's: nearer than or at 1/2 of its size.
  public func contains(_ place: Vector) -> Bool { place.length <= diameter / 2 }

  /// Shows a value that changed elsewhere. Ignored while a touch holds the dial (the hand has the say) and where it is
  /// not finite.
  public mutating func show(_ value: Double) {
    guard !isPressed, value.isFinite else { return }
    let next = mode.degrees(of: mode.range.map { max($0.lowerBound, min($0.upperBound, value)) } ?? value)
    if next.isFinite { degrees = next }
  }

  /// Turns something else from now on. Ignored while a touch holds the dial.
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

  /// The touch moves. With `isSnapping` the value is drawn softly to the mode's round ones (15 degrees).
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

  /// The touch ends, where it was last.
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

  /// Turns it to an angle, degrees, by a single step, which is a turn and its release in one.
  mutating func step(to next: Double) -> Outcome {
    let next = bounded(next)
    guard next != degrees, next.isFinite else { return .held }
    degrees = next
    return .released(value)
  }

  /// An angle within those that the mode has.
  private func bounded(_ degrees: Double) -> Double {
    mode.degreesRange.map { max($0.lowerBound, min($0.upperBound, degrees)) } ?? degrees
  }

  /// Adds to the wheel's unused parts of a notch and takes the whole ones out.
  mutating func takeWholeNotches(_ count: Double) -> Int {
    // A change of direction starts afresh: the rest of the other way would swallow the first notch.
    if notches * count < 0 { notches = 0 }
    notches += count
    let whole = notches.rounded(.towardZero)
    notches -= whole
    return Int(whole)
  }

  /// The touch is taken back: a turn returns to the value at its start.
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
