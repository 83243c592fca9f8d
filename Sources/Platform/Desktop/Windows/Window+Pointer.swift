internal import CX11

/// What the pointer of a window looks like at present, and the server's cursors for it, which go with it.
final class WindowPointer {
  private let connection: Connection
  var shape: Window.PointerShape?
  /// The cursors of shapes that are always the same.
  var cursors: [Window.PointerShape: XID] = [:]
  /// The picture that was shown last, and its cursor.
  var picture: (PointerPicture, cursor: XID)?
  /// Whether the server shows pictures; nil before it was asked.
  var showsPictures: Bool?

  init(_ connection: Connection) { self.connection = connection }

  deinit {
    guard connection.isAlive else { return }
    for cursor in cursors.values { XFreeCursor(connection.display, cursor) }
    if let picture { XFreeCursor(connection.display, picture.cursor) }
  }
}

/// What the pointer looks like over the window.
extension Window {
  /// Whether the pointer can be shown as a picture. The server is asked the first time.
  public var showsPictures: Bool {
    guard connection.isAlive else { return false }
    if let known = pointer.showsPictures { return known }
    let answer = XcursorSupportsARGB(connection.display) != 0
    pointer.showsPictures = answer
    return answer
  }

  /// Changes what the pointer looks like over the window, with what is sent next. Cheap where it is so already.
  public func setPointerShape(_ wanted: PointerShape) {
    guard connection.isAlive, !isDestroyed, wanted != pointer.shape else { return }
    let cursor = cursor(wanted)
    // Making it may have met the server's end.
    guard connection.isAlive else { return }
    pointer.shape = wanted
    XDefineCursor(connection.display, id, cursor)
  }

  /// Shows nothing at the pointer if it is shown as a picture; any other shape stays.
  public func withdrawPointerPicture() {
    if case .picture = pointer.shape { setPointerShape(.none) }
  }

  private func cursor(_ shape: PointerShape) -> XID {
    if case .picture(let picture) = shape { return cursor(of: picture) ?? cursor(.none) }
    if let known = pointer.cursors[shape] { return known }
    let new = makeCursor(shape)
    pointer.cursors[shape] = new
    return new
  }

  /// The cursor of a picture, nil where the server has none such. That of the picture before is given back: the server keeps it for as long as
  /// it is shown.
  private func cursor(of picture: PointerPicture) -> XID? {
    if let (shown, cursor) = pointer.picture, shown == picture { return cursor }
    guard showsPictures else { return nil }
    // The pixels alone take most of Xlib's buffer. With room for all of it nothing is sent in the middle of a request, which libX11 does not
    // survive where the server turns out to be gone (see `SharedImage.present`).
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
      // A cursor of one pixel, whose mask leaves it out.
      let nothing = XCreateBitmapFromData(display, id, "\0", 1, 1)
      defer { XFreePixmap(display, nothing) }
      var black = XColor()
      var same = XColor()
      return XCreatePixmapCursor(display, nothing, nothing, &black, &same, 0, 0)
    }
  }
}
