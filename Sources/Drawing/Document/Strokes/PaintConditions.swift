import Geometry

/// What a stroke that mixes paint depends on beside its brush, its samples and its ink: chance, the view and the
/// depth of its pixels. Strokes of other brushes ignore it (`Brush.mixesPaint`).
public struct PaintConditions: Hashable, Sendable {
  /// Chooses a sequence of random numbers, within `seeds`.
  public var seed: Int
  /// Rotation of the view from canvas to window, clockwise.
  public var rotation: Angle
  /// Whether the view is mirrored.
  public var isMirrored: Bool
  /// Whether paint is mixed with 16 bits a channel. Strokes of old files were painted with 8.
  public var isDeep: Bool

  /// The sequences of random numbers.
  public static let seeds = 0..<64

  /// Conditions by their values; a seed out of range counts by its remainder.
  public init(seed: Int = 0, rotation: Angle = .zero, isMirrored: Bool = false, isDeep: Bool = true) {
    let count = Self.seeds.count
    self.seed = (seed % count + count) % count
    (self.rotation, self.isMirrored, self.isDeep) = (rotation, isMirrored, isDeep)
  }
}
