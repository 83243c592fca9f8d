/// Indices of devices by id. A linear search: with about ten devices it is faster than hashing.
struct DeviceSlots: Sendable {
  private var entries: [(id: Int, slot: Int)] = []

  /// The index of a device; nil if it has none.
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
