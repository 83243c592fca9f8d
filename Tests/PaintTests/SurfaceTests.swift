import Foundation
import Geometry
import Paint
import Testing

/// Surfaces: memory, limits, and that a caller's memory is not touched after the closure.
@Suite struct SurfaceTests {
  @Test("a new surface is transparent, of the size and format asked for", arguments: ImageSurface.Format.allCases)
  func made(_ format: ImageSurface.Format) throws {
    let surface = try ImageSurface(width: 5, height: 3, format: format)
    #expect(surface.bounds == PixelRect(x: 0, y: 0, width: 5, height: 3))
    #expect(surface.stride >= 5 * format.bytesPerPixel)
    surface.withBytes { bytes in
      #expect(bytes.byteCount == surface.stride * 3)
      #expect((0..<bytes.byteCount).allSatisfy { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) == 0 })
    }
    #expect(surface.pixel(x: 4, y: 2) == 0)
    #expect(surface.pixel(x: 5, y: 2) == nil)
    #expect(surface.pixel(x: -1, y: 0) == nil)
  }

  @Test(
    "sizes that cannot be are refused with a sentence", arguments: [(0, 5), (5, 0), (-1, 5), (32768, 1), (Int.max, 1)])
  func sizes(_ width: Int, _ height: Int) {
    let error = #expect(throws: PaintError.self) { try ImageSurface(width: width, height: height) }
    #expect(error == .size(width: width, height: height))
  }

  @Test("a caller's memory is drawn on in place, and bytes between rows stay")
  func lent() throws {
    var memory = [UInt32](repeating: 0x1111_1111, count: 4 * 3)
    try memory.withUnsafeMutableBytes { bytes in
      let base = try #require(bytes.baseAddress)
      try ImageSurface.withLent(base, width: 3, height: 3, stride: 16) { surface in
        try surface.paint { $0.paint(.colour(Colour(rgb: 0x0a0b0c))) }
      }
    }
    for y in 0..<3 { #expect(memory[y * 4..<y * 4 + 4] == [0xff0a_0b0c, 0xff0a_0b0c, 0xff0a_0b0c, 0x1111_1111]) }
  }

  @Test("a surface kept beyond its closure does not touch the caller's memory")
  func escaped() throws {
    var memory = [UInt32](repeating: 0, count: 16)
    var kept: ImageSurface?
    var painter: Painter?
    try memory.withUnsafeMutableBytes { bytes in
      let base = try #require(bytes.baseAddress)
      try ImageSurface.withLent(base, width: 4, height: 4, stride: 16) { surface in
        kept = surface
        painter = try Painter(surface)
      }
    }
    painter?.paint(.colour(.white))
    #expect(throws: PaintError.self) { try painter?.check() }
    let surface = try #require(kept)
    #expect(throws: PaintError.self) { try surface.paint { $0.paint(.colour(.white)) } }
    #expect(memory.allSatisfy { $0 == 0 })
    #expect(surface.withBytes { $0.byteCount } == 0)
    #expect(surface.withMutableBytes { $0.byteCount } == 0)
    #expect(surface.pixel(x: 0, y: 0) == nil)
    // As an image it draws nothing, whatever the memory contains now.
    for i in memory.indices { memory[i] = .max }
    let target = try ImageSurface(width: 4, height: 4)
    _ = try? target.paint { $0.draw(surface, at: .zero) }
    #expect(target.pixel(x: 1, y: 1) == 0)
    #expect(memory.allSatisfy { $0 == .max })
  }

  @Test("invalid strides throw before the closure runs", arguments: [(4, 12), (4, 18), (4, -16), (4, 0)])
  func strides(_ width: Int, _ stride: Int) throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
    defer { memory.deallocate() }
    #expect(throws: PaintError.stride(stride, width: width)) {
      try ImageSurface.withLent(memory, width: width, height: 2, stride: stride) { _ in Issue.record("ran") }
    }
  }

  @Test("Cairo reads pixels that the program wrote, and the reverse")
  func bytes() throws {
    let a = try ImageSurface(width: 2, height: 2)
    a.withMutableBytes { $0.storeBytes(of: 0xff00_ff00 as UInt32, toByteOffset: a.stride + 4, as: UInt32.self) }
    let b = try ImageSurface(width: 2, height: 2, format: .xrgb32)
    try b.paint { $0.draw(a, at: .zero) }
    #expect((b.pixel(x: 1, y: 1) ?? 0) & 0xffffff == 0x00ff00)
    #expect((b.pixel(x: 0, y: 0) ?? 1) & 0xffffff == 0)
  }

  @Test("a PNG is read back unchanged; the error names a file that is not a PNG")
  func png() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let a = try ImageSurface(width: 3, height: 2)
    try a.paint { $0.fill(.rect(Rect(x: 1, y: 0, width: 1, height: 1)), Colour(rgb: 0x336699)) }
    try a.writePNG(to: path)
    let b = try ImageSurface(pngAt: path)
    #expect((b.pixel(x: 1, y: 0), b.pixel(x: 0, y: 0)) == (0xff33_6699, 0))
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: path))
    let wrong = #expect(throws: PaintError.self) { try ImageSurface(pngAt: path) }
    #expect(wrong?.description.contains(path) == true)
    #expect(throws: PaintError.self) { try ImageSurface(pngAt: path + ".none") }
    #expect(throws: PaintError.self) { try a.writePNG(to: "/nowhere/at/all.png") }
  }
}
