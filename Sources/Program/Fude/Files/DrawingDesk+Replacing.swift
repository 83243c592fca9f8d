import Document
import Files
import Language
import Pages
import Panels
import Studio

/// Questions whether a file may be replaced.
extension DrawingDesk {
  /// Asks whether to replace a file that the saver did not touch.
  func askReplacing(_ outcome: Saver.Outcome, _ refusal: Saver.Refusal) {
    let name = FileError.printable(PathText.name(of: outcome.path))
    var saveAs = Overlay.Effect.perform(.saveAs)
    let (title, text, fault) =
      switch refusal {
      case .changed:
        (
          translated("Another program changed {file}", ["file": name]),
          translated(
            """
            {file} is not as it was when it was last opened or saved here. Replacing it loses what the other program wrote.
            """, ["file": name]), translated("another program changed it")
        )
      case .writeProtected:
        (
          translated("{file} is write-protected", ["file": name]),
          translated("The permissions of {file} say that it is not to be changed.", ["file": name]),
          translated("it is write-protected")
        )
      case .loses(let losses, let isWriteProtected):
        (
          translated("{file} would lose content", ["file": name]),
          Self.text(of: losses, name, isWriteProtected: isWriteProtected), translated("content of it would be lost")
        )
      }
    if case .loses = refusal { saveAs = .saveUnder(Self.freePath(beside: outcome.path)) }
    place.say("\(FileError(.write, outcome.path, fault: fault))")
    guard outcome.drawing == drawing.number else { return }
    let question = Question(
      title, text,
      [
        .init(translated("Cancel")), .init(translated("Replace"), .replaceFile(outcome.path)),
        .init(translated("Save as"), saveAs, isDefault: true),
      ])
    if place.overlay.isAsking(question) { return }
    place.overlay.ask(question)
    drawing.replaceQuestion = question
  }

  /// The largest number of losses in a question.
  private static let mostLosses = 8

  /// The text of the question whether to lose content of a file.
  static func text(of losses: [String], _ file: String, isWriteProtected: Bool) -> String {
    var lines = [
      translated(
        "{file} has content that Fude cannot save. If the drawing replaces the file:", ["file": file])
    ]
    let shown = losses.count > mostLosses ? losses.prefix(mostLosses - 1) : losses[...]
    lines += shown.map { "\u{2022} " + $0 }
    let rest = losses.count - shown.count
    if rest > 0 {
      lines.append(
        "\u{2022} "
          + translated("{count} more kind of loss.", other: "{count} more kinds of losses.", count: rest))
    }
    if isWriteProtected {
      lines.append(translated("The permissions of {file} say that it is not to be changed.", ["file": file]))
    }
    return lines.joined(separator: "\n")
  }

  /// A path in the folder of a file at which there is nothing yet: "a-fude.ora" for "a.ora".
  static func freePath(beside path: String) -> String {
    let stem = PathText.join(PathText.folder(of: path), PathText.stem(of: path))
    var (path, number) = (stem + "-fude.ora", 2)
    while FileFacts.exists(path) { (path, number) = (stem + "-fude-\(number).ora", number + 1) }
    return path
  }
}
