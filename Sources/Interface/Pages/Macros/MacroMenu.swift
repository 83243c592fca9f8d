import Input
import Language
import Panels
import Studio
import Toolkit

/// The menu of a macro in the list.
enum MacroMenu {
  static var followsTitle: String { translated("Move to the selection") }
  static var inkTitle: String { translated("Colour and size in use") }

  static func entries(for item: MacroItem, _ context: WidgetContext) -> [MenuEntry] {
    let (name, title, options) = (item.name, item.title, item.options)
    func post(_ request: MacroRequest) { context.post(.macros(request)) }
    func setting(_ title: String, _ key: WritableKeyPath<MacroOptions, Bool>) -> MenuEntry {
      .item(title, isChosen: options[keyPath: key]) {
        var options = options
        options[keyPath: key].toggle()
        post(.setOptions(name, options))
      }
    }
    var entries = [
      setting(followsTitle, \.followsSelection), setting(inkTitle, \.takesInk), .separator,
      .item(translated("Shortcut…", context: "a macro")) {
        context.overlay?.openCentred(MacroKeyDialog(context, item))
      },
    ]
    if context.state.settings.macroKeys[name] != nil {
      entries.append(.item(translated("Remove the shortcut")) { post(.setKey(name, nil)) })
    }
    entries += [
      .separator,
      .item(translated("Rename…", context: "a macro")) {
        context.overlay?.openCentred(
          NameDialog(context, title: translated("Rename the macro"), name: title) { text in
            post(.retitle(name, title: text))
          })
      },
      .item(translated("Delete…", context: "a macro")) {
        context.overlay?.ask(
          Question(
            translated("Delete the macro?"),
            translated("The file of the macro “{name}” is deleted.", ["name": title]),
            [
              Question.Answer(translated("Delete", context: "a macro"), .macros(.delete(name))),
              Question.Answer(translated("Keep it", context: "a macro"), isDefault: true),
            ]))
      },
    ]
    return entries
  }
}

/// A dialog that waits for the key of a macro.
final class MacroKeyDialog: Dialog {
  private let capture: KeyCapture

  init(_ context: WidgetContext, _ item: MacroItem) {
    capture = KeyCapture(context)
    let body = Stack(context, .down, spacing: 8)
    body.add(
      Label(context, translated("The key that performs “{macro}”", ["macro": item.title]), wraps: true))
    body.add(capture)
    super.init(context, title: translated("Shortcut"), width: 380, body)
    capture.onKey = { [weak self] key in
      self?.close()
      self?.post(.macros(.setKey(item.name, key)))
    }
    add(button: translated("Cancel")) { [weak self] in
      self?.close()
    }
  }

  override var firstFocus: Widget? { capture }
}
