import Panels

/// A sample stroke that a worker has drawn.
struct DrawnSample: Sendable {
  var sample: BrushSample
  /// nil if there was no memory for it.
  var pixels: [UInt32]?
}
