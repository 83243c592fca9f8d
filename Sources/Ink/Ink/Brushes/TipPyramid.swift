/// A mask of a tip at smaller and smaller sizes, for prints of any size without gaps between pixels.
///
/// Each size is the one before divided by the square root of 2. With halves, a print would change its sharpness
/// visibly where it grows.
public struct TipPyramid: Sendable {
  /// A mask with a border of one empty pixel.
  public struct Level: Sendable {
    /// The width without the border, px.
    public let width: Int
    /// The height without the border, px.
    public let height: Int
    /// Coverage, 0...255, row by row, `width` + 2 a row.
    public let mask: [UInt8]
  }

  /// The sizes, the greatest first.
  public let levels: [Level]

  /// - Parameter mask: the coverage of `width` x `height` px.
  init(width: Int, height: Int, mask: ArraySlice<UInt8>) {
    var levels = [Level(width: width, height: height, mask: Self.bordered(mask.map(Float.init), width, height))]
    // Of the greatest mask, and of the one that is a step smaller: each then gives its halves.
    let first = TipPlane(width: width, height: height, mask: mask.map(Float.init))
    var chains = [first, first.reduced(by: 2.0.squareRoot())]
    var turn = 1
    while max(levels[levels.count - 1].width, levels[levels.count - 1].height) > 1 {
      let next = chains[turn]
      let mask = Self.bordered(next.mask, next.width, next.height)
      levels.append(Level(width: next.width, height: next.height, mask: mask))
      turn = 1 - turn
      chains[turn] = chains[turn].reduced(by: 2)
    }
    self.levels = levels
  }

  /// The level for a print whose longer side is `side` px: the smallest that is not smaller than it by more than a
  /// quarter of a step.
  public func level(forSide side: Double) -> Level {
    let full = Double(max(levels[0].width, levels[0].height))
    guard side < full else { return levels[0] }
    var index = 0
    while index + 1 < levels.count {
      let next = levels[index + 1]
      if Double(max(next.width, next.height)) * 1.09 < side { break }
      index += 1
    }
    return levels[index]
  }

  private static func bordered(_ mask: [Float], _ width: Int, _ height: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (width + 2) * (height + 2))
    for y in 0..<height {
      for x in 0..<width {
        bytes[(y + 1) * (width + 2) + x + 1] = UInt8(max(0, min(255, mask[y * width + x].rounded())))
      }
    }
    return bytes
  }
}
