import Geometry
import Glibc
import Ink

/// Paths of a pen for measuring: endless, the same every time.
enum PenPath {
  /// The canvas that they stay on, px: high enough for rows that no brush measured here draws over
  /// twice.
  static let canvas = (width: 3840, height: 5120)

  /// Samples of a pen that wanders over the canvas in wavy rows, 5 px from sample to sample, 200 a
  /// second, at most 10,000.
  ///
  /// Rows, because ink on ink costs less than ink on paper: so the last samples are drawn where
  /// nothing is yet, like the first. Each hundred samples holds the same pressures.
  static func wandering(_ count: Int) -> [PenSample] {
    precondition(count <= 10_000, "the canvas has room for 10,000 samples")
    var way = 0.0
    var p = wavyRow(way)
    return (0..<count).map { i in
      defer {
        // The waves make the way longer than the rows: the step along the rows that leads 5 px on,
        // by the secant's method.
        var step = 5.0
        for _ in 0..<8 { step *= 5 / max(1, p.distance(to: wavyRow(way + step))) }
        way += step
        p = wavyRow(way)
      }
      return sample(i, at: p)
    }
  }

  /// The position after `way` px of rows 256 px apart, joined by half circles, all waved. 256 px
  /// are four tiles, so all rows have the same position on tiles.
  private static func wavyRow(_ way: Double) -> Point {
    let (left, top, length, radius) = (290.0, 150.0, 3230.0, 128.0)
    let period = length + .pi * radius
    let row = (way / period).rounded(.down)
    let rest = way - row * period
    let isBack = row.truncatingRemainder(dividingBy: 2) == 1
    var (x, y) = (min(rest, length), top + row * 2 * radius)
    if rest > length {
      let angle = (rest - length) / radius
      x += radius * sin(angle)
      y += radius * (1 - cos(angle))
    }
    return Point(
      left + (isBack ? length - x : x) + 8 * sin(way / 37), y + 12 * sin(way / 29 + 0.5))
  }

  /// Samples of a pen that scribbles over and over one place of some 60 px, 5 px from sample to
  /// sample on average.
  static func scribbling(_ count: Int) -> [PenSample] {
    (0..<count).map { i in
      let t = Double(i)
      let p = Point(1900 + 30 * sin(t * 0.21), 1000 + 30 * sin(t * 0.173 + 0.5))
      return sample(i, at: p)
    }
  }

  private static func sample(_ i: Int, at p: Point) -> PenSample {
    PenSample(position: p, time: Double(i) / 200, pressure: 0.55 + 0.4 * sin(2 * .pi * Double(i) / 100))
  }
}
