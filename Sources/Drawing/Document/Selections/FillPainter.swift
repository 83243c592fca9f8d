import Geometry
import Raster

/// Paints what a fill has reached, so that no fringe shows along lines.
///
/// Lines have soft edges: pixels that are part ink, part ground. A fill that stops before them leaves the old ground in
/// them, a light fringe. So the fill goes on under them: from what it has reached up the slope of the ink, at most `growth`
/// px, while each pixel is less like the ground than the one before, which ends on the line's ridge, not beyond it.
/// There
/// - a pixel with opacity to spare gets the colour laid under its ink (destination over, Porter and Duff 1984), which is
///   exact for opaque ink on a clear sheet; ink that lets light through keeps what shows through it, all but its rim;
/// - an opaque one is taken for a mixture of the old ground and the ink nearby, and the ground's share of it is
///   exchanged.
struct FillPainter {
  /// How far the fill goes under lines, px.
  static let growth = 3
  /// How far to the strongest ink nearby, px.
  private static let inkReach = 2
  /// How far from what is reached pixels may change.
  static let reach = growth

  /// The tiles that may change.
  let tiles: [Int]
  /// Those of them that are reached entirely, and so are all around.
  private let inside: Set<Int>
  private let area: FillArea
  private let colour: UInt32
  private let opacity: UInt32
  /// The colour's pixel at its opacity.
  private let ink: UInt32
  /// A tile of it, which all tiles that hold nothing else share.
  private let even: Tile
  /// Whether the active sheet was clear where the fill began.
  private let isGroundClear: Bool

  /// A painter for what a fill of a drawing has reached.
  init(_ area: FillArea, of document: Document, colour: UInt32, opacity: UInt8) {
    self.area = area
    self.colour = Pixel.opaque(colour & 0xFF_FFFF)
    self.opacity = UInt32(opacity)
    ink = Pixel.scaled(self.colour, by: UInt32(opacity))
    even = Tile(filledWith: ink)
    let reached = area.reached
    var all: Set<Int> = []
    var inside: Set<Int> = []
    for tile in reached.tileIndices where reached.share(ofTile: tile) != .none {
      let (row, column) = tile.quotientAndRemainder(dividingBy: reached.columns)
      var isInside = true
      for r in max(0, row - 1)...min(reached.rows - 1, row + 1) {
        for c in max(0, column - 1)...min(reached.columns - 1, column + 1) {
          let near = r * reached.columns + c
          all.insert(near)
          if reached.share(ofTile: near) != .all { isInside = false }
        }
      }
      if isInside { inside.insert(tile) }
    }
    tiles = all.sorted()
    self.inside = inside
    isGroundClear = area.isGroundClear
  }

  /// Paints a tile.
  func paint(tile: Int, of image: inout TileGrid) {
    let square = image.bounds(ofTile: tile)
    if inside.contains(tile), square.area == Tile.count {
      let old = image[tile]
      if opacity == 255, old == nil || !isGroundClear {
        image[tile] = even
        return
      }
      if old == nil {
        image[tile] = ink == 0 ? nil : even
        return
      }
    }
    paintPixels(tile, square, of: &image)
  }

  private func paintPixels(_ tile: Int, _ square: PixelRect, of image: inout TileGrid) {
    let margin = Self.growth + Self.inkReach
    let side = Tile.size + 2 * margin
    let rect = PixelRect(x: square.minX - margin, y: square.minY - margin, width: side, height: side)
    var pixels = [UInt32](repeating: 0, count: side * side)
    area.sample.read(rect, to: &pixels)
    var distance = [UInt8](repeating: 0, count: side * side)
    /// 1 where the fill has reached, 2... where it goes on, 0 elsewhere.
    var level = [UInt8](repeating: 0, count: side * side)
    let canvas = image.bounds
    var isTouched = false
    for y in 0..<side {
      let words = [0, 64].map { area.reached.word(x: rect.minX + $0, y: rect.minY + y) }
      for x in 0..<side where canvas.contains(x: rect.minX + x, y: rect.minY + y) {
        let i = y * side + x
        distance[i] = UInt8(truncatingIfNeeded: Pixel.distance(pixels[i], area.seed))
        if words[x >> 6] >> UInt64(x & 63) & 1 != 0 {
          level[i] = 1
          isTouched = true
        }
      }
    }
    guard isTouched else { return }
    grow(&level, distance, rect)
    let old = image[tile]?.pixels ?? []
    var new: [UInt32] = old.isEmpty ? [UInt32](repeating: 0, count: Tile.count) : old
    var hasChanged = false
    for y in square.minY..<square.maxY {
      for x in square.minX..<square.maxX {
        let i = (y - rect.minY) * side + x - rect.minX
        if level[i] == 0 { continue }
        let at = (y & 63) << Tile.shift | (x & 63)
        new[at] = painted(new[at], distance, i, side)
        hasChanged = true
      }
    }
    guard hasChanged else { return }
    image.withMutableTile(tile) { target in for i in 0..<Tile.count { target[unchecked: i] = new[i] } }
  }

  /// Goes on under the ink.
  private func grow(_ level: inout [UInt8], _ distance: [UInt8], _ rect: PixelRect) {
    let side = rect.width
    for step in 1...UInt8(Self.growth) {
      for y in 1..<(side - 1) {
        for x in 1..<(side - 1) {
          let i = y * side + x
          // What is like the ground and was not reached is another room.
          guard level[i] == 0, UInt32(distance[i]) > area.tolerance else { continue }
          var isReached = false
          for dy in -1...1 {
            for dx in -1...1 {
              let j = i + dy * side + dx
              if level[j] == step, step == 1 || distance[i] > distance[j] { isReached = true }
            }
          }
          guard isReached else { continue }
          if let selection = area.selection, !selection[rect.minX + x, rect.minY + y] { continue }
          level[i] = step + 1
        }
      }
    }
  }

  /// What the fill makes of a pixel of the sheet; `i` is its place in `distance`.
  private func painted(_ old: UInt32, _ distance: [UInt8], _ i: Int, _ side: Int) -> UInt32 {
    let alpha = old >> 24
    let own = UInt32(distance[i])
    if own == 0 { return alpha < 255 && isGroundClear ? Pixel.over(old, ink) : Pixel.over(ink, old) }
    let (strongest, isEven) = inkNearby(distance, i, side)
    // The share of the ground, of 255.
    let ground = strongest > 0 ? (strongest - own) * 255 / strongest : 255
    if alpha < 255, isGroundClear {
      // Even ink that lets light through goes on doing so: only the ground's share is filled. Of a line thinner than a pixel
      // nobody knows how strong it is meant to be: all that it lets through is ground, as with opaque ink, for which both
      // shares are the same but for rounding.
      let isTranslucent = isEven && strongest > area.tolerance && ground + 16 < 255 - alpha
      return old &+ Pixel.scaled(ink, by: isTranslucent ? ground : 255 - alpha)
    }
    // No ink nearby: all of it is ground.
    if strongest <= area.tolerance { return Pixel.over(ink, old) }
    if alpha < 255 { return Pixel.over(old, ink) }
    let share = Int(Pixel.div255(ground * opacity))
    func channel(_ shift: UInt32) -> UInt32 {
      let (was, ground) = (Int(old >> shift & 255), Int(area.seed >> shift & 255))
      let change = (Int(colour >> shift & 255) - ground) * share
      let rounded = (change + (change < 0 ? -127 : 127)) / 255
      return UInt32(max(0, min(255, was + rounded))) << shift
    }
    return 0xFF00_0000 | channel(16) | channel(8) | channel(0)
  }

  /// How different from the ground the strongest ink near a pixel is, and whether there is a square of 2 x 2 px of it.
  private func inkNearby(_ distance: [UInt8], _ i: Int, _ side: Int) -> (strongest: UInt32, isEven: Bool) {
    let (y, x) = i.quotientAndRemainder(dividingBy: side)
    let rows = max(0, y - Self.inkReach)...min(side - 1, y + Self.inkReach)
    let columns = max(0, x - Self.inkReach)...min(side - 1, x + Self.inkReach)
    var strongest: UInt8 = 0
    for r in rows { for c in columns { strongest = max(strongest, distance[r * side + c]) } }
    let least = strongest > 4 ? strongest - 4 : 1
    for r in rows.dropLast() {
      for c in columns.dropLast() {
        let j = r * side + c
        if distance[j] >= least, distance[j + 1] >= least, distance[j + side] >= least, distance[j + side + 1] >= least
        {
          return (UInt32(strongest), true)
        }
      }
    }
    return (UInt32(strongest), false)
  }
}
