/// A mask with fractions, to be made smaller.
struct TipPlane {
  let width: Int
  let height: Int
  /// Row by row.
  let mask: [Float]

  /// A smaller copy: each pixel is the average of the area that it covers. O(pixels).
  func reduced(by factor: Double) -> TipPlane {
    let width = max(1, Int((Double(width) / factor).rounded(.up)))
    return reduced(toWidth: width, height: max(1, Int((Double(height) / factor).rounded(.up))))
  }

  /// A smaller copy of a size, px.
  func reduced(toWidth width: Int, height: Int) -> TipPlane {
    let (columns, rows) = (Shares(self.width, width), Shares(self.height, height))
    var wide = [Float](repeating: 0, count: width * self.height)
    var reduced = [Float](repeating: 0, count: width * height)
    let from = mask.span
    var row = wide.mutableSpan
    for y in 0..<self.height {
      let start = y * self.width
      for x in 0..<width {
        var sum: Float = 0
        for k in columns.range(x) { sum += from[start + columns.first[x] + k - columns.start[x]] * columns.shares[k] }
        row[y * width + x] = sum
      }
    }
    let narrow = wide.span
    var target = reduced.mutableSpan
    for y in 0..<height {
      for k in rows.range(y) {
        let (old, share) = ((rows.first[y] + k - rows.start[y]) * width, rows.shares[k])
        for x in 0..<width { target[y * width + x] += narrow[old + x] * share }
      }
    }
    return TipPlane(width: width, height: height, mask: reduced)
  }
}

/// For each pixel of a smaller row, the pixels of the larger one that it covers, with their shares; these sum to 1.
private struct Shares {
  /// The first pixel of the larger row.
  private(set) var first: [Int] = []
  /// Where the shares of a pixel begin, with their number at the end.
  private(set) var start: [Int] = []
  private(set) var shares: [Float] = []

  init(_ old: Int, _ count: Int) {
    let ratio = Double(old) / Double(count)
    for i in 0..<count {
      let (from, to) = (Double(i) * ratio, min(Double(old), Double(i + 1) * ratio))
      first.append(Int(from))
      start.append(shares.count)
      for j in Int(from)..<min(old, Int(to.rounded(.up))) {
        shares.append(Float((min(to, Double(j + 1)) - max(from, Double(j))) / (to - from)))
      }
    }
    start.append(shares.count)
  }

  /// The places of a pixel's shares.
  @inline(__always) func range(_ i: Int) -> Range<Int> { start[i]..<start[i + 1] }
}

extension TipImages {
  /// Masks of any size, made smaller so that a tip can have them; nil if none of them has any coverage.
  /// - Precondition: `masks` has `width * height * count` values, and there is at least one.
  public static func fitting(width: Int, height: Int, count: Int = 1, masks: [UInt8]) -> TipImages? {
    let count = min(count, mostImages)
    let side = Double(max(width, height)) / Double(sides.upperBound)
    let area = (Double(width) * Double(height) * Double(count) / Double(mostPixels)).squareRoot()
    let rows = Double(height) * Double(count) / Double(mostRows)
    let factor = max(side, area, rows)
    guard factor > 1 else {
      return TipImages(width: width, height: height, count: count, masks: Array(masks.prefix(width * height * count)))
    }
    let (small, low) = (max(1, Int(Double(width) / factor)), max(1, Int(Double(height) / factor)))
    var reduced: [UInt8] = []
    reduced.reserveCapacity(small * low * count)
    for number in 0..<count {
      let mask = masks[(number * width * height)..<((number + 1) * width * height)]
      let plane = TipPlane(width: width, height: height, mask: mask.map(Float.init))
      reduced += plane.reduced(toWidth: small, height: low).mask.map { UInt8(max(0, min(255, $0.rounded()))) }
    }
    return TipImages(width: small, height: low, count: count, masks: reduced)
  }
}
