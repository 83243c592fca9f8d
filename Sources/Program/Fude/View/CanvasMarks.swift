import Desktop
import Document
import Geometry
import Ink
import Input
import Panels
import Studio
import Toolkit

/// The marks on the canvas: the outline under the pen and what tools are about to do.
final class CanvasMarks: Part {
  private let place: Workplace
  private let pointer: any PointerAccess
  /// Where the pen is over the canvas; nil where it is away or on a panel.
  private(set) var hover: PenSample?
  /// Where the pen was lifted last, until it moves away from there.
  private var liftPlace: Point?
  /// The outline that was last wanted as the pointer's picture, and that picture, if it has one.
  private var drawn: (shape: CursorShape, scale: Double, picture: PointerPicture?)?

  init(_ place: Workplace, _ pointer: any PointerAccess) { (self.place, self.pointer) = (place, pointer) }

  /// Remembers where the pen is, for the outline under it.
  func follow(_ e: PointerEvent, isOnPanel: Bool) {
    switch e.phase {
    case .left: (hover, liftPlace) = (nil, nil)
    // After a lift there is neither an outline nor a cursor picture until the pen moves away;
    // otherwise it would flicker between the strokes of a word.
    case .up: (hover, liftPlace) = (nil, e.sample.position)
    case .hover, .down, .drag, .press, .release:
      if let liftPlace, e.phase == .hover,
        e.sample.position.distance(to: liftPlace) < Self.liftedDistance
      {
        break
      }
      liftPlace = nil
      hover = isOnPanel ? nil : e.sample
    }
    if isOnPanel || e.phase == .left { pointer.setPointerShape(.arrow) }
  }

  /// The distance from the lift after which the outline is shown again, window px.
  private static let liftedDistance = 4.0

  /// Shows the outline under the pen. There is none while ink is drawn, since the ink's front shows
  /// the pen's position. An eraser or a blender has no such front, so its outline stays.
  func showCursor() {
    guard let hover else {
      pointer.withdrawPointerPicture()
      return place.overlay.show(cursor: .cross, at: nil)
    }
    let isOutline = place.session.settings.cursor == .outline
    if place.session.isDrawing, !place.session.isErasingNow, !place.session.isBlendingNow {
      if isOutline { pointer.setPointerShape(.none) }
      return place.overlay.show(cursor: .cross, at: nil)
    }
    let outline = place.session.cursorOutline(for: hover)
    guard isOutline, !outline.tool.movesView else {
      pointer.setPointerShape(outline.tool.movesView ? .move : .crosshair)
      return place.overlay.show(cursor: .cross, at: nil)
    }
    let shape = Self.shape(outline, place.session.view)
    // The pointer does not follow a finger.
    if !place.session.isResizingBrush, hover.tool != .touch, let picture = pointerPicture(of: shape) {
      pointer.setPointerShape(.picture(picture))
      return place.overlay.show(cursor: .cross, at: nil)
    }
    pointer.setPointerShape(.none)
    place.overlay.show(cursor: shape, at: place.session.view.canvasToWindow(outline.center))
  }

  /// Forgets the pen, whose place on another canvas is unknown.
  func forgetPen() { hover = nil }

  /// Shows the rope that pulls the ink of the stroke in progress.
  func showRope() {
    place.overlay.show(rope: place.session.rope.map { Adornments.Segment($0.pen, $0.ink) })
  }

  /// The outline as a cursor picture, which the server moves without the program, mostly in
  /// hardware; nil if the program must draw it.
  private func pointerPicture(of shape: CursorShape) -> PointerPicture? {
    let scale = place.overlay.theme.scale
    if let known = drawn, known.shape == shape, known.scale == scale { return known.picture }
    var new: PointerPicture?
    if pointer.showsPictures, let picture = place.overlay.pointerPicture(of: shape, most: PointerPicture.largestSide) {
      new = PointerPicture(
        width: picture.side, height: picture.side, hotSpot: (picture.hotSpot, picture.hotSpot), pixels: picture.pixels)
    }
    drawn = (shape, scale, new)
    return new
  }

  private static func shape(_ outline: CursorOutline, _ view: View) -> CursorShape {
    let radius = outline.radius * view.zoom
    guard outline.radius > 0 else { return .cross }
    if outline.isBlending { return .rings(radius: radius) }
    if outline.thickness >= 1 { return .round(radius: radius) }
    let direction = view.canvasToWindow(Vector(length: 1, direction: outline.direction)).direction
    return .flat(length: 2 * radius, thickness: 2 * radius * outline.thickness, angle: direction)
  }

  /// Shows what the tools are about to do.
  func follow() {
    guard place.frame.isDirty(.adornments) else { return }
    place.frame.clear(.adornments)
    let view = place.session.view
    let toWindow = view.canvasToWindow
    func shown(_ points: [Point]) -> [Point] { points.map { toWindow($0) } }
    var all = Adornments()
    let lines = SeenLines(toWindow, width: view.windowWidth, height: view.windowHeight)
    func seen(_ strokes: [[SIMD2<Float>]]) -> [[Point]] {
      lines.lines(strokes.lazy.map { $0.lazy.map { Point(Double($0.x), Double($0.y)) } }, least: 1.5)
    }
    all.outlines = lines.outlines(place.session.selectionOutline)
    let marks = place.session.marks
    all.draft = shown(marks.draft)
    all.strokes = seen(marks.strokes.chosen)
    all.hovered = seen(marks.strokes.hovered)
    if let frame = marks.frame {
      all.frame = shown(frame.corners)
      all.handles = frame.handles.map { frame.place(of: $0, in: view, scale: place.overlay.theme.scale) }
      (all.rotates, all.shadesOutside) = (frame.rotates, marks.shadesOutside)
    }
    if let gradient = marks.gradient {
      all.gradient = GradientLine(
        from: toWindow(gradient.from), to: toWindow(gradient.to),
        stops: gradient.stops.enumerated().map { index, stop in
          GradientLine.Stop(
            place: toWindow(stop.place), colour: stop.colour, opacity: stop.opacity, isChosen: index == gradient.chosen)
        })
    }
    let symmetry = place.session.toolSettings.symmetry
    if symmetry.isActive {
      let bounds = place.session.document.bounds
      let center = symmetry.center(onCanvas: bounds)
      let reach = Double(bounds.width + bounds.height)
      all.axes = symmetry.axes.compactMap {
        Self.seen(
          Adornments.Segment(toWindow(center), toWindow(center + Vector(length: reach, direction: $0))),
          inWindow: (view.windowWidth, view.windowHeight))
      }
    }
    if let pick = marks.pick {
      all.loupe = Adornments.Loupe(
        place: pick.place, pixels: place.session.canvasPixels(around: pick.place, side: Self.loupeSide),
        colour: pick.colour,
        before: pick.before)
    }
    place.overlay.show(all)
  }

  /// The part of a line near the window, px: Cairo's coordinates end at 2^23. Nil for a line that
  /// does not come near.
  static func seen(_ line: Adornments.Segment, inWindow size: (width: Int, height: Int)) -> Adornments.Segment? {
    let way = line.end - line.start
    guard way.length > 0 else { return nil }
    let middle = Point(Double(size.width) / 2, Double(size.height) / 2)
    // Further from the middle than this, nothing is in the window.
    let reach = Double(size.width + size.height)
    let unit = way / way.length
    let nearest = (middle - line.start).dot(unit)
    let (start, end) = (max(0, nearest - reach), min(way.length, nearest + reach))
    return start < end ? Adornments.Segment(line.start + unit * start, line.start + unit * end) : nil
  }

  /// Pixels in a row of the eyedropper's loupe.
  private static let loupeSide = 13
}
