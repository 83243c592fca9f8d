internal import CX11
import Glibc
import Language

/// An icon of the window for task bars.
public struct WindowIcon: Sendable, Hashable {
  /// Width in px.
  public let width: Int
  /// Height in px.
  public let height: Int
  /// Rows from the top, each from the left; 0xAARRGGBB, not premultiplied.
  public let pixels: [UInt32]

  /// An icon; nil unless there are `width` times `height` pixels, at least one.
  public init?(width: Int, height: Int, pixels: [UInt32]) {
    guard (1...1024).contains(width), (1...1024).contains(height), pixels.count == width * height else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

// The properties for the window manager: ICCCM 4.1.2 and EWMH.
extension Window {
  /// Shows `title` in the frame and in task bars.
  public func setTitle(_ title: String) {
    guard connection.isAlive else { return }
    let title = ShownText.limited(title)
    let text = Array(title.utf8)
    setText(.netWMName, type: connection.atoms[.utf8String], text)
    setText(.netWMIconName, type: connection.atoms[.utf8String], text)
    // For window managers without EWMH: Latin 1, with a question mark for missing characters. Latin
    // 1 has only a smaller dot for unsaved drawings.
    let latin = title.unicodeScalars.map { $0 == "\u{2022}" ? 0xB7 : UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    setText(Atom(XA_WM_NAME), type: Atom(XA_STRING), latin)
    setText(Atom(XA_WM_ICON_NAME), type: Atom(XA_STRING), latin)
    XFlush(connection.display)
  }

  /// Sets all properties that do not change, before the window is shown.
  func announce(_ options: Options) {
    let atoms = connection.atoms
    let display = connection.display
    setTitle(options.title)
    var protocols = [atoms[.wmDeleteWindow], atoms[.netWMPing]]
    if let frameCounter {
      protocols.append(atoms[.netWMSyncRequest])
      setProperty(.netWMSyncRequestCounter, type: Atom(XA_CARDINAL), [frameCounter.id])
    }
    setProperty(.wmProtocols, type: Atom(XA_ATOM), protocols)
    if let startup = options.startup {
      setText(.netStartupID, type: atoms[.utf8String], Array(startup.id.utf8))
      if let time = startup.time { setProperty(.netWMUserTime, type: Atom(XA_CARDINAL), [UInt(time)]) }
    }
    setProperty(.xdndAware, type: Atom(XA_ATOM), [UInt(DropSession.version)])
    setProperty(.netWMWindowType, type: Atom(XA_ATOM), [atoms[.netWMWindowTypeNormal]])
    setProperty(.netWMPid, type: Atom(XA_CARDINAL), [UInt(getpid())])
    // The process number is only valid together with the machine's name.
    var host = [CChar](repeating: 0, count: 256)
    if gethostname(&host, host.count - 1) == 0 {
      let name = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      setText(.wmClientMachine, type: Atom(XA_STRING), name)
    }
    setText(Atom(XA_WM_CLASS), type: Atom(XA_STRING), Array("fude\0Fude\0".utf8))
    setIcons(options.icons)
    var states: [UInt] = options.isFullScreen ? [atoms[.netWMStateFullscreen]] : []
    if options.isMaximised { states += [atoms[.netWMStateMaximisedAcross], atoms[.netWMStateMaximisedDown]] }
    if !states.isEmpty { setProperty(.netWMState, type: Atom(XA_ATOM), states) }

    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = 1
    hints.initial_state = NormalState
    XSetWMHints(display, id, &hints)

    var sizes = XSizeHints()
    sizes.flags = PMinSize | PSize | PWinGravity
    sizes.min_width = Int32(Window.clamp(options.minWidth, to: 1...32767))
    sizes.min_height = Int32(Window.clamp(options.minHeight, to: 1...32767))
    sizes.width = Int32(width)
    sizes.height = Int32(height)
    sizes.win_gravity = options.geometry?.gravity ?? NorthWestGravity
    if options.geometry?.size != nil { sizes.flags |= USSize }
    if options.geometry?.x != nil {
      sizes.flags |= USPosition
    } else if let place = options.place {
      sizes.flags |= PPosition
      (sizes.x, sizes.y) = (Int32(clamping: place.x), Int32(clamping: place.y))
    }
    XSetWMNormalHints(display, id, &sizes)
  }

  private func setIcons(_ icons: [WindowIcon]) {
    // Requests have a largest size; larger icons that do not fit are left out.
    let extended = XExtendedMaxRequestSize(connection.display)
    let limit = (extended > 0 ? extended : XMaxRequestSize(connection.display)) - 64
    var items: [UInt] = []
    for icon in icons.sorted(by: { $0.pixels.count < $1.pixels.count }) {
      guard items.count + icon.pixels.count + 2 <= limit else { break }
      items.append(UInt(icon.width))
      items.append(UInt(icon.height))
      items.append(contentsOf: icon.pixels.lazy.map { UInt($0) })
    }
    if !items.isEmpty { setProperty(.netWMIcon, type: Atom(XA_CARDINAL), items) }
  }

  /// Sets a property of 32-bit items, passed to Xlib as longs.
  /// - Parameter window: the window; nil for this one.
  func setProperty(_ name: AtomName, type: Atom, _ items: [UInt], of window: XID? = nil) {
    items.withUnsafeBytes {
      _ = XChangeProperty(
        connection.display, window ?? id, connection.atoms[name], type, 32, PropModeReplace,
        $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(items.count))
    }
  }

  private func setText(_ name: AtomName, type: Atom, _ text: [UInt8]) {
    setText(connection.atoms[name], type: type, text)
  }

  private func setText(_ property: Atom, type: Atom, _ text: [UInt8]) {
    XChangeProperty(connection.display, id, property, type, 8, PropModeReplace, text, Int32(text.count))
  }

  /// Reads the state kept by the window manager: whether the window is full screen, and maximised.
  func readState() -> (isFullScreen: Bool, isMaximised: Bool) {
    guard connection.isAlive else { return (isFullScreen, isMaximised) }
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var rest: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    // Trapped, since another program may have destroyed the window.
    let (status, _) = connection.trapping(synchronising: false) {
      XGetWindowProperty(
        connection.display, id, connection.atoms[.netWMState], 0, 64, 0, Atom(XA_ATOM), &type, &format, &count, &rest,
        &data)
    }
    defer { if let data { XFree(data) } }
    guard status == Success, format == 32, let data else { return (false, false) }
    return data.withMemoryRebound(to: Atom.self, capacity: Int(count)) {
      let states = UnsafeBufferPointer(start: $0, count: Int(count))
      let atoms = connection.atoms
      return (
        states.contains(atoms[.netWMStateFullscreen]),
        states.contains(atoms[.netWMStateMaximisedAcross]) && states.contains(atoms[.netWMStateMaximisedDown])
      )
    }
  }

  /// Sends a message about this window, or another, to the window manager.
  func sendToRoot(_ name: AtomName, _ data: (Int, Int, Int, Int, Int), about window: XID? = nil) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window ?? id
    event.xclient.message_type = connection.atoms[name]
    event.xclient.format = 32
    event.xclient.data.l = data
    XSendEvent(connection.display, connection.root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
    XFlush(connection.display)
  }
}
