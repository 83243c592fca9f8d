import Document
import Geometry
import Language
import Panels
import Pictures
import Toolkit

/// The page that changes the canvas: its size, the place of the drawing on it, its px per inch.
final class CanvasPage: Dialog {
  let form: CanvasForm

  init(_ context: WidgetContext, _ subject: CanvasSubject) {
    form = CanvasForm(context, subject)
    super.init(context, title: translated("Canvas size"), width: 520, ScrollArea(context, form))
    add(button: translated("Cancel")) { [weak self] in
      self?.close()
    }
    add(button: translated("Resize the canvas"), isDefault: true) { [weak self] in
      guard let self, form.fault == nil else { return }
      close()
      for operation in form.operations { post(.canvas(operation)) }
    }
  }

  override var firstFocus: Widget? { form.fields.width.field }
}

/// The controls of `CanvasPage`.
final class CanvasForm: Form {
  private let subject: CanvasSubject
  private(set) var size: CanvasSizing
  let fields: SizeFields
  let anchor: AnchorGrid
  private let toSelection: Button
  private let toInk: Button
  let toEndless: Button
  private let result: Label
  /// The canvas that a button chose; nil after the size was changed.
  private var chosen: PixelRect?

  init(_ context: WidgetContext, _ subject: CanvasSubject) {
    (self.subject, size) = (subject, CanvasSizing(subject))
    fields = SizeFields(context, units: [.pixels, .millimetres, .inches, .percent])
    anchor = AnchorGrid(context)
    (toSelection, toInk, toEndless) = (Button(context), Button(context), Button(context))
    if subject.endless == nil { chosen = subject.bounds }
    result = Label(context, "", size: 12, tone: .dim, wraps: true)
    super.init(context)
    fields.wire { [weak self] change in self?.change(change) }
    anchor.title = translated("Anchor")
    anchor.onChoose = { [weak self] column, row in
      self?.change { ($0.column, $0.row) = (column, row) }
    }
    toSelection.face = .text(translated("To the selection"))
    toSelection.isEnabled = subject.selection != nil
    toSelection.onPress = { [weak self] in self?.crop(to: subject.selection) }
    toInk.face = .text(translated("To the content"))
    toInk.isEnabled = subject.ink != nil
    toInk.onPress = { [weak self] in self?.crop(to: subject.ink) }
    toEndless.face = .text(translated("Endless"))
    toEndless.isEnabled = subject.endless != nil
    toEndless.onPress = { [weak self] in
      self?.chosen = subject.endless
      self?.show()
    }
    add(fields.width.title, fields.width)
    add(fields.height.title, fields.height)
    add(fields.unit.title, fields.unit)
    add(anchor.title, anchor)
    let buttons = Stack(context, .right, spacing: 8)
    for button in [toSelection, toInk, toEndless] { buttons.add(stretching: button) }
    column.add(buttons)
    add(fields.dpi.title, fields.dpi)
    column.add(result)
    show()
  }

  private func change(_ change: (inout CanvasSizing) -> Void) {
    let before = (size.width, size.height, size.column, size.row)
    change(&size)
    if (size.width, size.height, size.column, size.row) != before { chosen = nil }
    show()
  }

  private func crop(to rect: PixelRect?) {
    guard let rect else { return }
    (size.width, size.height) = (rect.width, rect.height)
    chosen = rect
    show()
  }

  /// The new canvas on the present one, canvas px.
  var rect: PixelRect { chosen ?? size.rect }

  /// Whether the canvas becomes or stays endless.
  var isEndless: Bool { Document.isEndless(width: rect.width, height: rect.height) }

  /// Why the canvas cannot have this size; nil if it can.
  var fault: String? {
    Document.isAllowed(width: size.width, height: size.height)
      ? nil
      : translated(
        "A canvas can have {side} px a side and {area} megapixels at most.",
        ["side": Document.largestSide, "area": Document.largestArea >> 20])
  }

  /// What changes the canvas as chosen; empty for nothing.
  var operations: [CanvasOperation] {
    var all: [CanvasOperation] = []
    if rect != subject.bounds { all.append(.resize(rect)) }
    if size.dpi != subject.dpi { all.append(.setResolution(Resolution(x: size.dpi, y: size.dpi))) }
    return all
  }

  override func show() {
    fields.show(size)
    anchor.chosen = (size.column, size.row)
    let old = subject.frame
    result.text =
      isEndless
      ? subject.endless == nil
        ? translated("The canvas is endless. A size cuts it around what is drawn.")
        : translated("The canvas becomes endless: it grows in every direction with what you draw.")
      : fault
        ?? translated(
          "{oldWidth} × {oldHeight} px becomes {width} × {height} px, printed {print}.",
          [
            "oldWidth": old.width, "oldHeight": old.height, "width": rect.width, "height": rect.height,
            "print": size.printSize,
          ])
    fit()
    invalidate()
  }
}

extension Overlay {
  /// Opens the page that changes the canvas.
  public func showCanvasSize(of subject: CanvasSubject) {
    closePopups()
    openCentred(CanvasPage(context, subject))
  }
}
