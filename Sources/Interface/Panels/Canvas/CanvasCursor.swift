import Geometry
import Paint
import Raster
import Toolkit

/// The shape of the cursor on the canvas.
///
/// All lengths are window px, so the outline has the size and rotation of the ink at any view.
public enum CursorShape: Sendable, Hashable {
  /// A fine cross, for tools that act on a point and for brushes too small for an outline.
  case cross
  /// The outline of a round tip.
  case round(radius: Double)
  /// The outline of a tip that blends: a second ring at half the radius.
  case rings(radius: Double)
  /// The outline of a flat tip: a rectangle of `length` x `thickness`, its long side rotated by
  /// `angle` clockwise from the right.
  case flat(length: Double, thickness: Double, angle: Angle)
  /// The ellipse of a tilted tip, rotated likewise.
  case oval(length: Double, thickness: Double, angle: Angle)

  /// Below this radius a cross is shown, window px.
  static let smallestRadius = 2.5

  /// The shape that is drawn: a cross instead of a very small outline.
  var legible: CursorShape {
    switch self {
    case .cross: .cross
    case .round(let radius), .rings(let radius): radius >= Self.smallestRadius ? self : .cross
    case .flat(let length, _, _), .oval(let length, _, _): length >= 2 * Self.smallestRadius ? self : .cross
    }
  }

  /// From this radius on an outline is damaged in sectors, window px, so that its inside is not
  /// drawn again.
  static let largeRadius = 40.0

  /// Whether it can be cached as a picture: it is not too large and does not rotate with the pen.
  var isPictured: Bool {
    switch self {
    case .cross: true
    case .round(let radius), .rings(let radius): radius <= Self.largeRadius
    case .flat, .oval: false
    }
  }
}

/// The outline of the brush under the pen, for shapes that `pointerPicture` cannot provide: large
/// ones, those that rotate with the pen, and those that stay behind.
///
/// Two lines, dark and light, make it visible on any background.
struct CanvasCursor {
  private var place: Point?
  private var shape = CursorShape.cross
  private var scale = 1.0
  private let pictures = CursorPictures()
  /// The rectangles that it covers, cached for the lookup at every rectangle of a frame.
  private var covered = Region()

  var isShown: Bool { place != nil }

  /// Shows it at a place (window px), or hides it; adds the changed pixels to `damage`.
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

  /// Half the width of the wider line, window px, times the square root of 2 for corners.
  private var reach: Double { 2.3 * scale + 1 }
  /// Outer and inner end of the cross's bars from its centre, window px.
  private var bar: (outer: Double, inner: Double) { (7 * scale, 2 * scale) }

  private static let sectors = 12

  private func addPixels(to damage: inout Region) {
    guard let place else { return }
    switch shape {
    case .cross: add(Rect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y), bar.outer, to: &damage)
    case .round(let radius) where radius > CursorShape.largeRadius: addRing(radius, at: place, to: &damage)
    case .rings(let radius) where radius > CursorShape.largeRadius:
      for radius in [radius, radius / 2] { addRing(radius, at: place, to: &damage) }
    case .round(let radius), .rings(let radius): add(Rect.null.grown(to: place, radius), 0, to: &damage)
    case .flat, .oval: add(outline(at: place).controlBounds, 0, to: &damage)
    }
  }

  private func addRing(_ radius: Double, at place: Point, to damage: inout Region) {
    // The box of each arc is that of its ends, because no arc crosses an axis.
    let step = Angle(degrees: 360 / Double(Self.sectors))
    for i in 0..<Self.sectors {
      let ends = [i, i + 1].map { place + Vector(length: radius, direction: step * Double($0)) }
      var box = Rect.null
      for p in ends { box = box.union(Rect(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y)) }
      add(box, 0, to: &damage)
    }
  }

  private func add(_ box: Rect, _ margin: Double, to damage: inout Region) {
    damage.add(PixelRect(covering: box.insetBy(-margin - reach)))
  }

  private func outline(at place: Point) -> Path {
    switch shape {
    case .cross:
      var path = Path()
      // On the centre of a pixel, so that the bars are crisp.
      let p = Point(place.x.rounded(.down) + 0.5, place.y.rounded(.down) + 0.5)
      for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
        path.move(to: Point(p.x + dx * bar.inner, p.y + dy * bar.inner))
        path.line(to: Point(p.x + dx * bar.outer, p.y + dy * bar.outer))
      }
      return path
    case .round(let radius): return .circle(center: place, radius: radius)
    case .rings(let radius):
      var path = Path.circle(center: place, radius: radius)
      path.move(to: place + Vector(radius / 2, 0))
      path.arc(center: place, radius: radius / 2, from: .zero, to: .halfTurn * 2)
      path.close()
      return path
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

  /// Composites the part within `rect` over the window's pixels, `stride` words a row, with the
  /// same result as a painter. Returns false, with nothing changed, if there is no cached
  /// picture.
  func composite(_ rect: PixelRect, over target: inout MutableSpan<UInt32>, stride: Int) -> Bool {
    guard let place, intersects(rect) else { return true }
    guard shape.isPictured, let (image, corner) = picture(at: place) else { return false }
    let part = PixelRect(x: corner.x, y: corner.y, width: image.width, height: image.height).intersection(rect)
    image.withBytes { bytes in
      for y in part.minY..<part.maxY {
        let row = (y - corner.y) * image.stride - corner.x * 4
        for x in part.minX..<part.maxX {
          let pixel = bytes.unsafeLoad(fromByteOffset: row + x * 4, as: UInt32.self)
          if pixel != 0 { target[y * stride + x] = Pixel.over(pixel, target[y * stride + x]) }
        }
      }
    }
    return true
  }

  /// The picture of a shape for the pointer; nil for one that rotates with the pen, or is larger
  /// than `most` px.
  func pointerPicture(of shape: CursorShape, scale: Double, most: Int) -> CursorPicture? {
    var other = CanvasCursor()
    (other.shape, other.scale) = (shape.legible, scale)
    // In the centre of the pointer's pixel.
    guard other.shape.isPictured, let (image, corner) = other.picture(at: Point(0.5, 0.5)), image.width <= most else {
      return nil
    }
    return CursorPicture(image, hotSpot: -corner.x)
  }

  private func picture(at place: Point) -> (image: ImageSurface, corner: (x: Int, y: Int))? {
    pictures.picture(of: shape, scale: scale, at: place, reach: pictureReach, draw: { drawLines($0, at: $1) })
  }

  func drawLines(_ painter: Painter, at place: Point) {
    let path = outline(at: place)
    painter.stroke(path, StrokeStyle(width: 3.2 * scale, cap: .round), Colour(rgb: 0, alpha: 0.6))
    painter.stroke(path, StrokeStyle(width: 1.6 * scale, cap: .round), Colour(rgb: 0xffffff, alpha: 0.95))
  }

  /// Window px.
  private var pictureReach: Double {
    switch shape {
    case .round(let radius), .rings(let radius): radius + reach
    case .cross, .flat, .oval: bar.outer + reach + 1
    }
  }

  func intersects(_ rect: PixelRect) -> Bool { covered.rects.contains { $0.intersects(rect) } }

  var places: [PixelRect] { covered.rects }
}
