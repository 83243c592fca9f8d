import Document
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

/// The navigator.
@Suite struct NavigatorTests {
  private let document: Document
  private let miniature: Miniature

  init() throws {
    document = try #require(Document(width: 2000, height: 1000))
    var maker = MiniatureMaker()
    miniature = maker.make(of: document, most: (216, 150))
  }

  private func screen(_ view: View) throws -> Screen {
    let screen = try Screen(1440, 900)
    show(view, on: screen)
    return screen
  }

  private func show(_ view: View?, on screen: Screen) {
    var state = screen.overlay.context.state
    state.navigator = view.map { NavigatorState(miniature: miniature, view: $0) }
    screen.overlay.show(state)
    screen.overlay.show(StatusReadings(zoom: view?.zoom ?? 1, rotation: 0))
  }

  private func view(_ change: (inout View) -> Void = { _ in }) -> View {
    var view = View(canvasWidth: 2000, canvasHeight: 1000, windowWidth: 1440, windowHeight: 900)
    change(&view)
    return view
  }

  /// Fails if a corner of the window is drawn elsewhere than the canvas position in that corner, or
  /// a place of the picture is another canvas position than the one drawn there.
  @Test func corners() {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      let part = PixelRect(
        x: rng.roll(-500...500), y: rng.roll(-500...500), width: rng.roll(1...9000), height: rng.roll(1...9000))
      let place = Rect(x: rng.roll(0.0...900), y: rng.roll(0.0...900), width: 216, height: 150)
      let geometry = NavigatorGeometry(part: part, place: place)
      #expect(place.insetBy(-0.001).contains(geometry.picture.center))
      #expect(geometry.picture.width <= 216.001 && geometry.picture.height <= 150.001)
      let view = self.view {
        $0.setZoom(rng.roll(0.05...8))
        $0.setRotation(Angle(degrees: rng.roll(-180...180)))
        if rng.isOne(in: 2) { $0.toggleMirror() }
        $0.put(Point(rng.roll(0...2000), rng.roll(0...1000)), at: Point(700, 450))
      }
      let corners = [Point(0, 0), Point(1440, 0), Point(1440, 900), Point(0, 900)]
      for (corner, drawn) in zip(corners, geometry.outline(of: view)) {
        let canvas = view.windowToCanvas(corner)
        #expect((geometry.canvas(at: drawn) - canvas).length < 1e-6 * (1 + canvas.distance(to: .zero)), "seed \(seed)")
      }
      let middle = geometry.canvasToPicture(view.windowToCanvas(Point(720, 450)))
      #expect(geometry.isInside(middle, windowOf: view), "seed \(seed)")
      let outside = geometry.canvasToPicture(view.windowToCanvas(Point(1450, 450)))
      #expect(!geometry.isInside(outside, windowOf: view), "seed \(seed)")
    }
  }

  private func centre(_ effects: [Overlay.Effect]) -> Point? {
    if case .centerView(let place)? = effects.last { place } else { nil }
  }

  /// Fails if a drag of the frame does not move the view by the same distance on the drawing, a
  /// press beside it does not bring it there, or Escape does not put it back.
  @Test func dragging() throws {
    let view = view {
      $0.setZoom(2)
      $0.put(Point(500, 500), at: Point(720, 450))
    }
    let screen = try screen(view)
    let map = screen.overlay.navigator.map
    #expect(screen.overlay.isNavigatorShown)
    let geometry = try #require(map.geometry)
    let scale = geometry.canvasToPicture.determinant.squareRoot()
    let start = geometry.canvasToPicture(Point(550, 520))
    #expect(screen.pointer(.down, start).effects == [])
    let moved = try #require(centre(screen.pointer(.drag, start + Vector(300 * scale, 100 * scale)).effects))
    #expect(moved.distance(to: Point(800, 600)) < 0.01)
    let far = try #require(centre(screen.pointer(.drag, start + Vector(9000, 9000)).effects))
    #expect(far == Point(2000, 1000))
    let back = try #require(centre(screen.key(KeyCode.escape).effects))
    #expect(back.distance(to: Point(500, 500)) < 0.01)
    _ = screen.pointer(.up(.lifted), start)
    let beside = try #require(centre(screen.pointer(.down, geometry.canvasToPicture(Point(1500, 300))).effects))
    #expect(beside.distance(to: Point(1500, 300)) < 0.01)
    _ = screen.pointer(.up(.lifted), start)
    screen.overlay.focus(map)
    let right = try #require(centre(screen.key(KeyCode.right).effects))
    #expect(right.distance(to: Point(572, 500)) < 0.01)
  }

  /// Fails if the navigator covers another panel, stays without room or when it is closed, or its
  /// buttons do something else than their tips say.
  @Test func placing() throws {
    let screen = try screen(view())
    let overlay = screen.overlay
    let navigator = overlay.navigator
    for panel in overlay.panels where panel !== navigator && !panel.isHidden {
      #expect(!panel.frame.intersects(navigator.frame), "\(panel.label)")
    }
    for button in navigator.buttons {
      let place = Rect(button.frame).center
      #expect(button.action != nil && !button.title.isEmpty)
      let effects = screen.pointer(.down, place).effects + screen.pointer(.up(.lifted), place).effects
      #expect(effects == button.action.map { [.perform($0)] })
    }
    overlay.resize(width: 500, height: 400)
    #expect(!overlay.isNavigatorShown)
    overlay.resize(width: 1440, height: 900)
    #expect(overlay.isNavigatorShown)
    _ = overlay.showPanels(false)
    #expect(!overlay.isNavigatorShown)
    _ = overlay.showPanels(true)
    show(nil, on: screen)
    #expect(!overlay.isNavigatorShown && !overlay.covers(Rect(navigator.frame).center))
  }

  /// Fails if the frame is not moved with the view, or an equal state draws the navigator again.
  @Test func drawing() throws {
    let screen = try screen(view())
    try screen.repaint(screen.overlay.takeDamage().bounds)
    let moved = view { $0.setZoom(3) }
    let dirty = screen.dirtied { show(moved, on: screen) }
    #expect(dirty.intersects(screen.overlay.navigator.map.frame))
    try screen.repaint(dirty)
    let isSame = try screen.isDrawnWhole()
    #expect(isSame)
    #expect(screen.dirtied { show(moved, on: screen) }.isEmpty)
  }
}
