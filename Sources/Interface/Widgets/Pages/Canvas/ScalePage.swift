import Document
import Geometry
import Language

/// The page that scales the image with everything on it.
final class ScalePage: Dialog {
  let form: ScaleForm

  init(_ context: WidgetContext, _ subject: CanvasSubject) {
    form = ScaleForm(context, subject)
    super.init(context, title: translated("Scale the image"), width: 520, height: 424, ScrollArea(context, form))
    add(button: translated("Cancel")) { [weak self] in
      self?.close()
      return []
    }
    add(button: translated("Scale"), isDefault: true) { [weak self] in
      guard let self, form.fault == nil else { return [] }
      close()
      return form.operations.map { .layer(.canvas($0), isContinued: false) }
    }
  }

  override var firstFocus: Widget? { form.fields.width.field }
}

/// The controls of `ScalePage`.
final class ScaleForm: SettingsForm {
  private let subject: CanvasSubject
  private(set) var size: CanvasSizing
  let fields: SizeFields
  let isProportional: Toggle
  private let result: Label

  init(_ context: WidgetContext, _ subject: CanvasSubject) {
    (self.subject, size) = (subject, CanvasSizing(subject))
    size.unit = .percent
    fields = SizeFields(context, units: [.percent, .pixels, .millimetres, .inches])
    isProportional = Toggle(context)
    result = Label(context, "", size: 12, tone: .dim, wraps: true)
    super.init(context)
    fields.isLocked = true
    fields.wire { [weak self] change in
      guard let self else { return }
      change(&size)
      show()
    }
    isProportional.title = translated("Keep the proportions")
    isProportional.showsTitle = false
    isProportional.onChange = { [weak self] isOn in
      self?.fields.isLocked = isOn
      self?.show()
      return []
    }
    add(fields.width.title, fields.width)
    add(fields.height.title, fields.height)
    add(isProportional.title, isProportional)
    add(fields.unit.title, fields.unit)
    add(fields.dpi.title, fields.dpi)
    column.add(result)
    show()
  }

  /// Why the image cannot have this size; nil if it can.
  var fault: String? {
    if subject.endless == nil { return translated("An endless canvas cannot be scaled: give it a size first") }
    return Document.isAllowed(width: size.width, height: size.height)
      ? nil
      : translated(
        "A canvas can have {side} px a side and {area} megapixels at most.",
        ["side": Document.largestSide, "area": Document.largestArea >> 20])
  }

  /// What scales the image as chosen; empty for nothing.
  var operations: [CanvasOperation] {
    var all: [CanvasOperation] = []
    if (size.width, size.height) != (subject.bounds.width, subject.bounds.height) {
      all.append(.scale(width: size.width, height: size.height))
    }
    if size.dpi != subject.dpi { all.append(.setResolution(Resolution(x: size.dpi, y: size.dpi))) }
    return all
  }

  override func show() {
    fields.show(size)
    isProportional.isOn = fields.isLocked
    result.text =
      fault
      ?? translated(
        "{oldWidth} × {oldHeight} px becomes {width} × {height} px, printed {print}.",
        [
          "oldWidth": subject.bounds.width, "oldHeight": subject.bounds.height, "width": size.width,
          "height": size.height, "print": size.printSize,
        ])
    if !frame.isEmpty { layOut() }
    invalidate()
  }
}

extension Overlay {
  /// Opens the page that scales the image.
  public func showScaling(of subject: CanvasSubject) {
    closePopups()
    openCentred(ScalePage(context, subject))
  }
}
