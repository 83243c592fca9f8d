import Geometry
import Paint

/// A low panel with the view's zoom and rotation and the pen's readings, as far as they are given.
///
/// Its life: placed by its lower left corner; told readings, each time telling which pixels that changed; drawn. Readings
/// that differ by less than can be seen change nothing. Columns are as wide as their usual longest text, so that numbers
/// do not push each other about.
struct StatusStrip {
  /// What a column shows.
  enum Content: Hashable {
    /// Text; the column is at least as wide as `room`.
    case text(String, isDim: Bool, room: String)
    /// A bar of which so many window px are filled.
    case bar(filled: Int)
    /// An arrow to a direction in whole degrees, clockwise from the right.
    case arrow(Int)
    /// A thin line.
    case separator
  }

  /// A column, in window px from the strip's left edge.
  struct Cell: Hashable {
    var content: Content
    var x: Int
    var width: Int
  }

  /// Everything that its picture depends on.
  struct Look: Hashable {
    var cells: [Cell]
    var theme: Theme
  }

  private(set) var readings = StatusReadings()
  private(set) var look: Look
  /// Left edge, window px.
  private var left = 0
  /// Row below its lowest, window px.
  private var bottom = 0

  init(theme: Theme) { look = Look(cells: [], theme: theme) }

  private var theme: Theme { look.theme }
  private var height: Int { Int(theme.whole(34)) }

  /// The panel's pixels, without its shadow; empty where nothing is shown.
  var panel: PixelRect {
    guard let last = look.cells.last else { return .empty }
    return PixelRect(
      x: left, y: bottom - height, width: last.x + last.width + Int(theme.whole(16)), height: height)
  }

  /// Every pixel that it may draw on.
  var frame: PixelRect {
    panel.isEmpty ? .empty : PixelRect(covering: theme.panelShadow.bounds(of: Rect(panel))).grown(by: 1)
  }

  /// Whether a touch there is on the panel.
  func contains(_ p: Point) -> Bool { Rect(panel).contains(p) }

  // MARK: Changes

  /// Moves its lower left corner, in another theme.
  mutating func place(left: Int, bottom: Int, theme: Theme, _ typesetter: Typesetter) -> PixelRect {
    let before = (frame, look)
    (self.left, self.bottom) = (left, bottom)
    if theme != self.theme { look = Look(cells: [], theme: theme) }
    layOut(typesetter)
    return before == (frame, look) ? .empty : before.0.union(frame)
  }

  /// Shows other readings.
  mutating func show(_ readings: StatusReadings, _ typesetter: Typesetter) -> PixelRect {
    guard readings != self.readings else { return .empty }
    self.readings = readings
    let before = (frame, look.cells)
    layOut(typesetter)
    let cells = look.cells
    guard frame == before.0, cells.count == before.1.count else { return before.0.union(frame) }
    var dirty = PixelRect.empty
    for (old, new) in zip(before.1, cells) where old != new {
      guard old.x == new.x, old.width == new.width else { return frame }
      dirty = dirty.union(pixels(of: new))
    }
    return dirty
  }

  /// The pixels of a column; what it shows is cut to them. One more to either side than its width, for letters that lean
  /// out of their box.
  private func pixels(of cell: Cell) -> PixelRect {
    PixelRect(x: panel.minX + cell.x - 1, y: panel.minY, width: cell.width + 2, height: height)
  }

  // MARK: Layout

  private var barWidth: Int { Int(theme.whole(80)) }

  /// What is shown, in groups that a line parts; each column with the gap before it, px at 96 dpi.
  private var groups: [[(gap: Double, Content)]] {
    var groups: [[(gap: Double, Content)]] = []
    if let zoom = readings.zoom {
      groups.append([(0, .text(StatusReadings.shown(zoom: zoom), isDim: false, room: "100 %"))])
    }
    if let rotation = readings.rotation {
      groups.append([(0, .text(DialMode.rotate.shown(rotation), isDim: false, room: "000.0°"))])
    }
    var pen: [(gap: Double, Content)] = []
    if let pressure = readings.pressure {
      let share = pressure.isFinite ? max(0, min(1, pressure)) : 0
      pen = [
        (0, .text("Pen", isDim: true, room: "")),
        (9, .bar(filled: Int((share * Double(barWidth)).rounded()))),
      ]
    }
    if let tilt = readings.tilt {
      let degrees = tilt.azimuth.positive.degrees.rounded()
      pen += [
        (pen.isEmpty ? 0 : 12, .text("tilt " + StatusReadings.shown(lean: tilt.lean), isDim: true, room: "tilt 00°")),
        (5, .arrow(degrees.isFinite ? Int(degrees) % 360 : 0)),
      ]
    }
    if let latency = readings.latency {
      pen.append((pen.isEmpty ? 0 : 18, .text(StatusReadings.shown(latency: latency), isDim: true, room: "0.0 ms")))
    }
    if !pen.isEmpty { groups.append(pen) }
    return groups
  }

  private mutating func layOut(_ typesetter: Typesetter) {
    let old = look.cells
    var cells: [Cell] = []
    var x = Int(theme.whole(16))
    func add(_ content: Content, gap: Double) {
      x += Int(theme.whole(gap))
      let i = cells.count
      let width = i < old.count && old[i].content == content ? old[i].width : width(of: content, typesetter)
      cells.append(Cell(content: content, x: x, width: width))
      x += width
    }
    for (i, group) in groups.enumerated() {
      if i > 0 { add(.separator, gap: 14) }
      for (j, column) in group.enumerated() { add(column.1, gap: i > 0 && j == 0 ? 14 : column.gap) }
    }
    look.cells = cells
  }

  private func width(of content: Content, _ typesetter: Typesetter) -> Int {
    switch content {
    case .text(let text, _, let room):
      let style = theme.text(13)
      let width = max(typesetter.line(text, style).width, room.isEmpty ? 0 : typesetter.line(room, style).width)
      return Int(width.rounded(.up))
    case .bar: return barWidth
    case .arrow: return Int(theme.whole(10))
    case .separator: return Int(theme.whole(1))
    }
  }

  // MARK: Drawing

  /// Draws the part within `dirty` over what is there.
  func draw(on painter: Painter, dirty: PixelRect, _ typesetter: Typesetter, _ cache: LookCache<Look>) {
    let (frame, panel) = (frame, panel)
    cache.show(look, frame: frame, on: painter, dirty: dirty) { painter in
      painter.translate(Double(-frame.minX), Double(-frame.minY))
      painter.panel(Rect(panel), radius: theme.px(10), theme)
      for cell in look.cells {
        painter.saved {
          painter.clip(to: pixels(of: cell))
          painter.translate(Double(panel.minX + cell.x), Double(panel.minY))
          draw(cell, painter, typesetter)
        }
      }
    }
  }

  private func draw(_ cell: Cell, _ painter: Painter, _ typesetter: Typesetter) {
    let colours = theme.colours
    let width = Double(cell.width)
    let middle = Double(height) / 2
    switch cell.content {
    case .text(let text, let isDim, _):
      let line = typesetter.line(text, theme.text(13))
      painter.draw(line, at: Point(0, middle + theme.px(5)), isDim ? colours.dim : colours.text)
    case .bar(let filled):
      let half = theme.whole(8) / 2
      let track = Rect(minX: 0, minY: middle - half, maxX: width, maxY: middle + half)
      painter.fill(.roundedRect(track, radius: half), colours.track)
      guard filled > 0 else { return }
      // A full bar pushed to the left: its right end is round at any length, and its left end stays where it is.
      painter.saved {
        painter.clip(to: .roundedRect(track, radius: half))
        let end = Double(filled)
        let bar = Rect(minX: end - width, minY: track.minY, maxX: end, maxY: track.maxY)
        painter.fill(.roundedRect(bar, radius: half), colours.accent)
      }
    case .arrow(let degrees):
      painter.translate(width / 2, middle)
      painter.transform(.rotation(Angle(degrees: Double(degrees))))
      painter.transform(.scale(theme.scale, theme.scale))
      var arrow = Path.segment(Point(-4, 0), Point(4, 0))
      arrow.move(to: Point(0.8, -3))
      arrow.line(to: Point(4, 0))
      arrow.line(to: Point(0.8, 3))
      painter.stroke(arrow, StrokeStyle(width: 1.2, cap: .round, join: .round), colours.dim)
    case .separator:
      painter.fill(
        .rect(Rect(x: 0, y: (middle - theme.px(9)).rounded(), width: width, height: theme.whole(18))),
        colours.separator)
    }
  }
}
