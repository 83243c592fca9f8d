internal import CX11

/// The pointer shape of a window and the cursors that it owns on the server.
final class WindowPointer {
  private let connection: Connection
  var shape: Window.PointerShape?
  var cursors: [Window.PointerShape: XID] = [:]
  /// The image shown last, and its cursor.
  var picture: (PointerPicture, cursor: XID)?
  /// Whether the server supports ARGB cursors; nil until it was queried.
  var showsPictures: Bool?

  init(_ connection: Connection) { self.connection = connection }

  deinit {
    guard connection.isAlive else { return }
    for cursor in cursors.values { XFreeCursor(connection.display, cursor) }
    if let picture { XFreeCursor(connection.display, picture.cursor) }
  }
}

extension Window {
  /// Whether the pointer can be shown as an image. The first call queries the server.
  public var showsPictures: Bool {
    guard connection.isAlive else { return false }
    if let known = pointer.showsPictures { return known }
    let answer = XcursorSupportsARGB(connection.display) != 0
    pointer.showsPictures = answer
    return answer
  }

  /// Changes the pointer shape with the next flush. Does nothing if it is set already.
  public func setPointerShape(_ wanted: PointerShape) {
    guard connection.isAlive, !isDestroyed, wanted != pointer.shape else { return }
    let cursor = cursor(wanted)
    // Creating the cursor may have detected a lost connection.
    guard connection.isAlive else { return }
    pointer.shape = wanted
    XDefineCursor(connection.display, id, cursor)
  }

  /// Hides the pointer if it is shown as an image; keeps any other shape.
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

  /// Returns the cursor of an image, or nil if the server cannot show it. Frees the previous
  /// image's cursor; the server keeps a cursor alive while it is shown.
  private func cursor(of picture: PointerPicture) -> XID? {
    if let (shown, cursor) = pointer.picture, shown == picture { return cursor }
    guard showsPictures else { return nil }
    // Flushing first makes room for the whole image. libX11 crashes if the connection breaks in the
    // middle of a request (see `SharedImage.present`).
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
      // A one-pixel cursor with an empty mask.
      let nothing = XCreateBitmapFromData(display, id, "\0", 1, 1)
      defer { XFreePixmap(display, nothing) }
      var black = XColor()
      var same = XColor()
      return XCreatePixmapCursor(display, nothing, nothing, &black, &same, 0, 0)
    }
  }
}
