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
/// Xlib waits for an input method's answers for ever. So it is asked nothing once it has gone, which the server knows at
/// once; one that hangs hangs its clients.
///
/// Source: "Xlib - C Language X Interface", chapter 13 "Locales and Internationalized Text Functions".
final class TextInput {
  private let connection: Connection
  private let window: XID
  /// The masks that the window's events were selected with.
  private let mask: Int
  /// What names the user's input method, as XMODIFIERS does; "" for what that says.
  private let modifiers: String
  /// The selection that the input method in use owns as long as it is there; nil where that is Xlib's own.
  private var methodSelection: Atom?
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
  private(set) var isUsers = false
  /// What a callback told has gone: in a callback nothing may be opened or closed.
  private var lostMethod: XIM?
  private var buffer = [CChar](repeating: 0, count: 256)

  init(
    _ connection: Connection, window: XID, mask: Int, modifiers: String = "", locale: String = ""
  ) {
    self.connection = connection
    self.window = window
    self.mask = mask
    self.modifiers = modifiers
    TextLocale.set(locale)
    connect()
  }

  deinit {
    guard connection.isAlive else { return }
    close()
    if let fonts { XFreeFontSet(connection.display, fonts) }
  }

  // MARK: typing

  /// From now on keys type text; the input method shows what it does at `spot`, the cursor's foot in window px.
  func begin(at spot: Point) {
    isActive = true
    checkMethod()
    move(to: spot)
    if let context, hasFocus, connection.isAlive { XSetICFocus(context) }
  }

  /// Tells where the cursor is.
  func move(to place: Point) {
    func coordinate(_ value: Double) -> Int16 { value.isFinite ? Int16(max(-32768, min(32767, value.rounded()))) : 0 }
    spot = XPoint(x: coordinate(place.x), y: coordinate(place.y))
    guard followsSpot, connection.isAlive else { return }
    checkMethod()
    if let context, followsSpot { CX11MoveSpot(context, spot) }
  }

  /// Keys type no text any more. What was begun with the input method is given up.
  func end() {
    isActive = false
    guard connection.isAlive else { return }
    checkMethod()
    guard let context else { return }
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

  /// Takes up that the input method has gone.
  func repair() {
    guard let lost = lostMethod else { return }
    lostMethod = nil
    guard lost == method else { return }
    forget()
    reconnect()
  }

  /// Takes up that some input method has come: the user's, perhaps.
  func methodCame() {
    guard connection.isAlive, !isUsers, let named = XSetLocaleModifiers(modifiers),
      selection(of: String(cString: named)) != nil
    else { return }
    close()
    reconnect()
  }

  private func reconnect() {
    connect()
    if isActive, hasFocus, let context, connection.isAlive { XSetICFocus(context) }
  }

  /// Looks whether the input method is still there, and does without it if not.
  private func checkMethod() {
    guard connection.isAlive, let selection = methodSelection else { return }
    guard XGetSelectionOwner(connection.display, selection) == 0, connection.isAlive else { return }
    forget()
    connect()
  }

  /// What a method that has gone had: Xlib frees it when it hears of the end.
  private func forget() { (method, context, methodSelection, isUsers, followsSpot) = (nil, nil, nil, false, false) }

  private func close() {
    guard connection.isAlive else { return }
    let isThere = methodSelection.map { XGetSelectionOwner(connection.display, $0) != 0 } ?? true
    if isThere, connection.isAlive {
      if let context { XDestroyIC(context) }
      if let method { XCloseIM(method) }
    }
    forget()
  }

  private func connect() {
    guard connection.isAlive else { return }
    isUsers = open(modifiers)
    if !isUsers { _ = open("@im=none") }
  }

  /// Opens the method that the modifiers name and makes a context.
  private func open(_ modifiers: String) -> Bool {
    guard let named = XSetLocaleModifiers(modifiers), let method = XOpenIM(connection.display, nil, nil, nil) else {
      return false
    }
    guard let context = makeContext(of: method) else {
      XCloseIM(method)
      return false
    }
    self.method = method
    self.context = context
    methodSelection = selection(of: String(cString: named))
    var callback = XIMCallback(client_data: me) { method, me, _ in
      guard let me else { return }
      Unmanaged<TextInput>.fromOpaque(me).takeUnretainedValue().lostMethod = method
    }
    CX11SetDestroyCallback(method, &callback)
    XSelectInput(connection.display, window, mask | CX11FilterEvents(context))
    return true
  }

  /// The selection by which a method of the server's is found ("The Input Method Protocol", 3.1); nil for Xlib's own.
  private func selection(of modifiers: String) -> Atom? {
    for category in modifiers.split(separator: "@") where category.hasPrefix("im=") {
      let atom = XInternAtom(connection.display, "@server=" + category.dropFirst(3), 1)
      if atom != 0, connection.isAlive, XGetSelectionOwner(connection.display, atom) != 0 { return atom }
    }
    return nil
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
}

/// The locale by which Xlib finds dead keys, Compose sequences and input methods.
enum TextLocale {
  /// Sets the process's character type, and nothing else of its locale, to the one named ("" for the user's); to one of UTF-8 where the user's is
  /// another or unknown. To be called on the main thread.
  static func set(_ wanted: String) {
    if setlocale(LC_CTYPE, wanted) != nil, isUTF8, XSupportsLocale() != 0 { return }
    for name in ["C.UTF-8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil && XSupportsLocale() != 0 { return }
  }

  private static var isUTF8: Bool {
    guard let name = nl_langinfo(Int32(CODESET)) else { return false }
    return String(cString: name) == "UTF-8"
  }
}
