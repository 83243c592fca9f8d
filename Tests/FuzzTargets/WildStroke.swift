import Dice
import Document
import Geometry
import Ink
import Paint

/// Strokes whose bytes are sound and whose numbers are not: what no pen does, and a journal can hold all the same. Samples
/// are packed, so that changes of bytes alone hardly come to them.
enum WildStroke {
  private static let numbers: [Double] = [
    0, -0.0, .leastNonzeroMagnitude, 1e-9, 0.5, 1, -1, 3.2, 63.99, 64, 1e3, 1e6, -1e6, 1e9, -1e9, 1e15, 1e17, -1e18,
    1e19, 1e300,
    -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .nan, .infinity, -.infinity,
  ]

  private static func number(_ dice: inout Dice, _ usual: ClosedRange<Double>) -> Double {
    dice.isOne(in: 6) ? numbers[dice.roll(0..<numbers.count)] : dice.roll(usual)
  }

  /// The payload of a stroke's record.
  static func payload(_ dice: inout Dice) -> [UInt8]? {
    var brush = Brush()
    if dice.isOne(in: 2) {
      brush.size = number(&dice, 0.1...60)
      brush.width.tiltPencil = dice.isOne(in: 2) ? dice.roll(0...1) : nil
      brush.width.speed = number(&dice, 1...1000)
      brush.width.rise = number(&dice, 0...10)
      brush.width.fall = number(&dice, 0...10)
      brush.width.flat = dice.roll(1...20)
      brush.strength = number(&dice, 0...100)
      if dice.isOne(in: 3) {
        brush.tip = .flat(
          Brush.Nib(
            thickness: dice.roll(0.02...1), angle: Angle(radians: number(&dice, -3...3)), followsAzimuth: true))
      } else if dice.isOne(in: 2) {
        let dabs = Brush.Dabs(
          spacing: dice.roll(0.05...1), hardness: dice.roll(0...1), grain: dice.roll(0...1),
          grainScale: dice.roll(1...16))
        brush.rendering = dice.isOne(in: 2) ? .dabs(dabs) : .spray(dabs)
      }
    }
    var stroke = StrokeRecord(
      brush: brush, inputScale: number(&dice, 0.1...10),
      style: InkStyle(color: UInt32(dice.roll(0...0xFF_FFFF)), opacity: UInt8(dice.roll(0...255)), blend: .over))
    if dice.isOne(in: 4) {
      stroke.symmetry = Symmetry(
        .radial(count: dice.isOne(in: 2) ? .max : 5, isMirrored: true),
        center: Point(number(&dice, 0...99), number(&dice, 0...99)), angle: Angle(radians: number(&dice, -3...3)))
    }
    var time = 0.0
    for _ in 0..<dice.roll(0...12) {
      time += dice.roll(0...0.02)
      stroke.samples.append(
        PenSample(
          position: Point(number(&dice, -20...120), number(&dice, -20...120)),
          time: dice.isOne(in: 8) ? number(&dice, 0...1) : time, pressure: number(&dice, 0...1),
          altitude: Angle(radians: number(&dice, 0...1.6)), azimuth: Angle(radians: number(&dice, -6...6)),
          roll: dice.isOne(in: 4) ? Angle(radians: number(&dice, -6...6)) : nil, tool: .pen))
    }
    guard let bytes = try? stroke.encoded() else { return nil }
    return [1] + bytes
  }
}
