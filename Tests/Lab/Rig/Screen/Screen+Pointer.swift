import CX11
import CXDamage

/// The pointer's picture. Images of windows or the screen do not contain it.
extension Screen {
  /// The pointer as currently shown.
  public struct Pointer: Sendable {
    /// The picture's area on the screen, px.
    public let area: Area
    /// Rows from the top, 0xAARRGGBB, colours premultiplied.
    public let pixels: [UInt32]

    /// Whether all its pixels are transparent.
    public var isInvisible: Bool { pixels.allSatisfy { $0 >> 24 == 0 } }
  }

  /// Reads the pointer's picture (XFIXES 1).
  public func pointer() throws(RigError) -> Pointer {
    let read = try connection.checked("Cannot ask for the pointer's picture") {
      display -> UnsafeMutablePointer<XFixesCursorImage>? in
      var (event, error): (Int32, Int32) = (0, 0)
      // The server answers requests of a version only after the client has queried it.
      guard XFixesQueryExtension(display, &event, &error) != 0 else { return nil }
      return XFixesGetCursorImage(display)
    }
    guard let read else { throw RigError("The server did not report the pointer's picture.") }
    defer { XFree(read) }
    let cursor = read.pointee
    let area = Area(
      x: Int(cursor.x) - Int(cursor.xhot), y: Int(cursor.y) - Int(cursor.yhot), width: Int(cursor.width),
      height: Int(cursor.height))
    // Xlib stores each 32-bit pixel in a long.
    return Pointer(area: area, pixels: (0..<area.count).map { UInt32(truncatingIfNeeded: cursor.pixels[$0]) })
  }

  /// Reads the screen's pixels at a window, including the pointer.
  public func imageWithPointer(of window: WindowID) throws(RigError) -> Image {
    let frame = try geometry(of: window)
    var image = try image(of: window)
    let pointer = try pointer()
    let seen = pointer.area.intersection(frame)
    for y in seen.y..<seen.bottom {
      for x in seen.x..<seen.right {
        let pixel = pointer.pixels[(y - pointer.area.y) * pointer.area.width + x - pointer.area.x]
        image[x - frame.x, y - frame.y] = Self.over(pixel, image[x - frame.x, y - frame.y])
      }
    }
    return image
  }

  /// Composites a premultiplied pixel over an opaque one, 0x00RRGGBB.
  private static func over(_ pixel: UInt32, _ ground: UInt32) -> UInt32 {
    let clear = 255 - pixel >> 24
    var result: UInt32 = 0
    for shift in [UInt32(0), 8, 16] {
      let sum = pixel >> shift & 0xff + (ground >> shift & 0xff * clear + 127) / 255
      result |= min(255, sum) << shift
    }
    return result
  }
}
