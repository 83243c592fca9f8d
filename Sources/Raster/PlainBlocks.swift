import Geometry

/// Which blocks of a window's frame are one pixel all over, as far as the view goes: paper and desk, most of a drawing.
///
/// A view that shows the same there leaves such a block as it is, with whatever was drawn on top of it, and nobody has to put it on the
/// window again. So a step of zoom or turn costs by what is painted, not by the size of the window.
///
/// Its life:
/// 1. Made for a frame of which nothing is known.
/// 2. `ViewRenderer.render` draws the blocks that are not known to be as they shall be, and notes what it finds.
/// 3. `forget` where anything else is drawn, or where what lies on top looks different now; `move` with the frame's pixels.
public struct PlainBlocks: Sendable {
  /// Size of the frame, px.
  public let width: Int
  /// Size of the frame, px.
  public let height: Int
  let columns: Int
  let rows: Int
  /// The pixel that a block is all over, row by row; 0, which is not opaque, where that is not known.
  var pixels: [UInt32]

  /// Nothing is known of a frame of this size, px.
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

  /// The blocks that the px of `rect`, inside the frame, touch.
  private func blocks(in rect: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
    guard !rect.isEmpty else { return (0..<0, 0..<0) }
    let side = ViewRenderer.block
    return (rect.minX / side..<(rect.maxX - 1) / side + 1, rect.minY / side..<(rect.maxY - 1) / side + 1)
  }

  /// Nothing is known any more of the blocks that `rect` touches.
  public mutating func forget(_ rect: PixelRect) {
    let (columns, rows) = blocks(in: rect.intersection(bounds))
    for row in rows { for column in columns { pixels[row * self.columns + column] = 0 } }
  }

  /// The frame's pixels were moved by so many px to the right and down.
  public mutating func move(dx: Int, dy: Int) {
    let old = self
    for row in 0..<rows {
      for column in 0..<columns {
        pixels[row * columns + column] = old.commonPixel(area(column, row).offset(dx: -dx, dy: -dy))
      }
    }
  }

  /// What all px of `rect` are; 0 where that is not known.
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

  /// The px of all blocks but those that are known to be the same here and in `other`, of a frame of the same size: rectangles that do not
  /// overlap.
  public func changes(from other: PlainBlocks) -> [PixelRect] {
    guard columns == other.columns, rows == other.rows else { return [bounds] }
    var all: [PixelRect] = []
    // Those that end at the row above, by where they begin: a run of blocks below just such a one makes it longer.
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
