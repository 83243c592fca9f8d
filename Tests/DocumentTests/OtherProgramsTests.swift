import Foundation
import Geometry
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// Files written by other programs; OpenRaster/README.md says how.
@Suite struct OtherProgramsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "OpenRaster")

  private func open(_ name: String) throws -> OpenRasterReader {
    try OpenRasterReader(path: Self.folder.appending(path: name).path)
  }

  private func checksum(_ grid: TileGrid) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for y in 0..<grid.height {
      for x in 0..<grid.width { sum = (sum ^ UInt64(grid[x, y])) &* 0x100_0000_01B3 }
    }
    return sum
  }

  /// Fails if a group, name, position, opacity, lock or pixel of Krita's file is misread.
  @Test func krita() throws {
    let reader = try open("krita-5.1.5.ora")
    #expect(reader.stack.width == 48 && reader.stack.height == 32)
    #expect(reader.stack.nodes.map(\.name) == ["Paper", "red <&>", "blue \"é\"", "empty", "Gruppe 筆"])
    #expect(reader.stack.nodes.map(\.depth) == [0, 1, 1, 1, 0])
    #expect(reader.stack.nodes.last?.content == .group(isIsolated: false))
    let layers = reader.stack.nodes.filter { !$0.isGroup }
    #expect(layers.map(\.opacity) == [1, 1, 0.498039, 1])
    #expect(layers.map(\.isLocked) == [true, false, false, false])
    #expect(layers.map(\.isVisible) == [true, true, true, false])
    #expect(layers.map(\.isSelected) == [false, true, false, false])
    #expect(layers.map(\.blend) == [.sourceOver, .sourceOver, .multiply, .sourceOver])
    let sums = try layers.map { checksum(try reader.image(of: $0)) }
    #expect(sums == [0x3707_8945_0371_D525, 0xB81D_C22C_8692_9B25, 0x9CF2_45B1_45F4_A9F6, 0x6AB0_5EF9_AA8B_9B25])
    #expect(reader.notes.isEmpty)
  }

  /// Fails if MyPaint's own attributes, or its layers beyond the canvas, are misread.
  @Test func myPaint() throws {
    let reader = try open("mypaint-2.0.1.ora")
    #expect(reader.stack.width == 48 && reader.stack.height == 32)
    let layers = reader.stack.nodes
    #expect(layers.map(\.name) == ["background", "Skizze 筆", "red"])
    #expect(layers.map(\.opacity) == [1, 1, 0.75])
    #expect(layers.map(\.isSelected) == [false, false, true])
    #expect(layers.map(\.blend) == [.sourceOver, .sourceOver, .multiply])
    #expect(layers.map(\.x) == [0, -4, -4])
    let sums = try layers.map { checksum(try reader.image(of: $0)) }
    #expect(sums == [0x3707_8945_0371_D525, 0x3844_B3B8_67A0_44BF, 0xE3CC_C68B_9CDE_9CA4])
    #expect(
      reader.notes == [
        "The layer \"Skizze 筆\" is blended normally: mypaint:spectral-wgm is not known.",
        "MyPaint blends the layers of this file in linear light, Fude does not: "
          + "where they are translucent, the drawing looks different.",
      ])
  }
}
