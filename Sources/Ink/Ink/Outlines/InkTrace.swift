/// The prints of a brush along a stroke or a part of one.
///
/// A brush with an outline makes sweeps; a brush of dabs makes the discs between which dabs are
/// placed. The other list is empty.
public struct InkTrace: Hashable, Sendable {
  /// The sweeps in order; each starts where the one before ends.
  public var sweeps: [Sweep] = []
  /// Discs along the stroke; between neighbours every property is linear.
  public var discs: [Disc] = []
  /// The part of the discs on which dabs are printed.
  public var discSpan = DiscSpan()
  /// The print at the end of a stroke with an outline; nil where the stroke continues.
  public var end: Disc?

  /// An empty trace.
  public init() {}

  /// Whether there is nothing to print.
  public var isEmpty: Bool { sweeps.isEmpty && discs.isEmpty && end == nil }

  /// Removes everything; keeps the capacity.
  public mutating func removeAll() {
    sweeps.removeAll(keepingCapacity: true)
    discs.removeAll(keepingCapacity: true)
    (discSpan, end) = (DiscSpan(), nil)
  }

  /// Copies another trace into this one's own storage. Cost: O(n).
  public mutating func replace(by other: InkTrace) {
    removeAll()
    sweeps.append(contentsOf: other.sweeps)
    discs.append(contentsOf: other.discs)
    (discSpan, end) = (other.discSpan, other.end)
  }

  /// Appends the mapped sweeps and discs of `other` beyond the given counts, and replaces the span and the end.
  public mutating func append(
    _ other: InkTrace, sweeps sweepCount: Int = 0, discs discCount: Int = 0, sweep: (Sweep) -> Sweep,
    disc: (Disc) -> Disc
  ) {
    for i in sweepCount..<max(sweepCount, other.sweeps.count) { sweeps.append(sweep(other.sweeps[i])) }
    for i in discCount..<max(discCount, other.discs.count) { discs.append(disc(other.discs[i])) }
    (discSpan, end) = (other.discSpan, other.end.map(disc))
  }
}
