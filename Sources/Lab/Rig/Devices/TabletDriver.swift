/// The X driver that takes up the devices of the kernel (`KernelDevice`) on a server: one of those
/// that people have.
public enum TabletDriver: String, Sendable, Hashable, CaseIterable {
  /// xf86-input-wacom: a device of X for each end of the pen, from the start.
  case wacom
  /// xf86-input-libinput: one for the tablet, and one for each end of each pen when it first comes
  /// near.
  case libinput

  /// The names by which X knows a tablet as soon as it is plugged in.
  public func names(of device: KernelDevice.Description) -> [String] {
    switch self {
    case .wacom: [device.name + " stylus", device.name + " eraser"]
    case .libinput: [device.name]
    }
  }

  /// What the name begins with under which X knows an end of a tablet's pen, once it has been near.
  func prefix(of end: KernelPen.End, on device: KernelDevice.Description) -> String {
    switch (self, end) {
    case (.wacom, .tip): device.name + " stylus"
    case (.wacom, .eraser): device.name + " eraser"
    case (.libinput, .tip): device.name + " Pen ("
    case (.libinput, .eraser): device.name + " Eraser ("
    }
  }

  /// What else of the kernel's is plugged in, always: libinput ends its work when the last device
  /// goes, as never happens to people, and then stops the server if a pen was near (its assertion
  /// that no timer is left).
  var company: KernelDevice.Description? { self == .libinput ? .keyboard : nil }

  /// The sections of the configuration file that make it take up what the kernel has.
  var text: String {
    (company == nil ? ["Tablet"] : ["Tablet", "Keyboard"]).map {
      """
      Section "InputClass"
        Identifier "\($0)s"
        MatchIs\($0) "true"
        MatchDevicePath "/dev/input/event*"
        Driver "\(rawValue)"
      EndSection

      """
    }.joined()
  }
}
