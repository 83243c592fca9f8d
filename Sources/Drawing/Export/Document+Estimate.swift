import Document
import Geometry
import Glibc
import Pictures
import Raster

extension Document {
  /// The number of pixels that an estimate encodes at most; a picture of no more is encoded whole.
  static let estimatedArea = 1 << 20
  /// The rows of a strip of an estimate: whole blocks of JPEG and WebP.
  private static let stripRows = 32

  /// About how many bytes a PNG, JPEG or WebP of the drawing would have; nil for other formats, for
  /// a picture that cannot be made, and for work that is not wanted any more.
  ///
  /// Strips from all of the picture's height are encoded, and the bytes are multiplied by the share
  /// of the strips. A picture that is larger than the canvas is estimated at the canvas's size and
  /// then enlarged: the bytes grow more slowly than the area, because most of them describe edges.
  /// - Parameter isWanted: asked for each row; returning false stops.
  public func estimatedSize(_ options: ExportOptions, isWanted: () -> Bool = { true }) -> Int? {
    if isEndless { return framed.estimatedSize(options, isWanted: isWanted) }
    let scale = scale(options).scale
    guard let pixels = options.format.pixels, scale.isFinite, scale > 0 else { return nil }
    let size = size(enlargedBy: scale)
    guard ImageLimits.standard.fault(width: size.width, height: size.height) == nil else { return nil }
    guard let picture = try? selected(options),
      var rows = try? ExportRows(of: picture, reducedBy: min(1, scale), isCropped: options.isCropped)
    else { return nil }
    let numbers = Self.sampledRows(width: rows.part.width, height: rows.part.height)
    guard
      let writer = try? PictureWriter(
        inMemory: options, width: rows.part.width, height: numbers.count,
        hasAlpha: picture.hasAlpha)
    else { return nil }
    for y in numbers {
      guard isWanted() else { return nil }
      guard (try? rows.write(y, to: writer)) != nil else { return nil }
    }
    guard let bytes = try? writer.made() else { return nil }
    let share = Double(rows.part.height) / Double(numbers.count)
    return Int((Double(bytes.count) * share * pow(max(1, scale), pixels.growth)).rounded())
  }

  /// The rows of a picture that an estimate encodes, from the top: all, or strips that are spread
  /// over the height.
  static func sampledRows(width: Int, height: Int) -> [Int] {
    let strips = max(1, estimatedArea / (max(1, width) * stripRows))
    guard strips * stripRows < height else { return Array(0..<height) }
    return (0..<strips).flatMap { strip in
      let first = height * (2 * strip + 1) / (2 * strips) - stripRows / 2
      return first..<first + stripRows
    }
  }
}
