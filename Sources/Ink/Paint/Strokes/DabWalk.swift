import Geometry
import Glibc
import Ink

/// The way along a chain of discs, with a place for a dab every share of the radius.
///
/// The places follow from the discs and the image's size, not from how the discs are divided among calls. On images of
/// different sizes they may differ where a stroke whose width changes leaves the image (`advance`).
struct DabWalk {
  /// A place for a dab.
  struct Place {
    var center: Point
    var radius: Double
    var strength: Double
    /// Direction of the tip, rad.
    var direction: Double
    /// Direction of the stroke; zero where it begins.
    var heading: Vector
    /// Its number in the stroke.
    var number: Int
    /// The share of the way to the disc, 0...1.
    var share = 1.0
  }

  /// The distance between dabs.
  struct Spacing {
    /// As a share of the radius.
    let share: Double
    /// The least distance, px.
    let least: Double
    /// How far dabs of a radius of 1 px reach from the chain, px.
    let reach: Double

    func gap(_ radius: Double) -> Double { max(least, radius * share) }
  }

  /// Distance from the last disc to the next dab, px.
  private var toNext = 0.0
  private var last: Disc?
  /// The number of the next dab.
  private var number = 0

  /// If more dabs in a row than this miss the image, they are skipped in one step.
  private static let mostOutside = 64.0

  /// Moves on to the next disc and reports the places on the way. Stretches on which no dab reaches
  /// `bounds` are skipped, so the cost depends on the image, not on the stroke's length. The number of skipped dabs is
  /// that for the width at the start of the stretch.
  mutating func advance(to disc: Disc, _ spacing: Spacing, onto bounds: PixelRect, _ body: (Place) -> Void) {
    guard let from = last else {
      body(Place(disc, number: 0))
      (toNext, last, number) = (spacing.gap(disc.radius), disc, 1)
      return
    }
    let length = from.center.distance(to: disc.center)
    let heading = (disc.center - from.center).normalized ?? .zero
    var at = toNext
    let near = Self.near(bounds, from, disc, length, spacing.reach)
    while at <= length, length > 0 {
      let t = at / length
      if at < near.lowerBound || at > near.upperBound {
        let end = at < near.lowerBound ? min(near.lowerBound, length) : length
        let gap = spacing.gap(from.radius + (disc.radius - from.radius) * t)
        let count = ((end - at) / gap).rounded(.down)
        if count > Self.mostOutside {
          at += count * gap
          // More dabs than any number that is an Int are not reached.
          number &+= Int(min(count, 1e15))
          continue
        }
      }
      let place = Place(from, disc, t, heading: heading, number: number)
      body(place)
      number &+= 1
      at += spacing.gap(place.radius)
    }
    (toNext, last) = (at - length, disc)
  }

  /// The part of the way between two discs, px, where dabs may reach the image; for none,
  /// infinity ... infinity.
  private static func near(
    _ bounds: PixelRect, _ from: Disc, _ to: Disc, _ length: Double, _ share: Double
  ) -> ClosedRange<Double> {
    // One px more than a dab reaches, for rounding.
    let reach = max(from.radius, to.radius) * share + 1.5
    var (first, last) = (0.0, 1.0)
    // A list of both axes would be allocated.
    func limit(_ start: Double, _ end: Double, _ low: Int, _ high: Int) {
      let (low, high, way) = (Double(low) - reach - start, Double(high) + reach - start, end - start)
      if way == 0 {
        if low > 0 || high < 0 { last = -1 }
        return
      }
      first = max(first, min(low / way, high / way))
      last = min(last, max(low / way, high / way))
    }
    limit(from.center.x, to.center.x, bounds.minX, bounds.maxX)
    limit(from.center.y, to.center.y, bounds.minY, bounds.maxY)
    return first <= last ? (first * length)...(last * length) : .infinity ... .infinity
  }
}

extension DabWalk.Place {
  fileprivate init(_ d: Disc, number: Int) {
    self.init(
      center: d.center, radius: d.radius, strength: Double(d.strength), direction: Double(d.direction), heading: .zero,
      number: number)
  }

  /// The place at a share of the way between two discs. Directions turn the shorter way.
  fileprivate init(_ from: Disc, _ to: Disc, _ t: Double, heading: Vector, number: Int) {
    let turn = remainder(Double(to.direction) - Double(from.direction), 2 * .pi)
    self.init(
      center: from.center.lerp(to: to.center, t), radius: from.radius + (to.radius - from.radius) * t,
      strength: Double(from.strength) + Double(to.strength - from.strength) * t,
      direction: Double(from.direction) + turn * t, heading: heading, number: number, share: t)
  }
}
