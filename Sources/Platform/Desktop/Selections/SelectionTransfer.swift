/// Bytes on their way to another program, a part at a time: what the sending side of INCR does (ICCCM 2.7.2).
///
/// 1. The size is announced. 2. Each time the other side has deleted the property it gets the next part; 3. the last one is
/// empty, and ends it.
struct OutgoingTransfer: Sendable {
  let bytes: [UInt8]
  /// The most bytes of a part.
  let part: Int
  private var sent = 0
  private var hasEnded = false

  /// A transfer in parts of at most so many bytes, > 0.
  init(_ bytes: [UInt8], part: Int) { (self.bytes, self.part) = (bytes, max(1, part)) }

  /// Where the next part is; empty for the one that ends it, nil after that.
  mutating func next() -> Range<Int>? {
    guard !hasEnded else { return nil }
    let range = sent..<min(bytes.count, sent + part)
    sent = range.upperBound
    hasEnded = range.isEmpty
    return range
  }
}

/// Bytes that another program gives, at once or a part at a time: what the receiving side does (ICCCM 2.7.2).
struct IncomingTransfer: Sendable {
  /// What a property holds.
  enum Part {
    /// Items of 8 bits, all that are there.
    case bytes([UInt8])
    /// The announcement of parts, with the least size in bytes that all will have, as far as it is told.
    case announcement(Int)
    /// Something else, or more than was allowed.
    case other, tooLarge
    /// Nothing is there.
    case missing
  }

  /// What comes next.
  enum Step: Equatable {
    /// Another part.
    case wait
    /// Nothing: all is here.
    case done
    case fault(SelectionDelivery.Fault)
  }

  /// The most bytes.
  let limit: Int
  /// What has come.
  private(set) var bytes: [UInt8] = []
  /// Whether it comes in parts.
  private(set) var isIncremental = false

  /// Nothing has come. More than `limit` bytes are refused.
  init(limit: Int) { self.limit = limit }

  /// How many bytes may come still.
  var room: Int { limit - bytes.count }

  /// Takes what the property holds.
  mutating func take(_ part: consuming Part) -> Step {
    switch part {
    case .tooLarge: return .fault(.tooLarge(limit))
    case .other: return .fault(.garbled)
    case .announcement(let size):
      // Parts within parts there are none.
      if isIncremental { return .fault(.garbled) }
      if size > limit { return .fault(.tooLarge(limit)) }
      isIncremental = true
      bytes.reserveCapacity(max(0, min(size, 1 << 24)))
      return .wait
    case .missing:
      // A property that was deleted by somebody else; or news of a part that was read with the one before.
      return isIncremental ? .wait : .fault(.garbled)
    case .bytes(let new):
      if new.count > room { return .fault(.tooLarge(limit)) }
      if isIncremental, new.isEmpty { return .done }
      if bytes.isEmpty { bytes = new } else { bytes += new }
      return isIncremental ? .wait : .done
    }
  }
}
