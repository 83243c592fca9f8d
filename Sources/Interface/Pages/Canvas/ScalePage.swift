import Document
import Geometry
import Language
import Panels
import Pictures
import Toolkit

/// The page that scales the image with everything on it. It stays open, with the progress, while a
/// worker scales.
final class ScalePage: Dialog {
  let form: ScaleForm
  private(set) var scale: Button?

  init(_ context: WidgetContext, _ subject: CanvasSubject) {
    form = ScaleForm(context, subject)
    super.init(context, title: translated("Scale the image"), width: 520, ScrollArea(context, form))
    onEscape = { [weak self] in self?.stop() }
    add(button: translated("Cancel")) { [weak self] in
      guard let self else { return }
      close()
      stop()
    }
    scale = add(button: translated("Scale", context: "the image"), isDefault: true) { [weak self] in
      self?.start()
    }
  }

  override var firstFocus: Widget? { form.fields.width.field }

  private func start() {
    guard form.fault == nil, form.progress == nil else { return }
    guard form.isScaling else {
      close()
      if let resolution = form.newResolution { post(.canvas(.setResolution(resolution))) }
      return
    }
    show(progress: 0)
    post(.scaleImage(width: form.size.width, height: form.size.height, form.newResolution))
  }

  private func stop() { if form.progress != nil { post(.cancelScaling) } }

  /// Shows how much is done, 0 ... 1; nil for not begun.
  func show(progress: Double?) {
    guard progress != form.progress else { return }
    form.progress = progress
    scale?.isEnabled = progress == nil
  }
}

/// The controls of `ScalePage`.
final class ScaleForm: Form {
  private let subject: CanvasSubject
  private(set) var size: CanvasSizing
  let fields: SizeFields
  let isProportional: Toggle
  private let result: Label
  /// How much is done, 0 ... 1; nil before the start.
  var progress: Double? { didSet { show() } }

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

  /// Whether the size changes.
  var isScaling: Bool { (size.width, size.height) != (subject.bounds.width, subject.bounds.height) }

  /// The resolution as chosen; nil if it stays.
  var newResolution: Resolution? { size.dpi == subject.dpi ? nil : Resolution(x: size.dpi, y: size.dpi) }

  override func show() {
    fields.show(size)
    isProportional.isOn = fields.isLocked
    result.text =
      fault
      ?? progress.map { translated("Scaling: {share} %", ["share": Int($0 * 100)]) }
      ?? translated(
        "{oldWidth} × {oldHeight} px becomes {width} × {height} px, printed {print}.",
        [
          "oldWidth": subject.bounds.width, "oldHeight": subject.bounds.height, "width": size.width,
          "height": size.height, "print": size.printSize,
        ])
    fit()
    invalidate()
  }
}

extension Overlay {
  /// Opens the page that scales the image.
  public func showScaling(of subject: CanvasSubject) {
    closePopups()
    openCentred(ScalePage(context, subject))
  }

  private var scalePage: ScalePage? { popups.lazy.compactMap { $0 as? ScalePage }.last }

  /// Shows the progress of a scaling, 0 ... 1, on the page that began it; nil for none.
  public func showScaling(progress: Double?) { scalePage?.show(progress: progress) }

  /// Closes the page that scales the image.
  public func closeScaling() { if let scalePage { close(scalePage) } }
}
