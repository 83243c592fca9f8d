import Geometry
import Input
import Paint
import Panels
import Toolkit

/// A popup with a column of widgets, for tests of controls.
public final class TestPanel: Panel {
  private let stack: Stack
  private let width: Int

  public init(_ screen: Screen, width: Int = 300, _ children: [Widget]) {
    stack = Stack(screen.overlay.context, .down, spacing: 8, padding: 16, alignment: .start, children)
    self.width = width
    super.init(screen.overlay.context)
    add(stack)
  }

  public override var isHideable: Bool { false }
  public override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(Double(self.width)), stack.size(within: context.whole(Double(self.width))).height)
  }
  public override func layOut() { stack.place(frame) }
}

extension Widget {
  /// The widget and everything visible in it.
  public var tree: [Widget] { isHidden ? [] : [self] + children.flatMap(\.tree) }

  /// The effects that a function posts.
  public func posted(_ body: () throws -> Void) rethrows -> [Overlay.Effect] { try context.interface.collect(body) }

  /// The effects of a key; nil if the widget leaves it to its parent.
  public func posted(by key: KeyEvent) -> [Overlay.Effect]? {
    var isHandled = false
    let effects = posted { isHandled = self.key(key) }
    return isHandled ? effects : nil
  }
}

extension Screen {
  /// Opens a sheet of widgets in the middle of the window.
  @discardableResult
  public func open(_ children: [Widget], width: Int = 300) -> TestPanel {
    let sheet = TestPanel(self, width: width, children)
    overlay.openCentred(sheet)
    return sheet
  }

  /// Opens a high dialog in the middle of the window.
  @discardableResult
  public func openDialog() -> Dialog {
    let context = overlay.context
    let dialog = Dialog(context, title: "Dialog", width: 560, height: 600, Stack(context, .down))
    dialog.add(button: "Close", isDefault: true) { [weak dialog] in dialog?.close() }
    overlay.openCentred(dialog)
    return dialog
  }

  /// A press and its release at a point; returns the effects of both.
  @discardableResult
  public func click(_ p: Point, at time: Double = 0) -> [Overlay.Effect] {
    pointer(.down, p, time: time).effects + pointer(.up(.lifted), p, time: time).effects
  }

  public func click(_ widget: Widget, at time: Double = 0) -> [Overlay.Effect] {
    click(Rect(widget.frame).center, at: time)
  }

  /// Types letters like a keyboard without an input method, at a time, s.
  @discardableResult
  public func type(_ text: String, at time: Double = 0) -> [Overlay.Effect] {
    text.unicodeScalars.flatMap {
      overlay.handle(.key(KeyEvent(keysym: $0.value, text: String($0), time: time))).effects
    }
  }
}
