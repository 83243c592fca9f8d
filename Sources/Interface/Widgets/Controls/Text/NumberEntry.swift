import Geometry
import Input
import Language
import Paint

/// A number that can be typed, and its unit as the user sees it.
struct NumberForm {
  /// The name of the number.
  var title: String
  /// The value and its limits, in the program's unit.
  var value: Double
  var range: ClosedRange<Double>
  /// Shown units for one of the program's: 100 for percents of a share.
  var factor = 1.0
  /// The most decimals shown.
  var decimals = 0
  /// The text after the number.
  var unit = ""

  /// Parses a typed number and clamps it to `range`; nil for a text that is no number.
  func parsed(_ text: String) -> Double? {
    guard let number = NumberText.number(text), number.isFinite else { return nil }
    return max(range.lowerBound, min(range.upperBound, number / factor))
  }

  /// Whether a key that was pressed on the control starts a number.
  static func starts(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty, key.text.count == 1, let c = key.text.first else { return false }
    return c.isNumber || c == "-" || c == "." || c == ","
  }
}

/// A popup in which the number of a control is typed.
///
/// Enter sets the number, clamped to its range. Escape and a press elsewhere leave it. A text that
/// is no number is marked as wrong.
final class NumberEntry: Panel {
  let field: TextField
  private let form: NumberForm
  private let name: Label
  private let unit: Label

  init(_ context: WidgetContext, _ form: NumberForm, onEnter: @escaping (Double) -> [Overlay.Effect]) {
    self.form = form
    field = TextField(context)
    name = Label(context, form.title, tone: .dim)
    unit = Label(context, form.unit, tone: .dim)
    super.init(context)
    for child in [name, field, unit] as [Widget] { add(child) }
    field.text = NumberText.text(form.value * form.factor, decimals: form.decimals)
    (field.title, field.hasTip, field.selectsOnFocus) = (form.title, false, true)
    field.onChange = { [weak self] text in
      self?.field.isWrong = form.parsed(text) == nil
      return []
    }
    field.onCommit = { [weak self] text in
      guard let self, let value = form.parsed(text) else {
        self?.field.isWrong = true
        return []
      }
      self.context.overlay?.close(self)
      return onEnter(value)
    }
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var cornerRadius: Double { 10 }
  override var firstFocus: Widget? { field }
  override var access: Access { Access(role: .panel, name: form.title) }

  private var fieldWidth: Int { context.whole(76 * theme.textScale) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let labels = name.size(within: width).width + (form.unit.isEmpty ? 0 : unit.size(within: width).width)
    return (
      min(width, labels + fieldWidth + context.whole(form.unit.isEmpty ? 32 : 38)),
      field.size(within: width).height + 2 * context.whole(5)
    )
  }

  override func layOut() {
    let (edge, gap, y) = (context.whole(12), context.whole(8), frame.minY + context.whole(5))
    let height = frame.height - 2 * context.whole(5)
    let unitWidth = form.unit.isEmpty ? 0 : unit.size(within: frame.width).width
    let unitAt = frame.maxX - edge - unitWidth
    let fieldEnd = form.unit.isEmpty ? frame.maxX - edge : unitAt - context.whole(6)
    let fieldAt = fieldEnd - fieldWidth
    unit.place(PixelRect(x: unitAt, y: y, width: unitWidth, height: height))
    field.place(PixelRect(x: fieldAt, y: y, width: fieldWidth, height: height))
    name.place(PixelRect(minX: frame.minX + edge, minY: y, maxX: max(frame.minX + edge, fieldAt - gap), maxY: y + height))
  }
}

extension Overlay {
  /// Asks for a number beside its control. `typed` replaces the shown number.
  func askNumber(
    _ form: NumberForm, beside anchor: Widget, at frame: PixelRect? = nil, typed: String = "",
    _ onEnter: @escaping (Double) -> [Effect]
  ) {
    let entry = NumberEntry(context, form, onEnter: onEnter)
    entry.opener = anchor
    let place = frame ?? anchor.frame
    let isColumn = anchor.panel.map { $0.frame.height > $0.frame.width } ?? false
    open(entry, beside: place, isSideways: isColumn)
    entry.field.selectAll()
    if !typed.isEmpty { _ = entry.field.type(typed) }
  }
}
