import CX11

extension Screen {
  /// The X server's name and version: "X.Org 21.1.7".
  public var serverVersion: String {
    guard let handle = connection.live else { return "unknown" }
    // X.Org's release 1.21.1.7 is 12101007 and is called 21.1.7.
    let release = Int(XVendorRelease(handle))
    let (series, minor, patch) = (release / 100_000 % 100, release / 1000 % 100, release % 1000)
    let name = XServerVendor(handle).map { String(cString: $0) } ?? ""
    return name.contains("X.Org") ? "X.Org \(series).\(minor).\(patch)" : "\(name) \(release)"
  }
}
