internal import CX11

/// The scale of the user interface in the resource database (Xft.dpi).
enum InterfaceScale {
  /// Returns Xft.dpi / 96 from RESOURCE_MANAGER; 1 if it is missing or outside 24...960.
  static func parse(_ resources: some StringProtocol) -> Double {
    // The last entry wins, as in Xrm.
    var scale = 1.0
    for line in resources.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":"), trimmed(line[..<colon]) == "Xft.dpi" else { continue }
      guard let dpi = Double(trimmed(line[line.index(after: colon)...])), (24...960).contains(dpi) else { continue }
      scale = dpi / 96
    }
    return scale
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let kept = text.drop(while: \.isWhitespace)
    guard let last = kept.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(kept[...last])
  }
}

extension Connection {
  /// Reads the interface scale and the high-contrast theme from the server. XSETTINGS override the
  /// resource database, which many desktops do not update.
  func readLook() -> (scale: Double, contrast: HighContrast?) {
    guard isAlive else { return (scale, highContrast) }
    let settings = readSettings()
    let contrast = settings.flatMap { XSettings.contrast(in: $0) }
    if let dpi = settings.flatMap({ XSettings.dpi(in: $0) }) { return (dpi / 96, contrast) }
    return (readResources(), contrast)
  }

  /// Reads the scale from the root window; Xlib's own copy of the resources is not updated.
  private func readResources() -> Double {
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var rest: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    // The user's resources are on the first screen's root window; at most 1 MiB is read.
    let status = XGetWindowProperty(
      display, XRootWindow(display, 0), atoms[.resourceManager], 0, 262_144, 0, Atom(XA_STRING), &type, &format,
      &count, &rest, &data)
    defer { if let data { XFree(data) } }
    guard status == Success, format == 8, let data else { return 1 }
    return InterfaceScale.parse(String(decoding: UnsafeBufferPointer(start: data, count: Int(count)), as: UTF8.self))
  }
}
