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
    var edges = Edges(stride: width + 1)
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

  /// Directed edges between pixels, by the corner that they start from.
  private struct Edges {
    /// The direction of an edge, clockwise.
    enum Direction: Int, CaseIterable {
      case right, down, left, up
      var bit: UInt8 { 1 << UInt8(rawValue) }
      /// The directions to try next: to the right, straight on, to the left.
      var onwards: [Direction] { [1, 0, 3].compactMap { Direction(rawValue: (rawValue + $0) & 3) } }
    }

    let stride: Int
    /// A bit for each direction of the edges that start at a corner.
    private var directions: [Int: UInt8] = [:]

    init(stride: Int) { self.stride = stride }

    /// Adds an edge for each bit; the edge of bit 0 starts at the corner (x, y).
    mutating func add(_ bits: UInt64, _ x: Int, _ y: Int, _ direction: Direction) {
      var rest = bits
      while rest != 0 {
        directions[y * stride + x + rest.trailingZeroBitCount, default: 0] |= direction.bit
        rest &= rest - 1
      }
    }

    /// Removes all edges and joins them to closed polylines.
    mutating func loops() -> [[Point]] {
      var loops: [[Point]] = []
      for start in directions.keys.sorted() {
        while let bits = directions[start], bits != 0,
          let first = Direction.allCases.first(where: { bits & $0.bit != 0 })
        {
          var loop: [Point] = []
          var (at, direction) = (start, first)
          var last: Direction?
          repeat {
            if last != direction { loop.append(Point(Double(at % stride), Double(at / stride))) }
            take(at, direction)
            last = direction
            switch direction {
            case .right: at += 1
            case .left: at -= 1
            case .down: at += stride
            case .up: at -= stride
            }
            guard let next = direction.onwards.first(where: { directions[at, default: 0] & $0.bit != 0 }) else { break }
            direction = next
          } while true
          loops.append(loop)
        }
      }
      return loops
    }

    private mutating func take(_ at: Int, _ direction: Direction) {
      guard let bits = directions[at] else { return }
      directions[at] = bits & ~direction.bit == 0 ? nil : bits & ~direction.bit
    }
  }
}
