import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import RandomSource
import Raster
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct OverlaySurfaceTests {
  /// Fails if a surface that appeared, moved, grew or was hidden is not found, or another one
  /// than the uppermost: random changes, then random points and rectangles.
  @Test("the uppermost surface at a point is found", arguments: 1...4 as ClosedRange<UInt64>)
  func surfacesAreFound(_ seed: UInt64) throws {
    var rng = RandomSource(seed)
    let screen = try Screen(1100, 760)
    let overlay = screen.overlay
    var (now, found) = (0.0, 0)
    for step in 0..<100 {
      switch Int.random(in: 0..<14, using: &rng) {
      case 0: _ = screen.showPanels(!overlay.arePanelsShown)
      case 1:
        _ = screen.resize(
          width: .random(in: 500...1400, using: &rng), height: .random(in: 400...1000, using: &rng),
          theme: Bool.random(using: &rng) ? nil : Theme(scale: [1, 1.5].randomElement(using: &rng) ?? 1))
      case 2:
        _ = screen.show(
          message: String(repeating: "words ", count: .random(in: 1...40, using: &rng)), until: now + 2)
      case 3:
        now += 1
        _ = screen.tick(now)
      case 4: overlay.showMenu()
      case 5: overlay.closePopups()
      case 6:
        overlay.closePopups()
        screen.openDialog()
      case 7: _ = screen.show(InterfaceSample.readings)
      default: _ = screen.pointer(overlay.owner == nil ? .hover : .drag, place(overlay, &rng))
      }
      for _ in 0..<12 {
        let p = place(overlay, &rng)
        #expect(overlay.target(at: p) == target(overlay, p), "step \(step): \(p)")
        let isBeside = (overlay.stack + [overlay.message]).contains { $0.isNear(p, margin: overlay.theme.px(4)) }
        let pressed = target(overlay, p) == .canvas && isBeside ? .nothing : target(overlay, p)
        #expect(overlay.target(at: p, by: .pen) == pressed, "step \(step): \(p)")
        let rect = PixelRect(covering: Rect(x: p.x - 9, y: p.y - 12, width: 20, height: 31))
        let isCovered = overlay.surfaces.contains { !$0.isHidden && $0.drawnFrame.intersects(rect) }
        #expect(overlay.intersects(rect) == isCovered, "step \(step): \(rect)")
        if isCovered { found += 1 }
      }
    }
    #expect(found > 100)
  }

  /// The target by a search of all surfaces, as reference.
  private func target(_ overlay: Overlay, _ p: Point) -> Overlay.Target {
    for surface in overlay.surfaces.reversed() {
      if let found = surface.hit(p) { return .widget(found) }
      if surface.isModal, !surface.isHidden { return .nothing }
    }
    return .canvas
  }

  private func place(_ overlay: Overlay, _ rng: inout RandomSource) -> Point {
    Point(
      .random(in: -20...Double(overlay.size.width) + 20, using: &rng),
      .random(in: -20...Double(overlay.size.height) + 20, using: &rng))
  }

  /// Fails if a pixel composited without a painter differs from the painter's, or changes outside
  /// of the rectangle or below a panel.
  @Test(
    "the cursor is composited as a painter draws it, and only where nothing else is",
    arguments: 1...4 as ClosedRange<UInt64>)
  func cursorIsComposited(_ seed: UInt64) throws {
    var rng = RandomSource(seed)
    let screen = try Screen(800, 500)
    let overlay = screen.overlay
    var (composited, drawn) = (0, 0)
    for step in 0..<120 {
      let p = place(overlay, &rng)
      let shape: CursorShape =
        [.cross, .round(radius: 9.3), .round(radius: 70), .flat(length: 20, thickness: 6, angle: .zero)]
        .randomElement(using: &rng) ?? .cross
      overlay.show(cursor: shape, at: p)
      _ = screen.pointer(.hover, p)
      let area = PixelRect(covering: Rect(x: p.x - 30, y: p.y - 30, width: 50, height: 60)).intersection(screen.bounds)
      if area.isEmpty { continue }
      let expected = try pixels(area) { surface in
        try surface.paint { overlay.draw(on: $0, dirty: area) }
        return true
      }
      var isComposited = false
      let found = try pixels(area) { surface in
        surface.withMutableBytes { bytes in
          bytes.withUnsafeMutableBytes { raw in
            let words = raw.bindMemory(to: UInt32.self)
            var span = words.mutableSpan
            isComposited = overlay.composite(area, over: &span, stride: surface.stride / 4)
          }
        }
        return isComposited
      }
      guard isComposited else {
        drawn += 1
        #expect(found == nil)
        continue
      }
      composited += 1
      #expect(found == expected, "step \(step): \(shape) at \(p)")
    }
    #expect(composited > 20 && drawn > 20)
  }

  /// The pixels in and around `area` of a window after `body`; nil if `body` returns false and
  /// changed nothing.
  private func pixels(_ area: PixelRect, _ body: (ImageSurface) throws -> Bool) throws -> [UInt32]? {
    let surface = try ImageSurface(width: 800, height: 500, format: .xrgb32)
    try surface.paint { $0.paint(.colour(Colour(rgb: 0x6a8b3f))) }
    let seen = area.grown(by: 12).intersection(surface.bounds)
    func words() -> [UInt32] {
      surface.withBytes { bytes in
        var all: [UInt32] = []
        for y in seen.minY..<seen.maxY {
          for x in seen.minX..<seen.maxX {
            all.append(bytes.unsafeLoad(fromByteOffset: y * surface.stride + x * 4, as: UInt32.self) & 0xff_ffff)
          }
        }
        return all
      }
    }
    let before = words()
    let hasDone = try body(surface)
    let after = words()
    return hasDone || after != before ? after : nil
  }
}
