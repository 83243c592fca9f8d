import Geometry
import Paint
import Raster
import Toolkit

/// Marks of the tools above the drawing: the selection's outline, the frame to scale and rotate it,
/// the crop tool's frame, axes of symmetry, and the eyedropper's loupe. All lengths are window px.
public struct Adornments: Sendable, Hashable {
  /// Outlines of the selection, closed.
  public var outlines: [[Point]] = []
  /// The outline that is being drawn, open.
  public var draft: [Point] = []
  /// The paths of chosen strokes, open.
  public var strokes: [[Point]] = []
  /// The paths of the stroke under the pen, open.
  public var hovered: [[Point]] = []
  /// The corners of the transformation frame, in order; empty for no frame.
  public var frame: [Point] = []
  /// The handles of the frame.
  public var handles: [Point] = []
  /// Whether the last handle is joined to the frame and rotates it.
  public var rotates = true
  /// Whether everything outside of the frame is dark.
  public var shadesOutside = false
  /// Axes of symmetry, from end to end.
  public var axes: [Segment] = []
  /// The handles of a gradient.
  public var gradient: GradientLine?
  /// The eyedropper's loupe.
  public var loupe: Loupe?

  /// A straight line.
  public struct Segment: Sendable, Hashable {
    /// One end.
    public var start: Point
    /// The other end.
    public var end: Point

    /// Creates a line from its ends.
    public init(_ start: Point, _ end: Point) {
      self.start = start
      self.end = end
    }
  }

  /// Magnified pixels around the eyedropper, with the colour that it would take.
  public struct Loupe: Sendable, Hashable {
    /// The position of the eyedropper.
    public var place: Point
    /// The pixels around it row by row, opaque; transparent outside the canvas. As many rows as
    /// columns, an odd number.
    public var pixels: [UInt32]
    /// The colour in the middle, 0xRRGGBB; nil outside the canvas.
    public var colour: UInt32?
    /// The current colour, 0xRRGGBB.
    public var before: UInt32

    /// Creates a loupe from its parts.
    public init(place: Point, pixels: [UInt32], colour: UInt32?, before: UInt32) {
      self.place = place
      self.pixels = pixels
      self.colour = colour
      self.before = before
    }
  }

  /// Creates adornments without any mark.
  public init() {}

  /// Whether there is no mark.
  public var isEmpty: Bool { self == Adornments() }
}

/// Draws adornments between the canvas and the panels, and tracks the pixels that they cover.
struct AdornmentLayer {
  private(set) var shown = Adornments()
  /// How far the dashes have moved, px at 96 dpi.
  private var phase = 0.0
  private var theme = Theme()
  private var covered = Region()
  /// The pixels of the selection's outlines.
  private var outlines = Region()
  private var window = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// Shows other adornments in a window; adds the changed pixels to `damage`.
  mutating func show(_ adornments: Adornments, in window: PixelRect, theme: Theme, damage: inout Region) {
    guard adornments != shown || theme != self.theme || window != self.window else { return }
    damage.add(covered)
    (shown, self.theme, self.window) = (adornments, theme, window)
    outlines = pixelsOfOutlines
    covered = pixels
    damage.add(covered)
  }

  /// Moves the dashes of the selection by a px at 96 dpi; adds the changed pixels to `damage`.
  mutating func moveDashes(damage: inout Region) {
    phase = (phase + 1).truncatingRemainder(dividingBy: 8)
    damage.add(outlines)
  }

  /// Whether dashes move: there are some, and drawing them often is cheap.
  var dashesMove: Bool { !shown.outlines.isEmpty && isFine && outlines.area * 3 <= window.area }

  /// Whether the outlines have few points.
  private var isFine: Bool { shown.outlines.reduce(0) { $0 + $1.count } <= Self.mostPoints }

  var isShown: Bool { !covered.isEmpty }
  func intersects(_ rect: PixelRect) -> Bool { covered.rects.contains { $0.intersects(rect) } }

  var places: [PixelRect] { covered.rects }

  // MARK: Geometry

  private var handleRadius: Double { theme.px(6) }
  private var loupeRadius: Double { theme.px(58) }
  private func loupeCenter(_ loupe: Adornments.Loupe) -> Point {
    // Above the pen, where the hand does not cover it.
    Point(loupe.place.x, loupe.place.y - theme.px(90))
  }

  /// Lines are covered in parts of so many px: the box of a whole line may be the window.
  private static let part = 96.0
  /// The most points of outlines whose parts are looked at.
  private static let mostPoints = 4000

  private var pixelsOfOutlines: Region {
    var region = Region()
    let margin = theme.px(2) + 2
    func add(_ box: Rect) {
      let seen = box.insetBy(-margin).intersection(Rect(window))
      if !seen.isEmpty { region.add(PixelRect(covering: seen)) }
    }
    let isFine = isFine
    for outline in shown.outlines {
      guard var last = outline.last, last.isFinite else { continue }
      var box = Rect.null
      for p in outline where p.isFinite {
        // A long line may be slanted.
        let steps = isFine ? min(64, max(1, (last.distance(to: p) / Self.part).rounded(.up))) : 1
        for step in 0...Int(steps) {
          let place = last.lerp(to: p, Double(step) / steps)
          let larger = box.union(Rect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y))
          if isFine, max(larger.width, larger.height) > Self.part {
            add(larger)
            box = Rect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
          } else {
            box = larger
          }
        }
        last = p
      }
      if box.minX <= box.maxX { add(box) }
    }
    return region
  }

  private var pixels: Region {
    var region = outlines
    func add(_ points: [Point], margin: Double) {
      var box = Rect.null
      for p in points where p.x.isFinite && p.y.isFinite {
        box = box.union(Rect(minX: p.x, minY: p.y, maxX: p.x, maxY: p.y))
      }
      if box.minX <= box.maxX { region.add(PixelRect(covering: box.insetBy(-margin)).grown(by: 1)) }
    }
    let line = theme.px(2) + 1
    func add(paths: [[Point]]) {
      let room = theme.px(4) + 1
      // So many boxes would be slower to draw than one.
      if paths.count > 64 {
        add(Array(paths.joined()), margin: room)
      } else {
        for path in paths { add(path, margin: room) }
      }
    }
    add(shown.draft, margin: line)
    add(paths: shown.strokes)
    add(paths: shown.hovered)
    add(shown.frame, margin: line)
    if shown.shadesOutside { region.add(window) }
    for handle in shown.handles { add([handle], margin: handleRadius + line) }
    if shown.rotates, let last = shown.handles.last { add([last] + shown.frame.prefix(2), margin: line) }
    // In parts: the bounding box of a slanted line could be the whole window.
    for axis in shown.axes {
      let parts = 12
      for i in 0..<parts {
        func at(_ k: Int) -> Point { axis.start + (axis.end - axis.start) * (Double(k) / Double(parts)) }
        add([at(i), at(i + 1)], margin: line)
      }
    }
    if let gradient = shown.gradient { add(gradient.points, margin: GradientLine.radius(theme) + line) }
    if let loupe = shown.loupe {
      add([loupeCenter(loupe)], margin: loupeRadius + theme.px(4) + 1)
      add([loupe.place], margin: theme.px(12))
    }
    return region
  }

  // MARK: Drawing

  func draw(on painter: Painter, dirty: PixelRect) {
    guard intersects(dirty) else { return }
    painter.saved {
      painter.clip(to: dirty)
      drawShade(painter)
      var axes = Path()
      for axis in shown.axes {
        axes.move(to: axis.start)
        axes.line(to: axis.end)
      }
      twoTone(axes, painter, dash: [theme.px(8), theme.px(6)])
      var edges = Path()
      for outline in shown.outlines { add(outline, isClosed: true, to: &edges) }
      add(shown.draft, isClosed: false, to: &edges)
      twoTone(edges, painter, dash: [theme.px(4), theme.px(4)], offset: theme.px(-phase))
      draw(shown.strokes, painter, isStrong: true)
      draw(shown.hovered, painter, isStrong: false)
      drawFrame(painter)
      shown.gradient?.draw(on: painter, theme)
      if let loupe = shown.loupe { draw(loupe, painter) }
    }
  }

  private func add(_ points: [Point], isClosed: Bool, to path: inout Path) {
    guard let first = points.first, points.count > 1 else { return }
    path.move(to: first)
    for p in points.dropFirst() { path.line(to: p) }
    if isClosed { path.close() }
  }

  /// Draws the paths of strokes, a dot for one without length: in the accent's colour on a light ground, visible on any ink.
  private func draw(_ lines: [[Point]], _ painter: Painter, isStrong: Bool) {
    var path = Path()
    for line in lines {
      guard let first = line.first, first.isFinite else { continue }
      path.move(to: first)
      // Cairo draws a dot where a line ends at its start.
      for p in line.dropFirst() where p.isFinite { path.line(to: p) }
      if line.count == 1 { path.line(to: first) }
    }
    if path.elements.isEmpty { return }
    let (width, colours) = (isStrong ? 1.8 : 1.2, theme.colours)
    painter.stroke(
      path, StrokeStyle(width: theme.px(width + 2), cap: .round, join: .round), Colour(rgb: 0xffffff, alpha: 0.85))
    painter.stroke(path, StrokeStyle(width: theme.px(width), cap: .round, join: .round), colours.accent)
  }

  /// A light line with dark dashes, visible on any background.
  private func twoTone(_ path: Path, _ painter: Painter, dash: [Double], offset: Double = 0) {
    guard !path.elements.isEmpty else { return }
    painter.stroke(path, StrokeStyle(width: theme.px(1.6)), Colour(rgb: 0xffffff, alpha: 0.9))
    var dark = StrokeStyle(width: theme.px(1.2), dash: dash)
    dark.dashOffset = offset
    painter.stroke(path, dark, Colour(rgb: 0x1f2024, alpha: 0.95))
  }

  /// Darkens what lies outside of the frame.
  private func drawShade(_ painter: Painter) {
    guard shown.shadesOutside, shown.frame.count == 4 else { return }
    var path = Path.rect(Rect(window))
    // The other way round than the window's rectangle, so that the inside stays clear.
    let signed = zip(shown.frame, shown.frame.dropFirst() + shown.frame.prefix(1)).reduce(0) {
      $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y
    }
    add(signed > 0 ? shown.frame.reversed() : shown.frame, isClosed: true, to: &path)
    painter.fill(path, Colour(rgb: 0x101114, alpha: 0.55))
  }

  private func drawFrame(_ painter: Painter) {
    let colours = theme.colours
    if shown.frame.count == 4 {
      var path = Path()
      add(shown.frame, isClosed: true, to: &path)
      if shown.rotates, let turn = shown.handles.last, shown.handles.count > 1 {
        let top = shown.frame[0] + (shown.frame[1] - shown.frame[0]) * 0.5
        path.move(to: top)
        path.line(to: turn)
      }
      if colours.isHighContrast {
        painter.stroke(path, StrokeStyle(width: theme.px(5), join: .round), colours.onAccent)
        painter.stroke(path, StrokeStyle(width: theme.px(2), join: .round), colours.accent)
      } else {
        painter.stroke(path, StrokeStyle(width: theme.px(2.4)), Colour(rgb: 0xffffff, alpha: 0.7))
        painter.stroke(path, StrokeStyle(width: theme.px(1.2)), colours.accent)
      }
    }
    for handle in shown.handles {
      let (ground, edge) = colours.isHighContrast ? (colours.accent, colours.onAccent) : (.white, colours.accent)
      painter.fill(.circle(center: handle, radius: handleRadius), ground)
      painter.stroke(
        .circle(center: handle, radius: handleRadius), StrokeStyle(width: theme.px(colours.isHighContrast ? 2 : 1.6)),
        edge)
    }
  }

  private func draw(_ loupe: Adornments.Loupe, _ painter: Painter) {
    let center = loupeCenter(loupe)
    let side = Int(Double(loupe.pixels.count).squareRoot().rounded())
    guard side > 0, side * side == loupe.pixels.count else { return }
    let radius = theme.px(46)
    // Two tones, visible on any background.
    painter.fill(.circle(center: center, radius: loupeRadius), Colour(rgb: 0x1f2024))
    painter.stroke(.circle(center: center, radius: loupeRadius - theme.px(2)), StrokeStyle(width: theme.px(2)), .white)
    // The ring: the new colour above, the current one below.
    let ring = theme.px(7)
    var upper = Path()
    upper.arc(center: center, radius: radius + ring / 2, from: Angle(degrees: -180), to: .zero)
    painter.stroke(upper, StrokeStyle(width: ring), Colour(rgb: loupe.colour ?? loupe.before))
    var lower = Path()
    lower.arc(center: center, radius: radius + ring / 2, from: .zero, to: Angle(degrees: 180))
    painter.stroke(lower, StrokeStyle(width: ring), Colour(rgb: loupe.before))
    painter.saved {
      painter.clip(to: .circle(center: center, radius: radius))
      let cell = 2 * radius / Double(side)
      for (i, pixel) in loupe.pixels.enumerated() where pixel >> 24 != 0 {
        let (x, y) = (Double(i % side), Double(i / side))
        // On whole px, so that no seam is visible.
        let box = Rect(
          minX: (center.x - radius + x * cell).rounded(), minY: (center.y - radius + y * cell).rounded(),
          maxX: (center.x - radius + (x + 1) * cell).rounded(), maxY: (center.y - radius + (y + 1) * cell).rounded())
        painter.fill(.rect(box), Colour(rgb: pixel & 0xff_ffff))
      }
    }
    let cell = 2 * radius / Double(side)
    let middle = Rect(
      minX: center.x - cell / 2, minY: center.y - cell / 2, maxX: center.x + cell / 2, maxY: center.y + cell / 2)
    painter.stroke(.rect(middle.insetBy(-1)), StrokeStyle(width: theme.px(2)), Colour(rgb: 0xffffff))
    painter.stroke(.rect(middle.insetBy(-2)), StrokeStyle(width: theme.px(1)), Colour(rgb: 0x1f2024))
  }
}
