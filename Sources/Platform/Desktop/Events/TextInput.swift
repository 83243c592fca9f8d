internal import CX11
import Geometry
import Glibc

/// Text input with dead keys, Compose and an input method (XIM), for Japanese for example.
///
/// Life cycle:
/// 1. It is created when text is first entered, because connecting to an input method is slow.
/// 2. `begin` and `end` are called when entries gain and lose focus. In between, the event pump
///    passes it the keys.
/// 3. While the input method is missing, Xlib's built-in one (dead keys and Compose) replaces it.
///    When an input method starts, it is connected.
///
/// Xlib waits for an input method's replies without limit. So no request is sent to one that has
/// exited, which its selection shows at once. One that hangs also hangs this program.
///
/// Source: "Xlib - C Language X Interface", chapter 13 "Locales and Internationalized Text
/// Functions".
final class TextInput {
  private let connection: Connection
  private let window: XID
  private let mask: Int
  /// The name of the input method in the syntax of XMODIFIERS; "" means the value of XMODIFIERS.
  private let modifiers: String
  /// The selection that the current input method owns while it runs; nil for Xlib's built-in one.
  private var methodSelection: Atom?
  private var method: XIM?
  private var context: XIC?
  private var fonts: XFontSet?
  /// Position of the text cursor, window px.
  private var spot = XPoint()
  /// Whether the context supports a cursor position.
  private var followsSpot = false
  private(set) var isActive = false
  private var hasFocus = true
  /// Whether the user's input method is connected, not Xlib's built-in one.
  private(set) var isUsers = false
  /// A method reported as gone by a callback, which itself must not open or close anything.
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

  /// Starts text input with the cursor's lower end at `spot`, window px.
  func begin(at spot: Point) {
    isActive = true
    checkMethod()
    move(to: spot)
    if let context, hasFocus, connection.isAlive { XSetICFocus(context) }
  }

  func move(to place: Point) {
    func coordinate(_ value: Double) -> Int16 { value.isFinite ? Int16(max(-32768, min(32767, value.rounded()))) : 0 }
    spot = XPoint(x: coordinate(place.x), y: coordinate(place.y))
    guard followsSpot, connection.isAlive else { return }
    checkMethod()
    if let context, followsSpot { CX11MoveSpot(context, spot) }
  }

  /// Ends text input and discards an unfinished composition.
  func end() {
    isActive = false
    guard connection.isAlive else { return }
    checkMethod()
    guard let context else { return }
    if let rest = Xutf8ResetIC(context) { XFree(rest) }
    XUnsetICFocus(context)
  }

  func focusChanged(_ isOurs: Bool) {
    hasFocus = isOurs
    guard let context, isActive, connection.isAlive else { return }
    if isOurs { XSetICFocus(context) } else { XUnsetICFocus(context) }
  }

  /// Returns the text of an unconsumed key; "" if it typed none, nil without an input method.
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

  /// Handles the loss of the input method, outside the callback that reported it.
  func repair() {
    guard let lost = lostMethod else { return }
    lostMethod = nil
    guard lost == method else { return }
    forget()
    reconnect()
  }

  /// Connects to the user's input method if it has started.
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

  /// Replaces the input method if it has exited.
  private func checkMethod() {
    guard connection.isAlive, let selection = methodSelection else { return }
    guard XGetSelectionOwner(connection.display, selection) == 0, connection.isAlive else { return }
    forget()
    connect()
  }

  /// Drops references to a method that has exited; Xlib frees it.
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

  /// Connects to the method that `modifiers` names and creates a context.
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

  /// Returns the selection that identifies a method on the server ("The Input Method Protocol",
  /// 3.1); nil for Xlib's built-in one.
  private func selection(of modifiers: String) -> Atom? {
    for category in modifiers.split(separator: "@") where category.hasPrefix("im=") {
      let atom = XInternAtom(connection.display, "@server=" + category.dropFirst(3), 1)
      if atom != 0, connection.isAlive, XGetSelectionOwner(connection.display, atom) != 0 { return atom }
    }
    return nil
  }

  /// Creates a context of the method's best style: windows at the cursor, elsewhere, or none.
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

  /// Returns server fonts, which the protocol requires; nil if there are none.
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

/// The locale in which Xlib finds dead keys, Compose sequences and input methods.
enum TextLocale {
  /// Sets the process's character type (LC_CTYPE) to the locale `wanted`; "" means the user's.
  ///
  /// If that is unknown or not UTF-8, sets a UTF-8 locale instead. Call it on the main thread.
  static func set(_ wanted: String) {
    if setlocale(LC_CTYPE, wanted) != nil, isUTF8, XSupportsLocale() != 0 { return }
    for name in ["C.UTF-8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil && XSupportsLocale() != 0 { return }
  }

  private static var isUTF8: Bool {
    guard let name = nl_langinfo(Int32(CODESET)) else { return false }
    return String(cString: name) == "UTF-8"
  }
}
