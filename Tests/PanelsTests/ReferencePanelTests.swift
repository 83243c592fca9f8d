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

/// The panel of references.
@Suite final class ReferencePanelTests {
  private let screen: Screen
  private var state: ReferenceState
  private var ids: [Reference.ID] = []

  private var panel: ReferencePanel { screen.overlay.references }
  private var board: ReferenceBoardView { panel.board }

  init() throws {
    screen = try Screen(1440, 900)
    state = ReferenceState(board: ReferenceBoard())
    // 120 x 80 px in the middle, and 60 x 40 px at its right.
    for (width, height, x) in [(120, 80, 0.0), (60, 40, 130)] {
      let loaded = try #require(InterfaceSample.gradient(width: width, height: height))
      let added = state.board.add(loaded.picture, at: ReferencePlacement(center: Point(x, 0)))
      let id = try #require(added)
      state.pixels[id] = loaded.pixels
      ids.append(id)
    }
    show()
  }

  private func show(_ change: (inout InterfaceState) -> Void = { _ in }) {
    var shown = screen.overlay.context.state
    shown.references = state
    shown.settings.referencesSize = Settings.PanelSize(width: 400, height: 300)
    change(&shown)
    screen.overlay.show(shown)
  }

  /// Carries out the changes among effects as the program does, and returns the others.
  @discardableResult
  private func carryOut(_ effects: [Overlay.Effect]) -> [Overlay.Effect] {
    var rest: [Overlay.Effect] = []
    for effect in effects {
      if case .references(.change(let change)) = effect { state.board.apply(change) } else { rest.append(effect) }
    }
    show { _ in }
    return rest
  }

  private func carryOut(_ answers: [Screen.Answer]) -> [Overlay.Effect] { carryOut(answers.flatMap(\.effects)) }

  private func window(_ place: Point) -> Point { Rect(board.frame).center + (place - .zero) }

  private func item(_ number: Int) throws -> Reference { try #require(state.board[ids[number - 1]]) }

  private func drag(_ from: Point, _ steps: [Point], _ modifiers: Modifiers = []) -> [Overlay.Effect] {
    carryOut(
      [screen.pointer(.down, window(from), modifiers)]
        + steps.map { screen.pointer(.drag, window($0), modifiers) }
        + [screen.pointer(.up(.lifted), window(steps.last ?? from), modifiers)])
  }

  /// Fails if a drag moves another picture than the one under it, a drag beside the pictures does
  /// not move all, or Escape does not put a picture back.
  @Test func moving() throws {
    #expect(screen.overlay.areReferencesShown)
    #expect(drag(Point(140, 5), [Point(150, 5), Point(160, 25)]) == [])
    #expect(try item(2).placement.center == Point(150, 20) && item(1).placement.center == .zero)
    #expect(board.chosen == ids[1])
    _ = drag(Point(0, -100), [Point(-10, -60)])
    #expect(board.chosen == nil)
    #expect(try item(2).placement.center == Point(140, 60) && item(1).placement.center == Point(-10, 40))
    _ = carryOut([screen.pointer(.down, window(Point(-10, 40))), screen.pointer(.drag, window(Point(90, 90)))])
    #expect(try item(1).placement.center == Point(90, 90))
    _ = carryOut([screen.key(KeyCode.escape), screen.pointer(.up(.lifted), window(Point(90, 90)))])
    #expect(try item(1).placement.center == Point(-10, 40))
  }

  /// Fails if the handle does not stay under the pointer, the middle of the picture moves, or Shift
  /// does not turn in steps of 15 degrees.
  @Test func turningByTheHandle() throws {
    #expect(drag(Point(-20, 5), [Point(-20, 5)]) == [])
    let handle = try #require(board.handle)
    #expect(handle.distance(to: window(Point(60, 40))) < 0.01)
    _ = drag(Point(60, 40), [Point(10, 60), Point(-50, 80)])
    var placement = try item(1).placement
    #expect(placement.center.distance(to: .zero) < 1e-9)
    let turned = try #require(board.handle)
    #expect(turned.distance(to: window(Point(-50, 80))) < 0.01)
    let turn = Vector(-50, 80).direction - Vector(60, 40).direction
    #expect(abs((placement.rotation - turn).degrees) < 1e-6)
    _ = drag(Point(-50, 80), [Point(60, 70)], .shift)
    placement = try item(1).placement
    #expect(abs(placement.rotation.degrees / 15 - (placement.rotation.degrees / 15).rounded()) < 1e-9)
  }

  /// Fails if the wheel or a pinch on a touchpad does not keep the place under the pointer, acts on
  /// other pictures, zooms the canvas, or, beside the pictures, does not act on all.
  @Test func wheelAndPinch() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let at = Point(rng.roll(-55.0...55), rng.roll(-35.0...35))
      let isOutside = rng.isOne(in: 3)
      let p = window(isOutside ? Point(-150, -80) : at)
      let held = board.boardPoint(at: p)
      let before = state.board.items
      let kind = rng.roll(0...2)
      switch kind {
      case 0: carryOut(screen.scroll(rng.roll(-3.0...3), p).effects)
      case 1: carryOut(screen.scroll(rng.roll(-3.0...3), p, .shift).effects)
      default:
        #expect(screen.pinch(.begin, p).isConsumed)
        let change = screen.pinch(.change, p, scale: rng.roll(0.7...1.4), turn: rng.roll(-40.0...40))
        #expect(change.isConsumed && !change.effects.isEmpty, "seed \(seed)")
        carryOut(change.effects)
        #expect(!screen.pinch(.end, p).isConsumed)
      }
      let top = state.board.items
      let target = before.last { $0.place(at: held) != nil }
      for (old, new) in zip(before, top) {
        if let target, target.id != old.id {
          #expect(old == new, "seed \(seed)")
        } else {
          #expect(old != new, "seed \(seed)")
          // The position of the picture under the pointer, also outside of it.
          let boardToPicture = try #require(old.pictureToBoard.inverse)
          #expect(new.pictureToBoard(boardToPicture(held)).distance(to: held) < 1e-6, "seed \(seed)")
          #expect((kind == 1) == (abs(old.placement.scale - new.placement.scale) < 1e-9))
        }
      }
      carryOut([.references(.change(.place(Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0.placement) }))))])
    }
  }

  /// Fails if Ctrl+press, the panel's button, the eyedropper or the keyboard picks another colour
  /// than the one shown there, or moves a picture.
  @Test func picking() throws {
    // The colours of a gradient are its positions: (-40, 10) is px (20, 50).
    let before = state.board
    let colour = Overlay.Effect.setForeground(0x143280)
    let place = Point(-39.5, 10.5)
    #expect(drag(Point(5, 5), [place], .control) == [colour])
    #expect(drag(place, [Point(-170, -100)], .control) == [])
    #expect(drag(place, [place]) == [])
    show { $0.tool = .eyedropper }
    #expect(drag(place, [place]) == [colour])
    show { $0.tool = .brush }
    let button = Rect(panel.picker.frame).center
    _ = carryOut([screen.pointer(.down, button), screen.pointer(.up(.lifted), button)])
    #expect(board.isPicker && panel.picker.isChosen)
    #expect(drag(place, [place]) == [colour])
    screen.overlay.focus(board)
    #expect(carryOut([screen.key(0x20)]) == [.setForeground(0x3C2880)])
    #expect(
      carryOut([screen.key(KeyCode.left), screen.key(KeyCode.down), screen.key(0x20)]) == [.setForeground(0x323280)])
    // A press without picking put a picture above the other.
    #expect(Set(state.board.items) == Set(before.items))
  }

  /// Fails if a key does not do what it does, or acts on a picture that is not chosen.
  @Test func keys() throws {
    screen.overlay.focus(board)
    _ = carryOut([screen.key(KeyCode.pageDown)])
    #expect(board.chosen == ids[0])
    _ = carryOut([screen.key(KeyCode.right), screen.key(KeyCode.down, .shift)])
    #expect(try item(1).placement.center == Point(10, 1) && item(2).placement.center == Point(130, 0))
    _ = carryOut([screen.key(0x36), screen.key(0x2B)])
    #expect(try item(1).placement.rotation == Angle(degrees: 15) && item(1).placement.scale > 1)
    _ = carryOut([screen.key(0x76)])
    #expect(try item(1).placement.isMirrored)
    _ = carryOut([screen.key(0x35)])
    #expect(try item(1).placement.rotation == .zero && !item(1).placement.isMirrored)
    _ = carryOut([screen.key(0x30)])
    let bounds = try #require(state.board.bounds)
    #expect(bounds.width <= Double(board.frame.width) && bounds.height <= Double(board.frame.height))
    #expect(bounds.center.distance(to: .zero) < 1e-6)
    #expect(screen.key(0x76, .control).effects == [.references(.paste)])
    _ = carryOut([screen.key(KeyCode.pageDown), screen.key(KeyCode.delete)])
    #expect(state.board.items.map(\.id) == [ids[0]] && board.chosen == nil)
    // Nothing is chosen, so the key is the canvas's.
    #expect(!screen.key(KeyCode.delete).isConsumed)
  }

  /// Fails if a button or the opacity changes another picture than the chosen one, or is enabled
  /// without one.
  @Test func buttons() throws {
    let parts: [Widget] = [panel.mirror, panel.turner, panel.strength, panel.remover]
    #expect(parts.allSatisfy { !$0.isEnabled })
    _ = drag(Point(140, 5), [Point(140, 5)])
    #expect(parts.allSatisfy { $0.isEnabled })
    func press(_ button: Button) -> [Overlay.Effect] {
      let p = Rect(button.frame).center
      return carryOut([screen.pointer(.down, p), screen.pointer(.up(.lifted), p)])
    }
    #expect(press(panel.mirror) + press(panel.turner) == [])
    #expect(try item(2).placement.isMirrored && abs(item(2).placement.rotation.degrees - 90) < 1e-9)
    let p = Rect(panel.strength.frame).center
    _ = carryOut([screen.pointer(.down, p), screen.pointer(.up(.lifted), p)])
    #expect(try (0.1..<0.95).contains(item(2).placement.opacity) && item(1).placement == ReferencePlacement())
    #expect(press(panel.adder) == [.references(.add)] && press(panel.paster) == [.references(.paste)])
    #expect(press(panel.closer) == [.perform(.references)])
    #expect(press(panel.remover) == [] && state.board.items.count == 1)
  }

  /// Fails if the grip does not resize the panel while it is dragged, the size is not kept, or the
  /// grip of the left hand works the wrong way round.
  @Test(arguments: [Settings.Hand.right, .left])
  func resizing(_ hand: Settings.Hand) throws {
    show { $0.settings.hand = hand }
    let grip = Rect(panel.grip.frame).center
    let before = panel.frame
    #expect(screen.pointer(.down, grip).effects == [])
    let to = grip + Vector(hand == .left ? -60 : 60, 40)
    #expect(screen.pointer(.drag, to).effects == [])
    #expect(panel.frame.width == before.width + 60 && panel.frame.height == before.height + 40)
    let kept = screen.pointer(.up(.lifted), to).effects
    guard case .changeSettings(let settings) = kept.first else {
      Issue.record("the size is not kept")
      return
    }
    #expect(settings.referencesSize == Settings.PanelSize(width: 460, height: 340))
    show { $0.settings = settings }
    screen.overlay.focus(panel.grip)
    let wider = screen.key(hand == .left ? KeyCode.left : KeyCode.right).effects
    guard case .changeSettings(let settings) = wider.first else {
      Issue.record("the size is not kept")
      return
    }
    #expect(settings.referencesSize == Settings.PanelSize(width: 480, height: 340))
  }

  /// Draws what `body` changes, and compares the window with one drawn from scratch.
  private func expectDrawn(_ body: () -> PixelRect) throws {
    try screen.repaint(screen.bounds)
    _ = screen.overlay.takeDamage()
    try screen.repaint(body())
    let isWhole = try screen.isDrawnWhole(within: 4)
    #expect(isWhole)
  }

  /// Fails if a change of the pictures is not drawn, an equal state is drawn again, or a closed panel
  /// takes input.
  @Test func drawing() throws {
    try expectDrawn { screen.pointer(.down, window(Point(5, 5))).dirty }
    try expectDrawn { screen.pointer(.drag, window(Point(25, 15))).dirty }
    try expectDrawn { screen.pointer(.up(.lifted), window(Point(25, 15))).dirty }
    show()
    let dirty = screen.dirtied { show() }
    #expect(dirty.isEmpty)
    state.broken = [ids[0]]
    state.pixels[ids[0]] = nil
    try expectDrawn { screen.dirtied { show() } }
    let place = Rect(panel.frame).center
    try expectDrawn { screen.dirtied { show { $0.references = nil } } }
    #expect(!screen.overlay.covers(place) && screen.overlay.referencePlace(at: place) == nil)
  }

  /// Fails if a screen reader does not get the pictures, or cannot choose one.
  @Test func accessibility() throws {
    let parts = board.access.parts
    #expect(parts.count == 2 && parts[1].description.contains("60 x 40"))
    #expect(parts.allSatisfy { !$0.frame.isEmpty && !$0.name.isEmpty })
    board.act(.press, on: 1)
    #expect(board.chosen == ids[1] && board.access.parts[1].states.contains(.selected))
  }
}
