import Geometry
import Ink

/// What a stroke that mixes paint depends on beside its brush, its samples and its ink: chance, the view and
/// how it mixes. Strokes of other brushes ignore it (`Brush.mixesPaint`), but for chance (`Brush.usesChance`).
public struct PaintConditions: Hashable, Sendable {
  /// Chooses a sequence of random numbers, within `seeds`.
  public var seed: Int
  /// Rotation of the view from canvas to window, clockwise.
  public var rotation: Angle
  /// Whether the view is mirrored.
  public var isMirrored: Bool
  /// How paint is mixed.
  public var mixing: PaintMixing

  /// The sequences of random numbers.
  public static let seeds = 0..<64

  /// Conditions by their values; a seed out of range counts by its remainder.
  public init(seed: Int = 0, rotation: Angle = .zero, isMirrored: Bool = false, mixing: PaintMixing = .exact) {
    let count = Self.seeds.count
    self.seed = (seed % count + count) % count
    (self.rotation, self.isMirrored, self.mixing) = (rotation, isMirrored, mixing)
  }

  /// Whether a brush's strokes get 16 bits a channel.
  func isDeep(_ brush: Brush) -> Bool { brush.mixesPaint && mixing != .shallow }
}
