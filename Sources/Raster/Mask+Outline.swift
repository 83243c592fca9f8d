import Geometry

/// The edge of a mask as lines.
extension Mask {
  /// The edges between pixels inside and outside as closed polylines, px of the image; the first corner is not repeated at
  /// the end. Inside lies to the right of each, so outer edges run clockwise on the screen and those of holes the other
  /// way. Pixels that touch at a corner only are apart. Neighbouring edges in line are one.
  public var outlines: [[Point]] {
    var edges = Edges(stride: width + 1)
    for i in cells.indices where cells[i] != .empty {
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

  /// Directed edges between pixels by the corner that they start from.
  private struct Edges {
    /// Where an edge leads: turning right from one is the next.
    enum Way: Int, CaseIterable {
      case right, down, left, up
      var bit: UInt8 { 1 << UInt8(rawValue) }
      /// To the right of this one, straight on, to the left.
      var onwards: [Way] { [1, 0, 3].compactMap { Way(rawValue: (rawValue + $0) & 3) } }
    }

    let stride: Int
    /// A bit for each way that leads on from a corner.
    private var ways: [Int: UInt8] = [:]

    init(stride: Int) { self.stride = stride }

    /// Adds an edge for each bit; that of bit 0 starts at a corner (x, y).
    mutating func add(_ bits: UInt64, _ x: Int, _ y: Int, _ way: Way) {
      var rest = bits
      while rest != 0 {
        ways[y * stride + x + rest.trailingZeroBitCount, default: 0] |= way.bit
        rest &= rest - 1
      }
    }

    /// Follows all edges round.
    mutating func loops() -> [[Point]] {
      var loops: [[Point]] = []
      for start in ways.keys.sorted() {
        while let bits = ways[start], bits != 0, let first = Way.allCases.first(where: { bits & $0.bit != 0 }) {
          var loop: [Point] = []
          var (at, way) = (start, first)
          var last: Way?
          repeat {
            if last != way { loop.append(Point(Double(at % stride), Double(at / stride))) }
            take(at, way)
            last = way
            switch way {
            case .right: at += 1
            case .left: at -= 1
            case .down: at += stride
            case .up: at -= stride
            }
            guard let next = way.onwards.first(where: { ways[at, default: 0] & $0.bit != 0 }) else { break }
            way = next
          } while true
          loops.append(loop)
        }
      }
      return loops
    }

    private mutating func take(_ at: Int, _ way: Way) {
      guard let bits = ways[at] else { return }
      ways[at] = bits & ~way.bit == 0 ? nil : bits & ~way.bit
    }
  }
}
