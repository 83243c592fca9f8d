/// The sending side of an incremental transfer (INCR, ICCCM 2.7.2).
///
/// First the size is announced. Each time the receiver deletes the property, the next part is
/// written. An empty part ends the transfer.
struct OutgoingTransfer: Sendable {
  let bytes: [UInt8]
  /// Maximum size of a part in bytes.
  let part: Int
  private var sent = 0
  private var hasEnded = false

  /// Creates a transfer in parts of up to `part` bytes, > 0.
  init(_ bytes: [UInt8], part: Int) { (self.bytes, self.part) = (bytes, max(1, part)) }

  /// Returns the range of the next part; empty for the final one, nil after that.
  mutating func next() -> Range<Int>? {
    guard !hasEnded else { return nil }
    let range = sent..<min(bytes.count, sent + part)
    sent = range.upperBound
    hasEnded = range.isEmpty
    return range
  }
}

/// The receiving side of a transfer, at once or incremental (ICCCM 2.7.2).
struct IncomingTransfer: Sendable {
  enum Part {
    /// All items of 8 bits.
    case bytes([UInt8])
    /// The start of an incremental transfer, with its minimum total size in bytes if known.
    case announcement(Int)
    /// Another format, or more than the limit.
    case other, tooLarge
    /// The property does not exist.
    case missing
  }

  enum Step: Equatable {
    case wait
    case done
    case fault(SelectionDelivery.Fault)
  }

  /// Maximum size in bytes.
  let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isIncremental = false

  /// Creates an empty transfer that accepts up to `limit` bytes.
  init(limit: Int) { self.limit = limit }

  /// The number of bytes that may still follow.
  var room: Int { limit - bytes.count }

  /// Handles the content of the property.
  mutating func take(_ part: consuming Part) -> Step {
    switch part {
    case .tooLarge: return .fault(.tooLarge(limit))
    case .other: return .fault(.garbled)
    case .announcement(let size):
      // An incremental transfer cannot be nested.
      if isIncremental { return .fault(.garbled) }
      if size > limit { return .fault(.tooLarge(limit)) }
      isIncremental = true
      bytes.reserveCapacity(max(0, min(size, 1 << 24)))
      return .wait
    case .missing:
      // Another client deleted the property, or the part was already read with the previous one.
      return isIncremental ? .wait : .fault(.garbled)
    case .bytes(let new):
      if new.count > room { return .fault(.tooLarge(limit)) }
      if isIncremental, new.isEmpty { return .done }
      if bytes.isEmpty { bytes = new } else { bytes += new }
      return isIncremental ? .wait : .done
    }
  }
}
