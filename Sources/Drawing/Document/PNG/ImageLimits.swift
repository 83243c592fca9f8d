import Language

/// How large an image may be. Checked against what a file claims before anything is allocated for it.
public struct ImageLimits: Hashable, Sendable {
  /// The most pixels along one side.
  public var side: Int
  /// The most pixels in all.
  public var area: Int

  /// 32767 px a side (what Cairo and X can address) and 1 gigapixel.
  public static let standard = ImageLimits(side: 32767, area: 1_000_000_000)

  /// Limits by their values.
  public init(side: Int, area: Int) {
    self.side = side
    self.area = area
  }

  /// What is wrong with an image of this size, about it as "it"; nil where it is allowed.
  public func fault(width: Int, height: Int) -> String? {
    if width < 1 || height < 1 { return translated("it has no pixels") }
    if width > side || height > side {
      return translated(
        "it is {width} x {height} px large, but at most {side} px a side are allowed",
        ["width": width, "height": height, "side": side])
    }
    if width > area / height {
      return translated(
        "it is {width} x {height} px large, but at most {area} megapixels are allowed",
        ["width": width, "height": height, "area": area / 1_000_000])
    }
    return nil
  }
}
