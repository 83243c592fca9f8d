import Geometry
import Raster

/// Other edges of masks.
extension Mask {
  /// The most px by which a mask grows or shrinks.
  public static let mostGrowth = 500.0

  /// The mask with all pixels whose centres are at most `distance` px from the centre of one of its pixels; with a negative
  /// distance, without those that are so near to one that is not in it. Of shares between, the greatest counts, or the
  /// smallest. Beyond the image, a mask goes on as at its edge.
  public func grown(by distance: Double) -> Mask {
    let distance = max(-Self.mostGrowth, min(Self.mostGrowth, distance))
    if distance < 0 {
      // What is not in it grows into it.
      let box = bounds
      var rest = Mask(width: width, height: height)
      rest.fill(box.grown(by: Int(-distance) + 1).intersection(extent))
      rest.subtract(self)
      var left = Mask(width: width, height: height)
      left.fill(box)
      left.subtract(rest.grown(by: -distance))
      return left
    }
    return distance >= 1 ? GrownMask(self, distance).mask : self
  }

  /// The widest feather, px.
  public static let widestFeather = 1000.0

  /// The mask with soft edges: its shares after a Gaussian filter with a standard deviation of half of `width`, px. Beyond
  /// the image, the mask goes on as at its edge. Shares differ by less than 1 from the exact ones.
  public func feathered(by width: Double) -> Mask {
    guard width > 0 else { return self }
    let filter = FeatherFilter(deviation: min(Self.widestFeather, width) / 2)
    var (soft, cells) = (self, MaskCells(self, side: filter.cell))
    let reach = filter.reach
    let range = TileRange(bounds.grown(by: reach).intersection(extent))
    var row = range.rows.lowerBound
    while row < range.rows.upperBound {
      var column = range.columns.lowerBound
      while column < range.columns.upperBound {
        let block = TileRange(
          columns: column..<min(range.columns.upperBound, column + filter.blockSide),
          rows: row..<min(range.rows.upperBound, row + filter.blockSide))
        filter.filter(block, of: self, &cells, to: &soft)
        column += filter.blockSide
      }
      row += filter.blockSide
    }
    return soft
  }
}
