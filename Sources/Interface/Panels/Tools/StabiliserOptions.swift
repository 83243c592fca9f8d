import Language
import Studio
import Toolkit

/// The length of the rope or the time of the average that guides the ink, and where it ends.
final class StabiliserOptions: ToolOptions {
  let amount: Slider
  let endsAtPen: Toggle
  private let stabiliser: StrokeAids.StabiliserKind

  init(_ context: WidgetContext, isUpright: Bool, _ stabiliser: StrokeAids.StabiliserKind) {
    self.stabiliser = stabiliser
    let isRope = stabiliser == .rope
    amount = Slider(
      context, isRope ? .linear(StrokeAids.ropes, step: 1) : .linear(StrokeAids.averages, step: 10))
    endsAtPen = Toggle(context)
    super.init(context, isUpright: isUpright)
    amount.title = isRope ? translated("Rope length") : translated("Averaging time")
    amount.length = isUpright ? 160 : 96
    amount.standard = isRope ? StrokeAids().rope : StrokeAids().average
    let unit = isRope ? "px" : "ms"
    (amount.text, amount.widestText) = ({ "\(Int($0.rounded())) \(unit)" }, isRope ? "300 px" : "1000 ms")
    amount.wheelSteps = 5
    amount.onChange = { [weak self] value, isSettled in
      guard isSettled else { return }
      self?.change { if isRope { $0.rope = value } else { $0.average = value } }
    }
    endsAtPen.title = translated("Finish the line")
    endsAtPen.onChange = { [weak self] isOn in self?.change { $0.stabiliserEnd = isOn ? .pen : .ink } }
    let name =
      isRope ? translated("Rope", context: "guide of the ink") : translated("Average", context: "guide of the ink")
    add(group: [context.name(name), amount])
    add(group: [endsAtPen])
  }

  private func change(_ body: (inout StrokeAids) -> Void) {
    var settings = context.state.settings
    body(&settings.aids)
    if settings != context.state.settings { post(.changeSettings(settings)) }
  }

  override func update() -> Bool {
    let aids = context.state.settings.aids
    amount.value = stabiliser == .rope ? aids.rope : aids.average
    endsAtPen.isOn = aids.stabiliserEnd == .pen
    return false
  }
}
