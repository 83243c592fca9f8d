import Geometry
import Input
import Paint

/// A modal dialog: a title, a body, and buttons at the lower right.
///
/// Enter presses the default button unless the focused widget uses it, Escape closes the dialog.
open class Dialog: Panel {
  private let heading: Label
  private let body: Widget
  private let foot: Stack
  private var defaultButton: Button?
  /// Greatest width, px at 96 dpi.
  public let most: Double
  /// Total height, px at 96 dpi, if the window is high enough; nil for the height of the body.
  let wantedHeight: Double?
  /// The additional action of Escape.
  public var onEscape: () -> Void = {}

  public init(_ context: WidgetContext, title: String, width: Double, height: Double? = nil, _ body: Widget) {
    heading = Label(context, title, size: 17, .semibold, leastHeight: 28)
    self.body = body
    foot = Stack(context, .right, spacing: 8, alignment: .middle)
    (most, wantedHeight) = (width, height)
    super.init(context)
    add(heading)
    add(body)
    add(foot)
  }

  /// The title.
  public final var title: String {
    get { heading.text }
    set { heading.text = newValue }
  }

  open override var isHideable: Bool { false }
  open override var isModal: Bool { true }
  open override var firstFocus: Widget? { defaultButton }
  open override var label: String { heading.text }

  @discardableResult
  public func add(button title: String, isDefault: Bool = false, _ action: @escaping () -> Void) -> Button {
    if foot.children.isEmpty { foot.add(stretching: Space(context)) }
    let button = Button(context)
    button.face = .text(title)
    button.isChosen = isDefault
    button.onPress = action
    foot.add(button)
    if isDefault { defaultButton = button }
    return button
  }

  open override var access: Access { Access(role: .dialog, states: .modal) }

  /// Where its title and its buttons are.
  open override var clearFrames: [PixelRect] { [heading.frame, foot.frame].filter { !$0.isEmpty } }

  /// Becomes higher at its place if its content needs more room than it has.
  public final func grow() {
    guard let stage = context.stage, !frame.isEmpty else { return }
    let height = max(frame.height, size(within: frame.width).height)
    stage.move(self, to: PixelRect(x: frame.minX, y: frame.minY, width: frame.width, height: height))
  }

  public final func close() { context.stage?.close(self) }

  open override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    switch key.keysym {
    case KeyCode.enter, KeyCode.keypadEnter:
      guard let defaultButton else { return false }
      if !key.isRepeat { defaultButton.onPress() }
    case KeyCode.escape:
      close()
      onEscape()
    default: return false
    }
    return true
  }

  // MARK: Layout

  private var padding: Int { context.whole(24) }
  private var gap: Int { context.whole(14) }

  open override func size(within width: Int) -> (width: Int, height: Int) {
    // Long buttons may need more than the dialog's width in some languages.
    let least = foot.children.isEmpty ? 0 : foot.size(within: width).width + 2 * padding
    let width = min(width, max(least, context.whole(most * theme.textScale)))
    let inside = width - 2 * padding
    let footHeight = foot.children.isEmpty ? 0 : foot.size(within: inside).height + gap
    let around = 2 * padding + heading.size(within: inside).height + gap + footHeight
    let wanted = wantedHeight.map { context.whole($0 * theme.textScale) } ?? around + body.size(within: inside).height
    let most = (context.stage?.size.height ?? .max) - 2 * context.whole(8)
    return (width, min(wanted, most))
  }

  open override func layOut() {
    let inside = frame.grown(by: -padding)
    let headHeight = heading.size(within: inside.width).height
    let footHeight = foot.children.isEmpty ? 0 : foot.size(within: inside.width).height
    heading.place(PixelRect(x: inside.minX, y: inside.minY, width: inside.width, height: headHeight))
    foot.place(PixelRect(x: inside.minX, y: inside.maxY - footHeight, width: inside.width, height: footHeight))
    let top = inside.minY + headHeight + gap
    let bottom = inside.maxY - (footHeight == 0 ? 0 : footHeight + gap)
    body.place(PixelRect(minX: inside.minX, minY: top, maxX: inside.maxX, maxY: max(top, bottom)))
  }
}
