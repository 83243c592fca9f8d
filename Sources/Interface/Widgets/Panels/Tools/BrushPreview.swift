import Document
import Geometry
import Ink
import Paint
import Raster

/// A sample stroke of the brush in use at the size on the screen, drawn by the same ink code as on
/// the canvas.
final class BrushPreview: Panel {
  private struct Appearance: Hashable {
    var brush: Brush
    var colour: UInt32
    var opacity: Double
    var zoom: Double
    var width: Int
    var height: Int
  }

  private var appearance: Appearance?
  private var picture: ImageSurface?
  private var shown: Appearance?
  private var filler: CoverageFiller?

  override var takesTouch: Bool { false }
  override func contains(_ p: Point) -> Bool { false }

  override func size(within width: Int) -> (width: Int, height: Int) { (context.whole(192), context.whole(124)) }

  private var paper: PixelRect { frame.grown(by: -context.whole(6)) }

  override func show() {
    let appearance = wantedAppearance
    guard appearance != self.appearance else { return }
    self.appearance = appearance
    if !isHidden { invalidate() }
  }

  override func layOut() { show() }

  private var wantedAppearance: Appearance {
    let state = context.state
    return Appearance(
      brush: state.drawing, colour: state.foreground, opacity: state.opacity, zoom: state.zoom,
      width: max(1, paper.width), height: max(1, paper.height))
  }

  override func draw(on painter: Painter) {
    super.draw(on: painter)
    let appearance = wantedAppearance
    if shown != appearance || picture == nil { (picture, shown) = (render(appearance), appearance) }
    guard let picture else { return }
    painter.saved {
      painter.clip(to: .roundedRect(Rect(paper), radius: theme.px(6)))
      painter.draw(picture, at: Point(Double(paper.minX), Double(paper.minY)))
    }
  }

  /// Draws the stroke; nil if there is no memory for it.
  private func render(_ appearance: Appearance) -> ImageSurface? {
    if filler == nil { filler = CoverageFiller() }
    guard let filler, var document = Document(width: appearance.width, height: appearance.height),
      let surface = try? ImageSurface(width: appearance.width, height: appearance.height, format: .xrgb32)
    else { return nil }
    let erases = appearance.brush.blend == .erase
    if erases { Self.cover(&document, with: Pixel.opaque(appearance.colour)) }
    var stroke = StrokeInProgress(
      on: document, brush: appearance.brush.resized(to: appearance.brush.size * appearance.zoom),
      style: InkStyle(
        color: appearance.colour, opacity: UInt8((max(0, min(1, appearance.opacity)) * 255).rounded()),
        blend: erases ? .erase : .over),
      filler: filler)
    for sample in Self.samples(width: Double(appearance.width), height: Double(appearance.height)) {
      stroke.add(sample)
    }
    _ = stroke.finish(on: &document)
    // The picture's rows may be longer than its width.
    let words = surface.stride / 4
    surface.withMutableBytes { bytes in
      bytes.withUnsafeMutableBytes { raw in
        let pixels = raw.bindMemory(to: UInt32.self)
        var target = pixels.mutableSpan
        document.compose(document.bounds, to: &target, start: 0, stride: words)
      }
    }
    return surface
  }

  /// Covers the middle of the drawing with ink that can be erased.
  private static func cover(_ document: inout Document, with pixel: UInt32) {
    let row = [UInt32](repeating: pixel, count: document.width)
    for y in document.height / 4..<document.height * 3 / 4 { document.load(row: y, pixels: row.span) }
  }

  /// A wave from left to right with more pressure in its middle, and a usual tilt.
  private static func samples(width: Double, height: Double) -> [PenSample] {
    let count = 60
    return (0...count).map { i in
      let t = Double(i) / Double(count)
      let turn = Angle(radians: t * 2 * .pi)
      return PenSample(
        position: Point(width * (0.12 + 0.76 * t), height * (0.5 - 0.22 * turn.sine)), time: t * 0.5,
        pressure: 0.08 + 0.92 * Angle(radians: t * .pi).sine, altitude: Angle(degrees: 55),
        azimuth: Angle(degrees: 35))
    }
  }
}
