import Document

/// Strokes whose place new ones take, which are being drawn.
struct ReplacingStrokes {
  /// The strokes, as they were when that began.
  let strokes: [KnownStroke]
  /// Their keys.
  var keys: Set<StrokeKey>
  /// Their centre lines, which show where they are.
  let lines: [[SIMD2<Float>]]
  /// The pixels that have them, and the new ones.
  let surface: SurfaceID
  /// The number of edits ever recorded when it began.
  let recorded: Int
  /// That number when no more were drawn, and the new ones are being found; nil before.
  var end: Int?
}
