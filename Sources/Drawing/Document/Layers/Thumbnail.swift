/// Scales a picture down while its rows are added. Each pixel is the exact mean of its area. A
/// small picture keeps its size.
public struct Thumbnail {
  /// Width, px, at least 1.
  public let width: Int
  /// Height, px, at least 1.
  public let height: Int
  /// Premultiplied pixels, row by row; complete after the last row.
  public private(set) var pixels: [UInt32] = []

  private let sourceWidth: Int
  private let sourceHeight: Int
  /// Channel sums of the current row, in units of 1 / (width * height) of a source pixel.
  private var sums: [UInt64]
  private var line: [UInt64]
  private var nextRow = 0

  /// `side` is the maximum width and height, px; the proportions are kept.
  public init(ofWidth sourceWidth: Int, height sourceHeight: Int, side: Int = 256) {
    let longer = max(sourceWidth, sourceHeight, side)
    width = max(1, (sourceWidth * side + longer / 2) / longer)
    height = max(1, (sourceHeight * side + longer / 2) / longer)
    (self.sourceWidth, self.sourceHeight) = (sourceWidth, sourceHeight)
    sums = [UInt64](repeating: 0, count: 4 * width)
    line = sums
    pixels.reserveCapacity(width * height)
  }

  public mutating func add(_ row: Span<UInt32>) {
    precondition(nextRow < sourceHeight && row.count == sourceWidth, "rows of the source, as many as it has")
    for index in line.indices { line[index] = 0 }
    // Source column x covers x * width ..< (x + 1) * width of a line on which each column of the
    // thumbnail covers sourceWidth.
    var (column, left) = (0, sourceWidth)
    for x in 0..<sourceWidth {
      let pixel = row[x]
      var rest = width
      while rest > 0 {
        let part = min(rest, left)
        for channel in 0..<4 {
          line[4 * column + channel] += UInt64(pixel >> UInt32(8 * channel) & 255) * UInt64(part)
        }
        rest -= part
        left -= part
        if left == 0 { (column, left) = (column + 1, sourceWidth) }
      }
    }
    var (start, rest) = (nextRow * height, height)
    while rest > 0 {
      let end = (start / sourceHeight + 1) * sourceHeight
      let part = min(rest, end - start)
      for index in sums.indices { sums[index] += line[index] * UInt64(part) }
      start += part
      rest -= part
      if start == end { finishRow() }
    }
    nextRow += 1
  }

  private mutating func finishRow() {
    let area = UInt64(sourceWidth * sourceHeight)
    for column in 0..<width {
      var pixel: UInt32 = 0
      for channel in 0..<4 {
        pixel |= UInt32((sums[4 * column + channel] + area / 2) / area) << UInt32(8 * channel)
        sums[4 * column + channel] = 0
      }
      pixels.append(pixel)
    }
  }
}
