import Geometry
import Input

/// An event of the desktop.
public enum DesktopEvent: Sendable {
  /// A pointing device moved, pressed, released, entered or left the window.
  case pointer(RawPointerEvent)
  /// A button of a pointing device went down or up, over any window. Comes before its `pointer`
  /// event.
  case rawButton(RawButtonEvent)
  /// A key went down or up while the window had the keyboard.
  case key(KeyEvent)
  /// Text was typed during text input (`Window.beginTextInput`): by one key, composed of several,
  /// or by an input method. Never empty, no control characters. The press of the key that typed it
  /// is not reported as `key`.
  case text(String)
  /// Devices were added, removed, attached, enabled or disabled. Query `PenDevices` again.
  case devicesChanged
  /// The device of that number was removed or disabled. Followed by `devicesChanged`.
  case deviceRemoved(Int)
  /// The axes of the device of that number changed. Query it from `PenDevices`.
  case deviceChanged(Int)
  /// Another slave device, the one of that number, moves the pointer now. Its scroll axes restart.
  case deviceSwitched(Int)
  /// A tool came near (true) or left the tablet with the number `source`. `time` is the server's,
  /// ms, wrapping.
  case proximity(source: Int, isNear: Bool, time: UInt32)
  /// A finger landed, moved or lifted on a touch screen.
  case touch(RawTouchEvent)
  /// Fingers pinched on a touchpad.
  case pinch(RawPinchEvent)
  /// The window has another size, in px.
  case resized(width: Int, height: Int)
  /// The window may have another place on the screen.
  case moved
  /// A part of the window's content was lost, px from its upper left corner.
  case exposed(PixelRect)
  /// The window is on the screen.
  case mapped
  /// The window is hidden or iconified.
  case unmapped
  /// The window got (true) or lost the keyboard. Forget held keys on loss, since their releases go
  /// elsewhere.
  case focus(Bool)
  /// The window is full screen (true) or no longer.
  case fullScreen(Bool)
  /// The user wants the window closed, or another program has destroyed it.
  case closeRequested
  /// The server has read all pixels of the `SharedImage.present` that returned this serial. They
  /// may change again.
  case presented(UInt)
  /// The scale of the interface changed; 1 is 96 dpi.
  case scaleChanged(Double)
  /// The result of `Window.paste`, or a drop on the window.
  case delivered(SelectionDelivery)
  /// The result of `Window.storeClipboard`: whether a clipboard manager has stored the copy.
  case clipboardStored(Bool)
  /// The desktop's high-contrast theme changed; nil for a usual theme.
  case contrastChanged(HighContrast?)
  /// The eyedropper over the whole screen moved or ended (`Window.beginScreenEyedropper`).
  case screenColour(ScreenColour)
  /// A worker signalled the `Wakeup`.
  case woken
  /// The X server is gone. This is the last event.
  case serverGone
}
