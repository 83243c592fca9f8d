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
      cells.forget(above: row - 1 - reach >> Tile.shift)
    }
    return soft
  }

  /// The widest border, px.
  public static let widestBorder = 500.0

  /// The pixels along its edge, half of `width` px on both sides of it, the odd one inside. An edge of the image is none.
  public func bordered(by width: Double) -> Mask {
    guard width >= 1 else { return self }
    let width = min(Self.widestBorder, width.rounded(.down))
    let outer = (width / 2).rounded(.down)
    var ring = grown(by: outer)
    ring.subtract(grown(by: outer - width))
    return ring
  }

  /// The greatest smoothing, px.
  public static let mostSmoothing = 200.0

  /// The mask with round corners of about `radius` px, and without what is narrower: a Gaussian filter with a standard
  /// deviation of half of that, at whose share of one half the new edge is, a px wide.
  public func smoothed(by radius: Double) -> Mask {
    guard radius > 0 else { return self }
    let radius = min(Self.mostSmoothing, radius)
    // The steepness of a filtered edge.
    let factor = max(1, radius / 2 * (2 * Double.pi).squareRoot())
    let steep = (0...255).map { UInt8(max(0, min(255, ((Double($0) - 127.5) * factor + 127.5).rounded()))) }
    var soft = feathered(by: radius)
    for tile in soft.tileIndices where soft.share(ofTile: tile) == .some {
      soft.setShares(soft.shares(ofTile: tile).map { steep[Int($0)] }, ofTile: tile)
    }
    return soft
  }
}
