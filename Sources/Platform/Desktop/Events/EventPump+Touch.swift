internal import CX11
import Geometry
import Input

extension RawTouchEvent {
  init(xi2 event: UnsafePointer<XIDeviceEvent>) {
    let phase: Phase =
      switch event.pointee.evtype {
      case XI_TouchBegin: .begin
      case XI_TouchEnd: .end
      default: .update
      }
    self.init(
      phase: phase, source: Int(event.pointee.sourceid), finger: UInt32(bitPattern: event.pointee.detail),
      time: UInt32(truncatingIfNeeded: event.pointee.time),
      position: Point(event.pointee.event_x, event.pointee.event_y),
      modifiers: Modifiers(state: UInt32(bitPattern: event.pointee.mods.effective)),
      valuators: Valuators(
        unpacking: UnsafeBufferPointer(
          start: event.pointee.valuators.mask, count: Int(event.pointee.valuators.mask_len)),
        event.pointee.valuators.values))
  }
}

extension RawPinchEvent {
  init(xi2 event: UnsafePointer<XIGesturePinchEvent>) {
    let phase: Phase =
      switch event.pointee.evtype {
      case XI_GesturePinchBegin: .begin
      case XI_GesturePinchEnd: .end
      default: .update
      }
    self.init(
      phase: phase, source: Int(event.pointee.sourceid), time: UInt32(truncatingIfNeeded: event.pointee.time),
      position: Point(event.pointee.event_x, event.pointee.event_y),
      modifiers: Modifiers(state: UInt32(bitPattern: event.pointee.mods.effective)), scale: event.pointee.scale,
      turn: event.pointee.delta_angle)
  }
}
