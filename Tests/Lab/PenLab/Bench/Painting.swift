import Geometry
import Glibc
import Rig

/// A painting of 30 s in real time for measuring the cost in programs: 30 strokes of 75 samples, a
/// stroke a second, with hovering between them, at 125 reports a second. Movements are those of
/// `HandMovement`, the same every time.
struct Painting {
  /// A position of the pen, and when it is there.
  struct Sample: Sendable, Hashable {
    /// Seconds since the beginning.
    var time: Double
    /// Screen px; the pressure is 0 in the air.
    var point: PenPoint
  }

  /// The part of the screen that it covers, px.
  static let area = Area(x: 480, y: 190, width: 960, height: 650)
  /// Samples a second.
  static let rate = 125.0
  static let strokes = 30
  /// Samples of ink in each.
  static let samplesOfStroke = 75
  /// How long it takes, s.
  static let duration = Double(strokes)

  /// All positions, in order.
  let samples: [Sample]

  /// Makes it.
  init() {
    var all: [Sample] = []
    var strokes = (0..<Self.strokes).map(Self.stroke)
    strokes.append(strokes[0])
    for (number, (stroke, next)) in zip(strokes, strokes.dropFirst()).enumerated() {
      for (i, point) in stroke.enumerated() {
        all.append(Sample(time: Double(number) + Double(i) / Self.rate, point: point))
      }
      guard let from = stroke.last, let to = next.first else { continue }
      let rest = Int(Self.rate) - stroke.count
      for i in 0..<rest {
        let share = Double(i + 1) / Double(rest + 1)
        let point = PenPoint(
          x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, pressure: 0)
        all.append(Sample(time: Double(number) + Double(stroke.count + i) / Self.rate, point: point))
      }
    }
    samples = all
  }

  /// How many samples there are with ink.
  var inked: Int { samples.count { $0.point.pressure > 0 } }

  /// The places of a stroke with their pressures, around a place of its own, within the area.
  private static func stroke(_ number: Int) -> [PenPoint] {
    let kinds = HandMovement.Kind.allCases
    let movement = HandMovement(kinds[number % kinds.count], seed: UInt64(number) + 1)
    let length = movement.span.upperBound - movement.span.lowerBound
    // Short movements are made as slow as they must be to last as long as the others.
    let step = min(1 / rate, length / Double(samplesOfStroke))
    let places = (0..<samplesOfStroke).compactMap { movement.place(at: movement.span.lowerBound + Double($0) * step) }
    var box = Rect.null
    for place in places { box = box.union(Rect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)) }
    // A grid of six by five, gone through in steps that lead far.
    let cell = number * 11 % strokes
    // In the middle of its cell, or as near to that as the part of the screen allows.
    func offset(_ middle: Double, _ least: Double, _ most: Double, _ from: Int, _ to: Int) -> Double {
      min(max(middle - (least + most) / 2, Double(from) - least), Double(to - 1) - most)
    }
    let middle = (
      x: Double(area.x) + (Double(cell % 6) + 0.5) / 6 * Double(area.width),
      y: Double(area.y) + (Double(cell / 6) + 0.5) / 5 * Double(area.height)
    )
    let x = offset(middle.x, box.minX, box.maxX, area.x, area.right)
    let y = offset(middle.y, box.minY, box.maxY, area.y, area.bottom)
    return places.enumerated().map { i, place in
      PenPoint(
        x: place.x + x, y: place.y + y,
        pressure: 0.1 + 0.7 * sin(.pi * (Double(i) + 0.5) / Double(samplesOfStroke)))
    }
  }

  /// Draws it.
  /// - Parameter speed: how many times as fast as it is.
  func play(on pen: VirtualPen, speed: Double = 1) throws(RigError) {
    guard let first = samples.first else { return }
    try pen.proximityIn(x: first.point.x, y: first.point.y)
    let start = MonotonicTime.after(seconds: 0.02)
    var isDown = false
    for sample in samples {
      start.advanced(bySeconds: sample.time / speed).sleepUntil()
      let point = sample.point
      if isDown, point.pressure == 0 { try pen.release() }
      try pen.move(x: point.x, y: point.y, pressure: point.pressure)
      if !isDown, point.pressure > 0 { try pen.press() }
      isDown = point.pressure > 0
    }
    if isDown { try pen.release() }
    try pen.proximityOut()
    try pen.synchronize()
  }
}
