/// Names pixels of a drawing: those of a layer, or its mask.
public struct SurfaceID: Hashable, Sendable, Comparable {
  /// What the pixels are to their layer.
  public enum Plane: Int, CaseIterable, Sendable {
    /// They are composited.
    case pixels
    /// They hide what is composited (`Layer.mask`).
    case mask
  }

  /// The layer.
  public var layer: Layer.ID
  /// What the pixels are to it.
  public var plane: Plane

  /// Names pixels of a layer.
  public init(_ layer: Layer.ID, _ plane: Plane = .pixels) { (self.layer, self.plane) = (layer, plane) }

  /// The bit of `number` that masks have. The numbers of layers are below it.
  private static let maskBit: UInt64 = 1 << 62

  /// The number in a record: that of the layer, with a bit of its own for a mask.
  package var number: UInt64 { plane == .mask ? layer.number | Self.maskBit : layer.number }

  /// The pixels that a record names; any number names some, which need not exist.
  package init(number: UInt64) {
    self.init(Layer.ID(number & ~Self.maskBit), number & Self.maskBit == 0 ? .pixels : .mask)
  }

  /// The order of the numbers.
  public static func < (a: SurfaceID, b: SurfaceID) -> Bool { a.number < b.number }
}
