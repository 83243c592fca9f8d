import Geometry
import Input
import Language
import Paint
import Toolkit

/// The field for trying a pen: shows strokes as reported, with a dot for each report, as wide as
/// their resulting pressure.
///
/// It stores measured pressures, so that existing strokes show a changed curve. Without strokes it
/// shows an example. Only the pixels of a new report are drawn again.
final class PenField: Widget {
  var response = PressureResponse.identity {
    didSet { if response != oldValue { invalidate() } }
  }
  private struct Trace {
    var marks: [PenMark]
    var bounds: Rect
  }
  /// Positions from the field's upper left corner, px at 96 dpi.
  private var traces: [Trace] = []
  private var isDrawing = false

  /// The greatest numbers of strokes, and of reports of one stroke.
  private static let mostStrokes = 12
  private static let mostMarks = 6000
  /// Width of a stroke at no and at full pressure, px at 96 dpi.
  private static let widths = (least: 1.0, most: 13.0)

  override init(_ context: WidgetContext) {
    super.init(context)
    hasTip = false
  }

  var strokeCount: Int { traces.count }

  override var label: String { translated("Field for trying the pen") }
  override var takesTouch: Bool { true }

  override var access: Access { Access(role: .canvas) }

  func clear() {
    traces.removeAll()
    isDrawing = false
    invalidate()
  }

  /// Adds a mark of a stroke that began here.
  func take(_ mark: PenMark) {
    var mark = mark
    let place = Point(
      (mark.place.x - Double(frame.minX)) / theme.scale, (mark.place.y - Double(frame.minY)) / theme.scale)
    mark.place = place
    switch mark.phase {
    case .down:
      if traces.isEmpty || traces.count >= Self.mostStrokes { invalidate() }
      if traces.count >= Self.mostStrokes { traces.removeFirst() }
      traces.append(Trace(marks: [mark], bounds: Rect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)))
      isDrawing = true
      invalidate(pixels(place, place))
    case .drag:
      guard isDrawing, let last = traces.last?.marks.last, traces[traces.count - 1].marks.count < Self.mostMarks else {
        return
      }
      traces[traces.count - 1].marks.append(mark)
      traces[traces.count - 1].bounds.formUnion(disc: place, radius: 0)
      invalidate(pixels(last.place, place))
    case .up: isDrawing = false
    case .hover: break
    }
  }

  private func pixels(_ a: Point, _ b: Point) -> PixelRect {
    let reach = Self.widths.most / 2 + 1
    let segment = Rect(
      minX: min(a.x, b.x) - reach, minY: min(a.y, b.y) - reach, maxX: max(a.x, b.x) + reach, maxY: max(a.y, b.y) + reach
    )
    return PixelRect(
      covering: Rect(
        minX: segment.minX * theme.scale + Double(frame.minX), minY: segment.minY * theme.scale + Double(frame.minY),
        maxX: segment.maxX * theme.scale + Double(frame.minX), maxY: segment.maxY * theme.scale + Double(frame.minY))
    ).intersection(frame)
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    painter.fill(.roundedRect(r, radius: theme.px(9)), colours.hover)
    painter.outline(r, radius: theme.px(9), theme)
    painter.clip(to: .roundedRect(r, radius: theme.px(9)))
    if traces.isEmpty {
      painter.draw(
        context.line(translated("Draw here"), size: 13), at: Point(r.center.x, r.minY + theme.px(26)), anchor: .middle,
        colours.dim)
    }
    painter.translate(r.minX, r.minY)
    painter.transform(.scale(theme.scale, theme.scale))
    if traces.isEmpty {
      draw(example, colours.faint, hasDots: false, on: painter)
    } else {
      for trace in traces { draw(trace.marks, colours.text, hasDots: true, on: painter) }
    }
  }

  private func draw(_ marks: [PenMark], _ colour: Colour, hasDots: Bool, on painter: Painter) {
    func width(_ mark: PenMark) -> Double {
      Self.widths.least + (Self.widths.most - Self.widths.least) * response(mark.measured)
    }
    if marks.count == 1, let dot = marks.first {
      painter.fill(.circle(center: dot.place, radius: width(dot) / 2), colour)
    }
    for (a, b) in zip(marks, marks.dropFirst()) {
      painter.stroke(
        .segment(a.place, b.place), StrokeStyle(width: (width(a) + width(b)) / 2, cap: .round), colour)
    }
    guard hasDots else { return }
    var last: Point?
    for mark in marks where last.map({ $0.distance(to: mark.place) >= 4 }) ?? true {
      painter.fill(.circle(center: mark.place, radius: 1.1), colours.accent)
      last = mark.place
    }
  }

  private var example: [PenMark] {
    let (width, height) = (Double(frame.width) / theme.scale, Double(frame.height) / theme.scale)
    return (0...80).map { k in
      let t = Double(k) / 80
      let wave = Angle(degrees: t * 360).sine
      return PenMark(
        k == 0 ? .down : .drag, Point(width * (0.14 + 0.72 * t), height * (0.56 - 0.2 * wave)), time: t,
        measured: 1 - abs(2 * t - 1), adjusted: 0)
    }
  }
}
