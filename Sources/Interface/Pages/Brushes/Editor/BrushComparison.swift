import Geometry
import Ink
import Language
import Paint
import Panels
import Studio
import Toolkit

/// The sample strokes of the saved brush and of the changed one, at the same scale. A worker draws
/// those that take long (`Overlay.wantedSample`).
final class BrushComparison: Widget {
  private struct Picture {
    /// The stroke that the picture shows, or that could not be drawn.
    var shown: BrushSample?
    var surface: ImageSurface?
  }
  private var pictures = [Picture(), Picture()]
  /// The strokes to show: of the saved brush, and of the changed one if it differs.
  private var samples: [BrushSample] = []

  override func size(within width: Int) -> (width: Int, height: Int) { (width, context.whole(2 * 66)) }

  override var access: Access {
    Access(role: .label, name: translated("Strokes of the saved brush and the changed one"))
  }

  override func show() { update() }
  override func layOut() { update() }

  private func place(_ number: Int) -> PixelRect {
    let height = frame.height / 2
    return PixelRect(
      x: frame.minX, y: frame.minY + number * height, width: frame.width, height: height - context.whole(4))
  }

  private func update() {
    guard let draft = context.state.editing?.draft, !frame.isEmpty else { return }
    let brushes = draft.isChanged ? [draft.saved, draft.brush] : [draft.saved]
    // Both at the scale at which the larger one fits.
    let room = 0.45 * Double(place(0).height)
    let factor = min(theme.scale, room / max(1, brushes.map(\.fullWidth).max() ?? 1))
    let new = brushes.map { brush in
      BrushSample(
        brush: brush.resized(toFullWidth: max(1, brush.fullWidth * factor)), colour: context.state.foreground,
        opacity: 1, zoom: 1,
        width: place(0).width, height: place(0).height)
    }
    guard new != samples else { return }
    samples = new
    invalidate()
  }

  /// The stroke that a worker has to draw; nil for none.
  var wanted: BrushSample? {
    zip(samples, pictures).first { $0 != $1.shown && $0.takesLong }?.0
  }

  /// Takes a stroke that a worker has drawn.
  func show(_ sample: BrushSample, pixels: [UInt32]?) {
    for (number, wanted) in samples.enumerated() where wanted == sample {
      pictures[number] = Picture(
        shown: sample, surface: pixels.flatMap { BrushPictures.surface(sample.width, sample.height, $0) })
      invalidate()
    }
  }

  override func draw(on painter: Painter) {
    let titles = [translated("Saved", context: "brush"), translated("Changed", context: "brush")]
    for (number, sample) in samples.enumerated() {
      if pictures[number].shown != sample, !sample.takesLong {
        let surface = sample.render().flatMap { BrushPictures.surface(sample.width, sample.height, $0) }
        pictures[number] = Picture(shown: sample, surface: surface)
      }
      let place = place(number)
      let shape = Path.roundedRect(Rect(place), radius: theme.px(6))
      painter.fill(shape, colours.hover)
      if let surface = pictures[number].surface, surface.width == place.width, surface.height == place.height {
        painter.saved {
          painter.clip(to: shape)
          painter.draw(surface, at: Point(Double(place.minX), Double(place.minY)))
        }
      }
      let line = context.line(titles[number], size: 11)
      let tag = Rect(
        x: Double(place.minX) + theme.px(4), y: Double(place.minY) + theme.px(4), width: line.width + theme.px(10),
        height: theme.px(17 * theme.textScale))
      painter.fill(.roundedRect(tag, radius: theme.px(5)), colours.panel)
      painter.draw(line, at: Point(tag.minX + theme.px(5), tag.center.y + theme.px(4 * theme.textScale)), colours.text)
    }
  }
}
