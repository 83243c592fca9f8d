import Geometry
import Input
import Paint

/// A button with an icon, a text or both.
///
/// It acts when the touch is released on it. Space and Enter press it.
open class Button: Widget {
  public enum Face: Hashable {
    case icon(Icon)
    case text(String)
    case iconAndText(Icon, String)
  }

  public var face = Face.text("") { didSet { if face != oldValue { invalidate() } } }
  /// Whether it is the chosen one of several, drawn in the accent colour.
  public var isChosen = false { didSet { if isChosen != oldValue { invalidate() } } }
  /// Whether a small corner marks that it opens more choices.
  public var hasMore = false
  /// Whether it acts on press instead of release: for a menu's button, so that the touch can
  /// continue in the menu.
  public var actsOnPress = false
  public var onPress: () -> Void = {}

  public var title = ""
  /// What it acts on, for screen readers, where several buttons have one title.
  public var subject = ""
  /// The key that does the same, shown beside the title; empty for none.
  open var key: String { "" }
  /// Whether the touch that presses it is still on it.
  public private(set) final var isInside = false

  open override var label: String {
    if !title.isEmpty { return title }
    return switch face {
    case .icon: ""
    case .text(let text), .iconAndText(_, let text): text
    }
  }
  open override var shortcut: String { key }
  open override var tip: String { if case .icon = face { label } else { title } }
  open override var isFocusable: Bool { true }
  open override var takesTouch: Bool { true }

  open override var access: Access {
    var states: AccessibleNode.States = isChosen ? [.checked] : []
    if hasMore || actsOnPress { states.insert(.opensPopup) }
    var access = Access.pressable(isToggle ? .toggleButton : .button, states)
    // Where the text is visible, a key is no part of the name.
    if title.isEmpty { access.description = key }
    if !subject.isEmpty { access.description = subject }
    return access
  }
  open var isToggle: Bool { false }

  open override func press(_ touch: Touch) {
    isInside = true
    if actsOnPress { onPress() }
  }

  open override func drag(_ touch: Touch) {
    if contains(touch.position) != isInside {
      isInside.toggle()
      invalidate()
    }
  }

  open override func release(_ touch: Touch) {
    if contains(touch.position) && !actsOnPress { onPress() }
  }

  open override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty, KeyCode.presses.contains(key.keysym) else {
      return false
    }
    if !key.isRepeat { onPress() }
    return true
  }

  open override func size(within width: Int) -> (width: Int, height: Int) {
    let side = context.whole(40)
    return switch face {
    case .icon: (side, side)
    case .text(let text): (Int(context.line(text, .semibold).width.rounded(.up)) + context.whole(28), side)
    case .iconAndText(_, let text): (Int(context.line(text).width.rounded(.up)) + side + context.whole(14), side)
    }
  }

  open override func draw(on painter: Painter) {
    let ground = Rect(frame)
    let shape = Path.roundedRect(ground, radius: theme.px(10))
    if isChosen { painter.fill(shape, isEnabled ? colours.accent : colours.disabledFill) }
    if isEnabled, isPressed, isInside {
      painter.fill(shape, colours.pressed)
    } else if isEnabled, isHovered {
      painter.fill(shape, colours.hover)
    }
    painter.outline(ground.insetBy(theme.whole(1)), radius: theme.px(9), theme)
    drawFocusRing(on: painter, ground.insetBy(theme.px(2)), radius: theme.px(8.5))
    let ink = !isEnabled ? colours.disabled : isChosen ? colours.onAccent : colours.text
    let middle = ground.center
    let side = Double(context.whole(40))
    switch face {
    case .icon(let icon): icon.draw(on: painter, center: middle, ink, theme)
    case .text(let text):
      painter.draw(
        context.line(text, .semibold), at: Point(middle.x, middle.y + theme.px(5)), anchor: .middle,
        isChosen || !isEnabled ? ink : colours.accentText)
    case .iconAndText(let icon, let text):
      icon.draw(on: painter, center: Point(ground.minX + side / 2, middle.y), ink, theme)
      painter.draw(context.line(text), at: Point(ground.minX + side, middle.y + theme.px(5)), ink)
    }
    if case .iconAndText = face, !key.isEmpty {
      painter.draw(
        context.line(key, size: 12), at: Point(ground.maxX - theme.px(10), middle.y + theme.px(4.5)), anchor: .end,
        isChosen ? colours.onAccent : isEnabled ? colours.dim : colours.disabled)
    }
    if hasMore {
      var corner = Path()
      let (x, y, a) = (ground.maxX - theme.px(5), ground.maxY - theme.px(5), theme.px(5))
      corner.move(to: Point(x, y - a))
      corner.line(to: Point(x, y))
      corner.line(to: Point(x - a, y))
      corner.close()
      painter.fill(corner, isChosen ? colours.onAccent : colours.dim)
    }
  }
}
