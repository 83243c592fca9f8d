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
}
