/// The place of a tile: its pixels are the canvas's columns from 64 * `column` and rows from 64 *
/// `row`.
public struct MyPaintTilePlace: Hashable, Sendable {
  /// Column of tiles.
  public var column: Int
  /// Row of tiles.
  public var row: Int

  /// Creates a place.
  public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
}
