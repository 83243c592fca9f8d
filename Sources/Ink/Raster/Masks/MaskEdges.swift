import Geometry

/// Directed edges between the pixels of an image, by the corner that they start from.
///
/// Corners are kept in blocks of 64 x 64, made where the first edge is: noise costs a byte a pixel,
/// a line little more than the tiles that it crosses.
struct MaskEdges {
  /// The direction of an edge, clockwise.
  enum Direction: Int, CaseIterable {
    case right, down, left, up
    var bit: UInt8 { 1 << UInt8(rawValue) }
    /// The direction after turning clockwise by so many quarters.
    func turned(_ quarters: Int) -> Direction { Direction.allCases[(rawValue + quarters) & 3] }
  }

  private let columns: Int
  /// Where the block of a place begins in `directions`; nil without one.
  private var blocks: [Int?]
  /// A bit for each direction of the edges that start at a corner, by blocks of 64 rows of 64.
  private var directions: [UInt8] = []

  /// - Parameter width, height: the image's, px; it has a corner more in each direction.
  init(width: Int, height: Int) {
    columns = width >> 6 + 1
    blocks = Array(repeating: nil, count: columns * (height >> 6 + 1))
  }

  /// Adds an edge for each bit; the edge of bit 0 starts at the corner (x, y).
  mutating func add(_ bits: UInt64, _ x: Int, _ y: Int, _ direction: Direction) {
    var rest = bits
    while rest != 0 {
      let i = makeIndex(x + rest.trailingZeroBitCount, y)
      directions[i] |= direction.bit
      rest &= rest - 1
    }
  }

  /// Removes all edges and joins them to closed polylines, those that begin in the upper rows first.
  mutating func loops() -> [[Point]] {
    var loops: [[Point]] = []
    for row in 0..<(blocks.count / columns) {
      for y in 0..<64 {
        for column in 0..<columns {
          guard let start = blocks[row * columns + column] else { continue }
          for x in 0..<64 {
            while let first = first(of: directions[start + y << 6 + x]) {
              loops.append(loop(fromX: column << 6 + x, y: row << 6 + y, first))
            }
          }
        }
      }
    }
    return loops
  }

  private func first(of bits: UInt8) -> Direction? {
    bits == 0 ? nil : Direction(rawValue: bits.trailingZeroBitCount)
  }

  /// Removes the edges of the polyline that starts at a corner in a direction.
  private mutating func loop(fromX startX: Int, y startY: Int, _ first: Direction) -> [Point] {
    var loop: [Point] = []
    // Most are around single pixels.
    loop.reserveCapacity(4)
    var (x, y, direction) = (startX, startY, first)
    var last: Direction?
    while let i = index(x, y) {
      // To the right, straight on, to the left: pixels that touch only at a corner are separate.
      let next = last.map { last in [1, 0, 3].lazy.map(last.turned).first { directions[i] & $0.bit != 0 } } ?? first
      guard let next else { break }
      direction = next
      if last != direction { loop.append(Point(Double(x), Double(y))) }
      directions[i] &= ~direction.bit
      last = direction
      switch direction {
      case .right: x += 1
      case .left: x -= 1
      case .down: y += 1
      case .up: y -= 1
      }
    }
    return loop
  }

  /// The place of a corner in `directions`; nil without edges near it.
  private func index(_ x: Int, _ y: Int) -> Int? {
    blocks[(y >> 6) * columns + x >> 6].map { $0 + (y & 63) << 6 + x & 63 }
  }

  private mutating func makeIndex(_ x: Int, _ y: Int) -> Int {
    if let i = index(x, y) { return i }
    blocks[(y >> 6) * columns + x >> 6] = directions.count
    directions.append(contentsOf: repeatElement(0, count: 64 * 64))
    return directions.count - 64 * 64 + (y & 63) << 6 + x & 63
  }
}
