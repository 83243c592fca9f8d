import Geometry

/// Removes the hook that many pens draw while they are lifted: the last few samples, of little
/// pressure, that turn back on the stroke.
///
/// A sample is held back while its pressure is below 1/12 of the stroke's greatest and it moves
/// against the stroke's direction. More pressure, another direction or more than `capacity` samples
/// release all held samples. Only samples at the very end of a stroke are lost.
struct HookGuard: Sendable {
  /// The most samples held back: 40 ms at 200 Hz, longer than a lift takes.
  static let capacity = 8

  private var held: [InkPoint] = []
  private var strongest = 0.0
  private var last: InkPoint?
  private var direction: Vector?

  var isHolding: Bool { !held.isEmpty }

  init() { held.reserveCapacity(Self.capacity) }

  /// Takes a sample and appends the released samples to `released`, in order. Cost: O(1),
  /// amortised.
  mutating func add(_ p: InkPoint, releasing released: inout [InkPoint]) {
    strongest = max(strongest, p.pressure)
    if let last, let direction, held.count < Self.capacity, p.pressure < strongest / 12 {
      let step = p.position - last.position
      if step.dot(direction) < 0 {
        held.append(p)
        return
      }
    }
    for h in held { pass(h, to: &released) }
    held.removeAll(keepingCapacity: true)
    pass(p, to: &released)
  }

  private mutating func pass(_ p: InkPoint, to released: inout [InkPoint]) {
    if let last, let d = (p.position - last.position).normalized, p.position.distance(to: last.position) > 0.25 {
      direction = d
    }
    last = p
    released.append(p)
  }
}
