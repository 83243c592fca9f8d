import Geometry
import Paint
import Raster

/// What is shown on the canvas where the pen is.
///
/// All lengths are window px, so that the outline is that of the ink to come at any zoom and turn of the view.
public enum CursorShape: Sendable, Hashable {
  /// A fine cross: for what acts on a point, and for brushes too small to have an outline.
  case cross
  /// The rim of a round tip.
  case round(radius: Double)
  /// The rim of a flat tip: a rectangle of `length` x `thickness` around the place, its long side turned from the right
  /// clockwise by `angle`.
  case flat(length: Double, thickness: Double, angle: Angle)
  /// The ellipse that a leaning tip covers, its long side turned likewise.
  case oval(length: Double, thickness: Double, angle: Angle)

  /// Radius below which an outline says nothing and a cross is shown, window px.
  static let smallestRadius = 2.5

  /// The shape that is really drawn: one too small to be seen becomes a cross.
  var legible: CursorShape {
    switch self {
    case .cross: .cross
    case .round(let radius): radius >= Self.smallestRadius ? self : .cross
    case .flat(let length, _, _), .oval(let length, _, _): length >= 2 * Self.smallestRadius ? self : .cross
    }
  }

  /// Radius from which an outline is drawn and damaged in parts, window px: its middle need not be drawn anew.
  static let largeRadius = 40.0

  /// Whether it looks the same while a pen hovers, and is small enough to be kept as a picture: tips that are not round turn
  /// with the pen.
  var isPictured: Bool {
    switch self {
    case .cross: true
    case .round(let radius): radius <= Self.largeRadius
    case .flat, .oval: false
    }
  }
}

/// The outline of the brush under the pen, drawn by the program itself where the pointer cannot be shown as it: large ones, those that turn with
/// the pen, and those that stay behind (`pointerPicture` makes the others).
///
/// Its life: shown at a place with a shape, each call telling which pixels that changes; drawn between the canvas and
/// the panels; shown no more. Two lines, a dark and a light one, so that it is seen on any ground.
struct CanvasCursor {
  private var place: Point?
  private var shape = CursorShape.cross
  private var scale = 1.0
  private let pictures = CursorPictures()
  /// Where it lies: asked of every rectangle of every frame, so it is worked out once.
  private var covered = Region()

  /// Whether it is shown.
  var isShown: Bool { place != nil }

  /// Shows it at a place (window px), or nowhere; adds the pixels that look different to `damage`.
  mutating func show(_ shape: CursorShape, at place: Point?, scale: Double, damage: inout Region) {
    let shape = shape.legible
    let place = place.map { shape.isPictured ? CursorPictures.settled($0) : $0 }
    guard place != self.place || (place != nil && shape != self.shape) || scale != self.scale else { return }
    damage.add(covered)
    (self.place, self.shape, self.scale) = (place.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil }, shape, scale)
    covered.removeAll()
    addPixels(to: &covered)
    damage.add(covered)
  }

  /// Reach of the two lines to either side of the outline, window px: half of the wider, by the square root of 2 in the corners.
  private var reach: Double { 2.3 * scale + 1 }
  /// Half the length of the cross's bars, and its gap around the middle, window px.
  private var bar: (outer: Double, inner: Double) { (7 * scale, 2 * scale) }

  /// Sectors that a large outline is damaged by.
  private static let sectors = 12

  private func addPixels(to damage: inout Region) {
    guard let place else { return }
    switch shape {
    case .cross: add(Rect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y), bar.outer, to: &damage)
    case .round(let radius) where radius > CursorShape.largeRadius:
      // The box of each arc between two directions: that of its ends, as none crosses an axis inside.
      let step = Angle(degrees: 360 / Double(Self.sectors))
      for i in 0..<Self.sectors {
        let ends = [i, i + 1].map { place + Vector(length: radius, direction: step * Double($0)) }
        var box = Rect.null
        for p in ends { box = box.union(Rect(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y)) }
        add(box, 0, to: &damage)
      }
    case .round(let radius): add(Rect.null.grown(to: place, radius), 0, to: &damage)
    case .flat, .oval: add(outline(at: place).controlBounds, 0, to: &damage)
    }
  }

  private func add(_ box: Rect, _ margin: Double, to damage: inout Region) {
    damage.add(PixelRect(covering: box.insetBy(-margin - reach)))
  }

  private func outline(at place: Point) -> Path {
    switch shape {
    case .cross:
      var path = Path()
      // On the middle of a pixel, so that the bars are crisp.
      let p = Point(place.x.rounded(.down) + 0.5, place.y.rounded(.down) + 0.5)
      for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
        path.move(to: Point(p.x + dx * bar.inner, p.y + dy * bar.inner))
        path.line(to: Point(p.x + dx * bar.outer, p.y + dy * bar.outer))
      }
      return path
    case .round(let radius): return .circle(center: place, radius: radius)
    case .flat(let length, let thickness, let angle):
      let box = Rect(minX: -length / 2, minY: -thickness / 2, maxX: length / 2, maxY: thickness / 2)
      return Path.rect(box).transformed(by: turned(angle, place))
    case .oval(let length, let thickness, let angle):
      let circle = Path.circle(center: .zero, radius: length / 2)
      let flattened = Affine.scale(1, length > 0 ? thickness / length : 1)
      return circle.transformed(by: flattened).transformed(by: turned(angle, place))
    }
  }

  private func turned(_ angle: Angle, _ place: Point) -> Affine {
    .translation(place - .zero) * .rotation(angle)
  }

  /// Draws the part within `dirty`.
  func draw(on painter: Painter, dirty: PixelRect) {
    guard let place, intersects(dirty) else { return }
    painter.saved {
      painter.clip(to: dirty)
      if shape.isPictured,
        let (image, corner) = picture(at: place)
      {
        painter.draw(image, at: Point(Double(corner.x), Double(corner.y)), filter: .nearest)
      } else {
        drawLines(painter, at: place)
      }
    }
  }

  /// Lays the part within `rect` over the window's pixels, `stride` words a row, if it is kept as a picture or lies elsewhere: as a painter
  /// would draw it. Returns false, with nothing changed, where it takes a painter.
  func composite(_ rect: PixelRect, over target: inout MutableSpan<UInt32>, stride: Int) -> Bool {
    guard let place, intersects(rect) else { return true }
    guard shape.isPictured, let (image, corner) = picture(at: place) else { return false }
    let part = PixelRect(x: corner.x, y: corner.y, width: image.width, height: image.height).intersection(rect)
    image.withBytes { bytes in
      for y in part.minY..<part.maxY {
        let row = (y - corner.y) * image.stride - corner.x * 4
        for x in part.minX..<part.maxX {
          let pixel = bytes.unsafeLoad(fromByteOffset: row + x * 4, as: UInt32.self)
          // Most of it is clear.
          if pixel != 0 { target[y * stride + x] = Pixel.over(pixel, target[y * stride + x]) }
        }
      }
    }
    return true
  }

  /// The picture of a shape that the pointer can be shown as; nil for one that turns with the pen, or that takes more than `most` px
  /// each way.
  func pointerPicture(of shape: CursorShape, scale: Double, most: Int) -> CursorPicture? {
    var other = CanvasCursor()
    (other.shape, other.scale) = (shape.legible, scale)
    // In the middle of the pixel that the pointer is in.
    guard other.shape.isPictured, let (image, corner) = other.picture(at: Point(0.5, 0.5)), image.width <= most else {
      return nil
    }
    return CursorPicture(image, hotSpot: -corner.x)
  }

  private func picture(at place: Point) -> (image: ImageSurface, corner: (x: Int, y: Int))? {
    pictures.picture(of: shape, scale: scale, at: place, reach: pictureReach, draw: { drawLines($0, at: $1) })
  }

  /// Draws its lines anew, as they are at a place.
  func drawLines(_ painter: Painter, at place: Point) {
    let path = outline(at: place)
    painter.stroke(path, StrokeStyle(width: 3.2 * scale, cap: .round), Colour(rgb: 0, alpha: 0.6))
    painter.stroke(path, StrokeStyle(width: 1.6 * scale, cap: .round), Colour(rgb: 0xffffff, alpha: 0.95))
  }

  /// How far a picture of it reaches from the place, window px.
  private var pictureReach: Double {
    if case .round(let radius) = shape { return radius + reach }
    return bar.outer + reach + 1
  }

  /// Whether it may lie in `rect`.
  func intersects(_ rect: PixelRect) -> Bool { covered.rects.contains { $0.intersects(rect) } }

  /// Where it lies.
  var places: [PixelRect] { covered.rects }
}
