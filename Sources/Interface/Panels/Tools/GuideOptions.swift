import Language
import Studio
import Toolkit

/// The length of the rope or the time of the average that guides the ink, and where it ends.
final class GuideOptions: ToolOptions {
  let amount: Slider
  let endsAtPen: Toggle
  private let guide: StrokeAids.Guide

  init(_ context: WidgetContext, isUpright: Bool, _ guide: StrokeAids.Guide) {
    self.guide = guide
    let isRope = guide == .rope
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
    endsAtPen.onChange = { [weak self] isOn in self?.change { $0.guideEnd = isOn ? .pen : .ink } }
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
    amount.value = guide == .rope ? aids.rope : aids.average
    endsAtPen.isOn = aids.guideEnd == .pen
    return false
  }
}
