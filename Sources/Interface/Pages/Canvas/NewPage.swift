import Document
import Export
import Geometry
import Language
import Panels
import Toolkit

/// The page for a new drawing: its size, by presets or numbers, and its paper.
final class NewPage: Dialog {
  let form: NewForm

  /// - Parameters:
  ///   - standard: the drawing that suits the window.
  ///   - last: the last drawing that was made here; nil for none.
  init(_ context: WidgetContext, standard: NewDrawing, last: NewDrawing?) {
    form = NewForm(context, CanvasPreset.all(standard: standard, last: last))
    super.init(context, title: translated("New drawing"), width: 540, ScrollArea(context, form))
    add(button: translated("Cancel")) { [weak self] in
      self?.close()
    }
    add(button: translated("Create"), isDefault: true) { [weak self] in
      guard let self, let drawing = form.drawing else { return }
      close()
      context.post(.newDrawing(drawing))
    }
  }

  // So that Enter makes the drawing at once.
  override var firstFocus: Widget? { form.fields.width.field }
}

/// The controls of `NewPage`.
final class NewForm: Form {
  let presets: [CanvasPreset]
  private let papers = PaperChoice.all
  private(set) var size: CanvasSizing
  private(set) var paper: UInt32
  private(set) var isPaperShown: Bool
  let preset: DropDown
  let fields: SizeFields
  let turn: Button
  let paperName: DropDown
  let paperColour: TextField
  private let result: Label

  init(_ context: WidgetContext, _ presets: [CanvasPreset]) {
    self.presets = presets
    let first = presets[0].drawing
    size = CanvasSizing(first)
    (paper, isPaperShown) = (first.paper, first.isPaperShown)
    preset = DropDown(context, presets.map(\.title))
    fields = SizeFields(context, units: [.pixels, .millimetres, .inches])
    turn = Button(context)
    paperName = DropDown(context, papers.map(\.title))
    paperColour = TextField(context)
    result = Label(context, "", size: 12, tone: .dim, wraps: true)
    super.init(context)
    wire()
    add(translated("Size"), preset)
    add(fields.width.title, fields.width)
    add(fields.height.title, fields.height)
    add(fields.unit.title, fields.unit)
    column.add(turn)
    add(fields.dpi.title, fields.dpi)
    add(paperName.title, paperName)
    add(paperColour.title, paperColour)
    column.add(result)
    show()
  }

  private func wire() {
    (preset.title, preset.otherwise) = (translated("Size"), translated("Custom"))
    (paperName.title, paperName.otherwise) = (translated("Paper"), translated("Custom colour"))
    paperColour.title = translated("Paper colour")
    (preset.leavesEnter, paperName.leavesEnter) = (true, true)
    (paperColour.selectsOnFocus, paperColour.leavesEnter) = (true, true)
    turn.face = .text(translated("Swap width and height"))
    preset.onChoose = { [weak self] i in
      guard let self else { return }
      let drawing = self.presets[i].drawing
      let unit = drawing.dpi == nil ? LengthUnit.pixels : .millimetres
      size = CanvasSizing(drawing)
      size.unit = unit
      if self.presets[i].title.hasPrefix(translated("As last time")) {
        (paper, isPaperShown) = (drawing.paper, drawing.isPaperShown)
      }
      show()
    }
    fields.wire { [weak self] change in
      guard let self else { return }
      change(&size)
      show()
    }
    turn.onPress = { [weak self] in
      guard let self else { return }
      (size.width, size.height) = (size.height, size.width)
      show()
    }
    paperName.onChoose = { [weak self] i in
      guard let self else { return }
      if let colour = papers[i].colour { paper = colour }
      isPaperShown = papers[i].colour != nil
      show()
    }
    paperColour.onChange = { [weak self] text in
      guard let self else { return }
      let colour = HexColour.rgb(text)
      paperColour.isWrong = colour == nil
      if let colour { (paper, isPaperShown) = (colour, true) }
      show()
    }
  }

  /// What the page shows; nil if the size is not possible.
  var drawing: NewDrawing? {
    guard Document.isAllowed(width: size.width, height: size.height) else { return nil }
    return NewDrawing(
      width: size.width, height: size.height, dpi: isEndless ? nil : size.dpi, paper: paper,
      isPaperShown: isPaperShown)
  }

  /// Whether an endless canvas is chosen.
  var isEndless: Bool { Document.isEndless(width: size.width, height: size.height) }

  override func show() {
    fields.show(size)
    turn.isEnabled = !isEndless
    preset.chosen = presets.firstIndex { $0.drawing.width == size.width && $0.drawing.height == size.height }
    paperName.chosen = papers.firstIndex { $0.colour == (isPaperShown ? paper : nil) }
    if !paperColour.isFocused {
      paperColour.text = HexColour.text(paper)
      paperColour.isWrong = false
    }
    result.text =
      isEndless
      ? translated("The canvas has no edges: draw on in every direction.")
      : drawing == nil
        ? translated(
          "A canvas can have {side} px a side and {area} megapixels at most.",
          ["side": Document.largestSide, "area": Document.largestArea >> 20])
        : translated(
          "{width} × {height} px, printed {print}.",
          ["width": size.width, "height": size.height, "print": size.printSize])
    fit()
    invalidate()
  }
}

extension CanvasSizing {
  /// The size of a new drawing; there is no old canvas.
  init(_ drawing: NewDrawing) {
    (width, height, dpi) = (drawing.width, drawing.height, drawing.dpi ?? ExportOptions.printDensity)
    old = PixelRect(x: 0, y: 0, width: drawing.width, height: drawing.height)
  }
}

extension Overlay {
  /// Opens the page for a new drawing.
  /// - Parameters:
  ///   - standard: the drawing that suits the window.
  ///   - last: the last drawing that was made here; nil for none.
  public func showNew(standard: NewDrawing, last: NewDrawing?) {
    closePopups()
    openCentred(NewPage(context, standard: standard, last: last))
  }
}
