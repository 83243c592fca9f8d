import Geometry
import Ink

/// How a figure is inked that replaces a stroke: with the stroke's mean pressure and speed, and the
/// tilt and roll of its middle. `PenProfile` has the pen along it.
public struct FigureInk: Sendable, Hashable {
  /// The pen along the whole figure. Its position does not count; its time is that of the start, s.
  package let pen: PenSample
  /// Canvas px per s, > 0.
  package let speed: Double

  package init(pen: PenSample, speed: Double) { (self.pen, self.speed) = (pen, speed) }

  /// The ink of a stroke by its samples.
  public init(_ samples: [PenSample]) {
    var (length, pressed, moving) = (0.0, 0.0, 0.0)
    for (a, b) in zip(samples, samples.dropFirst()) {
      let part = a.position.distance(to: b.position)
      length += part
      pressed += part * (a.pressure + b.pressure) / 2
      // A pen that is held still has no speed of its own.
      if part > 0.5 { moving += max(0, b.time - a.time) }
    }
    var middle = samples.first ?? PenSample(position: .zero, time: 0)
    var along = 0.0
    for (a, b) in zip(samples, samples.dropFirst()) {
      along += a.position.distance(to: b.position)
      if along >= length / 2 {
        middle = b
        break
      }
    }
    middle.time = samples.first?.time ?? 0
    middle.position = .zero
    if length > 0 { middle.pressure = pressed / length }
    pen = middle
    speed = moving > 0 && length > 0 ? length / moving : 500
  }

  /// The samples along a figure's outline, in order, that begin when the stroke began. Curves become
  /// chords within `tolerance` canvas px.
  func samples(along figure: Figure, tolerance: Double) -> [PenSample] {
    var sample = pen
    var result: [PenSample] = []
    for place in figure.outline(tolerance: tolerance) {
      if let last = result.last { sample.time += last.position.distance(to: place) / speed }
      sample.position = place
      result.append(sample)
    }
    return result
  }
}
