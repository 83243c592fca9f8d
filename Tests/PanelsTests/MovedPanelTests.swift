import Geometry
import Input
import InterfaceSupport
import Paint
import RandomSource
import Raster
import Studio
import Testing

@testable import Panels
@testable import Toolkit

/// Panels that the user moves.
@Suite struct MovedPanelTests {
  private func screen(_ width: Int = 1440, _ height: Int = 900, scale: Double = 1) throws -> Screen {
    let screen = try Screen(width, height, scale: scale)
    _ = screen.show(InterfaceSample.readings)
    show(on: screen) {
      $0.navigator = InterfaceSample.overview
      $0.references = InterfaceSample.twoReferences
    }
    return screen
  }

  private func show(on screen: Screen, _ change: (inout InterfaceState) -> Void) {
    var state = screen.overlay.context.state
    change(&state)
    screen.overlay.show(state)
  }

  /// Carries out changes of the settings as the program does, and returns the other effects.
  @discardableResult
  private func carryOut(_ effects: [Overlay.Effect], on screen: Screen) -> [Overlay.Effect] {
    effects.filter { effect in
      guard case .changeSettings(let settings) = effect else { return true }
      show(on: screen) { $0.settings = settings }
      return false
    }
  }

  private func movable(_ overlay: Overlay) -> [(panel: Panel, handle: PanelHandle)] {
    overlay.panels.compactMap { panel in panel.mover.map { (panel, $0) } }
  }

  private func handle(_ panel: Panel) throws -> PanelHandle { try #require(panel.mover) }

  /// The middle of the visible part of a panel's handle.
  private func grip(_ panel: Panel) throws -> Point { Rect(try handle(panel).frame).center }

  private func drag(_ panel: Panel, by way: Vector, on screen: Screen) throws {
    let start = try grip(panel)
    #expect(screen.overlay.target(at: start) == .widget(try handle(panel)))
    try screen.repaint(screen.overlay.takeDamage().bounds)
    var effects: [Overlay.Effect] = []
    let steps: [(PointerEvent.Phase, Double)] = [(.down, 0), (.drag, 0.5), (.drag, 1), (.up(.lifted), 1)]
    for (phase, share) in steps { effects += try pointer(phase, start + way * share, on: screen) }
    #expect(carryOut(effects, on: screen).isEmpty)
  }

  /// Handles a step of a pointer, long after the one before, and draws what it changed.
  private func pointer(_ phase: PointerEvent.Phase, _ p: Point, on screen: Screen) throws -> [Overlay.Effect] {
    time.now += 1
    let answer = screen.pointer(phase, p, time: time.now)
    try screen.repaint(answer.dirty)
    return answer.effects
  }

  /// The time of the last step, seconds.
  private final class Time { var now = 0.0 }
  private let time = Time()

  /// The visible part of a panel's frame, window px.
  private func visible(_ panel: Panel) -> PixelRect {
    panel.visible(panel.frame.width, panel.frame.height).offset(dx: panel.frame.minX, dy: panel.frame.minY)
  }

  private func randomPlace(_ rng: inout RandomSource) -> Settings.PanelPlace {
    let most = rng.isOne(in: 4) ? 32767.0 : 1500
    return Settings.PanelPlace(
      rng.isOne(in: 2) ? .left : .right, rng.roll(0.0...most), rng.isOne(in: 2) ? .top : .bottom, rng.roll(0.0...most))
  }

  /// Fails if a moved panel or its handle leaves the window, one that does not fit is not at home or
  /// hidden, or a panel that was not moved changes its place or form because of others.
  @Test(arguments: [1.0, 1.5, 2]) func anyPlaceIsVisible(_ scale: Double) throws {
    var rng = RandomSource(UInt64(scale * 10))
    let (moved, still) = (try screen(scale: scale), try screen(scale: scale))
    var (shown, homeless) = (0, 0)
    for step in 0..<150 {
      let (width, height) = (rng.roll(40...2600), rng.roll(40...1500))
      let (hand, isFolded) = (rng.isOne(in: 2) ? Settings.Hand.left : .right, rng.isOne(in: 3))
      let textScale = rng.isOne(in: 4) ? 2.0 : 1
      let places = Settings.MovablePanel.allCases.reduce(into: [Settings.MovablePanel: Settings.PanelPlace]()) {
        if rng.isOne(in: 2) { $0[$1] = randomPlace(&rng) }
      }
      for screen in [still, moved] {
        _ = screen.resize(width: width, height: height)
        show(on: screen) {
          ($0.settings.hand, $0.settings.isDialFolded, $0.settings.textScale) = (hand, isFolded, textScale)
          $0.settings.panelPlaces = screen === moved ? places : [:]
        }
      }
      let window = PixelRect(x: 0, y: 0, width: width, height: height)
      for ((panel, handle), (home, _)) in zip(movable(moved.overlay), movable(still.overlay)) {
        let words =
          "step \(step): \(panel) \(panel.frame) in \(width)x\(height), \(String(describing: places[handle.key]))"
        let isHome = panel.isHidden == home.isHidden && (panel.isHidden || panel.frame == home.frame)
        guard places[handle.key] != nil else {
          #expect(isHome, "\(words)")
          continue
        }
        if panel.isHidden || !window.grown(by: -moved.overlay.context.whole(16)).contains(visible(panel)) {
          homeless += 1
          #expect(isHome, "\(words)")
        } else {
          shown += 1
          #expect(window.contains(handle.frame), "\(words)")
        }
      }
    }
    #expect(shown > 200 && homeless > 20)
  }

  /// Fails if a place changes by a way through the settings, at any scale and for either hand, or a
  /// place is not measured from the nearest edges.
  @Test(arguments: [1.0, 1.25, 1.5, 2]) func placesComeBack(_ scale: Double) throws {
    var rng = RandomSource(UInt64(scale * 100))
    let screen = try screen(2000, 1400, scale: scale)
    let overlay = screen.overlay
    for _ in 0..<60 {
      for (panel, handle) in movable(overlay) {
        show(on: screen) {
          $0.settings.hand = rng.isOne(in: 2) ? .left : .right
          $0.settings.isDialFolded = rng.isOne(in: 2)
          $0.settings.panelPlaces[handle.key] = randomPlace(&rng)
        }
        let frame = panel.frame
        let place = overlay.place(of: panel, at: frame)
        show(on: screen) { $0.settings.panelPlaces[handle.key] = place }
        #expect(panel.frame == frame, "\(panel) \(place)")
        #expect(place.x * scale <= 1000 && place.y * scale <= 700)
      }
    }
  }

  /// Fails if the distance from the nearest edges changes with the window or the scale, or the places
  /// are not exchanged for the other hand.
  @Test func edgesAreKept() throws {
    let screen = try screen()
    let overlay = screen.overlay
    show(on: screen) {
      $0.settings.panelPlaces = [
        .tools: .init(.right, 300, .bottom, 100), .navigator: .init(.left, 400, .top, 50),
      ]
    }
    let navigator = (width: overlay.navigator.frame.width, height: overlay.navigator.frame.height)
    for (width, height) in [(1440, 900), (1200, 800), (1900, 1000)] {
      _ = screen.resize(width: width, height: height)
      #expect(overlay.tools.frame.maxX == width - 300 && overlay.tools.frame.maxY == height - 100)
      #expect(overlay.navigator.frame == PixelRect(x: 400, y: 50, width: navigator.width, height: navigator.height))
    }
    show(on: screen) { $0.settings.hand = .left }
    #expect(overlay.tools.frame.minX == 300 && overlay.navigator.frame.maxX == 1500)
    _ = screen.resize(width: 2880, height: 1800, theme: Theme(scale: 2))
    #expect(overlay.tools.frame.minX == 600 && overlay.tools.frame.maxY == 1600)
  }

  /// Fails if a drag does not move exactly its panel, a press without a movement does, or a press on
  /// a control beside the handle drags the panel.
  @Test func dragging() throws {
    let screen = try screen()
    let overlay = screen.overlay
    for (panel, handle) in movable(overlay) {
      let others = overlay.panels.filter { $0 !== panel && $0 !== overlay.preview }
      let (home, frames) = (panel.frame, others.map(\.frame))
      let middle = Vector(720 - Rect(home).center.x, 450 - Rect(home).center.y)
      try drag(panel, by: middle, on: screen)
      #expect(panel.frame == home.offset(dx: Int(middle.dx.rounded()), dy: Int(middle.dy.rounded())), "\(panel)")
      #expect(others.map(\.frame) == frames && overlay.stack.dropLast().last === panel)
      #expect(overlay.context.state.settings.panelPlaces.keys.sorted { $0.rawValue < $1.rawValue } == [handle.key])
      let isSame = try screen.isDrawnWhole(within: 1)
      #expect(isSame, "\(panel)")
      show(on: screen) { $0.settings.panelPlaces = [:] }
      #expect(panel.frame == home && overlay.stack.elementsEqual(overlay.panels) { $0 === $1 })
    }
    let spot = try grip(overlay.tools)
    #expect(carryOut(screen.click(spot), on: screen).isEmpty && overlay.context.state.settings.panelPlaces.isEmpty)
    // The lowest pixels of a control right above the handle.
    let last = try #require(overlay.tools.buttons.last)
    let low = Point(Rect(last.frame).center.x, Double(last.frame.maxY) - 0.5)
    #expect(overlay.target(at: low) == .widget(last))
    #expect(overlay.target(at: Point(low.x, low.y + 2)) == .widget(try handle(overlay.tools)))
  }

  /// Fails if a press on a control of a panel is taken by a handle: at every place of a control the
  /// target is as without handles.
  @Test func controlsKeepTheirPresses() throws {
    let screen = try screen()
    let overlay = screen.overlay
    var count = 0
    for panel in overlay.panels where !panel.isHidden {
      for x in stride(from: panel.frame.minX, to: panel.frame.maxX, by: 3) {
        for y in stride(from: panel.frame.minY, to: panel.frame.maxY, by: 3) {
          let p = Point(Double(x) + 0.5, Double(y) + 0.5)
          guard panel.contains(p), let control = panel.children.reversed().lazy.compactMap({ $0.hit(p) }).first else {
            continue
          }
          count += 1
          #expect(overlay.target(at: p) == .widget(control), "\(panel) \(p)")
        }
      }
    }
    #expect(count > 5000)
  }

  /// Fails if a panel near an edge or its home does not snap there, one farther away does, or a panel
  /// leaves the window.
  @Test func snapping() throws {
    let screen = try screen()
    let overlay = screen.overlay
    let (tools, home) = (overlay.tools, overlay.tools.frame)
    func place() -> Settings.PanelPlace? { overlay.context.state.settings.panelPlaces[.tools] }
    try drag(tools, by: Vector(600, 100), on: screen)
    #expect(tools.frame == home.offset(dx: 600, dy: 100))
    // 7 px beside the left margin and 8 px above the upper one.
    try drag(tools, by: Vector(-593, -168), on: screen)
    #expect(tools.frame.minX == 16 && tools.frame.minY == 16)
    #expect(place() == Settings.PanelPlace(.left, 16, .top, 16))
    try drag(tools, by: Vector(9, 9), on: screen)
    #expect(tools.frame.minX == 25 && tools.frame.minY == 25)
    // Far out of the window at the lower right.
    try drag(tools, by: Vector(3000, 3000), on: screen)
    #expect(tools.frame.maxX == 1424 && tools.frame.maxY == 884)
    #expect(place() == Settings.PanelPlace(.right, 16, .bottom, 16))
    try drag(
      tools, by: Vector(Double(home.minX - tools.frame.minX) + 15, Double(home.minY - tools.frame.minY)), on: screen)
    #expect(place() != nil)
    try drag(
      tools, by: Vector(Double(home.minX - tools.frame.minX) + 13, Double(home.minY - tools.frame.minY) - 13),
      on: screen)
    #expect(place() == nil && tools.frame == home)
  }

  /// Fails if Escape, or a palm beside the pen, does not give a dragged panel back, with its place
  /// and order, or a change is stored.
  @Test func cancelling() throws {
    let screen = try screen()
    let overlay = screen.overlay
    try drag(overlay.colours, by: Vector(-600, 200), on: screen)
    for isMoved in [false, true] {
      let panel = isMoved ? overlay.colours : overlay.layers
      let (frame, order) = (panel.frame, overlay.stack.map(\.number))
      for isKey in [true, false] {
        let start = try grip(panel)
        try screen.repaint(overlay.takeDamage().bounds)
        _ = try pointer(.down, start, on: screen)
        _ = try pointer(.drag, start + Vector(-200, -100), on: screen)
        #expect(panel.frame != frame && overlay.stack.dropLast().last === panel)
        let answer = isKey ? screen.key(KeyCode.escape) : screen.pointer(.up(.overruled), start)
        try screen.repaint(answer.dirty)
        #expect(answer.effects.isEmpty && panel.frame == frame && overlay.stack.map(\.number) == order)
        for phase in [PointerEvent.Phase.drag, .up(.lifted)] {
          let effects = try pointer(phase, start + Vector(-300, 0), on: screen)
          #expect(effects.isEmpty && panel.frame == frame)
        }
        let isSame = try screen.isDrawnWhole(within: 1)
        #expect(isSame)
      }
    }
  }

  /// Fails if arrow keys do not move a panel by steps, a step onto the home place keeps a place, or
  /// Home, Enter, a double press or a screen reader does not move it back.
  @Test func keys() throws {
    let screen = try screen()
    let overlay = screen.overlay
    let (panel, home) = (overlay.sliders, overlay.sliders.frame)
    let handle = try handle(panel)
    func press(_ key: UInt32, _ modifiers: Modifiers = []) { carryOut(screen.key(key, modifiers).effects, on: screen) }
    _ = screen.key(KeyCode.f6)
    overlay.focus(handle)
    #expect(handle.label == "Move the panel: Size and opacity")
    press(KeyCode.right)
    press(KeyCode.up, .shift)
    #expect(panel.frame == home.offset(dx: 20, dy: -2) && overlay.focused === handle)
    press(KeyCode.left)
    #expect(overlay.context.state.settings.panelPlaces.count == 1)
    press(KeyCode.down, .shift)
    #expect(overlay.context.state.settings.panelPlaces.isEmpty && panel.frame == home)
    #expect(screen.key(KeyCode.right, .control).effects.isEmpty)
    for key in [KeyCode.home, KeyCode.enter] {
      press(KeyCode.right)
      #expect(panel.frame != home)
      press(key)
      #expect(panel.frame == home)
    }
    press(KeyCode.right)
    carryOut(screen.click(try grip(panel), at: 1) + screen.click(try grip(panel), at: 1.2), on: screen)
    #expect(panel.frame == home)
    overlay.focus(handle)
    press(KeyCode.right)
    let node = overlay.accessibleTree(title: "").all.first { $0.name == handle.label }
    #expect(node?.role == .button && node?.states.isSuperset(of: [.enabled, .showing, .focusable]) == true)
    carryOut(overlay.perform(.press, on: .init(widget: handle.number)).effects, on: screen)
    #expect(panel.frame == home)
  }

  /// Fails if the arrow keys of the tool strip end on a handle, where they would move a panel, or F6
  /// reaches a handle before the panel's controls.
  @Test func theToolsKeepTheirArrows() throws {
    let screen = try screen()
    let overlay = screen.overlay
    overlay.focus(overlay.tools.buttons.last)
    #expect(screen.key(KeyCode.down).effects.isEmpty && overlay.focused === overlay.sliders.sizes)
    overlay.focus(overlay.tools.buttons.first)
    #expect(screen.key(KeyCode.up).effects.isEmpty)
    #expect(overlay.focused != nil && !(overlay.focused is PanelHandle))
    overlay.focus(nil)
    for _ in 0..<9 {
      _ = screen.key(KeyCode.f6)
      #expect(overlay.focused != nil && !(overlay.focused is PanelHandle))
    }
  }

  /// Fails if the panel that was moved last is not the uppermost, a moved one is below one that was
  /// not moved, or the reading order follows the order of drawing.
  @Test func theLastIsOnTop() throws {
    let screen = try screen()
    let overlay = screen.overlay
    func read() -> [String] {
      overlay.accessibleTree(title: "").children.filter { $0.role == .panel || $0.role == .dial }.map(\.name)
    }
    let order = read()
    try drag(overlay.tools, by: Vector(500, 100), on: screen)
    try drag(overlay.navigator, by: Vector(0, -100), on: screen)
    try drag(overlay.bar, by: Vector(500, 200), on: screen)
    let common = visible(overlay.tools).intersection(visible(overlay.bar))
    let place = Rect(common).center
    #expect(!common.isEmpty)
    #expect(overlay.target(at: place).widget?.panel === overlay.bar)
    try drag(overlay.tools, by: Vector(10, 0), on: screen)
    #expect(overlay.target(at: place).widget?.panel === overlay.tools)
    // Over the references, which are at home and later in the list.
    try drag(overlay.tools, by: Vector(-300, 0), on: screen)
    let covered = Rect(visible(overlay.tools).intersection(overlay.references.frame)).center
    #expect(overlay.target(at: covered).widget?.panel === overlay.tools)
    #expect(read() == order)
    let isSame = try screen.isDrawnWhole(within: 1)
    #expect(isSame)
  }

  /// Fails if the reset is offered while nothing was moved or not offered after, a panel that has no
  /// room at home is not shown where it was moved, Tab does not hide moved panels, or they do not
  /// fade.
  @Test func reset() throws {
    let screen = try screen()
    let overlay = screen.overlay
    func isOffered() -> Bool { Action.resetPanels.isAvailable(in: overlay.context.state) }
    let home = overlay.panels.map(\.frame)
    #expect(!isOffered())
    try drag(overlay.dial, by: Vector(-500, -300), on: screen)
    try drag(overlay.layers, by: Vector(-700, 0), on: screen)
    #expect(isOffered())
    let far = Point(700, 880)
    _ = screen.pointer(.down, far)
    _ = screen.pointer(.drag, Point(Double(overlay.layers.frame.minX) - 30, Double(overlay.layers.frame.minY) + 90))
    #expect(overlay.layers.opacity == Overlay.fadedOpacity && overlay.colours.opacity == 1)
    _ = screen.pointer(.up(.lifted), far)
    _ = screen.showPanels(false)
    #expect(movable(overlay).allSatisfy { $0.panel.isHidden })
    _ = screen.showPanels(true)
    #expect(movable(overlay).allSatisfy { !$0.panel.isHidden })
    show(on: screen) { $0.settings.panelPlaces = [:] }
    #expect(overlay.panels.map(\.frame) == home && !isOffered())
  }

  /// Fails if a low window's compact form is kept by a moved panel that has room, one without room is
  /// shown elsewhere than at home, or moving it there loses its stored place.
  @Test func lowWindows() throws {
    let screen = try screen(1024, 420)
    let overlay = screen.overlay
    #expect(overlay.colours.isCollapsed && overlay.tools.columns == 2)
    let tools = overlay.tools.frame
    let places: [Settings.MovablePanel: Settings.PanelPlace] = [
      .colours: .init(.left, 500, .top, 40), .tools: .init(.right, 400, .bottom, 30),
    ]
    show(on: screen) { $0.settings.panelPlaces = places }
    #expect(!overlay.colours.isCollapsed && overlay.colours.frame.minX == 500 && overlay.tools.columns == 2)
    // Not even three columns fit, so the tools are where they would be; the colours become compact.
    _ = screen.resize(width: 1024, height: 170)
    let home = try self.screen(1024, 170).overlay.tools
    #expect(overlay.tools.isHidden == home.isHidden && overlay.tools.frame == home.frame)
    #expect(overlay.colours.isCollapsed && overlay.colours.frame.minX == 500)
    // A window without room for the navigator at home.
    _ = screen.resize(width: 500, height: 400)
    #expect(overlay.navigator.isHidden)
    show(on: screen) { $0.settings.panelPlaces[.navigator] = Settings.PanelPlace(.left, 200, .top, 100) }
    #expect(!overlay.navigator.isHidden && overlay.navigator.frame.minX == 200)
    _ = screen.resize(width: 1024, height: 420)
    #expect(overlay.tools.frame.maxX == 624 && overlay.tools.frame != tools)
  }

  /// Fails if the folded dial is not where its button was, unfolding it again does not restore its
  /// place, or a folded dial in a corner unfolds out of the window.
  @Test(arguments: Settings.Hand.allCases) func foldingDial(_ hand: Settings.Hand) throws {
    let screen = try screen()
    let dial = screen.overlay.dial
    show(on: screen) { $0.settings.hand = hand }
    try drag(dial, by: Vector(hand == .left ? 500 : -500, -300), on: screen)
    let (frame, button) = (dial.frame, Rect(dial.fold.frame).center)
    show(on: screen) { $0.settings.isDialFolded = true }
    #expect(Rect(dial.fold.frame).center.distance(to: button) <= 1)
    show(on: screen) { $0.settings.isDialFolded = false }
    #expect(dial.frame == frame)
    show(on: screen) { $0.settings.isDialFolded = true }
    try drag(dial, by: Vector(-3000, -3000), on: screen)
    let corner = dial.frame
    #expect(visible(dial).minX == 16 && visible(dial).minY == 16)
    show(on: screen) { $0.settings.isDialFolded = false }
    #expect(screen.bounds.contains(dial.frame))
    show(on: screen) { $0.settings.isDialFolded = true }
    #expect(dial.frame == corner)
  }

  /// Fails if moved references do not keep the corner opposite to their grip while they are resized,
  /// or are elsewhere after it.
  @Test(arguments: Settings.Hand.allCases) func resizingReferences(_ hand: Settings.Hand) throws {
    let screen = try screen()
    let panel = screen.overlay.references
    show(on: screen) {
      $0.settings.hand = hand
      $0.settings.panelPlaces[.references] = Settings.PanelPlace(.right, 300, .bottom, 200)
    }
    let (before, side) = (panel.frame, hand == .left ? -1.0 : 1)
    func check(_ dx: Int, _ dy: Int) {
      #expect(panel.frame.minY == before.minY && panel.frame.maxY == before.maxY + dy)
      #expect(hand == .left ? panel.frame.maxX == before.maxX : panel.frame.minX == before.minX)
      #expect(panel.frame.width == before.width + dx)
    }
    let start = Rect(panel.grip.frame).center
    _ = screen.pointer(.down, start)
    _ = screen.pointer(.drag, start + Vector(60 * side, 40))
    check(60, 40)
    carryOut(screen.pointer(.up(.lifted), start + Vector(60 * side, 40)).effects, on: screen)
    check(60, 40)
    _ = screen.key(KeyCode.f6)
    screen.overlay.focus(panel.grip)
    carryOut(screen.key(KeyCode.down).effects, on: screen)
    check(60, 60)
    #expect(screen.overlay.context.state.settings.panelPlaces[.references] == .init(.right, 240, .bottom, 140))
  }

  /// Fails if the sample stroke of moved sliders is not beside them, also at the window's edge.
  @Test func thePreviewFollows() throws {
    let screen = try screen()
    let overlay = screen.overlay
    try drag(overlay.sliders, by: Vector(3000, -300), on: screen)
    let knob = overlay.sliders.sizes.knob
    _ = screen.pointer(.down, knob)
    #expect(!overlay.preview.isHidden && overlay.preview.frame.maxX == overlay.sliders.frame.minX - 14)
    #expect(overlay.stack.last === overlay.preview)
    _ = screen.pointer(.up(.lifted), knob)
  }
}
