import Ink
import Paint

extension Document {
  /// An empty drawing of the size that a recording has; nil where that is larger than a canvas may be.
  public init?(sizedLike recording: Recording) { self.init(width: recording.width, height: recording.height) }

  /// Draws a recording's strokes, each as an edit of its own.
  /// - Parameters:
  ///   - smoother: how the samples become curves.
  ///   - filler: does the filling.
  public mutating func draw(_ recording: Recording, smoother: Smoother = .modelled, filler: CoverageFiller) {
    for stroke in recording.strokes {
      let erases = stroke.brush.isEraser || stroke.samples.first?.tool == .eraser
      let style = InkStyle(
        color: stroke.brush.color, opacity: UInt8((stroke.brush.opacity * 255).rounded()),
        blend: erases ? .erase : .over)
      let kind = erases ? Brush.eraser : Brush()
      let brush = Brush(
        size: stroke.brush.size, minimumShare: kind.minimumShare, pressureCurve: kind.pressureCurve, smoother: smoother,
        strength: stroke.brush.strength)
      var progress = StrokeInProgress(
        on: self, brush: brush, inputScale: stroke.brush.scale, style: style, filler: filler)
      for sample in stroke.samples { progress.add(sample) }
      _ = progress.finish(on: &self)
    }
  }
}
