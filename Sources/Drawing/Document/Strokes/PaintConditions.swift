import Geometry

/// What a stroke of a painting engine depends on beside its brush, its samples and its ink: chance
/// and the view. Strokes of other engines ignore it.
public struct PaintConditions: Hashable, Sendable {
  /// Chooses a sequence of random numbers, within `seeds`.
  public var seed: Int
  /// Rotation of the view from canvas to window, clockwise.
  public var rotation: Angle
  /// Whether the view is mirrored.
  public var isMirrored: Bool

  /// The sequences of random numbers.
  public static let seeds = 0..<64

  /// Conditions by their values; a seed out of range counts by its remainder.
  public init(seed: Int = 0, rotation: Angle = .zero, isMirrored: Bool = false) {
    let count = Self.seeds.count
    self.seed = (seed % count + count) % count
    (self.rotation, self.isMirrored) = (rotation, isMirrored)
  }
}
