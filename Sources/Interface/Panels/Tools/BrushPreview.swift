import Geometry
import Ink
import Paint
import Toolkit

/// A sample stroke of the brush in use. One that takes long is drawn by a worker of the program
/// (`Overlay.wantedPreview`); the last picture stays until it has come.
final class BrushPreview: Panel {
  private var appearance: BrushSample?
  private var picture: ImageSurface?
  /// The stroke that `picture` shows, or that could not be drawn.
  private var shown: BrushSample?

  override var takesTouch: Bool { false }
  override func contains(_ p: Point) -> Bool { false }

  override func size(within width: Int) -> (width: Int, height: Int) { (context.whole(192), context.whole(124)) }

  private var paper: PixelRect { frame.grown(by: -context.whole(6)) }

  override func show() {
    let appearance = sample
    guard appearance != self.appearance else { return }
    self.appearance = appearance
    if !isHidden { invalidate() }
  }

  override func layOut() { show() }

  private var sample: BrushSample {
    let state = context.state
    return BrushSample(
      brush: state.drawing, colour: state.foreground, opacity: state.opacity, zoom: state.zoom,
      width: max(1, paper.width), height: max(1, paper.height))
  }

  /// The stroke that a worker has to draw; nil for none.
  var wanted: BrushSample? {
    if isHidden || context.state.drawing.paint == nil { return nil }
    let sample = sample
    return sample != shown ? sample : nil
  }

  /// Takes a stroke that a worker has drawn.
  func show(_ sample: BrushSample, pixels: [UInt32]?) {
    (picture, shown) = (pixels.flatMap { BrushPictures.surface(sample.width, sample.height, $0) }, sample)
    if !isHidden { invalidate() }
  }

  override func draw(on painter: Painter) {
    super.draw(on: painter)
    let sample = sample
    if shown != sample, !sample.takesLong {
      (picture, shown) = (sample.render().flatMap { BrushPictures.surface(sample.width, sample.height, $0) }, sample)
    }
    guard let picture, shown?.width == sample.width, shown?.height == sample.height else { return }
    painter.saved {
      painter.clip(to: .roundedRect(Rect(paper), radius: theme.px(6)))
      painter.draw(picture, at: Point(Double(paper.minX), Double(paper.minY)))
    }
  }
}

extension Overlay {
  /// The sample stroke beside the sliders that a worker has to draw; nil for none.
  public var wantedPreview: BrushSample? { preview.wanted }

  /// Shows such a stroke; nil if it could not be drawn.
  public func showPreview(_ sample: BrushSample, pixels: [UInt32]?) {
    if preview.wanted == sample { preview.show(sample, pixels: pixels) }
  }
}
