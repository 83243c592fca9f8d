import Geometry
import Glibc
import Ink

/// Long pen paths for measurements, always the same.
enum PenPath {
  /// The canvas size in px; rows do not overlap on it, even with the largest brush measured here.
  static let canvas = (width: 3840, height: 5120)

  /// Samples of a pen that draws wavy rows over the canvas, 5 px apart at 200 Hz; at most 10,000.
  ///
  /// Ink on ink is cheaper than ink on paper. In rows, the last samples are on paper like the
  /// first. Every hundred samples have the same pressures.
  static func wandering(_ count: Int) -> [PenSample] {
    precondition(count <= 10_000, "the canvas has room for 10,000 samples")
    var way = 0.0
    var p = wavyRow(way)
    return (0..<count).map { i in
      defer {
        // Finds the step along the row that moves 5 px on the wave, by the secant method.
        var step = 5.0
        for _ in 0..<8 { step *= 5 / max(1, p.distance(to: wavyRow(way + step))) }
        way += step
        p = wavyRow(way)
      }
      return sample(i, at: p)
    }
  }

  /// The position after `way` px of rows joined by half circles, with waves. The distance of 256 px
  /// is four tiles, so all rows have the same offset to tiles.
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

  /// Samples of a pen that scribbles on one spot of about 60 px, 5 px apart on average.
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
