import Ink
import Toolkit

/// A picture of a brush's sample stroke in the list of brushes: which one, and how it looks.
public struct BrushPicture: Hashable, Sendable {
  /// Width and height in the list of brushes, px at 96 dpi.
  public static let listed = (width: 150.0, height: 36.0)

  /// The brush's name.
  public var brush: String
  /// Width, px.
  public var width: Int
  /// Height, px.
  public var height: Int
  /// The stroke's colour, 0xRRGGBB.
  public var ink: UInt32
  /// The ground's colour, 0xRRGGBB.
  public var paper: UInt32

  /// A picture by its parts.
  public init(brush: String, width: Int, height: Int, ink: UInt32, paper: UInt32) {
    (self.brush, self.width, self.height, self.ink, self.paper) = (brush, width, height, ink, paper)
  }
}

extension BrushPicture {
  /// Draws the picture: `width` * `height` opaque pixels, row by row; nil if there is no memory.
  ///
  /// Brushes keep their sizes as far as they fit, so that a thin one looks thin. Blocks.
  public func render(_ brush: Brush) -> [UInt32]? {
    // The sizes in files are meant for screens of the usual scale.
    let scale = Double(height) / Self.listed.height
    let size = max(1.5 * scale, min(0.7 * Double(height), brush.fullWidth * scale))
    return BrushSample(
      brush: brush.resized(toFullWidth: size), colour: ink, opacity: 1, zoom: 1, width: width, height: height,
      paper: paper
    ).render()
  }
}
