/// A transfer to another program in parts: the sending side of INCR (ICCCM 2.7.2).
///
/// 1. The size is announced.
/// 2. Each time the other side has deleted the property, it gets the next part.
/// 3. An empty part ends the transfer.
struct OutgoingTransfer: Sendable {
  let bytes: [UInt8]
  /// The most bytes of a part.
  let part: Int
  private var sent = 0
  private var hasEnded = false

  /// A transfer in parts of at most `part` bytes, > 0.
  init(_ bytes: [UInt8], part: Int) { (self.bytes, self.part) = (bytes, max(1, part)) }

  /// The range of the next part; empty for the last one, nil after that.
  mutating func next() -> Range<Int>? {
    guard !hasEnded else { return nil }
    let range = sent..<min(bytes.count, sent + part)
    sent = range.upperBound
    hasEnded = range.isEmpty
    return range
  }
}

/// A transfer from another program, at once or in parts: the receiving side of INCR (ICCCM 2.7.2).
struct IncomingTransfer: Sendable {
  /// The content of a property.
  enum Part {
    /// All items of 8 bits.
    case bytes([UInt8])
    /// The announcement of parts, with the lower bound of the size, bytes.
    case announcement(Int)
    /// Another form, or too many bytes.
    case other, tooLarge
    /// No property.
    case missing
  }

  /// The next step.
  enum Step: Equatable {
    /// Wait for another part.
    case wait
    /// The transfer is complete.
    case done
    case fault(SelectionDelivery.Fault)
  }

  /// The most bytes.
  let limit: Int
  /// The received bytes.
  private(set) var bytes: [UInt8] = []
  /// Whether it comes in parts.
  private(set) var isIncremental = false

  /// An empty transfer. More than `limit` bytes are refused.
  init(limit: Int) { self.limit = limit }

  /// The number of bytes that may still arrive.
  var room: Int { limit - bytes.count }

  /// Takes the content of the property.
  mutating func take(_ part: consuming Part) -> Step {
    switch part {
    case .tooLarge: return .fault(.tooLarge(limit))
    case .other: return .fault(.garbled)
    case .announcement(let size):
      // An announcement within an incremental transfer is invalid.
      if isIncremental { return .fault(.garbled) }
      if size > limit { return .fault(.tooLarge(limit)) }
      isIncremental = true
      bytes.reserveCapacity(max(0, min(size, 1 << 24)))
      return .wait
    case .missing:
      // The property was deleted by another program, or the event belongs to a part that was
      // already read.
      return isIncremental ? .wait : .fault(.garbled)
    case .bytes(let new):
      if new.count > room { return .fault(.tooLarge(limit)) }
      if isIncremental, new.isEmpty { return .done }
      if bytes.isEmpty { bytes = new } else { bytes += new }
      return isIncremental ? .wait : .done
    }
  }
}
