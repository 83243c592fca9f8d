import Geometry

/// Keeps back the little hook that many pens draw while they are lifted: the last few samples, of hardly any pressure,
/// that turn back on the stroke.
///
/// A sample is held back while its pressure is below a twelfth of the stroke's greatest and it moves against the
/// direction that the stroke had before. Whatever ends the suspicion, more pressure, another direction, or more than
/// `capacity` samples, lets all held ones through: nothing is lost that is not at the very end of a stroke.
struct HookGuard: Sendable {
  /// The most samples that are held: at 200 Hz some 40 ms, longer than any lift takes.
  static let capacity = 8

  private var held: [InkPoint] = []
  private var strongest = 0.0
  private var last: InkPoint?
  private var direction: Vector?

  /// Whether samples are held back.
  var isHolding: Bool { !held.isEmpty }

  init() { held.reserveCapacity(Self.capacity) }

  /// Takes a sample and appends to `released` what is beyond suspicion, in order.
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
