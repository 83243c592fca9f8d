import Document
import Geometry
import Language
import Panels
import Toolkit

/// The page of the last steps, which can be repeated and kept as macros, and of the macros.
final class MacroPage: Dialog {
  private let tabs: Choice
  let steps: StepsPart
  let macros: MacrosPart
  private var stepButtons: [Button] = []

  init(_ context: WidgetContext, _ items: [StepItem]) {
    tabs = Choice(context, [translated("Last steps"), translated("Macros")])
    (steps, macros) = (StepsPart(context, items), MacrosPart(context))
    let body = Stack(context, .down, spacing: 12, [tabs])
    body.add(stretching: DialogParts(context, [steps, macros]))
    super.init(context, title: translated("Repeat the last steps"), width: 560, height: 560, body)
    add(button: translated("Close")) { [weak self] in
      self?.close()
    }
    let save = add(button: translated("Save as a macro…")) { [weak self] in
      self?.save()
    }
    let again = add(button: translated("Repeat"), isDefault: true) { [weak self] in
      self?.repeatSteps()
    }
    stepButtons = [save, again]
    tabs.title = translated("Category")
    tabs.hasTip = false
    tabs.onChoose = { [weak self] in
      self?.show(part: $0)
    }
    steps.onChange = { [weak self] in self?.followChoice() }
    macros.onPerform = { [weak self] in self?.close() }
    show(part: 0)
    followChoice()
  }

  override var firstFocus: Widget? { steps.firstFocus ?? tabs }

  func show(part: Int) {
    tabs.chosen = part
    (steps.isHidden, macros.isHidden) = (part != 0, part != 1)
    for button in stepButtons { button.isHidden = part != 0 }
    if !frame.isEmpty { layOut() }
    invalidate()
  }

  private func followChoice() {
    for button in stepButtons { button.isEnabled = !steps.chosen.isEmpty }
  }

  private func repeatSteps() {
    guard steps.isHidden == false, !steps.chosen.isEmpty else { return }
    close()
    post(.macros(.repeatSteps(steps.chosen, steps.options)))
  }

  private func save() {
    let (chosen, options) = (steps.chosen, steps.options)
    guard !chosen.isEmpty else { return }
    context.overlay?.openCentred(
      NameDialog(context, title: translated("Save as a macro"), name: "") { [weak self] title in
        self?.post(.macros(.save(chosen, title: title, options)))
        guard let self else { return }
        show(part: 1)
        context.overlay?.focus(tabs)
      })
  }
}
