import Document

/// Where the eraser passed over strokes of a layer.
struct StrokeErasure {
  let touch: StrokeTouch
  let extent: StrokeExtent
  /// The pixels whose strokes are erased; nil for all layers that show.
  let surface: SurfaceID?
  /// The number of edits ever recorded then. Later strokes are not erased.
  let recorded: Int
}
