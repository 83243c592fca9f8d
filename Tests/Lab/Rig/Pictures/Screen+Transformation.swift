import CX11

extension Screen {
  /// Maps a device to a part of the screen, as desktops map a tablet to one of several monitors.
  ///
  /// Sets the property with the server's transformation matrix of the device.
  /// - Parameters:
  ///   - name: the device.
  ///   - part: the area of the screen to map to, px.
  ///   - width: the screen's width, px.
  ///   - height: the screen's height, px.
  public func map(deviceNamed name: String, to part: Area, ofScreen width: Int, _ height: Int) throws(RigError) {
    guard let id = deviceID(named: name) else { throw RigError("The X server has no device \"\(name)\".") }
    let (w, h) = (Float(width), Float(height))
    var matrix: [Float] = [
      Float(part.width) / w, 0, Float(part.x) / w,
      0, Float(part.height) / h, Float(part.y) / h,
      0, 0, 1,
    ]
    let (property, type) = (connection.atom("Coordinate Transformation Matrix"), connection.atom("FLOAT"))
    try connection.checked("Cannot map the device \"\(name)\"") { handle in
      matrix.withUnsafeMutableBytes { bytes in
        XIChangeProperty(
          handle, id, property, type, 32, PropModeReplace, bytes.bindMemory(to: UInt8.self).baseAddress, 9)
      }
    }
  }
}
