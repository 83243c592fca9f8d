import Document
import Geometry
import Ink
import Paint
import Raster
import Toolkit

/// A sample stroke of a brush at its size on the screen, drawn by the same ink code as on the canvas.
/// A brush of MyPaint that leaves nothing on paper has bands of colour below it.
public struct BrushSample: Hashable, Sendable {
  var brush: Brush
  var colour: UInt32
  var opacity: Double
  var zoom: Double
  public var width: Int
  public var height: Int
  /// The paper's colour, 0xRRGGBB.
  var paper: UInt32

  /// A sample by its parts: the colours 0xRRGGBB, the opacity 0...1, the zoom in window px per canvas px, the size in px.
  public init(
    brush: Brush, colour: UInt32, opacity: Double, zoom: Double, width: Int, height: Int,
    paper: UInt32 = Document.standardPaper
  ) {
    (self.brush, self.colour, self.opacity, self.zoom) = (brush, colour, opacity, zoom)
    (self.width, self.height, self.paper) = (width, height, paper)
  }

  /// Whether drawing it may take longer than a frame, so that a worker has to draw it.
  public var takesLong: Bool { brush.paint != nil || brush.tipImages != nil || brush.paper != nil }

  /// The greatest size of a brush, px; a larger one covers the sample anyway.
  private static let largestSize = 400.0

  /// Draws the stroke on paper. Returns `width` * `height` opaque pixels, row by row; nil if there is
  /// no memory for them.
  public func render() -> [UInt32]? {
    guard let pixels = render(onBands: false) else { return nil }
    // Of MyPaint's brushes many smudge and paint, which bands would hide; blenders and erasers leave
    // nothing on paper.
    guard brush.paint != nil, !Self.isStroke(pixels) else { return pixels }
    return render(onBands: true)
  }

  /// Whether a stroke is visible on paper: a hundredth of the pixels differ much from the corner.
  private static func isStroke(_ pixels: [UInt32]) -> Bool {
    guard let paper = pixels.first else { return false }
    func distance(_ pixel: UInt32) -> Int {
      [16, 8, 0].map { abs(Int(pixel >> $0 & 255) - Int(paper >> $0 & 255)) }.max() ?? 0
    }
    return pixels.count { distance($0) > 40 } > pixels.count / 100
  }

  private func render(onBands: Bool) -> [UInt32]? {
    guard let filler = CoverageFiller(), var document = Document(width: width, height: height) else { return nil }
    if paper != document.paper { _ = document.perform(.setPaper(paper)) }
    let erases = brush.blend == .erase
    if erases { Self.cover(&document, with: { _ in Pixel.opaque(colour) }) }
    if onBands { Self.cover(&document, with: band) }
    var style = InkStyle(colour: colour, blend: erases ? .erase : .over)
    style.exactOpacity = opacity
    var stroke = StrokeInProgress(
      on: document, brush: brush.resized(toFullWidth: min(Self.largestSize, brush.fullWidth * zoom)), style: style,
      filler: filler)
    for sample in Self.samples(width: Double(width), height: Double(height)) { stroke.add(sample) }
    _ = stroke.finish(on: &document)
    var pixels = [UInt32](repeating: 0, count: width * height)
    var target = pixels.mutableSpan
    document.compose(document.bounds, to: &target, start: 0, stride: width)
    return pixels
  }

  /// The colours of the bands below a smudging brush, by column.
  private func band(_ x: Int) -> UInt32 {
    let bands = [0xC0_4A3A, colour, 0x3A_78B8, 0xE0_B040].map { Pixel.opaque($0) }
    return bands[x * 2 * bands.count / max(1, width) % bands.count]
  }

  /// Covers the middle of the drawing with pixels by their column.
  private static func cover(_ document: inout Document, with pixel: (Int) -> UInt32) {
    let row = (0..<document.width).map(pixel)
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
