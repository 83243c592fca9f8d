import Document
import Geometry
import Input
import Language
import Library
import Paint
import Studio
import Toolkit

/// Brushes and colours around the pointer: brushes on the outer ring (and an item that shows the
/// panels, while they are hidden), colours (recent ones first,
/// then those of the palette) on the inner ring, the colour wheel in the middle.
///
/// Opened by a button pressed on the canvas. Releasing the button over an item chooses it;
/// releasing it at the start leaves the palette open for a press. Choosing a brush or colour closes
/// it; the wheel does not. Escape and a press outside close it.
///
/// Items are found by angle and distance, so that fast movements hit them.
final class PopUpPalette: Panel, BrushPictureView {
  private let opened: Point
  private let choice: ColourChoice
  private let wheel: ColourWheel?
  private(set) var items: [PopUpItem] = []

  static let mostBrushes = 14
  static let mostColours = 16
  /// Radii of the rings and of the whole, px at 96 dpi, and their reduction without the wheel.
  private static let colourRadius = 90.0
  private static let brushRadius = 130.0
  private static let outer = 158.0
  private static let wheelRoom = 44.0

  /// Creates a palette for a pointer at a place, window px.
  init(_ context: WidgetContext, at place: Point, hasWheel: Bool) {
    opened = place
    choice = ColourChoice(context)
    wheel = hasWheel ? ColourWheel(context, choice, .popUp) : nil
    super.init(context)
    if let wheel { add(wheel) }
    let state = context.state
    let brushes = Self.brushes(state) + (context.overlay?.arePanelsShown ?? true ? [] : [.panels])
    for (i, content) in brushes.enumerated() {
      insert(PopUpItem(context, content, at: i, of: brushes.count, radius: Self.brushRadius - inset))
    }
    let colours = Self.colours(state)
    for (i, rgb) in colours.enumerated() {
      insert(PopUpItem(context, .colour(rgb), at: i, of: colours.count, radius: Self.colourRadius - inset))
    }
    choice.onChange = { [weak self] in self?.colourChanged() }
    colourChanged()
  }

  private func insert(_ item: PopUpItem) {
    add(item)
    items.append(item)
    item.onChoose = { [weak self] in self?.take($0) }
  }

  private var inset: Double { wheel == nil ? Self.wheelRoom : 0 }

  /// The favourites, then the other brushes, Fude's own first in the order of the tool strip, and the
  /// eraser. If there are too many, the one in use is included.
  private static func brushes(_ state: InterfaceState) -> [PopUpItem.Content] {
    let known = Set(state.brushes)
    let favourites = state.settings.shelf.favourites.filter { known.contains($0) || state.catalogue[$0] != nil }
    let all = favourites + ToolItem.inOrder(state.brushes).filter { !favourites.contains($0) }
    var names = Array(all.prefix(mostBrushes))
    if !names.contains(state.brush), all.contains(state.brush) { names[names.count - 1] = state.brush }
    return names.map { .brush($0) } + [.eraser]
  }

  private static func colours(_ state: InterfaceState) -> [UInt32] {
    let palette = state.palettes.first { $0.name == state.palette } ?? state.palettes.first
    var colours: [UInt32] = []
    for rgb in state.recentColours + (palette?.entries.map(\.rgb) ?? []) where !colours.contains(rgb) {
      if colours.count == mostColours { break }
      colours.append(rgb)
    }
    return colours
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var access: Access { Access(role: .panel, name: translated("Brushes and colours")) }
  override var cornerRadius: Double { Self.outer - inset }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let side = context.whole(2 * cornerRadius)
    return (side, side)
  }

  /// The least side of a window for a palette with the wheel, px at 96 dpi.
  static let leastSide = 2 * outer + 8

  override func contains(_ p: Point) -> Bool {
    p.distance(to: Rect(frame).center) <= Double(frame.width) / 2
  }

  override func layOut() {
    let middle = Rect(frame).center
    if let wheel {
      let side = wheel.size(within: frame.width).width / 2 * 2 + frame.width % 2
      wheel.place(
        PixelRect(
          x: frame.minX + (frame.width - side) / 2, y: frame.minY + (frame.height - side) / 2, width: side, height: side
        ))
    }
    for item in items { item.place(around: middle) }
  }

  // MARK: State

  override func show() {
    choice.show()
    super.show()
  }

  private func colourChanged() {
    wheel?.colourChanged()
    for item in items { item.chosenColour = choice.rgb }
  }

  // MARK: Pictures

  var wantedPictures: [BrushPicture] {
    guard let pictures = context.overlay?.brushPictures else { return [] }
    return items.compactMap(\.picture).filter { !pictures.has($0) }
  }

  func showPicture(of brush: String) {
    for item in items where item.content == .brush(brush) { item.invalidate() }
  }

  // MARK: Choosing

  private func take(_ content: PopUpItem.Content) {
    context.overlay?.close(self)
    switch content {
    case .brush(let name): return post(.brushes(.choose(name)))
    case .eraser: return post(.choose(.eraser))
    case .panels: return post(.perform(.togglePanels))
    case .colour(let rgb): return choice.choose(rgb: rgb)
    }
  }

  override func release(_ button: PointerButton, _ touch: Touch) {
    if button == .secondary { release(at: touch) }
  }

  func release(at touch: Touch) {
    guard touch.position.distance(to: opened) > theme.px(8) else { return }
    switch hit(touch.position) {
    case let item as PopUpItem: return take(item.content)
    case let control? where control === wheel?.ring || control === wheel?.square:
      control.press(touch)
      context.overlay?.close(self)
    case nil:
      context.overlay?.close(self)
      return
    default: return
    }
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    switch key.keysym {
    case KeyCode.right, KeyCode.down: context.overlay?.moveFocus(by: 1)
    case KeyCode.left, KeyCode.up: context.overlay?.moveFocus(by: -1)
    default: return false
    }
    return true
  }
}
