import Document
import Geometry
import Ink
import Input

/// The samples of the pointer: their places on the canvas, and their recording.
extension Session {
  /// Converts a sample from window px to canvas px. Tilt and roll are rotated with the view.
  func toCanvas(_ sample: PenSample) -> PenSample { sample.mapped(by: view.windowToCanvas) }

  /// Chance and the view for a stroke of a painting engine that begins now.
  var paintConditions: PaintConditions {
    PaintConditions(
      seed: document.history.recordedCount + lagging.count, rotation: view.rotation, isMirrored: view.isMirrored,
      mixing: toolSettings.mixesBelow ? .exactWithLayersBelow : .exact)
  }

  /// Passes an event's sample to `sampleTap`.
  /// - Parameter gesture: the gesture that draws along the sample; nil for none.
  func tap(_ e: PointerEvent, drawnBy gesture: (any PenGesture)?) {
    guard let sampleTap else { return }
    switch e.phase {
    case .down, .drag, .hover, .up: sampleTap(toCanvas(e.sample), gesture?.recordedBrush)
    case .press, .release, .left: break
    }
  }
}
