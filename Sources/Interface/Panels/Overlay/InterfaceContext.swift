import Paint
import Toolkit

/// What the widgets of the program's window share: its state, and the effects that they post.
public final class InterfaceContext: WidgetContext {
  public var shown = InterfaceState()
  /// The effects that were posted and that no response has taken yet, in order.
  private var posted: [Overlay.Effect] = []

  /// Requests something of the program, which carries it out after the input that is being handled. What is posted
  /// outside of an input waits for the next one.
  func add(_ effect: Overlay.Effect) { posted.append(effect) }

  func takePosted() -> [Overlay.Effect] {
    defer { posted.removeAll() }
    return posted
  }

  /// Takes only the effects that a function posts.
  public func collect(_ body: () throws -> Void) rethrows -> [Overlay.Effect] {
    let before = takePosted()
    defer { posted = before }
    try body()
    return posted
  }

  public override func copy(_ text: String) { add(.copyText(text)) }
  public override func requestPaste() { add(.pasteText) }
}

/// The program's widgets are made with an `InterfaceContext` only.
extension WidgetContext {
  public var interface: InterfaceContext {
    guard let own = self as? InterfaceContext else { preconditionFailure("a widget outside of the overlay") }
    return own
  }

  /// The program's state.
  public var state: InterfaceState { _read { yield interface.shown } }
  /// The overlay; nil only after its end.
  public var overlay: Overlay? { stage as? Overlay }
  /// Requests something of the program (`InterfaceContext.add`).
  public func post(_ effect: Overlay.Effect) { interface.add(effect) }
}

extension Widget {
  /// Requests something of the program (`InterfaceContext.add`).
  public final func post(_ effect: Overlay.Effect) { context.interface.add(effect) }
}
