import Document
import Export
import Files
import Geometry
import Language
import Panels
import Toolkit

/// The page with the options of an export.
///
/// It opens with the previous choices. Its button posts an effect, for which the program asks for
/// a file and closes the page.
final class ExportPage: Dialog {
  let form: ExportForm

  init(_ context: WidgetContext, _ subject: ExportSubject, _ choice: ExportChoice) {
    form = ExportForm(context, subject, choice)
    super.init(context, title: translated("Export"), width: 560, ScrollArea(context, form))
    add(button: translated("Cancel")) { [weak self] in
      self?.close()
    }
    add(button: translated("Choose a file"), isDefault: true) { [weak self] in
      if let self { post(.export(.picture(form.choice))) }
    }
  }

  override var firstFocus: Widget? { form.format }

  var choice: ExportChoice { form.choice }

  /// Shows an estimated size, bytes, unless the choices have changed since it was requested.
  func show(bytes: Int?, of options: ExportOptions) { form.show(bytes: bytes, of: options) }
}

final class ExportForm: Form {
  private let subject: ExportSubject
  private(set) var choice: ExportChoice
  /// The layers, the highest first.
  private let layers: [LayerItem]
  /// The estimated size of a picture.
  private(set) var estimate: (options: ExportOptions, bytes: Int)?

  let format: Choice
  private let fineness: Choice
  private let scale: Slider
  private let density: DropDown
  private let quality: Slider
  private let isLossless: Toggle
  private let size: Label
  private let layer: DropDown
  private let isTransparent: Toggle
  private let isCropped: Toggle
  private let isDeep: Toggle
  private let depth: Label
  private var scaleRow: Widget?
  private var densityRow: Widget?
  private var qualityRow: Widget?
  private var losslessRow: Widget?
  private var deepRow: Widget?

  /// The greatest number of characters shown of a layer's name.
  private static let mostLetters = 28

  init(_ context: WidgetContext, _ subject: ExportSubject, _ choice: ExportChoice) {
    (self.subject, self.choice) = (subject, choice)
    layers = context.state.layers.reversed()
    format = Choice(context, FileFormat.exported.map(\.name))
    fineness = Choice(context, [translated("Scale"), translated("Resolution (dpi)")])
    scale = Slider(context, .linear(ExportChoice.scales, step: 0.25))
    density = DropDown(context, ExportChoice.densities.map { "\(Int($0)) dpi" })
    quality = Slider(context, .linear(ExportChoice.qualities, step: 1))
    isLossless = Toggle(context)
    size = Label(context, "", size: 12, tone: .dim, wraps: true)
    layer = DropDown(context, [translated("All visible layers")] + layers.map { Self.shown(Layer.shown($0.name)) })
    (isTransparent, isCropped, isDeep) = (Toggle(context), Toggle(context), Toggle(context))
    depth = Label(context, "", size: 12, tone: .dim, wraps: true)
    super.init(context)
    // The chosen layer may have been deleted.
    if !layers.contains(where: { $0.id == choice.layer }) { self.choice.layer = nil }
    if !choice.isDensityChosen { self.choice.density = subject.standardDensity }
    wire()
    addControls()
    show()
  }

  private static func shown(_ name: String) -> String {
    let name = FileError.printable(name)
    return name.count > mostLetters ? name.prefix(mostLetters - 1) + "\u{2026}" : name
  }

  private func wire() {
    format.onChoose = { [weak self] i in self?.choose { $0.format = FileFormat.exported[i] } }
    fineness.onChoose = { [weak self] i in self?.choose { $0.isByDensity = i == 1 } }
    scale.standard = 1
    (scale.text, scale.widestText) = ({ "\(Self.shown($0)) \u{D7}" }, "0.25 \u{D7}")
    scale.onChange = { [weak self] value, _ in self?.choose { $0.scale = value } }
    quality.standard = Double(ExportOptions.standardQuality)
    (quality.text, quality.widestText) = ({ "\(Int($0.rounded()))" }, "100")
    quality.onChange = { [weak self] value, _ in self?.choose { $0.quality = value } }
    isLossless.onChange = { [weak self] isOn in self?.choose { $0.isLossless = isOn } }
    density.onChoose = { [weak self] i in
      self?.choose { ($0.density, $0.isDensityChosen) = (ExportChoice.densities[i], true) }
    }
    layer.onChoose = { [weak self] i in
      let id = i == 0 ? nil : self?.layers[i - 1].id
      self?.choose { $0.layer = id }
    }
    isTransparent.onChange = { [weak self] isOn in self?.choose { $0.isTransparent = isOn } }
    isCropped.onChange = { [weak self] isOn in self?.choose { $0.isCropped = isOn } }
    isDeep.onChange = { [weak self] isOn in self?.choose { $0.isDeep = isOn } }
  }

  private func addControls() {
    (format.title, fineness.title, scale.title) = (translated("Format"), translated("Output size"), translated("Scale"))
    quality.title = translated("Quality")
    (density.title, layer.title) = (translated("Resolution (dpi)"), translated("Layers"))
    (isTransparent.title, isCropped.title) = (translated("Transparent background"), translated("Crop to content"))
    (isTransparent.showsTitle, isCropped.showsTitle) = (false, false)
    (isLossless.title, isLossless.showsTitle) = (translated("Lossless"), false)
    (isDeep.title, isDeep.showsTitle) = (translated("16 bits per channel"), false)
    add(format.title, format)
    qualityRow = add(quality.title, quality)
    losslessRow = add(isLossless.title, isLossless)
    add(fineness.title, fineness)
    scaleRow = add(scale.title, scale)
    densityRow = add(density.title, density)
    column.add(size)
    column.add(Space(context, height: 6))
    add(layer.title, layer)
    add(isTransparent.title, isTransparent)
    add(isCropped.title, isCropped)
    deepRow = add(isDeep.title, isDeep)
    column.add(depth)
  }

  /// What the file has of the drawing's pixels with 16 bits a channel.
  private var depthText: String {
    if !subject.isDeep || choice.options.isDeep { return "" }
    return translated("The drawing has 16 bits per channel. This file gets 8.")
  }

  private static func shown(_ scale: Double) -> String {
    let hundredths = Int((scale * 100).rounded())
    if hundredths % 100 == 0 { return "\(hundredths / 100)" }
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    let decimals = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
    return "\(whole)" + Language.decimalSeparator + decimals
  }

  private func choose(_ change: (inout ExportChoice) -> Void) {
    let before = choice.options
    change(&choice)
    show()
    if choice.options != before { requestEstimate() }
  }

  func requestEstimate() { if choice.format.isRaster { post(.export(.estimate(choice.options))) } }

  func show(bytes: Int?, of options: ExportOptions) {
    estimate = bytes.map { (options, $0) }
    show()
  }

  /// The picture's size in pixels or millimetres, and in bytes where that is known.
  private var sizeText: String {
    let size = subject.size(choice)
    guard let estimate, estimate.options == choice.options else { return size }
    return size + " " + translated("About {size}.", ["size": FileFacts.size(estimate.bytes)])
  }

  override func show() {
    let isRaster = choice.format.isRaster
    let isByDensity = choice.isByDensity || !isRaster
    format.chosen = FileFormat.exported.firstIndex(of: choice.format)
    // SVG and PDF have no size in pixels to choose.
    fineness.isEnabled = isRaster
    fineness.chosen = isByDensity ? 1 : 0
    scale.value = choice.scale
    density.chosen = ExportChoice.densities.firstIndex(of: choice.density)
    density.otherwise = "\(Int(choice.density.rounded())) dpi"
    quality.value = choice.quality
    isLossless.isOn = choice.isLossless
    losslessRow?.isHidden = !choice.format.canBeLossless
    qualityRow?.isHidden = !choice.format.hasQuality || choice.options.isLossless
    scaleRow?.isHidden = isByDensity
    densityRow?.isHidden = !isByDensity
    size.text = sizeText
    layer.chosen = choice.layer.flatMap { id in layers.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
    // A single layer is exported without paper.
    isTransparent.isEnabled = choice.layer == nil
    isTransparent.isOn = choice.isTransparent || choice.layer != nil
    isCropped.isOn = choice.isCropped
    isDeep.isOn = choice.isDeep
    deepRow?.isHidden = !choice.format.canBeDeep
    depth.text = depthText
    depth.isHidden = depth.text.isEmpty
    fit()
    invalidate()
  }
}

extension Overlay {
  private var exportPage: ExportPage? { popups.lazy.compactMap { $0 as? ExportPage }.first }

  /// Opens the export page.
  /// - Returns: its first requests.
  public func showExport(of subject: ExportSubject, _ choice: ExportChoice) -> [Effect] {
    closePopups()
    let page = ExportPage(context, subject, choice)
    openCentred(page)
    return context.interface.collect { page.form.requestEstimate() }
  }

  /// Shows the estimated size, bytes, of an exported picture on the export page, if it is open.
  public func showExportSize(_ bytes: Int?, of options: ExportOptions) {
    exportPage?.show(bytes: bytes, of: options)
  }
}
