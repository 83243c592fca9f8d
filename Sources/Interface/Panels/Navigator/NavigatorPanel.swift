import Geometry
import Language
import Paint
import Studio
import Toolkit

/// The whole drawing with the window's frame, and buttons for the view; at the lower left.
final class NavigatorPanel: Panel {
  let map: NavigatorMap
  let buttons: [ActionButton]
  private var isWanted = false

  /// The size of the picture, px at 96 dpi.
  static let pictureSize = (width: 216.0, height: 150.0)
  private static let (margin, buttonHeight) = (8.0, 36.0)

  override init(_ context: WidgetContext) {
    map = NavigatorMap(context)
    buttons = [
      (.zoomOut, Icon.minus, translated("Zoom out")), (.zoomIn, .plus, translated("Zoom in")),
      (.zoomWhole, .whole, translated("The whole drawing")), (.zoomActual, .actual, translated("100 %")),
      (.mirror, .symmetry, translated("Mirror the view")), (.rotateUpright, .upright, translated("Reset rotation")),
    ].map { (action: Action, icon: Icon, title: String) in
      let button = context.button(icon, title) { context.post(.perform(action)) }
      button.action = action
      return button
    }
    super.init(context)
    add(map)
    for button in buttons { add(button) }
  }

  override var access: Access { Access(role: .panel, name: translated("Navigator")) }

  override var isOpen: Bool { context.state.navigator != nil }

  override func show() {
    super.show()
    if let button = buttons.first(where: { $0.action == .mirror }) { button.isChosen = context.state.isMirrored }
    guard isOpen != isWanted else { return }
    isWanted = isOpen
    context.overlay?.layOut()
    if !isWanted { forgetPicture() }
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (
      context.whole(Self.pictureSize.width + 2 * Self.margin),
      context.whole(Self.pictureSize.height + 2 * Self.margin + Self.buttonHeight)
    )
  }

  override func layOut() {
    map.place(inside(frame, Self.margin, Self.margin, Self.pictureSize.width, Self.pictureSize.height))
    let width = Self.pictureSize.width / Double(buttons.count)
    for (i, button) in buttons.enumerated() {
      button.place(
        inside(
          frame, Self.margin + Double(i) * width, 2 * Self.margin + Self.pictureSize.height - 4, width,
          Self.buttonHeight))
    }
  }
}

extension Overlay {
  /// The size that the navigator's picture fits into, window px.
  public var navigatorSize: (width: Int, height: Int) {
    (context.whole(NavigatorPanel.pictureSize.width), context.whole(NavigatorPanel.pictureSize.height))
  }

  /// Whether the navigator is visible: it is open, the panels are shown, and the window has room.
  public var isNavigatorShown: Bool { !navigator.isHidden }

  /// Places the navigator at the lower left, above the status strip and beside the tools.
  func layOutNavigator(_ window: PixelRect) {
    let (width, height) = navigator.size(within: size.width)
    let (margin, gap) = (context.whole(Self.margin), context.whole(12))
    let bottom = !status.home.isShown ? size.height - margin : status.home.frame.minY - gap
    let left = [bar, tools, sliders].filter { $0.home.isShown }.map { rightHandedFrame(of: $0) }
    let beside = left.filter { $0.maxY > bottom - height }.map { $0.maxX + gap }.max() ?? margin
    let frame = PixelRect(x: max(margin, beside), y: bottom - height, width: width, height: height)
    let others = (column + [options, dial]).filter { $0.home.isShown }.map { rightHandedFrame(of: $0) } + left
    let isFree = window.contains(frame) && !others.contains { $0.intersects(frame) }
    settle(navigator, frame, isShown: navigator.isOpen && isFree)
  }
}

extension Icon {
  static let minus = Icon("minus", "M7,12h10")
  static let whole = Icon("whole", "M4,9v-4.5h5M15,4.5h5v4.5M20,15v4.5h-5M9,19.5h-5v-4.5M8.5,9h7v6h-7z")
  static let actual = Icon("actual", "M5.5,8.5l2,-1.5v10M16.5,8.5l2,-1.5v10", filled: "M11,9h2v2h-2zM11,14h2v2h-2z")
  static let upright = Icon("upright", "M12,20v-12M7.5,12.5l4.5,-4.5l4.5,4.5M5,4.5h14")
}
