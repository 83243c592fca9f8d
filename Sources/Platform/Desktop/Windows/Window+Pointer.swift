internal import CX11

/// The cursor of a window, and the server's cursors, which live as long.
final class WindowPointer {
  private let connection: Connection
  var shape: Window.PointerShape?
  /// The cursors of fixed shapes.
  var cursors: [Window.PointerShape: XID] = [:]
  /// The last picture and its cursor.
  var picture: (PointerPicture, cursor: XID)?
  /// Whether the server supports pictures; nil before it was asked.
  var showsPictures: Bool?

  init(_ connection: Connection) { self.connection = connection }

  deinit {
    guard connection.isAlive else { return }
    for cursor in cursors.values { XFreeCursor(connection.display, cursor) }
    if let picture { XFreeCursor(connection.display, picture.cursor) }
  }
}

/// The cursor over the window.
extension Window: PointerAccess {
  /// Whether the server supports cursor pictures. The first call asks it.
  public var showsPictures: Bool {
    guard connection.isAlive else { return false }
    if let known = pointer.showsPictures { return known }
    let answer = XcursorSupportsARGB(connection.display) != 0
    pointer.showsPictures = answer
    return answer
  }

  /// Sets the cursor over the window. It changes with the next sent requests. Does nothing if the
  /// shape is set already.
  public func setPointerShape(_ wanted: PointerShape) {
    guard connection.isAlive, !isDestroyed, wanted != pointer.shape else { return }
    let cursor = cursor(wanted)
    // The server may have ended meanwhile.
    guard connection.isAlive else { return }
    pointer.shape = wanted
    XDefineCursor(connection.display, id, cursor)
  }

  /// Hides a cursor picture; any other shape stays.
  public func withdrawPointerPicture() {
    if case .picture = pointer.shape { setPointerShape(.none) }
  }

  func cursor(_ shape: PointerShape) -> XID {
    if case .picture(let picture) = shape { return cursor(of: picture) ?? cursor(.none) }
    if let known = pointer.cursors[shape] { return known }
    let new = makeCursor(shape)
    pointer.cursors[shape] = new
    return new
  }

  /// The cursor of a picture; nil if the server does not support it. The previous one is freed; the
  /// server keeps it while it is shown.
  func cursor(of picture: PointerPicture) -> XID? {
    if let (shown, cursor) = pointer.picture, shown == picture { return cursor }
    guard showsPictures else { return nil }
    // The pixels take most of Xlib's buffer. It is sent first, since libX11 crashes if it finds the
    // server gone in the middle of a request (see `SharedImage.present`).
    connection.flush()
    guard connection.isAlive, let image = XcursorImageCreate(Int32(picture.width), Int32(picture.height)) else {
      return nil
    }
    defer { XcursorImageDestroy(image) }
    image.pointee.xhot = XcursorDim(picture.hotSpot.x)
    image.pointee.yhot = XcursorDim(picture.hotSpot.y)
    image.pointee.pixels.update(from: picture.pixels, count: picture.pixels.count)
    let cursor = XcursorImageLoadCursor(connection.display, image)
    connection.flush()
    guard cursor != 0, connection.isAlive else { return nil }
    if let (_, old) = pointer.picture { XFreeCursor(connection.display, old) }
    pointer.picture = (picture, cursor)
    return cursor
  }

  private func makeCursor(_ shape: PointerShape) -> XID {
    let display = connection.display
    switch shape {
    case .crosshair: return XCreateFontCursor(display, UInt32(XC_crosshair))
    case .arrow: return XCreateFontCursor(display, UInt32(XC_left_ptr))
    case .move: return XCreateFontCursor(display, UInt32(XC_fleur))
    case .none, .picture:
      // An invisible cursor: one pixel, masked out.
      let nothing = XCreateBitmapFromData(display, id, "\0", 1, 1)
      defer { XFreePixmap(display, nothing) }
      var black = XColor()
      var same = XColor()
      return XCreatePixmapCursor(display, nothing, nothing, &black, &same, 0, 0)
    }
  }
}
