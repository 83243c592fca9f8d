import Geometry
import Input
import InterfaceSupport
import Paint
import RandomSource
import TestSupport
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct OverlayDrawingTests {
  private func assertCovered(_ before: ImageSurface, _ after: ImageSurface, _ dirty: PixelRect, _ step: String) throws {
    let outside = try Golden.differences(before, after).filter { !dirty.contains(x: $0.0, y: $0.1) }
    #expect(outside.isEmpty, "\(step): \(outside.count) pixels outside \(dirty), first \(outside.first ?? (0, 0))")
  }

  /// Fails if a pixel changes outside of the reported damage, or drawing only the damage differs
  /// from drawing everything: every kind of change in random order.
  @Test(
    "changed pixels are inside the damage, at any scale", arguments: [(1.0, 1), (1.0, 2), (1.5, 3), (2.0, 4)])
  func covers(_ scale: Double, _ seed: UInt64) throws {
    var rng = RandomSource(seed)
    let screen = try Screen(Int(560 * scale), Int(420 * scale), scale: scale)
    var before = try screen.whole()
    var now = 0.0
    var changes = 0
    for step in 0..<80 {
      let name: String
      let dirty: PixelRect
      switch Int.random(in: 0..<12, using: &rng) {
      case 0: (name, dirty) = ("rotation", screen.show(rotation: .random(in: -720...720, using: &rng)))
      case 1: (name, dirty) = ("nudge", screen.show(rotation: screen.overlay.dial.dial.model.value + 0.3))
      case 2: (name, dirty) = ("readings", screen.show(Self.readings(&rng)))
      case 3:
        let message = String(repeating: "a message ", count: .random(in: 0...12, using: &rng))
        (name, dirty) = ("message", screen.show(message: message, until: now + 3))
      case 4:
        now += 2
        (name, dirty) = ("time", screen.tick(now))
      case 5 where !screen.overlay.arePanelsShown || Bool.random(using: &rng):
        (name, dirty) = ("tab", screen.showPanels(!screen.overlay.arePanelsShown).dirty)
      case 6: (name, dirty) = ("arrow", screen.key(0xff53).dirty)
      case 7: (name, dirty) = ("wheel", screen.scroll(1, screen.center).dirty)
      default:
        let place =
          Bool.random(using: &rng)
          ? screen.onDial(.random(in: -180...180, using: &rng), .random(in: 0...110, using: &rng) * scale)
          : Point(.random(in: 0...560, using: &rng) * scale, .random(in: 0...420, using: &rng) * scale)
        let phases: [PointerEvent.Phase] =
          screen.overlay.owner == nil ? [.hover, .down, .left] : [.drag, .drag, .drag, .up(.lifted)]
        let phase = phases.randomElement(using: &rng) ?? .left
        (name, dirty) = ("\(phase)", screen.pointer(phase, place).dirty)
      }
      let after = try screen.whole()
      try assertCovered(before, after, dirty, "step \(step), \(name)")
      try screen.repaint(dirty)
      #expect(try Golden.differences(screen.shown, after).isEmpty, "step \(step), \(name): composed differently")
      if try !Golden.differences(before, after).isEmpty { changes += 1 }
      before = after
    }
    #expect(changes > 20)
  }

  private static func readings(_ rng: inout RandomSource) -> StatusReadings {
    func maybe(_ value: Double) -> Double? { Int.random(in: 0..<4, using: &rng) == 0 ? nil : value }
    return StatusReadings(
      zoom: maybe([0.05, 0.5, 1, 64].randomElement(using: &rng) ?? 1),
      rotation: maybe(.random(in: -400...400, using: &rng)),
      tilt: maybe(.random(in: 0...90, using: &rng)).map {
        .init(lean: Angle(degrees: $0), azimuth: Angle(degrees: $0 * 4))
      },
      latency: maybe(.random(in: 0...0.02, using: &rng)))
  }

  @Test("a small turn damages the dot and the number only; no turn damages nothing")
  func small() throws {
    let screen = try Screen()
    _ = screen.show(rotation: 90)
    let dirty = screen.show(rotation: 91)
    #expect(!dirty.isEmpty && dirty.area * 3 < screen.overlay.dial.frame.area)
    // A change below the precision of the text moves only the dot.
    let dot = screen.show(rotation: 91.01)
    #expect(!dot.isEmpty && dot.width < 32 && dot.height < 32)
    #expect(screen.show(rotation: 91.01) == .empty)
  }

  @Test("the arc changes sides at the bottom and is damaged as a whole")
  func bottom() throws {
    let screen = try Screen()
    try screen.repaint(screen.show(rotation: 179.5))
    let before = try screen.whole()
    let dirty = screen.show(rotation: 180.5)
    let after = try screen.whole()
    try assertCovered(before, after, dirty, "over the bottom")
    #expect(try Golden.differences(before, after).count > 500)
  }

  @Test("drawing stays within the damage")
  func clipped() throws {
    let screen = try Screen()
    _ = screen.show(message: "saved", until: 1)
    _ = screen.show(StatusReadings(zoom: 0.5))
    let part = PixelRect(minX: 650, minY: 330, maxX: 740, maxY: 420)
    let surface = try ImageSurface(width: 800, height: 500)
    try surface.paint { screen.overlay.draw(on: $0, dirty: part) }
    let blank = try ImageSurface(width: 800, height: 500)
    let changed = try Golden.differences(surface, blank)
    #expect(!changed.isEmpty && changed.allSatisfy { part.contains(x: $0.0, y: $0.1) })
  }

  @Test("a cached picture equals a new one")
  func fresh() throws {
    let used = try Screen()
    for rotation in stride(from: 0.0, to: 200, by: 37) {
      _ = used.show(rotation: rotation)
      try used.repaint(used.bounds)
    }
    _ = used.pointer(.hover, used.center)
    try used.repaint(used.bounds)
    _ = used.pointer(.left, used.center)
    try used.repaint(used.bounds)
    let new = try Screen()
    _ = new.show(rotation: used.overlay.dial.dial.model.value)
    #expect(try Golden.differences(used.shown, new.whole()).isEmpty)
  }

  @Test("in a small window panels without room are hidden; at 1024 x 700 all are shown")
  func collapsing() throws {
    let screen = try Screen(1024, 700)
    let full = StatusReadings(
      zoom: 64, rotation: 1, tilt: .init(lean: .zero, azimuth: .zero), latency: 0.01)
    _ = screen.show(full)
    #expect(!screen.overlay.dial.isHidden && !screen.overlay.status.isHidden)
    for (width, height, dial, status) in [(500, 400, true, false), (900, 150, false, true), (60, 60, false, false)] {
      _ = screen.resize(width: width, height: height)
      #expect(screen.overlay.dial.isHidden != dial && screen.overlay.status.isHidden != status, "\(width)")
      #expect((screen.overlay.target(at: screen.center).widget?.panel === screen.overlay.dial) == dial)
    }
    #expect(!screen.resize(width: 1024, height: 700).isEmpty)
    #expect(!screen.overlay.dial.isHidden && !screen.overlay.status.isHidden)
  }

  @Test("a change of density lays out and damages everything")
  func density() throws {
    let screen = try Screen()
    let before = screen.overlay.dial.frame
    let dirty = screen.resize(width: 800, height: 500, theme: Theme(scale: 1.5))
    #expect(dirty.contains(before.union(screen.overlay.dial.frame)))
    #expect(screen.overlay.dial.dial.model.diameter == 276)
  }

  /// Text is masked, because fonts differ between machines. 12 levels, 0.1 % of the pixels.
  @Test(
    "the dial matches its golden picture",
    arguments: [("upright", 1.0, 0.0), ("left", 1, 354), ("round", 1.5, 120), ("left", 2, -100), ("hue", 1, 0)])
  func golden(_ name: String, _ scale: Double, _ rotation: Double) throws {
    let screen = try Screen(Int(270 * scale), Int(280 * scale), scale: scale)
    let theme = screen.overlay.theme
    _ = screen.show(rotation: rotation)
    if name == "round" {
      _ = screen.pointer(.hover, screen.onDial(0))
      _ = screen.pointer(.down, screen.onDial(0, theme.px(60)))
      screen.overlay.focus(screen.overlay.dial)
      screen.overlay.isFocusVisible = true
    }
    if name == "hue" { screen.overlay.dial.mode = .hue }
    let dial = screen.overlay.dial.dial
    let surface = try screen.whole()
    func box(_ p: Point, _ width: Double, _ above: Double, _ below: Double) -> PixelRect {
      PixelRect(
        covering: Rect(
          minX: p.x - theme.px(width), minY: p.y - theme.px(above), maxX: p.x + theme.px(width),
          maxY: p.y + theme.px(below)))
    }
    let masks =
      [dial.valueFrame, box(dial.center, 46, -8, 30)] + dial.buttons.map { box(dial.center + $0.offset, 8, 8, 8) }
    try Golden.check(surface, "dial-\(name)-\(Int(scale * 10))", masks: masks)
  }
}
