import Geometry

/// The outline of a mask as polylines.
extension Mask {
  /// The edges between pixels inside and outside as closed polylines, px of the image. The first
  /// corner is not repeated at the end. Pixels with less than half of their full share are outside.
  ///
  /// The inside is to the right of each edge: outer outlines run clockwise on the screen, outlines
  /// of holes counterclockwise. Pixels that touch only at a corner are separate. Collinear
  /// neighbouring edges are one.
  public var outlines: [[Point]] {
    if !isHard { return hard.outlines }
    var edges = MaskEdges(width: width, height: height)
    for i in tileIndices {
      let (row, column) = i.quotientAndRemainder(dividingBy: columns)
      if cells[i] == .full, row > 0, row < rows - 1, column > 0, column < columns - 1,
        cells[i - 1] == .full, cells[i + 1] == .full, cells[i - columns] == .full, cells[i + columns] == .full
      {
        continue
      }
      let (left, top) = (column << Tile.shift, row << Tile.shift)
      for y in 0..<min(Tile.size, height - top) {
        let w = word(ofTile: i, row: y)
        if w == 0 { continue }
        let (above, below) = (word(x: left, y: top + y - 1), word(x: left, y: top + y + 1))
        let (before, after) = (word(x: left - 1, y: top + y), word(x: left + 1, y: top + y))
        edges.add(w & ~above, left, top + y, .right)
        edges.add(w & ~below, left + 1, top + y + 1, .left)
        edges.add(w & ~before, left, top + y + 1, .up)
        edges.add(w & ~after, left + 1, top + y, .down)
      }
    }
    return edges.loops()
  }
}
