import Geometry
import Language
import Panels
import Toolkit

/// The list of past messages, the latest first.
final class MessagesPage: Dialog {
  init(_ context: WidgetContext, _ said: [String]) {
    let column = Stack(context, .down, spacing: 12)
    for text in said.reversed() { column.add(Label(context, text, wraps: true)) }
    if said.isEmpty { column.add(Label(context, translated("No messages yet"), tone: .dim)) }
    let area = ScrollArea(context, column)
    area.title = translated("Messages")
    super.init(context, title: translated("Messages"), width: 560, height: 440, area)
    add(button: translated("Close"), isDefault: true) { [weak self] in
      self?.close()
    }
  }

  override var closesOutside: Bool { true }
}

extension Overlay {
  /// Opens the list of past messages.
  public func showMessages() {
    closePopups()
    openCentred(MessagesPage(context, pastMessages))
  }
}
