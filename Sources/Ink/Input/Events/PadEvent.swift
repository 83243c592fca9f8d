import Geometry

/// An event of the buttons, rings and strips of a tablet. They do not point, so they never draw.
/// They also come while another device draws, except turns, which would move the canvas below the
/// pen.
public struct PadEvent: Sendable, Hashable {
  /// What happened.
  public enum Phase: Sendable, Hashable {
    /// A button went down, by its number on the pad, 1...`PadEvent.mostButtons`.
    case press(Int)
    /// A button went up. Each press gets one release, whatever happens to the device.
    case release(Int)
    /// A ring was turned by this angle, positive clockwise. A strip's whole length, downwards,
    /// counts as half a turn. Never 0.
    case turn(Angle)
  }

  /// What happened.
  public var phase: Phase
  /// Whether the pad has a ring or strips, so that a button near it is probably its switch.
  public var hasRing: Bool
  /// The pointer's position, window px.
  public var position: Point
  /// The held keys.
  public var modifiers: Modifiers

  /// The largest number of distinct buttons.
  public static let mostButtons = 16

  /// An event by its parts.
  public init(_ phase: Phase, hasRing: Bool = false, position: Point = .zero, modifiers: Modifiers = []) {
    self.phase = phase
    self.hasRing = hasRing
    self.position = position
    self.modifiers = modifiers
  }

  /// The number on the pad of an X button; nil for 4 to 7, which X reserves for wheels, and for
  /// numbers out of range.
  static func number(ofButton button: Int) -> Int? {
    switch button {
    case 1...3: button
    case 8...(mostButtons + 4): button - 4
    default: nil
    }
  }
}
