extension Brush {
  /// The paper under the strokes of a brush of dabs or of MyPaint. It takes the place of the grain of dabs.
  public struct Paper: Hashable, Sendable {
    /// The relief.
    public var texture: PaperTexture
    /// How much of it shows, 0...1. With 0, dabs are even, also if they have a grain.
    public var strength: Double
    /// The size of a pixel of the texture, canvas px, within `scales`.
    public var scale: Double

    /// The sizes of a pixel of a texture.
    public static let scales = 0.25...16.0

    /// A paper by its values; those out of range are clamped.
    public init(_ texture: PaperTexture, strength: Double = 1, scale: Double = 1) {
      self.texture = texture
      self.strength = strength.isFinite ? max(0, min(1, strength)) : 1
      self.scale = scale.isFinite ? max(Self.scales.lowerBound, min(Self.scales.upperBound, scale)) : 1
    }
  }

  /// Whether its strokes show a paper; outlines show none.
  public var takesPaper: Bool { rendering != .outline }

  /// The same brush on a paper, or with its own grain without one; itself if it is of outlines.
  public func on(_ paper: Paper?) -> Brush {
    guard takesPaper else { return self }
    var brush = self
    brush.paper = paper
    return brush
  }
}
