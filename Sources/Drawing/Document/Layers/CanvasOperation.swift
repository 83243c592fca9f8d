import Geometry
import Pictures
import Raster

/// An operation on the canvas: its size, its direction, its resolution. It affects all layers, also
/// locked ones, and the selection.
public enum CanvasOperation: Hashable, Sendable {
  /// The canvas becomes this rectangle of the present canvas, canvas px. It may reach beyond it.
  case resize(PixelRect)
  /// Scales the image to this size, px.
  case scale(width: Int, height: Int)
  /// Exchanges left and right, or top and bottom.
  case flip(horizontally: Bool)
  /// Turns the image clockwise by 1, 2 or 3 quarters.
  case turn(quarters: Int)
  /// Sets the resolution for printing. The pixels stay.
  case setResolution(Resolution)

  /// The name of the edit, in English.
  var name: String {
    switch self {
    case .resize: "Canvas size"
    case .scale: "Scale image"
    case .flip: "Flip image"
    case .turn: "Turn image"
    case .setResolution: "Resolution"
    }
  }

  /// The size of the canvas after the operation, px.
  public func size(from old: (width: Int, height: Int)) -> (width: Int, height: Int) {
    switch self {
    case .resize(let rect): (rect.width, rect.height)
    case .scale(let width, let height): (width, height)
    case .turn(let quarters): quarters & 1 == 0 ? old : (old.height, old.width)
    case .flip, .setResolution: old
    }
  }

  /// The map of positions on a canvas of the old size to the new one.
  public func map(from old: (width: Int, height: Int)) -> Affine {
    if case .scale(let width, let height) = self {
      return .scale(Double(width) / Double(old.width), Double(height) / Double(old.height))
    }
    return arrangement(from: old)?.map ?? .identity
  }

  /// The rearrangement of pixels; nil if the pixels are resampled or stay.
  func arrangement(from old: (width: Int, height: Int)) -> PixelArrangement? {
    switch self {
    case .resize(let rect): PixelArrangement(width: old.width, height: old.height, resizedTo: rect)
    case .flip(let horizontally):
      PixelArrangement(width: old.width, height: old.height, flippedHorizontally: horizontally)
    case .turn(let quarters): PixelArrangement(width: old.width, height: old.height, turnedByQuarters: quarters)
    case .scale, .setResolution: nil
    }
  }
}
