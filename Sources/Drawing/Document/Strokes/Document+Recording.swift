import Geometry
import Ink
import Paint
import Raster

extension Document {
  /// Makes an empty drawing with the size of a recording; nil if that is too large for a canvas.
  public init?(sizedLike recording: Recording) { self.init(width: recording.width, height: recording.height) }

  /// Makes a drawing to draw a recording on; nil for a size that is not possible.
  /// - Parameters:
  ///   - width: in px, as `height`.
  ///   - ground: the picture that the layer begins with, at the upper left corner; what is beyond
  ///     the canvas is cut.
  ///   - isPaperShown: whether the drawing has paper.
  public init?(width: Int, height: Int, ground: TileGrid?, isPaperShown: Bool) {
    self.init(width: width, height: height)
    if let ground {
      let place = PixelArrangement(
        width: ground.width, height: ground.height, resizedTo: PixelRect(x: 0, y: 0, width: width, height: height))
      layers[0].image = place(ground)
    }
    showPaper(isPaperShown)
  }

  /// Draws a recording's strokes, each as its own edit.
  /// - Parameters:
  ///   - brushes: the brushes by name; a missing one is drawn as the pen (`unknownBrush(in:)`).
  ///   - ink: what differs from the recorded brushes.
  ///   - isWanted: called before each stroke with the progress, 0...1; returning false stops.
  ///   - keepsEdits: whether strokes can be undone. Without edits, memory does not grow with the
  ///     number of strokes.
  public mutating func draw(
    _ recording: Recording, with brushes: (String) -> Brush? = { $0 == "eraser" ? .eraser : nil },
    as ink: RecordingInk = RecordingInk(),
    filler: CoverageFiller, keepsEdits: Bool = true,
    isWanted: (Double) -> Bool = { _ in true }
  ) {
    let count = recording.strokeCount
    var index = 0
    recording.forEachStroke { stroke in
      guard isWanted(Double(index) / Double(count)) else { return false }
      let erases = stroke.brush.isEraser || stroke.samples.first?.tool == .eraser
      var style = InkStyle(colour: ink.colour ?? stroke.brush.colour, blend: erases ? .erase : .over)
      style.exactOpacity = stroke.brush.opacity
      var progress = StrokeInProgress(
        on: self, brush: ink.brush(of: stroke.brush, erases: erases, from: brushes), inputScale: stroke.brush.scale,
        style: style, filler: filler, conditions: PaintConditions(seed: ink.seed + index))
      for sample in stroke.samples { progress.add(sample) }
      _ = progress.finish(on: &self)
      if !keepsEdits { _ = history.forgetOldest() }
      index += 1
      return true
    }
  }
}
