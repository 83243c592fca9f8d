/// Where each device is in a list, by its id.
///
/// There are some ten devices, and every event asks for one: to look through them all takes less than to hash a number.
struct DeviceSlots: Sendable {
  private var entries: [(id: Int, slot: Int)] = []

  /// The place of a device; nil for one that has none.
  subscript(id: Int) -> Int? {
    get {
      for entry in entries where entry.id == id { return entry.slot }
      return nil
    }
    set {
      entries.removeAll { $0.id == id }
      if let newValue { entries.append((id, newValue)) }
    }
  }
}
