import Language
import Panels
import Studio

/// The message about work that takes long.
final class ProgressDesk: Part {
  /// Seconds until the first message, and between two updates.
  static let pause = 0.5

  private let place: Workplace
  /// All that may take long, most important first. Set by the program.
  var tasks: () -> [LongTask] = { [] }
  /// The text; nil while there is no message.
  private var text: String?
  /// When it was updated last, seconds since the program's start.
  private var time: Double?

  init(_ place: Workplace) { self.place = place }

  /// The time of the next update, seconds; nil for never.
  var deadline: Double? { (time ?? tasks().map(\.start).min()).map { $0 + Self.pause } }

  /// Shows what has taken longer than a moment, unless a stroke is drawn.
  func followPanels() {
    let (tasks, now) = (tasks(), place.now)
    if let time, now < time + Self.pause, !tasks.isEmpty { return }
    let due = tasks.filter { now >= $0.start + Self.pause || $0.continues && text != nil }
    var shown: (text: String, cancel: Overlay.Effect?)?
    for task in due where shown == nil { shown = task.text().map { ($0, task.cancel) } }
    time = due.isEmpty ? nil : now
    guard shown?.text != text, !place.session.isDrawing else { return }
    if let new = shown?.text {
      let action = shown?.cancel.map { MessageAction(title: translated("Cancel"), effect: $0) }
      place.overlay.show(message: new, action: action, until: .infinity, replacing: text)
    } else if let text {
      place.overlay.withdraw(message: text)
    }
    text = shown?.text
  }
}
