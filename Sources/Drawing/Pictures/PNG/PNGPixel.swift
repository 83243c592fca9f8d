import Raster

/// A pixel in one of the depths in which PNG images are read and written. In the image, it is four samples: the
/// straight colour and the alpha.
public protocol PNGPixel: TilePixel {
  /// A channel in the image.
  associatedtype Sample: FixedWidthInteger & UnsignedInteger

  /// Whether it has 16 bits a channel.
  static var isDeep: Bool { get }

  /// The pixel of a straight colour.
  static func premultiplied(_ red: Sample, _ green: Sample, _ blue: Sample, _ alpha: Sample) -> Self
  /// The straight colour.
  var straight: (red: Sample, green: Sample, blue: Sample, alpha: Sample) { get }
  /// The colour of the pixel on black.
  var onBlack: (red: Sample, green: Sample, blue: Sample) { get }

  /// The pixel in this depth, rounded.
  init(deep: DeepPixel)
  /// The pixel with 16 bits a channel; `init(deep:)` is the inverse.
  var deep: DeepPixel { get }
}

extension PNGPixel {
  /// The memory of a tile in tiles of 8 bits.
  public static var tileCost: Int { isDeep ? 2 : 1 }
}

extension UInt32: PNGPixel {
  public static var isDeep: Bool { false }

  public static func premultiplied(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
    Premultiplied.pixel(red: red, green: green, blue: blue, alpha: alpha)
  }
  public var straight: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) { Premultiplied.straight(self) }
  public var onBlack: (red: UInt8, green: UInt8, blue: UInt8) {
    (UInt8(truncatingIfNeeded: self >> 16), UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self))
  }

  public init(deep: DeepPixel) { self = deep.word }
  public var deep: DeepPixel { DeepPixel(self) }
}

extension DeepPixel: PNGPixel {
  public static var isDeep: Bool { true }

  public static func premultiplied(_ red: UInt16, _ green: UInt16, _ blue: UInt16, _ alpha: UInt16) -> DeepPixel {
    DeepPixel(straight: red, green, blue, alpha: alpha)
  }
  public var onBlack: (red: UInt16, green: UInt16, blue: UInt16) {
    (Self.sample(channels[0]), Self.sample(channels[1]), Self.sample(channels[2]))
  }

  public init(deep: DeepPixel) { self = deep }
  public var deep: DeepPixel { self }
}
