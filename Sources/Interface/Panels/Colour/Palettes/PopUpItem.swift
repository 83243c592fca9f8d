import Document
import Geometry
import Input
import Language
import Library
import Paint
import Studio
import Toolkit

/// A brush or colour on a ring of the pop-up palette.
///
/// Its target is a sector of the ring, from half way to the ring inside to half way to the one
/// outside.
final class PopUpItem: Widget {
  enum Content: Hashable {
    case brush(String)
    case eraser
    /// Shows the hidden panels.
    case panels
    /// 0xRRGGBB.
    case colour(UInt32)
  }

  let content: Content
  var onChoose: (Content) -> Void = { _ in }
  var chosenColour: UInt32? { didSet { if (chosenColour == rgb) != (oldValue == rgb) { invalidate() } } }

  /// Its angle on the ring, 0 right, clockwise, and half the angle of its sector.
  private let angle: Angle
  private let halfShare: Angle
  /// Its ring's radius, px at 96 dpi.
  private let radius: Double
  private var middle = Point.zero

  /// Radius of the mark, and half of the ring's width, px at 96 dpi.
  private var markRadius: Double { rgb == nil ? 21 : 13 }
  private var halfWidth: Double { rgb == nil ? 26 : 15 }

  /// Creates the item number `index` of `count`, clockwise from the top.
  init(_ context: WidgetContext, _ content: Content, at index: Int, of count: Int, radius: Double) {
    self.content = content
    self.radius = radius
    let share = 360 / Double(max(1, count))
    angle = Angle(degrees: share * Double(index) - 90)
    halfShare = Angle(degrees: share / 2)
    super.init(context)
  }

  private var rgb: UInt32? { if case .colour(let rgb) = content { rgb } else { nil } }

  override var label: String {
    switch content {
    case .brush(let name): tool?.title ?? Self.title(name)
    case .eraser: translated("Eraser", context: "brush")
    case .panels: translated("Show panels")
    case .colour(let rgb): HexColour.text(rgb)
    }
  }
  override var shortcut: String {
    let action = content == .panels ? Action.togglePanels : tool?.action
    return action.flatMap { context.state.settings.keys.label(for: $0) } ?? ""
  }

  /// "brush-pen" as "Brush pen", "classic/2b_pencil" as "2B pencil".
  static func title(_ name: String) -> String {
    let last = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
    let words = last.split { $0 == "-" || $0 == "_" }.joined(separator: " ")
    // Digits at the start belong to the first word.
    let start = words.prefix { $0.isNumber }
    let rest = words.dropFirst(start.count)
    return start + rest.prefix(1).uppercased() + rest.dropFirst()
  }

  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  private var isChosen: Bool {
    switch content {
    case .brush(let name): context.state.tool == .brush && context.state.brush == name
    case .eraser: context.state.tool == .eraser
    case .panels: false
    case .colour(let rgb): rgb == chosenColour
    }
  }

  func place(around middle: Point) {
    self.middle = middle
    let center = middle + Vector(length: theme.px(radius), direction: angle)
    place(PixelRect(covering: Rect(x: center.x, y: center.y, width: 0, height: 0).insetBy(-theme.px(markRadius))))
  }

  // MARK: Input

  override func contains(_ p: Point) -> Bool {
    let way = p - middle
    guard abs(way.length - theme.px(radius)) <= theme.px(halfWidth) else { return false }
    return abs((way.direction - angle).wrapped.radians) <= halfShare.radians
  }

  override func release(_ touch: Touch) { if contains(touch.position) { onChoose(content) } }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty, [KeyCode.space, KeyCode.enter, KeyCode.keypadEnter].contains(key.keysym) else {
      return false
    }
    onChoose(content)
    return true
  }

  override var access: Access { .pressable(.button, isChosen ? .checked : []) }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    let center = middle + Vector(length: theme.px(radius), direction: angle)
    let mark = theme.px(markRadius)
    func circle(_ radius: Double) -> Path { .circle(center: center, radius: radius) }
    if let rgb {
      painter.fill(circle(mark), Colour(rgb: rgb))
      painter.stroke(
        circle(mark - theme.px(0.5)), StrokeStyle(width: theme.px(1)), colours.outline ?? colours.text.faded(by: 0.16))
      if isChosen || isHovered || isPressed {
        painter.stroke(
          circle(mark + theme.px(1.5)), StrokeStyle(width: theme.px(isChosen ? 2 : 1.5)),
          isChosen ? colours.text : colours.dim)
      }
    } else {
      let ground =
        isChosen ? colours.accent : isPressed ? colours.pressed : isHovered ? colours.pressed : colours.hover
      painter.fill(circle(mark), ground)
      if let outline = colours.outline {
        painter.stroke(circle(mark - theme.px(0.5)), StrokeStyle(width: theme.px(1)), outline)
      }
      if let picture, let surface = context.overlay?.brushPictures.surface(picture) {
        painter.saved {
          painter.clip(to: circle(mark))
          let side = Double(picture.width) / 2
          painter.draw(surface, at: Point((center.x - side).rounded(), (center.y - side).rounded()))
        }
        if isChosen || isHovered || isPressed {
          painter.stroke(
            circle(mark - theme.px(1.5)), StrokeStyle(width: theme.px(3)), isChosen ? colours.accent : colours.dim)
        }
      } else {
        drawSign(on: painter, center, isChosen ? colours.onAccent : colours.text)
      }
    }
    if showsFocus {
      painter.stroke(circle(mark + theme.px(2)), StrokeStyle(width: theme.px(2)), colours.focus)
    }
  }

  /// Draws the brush's icon, or its first letter if it has none.
  private func drawSign(on painter: Painter, _ center: Point, _ ink: Colour) {
    if let icon = content == .panels ? .options : tool?.icon {
      return icon.draw(on: painter, center: center, ink, theme)
    }
    let letter = String(label.prefix(1))
    painter.draw(
      context.line(letter, size: 15, .semibold), at: Point(center.x, center.y + theme.px(5.5)), anchor: .middle, ink)
  }

  /// The stroke of a brush that has no icon; nil for others.
  var picture: BrushPicture? {
    let state = context.state
    guard case .brush(let name) = content, tool == nil,
      state.paintAbsence == nil || state.catalogue[name]?.format == .fude
    else { return nil }
    let side = context.whole(2 * markRadius)
    return BrushPicture(brush: name, width: side, height: side, ink: Settings.ink, paper: Settings.paper)
  }

  /// The brush's item of the tool strip; nil for a user's brush.
  private var tool: ToolItem? {
    let choice: ToolItem.Choice
    switch content {
    case .brush(let name): choice = .brush(name)
    case .eraser: choice = .tool(.eraser)
    case .panels, .colour: return nil
    }
    return ToolItem.groups.joined().first { $0.choice == choice }
  }
}
