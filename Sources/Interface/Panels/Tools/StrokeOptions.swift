import Document
import Ink
import Language
import Studio
import Toolkit

/// Which strokes the stroke tool takes, and the values of those that are chosen: each follows its slider at once.
final class StrokeOptions: ToolOptions {
  let area: Choice
  let source: Choice
  let sizes: Slider
  let opacities: Slider
  let smoothings: Slider
  let buttons: [ActionButton]
  /// Opens the menu of all that can be done with strokes.
  let more: ActionButton
  private let count: Label
  private let isUpright: Bool
  private var choices: [Widget] = []
  private var values: [Widget] = []

  override init(_ context: WidgetContext, isUpright: Bool) {
    area = Choice(
      context, [translated("Lasso", context: "takes strokes"), translated("Rectangle", context: "takes strokes")])
    source = Choice(
      context, [translated("All layers", context: "whose strokes"), translated("Layer", context: "whose strokes")])
    sizes = Slider(context, .logarithmic(Brush.sizes))
    opacities = Slider(context, .linear(0...1, step: 0.01))
    smoothings = context.slider(0...100, translated("Smoothing"), isUpright: isUpright)
    count = context.name("")
    self.isUpright = isUpright
    buttons = [
      (.recolourStrokes, Icon(.fill)), (.rebrushStrokes, .pen), (.deleteStrokes, .delete),
    ].map { (action: Action, icon: Icon) in
      let button = context.button(icon, action.title) { context.post(.perform(action)) }
      button.action = action
      return button
    }
    more = context.button(.dots, translated("More", context: "about strokes"))
    more.actsOnPress = true
    super.init(context, isUpright: isUpright)
    more.onPress = { [weak self] in
      guard let self else { return }
      self.context.overlay?.open(menu: MainMenu(context: self.context).items(.strokes), from: more)
    }
    area.title = translated("A drag takes strokes by")
    source.title = translated("Strokes of")
    area.onChoose = { [weak self] option in self?.changing { $0.takesStrokesByLasso = option == 0 } }
    source.onChoose = { [weak self] option in self?.changing { $0.takesStrokesOfAllLayers = option == 0 } }
    (sizes.title, opacities.title) = (translated("Size of the strokes"), translated("Opacity of the strokes"))
    smoothings.title = translated("Smoothing of the strokes")
    sizes.text = { DialMode.shown(size: $0) }
    sizes.widestText = "2000 px"
    opacities.text = { DialMode.shown(share: $0) }
    opacities.widestText = "100 %"
    opacities.wheelSteps = 5
    for slider in [sizes, opacities, smoothings] { slider.length = isUpright ? 160 : 64 }
    sizes.onChange = { [weak self] value, _ in self?.change { $0.size = value } }
    opacities.onChange = { [weak self] value, _ in self?.change { $0.opacity = value } }
    smoothings.onChange = { [weak self] value, _ in self?.change { $0.smoothing = value } }
    choices = [add(group: [area]), add(group: [source])]
    values = [
      add(group: [count]), add(group: [context.name(translated("Size")), sizes]),
      add(group: [context.name(translated("Opacity")), opacities]),
      add(group: [context.name(translated("Smoothing")), smoothings]), add(group: buttons + [more], spacing: 0),
    ]
    for value in values { value.isHidden = true }
  }

  private func change(_ body: (inout StrokeChange) -> Void) {
    var change = StrokeChange()
    body(&change)
    post(.changeStrokes(change))
  }

  override func update() -> Bool {
    let tools = context.state.toolSettings
    area.chosen = tools.takesStrokesByLasso ? 0 : 1
    source.chosen = tools.takesStrokesOfAllLayers ? 0 : 1
    let chosen = context.state.chosenStrokes
    var isOther = false
    // Beside the bar there is no room for both.
    for (widgets, isHidden) in [(values, chosen == nil), (choices, chosen != nil && !isUpright)] {
      for widget in widgets where widget.isHidden != isHidden {
        widget.isHidden = isHidden
        isOther = true
      }
    }
    guard let chosen else { return isOther }
    (sizes.value, opacities.value, smoothings.value) = (chosen.size, chosen.opacity, chosen.smoothing)
    let text = translated("{count} stroke", other: "{count} strokes", count: chosen.count)
    if count.text != text {
      count.text = text
      isOther = true
    }
    return isOther
  }
}
