import Geometry
import Language
import Paint
import Panels
import Toolkit

/// A question in a modal dialog.
public struct Question: Sendable, Hashable {
  /// An answer to a question.
  public struct Answer: Sendable, Hashable {
    /// The title of its button.
    public var title: String
    /// Its effect; nil for none.
    public var effect: Overlay.Effect?
    /// Whether Enter chooses it.
    public var isDefault: Bool

    /// Creates an answer from its parts.
    public init(_ title: String, _ effect: Overlay.Effect? = nil, isDefault: Bool = false) {
      (self.title, self.effect, self.isDefault) = (title, effect, isDefault)
    }
  }

  /// The title of the dialog.
  public var title: String
  /// The explanation of the question.
  public var text: String
  /// The answers, from left to right. Escape closes the dialog without any.
  public var answers: [Answer]

  /// Creates a question from its parts.
  public init(_ title: String, _ text: String, _ answers: [Answer]) {
    (self.title, self.text, self.answers) = (title, text, answers)
  }
}

extension Overlay {
  /// Asks a question in a dialog.
  public func ask(_ question: Question) {
    let text = Label(context, question.text, tone: .plain, wraps: true)
    let dialog = QuestionDialog(context, question, text)
    for answer in question.answers {
      dialog.add(button: answer.title, isDefault: answer.isDefault) { [weak dialog, context] in
        dialog?.close()
        if let effect = answer.effect { context.post(effect) }
      }
    }
    openCentred(dialog)
  }

  /// Whether a question is open.
  public func isAsking(_ question: Question) -> Bool {
    popups.contains { ($0 as? QuestionDialog)?.question == question }
  }

  /// Shows an error until the user closes it.
  public func show(error title: String, _ text: String) {
    ask(Question(title, text, [Question.Answer(translated("Close"), isDefault: true)]))
  }
}

private final class QuestionDialog: Dialog {
  let question: Question

  init(_ context: WidgetContext, _ question: Question, _ text: Label) {
    self.question = question
    super.init(context, title: question.title, width: 440, text)
  }

  /// The whole window, which it darkens around itself.
  override var drawnFrame: PixelRect {
    guard let size = context.overlay?.size, !frame.isEmpty else { return super.drawnFrame }
    return PixelRect(x: 0, y: 0, width: size.width, height: size.height)
  }

  override func draw(on painter: Painter) {
    painter.fill(.rect(Rect(drawnFrame)), Colour(rgb: 0, alpha: 0.4))
    super.draw(on: painter)
  }
}
