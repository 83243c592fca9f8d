import Geometry
import Input
import Language
import Paint
import Studio
import Toolkit

/// The dial as a panel, with the buttons of its modes around it.
final class DialPanel: Panel {
  private(set) var dial: Dial
  private let cache = PictureCache<Dial.Appearance>()
  private let buttons: [DialModeButton]
  /// The button that folds and unfolds it.
  let fold: DialFoldButton
  /// Whether only `fold` is shown.
  var isFolded: Bool { context.state.settings.isDialFolded }

  /// Centre of the disc, window px; takes effect with the next `place`.
  var center: Point {
    get { dial.center }
    set { update { $0.place(center: newValue, theme: theme) } }
  }

  /// Whether its buttons are at its upper right; takes effect with the next `place`.
  var isMirrored: Bool {
    get { dial.isMirrored }
    set {
      guard newValue != isMirrored else { return }
      invalidate()
      dial.isMirrored = newValue
      for part in buttons + [fold] { part.invalidate() }
    }
  }

  /// The quantity that it sets.
  var mode: DialMode {
    get { dial.model.mode }
    set {
      let value = value(of: newValue)
      update { $0.choose(newValue, value: value) }
      dial.setNeutral(neutral(of: newValue))
      for button in buttons { button.isChosen = button.mode == mode }
      fold.mode = mode
    }
  }

  override init(_ context: WidgetContext) {
    dial = Dial(theme: context.theme, center: .zero)
    buttons = DialMode.allCases.map { DialModeButton(context, $0) }
    fold = DialFoldButton(context, .rotate)
    super.init(context)
    fold.action = .foldDial
    fold.onPress = { context.post(.perform(.foldDial)) }
    for button in buttons {
      button.isChosen = button.mode == mode
      button.onPress = { [weak self, mode = button.mode] in
        self?.mode = mode
      }
      add(button)
    }
    add(fold)
  }

  override var label: String { dial.model.mode.name }
  override var isFocusable: Bool { !isFolded }
  override var drawnFrame: PixelRect { frame.isEmpty ? frame : handle.map { frame.union($0.drawnFrame) } ?? frame }
  var wantedFrame: PixelRect { isFolded ? dial.foldedFrame : dial.frame }

  override func contains(_ p: Point) -> Bool {
    isFolded ? fold.contains(p) : dial.contains(p) || fold.contains(p)
  }

  override func show() {
    if fold.isFolded != isFolded {
      fold.isFolded = isFolded
      for button in buttons { button.isHidden = isFolded }
      // The disc keeps the focus when it becomes a button.
      if isFolded, isFocused { context.overlay?.focus(fold) }
      context.overlay?.layOut()
    }
    let value = value(of: mode)
    update { $0.show(value) }
    dial.setNeutral(neutral(of: mode))
  }

  // MARK: Place

  /// The frame of the dial around a centre, window px, in the current theme. Does not move it.
  func frame(center place: Point) -> PixelRect {
    // The centre is set again for the theme.
    center = center
    return wantedFrame.offset(dx: Int(place.x.rounded() - center.x), dy: Int(place.y.rounded() - center.y))
  }

  override func put(at frame: PixelRect) {
    let wanted = wantedFrame
    center = Point(center.x + Double(frame.minX - wanted.minX), center.y + Double(frame.minY - wanted.minY))
    place(frame)
  }

  override func spread(within room: (width: Int, height: Int)) -> (width: Int, height: Int)? {
    let wanted = wantedFrame
    let visible = visible(wanted.width, wanted.height)
    return visible.width <= room.width && visible.height <= room.height ? (wanted.width, wanted.height) : nil
  }

  /// The button that folds it, so that this stays under the pen, as far as the unfolded dial fits there.
  override func anchor(_ width: Int, _ height: Int) -> PixelRect {
    let middle = isFolded ? center : center + dial.foldOffset
    let wanted = wantedFrame
    return PixelRect(covering: Rect.null.grown(to: middle, theme.px(DialModeButton.reach)))
      .offset(dx: -wanted.minX, dy: -wanted.minY)
  }

  override func visible(_ width: Int, _ height: Int) -> PixelRect {
    isFolded ? anchor(width, height) : super.visible(width, height)
  }

  /// The disc.
  override var solidFrame: PixelRect {
    PixelRect(
      covering: Rect.null.grown(to: center, theme.px(isFolded ? DialModeButton.radius : Dial.diameter / 2)))
  }

  override func layOut() {
    let middle = isFolded ? center : center + dial.foldOffset
    fold.place(PixelRect(covering: Rect.null.grown(to: middle, theme.px(DialModeButton.radius))))
    for (mode, offset) in dial.buttons {
      let disc = Rect.null.grown(to: center + offset, theme.px(DialModeButton.radius))
      buttons.first { $0.mode == mode }?.place(PixelRect(covering: disc))
    }
  }

  override func draw(on painter: Painter) { if !isFolded { dial.draw(on: painter, context.typesetter, cache) } }

  // MARK: State

  /// The program's value for a mode, in the mode's unit.
  private func value(of mode: DialMode) -> Double {
    let state = context.state
    return switch mode {
    case .rotate: state.rotation
    case .size: state.size
    case .opacity: state.opacity
    case .zoom: state.zoom
    case .hue: state.hue
    }
  }

  private func neutral(of mode: DialMode) -> Double? { mode == .size ? context.state.neutralSize : mode.neutral }

  // MARK: Input

  override func press(_ touch: Touch) {
    if isFolded || !dial.contains(touch.position) { return }
    input { [center] in $0.press(at: touch.position - center) }
  }
  override func drag(_ touch: Touch) {
    input { [center] in $0.move(to: touch.position - center, isSnapping: touch.modifiers.contains(.shift)) }
  }
  override func release(_ touch: Touch) {
    guard mode == .zoom, dial.model.isTapping else { return input { $0.release() } }
    input { $0.cancel() }
    reset()
  }

  /// Restores the neutral value. The neutral zoom shows the whole canvas; if it does already, 100
  /// %.
  private func reset() {
    if mode == .zoom { return post(.perform(context.state.showsWhole ? .zoomActual : .zoomWhole)) }
    if let neutral = dial.model.neutral { input { $0.set(neutral) } }
  }
  override func cancel() { input { $0.cancel() } }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool {
    // Scrolling up increases the value.
    input { $0.scroll(notches: -dy, isSnapping: touch.modifiers.contains(.shift)) }
    return true
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isDisjoint(with: [.control, .alt, .super]) else { return false }
    let isSnapping = key.modifiers.contains(.shift)
    switch key.keysym {
    case KeyCode.right, KeyCode.up: input { $0.key(steps: 1, isSnapping: isSnapping) }
    case KeyCode.left, KeyCode.down: input { $0.key(steps: -1, isSnapping: isSnapping) }
    case KeyCode.pageDown: step(by: 1)
    case KeyCode.pageUp: step(by: -1)
    // The same as a tap in the middle.
    case KeyCode.home, KeyCode.space, KeyCode.enter, KeyCode.keypadEnter: if !key.isRepeat { reset() }
    default:
      guard let digit = key.digit else { return false }
      context.overlay?.open(NumberEntry(context, mode.entry(context), typed: digit), beside: frame)
    }
    return true
  }

  override var access: Access {
    let model = dial.model
    let range = mode.range ?? (mode == .hue ? 0...360 : -180...180)
    let now = mode == .rotate ? Angle(degrees: model.value).wrapped.degrees : model.value
    return Access(
      role: .dial, name: translated("Dial: {mode}", ["mode": mode.name]),
      value: .init(now: mode == .hue ? Angle(degrees: now).positive.degrees : now, range: range, words: model.shown))
  }

  override func act(_ action: AccessibleAction, on part: Int?) {
    guard case .setValue(let value) = action, value.isFinite else { return }
    input { $0.set(value) }
  }

  /// A tablet's ring turns the dial by an angle, degrees clockwise.
  func turn(by angle: Double, isSnapping: Bool) {
    input { $0.turn(by: angle, isSnapping: isSnapping) }
  }

  func step(by step: Int) {
    let all = DialMode.allCases
    guard let at = all.firstIndex(of: mode) else { return }
    mode = all[(at + step + all.count) % all.count]
  }

  override func invalidate(_ rect: PixelRect? = nil) {
    _ = dial.hover(isHovered)
    _ = dial.focus(showsFocus)
    super.invalidate(rect)
  }

  private func input(_ body: (inout DialModel) -> DialModel.Outcome) {
    var outcome = DialModel.Outcome.ignored
    let dirty = { (dial: inout Dial) in
      let (result, dirty) = dial.input(body)
      outcome = result
      return dirty
    }(&dial)
    if !dirty.isEmpty { invalidate(dirty) }
    switch outcome {
    case .ignored, .held: break
    case .turning(let value): post(.turning(dial.model.mode, value))
    case .released(let value): post(.released(dial.model.mode, value))
    }
  }

  private func update(_ body: (inout Dial) -> PixelRect) {
    let dirty = body(&dial)
    if !dirty.isEmpty { invalidate(dirty) }
  }
}
