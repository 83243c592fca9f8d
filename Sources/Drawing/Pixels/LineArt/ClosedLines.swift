import Geometry
import Raster

/// Line art whose gaps are closed by joints a pixel wide.
public struct ClosedLines {
  /// The pixels of joints in each tile that has some, by rows: bit i is column i.
  private let joints: [Int: [UInt64]]
  private let columns: Int

  /// More sides of ink than one for so many pixels are a texture, which has no lines.
  private static let pixelsPerSide = 3

  /// No joints.
  init(columns: Int) { (joints, self.columns) = ([:], columns) }

  /// Finds the joints of lines in a part of a picture.
  /// - Parameters:
  ///   - open: the pixels that are no ink.
  ///   - part: px, inside the picture.
  ///   - gap: the widest gap that is closed, px; 0 for none.
  public init(_ open: LazyMask, in part: PixelRect, gap: Int) {
    self = Self(ofInkIn: open, part, gap: gap) ?? Self(columns: open.columns)
  }

  /// Finds the joints of lines in a part of a picture; nil if it has no ink there, or no gap is closed.
  init?(ofInkIn open: LazyMask, _ part: PixelRect, gap: Int) {
    guard gap > 0, !part.isEmpty else { return nil }
    let ink = InkMap(open, part)
    guard ink.pixels.contains(true) else { return nil }
    columns = open.columns
    guard ink.sides * Self.pixelsPerSide <= part.area else {
      joints = [:]
      return
    }
    var joints: [Int: [UInt64]] = [:]
    for pixel in Self.joints(in: ink, gap: gap) {
      let (y, x) = pixel.quotientAndRemainder(dividingBy: part.width)
      let (column, row) = (part.minX + x, part.minY + y)
      let tile = (row >> Tile.shift) * columns + column >> Tile.shift
      joints[tile, default: [UInt64](repeating: 0, count: Tile.size)][row & (Tile.size - 1)] |=
        1 << UInt64(column & (Tile.size - 1))
    }
    self.joints = joints
  }

  /// The indices of the pixels that joints of a map cover.
  static func joints(in ink: InkMap, gap: Int) -> [Int] {
    let contours = InkContour.all(of: ink, least: LineEndFinder.speck)
    let ends = contours.flatMap { LineEndFinder($0, mapWidth: ink.width).ends }
    let arms = LineArmFinder(in: ink, contours, beside: ends).arms
    return GapJoints(ends + arms, in: ink, gap: gap).pixels
  }

  private func hasJoint(_ x: Int, _ y: Int) -> Bool {
    guard x >= 0, y >= 0 else { return false }
    guard let words = joints[(y >> Tile.shift) * columns + x >> Tile.shift] else { return false }
    return words[y & (Tile.size - 1)] >> UInt64(x & (Tile.size - 1)) & 1 != 0
  }

  /// The pixels that are reached from a place without crossing a joint; none if the place is not open.
  ///
  /// The pixels of a joint belong to the area of the first neighbour that is in one, so that areas leave no hole.
  public func area(around place: Point, within open: LazyMask) -> Mask {
    var seeds = Mask(width: open.width, height: open.height)
    guard var start = place.isFinite ? (x: Int(place.x), y: Int(place.y)) : nil, open[start.x, start.y] else {
      return seeds
    }
    if hasJoint(start.x, start.y) { start = owner(of: start, within: open) ?? start }
    seeds.fill(PixelRect(x: start.x, y: start.y, width: 1, height: 1))
    if joints.isEmpty { return Mask.flood(from: seeds, within: open) }
    let between = LazyMask(width: open.width, height: open.height) { [joints] tile in
      guard let joint = joints[tile] else {
        switch open.share(ofTile: tile) {
        case .none: return .none
        case .all: return .all
        case .some: return .words(open.words(ofTile: tile))
        }
      }
      let words = open.words(ofTile: tile)
      return .words((0..<Tile.size).map { words[$0] & ~joint[$0] })
    }
    var area = Mask.flood(from: seeds, within: between)
    add(to: &area, within: open)
    return area
  }

  private static let neighbours = [(x: -1, y: 0), (x: 0, y: -1), (x: 1, y: 0), (x: 0, y: 1)]

  /// The first open neighbour of a pixel of a joint that is in an area.
  private func owner(of pixel: (x: Int, y: Int), within open: LazyMask) -> (x: Int, y: Int)? {
    var seen: Set<Int> = [pixel.y * open.width + pixel.x]
    var queue = [pixel]
    var next = 0
    while next < queue.count {
      let p = queue[next]
      next += 1
      for step in Self.neighbours {
        let q = (x: p.x + step.x, y: p.y + step.y)
        guard open[q.x, q.y], seen.insert(q.y * open.width + q.x).inserted else { continue }
        if !hasJoint(q.x, q.y) { return q }
        queue.append(q)
      }
    }
    return nil
  }

  /// Adds the pixels of joints that belong to an area.
  private func add(to area: inout Mask, within open: LazyMask) {
    let bounds = area.bounds
    for tile in joints.keys.sorted() {
      guard let joint = joints[tile] else { continue }
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      let square = PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
      guard square.grown(by: 8).intersects(bounds) else { continue }
      var words = area.words(ofTile: tile)
      var hasChanged = false
      for y in 0..<Tile.size where joint[y] != 0 {
        for x in 0..<Tile.size where joint[y] >> UInt64(x) & 1 != 0 {
          let pixel = (x: square.minX + x, y: square.minY + y)
          guard open[pixel.x, pixel.y], let owner = owner(of: pixel, within: open), area[owner.x, owner.y] else {
            continue
          }
          words[y] |= 1 << UInt64(x)
          hasChanged = true
        }
      }
      if hasChanged { area.setWords(words, ofTile: tile) }
    }
  }
}
