import Desktop
import Document
import Geometry
import Ink
import Input
import Language
import Raster
import Studio
import Widgets

/// Handling the desktop's events.
extension App {
  /// Handles one event.
  func handle(_ event: DesktopEvent) {
    // Pointer events decide this later, by what they do.
    if case .pointer = event {
    } else {
      frame.mark(.panels)
      frame.leaveFastPath()
    }
    switch event {
    case .pointer(let raw):
      learn(raw.source)
      observe(raw)
      decode { decoder.handle(raw, into: &$0) }
    case .key(let key): take(.key(key))
    case .text(let text): take(.text(text))
    case .devicesChanged: queryDevices()
    case .deviceRemoved(let id): decode { decoder.deviceRemoved(id, into: &$0) }
    case .deviceChanged(let id):
      if let device = devices.device(id) { decode { decoder.updateDevice(device, into: &$0) } }
      updateObserver()
    case .deviceSwitched(let id):
      // No request to the server here: devices switch in the middle of a stroke where a hand rests
      // on a mouse.
      learn(id)
      decoder.deviceSwitched(id)
    case .proximity(let source, let isNear, let time):
      penMeter.observer?.proximity(source, isNear: isNear)
      decode {
        if isNear {
          decoder.proximityIn(source, at: time, into: &$0)
        } else {
          decoder.proximityOut(source, at: time, into: &$0)
        }
      }
    case .touch(let raw):
      learn(raw.source)
      let isOnPanel = raw.phase == .begin && overlay.takesTouch(at: raw.position)
      decode { decoder.handle(raw, isOnPanel: isOnPanel, into: &$0) }
    case .pinch(let raw): decode { decoder.handle(raw, into: &$0) }
    case .resized(let width, let height): resize(width, height)
    case .exposed(let rect): frame.damage.add(rect)
    case .mapped:
      frame.isMapped = true
      notePlace()
    case .unmapped:
      frame.isMapped = false
      decode { decoder.windowLost(into: &$0) }
    case .focus(let isOurs):
      if !isOurs { session.focusLost() }
      windowState.isActive = isOurs
      frame.mark(.accessibility)
    case .fullScreen: break
    case .closeRequested: close()
    case .presented(let serial):
      image.completed(serial)
      if !image.isPending {
        penMeter.canvas.frameShown(at: now)
        penMeter.page.frameShown(at: now)
      }
    case .scaleChanged(let scale):
      overlay.resize(width: window.width, height: window.height, theme: theme(keeper.settings, scale: scale))
    case .contrastChanged:
      overlay.resize(
        width: window.width, height: window.height, theme: theme(keeper.settings, scale: connection.interfaceScale))
    case .delivered(let delivery): take(delivery)
    case .clipboardStored: break
    case .woken:
      takeExported()
      case .timeLapse: showTimeLapse()
