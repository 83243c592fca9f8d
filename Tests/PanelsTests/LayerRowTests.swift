import Document
import Geometry
import InterfaceSupport
import Paint
import Raster
import Storage
import TestSupport
import Testing

@testable import Panels
@testable import Pixels
@testable import Toolkit

@Suite struct LayerRowTests {
  private static func layers(
    _ count: Int = 1, _ change: (inout Document) -> Void = { _ in }
  ) throws -> Document {
    var document = try #require(Document(width: 176, height: 128))
    for _ in 1..<count { _ = document.perform(.add(above: document.activeID)) }
    change(&document)
    return document
  }

  private static func show(_ document: Document, on overlay: Overlay) {
    var state = overlay.context.state
    state.layers = document.layers.map { LayerItem($0, thumbnail: LayerThumbnail(of: $0.image, most: (88, 64))) }
    state.activeLayer = document.activeID
    (state.paper, state.isPaperShown) = (document.paper, document.isPaperShown)
    overlay.show(state)
  }

  /// Fails if a blend mode's name is shortened in a row with full opacity, at any density, with
  /// or without a scroll bar.
  @Test(arguments: [1.0, 1.5, 2.0]) func fullOpacityLeavesRoomForEveryMode(_ scale: Double) throws {
    let screen = try Screen(Int(1440 * scale), Int(1080 * scale), scale: scale)
    for count in [1, 7] {
      let document = try Self.layers(count)
      Self.show(document, on: screen.overlay)
      let list = screen.overlay.layers.box.list
      for blend in CompositeOperator.allCases {
        var item = LayerItem(document.layers[0])
        item.blend = blend
        let isCut = try #require(list.summaryLine(of: item, row: 0)).isShortened
        #expect(!isCut && item.summary == blend.title, "\(blend.title), \(count) layers")
      }
      #expect(list.summaryLine(of: nil, row: count)?.isShortened == false)
    }
  }

  /// Fails if drawing on a layer invalidates the whole list, or a changed thumbnail, name, ring or
  /// mode of any layer is not drawn, in high or dense rows.
  @Test(arguments: [1.0, 1.5], [3, 6]) func onlyChangedRowsAreRedrawn(_ scale: Double, _ count: Int) throws {
    let screen = try Screen(Int(1440 * scale), Int(900 * scale), scale: scale)
    let document = try Self.layers(count)
    Self.show(document, on: screen.overlay)
    try screen.repaint(screen.bounds)
    let list = screen.overlay.layers.box.list
    for row in 0..<3 {
      for change in 0..<4 {
        var state = screen.overlay.context.state
        var item = state.layers[count - 1 - row]
        switch change {
        case 0:
          var image = document.layers[0].image
          image.withMutableTile(0) { for i in 0..<$0.count { $0[i] = 0xff20_3040 } }
          item.thumbnail = LayerThumbnail(of: image, most: (88, 64))
        case 1: item.name = "Sky"
        case 2: item.isVisible = false
        default: item.blend = .multiply
        }
        state.layers[count - 1 - row] = item
        let dirty = screen.dirtied { screen.overlay.show(state) }
        // The active layer's blend mode is shown above the list, too.
        let area = row == 0 && change == 3 ? screen.overlay.layers.frame : list.frame(of: row)
        #expect(!dirty.isEmpty && area.contains(dirty), "row \(row), change \(change)")
        if change == 0 { #expect(list.pictureFrame(of: row).contains(dirty)) }
        try screen.repaint(dirty)
        let differing = try Golden.differences(screen.shown, screen.whole(isUncached: true), 2)
        #expect(differing.isEmpty, "row \(row), change \(change): \(differing.count) pixels")
      }
    }
  }

  /// Fails if shortening removes the opacity: it is complete at the start of its line, with or
  /// without a lock, in high and dense rows.
  @Test(arguments: [3, 12]) func theOpacityIsNeverShortened(_ count: Int) throws {
    let screen = try Screen(1440, 900)
    let document = try Self.layers(count)
    Self.show(document, on: screen.overlay)
    let list = screen.overlay.layers.box.list
    #expect(list.isDense == (count == 12))
    for (opacity, words) in [(0.0, "0 %"), (0.07, "7 %"), (0.4, "40 %"), (0.88, "88 %"), (0.999, "99 %")] {
      for (blend, isLocked) in [(CompositeOperator.sourceOver, false), (.colourDodge, false), (.colourDodge, true)] {
        var item = LayerItem(document.layers[0])
        (item.opacity, item.blend, item.isLocked) = (opacity, blend, isLocked)
        #expect(item.summary == "\(words) \(blend.title)")
        let line = try #require(list.summaryLine(of: item, row: 0))
        let start = screen.overlay.context.line("\(words) C\u{2026}", size: list.isDense ? 10 : 11)
        #expect(!line.isShortened || line.width >= start.width - 8, "\(item.summary)")
        if blend == .sourceOver { #expect(!line.isShortened) }
      }
    }
  }

  /// Fails if a dense row shows the opacity without the mode, or no mode because its name is long.
  @Test func denseRowsShowTheMode() throws {
    let screen = try Screen(1440, 900)
    let document = try Self.layers(12)
    Self.show(document, on: screen.overlay)
    let list = screen.overlay.layers.box.list
    #expect(list.isDense)
    var item = LayerItem(document.layers[0])
    for opacity in [0.6, 1] {
      item.opacity = opacity
      let percent = opacity < 1 ? "60 % " : ""
      for blend in CompositeOperator.allCases where blend != .sourceOver {
        item.blend = blend
        let line = try #require(list.summaryLine(of: item, row: 0), "\(blend.title)")
        let least = screen.overlay.context.line(percent + "\(blend.title.prefix(1))\u{2026}", size: 10)
        #expect(line.width >= least.width, "\(blend.title)")
      }
    }
    (item.opacity, item.blend) = (0.6, .sourceOver)
    #expect(list.summaryLine(of: item, row: 0)?.isShortened == false)
  }

  /// The pixels of a layer's thumbnail in its row, 0xRRGGBB.
  private func picture(_ row: Int, on screen: Screen) throws -> [UInt32] {
    let frame = screen.overlay.layers.box.list.frame(of: row)
    try screen.repaint(screen.bounds)
    var pixels: [UInt32] = []
    for y in 8..<34 {
      for x in 17..<55 {
        pixels.append((screen.shown.pixel(x: frame.minX + x, y: frame.minY + y) ?? 0) & 0xFF_FFFF)
      }
    }
    return pixels
  }

  /// Fails if a row shows other colours than its layer's, nothing, or an old thumbnail.
  @Test func aRowShowsItsLayer() throws {
    let screen = try Screen(1440, 900)
    var document = try Self.layers()
    Self.show(document, on: screen.overlay)
    let paper = document.paper
    #expect(try picture(0, on: screen).allSatisfy { $0 == paper })
    let red = [UInt32](repeating: 0xFFC0_3020, count: 176)
    for y in 0..<128 { document.load(row: y, pixels: red.span) }
    Self.show(document, on: screen.overlay)
    #expect(try picture(0, on: screen).allSatisfy { $0 == 0xC03020 })
    _ = document.clearActiveLayer()
    Self.show(document, on: screen.overlay)
    #expect(try picture(0, on: screen).allSatisfy { $0 == paper })
    _ = document.undo()
    Self.show(document, on: screen.overlay)
    #expect(try picture(0, on: screen).allSatisfy { $0 == 0xC03020 })
  }
}
