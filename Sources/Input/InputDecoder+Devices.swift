extension InputDecoder {
  /// Takes the list of all devices: at the start, and when the hierarchy has changed.
  ///
  /// A device that is missing from it or disabled is removed, one with the number of another replaces it; a stroke of
  /// theirs is ended and kept. Those that stay have their axes renewed as by `updateDevice`.
  public mutating func setDevices(_ descriptions: [DeviceDescription], into events: inout [InputEvent]) {
    let staying = Set(descriptions.lazy.filter(\.isEnabled).map(\.id))
    for id in devices.map(\.description.id) where !staying.contains(id) { deviceRemoved(id, into: &events) }
    for description in descriptions where description.isEnabled { updateDevice(description, into: &events) }
    knowsDevices = true
  }

  /// Takes one device's description: of a device that has changed, or that was seen for the first time in an event.
  ///
  /// The same device keeps its stroke; its scroll base is forgotten and its axes get the described values, except amid
  /// a stroke, where what the events said counts. A number at or below 0, which X never gives, is ignored.
  public mutating func updateDevice(_ description: DeviceDescription, into events: inout [InputEvent]) {
    guard description.id > 0 else { return }
    guard description.isEnabled else { return deviceRemoved(description.id, into: &events) }
    let profile = DeviceProfile(description, overrides.word(on: description))
    if let slot = slots[description.id] {
      if devices[slot].isSame(as: description, profile) {
        devices[slot].renew(description, profile, isDrawing: tracker.isActive(description.id))
        return
      }
      deviceRemoved(description.id, into: &events)
    }
    slots[description.id] = devices.count
    devices.append(DeviceDecoder(description, profile))
    // One that was there before us may have touched.
    devices[devices.count - 1].isUntouched = knowsDevices
  }

  /// The device drives the pointer now, after another: where its scroll valuators are is not known any more. All else that it
  /// said last holds. Unknown numbers are ignored.
  public mutating func deviceSwitched(_ id: Int) {
    guard let slot = slots[id] else { return }
    devices[slot].scroll.forgetBase()
    devices[slot].finder.forgetPlace()
  }

  /// The device is gone or disabled: its stroke, if it had one, is ended and kept. Unknown numbers are ignored.
  public mutating func deviceRemoved(_ id: Int, into events: inout [InputEvent]) {
    guard id > 0, let slot = slots[id] else { return }
    forgetTouches(of: id, into: &events)
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
