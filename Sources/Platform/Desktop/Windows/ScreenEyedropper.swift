internal import CX11

/// What the eyedropper over the whole screen reports (`Window.beginScreenEyedropper`).
public enum ScreenColour: Sendable, Hashable {
  /// The pointer is over this colour, 0xRRGGBB as shown.
  case under(UInt32)
  /// The user took this colour. The eyedropper has ended.
  case taken(UInt32)
  /// The eyedropper has ended without a colour.
  case cancelled
}

/// The eyedropper over the whole screen: it holds pointer and keyboard, so that presses anywhere
/// reach this program only.
///
/// Button 1, which pens and fingers press too, takes the colour under the pointer when it goes up;
/// the keys Return and space take it at once. Escape and the other buttons cancel. The arrow keys
/// move the pointer, 1 px each, 10 px with Shift.
final class ScreenEyedropper {
  private let connection: Connection
  private let colours: ChannelMasks
  /// Whether the button that takes the colour is down.
  private var isPressed = false
  /// The last reported colour; nil before the first.
  private var reported: UInt32?
  private(set) var hasEnded = false

  private static let events = ButtonPressMask | ButtonReleaseMask | PointerMotionMask

  /// Takes pointer and keyboard. Nil if another program holds the pointer, or the window is hidden.
  init?(_ connection: Connection, window: XID, cursor: XID) {
    guard connection.isAlive, let visual = XDefaultVisual(connection.display, connection.screen) else { return nil }
    let visualMasks = visual.pointee
    self.connection = connection
    colours = ChannelMasks(red: visualMasks.red_mask, green: visualMasks.green_mask, blue: visualMasks.blue_mask)
    let grabbed = XGrabPointer(
      connection.display, window, 0, UInt32(Self.events), GrabModeAsync, GrabModeAsync, 0, cursor, UInt(CurrentTime))
    guard grabbed == GrabSuccess else { return nil }
    // Without the keyboard there are the pointer's buttons.
    XGrabKeyboard(connection.display, window, 0, GrabModeAsync, GrabModeAsync, UInt(CurrentTime))
  }

  /// Changes the cursor.
  func show(_ cursor: XID) {
    guard connection.isAlive, !hasEnded else { return }
    XChangeActivePointerGrab(connection.display, UInt32(Self.events), cursor, UInt(CurrentTime))
  }

  /// The colour under the pointer, as far as it has changed since the last report.
  func look() -> ScreenColour? {
    guard connection.isAlive, !hasEnded else { return nil }
    var (root, child): (XID, XID) = (0, 0)
    var (x, y, windowX, windowY): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var buttons: UInt32 = 0
    let isHere =
      XQueryPointer(connection.display, connection.root, &root, &child, &x, &y, &windowX, &windowY, &buttons) != 0
    guard isHere, let colour = colour(x, y), colour != reported else { return nil }
    reported = colour
    return .under(colour)
  }

  /// Handles an event of the grabs. Returns nil for events of others, and what the event means for
  /// its own, which may be nothing.
  func take(_ event: inout XEvent) -> [ScreenColour]? {
    switch event.type {
    case MotionNotify:
      // Of several motions only the newest place matters.
      return look().map { [$0] } ?? []
    case ButtonPress:
      switch event.xbutton.button {
      case UInt32(Button1): isPressed = true
      case UInt32(Button4), UInt32(Button5), 6, 7: break
      default: return end(.cancelled)
      }
      return []
    case ButtonRelease:
      guard event.xbutton.button == UInt32(Button1), isPressed else { return [] }
      return end(colour(event.xbutton.x_root, event.xbutton.y_root).map(ScreenColour.taken) ?? .cancelled)
    case KeyPress: return take(&event.xkey)
    case KeyRelease, EnterNotify, LeaveNotify: return []
    default: return nil
    }
  }

  private func take(_ event: inout XKeyEvent) -> [ScreenColour] {
    let step: Int32 = event.state & UInt32(ShiftMask) == 0 ? 1 : 10
    switch Int32(truncatingIfNeeded: XLookupKeysym(&event, 0)) {
    case XK_Escape: return end(.cancelled)
    case XK_Return, XK_KP_Enter, XK_space:
      return end(colour(event.x_root, event.y_root).map(ScreenColour.taken) ?? .cancelled)
    case XK_Left: move(-step, 0)
    case XK_Right: move(step, 0)
    case XK_Up: move(0, -step)
    case XK_Down: move(0, step)
    default: break
    }
    return []
  }

  private func move(_ dx: Int32, _ dy: Int32) {
    if connection.isAlive { XWarpPointer(connection.display, 0, 0, 0, 0, 0, 0, dx, dy) }
  }

  private func end(_ outcome: ScreenColour) -> [ScreenColour] {
    end()
    return [outcome]
  }

  /// Lets go of pointer and keyboard. A second call does nothing.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    guard connection.isAlive else { return }
    XUngrabPointer(connection.display, UInt(CurrentTime))
    XUngrabKeyboard(connection.display, UInt(CurrentTime))
    XFlush(connection.display)
  }

  /// The pixel of the screen at a place, px from its upper left corner, 0xRRGGBB; nil if it cannot
  /// be read.
  private func colour(_ x: Int32, _ y: Int32) -> UInt32? {
    let (image, _) = connection.trapping(synchronising: false) {
      XGetImage(connection.display, connection.root, x, y, 1, 1, UInt(bitPattern: -1), ZPixmap)
    }
    guard let image, let image else { return nil }
    defer { CX11DestroyImage(image) }
    return colours.colour(UInt(CX11GetPixel(image, 0, 0)))
  }
}

/// The channels of a TrueColor visual's pixels.
struct ChannelMasks {
  let red: UInt
  let green: UInt
  let blue: UInt

  /// A pixel as 0xRRGGBB. Channels of more than 8 bits are rounded; an empty mask is black.
  func colour(_ pixel: UInt) -> UInt32 {
    Self.level(pixel, red) << 16 | Self.level(pixel, green) << 8 | Self.level(pixel, blue)
  }

  private static func level(_ pixel: UInt, _ mask: UInt) -> UInt32 {
    guard mask != 0 else { return 0 }
    let shift = mask.trailingZeroBitCount
    let (value, most) = ((pixel & mask) >> shift, mask >> shift)
    return UInt32((value * 255 + most / 2) / most)
  }
}

extension Window {
  /// Lets the user take a colour from anywhere on the screen. `DesktopEvent.screenColour` reports
  /// the colours under the pointer and the end; until then the window gets no other input. Returns
  /// false if another program holds the pointer.
  ///
  /// A compositor of Wayland hides its screen from X programs: there this reads black.
  public func beginScreenEyedropper() -> Bool {
    guard connection.isAlive, !isDestroyed, screenEyedropper == nil else { return screenEyedropper != nil }
    screenEyedropper = ScreenEyedropper(connection, window: id, cursor: cursor(.crosshair))
    return screenEyedropper != nil
  }

  /// The colour under the eyedropper over the screen; nil without one, or if it was reported before.
  public func lookThroughScreenEyedropper() -> ScreenColour? { screenEyedropper?.look() }

  /// Sets the cursor of the eyedropper over the screen. Does nothing without one.
  public func showScreenEyedropper(_ picture: PointerPicture) {
    guard let screenEyedropper, let cursor = cursor(of: picture) else { return }
    screenEyedropper.show(cursor)
  }

  /// Whether the X server shows windows of Wayland's desktop, whose screen X programs cannot read.
  public var isOnWayland: Bool {
    guard connection.isAlive else { return false }
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    return XQueryExtension(connection.display, "XWAYLAND", &opcode, &event, &error) != 0
  }
}
