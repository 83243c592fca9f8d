import Language
import Pixels
import Studio
import Toolkit

/// The kind and the end of gradients, and buttons for the one that has handles.
final class GradientOptions: ToolOptions {
  let kind: Choice
  let end: Choice
  let reverse: ActionButton
  let removeStop: ActionButton

  override init(_ context: WidgetContext, isUpright: Bool) {
    kind = Choice(
      context,
      [translated("Linear", context: "gradient"), translated("Radial", context: "gradient")])
    end = Choice(
      context,
      [translated("Nothing", context: "end of a gradient"), translated("Background", context: "end of a gradient")])
    reverse = context.button(.reverse, Action.reverseGradient.title)
    removeStop = context.button(.removeStop, Action.removeGradientStop.title)
    super.init(context, isUpright: isUpright)
    kind.title = translated("Kind of gradient")
    end.title = translated("What the foreground colour becomes")
    kind.onChoose = { [weak self] option in
      self?.changing { $0.gradient.kind = GradientPainter.Kind.allCases[option] }
    }
    end.onChoose = { [weak self] option in
      self?.changing { $0.gradient.end = GradientSettings.End.allCases[option] }
    }
    for (button, action) in [(reverse, Action.reverseGradient), (removeStop, .removeGradientStop)] {
      button.action = action
      button.onPress = { context.post(.perform(action)) }
    }
    add(group: [kind])
    add(group: [context.name(translated("To", context: "a colour")), end])
    add(group: [reverse, removeStop], spacing: 2)
  }

  override func update() -> Bool {
    let gradient = context.state.toolSettings.gradient
    kind.chosen = GradientPainter.Kind.allCases.firstIndex(of: gradient.kind)
    end.chosen = GradientSettings.End.allCases.firstIndex(of: gradient.end)
    return false
  }
}
