import Geometry
import Input

/// Something that the desktop told the program.
public enum DesktopEvent: Sendable {
  /// A pointing device moved, pressed, released, entered or left the window.
  case pointer(RawPointerEvent)
  /// A key went down or up while the window had the keyboard.
  case key(KeyEvent)
  /// Text was typed while the window took text (`Window.beginTextInput`): by a key, composed of several, or by an input
  /// method. Never empty, no control characters. The key that typed it comes as no `key` on its way down.
  case text(String)
  /// Devices were added, removed, attached, enabled or disabled: ask `PenDevices` anew.
  case devicesChanged
  /// The device of that number was removed or disabled. Followed by `devicesChanged`.
  case deviceRemoved(Int)
  /// The device of that number has other axes than before: ask `PenDevices` for it.
  case deviceChanged(Int)
  /// Another slave device drives the pointer now, the one of that number: its scroll axes start anew.
  case deviceSwitched(Int)
  /// A tool came near to (true) or left the tablet that is the device numbered `source`.
  /// `time` is the server's, ms, wrapping.
  case proximity(source: Int, isNear: Bool, time: UInt32)
  /// A finger landed, moved or lifted on a touch screen.
  case touch(RawTouchEvent)
  /// Fingers pinched on a touchpad.
  case pinch(RawPinchEvent)
  /// The window has another size, in px.
  case resized(width: Int, height: Int)
  /// The window's content in there was lost, px from its upper left corner.
  case exposed(PixelRect)
  /// The window is on the screen.
  case mapped
  /// The window is hidden or iconified.
  case unmapped
  /// The keyboard belongs to the window (true) or no longer. Keys that were held are to be forgotten then: their
  /// releases go elsewhere.
  case focus(Bool)
  /// The window is full screen (true) or no longer.
  case fullScreen(Bool)
  /// The user wants the window closed, or another program has destroyed it.
  case closeRequested
  /// The server has read everything of the `SharedImage.present` that returned this serial: its pixels may change
  /// again.
  case presented(UInt)
  /// The interface is to be drawn at another scale; 1 is 96 dpi.
  case scaleChanged(Double)
  /// Another program has given what was asked of it by `Window.paste`, or something was dropped on the window.
  case delivered(SelectionDelivery)
  /// A clipboard manager has taken what was copied (true), or will not: the answer to `Window.storeClipboard`.
  case clipboardStored(Bool)
  /// The desktop's theme has become one of high contrast, or no longer is one (nil).
  case contrastChanged(HighContrast?)
  /// A worker signalled the `Wakeup`.
  case woken
  /// The X server is gone. Comes once and last: save, say so, leave.
  case serverGone
}
