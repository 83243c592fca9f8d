import Geometry
import Ink
import Language
import Panels
import Studio
import Toolkit

/// A setting of MyPaint's: its base value on a slider, and a button that opens the curves of its
/// inputs.
final class PaintRow: BrushPropertyRow {
  private let setting: MyPaintSetting
  private let slider: Slider
  private let opener: Button
  private var inputs: InputCurves?

  init(_ context: WidgetContext, _ property: BrushProperty, _ setting: MyPaintSetting) {
    self.setting = setting
    slider = Slider(context, property.title, setting.scale)
    opener = Button(context)
    super.init(context, property)
    opener.face = .icon(.curve)
    opener.title = translated("Inputs", context: "of a brush's setting")
    opener.subject = property.title
    slider.onChange = { [weak self] value, isSettled in
      self?.context.changeBrush(isSettled: isSettled) {
        try $0.painting { (paint) throws(MyPaintBrushError) in
          try paint.with(setting.value(ofShown: value), for: setting)
        }
      }
    }
    opener.onPress = { [weak self] in
      self?.open()
    }
    addControls([slider, setting.takesInputs ? opener : Space(context, width: 40)])
    opener.hasTip = true
  }

  override func update(_ brush: Brush) {
    guard let paint = brush.paint else { return }
    slider.value = setting.shown(paint.baseValue(of: setting))
    opener.isChosen = !paint.inputs(of: setting).isEmpty
    inputs?.update(paint)
  }

  /// Opens the curves, or closes them.
  private func open() {
    if let inputs {
      column.remove(inputs)
      self.inputs = nil
    } else {
      let curves = InputCurves(context, setting)
      column.add(curves)
      inputs = curves
      if let paint = context.state.editing?.draft.brush.paint { curves.update(paint) }
    }
    (panel as? BrushEditorPage)?.fit()
    if let inputs { reveal(inputs.frame) }
  }
}

/// The curves of a setting's inputs, one at a time.
final class InputCurves: Widget {
  private let setting: MyPaintSetting
  private let chooser: DropDown
  private let height: DropDown
  private let remover: Button
  private let note: Label
  private let editor: CurveEditor<MappingCurve>
  private let column: Stack
  /// The input whose curve is shown, and the sum at its top; nil for what the points need.
  private var input = MyPaintInput.pressure
  private var reach: Double?
  private var isNew = true

  init(_ context: WidgetContext, _ setting: MyPaintSetting) {
    self.setting = setting
    chooser = DropDown(context)
    height = DropDown(context)
    remover = Button(context)
    note = Label(context, "", size: 12, tone: .dim, wraps: true)
    column = Stack(context, .down, spacing: 6, padding: 8)
    editor = CurveEditor(context, MappingCurve([], setting, .pressure))
    super.init(context)
    let row = Stack(context, .right, spacing: 8, alignment: .middle)
    row.add(stretching: chooser)
    for widget in [height, remover] { row.add(widget) }
    for widget in [row, CurveField(context, editor), note] { column.add(widget) }
    add(column)
    (chooser.title, chooser.hasTip) = (translated("Input", context: "of a brush's setting"), false)
    chooser.mostWidth = 190
    (height.title, height.mostWidth) = (translated("Height of the curve"), 96)
    remover.face = .icon(.delete)
    remover.title = translated("Remove this curve")
    editor.zero = 0.5
    wire()
  }

  private func wire() {
    let setting = setting
    chooser.onChoose = { [weak self] number in
      self?.show(MyPaintInput.allCases[number])
    }
    height.onChoose = { [weak self] number in
      self?.reach = MappingCurve.reaches[number]
      self?.refresh()
    }
    remover.onPress = { [weak self] in self?.change([]) }
    editor.title = translated("Curve of {name}", ["name": setting.title])
    editor.handleTitle = {
      translated("Handle {number} of the curve “{name}”", ["number": $0, "name": setting.title])
    }
    editor.words = { [weak self] place in
      guard let numbers = self?.editor.curve.numbers(at: place) else { return "" }
      return [numbers.input, numbers.sum].map { NumberText.text($0, decimals: 2) }.joined(separator: "; ")
    }
    editor.onChange = { [weak self] curve in self?.change(curve.points) }
  }

  private func change(_ points: [SIMD2<Float>]) {
    let (setting, input) = (setting, input)
    context.changeBrush {
      try $0.painting { (paint) throws(MyPaintBrushError) in try paint.with(points, for: setting, input) }
    }
  }

  private func show(_ input: MyPaintInput) {
    (self.input, reach) = (input, nil)
    refresh()
    (panel as? BrushEditorPage)?.fit()
  }

  private func refresh() { if let paint = context.state.editing?.draft.brush.paint { update(paint) } }

  func update(_ paint: MyPaintBrush) {
    let inputs = paint.inputs(of: setting)
    if isNew, let first = inputs.first { input = first }
    isNew = false
    // A point shows which inputs have a curve.
    chooser.options = MyPaintInput.allCases.map { inputs.contains($0) ? "• " + $0.title : $0.title }
    chooser.chosen = input.rawValue
    let curve = MappingCurve(paint.points(of: setting, input), setting, input, reach: reach)
    editor.curve = curve
    height.options = MappingCurve.reaches.map { "± " + NumberText.text($0, decimals: 2) }
    height.chosen = MappingCurve.reaches.firstIndex(of: curve.reach)
    height.otherwise = "± " + NumberText.text(curve.reach, decimals: 2)
    remover.isEnabled = inputs.contains(input)
    note.text = input.note
  }

  override func size(within width: Int) -> (width: Int, height: Int) { column.size(within: width) }
  override func layOut() { column.place(frame) }
}

extension Brush {
  /// The brush with its brush of MyPaint changed; itself if it has none.
  fileprivate func painting(
    _ change: (MyPaintBrush) throws(MyPaintBrushError) -> MyPaintBrush
  ) throws(MyPaintBrushError) -> Brush {
    guard let paint else { return self }
    return Brush(try change(paint), name: name)
  }
}
