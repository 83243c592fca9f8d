internal import CX11
import Geometry

// Events of the window and messages of the window manager.
extension EventPump {
  func takeWindowEvent(_ event: XEvent, into events: inout [DesktopEvent]) {
    switch event.type {
    case ConfigureNotify:
      let e = event.xconfigure
      guard e.window == window.id else { return }
      events.append(.moved)
      takeSize(width: Int(e.width), height: Int(e.height), into: &events)
      window.frameCounter?.configured()
    case Expose:
      let e = event.xexpose
      guard e.window == window.id else { return }
      events.append(.exposed(PixelRect(x: Int(e.x), y: Int(e.y), width: Int(e.width), height: Int(e.height))))
    case MapNotify:
      if event.xmap.window == window.id { events.append(.mapped) }
    case UnmapNotify:
      if event.xunmap.window == window.id { events.append(.unmapped) }
    case DestroyNotify:
      if connection.isSettingsManager(event.xdestroywindow.window) {
        connection.findSettingsManager()
        takeLook(into: &events)
      }
      // Another program destroyed the window.
      guard event.xdestroywindow.window == window.id else { return }
      window.isDestroyed = true
      events.append(.closeRequested)
    case SelectionRequest:
      window.answer(event.xselectionrequest)
    case SelectionClear:
      window.clipboard?.lost(event.xselectionclear)
    case FocusIn, FocusOut:
      takeFocus(event.xfocus, into: &events)
    case ClientMessage:
      takeMessage(event.xclient, into: &events)
    case PropertyNotify:
      takeProperty(event.xproperty, into: &events)
    default:
      break
    }
  }

  private func takeSize(width: Int, height: Int, into events: inout [DesktopEvent]) {
    guard width != window.width || height != window.height else { return }
    window.width = width
    window.height = height
    // A window resized by hand changes many times in one iteration; only the last size matters.
    if case .resized = events.last { events.removeLast() }
    events.append(.resized(width: width, height: height))
  }

  private func takeFocus(_ event: XFocusChangeEvent, into events: inout [DesktopEvent]) {
    // Focus that only follows the pointer does not give the window the keyboard.
    guard event.window == window.id, event.detail != NotifyPointer else { return }
    // A grab (the window manager's Alt+Tab) takes the keyboard like a change of focus.
    let focused = event.type == FocusIn
    keyboard.forgetHeldKeys()
    window.textInput?.focusChanged(focused)
    if focused != hasFocus {
      hasFocus = focused
      events.append(.focus(focused))
    }
  }

  private func takeMessage(_ message: XClientMessageEvent, into events: inout [DesktopEvent]) {
    let atoms = connection.atoms
    if message.message_type == atoms[.manager], Atom(bitPattern: message.data.l.1) == connection.settingsSelection {
      connection.findSettingsManager()
      takeLook(into: &events)
    }
    guard message.format == 32 else { return }
    window.takeDrag(message)
    guard message.message_type == atoms[.wmProtocols] else { return }
    switch Atom(bitPattern: message.data.l.0) {
    case atoms[.wmDeleteWindow]:
      events.append(.closeRequested)
    case atoms[.netWMPing]:
      // Returned to the root window unchanged, which shows that the program handles events.
      window.sendToRoot(.wmProtocols, message.data.l, about: connection.root)
    case atoms[.netWMSyncRequest]:
      window.frameCounter?.request(low: message.data.l.2, high: message.data.l.3)
    default:
      break
    }
  }

  private func takeProperty(_ event: XPropertyEvent, into events: inout [DesktopEvent]) {
    let atoms = connection.atoms
    if event.window == window.id {
      if event.atom == atoms[.presented] {
        events.append(.presented(event.serial))
      } else if event.atom == atoms[.netWMState] {
        let state = window.readState()
        window.isMaximised = state.isMaximised
        guard state.isFullScreen != window.isFullScreen else { return }
        window.isFullScreen = state.isFullScreen
        events.append(.fullScreen(state.isFullScreen))
      }
    } else if event.atom == atoms[.resourceManager] || connection.isSettingsManager(event.window) {
      takeLook(into: &events)
    } else if event.atom == atoms[.inputMethods] {
      window.textInput?.methodCame()
    }
  }

  private func takeLook(into events: inout [DesktopEvent]) {
    let (scale, contrast) = connection.readLook()
    if contrast != connection.highContrast {
      connection.highContrast = contrast
      events.append(.contrastChanged(contrast))
    }
    guard scale != connection.scale else { return }
    connection.scale = scale
    events.append(.scaleChanged(scale))
  }
}
