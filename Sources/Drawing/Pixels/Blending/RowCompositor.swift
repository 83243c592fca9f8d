import Geometry
import Raster

/// Composites the plates of a tile, row by row.
public struct RowCompositor {
  /// The row that is composited, and one for each group that is open.
  private var rows: [[PixelChannels]] = []

  public init() {}

  /// Writes the pixels of `part`, a rectangle in one tile, in the depth of `target` to it, from pixel `start`,
  /// `stride` pixels a row. `ground` is the premultiplied pixel below the plates.
  public mutating func compose(
    _ part: PixelRect, _ plates: [Plate], over ground: UInt32, to target: inout MutableSpan<UInt32>, start: Int,
    stride: Int
  ) {
    composed(part, plates, over: ground, to: &target, start: start, stride: stride)
  }

  /// Likewise, with 16 bits a channel.
  public mutating func compose(
    _ part: PixelRect, _ plates: [Plate], over ground: UInt32, to target: inout MutableSpan<DeepPixel>, start: Int,
    stride: Int
  ) {
    composed(part, plates, over: ground, to: &target, start: start, stride: stride)
  }

  private mutating func composed<P: ComposedPixel>(
    _ part: PixelRect, _ plates: [Plate], over ground: UInt32, to target: inout MutableSpan<P>, start: Int,
    stride: Int
  ) {
    let (x, y) = (part.minX & (Tile.size - 1), part.minY & (Tile.size - 1))
    precondition(x + part.width <= Tile.size && y + part.height <= Tile.size, "the part lies in one tile")
    let first = y << Tile.shift | x
    if plates.count <= 1, plates.allSatisfy(\.isPlain) {
      // Most tiles. Integers give the same pixels.
      if P.lay(part, of: plates.first?.tile, first: first, over: ground, to: &target, start: start, stride: stride) {
        return
      }
    }
    target.requireRoom(for: part, start: start, stride: stride)
    for y in 0..<part.height {
      compose(first + y << Tile.shift, part.width, plates, ground, to: &target, at: start + y * stride)
    }
  }

  /// The tile of these plates, deep if one of them is and 8 bits do not hold it; nil if it is transparent.
  public mutating func tile(_ plates: [Plate], over ground: UInt32 = 0) -> Tile? {
    let square = PixelRect(x: 0, y: 0, width: Tile.size, height: Tile.size)
    var tile = Tile()
    if plates.contains(where: \.isDeep) {
      tile.withMutableDeepPixels { compose(square, plates, over: ground, to: &$0, start: 0, stride: Tile.size) }
    } else {
      tile.withMutablePixels { compose(square, plates, over: ground, to: &$0, start: 0, stride: Tile.size) }
    }
    return tile.isTransparent ? nil : tile.narrowed
  }

  /// The channels of a whole tile.
  public mutating func kept(_ plates: ArraySlice<Plate>, over ground: UInt32) -> [KeptChannels] {
    var all: [KeptChannels] = []
    all.reserveCapacity(Tile.count)
    for y in 0..<Tile.size {
      run(plates, over: ground, from: y << Tile.shift, count: Tile.size)
      for channels in rows[0] { all.append(channels.kept) }
    }
    return all
  }

  private mutating func compose<P: ComposedPixel>(
    _ from: Int, _ count: Int, _ plates: [Plate], _ ground: UInt32, to target: inout MutableSpan<P>, at: Int
  ) {
    // Plates below an opaque row do not show, and transparent rows change nothing.
    var (lowest, left, single, isGroundSeen) = (plates.count, 0, 0, true)
    while lowest > 0, isGroundSeen {
      lowest -= 1
      if plates[lowest].content == .end {
        // What a group does is not known before it is composited.
        lowest = Self.begin(of: lowest, plates)
        left += 2
        continue
      }
      let extent = plates[lowest].extent(from: from, count: count)
      if extent == .nothing { continue }
      (left, single) = (left + 1, lowest)
      isGroundSeen = extent != .all
    }
    let ground = isGroundSeen ? ground : 0
    if left == 0 {
      for i in 0..<count { target[unchecked: at &+ i] = P.of(word: ground) }
      return
    }
    if left == 1, plates[single].isPlain, let tile = plates[single].tile, P.laid(0, over: ground) != nil {
      // Integers give the same pixels.
      let pixels = tile.pixels.span
      for i in 0..<count {
        if let pixel = P.laid(pixels[unchecked: from &+ i], over: ground) { target[unchecked: at &+ i] = pixel }
      }
      return
    }
    run(plates[lowest...], over: ground, from: from, count: count)
    let row = rows[0]
    let channels = row.span
    for i in 0..<count { target[unchecked: at &+ i] = P.of(channels[unchecked: i]) }
  }

  /// The index of the begin of the group that ends, or will end, at an index.
  public static func begin(of end: Int, _ plates: [Plate]) -> Int {
    var (index, open) = (end, 1)
    while open > 0 {
      index -= 1
      switch plates[index].content {
      case .begin: open -= 1
      case .end: open += 1
      case .tile, .kept, .mask: break
      }
    }
    return index
  }

  /// Composites `count` pixels from word `from` of the tile into the first row.
  private mutating func run(_ plates: ArraySlice<Plate>, over ground: UInt32, from: Int, count: Int) {
    start(0, count, PixelChannels(pixel: ground))
    var level = 0
    for plate in plates {
      switch plate.content {
      case .tile(let tile?) where tile.isDeep:
        let row = from >> Tile.shift
        tile.withDeepRows(row..<row + 1) { pixels in
          var channels = rows[level].mutableSpan
          plate.blend.composite(
            pixels, from: from & (Tile.size - 1), count: count, alpha: plate.alpha, keepsAlpha: plate.keepsAlpha,
            over: &channels)
        }
      case .tile(let tile?):
        var channels = rows[level].mutableSpan
        plate.blend.composite(
          tile.pixels.span, from: from, count: count, alpha: plate.alpha, keepsAlpha: plate.keepsAlpha, over: &channels,
          at: 0)
      case .tile(nil): if !plate.keepsUnderClear { start(level, count) }
      case .begin:
        level += 1
        start(level, count)
      case .end:
        level -= 1
        // Moved, since both are in one array.
        let group = rows[level + 1]
        rows[level + 1] = []
        var channels = rows[level].mutableSpan
        plate.blend.composite(
          group.span, count: count, alpha: plate.alpha, keepsAlpha: plate.keepsAlpha, over: &channels)
        rows[level + 1] = group
      case .mask(let mask):
        var channels = rows[level].mutableSpan
        MaskShare.hide(&channels, by: mask, from: from, count: count)
      case .kept(let kept):
        var channels = rows[level].mutableSpan
        plate.blend.composite(
          kept.span, from: from, count: count, alpha: plate.alpha, keepsAlpha: plate.keepsAlpha, over: &channels)
      }
    }
  }

  /// Fills the first `count` pixels of a row.
  private mutating func start(_ level: Int, _ count: Int, _ pixel: PixelChannels = .zero) {
    if level == rows.count { rows.append([PixelChannels](repeating: .zero, count: Tile.size)) }
    var channels = rows[level].mutableSpan
    for i in 0..<count { channels[unchecked: i] = pixel }
  }
}
