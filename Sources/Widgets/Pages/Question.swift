import Geometry
import Language

/// A question that must be answered before anything else is done.
public struct Question: Sendable, Hashable {
  /// One of its answers.
  public struct Answer: Sendable, Hashable {
    /// What its button says.
    public var title: String
    /// What it asks for; nil for nothing.
    public var effect: Overlay.Effect?
    /// Whether Enter gives it.
    public var isDefault: Bool

    /// An answer by its parts.
    public init(_ title: String, _ effect: Overlay.Effect? = nil, isDefault: Bool = false) {
      (self.title, self.effect, self.isDefault) = (title, effect, isDefault)
    }
  }

  /// What is asked, in a few words.
  public var title: String
  /// What there is to know before answering.
  public var text: String
  /// The answers, from left to right. Escape gives none, which is as if nothing had been asked.
  public var answers: [Answer]

  /// A question by its parts.
  public init(_ title: String, _ text: String, _ answers: [Answer]) {
    (self.title, self.text, self.answers) = (title, text, answers)
  }
}

extension Overlay {
  /// Asks a question in a dialog. The effect of its answer is returned by the `handle` that takes the answer.
  public func ask(_ question: Question) {
    let text = Label(context, question.text, tone: .plain, wraps: true)
    let dialog = QuestionDialog(context, question, text)
    for answer in question.answers {
      dialog.add(button: answer.title, isDefault: answer.isDefault) { [weak dialog] in
        dialog?.close()
        return answer.effect.map { [$0] } ?? []
      }
    }
    openCentred(dialog)
  }

  /// Whether a question waits for its answer.
  public func isAsking(_ question: Question) -> Bool {
    popups.contains { ($0 as? QuestionDialog)?.question == question }
  }

  /// Says what could not be done, until the user has seen it.
  public func show(error title: String, _ text: String) {
    ask(Question(title, text, [Question.Answer(translated("Close"), isDefault: true)]))
  }
}

/// A dialog that asks a question.
private final class QuestionDialog: Dialog {
  let question: Question

  init(_ context: WidgetContext, _ question: Question, _ text: Label) {
    self.question = question
    super.init(context, title: question.title, width: 440, text)
  }
}
