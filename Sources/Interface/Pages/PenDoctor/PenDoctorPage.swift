import Document
import Geometry
import Input
import Language
import Paint
import Panels
import Studio
import Toolkit

/// The page for testing a pen: its classification, reports, rate and results, and its pressure
/// curve.
///
/// It shows `InterfaceState.pen`, which is computed only while the page is open.
final class PenDoctorPage: Dialog {
  private let body: PenDoctorBody
  private let area: ScrollArea

  init(_ context: WidgetContext) {
    body = PenDoctorBody(context)
    area = ScrollArea(context, body)
    super.init(context, title: translated("Pen doctor"), width: 900, area)
    let copy = add(button: translated("Copy report")) { context.post(.copyPenReport) }
    copy.title = translated("Copies this page as text, for a bug report")
    add(button: translated("Close")) { [weak self] in
      self?.close()
    }
  }

  override var firstFocus: Widget? { body.fit }

  /// The visible part of the field for trying a pen, window px.
  var field: PixelRect { body.field.frame.intersection(area.frame) }

  /// Whether a fit is under way, or its curve is neither used nor discarded.
  var isFitting: Bool { body.isFitting }
}

/// The content of the page in two columns, or in one in a narrow window.
final class PenDoctorBody: Widget {
  let field: PenField
  let graph: PressureGraph
  let facts: FactList
  let tilt: TiltPicture
  let curve: CurveEditor<PressureResponse>
  let axes: AxisList
  let fit: Button
  let reset: Button
  let note: Label
  enum Fit {
    case none
    case drawing(PressureFit)
    /// The fitted curve is shown and waits for a decision.
    case proposed(PressureResponse)
  }
  private(set) var fitting = Fit.none
  var isFitting: Bool { if case .none = fitting { false } else { true } }
  /// The number of marks handled, and whether the latest touch began in the field.
  private var taken = 0
  private var isTouchingField = false
  /// The texts that the layout was computed for.
  private var laidOut: [String] = []
  private var fitted: DeviceKey?

  override init(_ context: WidgetContext) {
    field = PenField(context)
    graph = PressureGraph(context)
    facts = FactList(context)
    tilt = TiltPicture(context)
    curve = CurveEditor(context, .identity)
    axes = AxisList(context)
    fit = Button(context)
    reset = Button(context)
    note = Label(context, "", size: 12, tone: .dim, wraps: true)
    super.init(context)
    for part in [field, graph, facts, tilt, curve, axes, fit, reset, note] { add(part) }
    reset.face = .text(translated("Reset"))
    reset.onPress = { [weak self] in self?.undoReset() }
    fit.onPress = { [weak self] in self?.advanceFit() }
    curve.title = translated("Pressure curve")
    curve.handleTitle = { translated("Handle {number} of the pressure curve", ["number": $0]) }
    curve.onDraft = { [weak self] response in self?.field.response = response }
    curve.onChange = { [weak self] response in self?.use(response) }
    update()
  }

  private var readings: PenReadings? { context.state.pen }
  private var device: DeviceReadings? { readings?.device }

  // MARK: State

  override func show() {
    takeMarks()
    update()
    super.show()
  }

  /// Handles the new marks; the field takes those of touches that began in it.
  private func takeMarks() {
    guard let readings else { return }
    let seen = (panel as? PenDoctorPage)?.field ?? field.frame
    // A reopened page has handled no marks, even if earlier ones were dropped.
    let new = readings.marks.dropFirst(max(0, taken - readings.marksBefore))
    taken = readings.marksBefore + readings.marks.count
    for mark in new {
      if mark.phase == .down { isTouchingField = Rect(seen).contains(mark.place) }
      let isInField = mark.phase == .hover ? Rect(seen).contains(mark.place) : isTouchingField
      guard isInField else { continue }
      if case .drawing(var strokes) = fitting {
        fitting = .none
        strokes.take(mark)
        fitting = strokes.response.map { .proposed($0) } ?? .drawing(strokes)
      }
      field.take(mark)
    }
    graph.take(new)
  }

  private func update() {
    if let fitted, fitted != device.map({ DeviceKey($0.device) }) { endFit() }
    let own = device?.override?.pressureResponse ?? .identity
    let response = if case .proposed(let found) = fitting { found } else { own }
    let hasPressure = device?.measured != nil
    facts.facts =
      device.map {
        Self.facts($0, presentTime: readings?.presentTime, published: context.state.publishedLatency)
      } ?? [.init(translated("Device"), translated("no pointing device"))]
    tilt.show(altitude: device?.altitude, azimuth: device?.azimuth, roll: device?.roll)
    axes.axes = device?.axes ?? []
    curve.curve = response
    if !curve.isDragged { field.response = response }
    curve.live = device?.measured
    curve.isEnabled = hasPressure
    fit.isEnabled = hasPressure
    switch fitting {
    case .none:
      (fit.face, fit.isChosen, reset.face) = (
        .text(translated("Fit from ten strokes")), false, .text(translated("Reset"))
      )
      reset.isEnabled = hasPressure && !own.isIdentity
    case .drawing:
      (fit.face, fit.isChosen, reset.face) = (.text(translated("Draw ten strokes")), true, .text(translated("Stop")))
      (fit.isEnabled, reset.isEnabled) = (false, true)
    case .proposed:
      (fit.face, fit.isChosen, reset.face) = (.text(translated("Use this curve")), true, .text(translated("Discard")))
      reset.isEnabled = true
    }
    note.text = remark
    // The layout depends on the widths of buttons and the height of the note.
    let words = [fit.label, reset.label, note.text, "\(facts.facts.count)"]
    if words != laidOut {
      laidOut = words
      if !frame.isEmpty { layOut() }
    }
  }

  private var remark: String {
    guard device?.measured != nil else {
      return device == nil
        ? translated("Hold a pen close to its tablet.") : translated("This device measures no pressure.")
    }
    return switch fitting {
    case .drawing(let strokes) where strokes.strokeCount >= PressureFit.strokesWanted:
      translated("These strokes had no pressure.")
    case .drawing(let strokes):
      translated(
        "Draw in the field above as you usually do: {count} of {wanted} strokes.",
        ["count": strokes.strokeCount, "wanted": PressureFit.strokesWanted])
    case .proposed: translated("This curve fits your hand. Your strokes are shown with it.")
    case .none:
      translated("Horizontal: measured pressure. Vertical: resulting pressure. Drag the handles to change the curve.")
    }
  }

  static func facts(_ device: DeviceReadings, presentTime: Double?, published: PublishedLatency? = nil)
    -> [FactList.Fact]
  {
    var driver = device.device.driver ?? translated("unknown")
    if let id = device.device.productID { driver += ", USB " + id }
    let near: String = device.isNear.map { $0 ? translated("near") : translated("away") } ?? translated("unknown")
    let place = device.deviceClass.isPen ? near : "–"
    let timing = device.timing
    let rate = timing.rate.map { rate in
      let rate = DecimalText.fixed(rate, 0)
      return timing.interval.map {
        translated("{rate} Hz, every {interval} ms", ["rate": rate, "interval": DecimalText.shown($0)])
      } ?? rate + " Hz"
    }
    let pressure = device.measured.map { measured in
      DecimalText.shown(
        DecimalText.fixed(measured, 3)
          + (device.override?.pressureResponse == nil ? "" : " → " + DecimalText.fixed(device.adjusted ?? measured, 3)))
    }
    let held = device.held.sorted().map(String.init).joined(separator: " ")
    return [
      .init(translated("Device"), device.device.name),
      .init(translated("Detected as"), device.deviceClass.title),
      .init(translated("Recognised by"), device.evidence.title),
      .init(translated("Driver"), driver),
      .init(translated("Report rate"), rate ?? "–"),
      .init(translated("Jitter"), timing.jitter.map { DecimalText.shown($0) + " ms" } ?? "–"),
      .init(
        translated("Pen is"),
        held.isEmpty ? place : translated("{place}, pressing {buttons}", ["place": place, "buttons": held])),
      .init(translated("Pressure"), pressure ?? translated("none measured")),
      .init(
        translated("Latency to the screen"),
        presentTime.map { DecimalText.shown(DecimalText.fixed($0 * 1000, 1)) + " ms" } ?? "–"),
    ]
      + (published.map {
        [
          .init(
            translated("Published latency"),
            translated(
              "{time} ms on {machine}, {count} core", other: "{time} ms on {machine}, {count} cores", count: $0.cores,
              ["time": DecimalText.shown(DecimalText.fixed($0.ink, 2)), "machine": $0.machine]))
        ]
      } ?? [])
  }

  // MARK: Changes

  /// Sets the device's pressure curve, or removes it with nil. An existing entry for the device is
  /// changed, which may apply to all devices of its name.
  private func use(_ response: PressureResponse?) {
    guard let device = device?.device else { return }
    endFit()
    defer { update() }
    var settings = context.state.settings
    if let response = response?.rounded, !response.isIdentity {
      settings.devices[settings.devices.key(for: device) ?? DeviceKey(device), default: .init()].pressureResponse =
        response
    } else {
      // An entry that becomes empty disappears; the entry for the name alone may apply next.
      while let key = settings.devices.key(for: device), settings.devices[key]?.pressureResponse != nil {
        settings.devices[key]?.pressureResponse = nil
      }
    }
    if settings != context.state.settings { post(.changeSettings(settings)) }
  }

  /// Starts a fit, or uses its result.
  private func advanceFit() {
    if case .proposed(let found) = fitting { return use(found) }
    guard case .none = fitting, let device else { return }
    (fitting, fitted) = (.drawing(PressureFit()), DeviceKey(device.device))
    field.clear()
    update()
  }

  /// Ends a fit and discards its result; without a fit, removes the curve.
  private func undoReset() {
    if case .none = fitting { return use(nil) }
    endFit()
    update()
  }

  private func endFit() { (fitting, fitted) = (.none, nil) }

  // MARK: Layout

  private var gap: Int { context.whole(16) }
  private static let rightWidth = 310.0
  private static let curveSide = 204.0

  private func isWide(_ width: Int) -> Bool { width >= context.whole(640 * theme.textScale) }
  /// Height of the field and graph: at least that of the facts and the tilt beside them.
  private func upper(within width: Int) -> Int {
    isWide(width) ? max(context.whole(274), facts.size(within: width).height + leastTilt) : context.whole(274)
  }
  private var leastTilt: Int { context.whole(92) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let below = isWide(width) ? 0 : gap + facts.size(within: width).height + leastTilt
    let tall = upper(within: width) + below + gap
    return (width, tall + context.whole(Self.curveSide) + (isWide(width) ? 0 : gap + axes.size(within: width).height))
  }

  override func layOut() {
    let (left, top, right) = (frame.minX, frame.minY, frame.maxX)
    let upper = upper(within: frame.width)
    let wide = isWide(frame.width)
    let column = wide ? right - context.whole(Self.rightWidth * theme.textScale) - gap : right
    let graphHeight = context.whole(60)
    field.place(PixelRect(minX: left, minY: top, maxX: column, maxY: top + upper - graphHeight - context.whole(8)))
    graph.place(PixelRect(minX: left, minY: top + upper - graphHeight, maxX: column, maxY: top + upper))
    let (factsLeft, factsTop) = wide ? (column + gap, top) : (left, top + upper + gap)
    let factsHeight = facts.size(within: right - factsLeft).height
    facts.place(PixelRect(minX: factsLeft, minY: factsTop, maxX: right, maxY: factsTop + factsHeight))
    let tiltBottom = wide ? top + upper : factsTop + factsHeight + leastTilt
    tilt.place(
      PixelRect(minX: factsLeft, minY: factsTop + factsHeight + context.whole(4), maxX: right, maxY: tiltBottom))

    let side = context.whole(Self.curveSide)
    let lower = max(top + upper, tiltBottom) + gap
    curve.place(PixelRect(x: left, y: lower, width: side, height: side))
    let (buttonsLeft, buttonHeight) = (left + side + gap, context.whole(40))
    let buttonsRight = wide ? buttonsLeft + context.whole(190 * theme.textScale) : right
    // The note is aligned with the buttons' text.
    let indent = context.whole(14)
    for (k, button) in [fit, reset].enumerated() {
      let width = min(button.size(within: buttonsRight - buttonsLeft).width, buttonsRight - buttonsLeft)
      button.place(
        PixelRect(x: buttonsLeft, y: lower + k * (buttonHeight + context.whole(4)), width: width, height: buttonHeight))
    }
    let noteTop = lower + 2 * buttonHeight + context.whole(14)
    let noteHeight = note.size(within: buttonsRight - buttonsLeft - indent).height
    note.place(
      PixelRect(minX: buttonsLeft + indent, minY: noteTop, maxX: buttonsRight, maxY: noteTop + noteHeight))
    let axesTop = wide ? lower : lower + side + gap
    axes.place(
      PixelRect(minX: wide ? buttonsRight + gap : left, minY: axesTop, maxX: right, maxY: max(axesTop, frame.maxY)))
  }
}
