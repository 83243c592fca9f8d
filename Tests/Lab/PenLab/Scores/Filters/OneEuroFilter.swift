import Geometry
import Ink

/// The 1 euro filter (G. Casiez, N. Roussel, D. Vogel, "1 € filter: a simple speed-based low-pass
/// filter for noisy input in interactive systems", CHI 2012), which scores are compared with; no
/// part of the program.
///
/// A low-pass filter of the first order whose cutoff grows with speed: calm when slow, quick when
/// fast. It looks back only, so it lags; a stroke's end is drawn where the pen was lifted all the
/// same, as a program must.
struct OneEuroFilter {
  /// Cutoff at rest, Hz.
  var minimumCutoff = 1.0
  /// By how much the cutoff grows with speed, Hz for each px/s: the authors' for pointing with a
  /// mouse.
  var beta = 0.007
  /// Cutoff of the speed itself, Hz.
  var speedCutoff = 1.0

  /// The filtered points; the first and the last stay. Times must grow, where they do not a point
  /// counts as 1 ms later.
  func filtered(_ points: [InkPoint]) -> [InkPoint] {
    guard let first = points.first, let last = points.last, points.count > 2 else { return points }
    var result = [first]
    var (place, speed, before) = (first.position, Vector.zero, first)
    for p in points.dropFirst() {
      let dt = p.time > before.time ? p.time - before.time : 0.001
      let raw = (p.position - before.position) / dt
      speed = speed + (raw - speed) * Self.share(of: speedCutoff, dt)
      // Each coordinate by itself, as in the paper.
      place = Point(
        place.x + (p.position.x - place.x) * Self.share(of: minimumCutoff + beta * abs(speed.dx), dt),
        place.y + (p.position.y - place.y) * Self.share(of: minimumCutoff + beta * abs(speed.dy), dt))
      before = p
      var filtered = p
      filtered.position = place
      result.append(filtered)
    }
    if place.distance(to: last.position) < StrokeModel.stillness { result.removeLast() }
    result.append(last)
    return result
  }

  /// How much of the way to a new value a filter with a cutoff, Hz, goes in `dt` seconds.
  private static func share(of cutoff: Double, _ dt: Double) -> Double { 1 / (1 + 1 / (2 * .pi * cutoff * dt)) }
}
