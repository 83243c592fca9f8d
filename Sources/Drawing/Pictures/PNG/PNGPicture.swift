import Raster

/// A PNG image in memory, read as a picture to draw on: in sRGB, in its own depth.
public struct PNGPicture {
  /// The pixels. Tiles have 8 bits where these hold all pixels.
  public let image: TileGrid
  /// A message about its colours; nil if they are right.
  public let note: String?
  /// Pixels per inch across and down; nil if the image does not contain it.
  public let resolution: Resolution?

  /// Reads an image.
  /// - Throws: if it is damaged or exceeds the limits.
  public init(_ bytes: [UInt8], limits: ImageLimits = .standard) throws(PNGFault) {
    // The decoder borrows the array's memory until the end of this closure.
    let result: Result<PNGPicture, PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try PNGPicture(PNGDecoder(lent: buffer, limits: limits))) } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  private init(_ decoder: PNGDecoder) throws(PNGFault) {
    note = decoder.useProfile()
    resolution = decoder.uprightDensity
    image = try decoder.uprightImage()
  }
}

extension PNGDecoder {
  /// The image as `image()`, turned as its Exif data say.
  public func uprightImage() throws(PNGFault) -> TileGrid {
    let image = try image()
    let orientation = colours.orientation
    return try isDeep ? image.upright(orientation, as: DeepPixel.self) : image.upright(orientation, as: UInt32.self)
  }

  /// Pixels per inch of `uprightImage`; nil if the image does not contain it.
  public var uprightDensity: Resolution? {
    density.map { colours.orientation > 4 ? Resolution(x: $0.y, y: $0.x) : Resolution(x: $0.x, y: $0.y) }
  }

  /// The image, in the depth of the file. Tiles have 8 bits where these hold all pixels.
  /// - Precondition: no row was read.
  public func image() throws(PNGFault) -> TileGrid { try isDeep ? image(DeepPixel.self) : image(UInt32.self) }

  private func image<P: PNGPixel>(_ depth: P.Type) throws(PNGFault) -> TileGrid {
    var loader = PictureLoader(width: width, height: height)
    var row = [P](repeating: .clear, count: width)
    for _ in 0..<height {
      var span = row.mutableSpan
      try readRow(into: &span)
      try loader.take(row.span)
    }
    return loader.image
  }
}
