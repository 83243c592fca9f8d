import Document
import Geometry
import Language
import Library
import Toolkit

/// What can be done to the palette that is shown.
public enum PaletteEditing: Sendable, Hashable {
  /// It came with the program or from elsewhere: a change makes the user's own copy.
  case copied
  /// It is the user's, and can be removed.
  case own
  /// It is the user's copy of one that came with the program, which returns if the copy is removed.
  case ownCopy
}

extension ColourBox {
  /// The menu that edits the palette that is shown, and its colour at an index.
  func paletteEntries(for index: Int) -> [MenuEntry] {
    let now = choice.rgb
    var entries = [item(translated("Add {colour}", ["colour": HexColour.text(now)]), .change(.add(now)))]
    if palette.entries.indices.contains(index) {
      let old = palette.entries[index].rgb
      entries += [
        item(
          translated("Replace {colour} with {new}", ["colour": HexColour.text(old), "new": HexColour.text(now)]),
          isEnabled: old != now, .change(.replace(index, now))),
        item(
          translated("Remove {colour}", ["colour": HexColour.text(old)]), isEnabled: palette.entries.count > 1,
          .change(.remove(index))),
      ]
    }
    let name = context.state.palettes.first { $0.name == context.state.palette }?.title ?? ""
    entries += [
      .separator, .heading(name),
      .item(translated("Rename…", context: "a palette")) { [weak self] in
        self?.ask(translated("Rename the palette"), name) { .change(.rename($0)) }
      },
      item(translated("Duplicate", context: "a palette"), .duplicate),
    ]
    switch context.state.paletteEditing {
    case .own: entries.append(item(translated("Delete", context: "a palette"), .remove))
    case .ownCopy: entries.append(item(translated("Restore the original", context: "a palette"), .remove))
    case .copied, nil: break
    }
    entries += [
      .separator,
      .item(translated("New palette…")) { [weak self] in
        self?.ask(translated("New palette"), translated("Palette")) { .new($0) }
      },
    ]
    return entries
  }

  /// Asks for a name in a dialog.
  private func ask(_ title: String, _ name: String, _ request: @escaping (String) -> PaletteRequest) {
    context.overlay?.openCentred(
      NameDialog(context, title: title, name: name) { [context] in context.post(.palettes(request($0))) })
  }

  private func item(_ title: String, isEnabled: Bool = true, _ request: PaletteRequest) -> MenuEntry {
    .item(title, isEnabled: isEnabled) { [context] in context.post(.palettes(request)) }
  }
}

/// A dialog with an entry for a name.
public final class NameDialog: Dialog {
  let field: TextField

  public init(_ context: WidgetContext, title: String, name: String, _ commit: @escaping (String) -> Void) {
    field = TextField(context)
    let body = Stack(context, .down, spacing: 8)
    body.add(field)
    super.init(context, title: title, width: 380, body)
    (field.title, field.text, field.selectsOnFocus, field.leavesEnter) = (translated("Name"), name, true, true)
    field.onChange = { [weak field] in
      field?.isWrong = $0.allSatisfy(\.isWhitespace)
    }
    add(button: translated("Cancel")) { [weak self] in
      self?.close()
    }
    add(button: translated("Done"), isDefault: true) { [weak self] in
      guard let self, !field.text.allSatisfy(\.isWhitespace) else { return }
      close()
      return commit(field.text)
    }
  }

  public override var firstFocus: Widget? { field }
}
