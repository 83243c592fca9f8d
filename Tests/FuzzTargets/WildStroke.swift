import Document
import Geometry
import Ink
import Paint
import RandomSource

/// Strokes whose bytes are sound and whose numbers are not: what no pen does, and a journal can hold all the same. Samples
/// are packed, so that changes of bytes alone hardly come to them.
enum WildStroke {
  private static let numbers: [Double] = [
    0, -0.0, .leastNonzeroMagnitude, 1e-9, 0.5, 1, -1, 3.2, 63.99, 64, 1e3, 1e6, -1e6, 1e9, -1e9, 1e15, 1e17, -1e18,
    1e19, 1e300,
    -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .nan, .infinity, -.infinity,
  ]

  private static func number(_ random: inout RandomSource, _ usual: ClosedRange<Double>) -> Double {
    random.isOne(in: 6) ? numbers[random.roll(0..<numbers.count)] : random.roll(usual)
  }

  /// The payload of a stroke's record.
  static func payload(_ random: inout RandomSource) -> [UInt8]? {
    var brush = Brush()
    if random.isOne(in: 2) {
      brush.size = number(&random, 0.1...60)
      brush.width.tiltPencil = random.isOne(in: 2) ? random.roll(0...1) : nil
      brush.width.speed = number(&random, 1...1000)
      brush.width.rise = number(&random, 0...10)
      brush.width.fall = number(&random, 0...10)
      brush.width.flat = random.roll(1...20)
      brush.strength = number(&random, 0...100)
      if random.isOne(in: 3) {
        brush.tip = .flat(
          Brush.Nib(
            thickness: random.roll(0.02...1), angle: Angle(radians: number(&random, -3...3)), followsAzimuth: true))
      } else if random.isOne(in: 2) {
        let dabs = Brush.Dabs(
          spacing: random.roll(0.05...1), hardness: random.roll(0...1), grain: random.roll(0...1),
          grainScale: random.roll(1...16))
        brush.rendering = random.isOne(in: 2) ? .dabs(dabs) : .spray(dabs)
      }
    }
    var stroke = StrokeRecord(
      brush: brush, inputScale: number(&random, 0.1...10),
      style: InkStyle(color: UInt32(random.roll(0...0xFF_FFFF)), opacity: UInt8(random.roll(0...255)), blend: .over))
    if random.isOne(in: 4) {
      stroke.symmetry = Symmetry(
        .radial(count: random.isOne(in: 2) ? .max : 5, isMirrored: true),
        center: Point(number(&random, 0...99), number(&random, 0...99)), angle: Angle(radians: number(&random, -3...3)))
    }
    var time = 0.0
    for _ in 0..<random.roll(0...12) {
      time += random.roll(0...0.02)
      stroke.samples.append(
        PenSample(
          position: Point(number(&random, -20...120), number(&random, -20...120)),
          time: random.isOne(in: 8) ? number(&random, 0...1) : time, pressure: number(&random, 0...1),
          altitude: Angle(radians: number(&random, 0...1.6)), azimuth: Angle(radians: number(&random, -6...6)),
          roll: random.isOne(in: 4) ? Angle(radians: number(&random, -6...6)) : nil, tool: .pen))
    }
    guard let bytes = try? stroke.encoded() else { return nil }
    return [1] + bytes
  }
}
