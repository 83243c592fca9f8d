import Geometry
import Ink

/// The samples of a shape's outline for a brush of MyPaint, which smooths by itself and follows the
/// pen's speed: close together, as from a pen that moves evenly and rests at the end until the ink has
/// come there.
struct PaintedOutline {
  /// The samples.
  private(set) var samples: [PenSample] = []

  /// The distance of samples, window px: some dabs of a small brush.
  private static let step = 4.0
  /// Speed where the corners have no times, window px per s: an unhurried line.
  private static let speed = 500.0
  /// The time between samples of a pen that rests, s.
  private static let restStep = 0.01

  /// Samples along the corners of an outline.
  /// - Parameter inputScale: canvas px per window px.
  init(_ corners: [PenSample], _ paint: MyPaintBrush, inputScale: Double) {
    guard var sample = corners.first else { return }
    let isTimed = corners.contains { $0.time != sample.time }
    samples.append(sample)
    for (a, b) in zip(corners, corners.dropFirst()) {
      let length = a.position.distance(to: b.position)
      let start = sample.time
      let duration = isTimed ? max(0, b.time - start) : length / (Self.speed * inputScale)
      let count = max(1, min(10_000, Int((length / (Self.step * inputScale)).rounded(.up))))
      for i in 1...count {
        let t = Double(i) / Double(count)
        sample = b
        sample.position = a.position.lerp(to: b.position, t)
        sample.pressure = a.pressure + (b.pressure - a.pressure) * t
        sample.time = start + duration * t
        samples.append(sample)
      }
    }
    // Slow tracking comes near within its value in hundredths of a second. A brush that paints with time
    // would make a blot there.
    guard !paint.paintsWithTime, paint.slowTracking > 0, samples.count > 1 else { return }
    for _ in 0..<Int(5 * paint.slowTracking) + 1 {
      sample.time += Self.restStep
      samples.append(sample)
    }
  }
}
