import Journal

/// The strokes of edits that come before a drawing's own history, oldest first.
package protocol EarlierStrokes {
  /// Reads the next edit: its strokes, if it is listed, and when they were drawn, s since 1970.
  /// - Parameter canvas: the size of the canvas at the edit, px.
  /// - Throws: if its record is damaged.
  mutating func next(
    isListed: Bool, canvas: (width: Int, height: Int)
  ) throws(PayloadError) -> (strokes: [StrokeRecord], time: Double?)
}
