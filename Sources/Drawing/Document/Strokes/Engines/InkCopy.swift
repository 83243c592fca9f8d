import Geometry
import Ink

/// A copy of a stroke's ink by symmetry.
struct InkCopy {
  private let map: Affine
  /// The settled ink, mapped once.
  private(set) var settled = InkTrace()
  private(set) var tail = InkTrace()

  init(_ map: Affine) { self.map = map }

  /// Takes the current ink of the stroke.
  mutating func follow(_ ink: TracedInk) {
    settled.append(
      ink.settled, sweeps: settled.sweeps.count, discs: settled.discs.count, sweep: { map($0) }, disc: { map($0) })
    tail.removeAll()
    tail.append(ink.tail, sweep: { map($0) }, disc: { map($0) })
  }
}
