import Document
import Language
import Studio
import Toolkit

class FillOptions: ToolOptions {
  final let tolerance: Slider
  final let gap: Slider
  final let under: Slider
  final let source: DropDown
  final let erases: Button

  override var inset: Double { 8 }

  /// - Parameters:
  ///   - closesGaps: whether areas end at gaps in lines; without it that has no slider.
  ///   - goesUnder: whether areas go on below lines.
  init(_ context: WidgetContext, isUpright: Bool, closesGaps: Bool = true, goesUnder: Bool = true) {
    tolerance = context.slider(0...255, translated("Colour tolerance"), isUpright: isUpright)
    gap = context.slider(FillSettings.gaps, translated("Close gaps up to"), unit: " px", isUpright: isUpright)
    under = context.slider(
      FillSettings.unders, translated("Go on below lines by"), unit: " px", isUpright: isUpright)
    source = DropDown(
      context,
      [
        translated("All layers", context: "what counts"), translated("Layer", context: "what counts"),
        translated("References", context: "what counts"),
      ])
    source.title = translated("Compare colours of")
    erases = Button(context)
    (erases.face, erases.title) = (.icon(Icon(.eraser)), translated("Empty areas instead of filling them"))
    super.init(context, isUpright: isUpright)
    let standard = FillSettings()
    // Short enough for everything to fit beside the bar in a window of 1024 px.
    if !isUpright { (tolerance.length, gap.length, under.length) = (40, 30, 28) }
    (tolerance.standard, gap.standard) = (Double(standard.tolerance), Double(standard.gap))
    under.standard = Double(standard.under)
    tolerance.wheelSteps = 4
    tolerance.onChange = { [weak self] value, _ in self?.changing { $0.filling.tolerance = Int(value) } }
    gap.onChange = { [weak self] value, _ in self?.changing { $0.filling.gap = Int(value) } }
    under.onChange = { [weak self] value, _ in self?.changing { $0.filling.under = Int(value) } }
    source.onChoose = { [weak self] option in self?.changing { $0.filling.source = FillSource.allCases[option] } }
    add(group: [context.name(translated("Tolerance")), tolerance])
    if closesGaps { add(group: [context.name(translated("Gaps")), gap]) }
    if goesUnder { add(group: [context.name(translated("Under", context: "lines")), under]) }
    let from = translated("From", context: "whose colours count")
    let fills = closesGaps && goesUnder
    add(group: (isUpright ? [context.name(from)] : []) + [source] + (fills ? [erases] : []), spacing: fills ? 2 : 8)
    erases.onPress = { [weak self] in self?.changing { $0.fillErases.toggle() } }
  }

  override func update() -> Bool {
    erases.isChosen = context.state.toolSettings.fillErases
    let filling = context.state.toolSettings.filling
    (tolerance.value, gap.value) = (Double(filling.tolerance), Double(filling.gap))
    under.value = Double(filling.under)
    source.chosen = FillSource.allCases.firstIndex(of: filling.source) ?? 0
    return false
  }
}

/// Whether the lasso fills or empties.
final class LassoFillOptions: ToolOptions {
  let paint: Choice

  override init(_ context: WidgetContext, isUpright: Bool) {
    paint = Choice(
      context, [translated("Colour", context: "a fill"), translated("Nothing", context: "a fill empties")])
    super.init(context, isUpright: isUpright)
    paint.title = translated("Fill with")
    paint.onChoose = { [weak self] option in self?.changing { $0.fillErases = option == 1 } }
    add(group: [context.name(translated("Fill with")), paint])
  }

  override func update() -> Bool {
    paint.chosen = context.state.toolSettings.fillErases ? 1 : 0
    return false
  }
}

final class EyedropperOptions: ToolOptions {
  let source: Choice

  override init(_ context: WidgetContext, isUpright: Bool) {
    source = context.sources(translated("Sample from"))
    super.init(context, isUpright: isUpright)
    source.onChoose = { [weak self] option in self?.changing { $0.picksMerged = option == 0 } }
    add(group: [context.name(translated("Sample from")), source])
    let screen = ActionButton(context)
    screen.face = .text(translated("The screen", context: "colours are sampled from"))
    screen.title = Action.pickFromScreen.title
    screen.action = .pickFromScreen
    screen.onPress = { context.post(.perform(.pickFromScreen)) }
    add(group: [screen])
  }

  override func update() -> Bool {
    source.chosen = context.state.toolSettings.picksMerged ? 0 : 1
    return false
  }
}

/// Whether a brush that smudges mixes with the layers below.
final class MixingOptions: ToolOptions {
  let below: Toggle

  override init(_ context: WidgetContext, isUpright: Bool) {
    below = Toggle(context)
    super.init(context, isUpright: isUpright)
    below.title = translated("Mix with layers below")
    below.onChange = { [weak self] isOn in self?.changing { $0.mixesBelow = isOn } }
    add(group: [below])
  }

  override func update() -> Bool {
    below.isOn = context.state.toolSettings.mixesBelow
    return false
  }
}

/// The brush that a shape is drawn with, and hints about keys while it is dragged.
///
/// `constrained` says what Shift does.
final class FigureOptions: ToolOptions {
  let brush: Label

  init(_ context: WidgetContext, isUpright: Bool, _ constrained: String) {
    brush = Label(context, "")
    super.init(context, isUpright: isUpright)
    add(group: [context.name(translated("Brush")), brush])
    add(group: [context.name(constrained)])
    add(group: [context.name(translated("Alt: from the centre"))])
  }

  override func update() -> Bool {
    let text = context.title(ofBrush: context.state.brush)
    guard brush.text != text else { return false }
    brush.text = text
    return true
  }
}

final class SymmetryOptions: ToolOptions {
  let kinds: [Button]
  let folds: Slider
  let mirrored: Toggle
  let aim: Button
  let middle: Button
  private var turning: Widget?
  /// The last radial symmetry, for choosing it again.
  private var radial = Symmetry.Kind.radial(count: 6, isMirrored: false)

  override var inset: Double { 2 }

  override init(_ context: WidgetContext, isUpright: Bool) {
    kinds = [
      context.button(.symmetry, translated("Mirror left and right")),
      context.button(.symmetryLevel, translated("Mirror above and below")),
      context.button(.symmetryBoth, translated("Mirror both ways")),
      context.button(.symmetryRadial, translated("Rotational symmetry")),
    ]
    folds = context.slider(Symmetry.folds, translated("Number of rotations"), unit: "×", isUpright: isUpright)
    mirrored = Toggle(context)
    aim = context.button(.aim, translated("Set the centre with the next press"))
    middle = context.button(.middle, translated("Reset to the centre of the canvas"))
    super.init(context, isUpright: isUpright)
    for (i, button) in kinds.enumerated() {
      button.onPress = { [weak self] in
        guard let self else { return }
        return changing { $0.symmetry.kind = kind(i) }
      }
    }
    folds.standard = 6
    folds.onChange = { [weak self] value, _ in
      self?.changing {
        if case .radial(_, let isMirrored) = $0.symmetry.kind {
          $0.symmetry.kind = .radial(count: Int(value), isMirrored: isMirrored)
        }
      }
    }
    mirrored.title = translated("Mirrored")
    mirrored.onChange = { [weak self] isOn in
      self?.changing {
        if case .radial(let count, _) = $0.symmetry.kind { $0.symmetry.kind = .radial(count: count, isMirrored: isOn) }
      }
    }
    aim.onPress = { [weak self] in
      guard let self else { return }
      // Closed so that it does not cover the canvas for the next press.
      if let popup = panel as? OptionsPopup { self.context.overlay?.close(popup) }
      context.post(.placeCenter(!self.context.state.isPlacingCenter))
    }
    middle.onPress = { [weak self] in self?.changing { $0.symmetry.center = nil } }
    add(group: kinds, spacing: 0)
    turning = add(group: [folds, mirrored], spacing: 14)
    add(group: [aim, middle], spacing: 0)
  }

  private func kind(_ i: Int) -> Symmetry.Kind {
    switch i {
    case 0: .mirror(vertical: true, horizontal: false)
    case 1: .mirror(vertical: false, horizontal: true)
    case 2: .mirror(vertical: true, horizontal: true)
    default: radial
    }
  }

  override func update() -> Bool {
    let symmetry = context.state.toolSettings.symmetry
    var isRadial = false
    if case .radial(let count, let isMirrored) = symmetry.kind {
      (isRadial, radial) = (true, symmetry.kind)
      folds.value = Double(count)
      mirrored.isOn = isMirrored
    }
    for (i, button) in kinds.enumerated() { button.isChosen = symmetry.kind == kind(i) }
    aim.isChosen = context.state.isPlacingCenter
    middle.isEnabled = symmetry.center != nil
    guard let turning, turning.isHidden == isRadial else { return false }
    turning.isHidden = !isRadial
    return true
  }
}
