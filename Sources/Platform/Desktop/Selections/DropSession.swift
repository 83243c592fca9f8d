/// What a program that drags something over the window and we have told each other: the receiving side of XDND.
///
/// Its life: `enter`, any number of `position`, then `leave` or `drop`; a source that dies says nothing, so another `enter`
/// begins anew. What a source says out of turn is answered as if it offered nothing, so that it waits for no answer.
///
/// Source: "Drag-and-Drop Protocol for the X Window System" (XDND), version 5.
struct DropSession: Sendable, Equatable {
  /// The version of the protocol that is spoken here.
  static let version = 5
  /// The oldest that is understood.
  static let oldest = 3

  /// What is dragged.
  struct Offer: Sendable, Equatable {
    /// The source's window.
    var source: UInt
    /// The version that it speaks.
    var version: Int
    /// Whether files can be had.
    var hasFiles: Bool
    /// Whether a picture can be had.
    var hasPicture: Bool

    /// Whether it is taken.
    var isWanted: Bool { version >= oldest && (hasFiles || hasPicture) }
  }

  /// What is to be answered.
  enum Answer: Sendable, Equatable {
    case nothing
    /// Where it is over the window it can be dropped, or not.
    case status(accepts: Bool)
    /// The drop is done with: nothing was taken.
    case refusal
    /// The drop is to be fetched.
    case fetch(Offer, at: Place?)
  }

  /// A place on the root window, px.
  struct Place: Sendable, Equatable {
    var x: Int
    var y: Int
  }

  private(set) var offer: Offer?
  private(set) var place: Place?

  /// Nobody drags anything.
  init() {}

  /// Something is dragged into the window.
  mutating func enter(_ offer: Offer) { (self.offer, place) = (offer, nil) }

  /// It is over a place; `packed` is as the message has it.
  mutating func position(source: UInt, packed: Int) -> Answer {
    guard let offer, offer.source == source else { return .status(accepts: false) }
    // Two numbers of 16 bits; windows may hang out of the screen at the left and the top.
    place = Place(x: Int(Int16(truncatingIfNeeded: packed >> 16)), y: Int(Int16(truncatingIfNeeded: packed)))
    return .status(accepts: offer.isWanted)
  }

  /// It is dragged out of the window.
  mutating func leave(source: UInt) { if offer?.source == source { (offer, place) = (nil, nil) } }

  /// It is dropped.
  mutating func drop(source: UInt) -> Answer {
    guard let offer, offer.source == source else { return .refusal }
    defer { (self.offer, place) = (nil, nil) }
    // Before version 2 nobody waits for the end.
    guard offer.isWanted else { return offer.version < 2 ? .nothing : .refusal }
    return .fetch(offer, at: place)
  }
}
