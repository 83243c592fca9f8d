import Pixels
import Raster

/// What becomes of the edge of a selection. Its parts apply in their order.
public struct SelectionEdge: Sendable, Hashable {
  /// The radius of round corners, px (`Mask.smoothed`).
  public var smoothing = 0.0
  /// The width of the border that is selected instead, px (`Mask.bordered`); 0 for the whole.
  public var border = 0.0
  /// The distance by which the edge moves outwards, px; inwards if negative.
  public var growth = 0.0
  /// The width of the soft edge, px (`Mask.feathered`).
  public var feather = 0.0

  /// An edge that stays as it is.
  public init() {}

  /// The range of smoothings, px.
  public static let smoothings = 0...Mask.mostSmoothing
  /// The range of borders, px.
  public static let borders = 0...Mask.widestBorder
  /// The range of growths, px.
  public static let growths = -Mask.mostGrowth...Mask.mostGrowth
  /// The range of feathers, px.
  public static let feathers = 0...Mask.widestFeather

  /// Whether the edge stays as it is.
  public var isNone: Bool { self == SelectionEdge() }

  /// The most tiles of a mask that gets another edge: 268 megapixels.
  private static let mostTiles = 1 << 16

  /// A mask with this edge; nil if that may not fit into memory.
  public func applied(to mask: Mask) -> Mask? {
    if isNone { return mask }
    // On an endless canvas, an edge may be longer than memory lasts.
    let range = TileRange(mask.bounds)
    guard range.columns.count * range.rows.count <= Self.mostTiles else { return nil }
    return mask.smoothed(by: smoothing).bordered(by: border).grown(by: growth).feathered(by: feather)
  }
}
