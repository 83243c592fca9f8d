import CX11

extension Screen {
  /// Reads the selection CLIPBOARD like a program that pastes; nil if it is empty or has no such
  /// target.
  /// - Parameter target: "UTF8_STRING", or another target of 8-bit items.
  public func clipboard(as target: String = "UTF8_STRING") throws(RigError) -> String? {
    try withClipboard(as: target) { format, count, data in
      format == 8 ? String(decoding: UnsafeRawBufferPointer(start: data, count: count), as: UTF8.self) : nil
    }
  }

  /// The names of the targets that the clipboard's owner offers; empty if there is no owner.
  public func clipboardTargets() throws(RigError) -> [String] {
    let atoms: [UInt]? = try withClipboard(as: "TARGETS") { format, count, data in
      guard format == 32 else { return nil }
      // Xlib returns 32-bit items as longs (XGetWindowProperty(3)).
      return data.withMemoryRebound(to: UInt.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    }
    return (atoms ?? []).compactMap(connection.name(of:))
  }

  /// Requests several targets at once (ICCCM 2.6.2, MULTIPLE) and returns those of `targets` that
  /// were answered.
  public func clipboardAnswers(to targets: [String]) throws(RigError) -> [String] {
    let answered: [UInt]? = try withClipboard(as: "MULTIPLE", pairs: targets) { format, count, data in
      guard format == 32 else { return nil }
      return data.withMemoryRebound(to: UInt.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    }
    let atoms = answered ?? []
    return stride(from: 0, to: atoms.count - 1, by: 2).filter { atoms[$0 + 1] != 0 }.compactMap {
      connection.name(of: atoms[$0])
    }
  }

  /// Requests the clipboard with its own window and connection, so that no other event is lost.
  private func withClipboard<Result>(
    as target: String, pairs: [String] = [],
    _ body: (_ format: Int, _ count: Int, UnsafeMutablePointer<UInt8>) -> Result?
  ) throws(RigError) -> Result? {
    let asking = try XConnection(display: display)
    let handle = try asking.handle()
    let window = XCreateSimpleWindow(handle, asking.root, -10, -10, 1, 1, 0, 0, 0)
    let property = asking.atom("RIG_PASTED")
    if !pairs.isEmpty {
      let atoms = pairs.enumerated().flatMap { [asking.atom($1), asking.atom("RIG_PASTED_\($0)")] }
      atoms.withUnsafeBytes {
        _ = XChangeProperty(
          handle, window, property, asking.atom("ATOM_PAIR"), 32, PropModeReplace,
          $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(atoms.count))
      }
    }
    XConvertSelection(handle, asking.atom("CLIPBOARD"), asking.atom(target), property, window, UInt(CurrentTime))
    let deadline = MonotonicTime.after(seconds: 5)
    while true {
      while let event = asking.nextEvent() {
        guard event.type == SelectionNotify else { continue }
        if event.xselection.property == 0 { return nil }
        var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
        var data: UnsafeMutablePointer<UInt8>?
        let status = XGetWindowProperty(
          handle, window, property, 0, 1 << 20, 0, UInt(AnyPropertyType), &type, &format, &count, &rest, &data)
        guard status == Success, let data else { return nil }
        defer { XFree(data) }
        return body(Int(format), Int(count), data)
      }
      if deadline.hasPassed { throw RigError("The owner of the clipboard does not answer.") }
      asking.waitForInput(before: deadline)
    }
  }
}
