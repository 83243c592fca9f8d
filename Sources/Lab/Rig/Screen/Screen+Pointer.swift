import CX11
import CXDamage

/// What the pointer looks like: no picture of a window or of the screen has it.
extension Screen {
  /// The pointer as it is shown now.
  public struct Pointer: Sendable {
    /// The part of the screen that its picture lies on, px.
    public let area: Area
    /// Rows from the top, 0xAARRGGBB, colours premultiplied.
    public let pixels: [UInt32]

    /// Whether nothing of it can be seen.
    public var isInvisible: Bool { pixels.allSatisfy { $0 >> 24 == 0 } }
  }

  /// What the pointer looks like (XFIXES 1).
  public func pointer() throws(RigError) -> Pointer {
    let read = try connection.checked("Cannot ask for the pointer's picture") {
      display -> UnsafeMutablePointer<XFixesCursorImage>? in
      var (event, error): (Int32, Int32) = (0, 0)
      // Told the version, the server answers requests of that.
      guard XFixesQueryExtension(display, &event, &error) != 0 else { return nil }
      return XFixesGetCursorImage(display)
    }
    guard let read else { throw RigError("The server does not tell what the pointer looks like.") }
    defer { XFree(read) }
    let cursor = read.pointee
    let area = Area(
      x: Int(cursor.x) - Int(cursor.xhot), y: Int(cursor.y) - Int(cursor.yhot), width: Int(cursor.width),
      height: Int(cursor.height))
    // Each in a long.
    return Pointer(area: area, pixels: (0..<area.count).map { UInt32(truncatingIfNeeded: cursor.pixels[$0]) })
  }

  /// What somebody before the screen sees of a window: with the pointer over it.
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

  /// A premultiplied pixel over an opaque one, 0x00RRGGBB.
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
