import Language

/// Limits on an image's size. Readers check the size in the header before they allocate memory.
public struct ImageLimits: Hashable, Sendable {
  /// The largest number of pixels along one side.
  public var side: Int
  /// The largest number of pixels.
  public var area: Int

  /// 32767 px a side (the limit of Cairo and X) and 1 gigapixel.
  public static let standard = ImageLimits(side: 32767, area: 1_000_000_000)

  /// Makes limits from their values.
  public init(side: Int, area: Int) {
    self.side = side
    self.area = area
  }

  /// Why an image of this size is not allowed, about the image as "it"; nil if it is allowed.
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
