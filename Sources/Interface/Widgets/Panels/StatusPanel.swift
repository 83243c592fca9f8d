import Geometry
import Language
import Paint

/// A strip with zoom, rotation and the pen's readings, as far as they are given.
///
/// Only changed columns are drawn again. Columns are as wide as their usual longest text, so that
/// changing numbers do not move others.
final class StatusPanel: Panel {
  enum Content: Hashable {
    /// Text; the column is at least as wide as `room`.
    case text(String, isDim: Bool, room: String)
    /// A bar with its filled length, window px.
    case bar(filled: Int)
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
  /// The targets over zoom and rotation; a press on one lets the user type it.
  let (zoom, rotation): (ValueButton, ValueButton)
  private var measured: Theme?

  override init(_ context: WidgetContext) {
    (zoom, rotation) = (ValueButton(context), ValueButton(context))
    super.init(context)
    for (button, mode) in [(zoom, DialMode.zoom), (rotation, .rotate)] {
      let value = { [weak self] in mode == .zoom ? self?.readings.zoom : self?.readings.rotation }
      button.form = { value().map { mode.form($0) } }
      button.words = { value().map { mode.shown($0) } ?? "" }
      button.onEnter = { [.released(mode, $0)] }
      add(button)
    }
    placeButtons()
  }

  override var cornerRadius: Double { 10 }

  private var height: Int { context.whole(theme.lineHeight(34)) }
  /// The width of all cells, window px; 0 if nothing is shown.
  private var width: Int { cells.last.map { $0.x + $0.width + context.whole(16) } ?? 0 }

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
    if self.width != width { context.overlay?.layOut() } else { placeButtons() }
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

  override func layOut() { placeButtons() }

  /// Places the targets over their columns: the first texts, in the order of `groups`.
  private func placeButtons() {
    var texts = cells.filter { if case .text(_, let isDim, _) = $0.content { !isDim } else { false } }[...]
    for (button, isShown) in [(zoom, readings.zoom != nil), (rotation, readings.rotation != nil)] {
      let cell = isShown ? texts.popFirst() : nil
      button.isHidden = cell == nil
      guard let cell else { continue }
      button.place(PixelRect(x: frame.minX + cell.x, y: frame.minY, width: cell.width, height: height))
    }
  }

  private var barWidth: Int { context.whole(80) }

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
    if let pressure = readings.pressure {
      let share = pressure.isFinite ? max(0, min(1, pressure)) : 0
      pen = [
        (0, .text(translated("Pen", context: "status line, beside its pressure"), isDim: true, room: "")),
        (9, .bar(filled: Int((share * Double(barWidth)).rounded()))),
      ]
    }
    if let tilt = readings.tilt {
      let degrees = tilt.azimuth.positive.degrees.rounded()
      pen += [
        (
          pen.isEmpty ? 0 : 12,
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
    case .bar: return barWidth
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
    case .bar(let filled):
      let half = theme.whole(8) / 2
      let track = Rect(minX: 0, minY: middle - half, maxX: width, maxY: middle + half)
      // The empty part is thinner, so that the filled part is visible without colours.
      let thin = theme.whole(4) / 2
      painter.fill(
        .roundedRect(Rect(minX: 0, minY: middle - thin, maxX: width, maxY: middle + thin), radius: thin), colours.track)
      guard filled > 0 else { return }
      // A full bar shifted to the left: its right end is round at any length, and its left end
      // stays in place.
      painter.saved {
        painter.clip(to: .roundedRect(track, radius: half))
        let end = Double(filled)
        let bar = Rect(minX: end - width, minY: track.minY, maxX: end, maxY: track.maxY)
        painter.fill(.roundedRect(bar, radius: half), colours.accent)
      }
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
