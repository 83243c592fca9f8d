import Geometry
import Glibc

/// Where a hand moves a pen over time, from touch to lift: strokes by theories of motor control,
/// added up, and a tremor. Made up, but by other laws than anything in the program is: what holds
/// here was not fitted to it.
///
/// A value; each is the same on every machine for the same seed.
struct HandMovement: Sendable {
  /// What the hand does.
  enum Kind: String, CaseIterable, Sendable {
    /// Small letters: overlapping bent strokes up and down, along a line.
    case writing
    /// Straight strokes to and fro, close together.
    case hatching
    /// Sweeps of hundreds of px that change direction gently.
    case curves
    /// One quick stroke, lifted while the pen still moves.
    case flicks
  }

  /// Where it starts, window px.
  private let origin: Point
  private var lognormals: [LognormalStroke] = []
  private var reaches: [MinimumJerkStroke] = []
  private let tremor: Tremor
  /// When the pen touches and is lifted, s.
  private(set) var span: ClosedRange<Double>

  /// Root mean square of the tremor in each direction, px.
  static let shake = 0.1

  /// The movement of a kind with a seed. Numbers are evenly spread within what the papers found of
  /// adult hands: `mu` about -1.6 to -2.2, `sigma` 0.15 to 0.35, strokes of handwriting begun some
  /// 0.1 s apart; sizes are those of a hand's work on a screen of 4 px a mm.
  init(_ kind: Kind, seed: UInt64) {
    var noise = SeededNoise(seed: seed)
    origin = Point(400 + noise.even(in: 0...1), 300 + noise.even(in: 0...1))
    tremor = Tremor(rootMeanSquare: Self.shake, noise: &noise)
    span = 0...0
    switch kind {
    case .writing: write(&noise)
    case .hatching: hatch(&noise)
    case .curves: sweep(&noise)
    case .flicks: flick(&noise)
    }
  }

  /// Where the pen is at a time, s; nil while it does not touch.
  func place(at time: Double) -> Point? {
    guard span.contains(time) else { return nil }
    let way = lognormals.reduce(.zero) { $0 + $1.displacement(at: time) }
    return origin + reaches.reduce(way) { $0 + $1.displacement(at: time) } + tremor.offset(at: time)
  }

  /// Strokes down and up in turn, bent the same way for loops or to and fro for waves.
  private mutating func write(_ noise: inout SeededNoise) {
    let size = noise.even(in: 20...55)
    let slant = noise.even(in: -15...25)
    let mu = noise.even(in: -2.2 ... -1.7)
    let loops = noise.isHeads()
    var time = 0.0
    for i in 0..<14 {
      // Down the screen and to the left, then up and to the right.
      let isDown = i % 2 == 0
      let direction = Angle(degrees: (isDown ? 90 + slant : -65 + slant) + noise.even(in: -15...15))
      let bend = Angle(degrees: noise.even(in: 20...80) * (loops || isDown ? -1 : 1))
      lognormals.append(
        LognormalStroke(
          t0: time, d: size * noise.even(in: 0.6...1.5), mu: mu + noise.even(in: -0.08...0.08),
          sigma: noise.even(in: 0.15...0.35), startAngle: direction - bend * 0.5, endAngle: direction + bend * 0.5))
      time += noise.even(in: 0.07...0.13)
    }
    endWithStrokes()
  }

  private mutating func hatch(_ noise: inout SeededNoise) {
    let length = noise.even(in: 40...130)
    let direction = Angle(degrees: noise.even(in: 0...360))
    let spread = noise.even(in: 2...6)
    let mu = noise.even(in: -2 ... -1.6)
    let beat = noise.even(in: 0.11...0.17)
    var time = 0.0
    for i in 0..<16 {
      // Back at a slightly different angle, so that the lines are side by side.
      let back = i % 2 == 1 ? Angle(degrees: 180 - spread) : .zero
      let middle = direction + back + Angle(degrees: noise.even(in: -2...2))
      let bend = Angle(degrees: noise.even(in: -8...8))
      lognormals.append(
        LognormalStroke(
          t0: time, d: length * noise.even(in: 0.85...1.15), mu: mu + noise.even(in: -0.04...0.04),
          sigma: noise.even(in: 0.15...0.25), startAngle: middle - bend * 0.5, endAngle: middle + bend * 0.5))
      time += beat * noise.even(in: 0.9...1.1)
    }
    endWithStrokes()
  }

  private mutating func sweep(_ noise: inout SeededNoise) {
    var direction = Angle(degrees: noise.even(in: 0...360))
    let turn = noise.even(in: 15...55) * (noise.isHeads() ? 1 : -1)
    let pace = noise.even(in: 0.35...0.8)
    var time = 0.0
    for _ in 0..<8 {
      let duration = pace * noise.even(in: 0.8...1.25)
      reaches.append(
        MinimumJerkStroke(
          start: time, duration: duration, way: Vector(length: noise.even(in: 120...300), direction: direction)))
      time += duration * noise.even(in: 0.45...0.6)
      // Mostly on the same way round, at times back.
      direction = direction + Angle(degrees: turn * noise.even(in: -0.4...1.4))
    }
    span = 0...(reaches.map(\.span.upperBound).max() ?? 0)
  }

  private mutating func flick(_ noise: inout SeededNoise) {
    let direction = Angle(degrees: noise.even(in: 0...360))
    let bend = Angle(degrees: noise.even(in: -50...50))
    let stroke = LognormalStroke(
      t0: 0, d: noise.even(in: 100...400), mu: noise.even(in: -1.9 ... -1.4), sigma: noise.even(in: 0.2...0.35),
      startAngle: direction - bend * 0.5, endAngle: direction + bend * 0.5)
    lognormals = [stroke]
    // Lifted when 84 to 98 % of the way are done.
    span = stroke.span.lowerBound...(exp(stroke.mu + noise.even(in: 1...2) * stroke.sigma))
  }

  private mutating func endWithStrokes() {
    let starts = lognormals.map(\.span.lowerBound)
    let ends = lognormals.map(\.span.upperBound)
    span = (starts.min() ?? 0)...(ends.max() ?? 0)
  }
}
