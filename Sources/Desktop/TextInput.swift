internal import CX11
import Geometry
import Glibc

/// The typing in of text: dead keys, Compose, and an input method, so that Japanese can be typed (XIM).
///
/// Its life:
/// 1. Made when text is first typed in, as connecting to an input method costs tens of milliseconds.
/// 2. `begin` and `end` as entries get and lose the focus; between them the event pump hands it the keys.
/// 3. Where the input method is not there, or goes, Xlib's own (dead keys and Compose) stands in, and the input method is
///    taken up when it comes (back).
///
/// Source: "Xlib - C Language X Interface", chapter 13 "Locales and Internationalized Text Functions".
final class TextInput {
  private let connection: Connection
  private let window: XID
  /// The masks that the window's events were selected with.
  private let mask: Int
  private var method: XIM?
  private var context: XIC?
  private var fonts: XFontSet?
  /// Where the text's cursor is, window px.
  private var spot = XPoint()
  /// Whether the context knows of the spot.
  private var followsSpot = false
  private(set) var isActive = false
  private var hasFocus = true
  /// Whether the user's input method is in use, rather than Xlib's own in its place.
  private var isUsers = false
  private var awaitsMethod = false
  /// What happened in a callback, in which nothing may be opened or closed.
  private var hasLostMethod = false
  private var hasFoundMethod = false
  private var buffer = [CChar](repeating: 0, count: 256)

  init(_ connection: Connection, window: XID, mask: Int) {
    self.connection = connection
    self.window = window
    self.mask = mask
    TextLocale.set()
    connect()
  }

  deinit {
    guard connection.isAlive else { return }
    stopAwaiting()
    if let context { XDestroyIC(context) }
    if let method { XCloseIM(method) }
    if let fonts { XFreeFontSet(connection.display, fonts) }
  }

  // MARK: typing

  /// From now on keys type text; the input method shows what it does at `spot`, the cursor's foot in window px.
  func begin(at spot: Point) {
    isActive = true
    move(to: spot)
    if let context, hasFocus, connection.isAlive { XSetICFocus(context) }
  }

  /// Tells where the cursor is.
  func move(to place: Point) {
    func coordinate(_ value: Double) -> Int16 { value.isFinite ? Int16(max(-32768, min(32767, value.rounded()))) : 0 }
    spot = XPoint(x: coordinate(place.x), y: coordinate(place.y))
    if let context, followsSpot, connection.isAlive { CX11MoveSpot(context, spot) }
  }

  /// Keys type no text any more. What was begun with the input method is given up.
  func end() {
    isActive = false
    guard let context, connection.isAlive else { return }
    if let rest = Xutf8ResetIC(context) { XFree(rest) }
    XUnsetICFocus(context)
  }

  /// The window has, or has no more, the keyboard.
  func focusChanged(_ isOurs: Bool) {
    hasFocus = isOurs
    guard let context, isActive, connection.isAlive else { return }
    if isOurs { XSetICFocus(context) } else { XUnsetICFocus(context) }
  }

  /// What a key that the input method left typed; nil where no input method is there, "" where it typed nothing.
  func text(of event: inout XKeyEvent) -> String? {
    guard let context, connection.isAlive else { return nil }
    var keysym: KeySym = 0
    var status: Int32 = 0
    var count = Xutf8LookupString(context, &event, &buffer, Int32(buffer.count), &keysym, &status)
    if status == XBufferOverflow, count > 0 {
      buffer = [CChar](repeating: 0, count: Int(count))
      count = Xutf8LookupString(context, &event, &buffer, Int32(buffer.count), &keysym, &status)
    }
    guard status == XLookupChars || status == XLookupBoth, count > 0 else { return "" }
    return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: the input method

  /// Takes up what callbacks told.
  func repair() {
    guard hasLostMethod || hasFoundMethod, connection.isAlive else { return }
    if hasFoundMethod, !hasLostMethod {
      if let context { XDestroyIC(context) }
      if let method { XCloseIM(method) }
    }
    // A method that is lost has gone with its contexts: Xlib has freed what was theirs.
    (method, context, hasLostMethod, hasFoundMethod) = (nil, nil, false, false)
    connect()
    if isActive, hasFocus, let context { XSetICFocus(context) }
  }

  private func connect() {
    guard connection.isAlive else { return }
    isUsers = open(modifiers: "")
    if isUsers { stopAwaiting() } else { awaitMethod() }
    if !isUsers { _ = open(modifiers: "@im=none") }
  }

  /// Opens the method that the modifiers name ("": what XMODIFIERS says) and makes a context.
  private func open(modifiers: String) -> Bool {
    guard XSetLocaleModifiers(modifiers) != nil, let method = XOpenIM(connection.display, nil, nil, nil) else {
      return false
    }
    guard let context = makeContext(of: method) else {
      XCloseIM(method)
      return false
    }
    self.method = method
    self.context = context
    var callback = XIMCallback(client_data: me) { _, me, _ in
      guard let me else { return }
      Unmanaged<TextInput>.fromOpaque(me).takeUnretainedValue().hasLostMethod = true
    }
    CX11SetDestroyCallback(method, &callback)
    XSelectInput(connection.display, window, mask | CX11FilterEvents(context))
    return true
  }

  /// A context of the best style that the method has: its own windows at the cursor, or elsewhere, or none.
  private func makeContext(of method: XIM) -> XIC? {
    guard let found = CX11InputStyles(method) else { return nil }
    defer { XFree(found) }
    let styles = UnsafeBufferPointer(start: found.pointee.supported_styles, count: Int(found.pointee.count_styles))
    let atSpot = XIMStyle(XIMPreeditPosition | XIMStatusNothing)
    if styles.contains(atSpot), let fonts = fontSet(),
      let context = CX11CreateContextAtSpot(method, atSpot, window, spot, fonts)
    {
      followsSpot = true
      return context
    }
    followsSpot = false
    for wanted in [XIMPreeditNothing | XIMStatusNothing, XIMPreeditNone | XIMStatusNone] {
      let style = XIMStyle(wanted)
      if styles.contains(style), let context = CX11CreateContext(method, style, window) { return context }
    }
    return nil
  }

  /// Some fonts of the server's: the protocol wants them for text at the cursor, though methods of today use their own. nil
  /// where the server has none.
  private func fontSet() -> XFontSet? {
    if let fonts { return fonts }
    var missing: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var count: Int32 = 0
    fonts = XCreateFontSet(connection.display, "fixed,*", &missing, &count, nil)
    if let missing { XFreeStringList(missing) }
    return fonts
  }

  private var me: XPointer { Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: CChar.self) }

  private static let methodCame: XIDProc = { _, me, _ in
    guard let me else { return }
    Unmanaged<TextInput>.fromOpaque(me).takeUnretainedValue().hasFoundMethod = true
  }

  /// Has the user's input method reported when it comes. Xlib remembers the modifiers of now, so it must be called while
  /// they are the user's.
  private func awaitMethod() {
    guard !awaitsMethod else { return }
    awaitsMethod = XRegisterIMInstantiateCallback(connection.display, nil, nil, nil, Self.methodCame, me) != 0
  }

  private func stopAwaiting() {
    guard awaitsMethod else { return }
    XUnregisterIMInstantiateCallback(connection.display, nil, nil, nil, Self.methodCame, me)
    awaitsMethod = false
  }
}

/// The locale by which Xlib finds dead keys, Compose sequences and input methods.
enum TextLocale {
  /// Sets the process's character type, and nothing else of its locale, to the user's; to one of UTF-8 where the user's is
  /// another or unknown. To be called on the main thread.
  static func set() {
    if setlocale(LC_CTYPE, "") != nil, isUTF8, XSupportsLocale() != 0 { return }
    for name in ["C.UTF-8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil && XSupportsLocale() != 0 { return }
  }

  private static var isUTF8: Bool {
    guard let name = nl_langinfo(Int32(CODESET)) else { return false }
    return String(cString: name) == "UTF-8"
  }
}
