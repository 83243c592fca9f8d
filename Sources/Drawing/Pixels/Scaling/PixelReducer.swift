import Raster

/// Scales an image down. Each pixel is the mean of its area in premultiplied colours, so thin lines
/// stay visible and there is no ringing. Read rows from the top; each source row is requested once.
public struct PixelReducer<P: ReducedPixel> {
  public let width: Int
  public let height: Int
  @usableFromInline let sourceWidth: Int
  @usableFromInline let sourceHeight: Int
  @usableFromInline var row: [P]
  @usableFromInline var rowNumber = -1
  @usableFromInline var sums: [SIMD4<Float>]
  @usableFromInline var reduced: [SIMD4<Float>]

  /// `target` must not be larger than `source`; all sizes are at least 1.
  @inlinable public init(from source: (width: Int, height: Int), to target: (width: Int, height: Int)) {
    precondition(target.width <= source.width && target.height <= source.height, "an image that becomes smaller")
    (width, height) = target
    (sourceWidth, sourceHeight) = source
    row = [P](repeating: .clear, count: source.width)
    sums = [SIMD4<Float>](repeating: .zero, count: target.width)
    reduced = sums
  }

  /// Writes the columns of row `y` to the start of `target`. `source` fills a row of the image.
  @inlinable public mutating func write(
    _ y: Int, _ columns: Range<Int>, to target: inout MutableSpan<P>, source: (Int, inout MutableSpan<P>) -> Void
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
    for x in columns { target[x - columns.lowerBound] = P.rounded(sums[x] * whole) }
  }

  @inlinable mutating func reduceRow(_ columns: Range<Int>) {
    let ratio = Double(sourceWidth) / Double(width)
    for x in columns {
      let (left, right) = (Double(x) * ratio, min(Double(sourceWidth), Double(x + 1) * ratio))
      var sum = SIMD4<Float>.zero
      for i in Int(left)..<max(Int(left) + 1, Int(right.rounded(.up))) where i < sourceWidth {
        sum += row[i].levels * Float(min(right, Double(i + 1)) - max(left, Double(i)))
      }
      reduced[x] = sum * Float(1 / (right - left))
    }
  }
}

/// Scales down images of 8 bits a channel.
public typealias AreaReducer = PixelReducer<UInt32>
