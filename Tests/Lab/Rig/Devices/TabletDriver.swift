/// An X driver for kernel devices (`KernelDevice`). Each case is a driver that users have.
public enum TabletDriver: String, Sendable, Hashable, CaseIterable {
  /// xf86-input-wacom. Creates a device in X for each end of the pen at once.
  case wacom
  /// xf86-input-libinput. Creates one device for the tablet, and one for each pen end at its first
  /// proximity.
  case libinput

  /// The names in X of the devices that exist as soon as a tablet is plugged in.
  public func names(of device: KernelDevice.Description) -> [String] {
    switch self {
    case .wacom: [device.name + " stylus", device.name + " eraser"]
    case .libinput: [device.name]
    }
  }

  /// The prefix of the name in X of a pen's end, once it has been in proximity.
  func prefix(of end: KernelPen.End, on device: KernelDevice.Description) -> String {
    switch (self, end) {
    case (.wacom, .tip): device.name + " stylus"
    case (.wacom, .eraser): device.name + " eraser"
    case (.libinput, .tip): device.name + " Pen ("
    case (.libinput, .eraser): device.name + " Eraser ("
    }
  }

  /// Another device that is always plugged in, for libinput. Without a device, libinput stops; if a
  /// pen was in proximity, an assertion on a remaining timer then ends the server. On real
  /// computers there is always another device.
  var companionDevice: KernelDevice.Description? { self == .libinput ? .keyboard : nil }

  /// The InputClass sections of the configuration file for these kernel devices.
  var text: String {
    (companionDevice == nil ? ["Tablet"] : ["Tablet", "Keyboard"]).map {
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
