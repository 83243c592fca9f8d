import Document
import Export
import Geometry
import Language
import Panels
import Toolkit

/// The page with the options of a time-lapse.
///
/// Its button posts an effect, for which the program asks for a file and closes the page.
final class TimeLapsePage: Dialog {
  let form: TimeLapseForm

  init(_ context: WidgetContext, _ subject: FilmSubject, _ options: FilmOptions) {
    form = TimeLapseForm(context, subject, options)
    super.init(context, title: translated("Time-lapse"), width: 560, ScrollArea(context, form))
    add(button: translated("Cancel")) { [weak self] in
      self?.close()
    }
    let button = add(button: translated("Choose a file"), isDefault: true) { [weak self] in
      guard let self, form.canBeMade else { return }
      context.post(.export(.film(form.options)))
    }
    form.onShow = { [weak form, weak button] in
      guard let form, let button else { return }
      button.face = .text(form.options.format.isFilm ? translated("Choose a file") : translated("Choose a folder"))
      button.isEnabled = form.canBeMade
    }
    form.show()
  }

  override var firstFocus: Widget? { form.format }
}

/// The controls of `TimeLapsePage`.
final class TimeLapseForm: Form {
  private let subject: FilmSubject
  private(set) var options: FilmOptions
  private let sizes: [FilmOptions.Size]
  let format: Choice
  let seconds: NumberField
  let rate: DropDown
  let size: DropDown
  private let result: Label
  /// Called after the options or what they give were shown.
  var onShow: () -> Void = {}

  private static let rates = [10.0, 12, 15, 20, 24, 25, 30, 50, 60]
  private static let widths = [640, 1280, 1920, 2560, 3840]

  init(_ context: WidgetContext, _ subject: FilmSubject, _ options: FilmOptions) {
    (self.subject, self.options) = (subject, options)
    sizes = Self.sizes(subject)
    format = Choice(context, FilmOptions.Format.allCases.map(\.title))
    seconds = NumberField(context)
    rate = DropDown(context, Self.rates.map { "\(Int($0))" })
    size = DropDown(context, sizes.map { Self.title($0, subject) })
    result = Label(context, "", size: 12, tone: .dim, wraps: true)
    super.init(context)
    if !subject.hasEncoder { self.options.format = .frames }
    (seconds.range, seconds.decimals) = (FilmOptions.lengths, 1)
    (format.title, seconds.title) = (translated("Format"), translated("Length in seconds"))
    (rate.title, size.title) = (translated("Frames a second"), translated("Size"))
    format.onChoose = { [weak self] i in self?.choose { $0.format = FilmOptions.Format.allCases[i] } }
    seconds.onChange = { [weak self] value in self?.choose { $0.seconds = value } }
    rate.onChoose = { [weak self] i in self?.choose { $0.rate = Self.rates[i] } }
    size.onChoose = { [weak self] i in self?.choose { $0.size = self?.sizes[i] ?? .standard } }
    add(format.title, format)
    add(seconds.title, seconds)
    add(rate.title, rate)
    add(size.title, size)
    column.add(result)
    show()
  }

  /// The sizes on offer: the standard one, widths below the canvas's, and shares.
  private static func sizes(_ subject: FilmSubject) -> [FilmOptions.Size] {
    [.standard] + widths.filter { $0 < subject.width }.map { .width($0) } + [1, 0.75, 0.5, 0.25].map { .share($0) }
  }

  private static func title(_ size: FilmOptions.Size, _ subject: FilmSubject) -> String {
    switch size {
    case .standard: translated("Up to {side} px", ["side": 1920])
    case .width(let width): translated("{width} px wide", ["width": width])
    case .share(let share): translated("{share} % of the canvas", ["share": Int((share * 100).rounded())])
    }
  }

  private func choose(_ change: (inout FilmOptions) -> Void) {
    change(&options)
    show()
  }

  /// Whether the time-lapse can be made as chosen.
  var canBeMade: Bool { subject.hasEncoder || !options.format.isFilm }

  override func show() {
    format.chosen = FilmOptions.Format.allCases.firstIndex(of: options.format)
    seconds.value = options.seconds
    rate.chosen = Self.rates.firstIndex(of: options.rate)
    rate.otherwise = "\(Int(options.rate.rounded()))"
    size.chosen = sizes.firstIndex(of: options.size)
    size.otherwise = Self.title(options.size, subject)
    result.text = subject.result(options)
    onShow()
    fit()
    invalidate()
  }
}

/// The properties of the drawing and the computer that the page of a time-lapse needs.
public struct FilmSubject: Sendable, Hashable {
  /// The canvas's width, px.
  public var width: Int
  /// The canvas's height, px.
  public var height: Int
  /// Whether the program that encodes films is installed.
  public var hasEncoder: Bool

  /// Creates the subject from a document.
  public init(_ document: Document, hasEncoder: Bool) {
    (width, height, self.hasEncoder) = (document.frame.width, document.frame.height, hasEncoder)
  }

  /// What the options give, or why they give nothing.
  func result(_ options: FilmOptions) -> String {
    guard hasEncoder || !options.format.isFilm else {
      return translated(
        """
        Videos are made by ffmpeg, which is not installed. Install the package "ffmpeg", or choose PNG images, which any video \
        editor reads.
        """)
    }
    let size = options.pictureSize(width: width, height: height)
    let pictures = translated(
      "{count} frame of {width} × {height} px.", other: "{count} frames of {width} × {height} px.",
      count: options.count, ["width": size.width, "height": size.height])
    guard options.format == .gif, options.rate > FilmOptions.greatestGIFRate else { return pictures }
    return pictures + " "
      + translated("A GIF has {rate} frames a second at most.", ["rate": Int(FilmOptions.greatestGIFRate)])
  }
}

extension Overlay {
  /// Opens the page of a time-lapse.
  public func showTimeLapse(of subject: FilmSubject, _ options: FilmOptions) {
    closePopups()
    openCentred(TimeLapsePage(context, subject, options))
  }
}
