/// The state of a drag over the window: the receiving side of XDND.
///
/// `enter`, any number of `position`, then `leave` or `drop`. A source that ends sends nothing, so
/// another `enter` starts again. Messages out of order are answered as if nothing were offered, so
/// that the source does not wait.
///
/// Source: "Drag-and-Drop Protocol for the X Window System" (XDND), version 5.
struct DropSession: Sendable, Equatable {
  /// The supported version.
  static let version = 5
  /// The oldest supported version.
  static let oldest = 3

  /// The dragged content.
  struct Offer: Sendable, Equatable {
    /// The source's window.
    var source: UInt
    /// The source's version.
    var version: Int
    /// Whether it offers files.
    var hasFiles: Bool
    /// The picture format that it offers; nil for none.
    var picture: AtomName?

    /// Whether it is accepted.
    var isWanted: Bool { version >= oldest && (hasFiles || picture != nil) }
  }

  /// The answer to a message.
  enum Answer: Sendable, Equatable {
    case nothing
    /// Whether a drop at this position is accepted.
    case status(accepts: Bool)
    /// The drop is refused.
    case refusal
    /// The dropped content is to be fetched.
    case fetch(Offer, at: Place?)
  }

  /// A position on the root window, px.
  struct Place: Sendable, Equatable {
    var x: Int
    var y: Int
  }

  private(set) var offer: Offer?
  private(set) var place: Place?

  /// No drag.
  init() {}

  /// Handles a drag that enters the window.
  mutating func enter(_ offer: Offer) { (self.offer, place) = (offer, nil) }

  /// Handles a position; `packed` is the message's value.
  mutating func position(source: UInt, packed: Int) -> Answer {
    guard let offer, offer.source == source else { return .status(accepts: false) }
    // Two signed numbers of 16 bits, since windows may extend beyond the screen's left and upper
    // edges.
    place = Place(x: Int(Int16(truncatingIfNeeded: packed >> 16)), y: Int(Int16(truncatingIfNeeded: packed)))
    return .status(accepts: offer.isWanted)
  }

  /// Handles a drag that leaves the window.
  mutating func leave(source: UInt) { if offer?.source == source { (offer, place) = (nil, nil) } }

  /// Handles a drop.
  mutating func drop(source: UInt) -> Answer {
    guard let offer, offer.source == source else { return .refusal }
    defer { (self.offer, place) = (nil, nil) }
    // Before version 2 sources do not wait for the end.
    guard offer.isWanted else { return offer.version < 2 ? .nothing : .refusal }
    return .fetch(offer, at: place)
  }
}
