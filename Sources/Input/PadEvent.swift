import Geometry

/// Something that was done with the buttons, rings and strips beside a tablet's surface. They point at nothing, so they
/// never draw; they come also while another device draws, but for turns, which would pull the canvas from under the pen.
public struct PadEvent: Sendable, Hashable {
  /// What happened.
  public enum Phase: Sendable, Hashable {
    /// A button went down, by its number on the pad, 1 ... `PadEvent.mostButtons`.
    case press(Int)
    /// It went up. Each press gets one release, whatever happens to the device.
    case release(Int)
    /// A finger went round a ring by this angle, positive clockwise; a strip's whole length, downwards, counts as half a
    /// turn. Never 0.
    case turn(Angle)
  }

  /// What happened.
  public var phase: Phase
  /// Whether the pad has a ring or strips, one of whose neighbours is likely its switch.
  public var hasRing: Bool
  /// Where the pointer was, window px.
  public var position: Point
  /// Keys held.
  public var modifiers: Modifiers

  /// The most buttons of a pad that are told apart.
  public static let mostButtons = 16

  /// An event by its parts.
  public init(_ phase: Phase, hasRing: Bool = false, position: Point = .zero, modifiers: Modifiers = []) {
    self.phase = phase
    self.hasRing = hasRing
    self.position = position
    self.modifiers = modifiers
  }

  /// The number on the pad of an X button: X keeps 4 to 7 for wheels and drivers leave them out. nil for those, and for
  /// what is none.
  static func number(ofButton button: Int) -> Int? {
    switch button {
    case 1...3: button
    case 8...(mostButtons + 4): button - 4
    default: nil
    }
  }
}
