import Ink
import Paint

extension Document {
  /// An empty drawing of the size that a recording has; nil where that is larger than a canvas may be.
  public init?(sizedLike recording: Recording) { self.init(width: recording.width, height: recording.height) }

  /// Draws a recording's strokes, each as an edit of its own.
  /// - Parameters:
  ///   - brushes: what the recording's brushes are; one that is not there is drawn as the pen (`unknownBrush(in:)`).
  ///   - smoother: how the samples become curves.
  ///   - strength: how much shake is taken out, 0...100, but for brushes with a strength of their own; nil for what was recorded.
  ///   - filler: does the filling.
  ///   - keepsEdits: whether the strokes can be undone, or be drawn again in other sizes. Without that no edit is kept, which
  ///     bounds the memory by the picture instead of by the number of strokes.
  public mutating func draw(
    _ recording: Recording, with brushes: BrushLibrary = BrushLibrary(), smoother: Smoother = .modelled,
    strength: Double? = nil, filler: CoverageFiller, keepsEdits: Bool = true
  ) {
    for stroke in recording.strokes {
      let erases = stroke.brush.isEraser || stroke.samples.first?.tool == .eraser
      let style = InkStyle(
        color: stroke.brush.color, opacity: UInt8((stroke.brush.opacity * 255).rounded()),
        blend: erases ? .erase : .over)
      let kind = erases ? brushes["eraser"] ?? .eraser : brushes[stroke.brush.kind] ?? Brush()
      var brush = kind.resized(to: stroke.brush.size)
      (brush.smoother, brush.strength) = (smoother, stroke.brush.strength)
      if let strength { brush = brush.steadied(by: strength) }
      var progress = StrokeInProgress(
        on: self, brush: brush, inputScale: stroke.brush.scale, style: style, filler: filler)
      for sample in stroke.samples { progress.add(sample) }
      _ = progress.finish(on: &self)
      if !keepsEdits { _ = history.forgetOldest() }
    }
  }
}

extension BrushLibrary {
  /// The first brush that a recording asks for and that is not there; nil where all are.
  public func unknownBrush(in recording: Recording) -> String? {
    for stroke in recording.strokes where !stroke.brush.isEraser && self[stroke.brush.kind] == nil {
      return stroke.brush.kind
    }
    return nil
  }
}
