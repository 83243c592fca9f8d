import Geometry

/// The blocks of a window's frame in which the view is one uniform pixel: paper and background,
/// most of a drawing.
///
/// A new view with the same pixel there leaves such a block unchanged, with whatever is drawn on
/// top, and the block is not sent to the window again. So zooming and rotating cost time in
/// proportion to the painted area, not to the window's size.
///
/// 1. Create one for a frame; no block is known.
/// 2. `ViewRenderer.render` draws the blocks that are not known to be correct, and records uniform
/// ones.
/// 3. `forget` where anything else is drawn, or where the overlay on top changed; `move` with the
/// frame's pixels.
public struct PlainBlocks: Sendable {
  /// Width of the frame, px.
  public let width: Int
  /// Height of the frame, px.
  public let height: Int
  let columns: Int
  let rows: Int
  /// The pixel of each uniform block, row by row; 0, which is not opaque, where it is not known.
  var pixels: [UInt32]

  /// Creates the state of a frame of this size, px, with no block known.
  public init(width: Int, height: Int) {
    (self.width, self.height) = (max(0, width), max(0, height))
    columns = (self.width + ViewRenderer.block - 1) / ViewRenderer.block
    rows = (self.height + ViewRenderer.block - 1) / ViewRenderer.block
    pixels = [UInt32](repeating: 0, count: columns * rows)
  }

  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The px of a block.
  func area(_ column: Int, _ row: Int) -> PixelRect {
    let side = ViewRenderer.block
    return PixelRect(x: column * side, y: row * side, width: side, height: side).intersection(bounds)
  }

  /// The blocks that `rect`, inside the frame, touches.
  private func blocks(in rect: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
    guard !rect.isEmpty else { return (0..<0, 0..<0) }
    let side = ViewRenderer.block
    return (rect.minX / side..<(rect.maxX - 1) / side + 1, rect.minY / side..<(rect.maxY - 1) / side + 1)
  }

  /// Forgets the blocks that `rect` touches.
  public mutating func forget(_ rect: PixelRect) {
    let (columns, rows) = blocks(in: rect.intersection(bounds))
    for row in rows { for column in columns { pixels[row * self.columns + column] = 0 } }
  }

  /// Follows a move of the frame's pixels by so many px to the right and down.
  public mutating func move(dx: Int, dy: Int) {
    let old = self
    for row in 0..<rows {
      for column in 0..<columns {
        pixels[row * columns + column] = old.commonPixel(area(column, row).offset(dx: -dx, dy: -dy))
      }
    }
  }

  /// The common pixel of all px of `rect`; 0 where it is not known.
  private func commonPixel(_ rect: PixelRect) -> UInt32 {
    guard bounds.contains(rect) else { return 0 }
    let (columns, rows) = blocks(in: rect)
    var common: UInt32?
    for row in rows {
      for column in columns {
        let pixel = pixels[row * self.columns + column]
        if pixel == 0 || pixel != common ?? pixel { return 0 }
        common = pixel
      }
    }
    return common ?? 0
  }

  /// The px of all blocks except those known to be the same here and in `other`, a frame of the
  /// same size, as rectangles that do not overlap.
  public func changes(from other: PlainBlocks) -> [PixelRect] {
    guard columns == other.columns, rows == other.rows else { return [bounds] }
    var all: [PixelRect] = []
    // The rectangles that end at the row above, sorted by their left edges. A run with the same
    // edges extends such a rectangle downwards.
    var open: [Int] = []
    for row in 0..<rows {
      var still: [Int] = []
      var (column, above) = (0, 0)
      while column < columns {
        let index = row * columns + column
        if pixels[index] != 0, pixels[index] == other.pixels[index] {
          column += 1
          continue
        }
        var end = column + 1
        while end < columns {
          let index = row * columns + end
          if pixels[index] != 0, pixels[index] == other.pixels[index] { break }
          end += 1
        }
        let run = area(column, row).union(area(end - 1, row))
        while above < open.count, all[open[above]].minX < run.minX { above += 1 }
        if above < open.count, all[open[above]].minX == run.minX, all[open[above]].maxX == run.maxX {
          all[open[above]].maxY = run.maxY
          still.append(open[above])
        } else {
          still.append(all.count)
          all.append(run)
        }
        column = end
      }
      open = still
    }
    return all
  }
}
