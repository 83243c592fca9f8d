import Geometry

/// Copies of an image at half, quarter, ... scale, so that a zoomed-out view is fast and smooth (L.
/// Williams, "Pyramidal parametrics", 1983).
///
/// Level 0 is the image itself and not stored here; a pixel of level k is the mean of four pixels
/// of level k-1 (fewer at an odd edge). Tiles are computed when a view first needs them. A tile is
/// computed from the tiles of lower levels where they exist, else from the image, with the same
/// result.
///
/// 1. `prepare` before a level's pixels are read: computes missing tiles. Where that would take too
/// long, `sketch` computes approximate tiles, and a `PyramidJob` computes the exact ones on another
/// thread (`makeJob`, `adopt`).
/// 2. `update` after the image changed: updates existing tiles, at a cost in proportion to the
/// changed area.
/// 3. `forget` where much changed, `invalidate` where everything did.
/// 4. `trim` now and then, to limit memory.
public struct Pyramid: Sendable {
  /// The highest level: 2^-10 of the size.
  public static let highestLevel = 10

  enum Slot: Sendable {
    case missing
    /// All pixels are the source's `blank`.
    case blank
    /// Approximate pixels.
    case sketch(Tile)
    case tile(Tile)

    /// Whether the slot holds pixels in memory.
    var isHeld: Bool {
      switch self {
      case .missing, .blank: false
      case .sketch, .tile: true
      }
    }
    var isMissing: Bool { if case .missing = self { true } else { false } }
    var isSketch: Bool { if case .sketch = self { true } else { false } }
  }

  struct Level: Sendable {
    let bounds: PixelRect
    let columns: Int
    private(set) var slots: ChunkedArray<Slot>
    /// Numbers of slots that are not missing, that hold memory, and that are sketches.
    private(set) var known = 0
    private(set) var held = 0
    private(set) var sketches = 0

    init(width: Int, height: Int) {
      bounds = PixelRect(x: 0, y: 0, width: width, height: height)
      columns = (width + Tile.size - 1) >> Tile.shift
      slots = ChunkedArray(repeating: .missing, count: columns * ((height + Tile.size - 1) >> Tile.shift))
    }

    /// The tiles that a rectangle touches.
    func tiles(in rect: PixelRect) -> TileRange { TileRange(rect.intersection(bounds)) }

    /// The indices of slots in a row of tiles that may be known.
    func written(_ range: TileRange, _ row: Int) -> WrittenIndices<Slot> {
      slots.written(in: (row * columns + range.columns.lowerBound)..<(row * columns + range.columns.upperBound))
    }

    func square(_ column: Int, _ row: Int) -> PixelRect { Pyramid.square(column, row, in: bounds) }

    /// Replaces the content of a slot and returns the previous content.
    @discardableResult mutating func put(_ new: Slot, _ index: Int) -> Slot {
      if new.isMissing, !slots.isWritten(index) { return .missing }
      count(new, by: 1)
      var slot = new
      swap(&slot, &slots[index])
      count(slot, by: -1)
      return slot
    }

    private mutating func count(_ slot: Slot, by step: Int) {
      if !slot.isMissing { known += step }
      if slot.isHeld { held += step }
      if slot.isSketch { sketches += step }
    }
  }

  /// levels[k-1] is level k.
  var levels: [Level] = []
  /// Buffer for pixels of lower levels while a tile is computed.
  private var scratch: [UInt32] = []
  /// The state of the job on another thread.
  var job = JobState()

  /// Creates a pyramid for an image of this size, px; nothing is computed yet.
  public init(width: Int, height: Int) {
    var (w, h) = (width, height)
    for _ in 0..<Self.highestLevel {
      (w, h) = ((w + 1) / 2, (h + 1) / 2)
      levels.append(Level(width: w, height: h))
    }
  }

  /// The pixels of level `k`, 1...highestLevel.
  public func bounds(ofLevel k: Int) -> PixelRect { levels[k - 1].bounds }

  /// Whether `rect`, in px of level `k`, touches tiles that are missing or, if `exactly`, sketches.
  func needs(level k: Int, _ rect: PixelRect, exactly: Bool) -> Bool {
    let range = levels[k - 1].tiles(in: rect)
    for row in range.rows {
      for column in range.columns {
        switch levels[k - 1].slots[row * levels[k - 1].columns + column] {
        case .missing: return true
        case .sketch: if exactly { return true }
        case .blank, .tile: break
        }
      }
    }
    return false
  }

  /// Computes the missing tiles and sketches of level `k` (1...highestLevel) that `rect`, in px of
  /// that level, touches.
  public mutating func prepare(level k: Int, _ rect: PixelRect, from source: some PixelSource) {
    let range = levels[k - 1].tiles(in: rect)
    for row in range.rows {
      for column in range.columns {
        let index = row * levels[k - 1].columns + column
        let slot = levels[k - 1].slots[index]
        guard slot.isMissing || slot.isSketch else { continue }
        withScratch { reader, scratch in
          let tile = reader.makeTile(level: k, index, from: source, &scratch)
          reader.levels[k - 1].put(tile.map { .tile($0) } ?? .blank, index)
        }
      }
    }
  }

  /// Updates every existing tile after the pixels of `rect` (px of the image) changed. O(area of
  /// `rect`).
  public mutating func update(_ rect: PixelRect, from source: some PixelSource) {
    job.changed(rect)
    var part = rect
    for k in 1...levels.count {
      part = Self.halved(part)
      guard levels[k - 1].known > 0 else { continue }
      let (range, columns) = (levels[k - 1].tiles(in: part), levels[k - 1].columns)
      for row in range.rows {
        for index in levels[k - 1].written(range, row) {
          let column = index - row * columns
          let square = levels[k - 1].square(column, row)
          guard var taken = takeOut(level: k, index, square, from: source) else { continue }
          let changed = square.intersection(part)
          withScratch { reader, scratch in
            reader.make(level: k, column, row, changed, from: source, &scratch)
            Self.copy(changed, from: &scratch, to: &taken.tile)
          }
          levels[k - 1].put(taken.isSketch ? .sketch(taken.tile) : .tile(taken.tile), index)
        }
      }
    }
  }

  /// Takes a tile of level `k` out of its slot, so that it has one owner and is not copied when it
  /// is written; `square` is its px of the level.
  /// - Returns: the tile, and whether it is a sketch; nil, with nothing changed, where there is
  ///   none, or where it is blank and stays so.
  mutating func takeOut(level k: Int, _ index: Int, _ square: PixelRect, from source: some PixelSource) -> (
    tile: Tile, isSketch: Bool
  )? {
    let taken: (tile: Tile, isSketch: Bool)
    switch levels[k - 1].slots[index] {
    case .missing: return nil
    case .blank:
      if source.isBlank(Self.scaled(square, by: k)) { return nil }
      taken = (Tile(filledWith: source.blank), false)
    case .sketch(let known): taken = (known, true)
    case .tile(let known): taken = (known, false)
    }
    levels[k - 1].put(.missing, index)
    return taken
  }

  /// Discards the tiles that show the pixels of `rect` (px of the image).
  public mutating func forget(_ rect: PixelRect) {
    job.changed(rect)
    var part = rect
    for k in 1...levels.count {
      part = Self.halved(part)
      guard levels[k - 1].known > 0 else { continue }
      let range = levels[k - 1].tiles(in: part)
      for row in range.rows {
        for index in levels[k - 1].written(range, row) { levels[k - 1].put(.missing, index) }
      }
    }
  }

  /// Discards all tiles.
  public mutating func invalidate() {
    job.end()
    for k in levels.indices where levels[k].known > 0 {
      levels[k] = Level(width: levels[k].bounds.width, height: levels[k].bounds.height)
    }
  }

  /// Number of tiles that hold memory. O(levels).
  public var tileCount: Int { levels.reduce(0) { $0 + $1.held } }

  /// Discards tiles that hold memory (16 KiB each) until at most `limit` are left, starting with
  /// the largest levels, which are computed again soonest. Keeps those of level `k` that `rect`, px
  /// of that level, touches.
  public mutating func trim(to limit: Int, keeping k: Int, _ rect: PixelRect) {
    guard tileCount > limit else { return }
    for j in 1...levels.count {
      let kept = j == k ? levels[j - 1].tiles(in: rect) : TileRange(.empty)
      for index in levels[j - 1].slots.written() where levels[j - 1].slots[index].isHeld {
        let (row, column) = index.quotientAndRemainder(dividingBy: levels[j - 1].columns)
        if kept.columns.contains(column), kept.rows.contains(row) { continue }
        levels[j - 1].put(.missing, index)
        if tileCount <= limit { return }
      }
    }
  }

  /// Writes the pixels of `rect` (px of level `k`, inside it and prepared) to `target`, `stride`
  /// words a row, the first at word `start`.
  public func copy(
    level k: Int, _ rect: PixelRect, blank: UInt32, to target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    // Read property by property: a local `Level` would be a copy.
    target.requireRoom(for: rect, start: start, stride: stride)
    let (bounds, columns) = (levels[k - 1].bounds, levels[k - 1].columns)
    let range = TileRange(rect.intersection(bounds))
    for row in range.rows {
      for column in range.columns {
        let square = Self.square(column, row, in: bounds)
        let part = square.intersection(rect)
        let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
        switch levels[k - 1].slots[row * columns + column] {
        case .missing, .blank: target.fill(part, with: blank, start: first, stride: stride)
        case .sketch(let tile), .tile(let tile):
          let from = (part.minY - square.minY) << Tile.shift | (part.minX - square.minX)
          target.copy(part, from: tile.pixels.span, first: from, start: first, stride: stride)
        }
      }
    }
  }

  /// The pixels of a tile of a level with these bounds.
  private static func square(_ column: Int, _ row: Int, in bounds: PixelRect) -> PixelRect {
    PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size).intersection(bounds)
  }

  /// The px of the level above that are computed from any px of `rect`.
  static func halved(_ rect: PixelRect) -> PixelRect {
    PixelRect(minX: rect.minX >> 1, minY: rect.minY >> 1, maxX: (rect.maxX + 1) >> 1, maxY: (rect.maxY + 1) >> 1)
  }

  /// The rectangle of level 0 (for `levels` = k) or of the level below (1) from which `rect` was
  /// computed.
  static func scaled(_ rect: PixelRect, by levels: Int) -> PixelRect {
    PixelRect(
      minX: rect.minX << levels, minY: rect.minY << levels, maxX: rect.maxX << levels, maxY: rect.maxY << levels)
  }

  /// Calls `body` with the buffer for tiles that are being computed.
  private mutating func withScratch(_ body: (inout Pyramid, inout [UInt32]) -> Void) {
    var buffer: [UInt32] = []
    swap(&buffer, &scratch)
    body(&self, &buffer)
    swap(&buffer, &scratch)
  }
}
