import Ink

/// Pictures of the simple tips that other programs compute: discs and squares with soft edges.
enum DrawnTip {
  /// The side of a picture, px.
  static let side = 256

  /// A disc or square as wide as the picture.
  /// - Parameter hardness: the share of the radius that is even, 0...1; the rest gets weaker to the edge.
  static func images(isSquare: Bool = false, hardness: Double) -> TipImages? {
    let middle = Double(side) / 2
    // A hard edge is one pixel wide.
    let hard = min(max(0, min(1, hardness)), 1 - 1 / middle)
    var mask: [UInt8] = []
    mask.reserveCapacity(side * side)
    for row in 0..<side {
      for column in 0..<side {
        let (x, y) = (abs(Double(column) + 0.5 - middle) / middle, abs(Double(row) + 0.5 - middle) / middle)
        let distance = isSquare ? max(x, y) : (x * x + y * y).squareRoot()
        let t = max(0, min(1, (distance - hard) / (1 - hard)))
        mask.append(UInt8((255 * (1 - t * t * (3 - 2 * t))).rounded()))
      }
    }
    return TipImages(width: side, height: side, masks: mask)
  }
}

/// Drawn tips that brushes of a file share.
struct DrawnTips {
  private var kept: [Int: TipImages] = [:]

  /// A tip of a hardness, 0...1, to a hundredth.
  mutating func images(isSquare: Bool = false, hardness: Double) -> TipImages? {
    let percent = hardness.isFinite ? Int((100 * max(0, min(1, hardness))).rounded()) : 100
    let key = percent * 2 + (isSquare ? 1 : 0)
    if let images = kept[key] { return images }
    let images = DrawnTip.images(isSquare: isSquare, hardness: Double(percent) / 100)
    kept[key] = images
    return images
  }
}
