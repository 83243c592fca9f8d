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
    let (columns, rows) = (Self.spans(self.width, width), Self.spans(self.height, height))
    var wide = [Float](repeating: 0, count: width * self.height)
    for y in 0..<self.height {
      for x in 0..<width {
        var sum: Float = 0
        for (i, share) in columns[x] { sum += mask[y * self.width + i] * share }
        wide[y * width + x] = sum
      }
    }
    var reduced = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for (i, share) in rows[y] {
        for x in 0..<width { reduced[y * width + x] += wide[i * width + x] * share }
      }
    }
    return TipPlane(width: width, height: height, mask: reduced)
  }

  /// For each of `count` pixels, the old pixels that it covers, with their shares; these sum to 1.
  private static func spans(_ old: Int, _ count: Int) -> [[(Int, Float)]] {
    let ratio = Double(old) / Double(count)
    return (0..<count).map { i in
      let (start, end) = (Double(i) * ratio, min(Double(old), Double(i + 1) * ratio))
      return (Int(start)..<min(old, Int(end.rounded(.up)))).map { j in
        (j, Float((min(end, Double(j + 1)) - max(start, Double(j))) / (end - start)))
      }
    }
  }
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
