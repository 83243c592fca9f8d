import Document
import Geometry
import Ink
import Paint
import RandomSource
import Storage

/// Strokes with extreme numbers that no pen makes. Samples are compressed, so that
/// changes of bytes rarely reach them.
enum WildStroke {
  private static let numbers: [Double] = [
    0, -0.0, .leastNonzeroMagnitude, 1e-9, 0.5, 1, -1, 3.2, 63.99, 64, 1e3, 1e6, -1e6, 1e9, -1e9, 1e15, 1e17, -1e18,
    1e19, 1e300,
    -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .nan, .infinity, -.infinity,
  ]

  private static func number(_ rng: inout RandomSource, _ usual: ClosedRange<Double>) -> Double {
    rng.isOne(in: 6) ? numbers[rng.roll(0..<numbers.count)] : rng.roll(usual)
  }

  /// Lets prints differ by chance, and perhaps gives them pictures.
  private static func addPrints(to brush: inout Brush, _ dabs: Brush.Dabs, _ rng: inout RandomSource) {
    var dabs = dabs
    dabs.variation.scatter = number(&rng, 0...10)
    dabs.variation.count = rng.roll(1...16)
    dabs.variation.size = rng.roll(0...1)
    if rng.isOne(in: 2),
      let images = TipImages(width: rng.roll(1...9), height: 1, masks: [UInt8](repeating: 200, count: 9))
        ?? TipImages(width: 3, height: 3, masks: (0..<9).map { UInt8($0 * 20 + 5) })
    {
      dabs.spacing = number(&rng, 0.02...20)
      var tip = Brush.ImageTip(images)
      tip.turning = Brush.ImageTip.Turning.allCases[rng.roll(0...3)]
      (tip.angle, tip.roundness, tip.angleJitter) = (Angle(radians: number(&rng, -7...7)), rng.roll(0.05...1), 1)
      brush.tip = .image(tip)
    }
    brush.rendering = rng.isOne(in: 2) ? .dabs(dabs) : .spray(dabs)
  }

  /// A stroke, most of whose numbers are possible.
  static func stroke(_ rng: inout RandomSource) -> StrokeRecord {
    var brush = Brush()
    if rng.isOne(in: 2) {
      brush.size = number(&rng, 0.1...60)
      brush.width.tiltPencil = rng.isOne(in: 2) ? rng.roll(0...1) : nil
      brush.width.speed = number(&rng, 1...1000)
      brush.width.rise = number(&rng, 0...10)
      brush.width.fall = number(&rng, 0...10)
      brush.width.flat = rng.roll(1...20)
      brush.strength = number(&rng, 0...100)
      if rng.isOne(in: 3) {
        brush.tip = .flat(
          Brush.Nib(
            thickness: rng.roll(0.02...1), angle: Angle(radians: number(&rng, -3...3)), followsAzimuth: true))
      } else if rng.isOne(in: 2) {
        let dabs = Brush.Dabs(
          spacing: rng.roll(0.05...1), hardness: rng.roll(0...1), grain: rng.roll(0...1),
          grainScale: rng.roll(1...16))
        brush.rendering = rng.isOne(in: 2) ? .dabs(dabs) : .spray(dabs)
        if rng.isOne(in: 2) { addPrints(to: &brush, dabs, &rng) }
      }
    }
    var stroke = StrokeRecord(
      brush: brush, inputScale: number(&rng, 0.1...10),
      style: InkStyle(colour: UInt32(rng.roll(0...0xFF_FFFF)), opacity: UInt8(rng.roll(0...255)), blend: .over))
    if rng.isOne(in: 4) {
      stroke.symmetry = Symmetry(
        .radial(count: rng.isOne(in: 2) ? .max : 5, isMirrored: true),
        center: Point(number(&rng, 0...99), number(&rng, 0...99)), angle: Angle(radians: number(&rng, -3...3)))
    }
    var time = 0.0
    for _ in 0..<rng.roll(0...12) {
      time += rng.roll(0...0.02)
      stroke.samples.append(
        PenSample(
          position: Point(number(&rng, -20...120), number(&rng, -20...120)),
          time: rng.isOne(in: 8) ? number(&rng, 0...1) : time, pressure: number(&rng, 0...1),
          altitude: Angle(radians: number(&rng, 0...1.6)), azimuth: Angle(radians: number(&rng, -6...6)),
          roll: rng.isOne(in: 4) ? Angle(radians: number(&rng, -6...6)) : nil, tool: .pen))
    }
    if rng.isOne(in: 3) {
      let knots = (0..<rng.roll(1...9)).map { index in
        StrokeWidths.Knot(time: Double(index) / 50 + number(&rng, 0...0.04), factor: number(&rng, 0.05...20))
      }
      stroke.widths = StrokeWidths(knots.sorted { $0.time < $1.time })
    }
    if rng.isOne(in: 3) {
      stroke.part = StrokePart(
        from: rng.isOne(in: 3) ? nil : number(&rng, -0.01...0.05), to: rng.isOne(in: 3) ? nil : number(&rng, 0.02...0.1)
      )
    }
    return stroke
  }
}
