/// What a brush prints along a stroke or a part of one.
///
/// A brush with an outline leaves sweeps, a brush of dabs the discs that its dabs are laid between; the other list is empty.
public struct InkTrace: Hashable, Sendable {
  /// The sweeps of the tip, in order; each starts where the one before ends.
  public var sweeps: [Sweep] = []
  /// The tip at places along the stroke, near enough to each other that between neighbours everything changes evenly.
  public var discs: [Disc] = []
  /// The print at the end of a stroke with an outline; nil where the stroke goes on.
  public var end: Disc?

  /// Nothing.
  public init() {}

  /// Whether nothing is printed.
  public var isEmpty: Bool { sweeps.isEmpty && discs.isEmpty && end == nil }

  /// Forgets everything but keeps the memory.
  public mutating func removeAll() {
    sweeps.removeAll(keepingCapacity: true)
    discs.removeAll(keepingCapacity: true)
    end = nil
  }

  /// Becomes a copy of another trace in memory of its own.
  public mutating func replace(by other: InkTrace) {
    removeAll()
    sweeps.append(contentsOf: other.sweeps)
    discs.append(contentsOf: other.discs)
    end = other.end
  }

  /// Appends what `other` has beyond the `sweepCount` sweeps and `discCount` discs that it had before, each mapped, and takes over
  /// its end.
  public mutating func append(
    _ other: InkTrace, sweeps sweepCount: Int = 0, discs discCount: Int = 0, sweep: (Sweep) -> Sweep,
    disc: (Disc) -> Disc
  ) {
    for i in sweepCount..<max(sweepCount, other.sweeps.count) { sweeps.append(sweep(other.sweeps[i])) }
    for i in discCount..<max(discCount, other.discs.count) { discs.append(disc(other.discs[i])) }
    end = other.end.map(disc)
  }
}
