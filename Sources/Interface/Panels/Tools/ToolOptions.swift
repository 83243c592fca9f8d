import Language
import Studio
import Toolkit

/// The controls for a tool's settings: groups side by side in a panel, stacked in a popup.
class ToolOptions: Widget {
  fileprivate let stack: Stack

  /// Margin at both ends in a panel, px at 96 dpi.
  var inset: Double { 14 }

  init(_ context: WidgetContext, isUpright: Bool) {
    stack =
      isUpright
      ? Stack(context, .down, spacing: 4, alignment: .start) : Stack(context, .right, spacing: 14, alignment: .middle)
    super.init(context)
    add(stack)
  }

  /// Adds widgets that belong together; the group can be hidden.
  @discardableResult
  final func add(group widgets: [Widget], spacing: Double = 8) -> Widget {
    let group = Stack(context, .right, spacing: spacing, alignment: .middle, widgets)
    stack.add(group)
    return group
  }

  /// Shows the current settings. Returns whether its size has changed.
  func update() -> Bool { false }

  /// Changes the settings of the tools.
  final func changing(_ body: (inout ToolSettings) -> Void) {
    var new = context.state.toolSettings
    body(&new)
    if new != context.state.toolSettings { post(.setTool(new)) }
  }

  override func show() { _ = update() }
  override func size(within width: Int) -> (width: Int, height: Int) { stack.size(within: width) }
  override func layOut() { stack.place(frame) }
}

/// The options of several subjects: side by side, or one below the other.
private final class JoinedOptions: ToolOptions {
  private let parts: [ToolOptions]

  init(_ context: WidgetContext, isUpright: Bool, _ parts: [ToolOptions]) {
    self.parts = parts
    super.init(context, isUpright: isUpright)
    for part in parts { stack.add(part) }
  }

  // Each part is asked, also after one has changed.
  override func update() -> Bool { parts.reduce(false) { $1.update() || $0 } }
}

extension ToolOptions {
  /// The options of subjects, at least one.
  static func of(_ subjects: [OptionsPanel.Subject], _ context: WidgetContext, isUpright: Bool) -> ToolOptions {
    let parts = subjects.map { $0.controls(context, isUpright: isUpright) }
    return parts.count == 1 ? parts[0] : JoinedOptions(context, isUpright: isUpright, parts)
  }
}

extension WidgetContext {
  func name(_ text: String) -> Label { Label(self, text, size: 12, tone: .dim) }

  /// A slider for a whole number with its value as text.
  func slider(_ range: ClosedRange<Int>, _ title: String, unit: String = "", isUpright: Bool) -> Slider {
    let slider = Slider(self, .linear(Double(range.lowerBound)...Double(range.upperBound), step: 1))
    slider.title = title
    slider.length = isUpright ? 160 : 96
    slider.text = { "\(Int($0))\(unit)" }
    slider.widestText = "\(range.upperBound)\(unit)"
    return slider
  }

  public func button(_ icon: Icon, _ title: String, _ onPress: @escaping () -> Void = {}) -> ActionButton {
    let button = ActionButton(self)
    (button.face, button.title, button.onPress) = (.icon(icon), title, onPress)
    return button
  }

  /// A choice between the colours of the whole drawing and those of the active layer.
  func sources(_ title: String) -> Choice {
    let choice = Choice(
      self, [translated("All layers", context: "what counts"), translated("Layer", context: "what counts")])
    choice.title = title
    return choice
  }
}
