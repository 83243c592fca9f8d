import Geometry

/// Smaller and smaller copies of an image, so that a view of it from afar is as fast and as smooth as one from near
/// (L. Williams, "Pyramidal parametrics", 1983).
///
/// Level 0 is the image itself and not kept here; a pixel of level k is the mean of four of level k-1 (of those that
/// exist, at an odd edge). Levels are made tile by tile when a view first needs them.
///
/// 1. `prepare` before a level's pixels are read: makes the tiles that are missing.
/// 2. `update` after the image changed: brings what exists up to date, at a cost that follows from the changed area alone.
/// 3. `invalidate` where everything changed.
///
/// Invariant: where a tile of level k exists, the tiles of level k-1 that it was made from exist.
public struct Pyramid: Sendable {
  /// The highest level: 2^-10 of the size.
  public static let highestLevel = 10

  private enum Slot {
    case missing
    /// All pixels are the source's `blank`.
    case blank
    case tile(Tile)
  }

  private struct Level: Sendable {
    let bounds: PixelRect
    let columns: Int
    var slots: [Slot]

    init(width: Int, height: Int) {
      bounds = PixelRect(x: 0, y: 0, width: width, height: height)
      columns = (width + Tile.size - 1) >> Tile.shift
      slots = [Slot](repeating: .missing, count: columns * ((height + Tile.size - 1) >> Tile.shift))
    }

    /// The tiles that a rectangle touches.
    func tiles(in rect: PixelRect) -> TileRange { TileRange(rect.intersection(bounds)) }

    /// The pixels of a tile.
    func square(_ column: Int, _ row: Int) -> PixelRect {
      PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
        .intersection(bounds)
    }
  }

  /// levels[k-1] is level k.
  private var levels: [Level] = []
  /// Pixels of the level below while a tile is made.
  private var scratch: [UInt32] = []

  /// A pyramid for an image of this size, px; nothing is computed yet.
  public init(width: Int, height: Int) {
    var (w, h) = (width, height)
    for _ in 0..<Self.highestLevel {
      (w, h) = ((w + 1) / 2, (h + 1) / 2)
      levels.append(Level(width: w, height: h))
    }
    scratch = [UInt32](repeating: 0, count: 4 * Tile.count)
  }

  /// The pixels of level `k`, 1...highestLevel.
  public func bounds(ofLevel k: Int) -> PixelRect { levels[k - 1].bounds }

  /// Makes the missing tiles of level `k` (1...highestLevel) that `rect`, in px of that level, touches.
  public mutating func prepare(level k: Int, _ rect: PixelRect, from source: some PixelSource) {
    let range = levels[k - 1].tiles(in: rect)
    for row in range.rows {
      for column in range.columns {
        let index = row * levels[k - 1].columns + column
        guard case .missing = levels[k - 1].slots[index] else { continue }
        let square = levels[k - 1].square(column, row)
        // Also where all is blank: the tiles below are then marked so, and the invariant holds.
        if k > 1 { prepare(level: k - 1, Self.scaled(square, by: 1), from: source) }
        if source.isBlank(Self.scaled(square, by: k)) {
          levels[k - 1].slots[index] = .blank
        } else {
          levels[k - 1].slots[index] = .tile(Tile())
          make(level: k, index, square, from: source)
        }
      }
    }
  }

  /// Brings every existing tile up to date after the pixels of `rect` (px of the image) changed.
  public mutating func update(_ rect: PixelRect, from source: some PixelSource) {
    var part = rect
    for k in 1...levels.count {
      part = PixelRect(
        minX: part.minX >> 1, minY: part.minY >> 1, maxX: (part.maxX + 1) >> 1, maxY: (part.maxY + 1) >> 1)
      let range = levels[k - 1].tiles(in: part)
      for row in range.rows {
        for column in range.columns {
          let index = row * levels[k - 1].columns + column
          let square = levels[k - 1].square(column, row)
          switch levels[k - 1].slots[index] {
          case .missing: continue
          case .blank:
            if source.isBlank(Self.scaled(square, by: k)) { continue }
            levels[k - 1].slots[index] = .tile(Tile(filledWith: source.blank))
          case .tile: break
          }
          make(level: k, index, square.intersection(part), from: source)
        }
      }
    }
  }

  /// Forgets everything.
  public mutating func invalidate() {
    for k in levels.indices { for i in levels[k].slots.indices { levels[k].slots[i] = .missing } }
  }

  /// Number of tiles that hold memory.
  public var tileCount: Int {
    levels.reduce(0) { $0 + $1.slots.reduce(0) { if case .tile = $1 { $0 + 1 } else { $0 } } }
  }

  /// Writes the pixels of `rect` (px of level `k`, inside it and prepared) to `target`, `stride` words a row, the first
  /// at word `start`.
  public func copy(
    level k: Int, _ rect: PixelRect, blank: UInt32, to target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    let level = levels[k - 1]
    target.requireRoom(for: rect, start: start, stride: stride)
    let range = level.tiles(in: rect)
    for row in range.rows {
      for column in range.columns {
        let square = level.square(column, row)
        let part = square.intersection(rect)
        guard case .tile(let tile) = level.slots[row * level.columns + column] else {
          let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
          target.fill(part, with: blank, start: first, stride: stride)
          continue
        }
        let source = tile.pixels.span
        for y in part.minY..<part.maxY {
          let from = (y - square.minY) << Tile.shift | (part.minX - square.minX)
          let to = start + (y - rect.minY) * stride + part.minX - rect.minX
          for i in 0..<part.width { target[unchecked: to &+ i] = source[unchecked: from &+ i] }
        }
      }
    }
  }

  /// The rectangle of level 0 (for `levels` = k) or of the level below (1) that `rect` was made from.
  private static func scaled(_ rect: PixelRect, by levels: Int) -> PixelRect {
    PixelRect(
      minX: rect.minX << levels, minY: rect.minY << levels, maxX: rect.maxX << levels, maxY: rect.maxY << levels)
  }

  /// Computes the pixels `part` of an existing tile from the level below.
  private mutating func make(level k: Int, _ index: Int, _ part: PixelRect, from source: some PixelSource) {
    let belowBounds = k == 1 ? source.bounds : levels[k - 2].bounds
    let below = Self.scaled(part, by: 1).intersection(belowBounds)
    guard !below.isEmpty, case .tile(var tile) = levels[k - 1].slots[index] else { return }
    levels[k - 1].slots[index] = .missing  // so that the tile has one owner while it is written
    defer { levels[k - 1].slots[index] = .tile(tile) }
    let stride = below.width
    var buffer: [UInt32] = []
    swap(&buffer, &scratch)
    defer { swap(&buffer, &scratch) }
    var span = buffer.mutableSpan
    if k == 1 {
      source.compose(below, to: &span, start: 0, stride: stride)
    } else {
      copy(level: k - 1, below, blank: source.blank, to: &span, start: 0, stride: stride)
    }
    let mask = Tile.size - 1
    tile.withMutablePixels { pixels in
      for y in part.minY..<part.maxY {
        let upper = (2 * y - below.minY) * stride
        let lower = 2 * y + 1 < below.maxY ? upper + stride : upper
        for x in part.minX..<part.maxX {
          let left = 2 * x - below.minX
          let right = 2 * x + 1 < below.maxX ? left + 1 : left
          pixels[unchecked: (y & mask) << Tile.shift | (x & mask)] = Pixel.mean(
            span[unchecked: upper &+ left], span[unchecked: upper &+ right],
            span[unchecked: lower &+ left], span[unchecked: lower &+ right])
        }
      }
    }
  }
}
