extension InputDecoder {
  /// Takes the list of all devices: at the start, and when the hierarchy has changed.
  ///
  /// A device that is missing or disabled is removed; one with the number of another replaces it.
  /// Their strokes end and are kept. The axes of all others are renewed as by `updateDevice`.
  public mutating func setDevices(_ descriptions: [DeviceDescription], into events: inout [InputEvent]) {
    let staying = Set(descriptions.lazy.filter(\.isEnabled).map(\.id))
    for id in devices.map(\.description.id) where !staying.contains(id) { deviceRemoved(id, into: &events) }
    for description in descriptions where description.isEnabled { updateDevice(description, into: &events) }
    knowsDevices = true
  }

  /// Takes the description of a device that has changed or was first seen in an event. A number of
  /// 0 or less is ignored.
  ///
  /// The same device keeps its stroke. Its scroll base is forgotten, and its axes get the described
  /// values, except during a stroke.
  public mutating func updateDevice(_ description: DeviceDescription, into events: inout [InputEvent]) {
    guard description.id > 0 else { return }
    guard description.isEnabled else { return deviceRemoved(description.id, into: &events) }
    let profile = DeviceProfile(description, overrides.override(for: description))
    if let slot = slots[description.id] {
      if devices[slot].isSame(as: description, profile) {
        devices[slot].renew(description, profile, isDrawing: tracker.isActive(description.id))
        return
      }
      deviceRemoved(description.id, into: &events)
    }
    slots[description.id] = devices.count
    devices.append(DeviceDecoder(description, profile))
    // A device that existed earlier may already touch.
    devices[devices.count - 1].isUntouched = knowsDevices
  }

  /// Another slave device now drives the pointer: the values of its scroll valuators are unknown.
  /// Its other values are still valid. Unknown numbers are ignored.
  public mutating func deviceSwitched(_ id: Int) {
    guard let slot = slots[id] else { return }
    devices[slot].scroll.forgetBase()
    devices[slot].finder.forgetPlace()
  }

  /// The device is gone or disabled. Its stroke ends and is kept. Unknown numbers are ignored.
  public mutating func deviceRemoved(_ id: Int, into events: inout [InputEvent]) {
    guard id > 0, let slot = slots[id] else { return }
    forgetTouches(of: id, into: &events)
    lostButtons.reset()
    if tracker.isActive(id) { tracker.end(.deviceRemoved, into: &events) }
    withdraw(slot, into: &events)
    slots[id] = nil
    let moved = devices.removeLast()
    if slot < devices.count {
      devices[slot] = moved
      slots[moved.description.id] = slot
    }
  }
}
