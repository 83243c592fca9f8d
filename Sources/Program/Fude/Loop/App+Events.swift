import Desktop
import Document
import Geometry
import Ink
import Input
import Language
import Pages
import Panels
import Raster
import Studio
import Toolkit

/// Handling the desktop's events.
extension App {
  /// Handles an event. Returns whether it did no more than move a pointer.
  func handle(_ event: DesktopEvent) -> Bool {
    switch event {
    case .pointer(var raw):
      learn(raw.source)
      parts.pens.observe(raw)
      placeAtStroke(&raw)
      return decode { parts.pens.decoder.handle(raw, into: &$0) }
    case .rawButton(let raw):
      parts.pens.decoder.handle(raw)
      return true
    default:
      frame.mark(.panels)
      handleOther(event)
      return false
    }
  }

  private func handleOther(_ event: DesktopEvent) {
    switch event {
    case .pointer, .rawButton: break
    case .key(let key): _ = take(.key(key))
    case .text(let text): _ = take(.text(text))
    case .devicesChanged: queryDevices()
    case .deviceRemoved(let id): decode { parts.pens.decoder.deviceRemoved(id, into: &$0) }
    case .deviceChanged(let id):
      if let device = parts.pens.devices.device(id) { decode { parts.pens.decoder.updateDevice(device, into: &$0) } }
      parts.pens.updateObserver()
    case .deviceSwitched(let id):
      // No request to the server here: devices switch in the middle of a stroke where a hand rests
      // on a mouse.
      learn(id)
      parts.pens.decoder.deviceSwitched(id)
    case .proximity(let source, let isNear, let time):
      parts.pens.meter.observer?.proximity(source, isNear: isNear)
      decode {
        if isNear {
          parts.pens.decoder.proximityIn(source, at: time, into: &$0)
        } else {
          parts.pens.decoder.proximityOut(source, at: time, into: &$0)
        }
      }
    case .touch(let raw):
      learn(raw.source)
      let isOnPanel = raw.phase == .begin && overlay.takesTouch(at: raw.position)
      decode { parts.pens.decoder.handle(raw, isOnPanel: isOnPanel, into: &$0) }
    case .pinch(let raw): decode { parts.pens.decoder.handle(raw, into: &$0) }
    case .resized(let width, let height): resize(width, height)
    case .exposed(let rect): frame.damage.add(rect)
    case .mapped:
      frame.isMapped = true
      parts.windows.notePlace()
    case .unmapped:
      frame.isMapped = false
      decode { parts.pens.decoder.windowLost(into: &$0) }
    case .focus(let isOurs):
      if !isOurs, !batch.waiting.add(.focusLost, for: session) { session.focusLost() }
      parts.windows.isActive = isOurs
      frame.mark(.accessibility)
    case .fullScreen, .moved: parts.windows.isMoved = true
    case .closeRequested: close()
    case .presented(let serial):
      image.completed(serial)
      if !image.isPending {
        parts.pens.meter.canvas.frameShown(at: now)
        parts.pens.meter.page.frameShown(at: now)
      }
    case .scaleChanged(let scale):
      parts.settings.applyTheme(scale: scale)
    case .contrastChanged: parts.settings.applyTheme()
    case .delivered(let delivery): parts.clipboard.take(delivery)
    case .clipboardStored: break
    case .screenColour(let colour): parts.screenColour.take(colour)
    case .woken:
      parts.journal.takeReports()
      batch.hasResults = true
      if ending.signals.hasCome { ending.status = 0 }
    case .serverGone:
      say(translated("the X server is gone"))
      ending.status = 1
    }
  }

  /// Asks the server for all devices.
  func queryDevices() {
    let all = parts.pens.devices.all()
    pump.follow(all)
    decode { parts.pens.decoder.setDevices(all, into: &$0) }
    parts.pens.updateObserver()
  }

  /// Asks the server for the device of an event where it is unknown.
  private func learn(_ source: Int) {
    guard !parts.pens.decoder.knows(source), let device = parts.pens.devices.device(source) else { return }
    decode { parts.pens.decoder.updateDevice(device, into: &$0) }
    parts.pens.updateObserver()
  }

  /// Handles the inputs that an event is decoded to. Returns whether they did no more than move a pointer.
  @discardableResult private func decode(_ body: (inout [InputEvent]) -> Void) -> Bool {
    batch.inputs.empty()
    body(&batch.inputs)
    // Swapped out, because taking an input may decode others.
    var decoded: [InputEvent] = []
    swap(&decoded, &batch.inputs)
    decoded.reverse()
    var isMotion = true
    while let input = decoded.popLast() { isMotion = take(input) && isMotion }
    swap(&decoded, &batch.inputs)
    return isMotion
  }

  /// Corrects the position of an event during a stroke by the window's movement since its beginning: the
  /// stroke keeps the view that it began with.
  private func placeAtStroke(_ raw: inout RawPointerEvent) {
    guard let screen = raw.screen else { return }
    let origin = screen.position - raw.position
    if session.keepsInputsWaiting {
      if let before = batch.windowPlace { raw.position = raw.position + (origin - before) }
    } else {
      batch.windowPlace = origin
    }
  }

  /// Handles an input, and then those that waited for the end of a gesture. Returns whether they did no more than move
  /// a pointer.
  func take(_ input: InputEvent) -> Bool {
    if batch.waiting.add(.input(input), for: session) { return true }
    let isMotion = pass(input)
    return passWaiting() && isMotion
  }

  /// Handles the inputs that waited for the end of a gesture, if it has ended. Returns whether they did no more than
  /// move a pointer.
  func passWaiting() -> Bool {
    var isMotion = true
    while let item = batch.waiting.next(for: session) {
      switch item {
      case .input(let input): isMotion = pass(input) && isMotion
      case .focusLost: session.focusLost()
      }
    }
    return isMotion
  }

  /// Passes an input to the overlay, and to the session if the overlay does not consume it. Returns whether that did no
  /// more than move a pointer.
  private func pass(_ input: InputEvent) -> Bool {
    let isMotion = isMotion(input)
    // Several inputs may come at once. The overlay has to know what the earlier ones have done.
    if frame.isDirty(.state), !isMotion { showStateAtOnce() }
    // A stroke on the field for trying a brush changes that field alone.
    let isScratch = overlay.isScratching && isMotion
    let isPointedAt = overlay.isPointedAt
    let response = overlay.handle(input)
    if !isScratch, response.isConsumed || !isHover(input) { frame.mark(.panels) }
    for effect in response.effects { carryOut(effect) }
    if case .pointer(let e) = input {
      parts.marks.follow(e, isOnPanel: response.isConsumed)
      parts.brushEditor.scratch(e)
      parts.pens.observe(e)
    }
    let isPlain = isMotion && !isPointedAt && !response.isConsumed && response.effects.isEmpty
    if response.isConsumed {
      carryOut(session.leaveCanvas())
      return isScratch
    }
    if !response.earlier.isEmpty { frame.mark(.panels) }
    for event in response.earlier { _ = passToCanvas(.pointer(event)) }
    let changesNothing = passToCanvas(input)
    if case .pointer(let e) = input, e.phase != .down || session.isDrawing {
      parts.pens.meter.canvas.take(e, at: workplace.received)
    }
    return (isScratch || isPlain) && response.earlier.isEmpty && changesNothing
  }

  /// Passes an input to the session. Returns whether that has no effects but ink that is drawn later.
  private func passToCanvas(_ input: InputEvent) -> Bool {
    let effects = session.handle(input)
    if drawing.followsWindow, isTouching(input, effects) { drawing.followsWindow = false }
    carryOut(effects)
    return effects.isEmpty
  }

  /// Shows the session's state before the end of the batch, which still has to report it.
  private func showStateAtOnce() {
    showState()
    frame.mark([.panels, .accessibility])
  }

  /// Whether an input is a hovering pointer's motion.
  private func isHover(_ input: InputEvent) -> Bool {
    if case .pointer(let e) = input, case .hover = e.phase { true } else { false }
  }

  /// Whether an input is a pointer's motion, hovering or touching.
  private func isMotion(_ input: InputEvent) -> Bool {
    guard case .pointer(let e) = input else { return false }
    return switch e.phase {
    case .hover, .drag: true
    default: false
    }
  }

  /// Whether an input changes more than the pointer's place or the window. An untouched canvas
  /// stops following the window then.
  private func isTouching(_ input: InputEvent, _ effects: Effects) -> Bool {
    switch input {
    case .pointer(let e):
      switch e.phase {
      case .hover, .left: return false
      default: return true
      }
    case .key:
      let others: [Action] = [.toggleFullScreen, .togglePanels, .resetPanels]
      return !effects.isEmpty && !others.contains { effects == Effects(.program($0)) }
    default: return true
    }
  }

  private func resize(_ width: Int, _ height: Int) {
    parts.windows.isMoved = true
    keeper.noteSize(width: width, height: height, isNormal: !window.isFullScreen && !window.isMaximised)
    do {
      frame.drawnPlacement = nil
      try image.resize(width: width, height: height)
      frame.resize(width: image.width, height: image.height)
    } catch {
      say("\(error)")
      ending.status = 1
      return
    }
    overlay.resize(width: width, height: height)
    // Changes by panels in this iteration count, and a drawing that is being saved stays.
    parts.journal.noteChanges()
    parts.drawings.followWindow(width: width, height: height)
    carryOut(session.resize(width: width, height: height, openArea: overlay.openArea))
  }

  /// Carries out what the session asks of the program.
  func carryOut(_ requests: [Effects.Request]) {
    showStateAtOnce()
    for request in requests {
      switch request {
      case .program(let action): Self.actions[action]?(self)
      case .computeChange: parts.changes.compute()
      case .cancelChange: parts.changes.cancel()
      case .performMacro(let name): parts.macros.carryOut(.perform(name))
      case .chooseBrush(let name): parts.brushes.chooseRecent(name)
      case .copied: parts.clipboard.offerCopied()
      case .copiedLayers: parts.clipboard.offerCopiedLayers()
      case .paste: parts.clipboard.paste()
      case .message(let text): show(message: text)
      case .progress(let text?, let old):
        let cancel = MessageAction(title: Action.cancel.title, effect: .perform(.cancel))
        overlay.show(message: text, action: cancel, until: .infinity, replacing: old)
      case .progress(nil, let old): if let old { overlay.withdraw(message: old) }
      case .undoable(let text): workplace.offer(.undo, text)
      case .redoable(let text): workplace.offer(.redo, text)
      case .undoableMerge(let text):
        let all = MessageAction(title: translated("Merge all below"), effect: .perform(.mergeVisible))
        workplace.offer(.undo, text, or: all)
      case .undoableLeak(let text, let gap):
        let close = MessageAction(
          title: translated("Close gaps up to {gap} px", ["gap": gap]), effect: .perform(StrokeActions.closeGaps))
        workplace.offer(.undo, text, or: close)
      case .popUp(let place): overlay.showPopUpPalette(at: place)
      }
    }
  }

  /// Updates the status strip, except while a stroke is drawn.
  func showReadings() {
    if session.isDrawing { return }
    overlay.show(parts.pens.strip)
  }
}
