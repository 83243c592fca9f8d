/// The state of a drag over the window: the receiving side of XDND.
///
/// The order is `enter`, any number of `position`, then `leave` or `drop`. A source that dies sends
/// nothing, so another `enter` starts again. Unexpected messages are refused, so that the source
/// does not wait.
///
/// Source: "Drag-and-Drop Protocol for the X Window System" (XDND), version 5.
struct DropSession: Sendable, Equatable {
  /// The protocol version of this implementation.
  static let version = 5
  /// The oldest supported protocol version.
  static let oldest = 3

  struct Offer: Sendable, Equatable {
    var source: UInt
    var version: Int
    var hasFiles: Bool
    var hasPicture: Bool

    /// Whether Fude accepts it.
    var isWanted: Bool { version >= oldest && (hasFiles || hasPicture) }
  }

  enum Answer: Sendable, Equatable {
    case nothing
    /// Whether a drop at the current position is accepted.
    case status(accepts: Bool)
    /// End the drop without taking anything.
    case refusal
    /// Fetch the dropped content.
    case fetch(Offer, at: Place?)
  }

  /// A position on the root window, px.
  struct Place: Sendable, Equatable {
    var x: Int
    var y: Int
  }

  private(set) var offer: Offer?
  private(set) var place: Place?

  init() {}

  /// Handles XdndEnter.
  mutating func enter(_ offer: Offer) { (self.offer, place) = (offer, nil) }

  /// Handles XdndPosition; `packed` holds the position as in the message.
  mutating func position(source: UInt, packed: Int) -> Answer {
    guard let offer, offer.source == source else { return .status(accepts: false) }
    // Two 16-bit numbers, negative if the window extends beyond the left or top of the screen.
    place = Place(x: Int(Int16(truncatingIfNeeded: packed >> 16)), y: Int(Int16(truncatingIfNeeded: packed)))
    return .status(accepts: offer.isWanted)
  }

  /// Handles XdndLeave.
  mutating func leave(source: UInt) { if offer?.source == source { (offer, place) = (nil, nil) } }

  /// Handles XdndDrop.
  mutating func drop(source: UInt) -> Answer {
    guard let offer, offer.source == source else { return .refusal }
    defer { (self.offer, place) = (nil, nil) }
    // Version 2 introduced XdndFinished.
    guard offer.isWanted else { return offer.version < 2 ? .nothing : .refusal }
    return .fetch(offer, at: place)
  }
}
