import Geometry

/// The part of a chain of discs on which dabs are printed. Places count discs: 2.5 is half way from the third to the
/// fourth.
public struct DiscSpan: Hashable, Sendable {
  /// Dabs are printed after this place.
  public var start = -Double.infinity
  /// Dabs are printed up to this place.
  public var end = Double.infinity

  /// All of the chain.
  public init() {}

  /// Whether a dab at a place is printed.
  @inlinable public func contains(_ place: Double) -> Bool { start < place && place <= end }
}

extension InkTrace {
  /// The discs between which dabs are printed, with those at the limits of `discSpan`. O(n).
  public var printedDiscs: [Disc] {
    if discSpan == DiscSpan() { return discs }
    let (first, last) = (max(0, discSpan.start), min(Double(discs.count - 1), discSpan.end))
    guard !discs.isEmpty, discSpan.contains(last) else { return [] }
    let whole = Int(first.rounded(.up))...max(Int(first.rounded(.up)), Int(last.rounded(.down)))
    var printed = first < Double(whole.lowerBound) ? [disc(at: first)] : []
    if Double(whole.lowerBound) <= last { printed += discs[whole] }
    if Double(whole.upperBound) != last { printed.append(disc(at: last)) }
    return printed
  }

  private func disc(at place: Double) -> Disc {
    let index = Int(place)
    let (a, b, t) = (discs[index], discs[min(index + 1, discs.count - 1)], place - Double(index))
    return Disc(
      center: a.center.lerp(to: b.center, t), radius: a.radius + (b.radius - a.radius) * t,
      strength: a.strength + (b.strength - a.strength) * Float(t), direction: a.direction)
  }
}
