import Geometry
import Raster

/// An image made smaller: each pixel is the mean of the area that it stands for, in premultiplied colours, so that no line is lost
/// and nothing rings. Used row by row from the top; the rows of the image are asked for once each.
struct AreaReducer {
  /// Size of the smaller image, px.
  let width: Int
  let height: Int
  private let sourceWidth: Int
  private let sourceHeight: Int
  private var row: [UInt32]
  /// The number of the row that `row` holds.
  private var rowNumber = -1
  private var sums: [SIMD4<Float>]
  /// `row`, reduced along itself.
  private var reduced: [SIMD4<Float>]

  /// For an image of a size to become one of another, which is at most as large; all at least 1.
  init(from source: (width: Int, height: Int), to target: (width: Int, height: Int)) {
    precondition(target.width <= source.width && target.height <= source.height, "an image that becomes smaller")
    (width, height) = target
    (sourceWidth, sourceHeight) = source
    row = [UInt32](repeating: 0, count: source.width)
    sums = [SIMD4<Float>](repeating: .zero, count: target.width)
    reduced = sums
  }

  /// Writes row `y` of the smaller image, its columns `columns`, to the beginning of `target`. `source` fills a row of the image with its pixels.
  mutating func write(
    _ y: Int, _ columns: Range<Int>, to target: inout MutableSpan<UInt32>,
    source: (Int, inout MutableSpan<UInt32>) -> Void
  ) {
    let ratio = Double(sourceHeight) / Double(height)
    let (top, bottom) = (Double(y) * ratio, min(Double(sourceHeight), Double(y + 1) * ratio))
    for x in columns { sums[x] = .zero }
    for i in Int(top)..<max(Int(top) + 1, Int(bottom.rounded(.up))) where i < sourceHeight {
      let share = Float(min(bottom, Double(i + 1)) - max(top, Double(i)))
      guard share > 0 else { continue }
      if i != rowNumber {
        var span = row.mutableSpan
        source(i, &span)
        rowNumber = i
        reduceRow(columns)
      }
      for x in columns { sums[x] += reduced[x] * share }
    }
    let whole = Float(1 / (bottom - top))
    for x in columns { target[x - columns.lowerBound] = SampleWindow.word(sums[x] * whole) }
  }

  private mutating func reduceRow(_ columns: Range<Int>) {
    let ratio = Double(sourceWidth) / Double(width)
    for x in columns {
      let (left, right) = (Double(x) * ratio, min(Double(sourceWidth), Double(x + 1) * ratio))
      var sum = SIMD4<Float>.zero
      for i in Int(left)..<max(Int(left) + 1, Int(right.rounded(.up))) where i < sourceWidth {
        sum += SampleWindow.channels(row[i]) * Float(min(right, Double(i + 1)) - max(left, Double(i)))
      }
      reduced[x] = sum * Float(1 / (right - left))
    }
  }
}
