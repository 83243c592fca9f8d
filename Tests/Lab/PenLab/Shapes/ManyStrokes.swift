import Geometry
import Glibc
import Ink

/// A recording of many short strokes at random places, as a long drawing has them.
struct ManyStrokes {
  /// The number of strokes, at least 1.
  var strokes = 15_000
  /// Samples of each, at least 2.
  var samples = 40
  /// Size of the canvas, px.
  var width = 3840
  var height = 2160
  /// The names of the brushes, one stroke after the other; "eraser" erases.
  var brushes = ["pen"]
  /// Equal seeds give equal recordings.
  var seed: UInt64 = 1

  /// Length of a stroke, px.
  private static let lengths = 60.0...500
  /// Samples per second of a usual tablet.
  private static let rate = 200.0

  /// The recording.
  /// - Throws: `RecordingError` where the canvas or a brush's name is not possible.
  func recording() throws(RecordingError) -> Recording {
    var recording = try Recording(width: width, height: height)
    var noise = SeededNoise(seed: seed)
    var time = 0.0
    for number in 0..<strokes {
      let kind = brushes.isEmpty ? "pen" : brushes[number % brushes.count]
      let shade = UInt32(noise.even(in: 0...255)) << 16 | UInt32(noise.even(in: 0...255)) << 8
      try recording.append(
        .brush(
          Recording.Brush(
            size: noise.even(in: 4...40), colour: shade | 0x40, opacity: noise.even(in: 0.4...1),
            isEraser: kind == "eraser", kind: kind == "eraser" ? "pen" : kind)))
      let start = Point(noise.even(in: 0...Double(width)), noise.even(in: 0...Double(height)))
      let (turn, bend) = (noise.even(in: 0...2 * .pi), noise.even(in: -2...2))
      let length = noise.even(in: Self.lengths)
      var place = start
      for i in 0..<samples {
        let t = Double(i) / Double(max(1, samples - 1))
        let sample = PenSample(position: place, time: time, pressure: 0.15 + 0.8 * sin(.pi * t))
        try recording.append(.sample(sample, isContact: true))
        let step = length / Double(samples)
        place = place + Vector(step * cos(turn + bend * t), step * sin(turn + bend * t))
        time += 1 / Self.rate
      }
      try recording.append(.lift)
      time += 0.1
    }
    return recording
  }
}
