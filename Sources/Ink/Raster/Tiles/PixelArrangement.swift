import Geometry

/// A rearrangement of an image's pixels without resampling: moved, cropped, extended, flipped or
/// turned by quarters.
///
/// The pixel (x, y) of the new image is the pixel (xAcross x + xDown y + x0, yAcross x + yDown y +
/// y0) of the old one; transparent where that is outside the old image.
public struct PixelArrangement: Hashable, Sendable {
  /// Width of the new image, px.
  public let width: Int
  /// Height of the new image, px.
  public let height: Int
  private let oldWidth: Int
  private let oldHeight: Int
  private let xAcross: Int
  private let xDown: Int
  private let x0: Int
  private let yAcross: Int
  private let yDown: Int
  private let y0: Int

  private init(
    _ size: (Int, Int), from old: (Int, Int), x: (across: Int, down: Int, start: Int),
    y: (across: Int, down: Int, start: Int)
  ) {
    (width, height) = size
    (oldWidth, oldHeight) = old
    (xAcross, xDown, x0) = x
    (yAcross, yDown, y0) = y
  }

  /// The image becomes a rectangle of itself, which may reach beyond it but is not empty.
  public init(width: Int, height: Int, resizedTo rect: PixelRect) {
    precondition(!rect.isEmpty, "an image has at least one pixel")
    self.init((rect.width, rect.height), from: (width, height), x: (1, 0, rect.minX), y: (0, 1, rect.minY))
  }

  /// The arrangement that `map` describes: from positions on an image of the size `old` to those on one of the
  /// size `new`, px. Returns nil if the map scales or skews, or does not move by whole pixels.
  public init?(_ map: Affine, from old: (width: Int, height: Int), to new: (width: Int, height: Int)) {
    guard let back = map.inverse else { return nil }
    func whole(_ value: Double) -> Int? {
      guard abs(value) < Double(1 << 40), abs(value - value.rounded()) < 1e-6 else { return nil }
      return Int(value.rounded())
    }
    // Pixel centres are at halves.
    func start(_ across: Double, _ down: Double, _ offset: Double) -> Int? { whole((across + down - 1) / 2 + offset) }
    guard let xAcross = whole(back.a), let xDown = whole(back.c), let yAcross = whole(back.b),
      let yDown = whole(back.d),
      abs(xAcross) + abs(xDown) == 1, xAcross * xAcross == yDown * yDown, xDown * xDown == yAcross * yAcross,
      let x0 = start(back.a, back.c, back.tx), let y0 = start(back.b, back.d, back.ty)
    else { return nil }
    self.init(
      (new.width, new.height), from: (old.width, old.height), x: (xAcross, xDown, x0), y: (yAcross, yDown, y0))
  }

  /// Left and right are exchanged, or top and bottom.
  public init(width: Int, height: Int, flippedHorizontally: Bool) {
    self.init(
      (width, height), from: (width, height), x: flippedHorizontally ? (-1, 0, width - 1) : (1, 0, 0),
      y: flippedHorizontally ? (0, 1, 0) : (0, -1, height - 1))
  }

  /// The image is turned clockwise by a number of quarters, of which only the remainder of 4
  /// counts.
  public init(width: Int, height: Int, turnedByQuarters quarters: Int) {
    switch quarters & 3 {
    case 1: self.init((height, width), from: (width, height), x: (0, 1, 0), y: (-1, 0, height - 1))
    case 2: self.init((width, height), from: (width, height), x: (-1, 0, width - 1), y: (0, -1, height - 1))
    case 3: self.init((height, width), from: (width, height), x: (0, -1, width - 1), y: (1, 0, 0))
    default: self.init((width, height), from: (width, height), x: (1, 0, 0), y: (0, 1, 0))
    }
  }

  /// The arrangement back to the old size. It restores all pixels of the old image that the new one
  /// has.
  public var inverse: PixelArrangement {
    // The linear part is orthogonal, so its inverse is its transpose.
    PixelArrangement(
      (oldWidth, oldHeight), from: (width, height),
      x: (xAcross, yAcross, -(xAcross * x0 + yAcross * y0)), y: (xDown, yDown, -(xDown * x0 + yDown * y0)))
  }

  /// Whether rows stay rows in their direction: the image is only moved, cropped or extended.
  private var isMove: Bool { xAcross == 1 && yDown == 1 }

  /// The map of positions from the old image to the new one, px.
  public var map: Affine {
    // Pixel centres are at halves, so the map of pixels is corrected by half a pixel.
    func half(_ across: Int, _ down: Int) -> Double { (1 - Double(across + down)) / 2 }
    let back = inverse
    return Affine(
      a: Double(back.xAcross), b: Double(back.yAcross), c: Double(back.xDown), d: Double(back.yDown),
      tx: Double(back.x0) + half(back.xAcross, back.xDown), ty: Double(back.y0) + half(back.yAcross, back.yDown))
  }

  /// The old pixels that a rectangle of new ones shows.
  func source(of rect: PixelRect) -> PixelRect {
    if rect.isEmpty { return .empty }
    let (a, b) = (source(rect.minX, rect.minY), source(rect.maxX - 1, rect.maxY - 1))
    return PixelRect(
      minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x) + 1, maxY: max(a.y, b.y) + 1)
  }

  /// The old pixel that a new one shows.
  private func source(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
    (xAcross * x + xDown * y + x0, yAcross * x + yDown * y + y0)
  }

  /// The new tiles that may show an existing old tile.
  private func targets(of tiles: some Sequence<PixelRect>, columns: Int) -> Set<Int> {
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    let back = inverse
    var targets: Set<Int> = []
    for tile in tiles {
      let range = TileRange(back.source(of: tile).intersection(all))
      for row in range.rows { for column in range.columns { targets.insert(row * columns + column) } }
    }
    return targets
  }

  // MARK: Images

  /// The rearranged image. O(painted pixels); tiles that move by whole tiles are shared.
  /// - Parameter image: has the old size.
  public func callAsFunction(_ image: TileGrid) -> TileGrid {
    precondition(image.width == oldWidth && image.height == oldHeight, "an image of the old size")
    var new = TileGrid(width: width, height: height)
    let existing = image.tileIndices.lazy.map { image.bounds(ofTile: $0) }
    for index in targets(of: existing, columns: new.columns) {
      let square = new.bounds(ofTile: index)
      let from = source(of: square)
      if isMove, square.width == Tile.size, square.height == Tile.size, image.bounds.contains(from),
        from.minX & (Tile.size - 1) == 0, from.minY & (Tile.size - 1) == 0
      {
        new[index] = image[image.index(column: from.minX >> Tile.shift, row: from.minY >> Tile.shift)]
        continue
      }
      let isDeep = image.hasDeepTiles(in: from)
      let tile = isDeep ? tile(square, from, of: image, DeepPixel.self) : tile(square, from, of: image, UInt32.self)
      if !tile.isTransparent { new[index] = tile.narrowed }
    }
    return new
  }

  /// The tile of the rearranged image at `square`, whose pixels are those of `from`.
  private func tile<P: TilePixel>(_ square: PixelRect, _ from: PixelRect, of image: TileGrid, _ depth: P.Type) -> Tile {
    var old = [P](repeating: .clear, count: from.area)
    var span = old.mutableSpan
    image.copy(from, to: &span, stride: from.width)
    let first = source(square.minX, square.minY)
    let start = (first.y - from.minY) * from.width + first.x - from.minX
    let (across, down) = (yAcross * from.width + xAcross, yDown * from.width + xDown)
    var tile = Tile()
    P.withMutablePixels(of: &tile) { pixels in
      for y in 0..<square.height {
        for x in 0..<square.width { pixels[y << Tile.shift | x] = old[start + y * down + x * across] }
      }
    }
    return tile
  }

  /// The rearranged mask; pixels beyond the old image are not in it. O(tiles of the mask's pixels).
  /// - Parameter mask: has the old size.
  public func callAsFunction(_ mask: Mask) -> Mask {
    precondition(mask.width == oldWidth && mask.height == oldHeight, "a mask of the old size")
    var new = Mask(width: width, height: height)
    let isHard = mask.isHard
    let existing = mask.tileIndices.lazy.map { mask.square(ofTile: $0) }
    for index in targets(of: existing, columns: new.columns) {
      let square = new.square(ofTile: index)
      if !isHard {
        var shares = [UInt8](repeating: 0, count: Tile.count)
        for y in 0..<square.height {
          for x in 0..<square.width {
            let from = source(square.minX + x, square.minY + y)
            shares[y << Tile.shift | x] = mask.share(x: from.x, y: from.y)
          }
        }
        new.setShares(shares, ofTile: index)
        continue
      }
      var words = [UInt64](repeating: 0, count: Tile.size)
      for y in 0..<square.height {
        if isMove {
          let from = source(square.minX, square.minY + y)
          words[y] = mask.word(x: from.x, y: from.y)
          continue
        }
        for x in 0..<square.width {
          let from = source(square.minX + x, square.minY + y)
          if mask[from.x, from.y] { words[y] |= 1 << UInt64(x) }
        }
      }
      new.setWords(words, ofTile: index)
    }
    return new
  }
}
