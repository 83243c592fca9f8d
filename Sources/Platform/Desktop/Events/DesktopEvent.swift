import Geometry
import Input

/// An event from the X server or from another thread of this program.
public enum DesktopEvent: Sendable {
  /// A pointing device moved, pressed, released, entered or left the window.
  case pointer(RawPointerEvent)
  /// A key was pressed or released while the window had keyboard focus.
  case key(KeyEvent)
  /// Text was entered by a key, a compose sequence or an input method (`Window.beginTextInput`).
  ///
  /// Never empty; contains no control characters. The key press is not also reported as `key`.
  case text(String)
  /// Devices were added, removed, attached, enabled or disabled; query `PenDevices` again.
  case devicesChanged
  /// The device with this number was removed or disabled. Followed by `devicesChanged`.
  case deviceRemoved(Int)
  /// The axes of the device with this number changed; query `PenDevices` for it.
  case deviceChanged(Int)
  /// The slave device with this number drives the pointer now. Values of its scroll axes must not
  /// be compared with earlier ones.
  case deviceSwitched(Int)
  /// A tool entered (true) or left the proximity of tablet `source`. Server time in ms, wrapping.
  case proximity(source: Int, isNear: Bool, time: UInt32)
  /// A finger touched, moved on or left a touch screen.
  case touch(RawTouchEvent)
  /// Fingers pinched on a touchpad.
  case pinch(RawPinchEvent)
  /// The window size changed, in px.
  case resized(width: Int, height: Int)
  /// The content of this rectangle was lost, px from the window's upper left corner.
  case exposed(PixelRect)
  /// The window became visible.
  case mapped
  /// The window was hidden or iconified.
  case unmapped
  /// The window gained (true) or lost keyboard focus. Releases of held keys are not reported then.
  case focus(Bool)
  /// The window entered (true) or left full screen.
  case fullScreen(Bool)
  /// The user closed the window, or another program destroyed it.
  case closeRequested
  /// The server has read all pixels of the `SharedImage.present` that returned this serial.
  case presented(UInt)
  /// The interface scale changed; 1 is 96 dpi.
  case scaleChanged(Double)
  /// The result of `Window.paste`, or content dropped on the window.
  case delivered(SelectionDelivery)
  /// The result of `Window.storeClipboard`: whether a clipboard manager has stored the content.
  case clipboardStored(Bool)
  /// The desktop's high-contrast theme changed; nil means another theme.
  case contrastChanged(HighContrast?)
  /// A worker signalled the `Wakeup`.
  case woken
  /// The connection to the X server was lost. Reported once, as the last event.
  case serverGone
}
