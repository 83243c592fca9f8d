import Geometry
import Language
import Paint
import Toolkit

/// A strip with zoom, rotation, the pen's tilt and the latency, as far as they are given.
///
/// A press on the zoom or the rotation opens a field for a number. Only changed columns are drawn again. Columns are as wide as their usual longest text, so that
/// changing numbers do not move others.
final class StatusPanel: Panel {
  enum Content: Hashable {
    /// Text; the column is at least as wide as `room`.
    case text(String, isDim: Bool, room: String)
    /// An arrow in a direction in whole degrees, clockwise from the right; none for a vertical pen.
    case arrow(Int?)
    case separator
  }

  /// A column, in window px from the strip's left edge.
  struct Cell: Hashable {
    var content: Content
    var x: Int
    var width: Int
  }

  private(set) var readings = StatusReadings()
  private(set) var cells: [Cell] = []
  /// The zoom and the rotation, which can be typed.
  let numbers: [NumberSpot]
  private var measured: Theme?

  override var cornerRadius: Double { 10 }

  override init(_ context: WidgetContext) {
    numbers = [NumberSpot(context, .zoom), NumberSpot(context, .rotate)]
    super.init(context)
    for number in numbers { add(number) }
  }

  override func layOut() { placeNumbers() }

  private func placeNumbers() {
    let texts = cells.filter { if case .text(_, let isDim, _) = $0.content { !isDim } else { false } }
    for (i, number) in numbers.enumerated() {
      let isShown = (i == 0 ? readings.zoom : readings.rotation) != nil
      number.isHidden = !isShown
      guard isShown, let cell = texts.indices.contains(i) ? texts[i] : texts.last else { continue }
      let edge = context.whole(6)
      number.place(
        PixelRect(
          minX: frame.minX + cell.x - edge, minY: frame.minY + context.whole(2),
          maxX: frame.minX + cell.x + cell.width + edge, maxY: frame.maxY - context.whole(2)))
    }
  }

  private var height: Int { context.whole(theme.lineHeight(34)) }
  /// The width of all cells, window px; 0 if nothing is shown.
  private var width: Int { cells.last.map { $0.x + $0.width + context.whole(16) } ?? 0 }

  override var isOpen: Bool { width > 0 }

  // MARK: Changes

  override func size(within width: Int) -> (width: Int, height: Int) {
    if measured != theme { measure() }
    return (self.width, self.width == 0 ? 0 : height)
  }

  func show(_ readings: StatusReadings) {
    guard readings != self.readings else { return }
    self.readings = readings
    let (before, width) = (cells, width)
    measure()
    // A wider strip may no longer fit beside the dial, and the other way round.
    if self.width != width { context.overlay?.layOut() }
    placeNumbers()
    guard before.count == cells.count else { return invalidate() }
    for (old, new) in zip(before, cells) where old != new {
      if old.x != new.x || old.width != new.width { return invalidate() }
      invalidate(pixels(of: new))
    }
  }

  /// The pixels of a column, to which its content is clipped. One px wider on both sides, for
  /// letters that extend beyond their box.
  private func pixels(of cell: Cell) -> PixelRect {
    PixelRect(x: frame.minX + cell.x - 1, y: frame.minY, width: cell.width + 2, height: height)
  }

  override var access: Access {
    let words = cells.compactMap { if case .text(let text, _, _) = $0.content { text } else { nil } }
    var access = Access(role: .statusBar, name: translated("Status"))
    access.description = words.joined(separator: ", ")
    return access
  }

  // MARK: Layout

  /// The content in groups separated by lines; each column with the gap before it, px at 96 dpi.
  private var groups: [[(gap: Double, Content)]] {
    var groups: [[(gap: Double, Content)]] = []
    if let zoom = readings.zoom {
      groups.append([(0, .text(StatusReadings.shown(zoom: zoom), isDim: false, room: "100 %"))])
    }
    if let rotation = readings.rotation {
      groups.append([(0, .text(DialMode.rotate.shown(rotation), isDim: false, room: "000.0°"))])
    }
    var pen: [(gap: Double, Content)] = []
    if let tilt = readings.tilt {
      let degrees = tilt.azimuth.positive.degrees.rounded()
      pen += [
        (
          0,
          .text(
            translated("tilt {angle}", ["angle": StatusReadings.shown(lean: tilt.lean)]), isDim: true,
            room: translated("tilt {angle}", ["angle": "00°"]))
        ),
        (5, .arrow(degrees.isFinite && tilt.lean.degrees >= 0.5 ? Int(degrees) % 360 : nil)),
      ]
    }
    if let latency = readings.latency {
      pen.append((pen.isEmpty ? 0 : 18, .text(StatusReadings.shown(latency: latency), isDim: true, room: "0.0 ms")))
    }
    if !pen.isEmpty { groups.append(pen) }
    return groups
  }

  private func measure() {
    let old = measured == theme ? cells : []
    measured = theme
    var cells: [Cell] = []
    var x = context.whole(16)
    func add(_ content: Content, gap: Double) {
      x += context.whole(gap)
      let i = cells.count
      let width = i < old.count && old[i].content == content ? old[i].width : width(of: content)
      cells.append(Cell(content: content, x: x, width: width))
      x += width
    }
    for (i, group) in groups.enumerated() {
      if i > 0 { add(.separator, gap: 14) }
      for (j, column) in group.enumerated() { add(column.1, gap: i > 0 && j == 0 ? 14 : column.gap) }
    }
    self.cells = cells
  }

  private func width(of content: Content) -> Int {
    switch content {
    case .text(let text, _, let room):
      let width = max(context.line(text).width, room.isEmpty ? 0 : context.line(room).width)
      return Int(width.rounded(.up))
    case .arrow: return context.whole(10)
    case .separator: return context.whole(1)
    }
  }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    super.draw(on: painter)
    for cell in cells where painter.shows(Rect(pixels(of: cell))) {
      painter.saved {
        painter.clip(to: pixels(of: cell))
        painter.translate(Double(frame.minX + cell.x), Double(frame.minY))
        draw(cell, painter)
      }
    }
  }

  private func draw(_ cell: Cell, _ painter: Painter) {
    let width = Double(cell.width)
    let middle = Double(height) / 2
    switch cell.content {
    case .text(let text, let isDim, _):
      painter.draw(
        context.line(text), at: Point(0, middle + theme.px(5)), isDim ? colours.dim : colours.text)
    case .arrow(let degrees):
      guard let degrees else { return }
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
