import Document
import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import RandomSource
import TestSupport
import Testing

@testable import Library
@testable import Panels
@testable import Toolkit

/// The colour panel: the chosen colour is that of the pixel under the pointer.
@Suite struct ColourPanelTests {
  let screen: Screen
  var box: ColourBox { screen.overlay.colours.box }

  init() throws {
    screen = try Screen(800, 720)
    show { state in
      state.palettes = [
        Palette(
          name: "Fude", columns: 8, entries: (0..<40).map { .init(rgb: UInt32($0) * 0x030507, name: "No. \($0)") }),
        Palette(name: "Two", entries: [.init(rgb: 0x112233), .init(rgb: 0x445566)]),
      ]
      state.recentColours = [0xD6452A, 0x2F6690]
    }
  }

  private func show(_ change: (inout InterfaceState) -> Void) {
    var state = screen.overlay.context.state
    change(&state)
    screen.overlay.show(state)
  }

  private func carryOut(_ effects: [Overlay.Effect]) {
    for effect in effects {
      switch effect {
      case .setForeground(let rgb): show { $0.foreground = rgb }
      case .setBackground(let rgb): show { $0.background = rgb }
      case .palettes(.choose(let name)): show { $0.palette = name }
      default: break
      }
    }
  }

  @discardableResult
  private func touch(_ phase: PointerEvent.Phase, _ p: Point, at time: Double = 0, _ modifiers: Modifiers = [])
    -> [Overlay.Effect]
  {
    let event = PointerEvent(phase, PenSample(position: p, time: time), modifiers: modifiers)
    let effects = screen.overlay.handle(event).effects
    carryOut(effects)
    return effects
  }

  private func press(_ p: Point, at time: Double = 0) {
    touch(.down, p, at: time)
    touch(.up(.lifted), p, at: time)
  }

  private var foreground: UInt32 { screen.overlay.context.state.foreground }

  private func shown(_ p: Point) throws -> UInt32 {
    try #require(try screen.whole().pixel(x: Int(p.x), y: Int(p.y))) & 0xFF_FFFF
  }

  private func middle(_ frame: PixelRect) -> Point { Rect(frame).center }

  /// Fails if the square chooses another colour than that of the pixel there.
  @Test("the square gives the colour of the pixel under the pointer")
  func square() throws {
    var rng = RandomSource(3)
    let frame = box.wheel.square.frame
    press(middle(box.wheel.ring.frame) + Vector(length: 76, direction: Angle(degrees: 217)))
    for _ in 0..<40 {
      let place = Point(
        Double(frame.minX + rng.roll(8..<(frame.width - 8))) + 0.5,
        Double(frame.minY + rng.roll(8..<(frame.height - 8))) + 0.5)
      // Move the marker away.
      press(Point(Double(frame.minX), place.y < Rect(frame).center.y ? Double(frame.maxY) : Double(frame.minY)))
      let pixel = try shown(place)
      press(place)
      #expect(foreground == pixel, "at \(place)")
      // The marker shows the colour under it.
      #expect(try shown(place) == pixel)
    }
  }

  /// Fails if the ring gives another hue than that of the pixel.
  @Test("the ring gives the hue of the pixel under the pointer")
  func ring() throws {
    show { $0.foreground = 0xFF0000 }
    let middle = middle(box.wheel.ring.frame)
    for degrees in stride(from: 3.0, to: 360, by: 17) {
      let p = middle + Vector(length: 76, direction: Angle(degrees: degrees))
      let place = Point(p.x.rounded(.down) + 0.5, p.y.rounded(.down) + 0.5)
      press(middle + Vector(length: 76, direction: Angle(degrees: degrees + 180)))
      let pixel = try shown(place)
      press(place)
      let hsv = HSV(rgb: foreground)
      #expect(hsv.saturation == 1 && hsv.value == 1)
      #expect(ColourImages.ringColour(box.choice.hsv.hue) == pixel, "\(degrees)")
    }
  }

  /// Fails if a drag changes from ring to square or back, or stops outside of them.
  @Test("a drag on the ring follows the angle anywhere, in the square it is clamped")
  func drags() {
    show { $0.foreground = 0xFF0000 }
    let middle = middle(box.wheel.ring.frame)
    touch(.down, middle + Vector(76, 0))
    for (way, hue) in [(Vector(0, 5), 90.0), (Vector(-300, 0), 180), (Vector(0, -400), 270), (Vector(3, -3), 315)] {
      touch(.drag, middle + way)
      #expect(abs(box.choice.hsv.hue - hue) < 1e-9)
    }
    touch(.up(.lifted), middle)
    let frame = box.wheel.square.frame
    touch(.down, Rect(frame).center)
    touch(.drag, Point(-50, 2000))
    #expect(foreground == 0)
    touch(.drag, Point(5000, -50))
    #expect(foreground == HSV(hue: 315, saturation: 1, value: 1).rgb)
    touch(.drag, Point(-50, -50))
    #expect(foreground == 0xFFFFFF)
    touch(.up(.lifted), .zero)
    #expect(box.choice.hsv.hue == 315, "white has no hue, and keeps the one that was chosen")
  }

  /// Fails if a grey resets the hue, or the hue is lost on the way through black.
  @Test("a grey keeps the hue")
  func greys() {
    show { $0.foreground = HSV(hue: 200, saturation: 0.5, value: 0.5).rgb }
    let hue = box.choice.hsv.hue
    show { $0.foreground = 0x777777 }
    #expect(box.choice.hsv.hue == hue && box.choice.rgb == 0x777777)
    show { $0.foreground = 0 }
    press(middle(box.wheel.ring.frame) + Vector(0, 76))
    #expect(foreground == 0 && abs(box.choice.hsv.hue - 90) < 1e-9)
  }

  /// Fails if Escape does not restore the colour from before the press.
  @Test("Escape cancels a drag")
  func escape() {
    show { $0.foreground = 0x3F7D58 }
    for place in [
      middle(box.wheel.square.frame), middle(box.wheel.ring.frame) + Vector(0, -76), middle(box.palette.frame),
    ] {
      touch(.down, place)
      touch(.drag, place + Vector(9, 9))
      #expect(foreground != 0x3F7D58)
      carryOut(screen.overlay.handle(.key(KeyEvent(keysym: KeyCode.escape))).effects)
      #expect(foreground == 0x3F7D58)
      touch(.up(.lifted), place)
      #expect(foreground == 0x3F7D58)
    }
  }

  /// Fails if keys or the wheel do not change colours, or leave the range.
  @Test("arrows and the wheel move hue, saturation and value")
  func steps() {
    show { $0.foreground = 0xFF0000 }
    screen.overlay.focus(box.wheel.ring)
    func key(_ keysym: UInt32, _ modifiers: Modifiers = []) {
      carryOut(screen.overlay.handle(.key(KeyEvent(keysym: keysym, modifiers: modifiers))).effects)
    }
    for _ in 0..<8 { key(KeyCode.left, .shift) }
    #expect(foreground == 0x0000FF)
    screen.overlay.focus(box.wheel.square)
    for _ in 0..<20 { key(KeyCode.left, .shift) }
    #expect(foreground == 0xFFFFFF)
    for _ in 0..<3 { key(KeyCode.right, .shift) }
    for _ in 0..<120 { key(KeyCode.down) }
    #expect(foreground == 0)
    let turn = ScrollEvent(dx: 0, dy: -1, position: middle(box.wheel.square.frame))
    for _ in 0..<50 { carryOut(screen.overlay.handle(turn).effects) }
    #expect(foreground == HSV(hue: 240, saturation: 0.3, value: 1).rgb)
  }

  /// Fails if the field accepts an invalid colour or rejects a valid one.
  @Test("the hex field accepts #RGB and #RRGGBB; other text is reported and changes nothing")
  func hex() {
    show { $0.foreground = 0x3F7D58 }
    #expect(box.hex.text == "#3F7D58")
    screen.overlay.focus(box.hex)
    box.hex.selectAll()
    carryOut(screen.overlay.type("12").effects)
    let enter = KeyEvent(keysym: KeyCode.enter)
    let refused = screen.overlay.handle(.key(enter)).effects
    #expect(refused == [.say("“12” is not a colour. Write a colour as #RGB or #RRGGBB.")] && foreground == 0x3F7D58)
    #expect(box.hex.isWrong)
    carryOut(screen.overlay.type("3").effects)
    #expect(!box.hex.isWrong && foreground == 0x3F7D58)
    carryOut(screen.overlay.handle(.key(enter)).effects)
    #expect(foreground == 0x112233 && box.hex.text == "#112233" && screen.overlay.focused == nil)
    screen.overlay.focus(box.hex)
    box.hex.selectAll()
    carryOut(screen.overlay.type(" d6452a;").effects)
    #expect(foreground == 0xD6452A)
    carryOut(screen.overlay.handle(.key(KeyEvent(keysym: KeyCode.escape))).effects)
    #expect(foreground == 0x112233 && box.hex.text == "#112233")
  }

  /// Fails if the two colours are confused.
  @Test("a press on the background edits it; a double press swaps both colours")
  func pair() {
    show { ($0.foreground, $0.background) = (0x111111, 0xEEEEEE) }
    let frame = box.pair.frame
    press(Point(Double(frame.minX) + 35, Double(frame.minY) + 34), at: 1)
    #expect(box.choice.isBackground && box.choice.rgb == 0xEEEEEE && box.hex.text == "#EEEEEE")
    press(middle(box.recent.frame) + Vector(-70, 0), at: 2)
    #expect(screen.overlay.context.state.background == 0xD6452A && foreground == 0x111111)
    let place = Point(Double(frame.minX) + 8, Double(frame.minY) + 8)
    press(place, at: 3)
    press(place, at: 3.2)
    #expect(foreground == 0xD6452A && screen.overlay.context.state.background == 0x111111)
    #expect(!box.choice.isBackground && box.choice.rgb == 0xD6452A)
  }

  /// Fails if a changed foreground is not shown beside the colour of the last stroke, or an unchanged
  /// one is divided.
  @Test func theOldColourIsBesideTheNew() throws {
    let frame = box.pair.frame
    func shown(_ x: Int) throws -> UInt32? {
      try screen.repaint(screen.bounds)
      return screen.shown.pixel(x: frame.minX + x, y: frame.minY + 15).map { $0 & 0xFF_FFFF }
    }
    show { ($0.foreground, $0.recentColours) = (0x204060, [0x204060, 0xD6452A]) }
    #expect(try shown(6) == 0x204060 && shown(16) == 0x204060)
    show { $0.foreground = 0x406080 }
    #expect(try shown(6) == 0x204060 && shown(16) == 0x406080)
    show { $0.recentColours = [] }
    #expect(try shown(6) == 0x406080)
  }

  /// Fails if the wheel goes on with the background after a stroke began, which has the foreground.
  @Test("a press on the canvas edits the foreground again; the tip names both colours")
  func strokeReturns() {
    show { ($0.foreground, $0.background) = (0x111111, 0xEEEEEE) }
    let frame = box.pair.frame
    press(Point(Double(frame.minX) + 35, Double(frame.minY) + 34), at: 1)
    #expect(box.choice.isBackground && box.pair.label == "Background")
    #expect(box.pair.tip == "Foreground and background")
    press(Point(300, 300), at: 2)
    #expect(!box.choice.isBackground && box.choice.rgb == 0x111111 && box.hex.text == "#111111")
  }

  /// Fails if a swatch gives another colour than it shows, scrolled or not.
  @Test("a swatch gives the colour that it shows; the wheel scrolls")
  func palette() throws {
    let frame = box.palette.frame
    for turn in 0..<3 {
      for (column, row) in [(0, 0), (7, 0), (3, 1)] {
        let place = Point(Double(frame.minX + 20 * column + 10), Double(frame.minY + 20 * row + 10))
        let pixel = try shown(place)
        press(place)
        #expect(foreground == pixel)
        #expect(pixel == UInt32((turn + row) * 8 + column) * 0x030507)
      }
      _ = screen.overlay.handle(ScrollEvent(dx: 0, dy: 1, position: middle(frame)))
    }
    #expect(box.palette.label.hasPrefix("No. "))
    screen.overlay.focus(box.palette)
    for key in [KeyCode.home, KeyCode.down, KeyCode.right, KeyCode.enter] {
      carryOut(screen.overlay.handle(.key(KeyEvent(keysym: key))).effects)
    }
    #expect(foreground == 9 * 0x030507 && box.palette.top <= 1)
  }

  /// Fails if another palette cannot be chosen, by pointer or keys.
  @Test("the list of palettes chooses one")
  func chooser() throws {
    press(middle(box.more.frame))
    let list = try #require(screen.overlay.popups.last as? PaletteChooser)
    press(Point(Double(list.frame.minX) + 40, Double(list.frame.minY) + 66))
    #expect(!screen.overlay.hasPopup && box.palette.title == "Two" && box.palette.entries.count == 2)
    screen.overlay.focus(box.more)
    for key in [KeyCode.enter, KeyCode.enter] {
      carryOut(screen.overlay.handle(.key(KeyEvent(keysym: key))).effects)
    }
    #expect(box.palette.title == "Fude" && !screen.overlay.hasPopup)
  }

  /// Fails if Ctrl+drag, a key or the menu changes another colour than the one meant, chooses a colour,
  /// or the mark leaves a colour that is moved.
  @Test func editing() throws {
    show { ($0.palette, $0.paletteEditing, $0.foreground) = ("Two", .ownCopy, 0xABCDEF) }
    let grid = box.palette
    func place(_ index: Int) -> Point {
      Point(Double(grid.frame.minX + 20 * index + 10), Double(grid.frame.minY + 10))
    }
    func press(_ key: UInt32, _ modifiers: Modifiers = []) -> [Overlay.Effect] {
      screen.overlay.handle(.key(KeyEvent(keysym: key, modifiers: modifiers))).effects
    }
    func titles() throws -> [String] {
      let menu = try #require(screen.overlay.popups.last as? Menu)
      return menu.list.entries.map(\.title)
    }
    #expect(touch(.down, place(0), .control) + touch(.drag, place(1), .control) == [])
    #expect(touch(.up(.lifted), place(1), .control) == [.palettes(.change(.move(0, to: 1)))])
    #expect(foreground == 0xABCDEF)
    screen.overlay.focus(grid)
    #expect(grid.mark == 1)
    #expect(
      press(KeyCode.left, .control) == [.palettes(.change(.move(1, to: 0)))] && press(KeyCode.left, .control) == [])
    #expect(press(KeyCode.delete) == [.palettes(.change(.remove(0)))])
    touch(.press(.secondary), place(1))
    #expect(try titles().prefix(3) == ["Add #ABCDEF", "Replace #445566 with #ABCDEF", "Remove #445566"])
    #expect(
      press(KeyCode.down) + press(KeyCode.down) + press(KeyCode.enter) == [.palettes(.change(.replace(1, 0xABCDEF)))])
    // The same menu by the list of palettes, for pens and fingers.
    self.press(middle(box.more.frame))
    let list = try #require(screen.overlay.popups.last as? PaletteChooser)
    self.press(Point(Rect(list.frame).center.x, Double(list.frame.maxY) - 26))
    #expect(try titles().contains("Restore the original") && titles().last == "New palette\u{2026}")
    #expect(press(KeyCode.end) + press(KeyCode.enter) == [])
    let dialog = try #require(screen.overlay.popups.last as? NameDialog)
    dialog.field.text = " "
    #expect(press(KeyCode.enter) == [] && screen.overlay.popups.last === dialog)
    dialog.field.text = "Sea"
    #expect(press(KeyCode.enter) == [.palettes(.new("Sea"))] && !screen.overlay.hasPopup)
    // A palette that cannot be edited.
    show { $0.paletteEditing = nil }
    screen.overlay.focus(grid)
    #expect(!screen.overlay.handle(.key(KeyEvent(keysym: KeyCode.delete))).isConsumed)
  }

  /// Fails if a small window has no way to choose a colour.
  @Test("in a low window the panel is a row that opens a popup")
  func compact() throws {
    _ = screen.resize(width: 800, height: 420)
    #expect(box.isCompact && screen.overlay.colours.frame.height == 56)
    press(middle(box.more.frame))
    let popup = try #require(screen.overlay.popups.last as? ColourPopup)
    #expect(PixelRect(x: 0, y: 0, width: 800, height: 420).contains(popup.frame))
    press(Point(Double(popup.frame.minX) + 92, Double(popup.frame.minY) + 92))
    #expect(foreground != 0x1D1F24 && screen.overlay.hasPopup)
    _ = screen.resize(width: 800, height: 720)
    #expect(!box.isCompact)
  }

  /// Fails if the panel differs from its golden picture. Text is masked, because fonts differ
  /// between machines.
  @Test(
    "the panel matches its golden picture", arguments: [(1.0, "colours"), (1.5, "colours-1.5"), (2.0, "colours-2")])
  func golden(_ scale: Double, _ name: String) throws {
    let screen = try Screen(Int(500 * scale), Int(720 * scale), scale: scale)
    var state = self.screen.overlay.context.state
    (state.foreground, state.background) = (0x3F7D58, 0xFDFCF9)
    state.palettes = [Palette(name: "Fude", entries: (0..<16).map { .init(rgb: 0x3F7D58 + UInt32($0) * 0x0B0D11) })]
    screen.overlay.show(state)
    let panel = screen.overlay.colours
    let part = panel.drawnFrame
    let whole = try screen.whole()
    let picture = try ImageSurface(width: part.width, height: part.height, format: .xrgb32)
    try picture.paint { $0.draw(whole, at: Point(Double(-part.minX), Double(-part.minY))) }
    let mask = panel.box.hex.frame.offset(dx: -part.minX, dy: -part.minY)
    try Golden.check(picture, name, masks: [mask])
  }

  /// Fails if a visible change reports no damage, or an invisible one reports some.
  @Test("only changes are reported as damage", arguments: [1.0, 1.5])
  func damage(_ scale: Double) throws {
    let screen = try Screen(Int(500 * scale), Int(720 * scale), scale: scale)
    var state = InterfaceState()
    var rng = RandomSource(11)
    for step in 0..<30 {
      switch step % 5 {
      case 0: state.foreground = UInt32(rng.roll(0...0xFF_FFFF))
      case 1: state.background = UInt32(rng.roll(0...0xFF_FFFF))
      case 2: state.recentColours.insert(UInt32(rng.roll(0...0xFF_FFFF)), at: 0)
      case 3: state.palettes = [Palette(name: "x", entries: [.init(rgb: UInt32(step))])]
      default: state.foreground = 0x808080
      }
      let dirty = screen.dirtied { screen.overlay.show(state) }
      try screen.repaint(dirty)
      // Cairo's antialiasing of a curve differs by up to 3 levels where a clip cuts it, as the
      // square's damage cuts the ring's marker.
      let differing = try Golden.differences(screen.shown, screen.whole(isUncached: true), 4)
      #expect(differing.isEmpty, "step \(step): \(differing.prefix(4))")
    }
    state.isMirrored.toggle()
    #expect(screen.dirtied { screen.overlay.show(state) }.isEmpty)
  }
}
