import Geometry
import Raster

/// Paints the reached pixels of a fill without light fringes along lines.
///
/// Pixels at a line's soft edges mix ink and ground. The fill continues under the ink by at most
/// `growth` px, while each pixel differs more from the ground than the one before. There
/// - a translucent pixel gets the colour under its ink (destination over, Porter and Duff 1984).
///   This is exact for opaque ink on a transparent layer;
/// - an opaque pixel counts as a mixture of the old ground and the ink nearby. Its share of the
///   ground is replaced.
public struct FillPainter {
  /// How far the fill continues under lines, px.
  public static let growth = 3
  /// The radius in which the strongest ink is searched, px.
  private static let inkReach = 2
  /// The largest distance between a reached pixel and a changed pixel, px.
  public static let reach = growth

  /// The indices of the tiles that change.
  public let tiles: [Int]
  /// The tiles that are completely reached, together with all their neighbours.
  private let inside: Set<Int>
  private let area: FillArea
  private let colour: UInt32
  private let opacity: UInt32
  /// The premultiplied pixel of the colour and opacity.
  private let ink: UInt32
  /// A tile of this pixel, which all empty tiles share.
  private let even: Tile
  /// Whether the active layer was transparent at the start of the fill.
  private let isGroundClear: Bool

  public init(_ area: FillArea, colour: UInt32, opacity: UInt8) {
    self.area = area
    self.colour = Pixel.opaque(colour & 0xFF_FFFF)
    self.opacity = UInt32(opacity)
    ink = Pixel.scaled(self.colour, by: UInt32(opacity))
    even = Tile(filledWith: ink)
    let reached = area.reached
    var all: Set<Int> = []
    var inside: Set<Int> = []
    for tile in reached.tileIndices {
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

  /// The tiles that `paint` looks at: those around the painted ones count for their margins.
  public var readTiles: Set<Int> {
    let (columns, rows) = (area.reached.columns, area.reached.rows)
    var near: Set<Int> = []
    for tile in tiles {
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      for r in max(0, row - 1)...min(rows - 1, row + 1) {
        for c in max(0, column - 1)...min(columns - 1, column + 1) { near.insert(r * columns + c) }
      }
    }
    return near
  }

  /// Paints a tile of the image.
  public func paint(tile: Int, of image: inout TileGrid) {
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
    area.sample.read(rect, &pixels)
    var distance = [UInt8](repeating: 0, count: side * side)
    /// 1 in reached pixels, 2... where the fill continues under ink, 0 elsewhere.
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
        new[at] = paint(new[at], distance, i, side).applied(to: new[at], ink)
        hasChanged = true
      }
    }
    guard hasChanged else { return }
    guard image[tile]?.isDeep ?? false else {
      return image.withMutableTile(tile) { target in for i in 0..<Tile.count { target[unchecked: i] = new[i] } }
    }
    image.withMutableTile(tile, as: DeepPixel.self) { target in
      let ink = DeepPixel(ink)
      for y in square.minY..<square.maxY {
        for x in square.minX..<square.maxX {
          let i = (y - rect.minY) * side + x - rect.minX
          if level[i] == 0 { continue }
          let at = (y & 63) << Tile.shift | (x & 63)
          let old = target[at]
          // The same decisions as for 8 bits.
          switch paint(old.word, distance, i, side) {
          case .over: target[at] = ink.over(old)
          case .under: target[at] = old.over(ink)
          case .gap: target[at] = DeepPixel(old.channels &+ ink.scaled(by: DeepPixel.one - old.alpha).channels)
          case .share(let share):
            let part = min(DeepPixel(share << 24).alpha, DeepPixel.one - old.alpha)
            target[at] = DeepPixel(old.channels &+ ink.scaled(by: part).channels)
          case .pixel(let word): target[at] = DeepPixel(word)
          }
        }
      }
    }
  }

  private func grow(_ level: inout [UInt8], _ distance: [UInt8], _ rect: PixelRect) {
    let side = rect.width
    for step in 1...UInt8(Self.growth) {
      for y in 1..<(side - 1) {
        for x in 1..<(side - 1) {
          let i = y * side + x
          // Ground that was not reached belongs to another area.
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

  /// What the fill does to a pixel.
  private enum Paint {
    /// The ink covers the pixel.
    case over
    /// The ink lies under the pixel.
    case under
    /// The ink fills what is transparent.
    case gap
    /// Ink with this opacity, 0...255, is added to the pixel.
    case share(UInt32)
    /// The pixel becomes another one.
    case pixel(UInt32)

    func applied(to old: UInt32, _ ink: UInt32) -> UInt32 {
      switch self {
      case .over: Pixel.over(ink, old)
      case .under: Pixel.over(old, ink)
      case .gap: old &+ Pixel.scaled(ink, by: 255 - old >> 24)
      case .share(let share): old &+ Pixel.scaled(ink, by: share)
      case .pixel(let pixel): pixel
      }
    }
  }

  /// What the fill does to a pixel of the layer; `i` is its index in `distance`.
  private func paint(_ old: UInt32, _ distance: [UInt8], _ i: Int, _ side: Int) -> Paint {
    let alpha = old >> 24
    let own = UInt32(distance[i])
    if own == 0 { return alpha < 255 && isGroundClear ? .under : .over }
    let (strongest, isEven) = inkNearby(distance, i, side)
    let ground = strongest > 0 ? (strongest - own) * 255 / strongest : 255
    if alpha < 255, isGroundClear {
      // Even translucent ink stays translucent: only the ground's share is filled. A line thinner
      // than a pixel counts as opaque ink: all its transparency is ground.
      let isTranslucent = isEven && strongest > area.tolerance && ground + 16 < 255 - alpha
      return isTranslucent ? .share(ground) : .gap
    }
    // Without ink nearby, the whole pixel is ground.
    if strongest <= area.tolerance { return .over }
    if alpha < 255 { return .under }
    let share = Int(Pixel.div255(ground * opacity))
    func channel(_ shift: UInt32) -> UInt32 {
      let (was, ground) = (Int(old >> shift & 255), Int(area.seed >> shift & 255))
      let change = (Int(colour >> shift & 255) - ground) * share
      let rounded = (change + (change < 0 ? -127 : 127)) / 255
      return UInt32(max(0, min(255, was + rounded))) << shift
    }
    return .pixel(0xFF00_0000 | channel(16) | channel(8) | channel(0))
  }

  /// The largest difference from the ground near a pixel, and whether a square of 2 x 2 px has it.
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
