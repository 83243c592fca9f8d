import CX11

extension Screen {
  /// Reads the screen's pixels.
  /// - Parameter area: the part to read, clipped to the screen; nil for all of it.
  public func image(of area: Area? = nil) throws(RigError) -> Image {
    let part = (area ?? self.area).intersection(self.area)
    return try pixels(of: root, part)
  }

  /// Reads a window's own pixels; the window must not be covered. It also works if the screen
  /// cannot be read: with Xwayland the compositor shows the windows.
  public func content(of window: WindowID) throws(RigError) -> Image {
    let frame = try geometry(of: window)
    return try pixels(of: window, Area(x: 0, y: 0, width: frame.width, height: frame.height))
  }

  private func pixels(of drawable: WindowID, _ part: Area) throws(RigError) -> Image {
    guard !part.isEmpty else { return Image(width: 0, height: 0, pixels: []) }
    let read = try connection.checked("Cannot read the screen") {
      XGetImage(
        $0, drawable.number, Int32(part.x), Int32(part.y), UInt32(part.width), UInt32(part.height), UInt.max, ZPixmap)
    }
    guard let read else { throw RigError("Cannot read the screen at \(part).") }
    defer { _ = read.pointee.f.destroy_image(read) }
    guard read.pointee.bits_per_pixel == 32, let data = read.pointee.data else {
      throw RigError("The screen has \(read.pointee.bits_per_pixel) bits per pixel, not 32.")
    }
    let stride = Int(read.pointee.bytes_per_line)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(part.count)
    for y in 0..<part.height {
      let row = UnsafeRawBufferPointer(start: data + y * stride, count: part.width * 4)
      for pixel in row.bindMemory(to: UInt32.self) { pixels.append(pixel & 0xff_ffff) }
    }
    return Image(width: part.width, height: part.height, pixels: pixels)
  }

  /// Reads the screen's pixels at a window, including any windows above it.
  /// - Parameter area: the part to read, in the window's coordinates; nil for all of it. It is
  ///   clipped to the window and the screen.
  public func image(of window: WindowID, _ area: Area? = nil) throws(RigError) -> Image {
    let frame = try geometry(of: window)
    let part = (area ?? Area(x: 0, y: 0, width: frame.width, height: frame.height)).moved(frame.x, frame.y)
    return try image(of: part.intersection(frame))
  }

  /// The pixel at `x`, `y` of the screen, 0x00RRGGBB.
  public func pixel(x: Int, y: Int) throws(RigError) -> UInt32 {
    let image = try image(of: Area(x: x, y: y, width: 1, height: 1))
    guard image.area.count == 1 else { throw RigError("\(x), \(y) is not on the screen of \(width)x\(height).") }
    return image[0, 0]
  }
}
