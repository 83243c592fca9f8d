import Geometry
import Glibc

/// Pen strokes for the demonstration, as a person would add them to the sample: two birds over the
/// branch and a breeze that takes the petals along. Places are shares of the canvas's width and
/// height, with pressure.
enum Flourish {
  /// A place on the canvas, both coordinates 0...1, and the pressure there, 0...1.
  struct Sample {
    var position: Point
    var pressure: Double
  }

  /// The strokes, in the order in which they are drawn.
  static var strokes: [[Sample]] {
    [
      bird(at: Point(0.135, 0.235), span: 0.085, tilt: -0.012),
      bird(at: Point(0.225, 0.155), span: 0.055, tilt: 0.008),
      bird(at: Point(0.255, 0.265), span: 0.038, tilt: -0.004),
      swash([CubicBezier(Point(0.585, 0.915), Point(0.655, 0.985), Point(0.715, 0.955), Point(0.765, 0.895))]),
      swash([
        CubicBezier(Point(0.700, 0.835), Point(0.760, 0.900), Point(0.835, 0.845), Point(0.868, 0.780)),
        CubicBezier(Point(0.868, 0.780), Point(0.886, 0.742), Point(0.862, 0.716), Point(0.848, 0.742)),
        CubicBezier(Point(0.848, 0.742), Point(0.842, 0.756), Point(0.852, 0.770), Point(0.859, 0.758)),
      ]),
    ]
  }

  /// A bird far away: one stroke over both wings, light at the tips and at the body. `span` is a
  /// share of the width, `tilt` how much lower the right wing's tip is, as a share of the height.
  private static func bird(at body: Point, span: Double, tilt: Double) -> [Sample] {
    let (reach, rise) = (span / 2, span * 0.62)
    let left = CubicBezier(
      Point(body.x - reach, body.y - tilt), Point(body.x - reach * 0.62, body.y - rise),
      Point(body.x - reach * 0.2, body.y - rise * 0.9), body)
    let right = CubicBezier(
      body, Point(body.x + reach * 0.2, body.y - rise * 0.95), Point(body.x + reach * 0.66, body.y - rise),
      Point(body.x + reach * 1.05, body.y + tilt - rise * 0.1))
    return swash([left], low: 0.02) + swash([right], low: 0.02).dropFirst()
  }

  /// A stroke along joined curves whose pressure swells and fades once, as of a hand that lands and
  /// lifts softly.
  private static func swash(_ curves: [CubicBezier], low: Double = 0.02) -> [Sample] {
    let count = 60 * curves.count
    return (0...count).map { i in
      let t = Double(i) / Double(count)
      let place = t * Double(curves.count)
      let piece = min(curves.count - 1, Int(place))
      return Sample(
        position: curves[piece].point(at: place - Double(piece)),
        pressure: low + (1 - low) * pow(sin(.pi * t), 1.5))
    }
  }
}
