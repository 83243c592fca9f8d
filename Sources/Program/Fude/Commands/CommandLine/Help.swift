import Language

extension CommandDescription {
  /// The help, ending in a line feed, at most 80 columns wide.
  var help: String {
    let calls = name == .draw ? CommandName.allCases.flatMap { $0.description.usage } : usage
    var text = ""
    let usageLabel = translated("Usage:")
    for (index, call) in calls.enumerated() {
      text +=
        (index == 0 ? usageLabel + " " : String(repeating: " ", count: LineBreaking.columns(of: usageLabel) + 1)) + call
        + "\n"
    }
    for paragraph in about { text += "\n" + Layout.paragraph(paragraph) }
    text += "\n" + translated("Options:") + "\n" + Layout.list(options.map { ($0.label, $0.about) })
    if name == .draw {
      text +=
        "\n" + translated("Commands:") + "\n"
        + Layout.list(CommandName.named.map { ($0.rawValue, $0.description.summary) })
      for paragraph in Self.remarks { text += "\n" + Layout.paragraph(paragraph) }
    }
    return text
  }

  /// The text below the program's help.
  private static var remarks: [String] {
    [
      translated("A file that is named like a command is opened as ./replay or after --."),
      translated(
        """
        Wheel: zoom (Ctrl: up and down, Shift: sideways). Middle button or Space: drag the canvas. The dial at the lower \
        right turns it. B draws with the pen, Shift+B the brush pen, P the pencil, Shift+P the tilt pencil, M the marker, \
        A the airbrush, E the eraser; [ and ] make a brush smaller and larger. Ctrl+Z undoes, Ctrl+Shift+Z redoes, Delete \
        clears. Ctrl+N, O, S, W: new, open, save, close; Ctrl+Shift+S saves under another name, Ctrl+E exports a PNG to \
        the folder for pictures. F1 shows all keys, Ctrl+K searches all commands.
        """),
      translated("Exit status: 0 success, 1 failure, 2 invalid command line."),
    ]
  }
}

/// Lays out text for a terminal, where a character takes one column or, in East Asian scripts, two.
private enum Layout {
  /// Columns of a terminal.
  private static let columns = 80

  /// Wraps text. Each line ends in a line feed.
  static func paragraph(_ text: String) -> String {
    lines(text, width: columns).map { $0 + "\n" }.joined()
  }

  /// Lays out labels and their texts, all texts in one column.
  static func list(_ entries: [(label: String, text: String)]) -> String {
    // Texts have at least half of the width; a longer label has a line of its own.
    let column = min((entries.map { LineBreaking.columns(of: $0.label) }.max() ?? 0) + 4, columns / 2)
    var set = ""
    for (label, text) in entries {
      var start = "  " + label
      if LineBreaking.columns(of: start) > column - 2 {
        set += start + "\n"
        start = ""
      }
      for line in lines(text, width: columns - column) {
        set += start + String(repeating: " ", count: column - LineBreaking.columns(of: start)) + line + "\n"
        start = ""
      }
    }
    return set
  }

  private static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for (piece, isApart) in pieces(of: text) {
      let blank = isApart && !line.isEmpty ? " " : ""
      if !line.isEmpty, LineBreaking.columns(of: line) + blank.count + LineBreaking.columns(of: piece) > width {
        lines.append(line)
        line = piece
      } else {
        line += blank + piece
      }
    }
    return lines + [line]
  }

  /// The parts between which a line may break, and whether a space precedes each.
  private static func pieces(of text: String) -> [(text: String, isApart: Bool)] {
    var pieces: [(text: String, isApart: Bool)] = []
    for word in text.split(separator: " ") {
      var piece = ""
      var isApart = true
      for character in word {
        if let last = piece.last, LineBreaking.isAllowed(between: last, and: character) {
          pieces.append((piece, isApart))
          (piece, isApart) = ("", false)
        }
        piece.append(character)
      }
      pieces.append((piece, isApart))
    }
    return pieces
  }
}

/// The program's version.
enum Version {
  /// By semver.org.
  static let number = "0.1.0"
  /// The output of `fude --version`.
  static let text = "fude \(number)\n"
}
