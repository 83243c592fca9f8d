import Geometry
import Glibc
import Ink

/// Ways of a pen for measuring: endless, the same every time.
enum PenPath {
  /// The canvas that they stay on, px.
  static let canvas = (width: 3840, height: 2160)

  /// Samples of a pen that wanders all over the canvas in bends, 5 px from sample to sample, 200 a second, its pressure
  /// rising and falling.
  static func wandering(_ count: Int) -> [PenSample] {
    let margin = 250.0
    let inner = Rect(
      minX: margin, minY: margin, maxX: Double(canvas.width) - margin, maxY: Double(canvas.height) - margin)
    var p = Point(Double(canvas.width) / 2, Double(canvas.height) / 2)
    var heading = 0.3
    return (0..<count).map { i in
      let t = Double(i)
      // Bends that never repeat, for the periods share no measure. Near the edge the way back to the middle wins.
      var turn = 0.05 * sin(t * 0.031) + 0.045 * sin(t * 0.0137 + 1) + 0.02 * sin(t * 0.171)
      if p.x < inner.minX || p.x > inner.maxX || p.y < inner.minY || p.y > inner.maxY {
        let home = atan2(Double(canvas.height) / 2 - p.y, Double(canvas.width) / 2 - p.x)
        let off = remainder(home - heading, 2 * .pi)
        turn = max(-0.12, min(0.12, off))
      }
      heading += turn
      p = p + Vector(length: 5, direction: Angle(radians: heading))
      return PenSample(position: p, time: t / 200, pressure: 0.55 + 0.4 * sin(t * 0.02))
    }
  }

  /// Samples of a pen that scribbles over and over one place of some 60 px, 5 px from sample to sample on average.
  static func scribbling(_ count: Int) -> [PenSample] {
    (0..<count).map { i in
      let t = Double(i)
      let p = Point(1900 + 30 * sin(t * 0.21), 1000 + 30 * sin(t * 0.173 + 0.5))
      return PenSample(position: p, time: t / 200, pressure: 0.55 + 0.4 * sin(t * 0.02))
    }
  }
}
