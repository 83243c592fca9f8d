internal import CX11
import Geometry
import Input

// Events of XInput. Xlib frees an event's memory in XFreeEventData, so everything is copied.
extension EventPump {
  func takeXI2(_ cookie: inout XGenericEventCookie, into events: inout [DesktopEvent]) {
    let display = connection.display
    guard XGetEventData(display, &cookie) != 0 else { return }
    defer { XFreeEventData(display, &cookie) }
    guard let data = UnsafeRawPointer(cookie.data) else { return }
    switch cookie.evtype {
    case XI_Motion, XI_ButtonPress, XI_ButtonRelease:
      let event = data.assumingMemoryBound(to: XIDeviceEvent.self)
      guard event.pointee.event == window.id else { return }
      if event.pointee.evtype != XI_Motion { window.lastInputTime = event.pointee.time }
      events.append(.pointer(RawPointerEvent(xi2: event, screen: connection.screenSize)))
    case XI_RawButtonPress, XI_RawButtonRelease:
      events.append(.rawButton(RawButtonEvent(xi2: data.assumingMemoryBound(to: XIRawEvent.self))))
    case XI_Enter, XI_Leave:
      let event = data.assumingMemoryBound(to: XIEnterEvent.self)
      if event.pointee.event == window.id { events.append(.pointer(RawPointerEvent(xi2Crossing: event))) }
    case XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd:
      let event = data.assumingMemoryBound(to: XIDeviceEvent.self)
      guard event.pointee.event == window.id else { return }
      if event.pointee.evtype != XI_TouchUpdate { window.lastInputTime = event.pointee.time }
      events.append(.touch(RawTouchEvent(xi2: event)))
    case XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd:
      let event = data.assumingMemoryBound(to: XIGesturePinchEvent.self)
      if event.pointee.event == window.id { events.append(.pinch(RawPinchEvent(xi2: event))) }
    case XI_DeviceChanged:
      let event = data.assumingMemoryBound(to: XIDeviceChangedEvent.self).pointee
      let source = Int(event.sourceid)
      events.append(event.reason == XISlaveSwitch ? .deviceSwitched(source) : .deviceChanged(source))
    case XI_HierarchyChanged:
      takeHierarchy(data.assumingMemoryBound(to: XIHierarchyEvent.self).pointee, into: &events)
    case XI_PropertyEvent:
      takeDeviceProperty(data.assumingMemoryBound(to: XIPropertyEvent.self).pointee, into: &events)
    default:
      break
    }
  }

  private func takeHierarchy(_ event: XIHierarchyEvent, into events: inout [DesktopEvent]) {
    let gone = XIMasterRemoved | XISlaveRemoved | XIDeviceDisabled
    for info in UnsafeBufferPointer(start: event.info, count: Int(event.num_info)) where info.flags & gone != 0 {
      proximity.forget(Int(info.deviceid))
      events.append(.deviceRemoved(Int(info.deviceid)))
    }
    events.append(.devicesChanged)
  }

  private func takeDeviceProperty(_ event: XIPropertyEvent, into events: inout [DesktopEvent]) {
    guard let isNear = proximity.isToolNear(by: event) else { return }
    events.append(
      .proximity(source: Int(event.deviceid), isNear: isNear, time: UInt32(truncatingIfNeeded: event.time)))
  }

  func takeProximity(_ event: inout XEvent, into events: inout [DesktopEvent]) {
    withUnsafeMutablePointer(to: &event) {
      $0.withMemoryRebound(to: XProximityNotifyEvent.self, capacity: 1) {
        let isNear = $0.pointee.type == proximity.nearType
        let time = UInt32(truncatingIfNeeded: $0.pointee.time)
        events.append(.proximity(source: Int($0.pointee.deviceid), isNear: isNear, time: time))
      }
    }
  }
}

extension RawPointerEvent {
  /// A motion, press or release of XI2, on a screen of a size, px.
  init(xi2 event: UnsafePointer<XIDeviceEvent>, screen: (width: Int, height: Int)) {
    let kind: Kind =
      switch event.pointee.evtype {
      case XI_ButtonPress: .buttonPress
      case XI_ButtonRelease: .buttonRelease
      default: .motion
      }
    self.init(
      kind: kind, source: Int(event.pointee.sourceid), button: Int(event.pointee.detail),
      time: UInt32(truncatingIfNeeded: event.pointee.time),
      position: Point(event.pointee.event_x, event.pointee.event_y),
      screen: ScreenPlace(
        position: Point(event.pointee.root_x, event.pointee.root_y), width: Double(screen.width),
        height: Double(screen.height)),
      buttons: heldButtons(event.pointee.buttons.bytes),
      modifiers: Modifiers(state: UInt32(bitPattern: event.pointee.mods.effective)),
      isEmulated: event.pointee.flags & XIPointerEmulated != 0,
      valuators: Valuators(
        unpacking: UnsafeBufferPointer(
          start: event.pointee.valuators.mask, count: Int(event.pointee.valuators.mask_len)),
        event.pointee.valuators.values))
  }

  /// An enter or leave of XI2.
  init(xi2Crossing event: UnsafePointer<XIEnterEvent>) {
    self.init(
      kind: event.pointee.evtype == XI_Enter ? .enter : .leave, source: Int(event.pointee.sourceid),
      time: UInt32(truncatingIfNeeded: event.pointee.time),
      position: Point(event.pointee.event_x, event.pointee.event_y), buttons: heldButtons(event.pointee.buttons.bytes),
      modifiers: Modifiers(state: UInt32(bitPattern: event.pointee.mods.effective)),
      isFromGrab: event.pointee.mode != XINotifyNormal)
  }

  /// A pointer event of the core protocol, for servers without XI2: source 0, whole pixels, no
  /// valuators.
  init(core event: XEvent) {
    switch event.type {
    case ButtonPress, ButtonRelease:
      let e = event.xbutton
      self.init(
        kind: event.type == ButtonPress ? .buttonPress : .buttonRelease, source: 0, button: Int(e.button),
        time: UInt32(truncatingIfNeeded: e.time), position: Point(Double(e.x), Double(e.y)),
        buttons: heldButtons(state: e.state), modifiers: Modifiers(state: e.state))
    case EnterNotify, LeaveNotify:
      let e = event.xcrossing
      self.init(
        kind: event.type == EnterNotify ? .enter : .leave, source: 0, time: UInt32(truncatingIfNeeded: e.time),
        position: Point(Double(e.x), Double(e.y)), buttons: heldButtons(state: e.state),
        modifiers: Modifiers(state: e.state), isFromGrab: e.mode != NotifyNormal)
    default:
      let e = event.xmotion
      self.init(
        kind: .motion, source: 0, time: UInt32(truncatingIfNeeded: e.time),
        position: Point(Double(e.x), Double(e.y)), buttons: heldButtons(state: e.state),
        modifiers: Modifiers(state: e.state))
    }
  }
}

extension RawButtonEvent {
  init(xi2 event: UnsafePointer<XIRawEvent>) {
    self.init(
      source: Int(event.pointee.sourceid), button: Int(event.pointee.detail),
      isPress: event.pointee.evtype == XI_RawButtonPress, time: UInt32(truncatingIfNeeded: event.pointee.time),
      isEmulated: event.pointee.flags & XIPointerEmulated != 0,
      valuators: Valuators(
        unpacking: UnsafeBufferPointer(
          start: event.pointee.valuators.mask, count: Int(event.pointee.valuators.mask_len)),
        event.pointee.valuators.values))
  }
}

extension XIButtonState {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: mask, count: Int(mask_len)) }
}
