import Geometry
import Input
import Paint
import RandomSource
import Raster
import Testing

@testable import Widgets

/// What an overlay remembers of the places where nothing of it is: it may forget, but never be wrong.
@Suite struct ClearanceTests {
  /// Would break if a panel, popup or message that came, moved, grew or was shown again were passed over by what was known
  /// before: a press would go through it, or it would be drawn over.
  @Test(
    "a place that is said to be clear is far enough from all that is shown", arguments: 1...4 as ClosedRange<UInt64>)
  func clear(_ seed: UInt64) throws {
    var rng = RandomSource(seed)
    let screen = try Screen(1100, 760)
    let overlay = screen.overlay
    var (now, said) = (0.0, 0)
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
      case 6: overlay.showKeys()
      case 7: _ = screen.show(InterfacePictureTests.readings)
      default: _ = screen.pointer(overlay.owner == nil ? .hover : .drag, place(overlay, &rng))
      }
      // Near the last place as well, where something is known already.
      let last = overlay.clearance?.center ?? .zero
      for _ in 0..<12 {
        let p =
          Bool.random(using: &rng)
          ? place(overlay, &rng)
          : last + Vector(.random(in: -80...80, using: &rng), .random(in: -80...80, using: &rng))
        let reach = Bool.random(using: &rng) ? 0 : Double.random(in: 0...90, using: &rng)
        let rect = PixelRect(covering: Rect(x: p.x - 9, y: p.y - 12, width: 20, height: 31))
        let isRectClear = overlay.isClear(rect)
        if isRectClear { #expect(nearest(overlay) { $0.intersects(rect) } == nil, "step \(step): \(rect)") }
        guard overlay.isClear(p, by: reach) else { continue }
        said += 1
        #expect(overlay.target(at: p) == .canvas, "step \(step): \(p)")
        #expect(nearest(overlay) { Rect($0).distance(to: p) < reach } == nil, "step \(step): \(p), \(reach)")
      }
    }
    // The domain itself.
    #expect(said > 100)
  }

  private func place(_ overlay: Overlay, _ rng: inout RandomSource) -> Point {
    Point(
      .random(in: -20...Double(overlay.size.width) + 20, using: &rng),
      .random(in: -20...Double(overlay.size.height) + 20, using: &rng))
  }

  private func nearest(_ overlay: Overlay, _ isNear: (PixelRect) -> Bool) -> Panel? {
    overlay.surfaces.first { !$0.isHidden && !$0.drawnFrame.isEmpty && isNear($0.drawnFrame) }
  }

  /// Would break if what is laid without a painter differed in a pixel from what a painter draws, if it were laid where a panel has
  /// something to show, or outside of the rectangle.
  @Test(
    "the outline is laid as a painter draws it, and only where nothing else is", arguments: 1...4 as ClosedRange<UInt64>
  )
  func laid(_ seed: UInt64) throws {
    var rng = RandomSource(seed)
    let screen = try Screen(800, 500)
    let overlay = screen.overlay
    var (laid, drawn) = (0, 0)
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
      var isLaid = false
      let found = try pixels(area) { surface in
        surface.withMutableBytes { bytes in
          bytes.withUnsafeMutableBytes { raw in
            let words = raw.bindMemory(to: UInt32.self)
            var span = words.mutableSpan
            isLaid = overlay.lay(area, over: &span, stride: surface.stride / 4)
          }
        }
        return isLaid
      }
      guard isLaid else {
        drawn += 1
        #expect(found == nil)
        continue
      }
      laid += 1
      #expect(found == expected, "step \(step): \(shape) at \(p)")
    }
    #expect(laid > 20 && drawn > 20)
  }

  /// The pixels in and around `area` of a grey window after `body`; nil where that says that it has done nothing, and it has not.
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
