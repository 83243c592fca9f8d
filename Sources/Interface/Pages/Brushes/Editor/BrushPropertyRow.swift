import Geometry
import Ink
import Language
import Toolkit

/// A row of the editor: a property's name, its control, and a note below.
class BrushPropertyRow: Widget {
  let property: BrushProperty
  let column: Stack

  init(_ context: WidgetContext, _ property: BrushProperty) {
    self.property = property
    column = Stack(context, .down, spacing: 2)
    super.init(context)
    add(column)
  }

  /// Shows the value of a brush that has the property.
  func update(_ brush: Brush) {}

  /// Puts the name and the control beside each other, or below each other for a wide control.
  final func addControls(_ controls: [Widget], isWide: Bool = false) {
    for control in controls { control.hasTip = false }
    if isWide {
      column.add(Label(context, property.title, leastHeight: 32))
      for control in controls { column.add(control) }
    } else {
      let row = Stack(context, .right, spacing: 10, alignment: .middle)
      row.add(stretching: Label(context, property.title, wraps: true, leastHeight: 40))
      for control in controls { row.add(control) }
      column.add(row)
    }
    if !property.note.isEmpty { column.add(Label(context, property.note, size: 12, tone: .dim, wraps: true)) }
  }

  override func size(within width: Int) -> (width: Int, height: Int) { column.size(within: width) }
  override func layOut() { column.place(frame) }

  /// The row of a property.
  static func make(_ context: WidgetContext, _ property: BrushProperty) -> BrushPropertyRow {
    switch property.kind {
    case .number(let scale, let get, let set): NumberRow(context, property, scale, get, set)
    case .choice(let options, let get, let set): ChoiceRow(context, property, options, get, set)
    case .curve(let get, let set): CurveRow(context, property, get, set)
    case .pictures: PictureRow(context, property)
    case .paint(let setting): PaintRow(context, property, setting)
    }
  }
}

extension Slider {
  /// The slider of a property.
  convenience init(_ context: WidgetContext, _ title: String, _ scale: BrushProperty.Scale) {
    self.init(context, scale.slider)
    self.title = title
    (text, standard, isPercent) = (scale.text, scale.standard, scale.isPercent)
    // The bars of most rows end at the same place.
    widestText = [scale.widest, "1000.0 px"].max { $0.count < $1.count } ?? ""
    length = 130
  }
}

private final class NumberRow: BrushPropertyRow {
  private let slider: Slider
  private let get: (Brush) -> Double?

  init(
    _ context: WidgetContext, _ property: BrushProperty, _ scale: BrushProperty.Scale,
    _ get: @escaping (Brush) -> Double?, _ set: @escaping (Brush, Double) -> Brush
  ) {
    slider = Slider(context, property.title, scale)
    self.get = get
    super.init(context, property)
    slider.onChange = { [weak self] value, isSettled in
      self?.context.changeBrush(isSettled: isSettled) { set($0, value) }
    }
    addControls([slider])
  }

  override func update(_ brush: Brush) { if let value = get(brush) { slider.value = value } }
}

private final class ChoiceRow: BrushPropertyRow {
  private let choice: DropDown
  private let get: (Brush) -> Int?

  init(
    _ context: WidgetContext, _ property: BrushProperty, _ options: [String], _ get: @escaping (Brush) -> Int?,
    _ set: @escaping (Brush, Int) -> Brush
  ) {
    choice = DropDown(context, options)
    self.get = get
    super.init(context, property)
    choice.title = property.title
    choice.onChoose = { [weak self] number in self?.context.changeBrush { set($0, number) } }
    addControls([choice])
  }

  override func update(_ brush: Brush) { choice.chosen = get(brush) }
}

private final class CurveRow: BrushPropertyRow {
  private let editor: CurveEditor<PressureCurve>
  private let get: (Brush) -> PressureCurve?

  init(
    _ context: WidgetContext, _ property: BrushProperty, _ get: @escaping (Brush) -> PressureCurve?,
    _ set: @escaping (Brush, PressureCurve) -> Brush
  ) {
    editor = CurveEditor(context, .linear)
    self.get = get
    super.init(context, property)
    editor.title = property.title
    let title = property.title
    editor.handleTitle = {
      translated("Handle {number} of the curve “{name}”", ["number": $0, "name": title])
    }
    editor.onChange = { [weak self] curve in self?.context.changeBrush { set($0, curve) } }
    addControls([CurveField(context, editor)], isWide: true)
  }

  override func update(_ brush: Brush) { if let curve = get(brush) { editor.curve = curve } }
}

/// Gives a curve's editor its height.
final class CurveField: Widget {
  private let editor: Widget

  init(_ context: WidgetContext, _ editor: Widget) {
    self.editor = editor
    super.init(context)
    add(editor)
  }

  override func size(within width: Int) -> (width: Int, height: Int) { (width, context.whole(180)) }
  override func layOut() {
    editor.place(
      PixelRect(x: frame.minX, y: frame.minY, width: min(frame.width, context.whole(420)), height: frame.height))
  }
}
