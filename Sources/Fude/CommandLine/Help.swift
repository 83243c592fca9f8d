extension CommandDescription {
  /// The help, ending in a line feed, at most 80 columns wide.
  var help: String {
    let calls = name == .draw ? CommandName.allCases.flatMap { $0.description.usage } : usage
    var text = ""
    for (index, call) in calls.enumerated() { text += (index == 0 ? "Usage: " : "       ") + call + "\n" }
    for paragraph in about { text += "\n" + Layout.paragraph(paragraph) }
    text += "\nOptions:\n" + Layout.list(options.map { ($0.label, $0.about) })
    if name == .draw {
      text += "\nCommands:\n" + Layout.list(CommandName.named.map { ($0.rawValue, $0.description.summary) })
      for paragraph in Self.remarks { text += "\n" + Layout.paragraph(paragraph) }
    }
    return text
  }

  /// What stands below the program's help.
  private static let remarks = [
    "A file that is named like a command is opened as ./replay or after --.",
    """
    Wheel: zoom (Ctrl: up and down, Shift: sideways). Middle button or Space: drag the canvas. The dial at the lower \
    right turns it. B draws with the pen, Shift+B the brush pen, P the pencil, Shift+P the tilt pencil, M the marker, \
    A the airbrush, E the eraser; [ and ] make a brush smaller and larger. Ctrl+Z undoes, Ctrl+Shift+Z redoes, Delete \
    clears. Ctrl+N, O, S, W: new, open, save, close; Ctrl+Shift+S saves under another name, Ctrl+E exports a PNG to \
    the folder for pictures. F1 shows all keys, Ctrl+K searches all commands.
    """,
    "Exit status: 0 done, 1 could not, 2 the command line is wrong.",
  ]
}

/// Sets text for a terminal, where every character is a column.
private enum Layout {
  /// Columns of a terminal.
  private static let width = 80

  /// The words in lines that fit, each ending in a line feed.
  static func paragraph(_ text: String) -> String {
    lines(text, width: width).map { $0 + "\n" }.joined()
  }

  /// Each label beside its text, all texts in one column.
  static func list(_ entries: [(label: String, text: String)]) -> String {
    // Half of the width is left to the texts; a longer label has a line of its own.
    let column = min((entries.map { $0.label.count }.max() ?? 0) + 4, width / 2)
    var set = ""
    for (label, text) in entries {
      var start = "  " + label
      if start.count > column - 2 {
        set += start + "\n"
        start = ""
      }
      for line in lines(text, width: width - column) {
        set += start + String(repeating: " ", count: column - start.count) + line + "\n"
        start = ""
      }
    }
    return set
  }

  private static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}

/// Which version this is.
enum Version {
  /// As semver.org counts.
  static let number = "0.1.0"
  /// What `fude --version` prints, ending in a line feed.
  static let text = "fude \(number)\n"
}
