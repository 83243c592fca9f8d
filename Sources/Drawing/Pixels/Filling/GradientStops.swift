/// The colours along a gradient: 2 to 64 stops in the order of their places.
public struct GradientStops: Sendable, Hashable {
  /// A place with its colour.
  public struct Stop: Sendable, Hashable {
    /// 0 at the start of the gradient, 1 at its end.
    public var place: Double
    /// The colour, 0xRRGGBB.
    public var colour: UInt32
    /// The opacity, 0...255.
    public var opacity: UInt8

    public init(place: Double, colour: UInt32, opacity: UInt8 = 255) {
      (self.place, self.colour, self.opacity) = (place, colour & 0xFF_FFFF, opacity)
    }
  }

  /// How many stops a gradient can have.
  public static let counts = 2...64
  /// Where stops can be.
  public static let places = 0.0...1.0

  /// Black that becomes transparent.
  public static let standard = GradientStops(from: 0, to: 0, 0)

  /// The stops. Two at the same place make a hard edge.
  public let stops: [Stop]

  /// Fails if the number of stops or a place is not allowed, or a place is before that of the stop before.
  public init?(_ stops: [Stop]) {
    guard Self.counts.contains(stops.count), stops.allSatisfy({ Self.places.contains($0.place) }),
      zip(stops, stops.dropFirst()).allSatisfy({ $0.place <= $1.place })
    else { return nil }
    self.stops = stops
  }

  /// Two stops at the ends: colours 0xRRGGBB, each followed by its opacity.
  public init(from first: UInt32, _ opacity: UInt8 = 255, to last: UInt32, _ lastOpacity: UInt8 = 255) {
    stops = [
      Stop(place: 0, colour: first, opacity: opacity), Stop(place: 1, colour: last, opacity: lastOpacity),
    ]
  }

  // MARK: Changes

  /// The stop that a place would have without a change of the gradient's look, beyond rounding.
  public func stop(at place: Double) -> Stop {
    let place = max(Self.places.lowerBound, min(Self.places.upperBound, place))
    let next = stops.firstIndex { $0.place > place } ?? stops.count
    let (a, b) = (stops[max(0, next - 1)], stops[min(next, stops.count - 1)])
    let share = b.place > a.place ? max(0, (place - a.place) / (b.place - a.place)) : 0
    func mixed(_ x: UInt32, _ y: UInt32) -> UInt32 { UInt32((Double(x) + (Double(y) - Double(x)) * share).rounded()) }
    let channels = [16, 8, 0].map { mixed(a.colour >> $0 & 255, b.colour >> $0 & 255) << UInt32($0) }
    return Stop(
      place: place, colour: channels.reduce(0, |), opacity: UInt8(mixed(UInt32(a.opacity), UInt32(b.opacity))))
  }

  /// With one more stop, which changes nothing, and its index; nil if there are as many as allowed.
  public func adding(at place: Double) -> (stops: GradientStops, index: Int)? {
    let stop = stop(at: place)
    let index = stops.firstIndex { $0.place > stop.place } ?? stops.count
    var all = stops
    all.insert(stop, at: index)
    return GradientStops(all).map { ($0, index) }
  }

  /// With another stop at an index; its place is clamped between those of its neighbours.
  public func replacing(_ index: Int, by stop: Stop) -> GradientStops {
    var (all, stop) = (stops, stop)
    let least = index > 0 ? all[index - 1].place : Self.places.lowerBound
    let most = index + 1 < all.count ? all[index + 1].place : Self.places.upperBound
    stop.place = max(least, min(most, stop.place))
    all[index] = stop
    return GradientStops(all) ?? self
  }

  /// Without the stop at an index; nil if too few would be left.
  public func removing(_ index: Int) -> GradientStops? {
    var all = stops
    all.remove(at: index)
    return GradientStops(all)
  }

  /// From the end to the start.
  public var reversed: GradientStops {
    let all = stops.reversed().map { Stop(place: 1 - $0.place, colour: $0.colour, opacity: $0.opacity) }
    return GradientStops(all) ?? self
  }
}
