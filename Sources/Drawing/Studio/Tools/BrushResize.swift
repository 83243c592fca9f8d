import Geometry
import Ink

/// A drag that resizes the brush on the canvas: Control or Shift with the brush or the eraser.
struct BrushResize {
  /// The sample at the touch, window px. The brush's outline stays there.
  let start: PenSample
  /// Diameter before the drag, canvas px.
  let size: Double

  /// The diameter, canvas px, for a sample in window px: the outline's right edge follows the pen.
  func size(at sample: PenSample, zoom: Double) -> Double {
    size + 2 * (sample.position.x - start.position.x) / zoom
  }
}
