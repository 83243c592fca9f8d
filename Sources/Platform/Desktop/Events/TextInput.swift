internal import CX11
import Geometry
import Glibc

/// Text input: dead keys, Compose, and an input method (XIM), so that Japanese can be typed.
///
/// 1. It is made at the first text input, since connecting to an input method takes tens of
///   milliseconds.
/// 2. `begin` and `end` follow the focus of text fields; between them the event pump passes it the
///   keys.
/// 3. If the input method is missing or ends, Xlib's own (dead keys and Compose) is used until it
///   comes back.
///
/// Xlib waits for an input method's answers without a limit.
final class TextInput {
  private let connection: Connection
  private let window: XID
  /// The masks that the window's events were selected with.
  private let mask: Int
  /// The input method in the form of XMODIFIERS; "" for that variable's value.
  private let modifiers: String
  /// The selection owned by the input method in use; nil for Xlib's own.
  private var methodSelection: Atom?
  private var method: XIM?
  private var context: XIC?
  private var fonts: XFontSet?
  /// The position of the text cursor, window px.
  private var spot = XPoint()
  /// Whether the context uses the position.
  private var followsSpot = false
  private(set) var isActive = false
  private var hasFocus = true
  /// Whether the user's input method is in use, not Xlib's own.
  private(set) var isUsers = false
  /// The input method that a callback reported as gone. Nothing may be opened or closed in a
  /// callback.
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

  /// Starts text input. The input method shows its windows at `spot`, the lower end of the text
  /// cursor, window px.
  func begin(at spot: Point) {
    isActive = true
    checkMethod()
    move(to: spot)
    if let context, hasFocus, connection.isAlive { XSetICFocus(context) }
  }

  /// Moves the text cursor.
  func move(to place: Point) {
    func coordinate(_ value: Double) -> Int16 { value.isFinite ? Int16(max(-32768, min(32767, value.rounded()))) : 0 }
    spot = XPoint(x: coordinate(place.x), y: coordinate(place.y))
    guard followsSpot, connection.isAlive else { return }
    checkMethod()
    if let context, followsSpot { CX11MoveSpot(context, spot) }
  }

  /// Ends text input and discards unfinished text of the input method.
  func end() {
    isActive = false
    guard connection.isAlive else { return }
    checkMethod()
    guard let context else { return }
    if let rest = Xutf8ResetIC(context) { XFree(rest) }
    XUnsetICFocus(context)
  }

  /// The window got or lost the keyboard.
  func focusChanged(_ isOurs: Bool) {
    hasFocus = isOurs
    guard let context, isActive, connection.isAlive else { return }
    if isOurs { XSetICFocus(context) } else { XUnsetICFocus(context) }
  }

  /// The text of a key that the input method did not consume; nil without an input method, "" for
  /// no text.
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

  /// Handles the end of the input method.
  func repair() {
    guard let lost = lostMethod else { return }
    lostMethod = nil
    guard lost == method else { return }
    forget()
    reconnect()
  }

  /// Handles the start of an input method, which may be the user's.
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

  /// Checks whether the input method still exists; otherwise uses Xlib's own.
  private func checkMethod() {
    guard connection.isAlive, let selection = methodSelection else { return }
    guard XGetSelectionOwner(connection.display, selection) == 0, connection.isAlive else { return }
    forget()
    connect()
  }

  /// Xlib frees the objects of an input method that has ended.
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

  /// Opens an input method and makes a context.
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

  /// The selection that identifies an input method ("The Input Method Protocol", 3.1); nil for
  /// Xlib's own.
  private func selection(of modifiers: String) -> Atom? {
    for category in modifiers.split(separator: "@") where category.hasPrefix("im=") {
      let atom = XInternAtom(connection.display, "@server=" + category.dropFirst(3), 1)
      if atom != 0, connection.isAlive, XGetSelectionOwner(connection.display, atom) != 0 { return atom }
    }
    return nil
  }

  /// A context of the best style of the input method: its own windows at the cursor, elsewhere, or
  /// none.
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

  /// Fonts of the server. The protocol demands them for text at the cursor, though input methods
  /// use their own. nil if the server has none.
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

/// The locale for dead keys, Compose sequences and input methods.
enum TextLocale {
  /// Sets only LC_CTYPE, to the named locale ("" for the user's); to a UTF-8 locale if the user's
  /// is another or unknown. Call it on the main thread.
  static func set(_ wanted: String) {
    if setlocale(LC_CTYPE, wanted) != nil, isUTF8, XSupportsLocale() != 0 { return }
    for name in ["C.UTF-8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil && XSupportsLocale() != 0 { return }
  }

  private static var isUTF8: Bool {
    guard let name = nl_langinfo(Int32(CODESET)) else { return false }
    return String(cString: name) == "UTF-8"
  }
}
