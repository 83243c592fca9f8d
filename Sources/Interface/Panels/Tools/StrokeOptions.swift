import Document
import Ink
import Language
import Studio
import Toolkit

/// Which strokes the stroke tool takes, and the values of those that are chosen: each follows its slider at once.
final class StrokeOptions: ToolOptions {
  /// By what a drag takes strokes: a lasso or a rectangle.
  let areas: [Button]
  let source: Choice
  let sizes: Slider
  let opacities: Slider
  let smoothings: Slider
  let stabilisers: Slider
  let pressures: Slider
  let calms: Slider
  let reaches: Slider
  let delete: ActionButton
  /// What the pen does with strokes.
  let hands: [ActionButton]
  /// Opens the menu of all that can be done with strokes.
  let more: ActionButton
  private let count: Label
  private let isUpright: Bool
  private var choices: [Widget] = []
  private var values: [Widget] = []
  /// The values of the line beside the hands with which they are set.
  private var lineValues: [(widget: Widget, hands: [StrokeHand])] = []
  private var reachValue: Widget?

  override init(_ context: WidgetContext, isUpright: Bool) {
    areas = [
      (CanvasTool.selectLasso, translated("A drag takes strokes by a lasso")),
      (.selectRectangle, translated("A drag takes strokes by a rectangle")),
    ].map { context.button(Icon($0), $1) }
    source = Choice(
      context, [translated("All layers", context: "whose strokes"), translated("Layer", context: "whose strokes")])
    sizes = Slider(context, .logarithmic(Brush.sizes))
    opacities = Slider(context, .linear(0...1, step: 0.01))
    smoothings = context.slider(0...100, translated("Smoothing"), isUpright: isUpright)
    stabilisers = context.slider(0...1000, translated("Stabiliser of the strokes"), unit: " ms", isUpright: isUpright)
    pressures = context.slider(-100...100, translated("Pressure of the strokes"), unit: " %", isUpright: isUpright)
    calms = context.slider(0...200, translated("Simplify the strokes"), unit: " px", isUpright: isUpright)
    reaches = Slider(context, .logarithmic(ToolSettings.strokeReaches))
    hands = zip(StrokeActions.hands, [Icon.takeStrokes, .bend, .redraw, .thicken, .thin, .cutStrokes]).map {
      one, icon in
      let button = context.button(icon, one.action.title) { context.post(.perform(one.action)) }
      button.action = one.action
      return button
    }
    count = context.name("")
    self.isUpright = isUpright
    delete = context.button(.delete, Action.deleteStrokes.title) { context.post(.perform(.deleteStrokes)) }
    delete.action = .deleteStrokes
    more = context.button(.dots, translated("More", context: "about strokes"))
    more.actsOnPress = true
    super.init(context, isUpright: isUpright)
    more.onPress = { [weak self] in
      guard let self else { return }
      self.context.overlay?.open(menu: MainMenu(context: self.context).items(.strokes), from: more)
    }
    source.title = translated("Strokes of")
    areas[0].onPress = { [weak self] in self?.changing { $0.takesStrokesByLasso = true } }
    areas[1].onPress = { [weak self] in self?.changing { $0.takesStrokesByLasso = false } }
    source.onChoose = { [weak self] option in self?.changing { $0.takesStrokesOfAllLayers = option == 0 } }
    (sizes.title, opacities.title) = (translated("Size of the strokes"), translated("Opacity of the strokes"))
    smoothings.title = translated("Smoothing of the strokes")
    sizes.text = { DialMode.shown(size: $0) }
    sizes.widestText = "2000 px"
    opacities.text = { DialMode.shown(share: $0) }
    opacities.widestText = "100 %"
    opacities.wheelSteps = 5
    (stabilisers.standard, pressures.standard, calms.standard) = (0, 0, 0)
    stabilisers.wheelSteps = 10
    pressures.wheelSteps = 5
    reaches.title = translated("Reach of the hand")
    (reaches.text, reaches.widestText) = ({ "\(Int($0.rounded())) px" }, "1000 px")
    for slider in [sizes, opacities, smoothings, stabilisers, pressures, calms, reaches] {
      slider.length = isUpright ? 160 : 64
    }
    sizes.onChange = { [weak self] value, _ in self?.change { $0.size = value } }
    opacities.onChange = { [weak self] value, _ in self?.change { $0.opacity = value } }
    smoothings.onChange = { [weak self] value, _ in self?.change { $0.smoothing = value } }
    stabilisers.onChange = { [weak self] value, _ in self?.change { $0.stabiliser = .of(milliseconds: value) } }
    pressures.onChange = { [weak self] value, _ in self?.change { $0.harder = value / 100 } }
    calms.onChange = { [weak self] value, _ in self?.change { $0.shape = .calm(value) } }
    reaches.onChange = { [weak self] value, _ in self?.changing { $0.strokeReach = value } }
    add(group: hands, spacing: 0)
    choices = [add(group: areas, spacing: 0), add(group: [source])]
    values = [
      add(group: [count]), add(group: [context.name(translated("Size")), sizes]),
      add(group: [context.name(translated("Opacity")), opacities]),
      add(group: [delete, more], spacing: 0),
    ]
    reachValue = add(group: [context.name(translated("Reach", context: "of the hand")), reaches])
    lineValues = [
      (add(group: [context.name(translated("Simplify", context: "the line")), calms]), [.bend]),
      (add(group: [context.name(translated("Pressure")), pressures]), [.thicken, .thin]),
      (add(group: [context.name(translated("Smoothing")), smoothings]), [.redraw]),
      (add(group: [context.name(translated("Stabiliser")), stabilisers]), [.redraw]),
    ]
    for widget in values + lineValues.map(\.widget) { widget.isHidden = true }
    reachValue?.isHidden = true
  }

  private func change(_ body: (inout StrokeChange) -> Void) {
    var change = StrokeChange()
    body(&change)
    post(.changeStrokes(change))
  }

  override func update() -> Bool {
    let tools = context.state.toolSettings
    (areas[0].isChosen, areas[1].isChosen) = (tools.takesStrokesByLasso, !tools.takesStrokesByLasso)
    source.chosen = tools.takesStrokesOfAllLayers ? 0 : 1
    let chosen = context.state.chosenStrokes
    let hand = tools.strokeHand
    for (button, one) in zip(hands, StrokeActions.hands) { button.isChosen = one.hand == hand }
    reaches.value = tools.strokeReach
    var isOther = false
    func hide(_ widgets: [Widget], if isHidden: Bool) {
      for widget in widgets where widget.isHidden != isHidden {
        widget.isHidden = isHidden
        isOther = true
      }
    }
    // Beside the bar there is no room for all.
    hide(values, if: chosen == nil || hand != .choose && !isUpright)
    hide(choices, if: (chosen != nil || hand != .choose) && !isUpright)
    hide([reachValue].compactMap(\.self), if: !hand.hasReach)
    for (widget, hands) in lineValues { hide([widget], if: chosen == nil || !isUpright && !hands.contains(hand)) }
    guard let chosen else { return isOther }
    (sizes.value, opacities.value, smoothings.value) = (chosen.size, chosen.opacity, chosen.smoothing)
    (stabilisers.value, pressures.value) = (chosen.stabiliser?.milliseconds ?? 0, chosen.harder * 100)
    calms.value = chosen.calm
    let text = translated("{count} stroke", other: "{count} strokes", count: chosen.count)
    if count.text != text {
      count.text = text
      isOther = true
    }
    return isOther
  }
}

extension Stabiliser {
  /// An average of a time; none for 0.
  fileprivate static func of(milliseconds: Double) -> Stabiliser {
    milliseconds > 0 ? Stabiliser.average(time: milliseconds / 1000, endsAtPen: true).clamped : .none
  }

  /// The time of an average; 0 for others.
  fileprivate var milliseconds: Double { if case .average(let time, _) = self { time * 1000 } else { 0 } }
}
