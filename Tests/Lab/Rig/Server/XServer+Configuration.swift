extension XServer {
  /// The configuration of a server.
  public struct Configuration: Sendable {
    /// Screen width in px, 320...16384.
    public var width = 1920
    /// Screen height in px, 200...16384.
    public var height = 1080
    /// The input devices.
    public var devices: [DeviceSection] = [.pen, .touch, .mouse, .keyboard]
    /// The driver for kernel devices, which `KernelDevice` simulates; nil for none.
    public var tabletDriver: TabletDriver?
    /// Names of X extensions to disable ("MIT-SHM"). Some cannot be disabled.
    public var disabledExtensions: [String] = []
    /// Additional environment variables.
    public var environment: [String: String] = [:]
    /// Possible paths of the server program; the first that exists is used. A name without a slash
    /// is searched in PATH. The name comes last: the program in PATH may be a wrapper with root's
    /// rights that refuses our configuration.
    public var programs = ["/usr/lib/xorg/Xorg", "/usr/libexec/Xorg", "/usr/lib/Xorg", "Xorg"]
    /// The longest time to start, in seconds.
    public var timeout = 30.0

    /// The default server: 1920 by 1080 px with pen, touch screen, mouse and keyboard.
    public init() {}

    /// The default server with another screen size, in px.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }
}

extension XServer.Configuration {
  /// The default server with a tablet driver. A `Bench` with it has a `tablet`.
  public static func tablet(_ driver: TabletDriver, width: Int = 1920, height: Int = 1080) -> XServer.Configuration {
    var configuration = XServer.Configuration(width: width, height: height)
    configuration.tabletDriver = driver
    return configuration
  }

  /// The configuration file (xorg.conf(5)).
  func text(folder: String) -> String {
    let layout = devices.map {
      "  InputDevice \"\($0.name)\"" + ($0.role == .further ? "" : " \"\($0.role.rawValue)\"")
    }
    return """
      Section "ServerFlags"
        Option "AutoAddDevices" "\(tabletDriver != nil)"
        Option "AutoEnableDevices" "true"
        Option "AutoAddGPU" "false"
        Option "DontVTSwitch" "true"
        Option "BlankTime" "0"
        Option "StandbyTime" "0"
        Option "SuspendTime" "0"
        Option "OffTime" "0"
      EndSection
      Section "Extensions"
      \(disabledExtensions.map { "  Option \"\($0)\" \"Disable\"" }.joined(separator: "\n"))
      EndSection
      Section "ServerLayout"
        Identifier "Layout"
        Screen "Screen"
      \(layout.joined(separator: "\n"))
      EndSection
      \(devices.map { $0.text(folder: folder) }.joined() + (tabletDriver?.text ?? ""))
      Section "Device"
        Identifier "Card"
        Driver "dummy"
        VideoRam \(max(16384, width * height * 4 / 1024 + 4096))
      EndSection
      Section "Monitor"
        Identifier "Monitor"
        HorizSync 1.0-1000.0
        VertRefresh 1.0-1000.0
        \(modeLine)
      EndSection
      Section "Screen"
        Identifier "Screen"
        Device "Card"
        Monitor "Monitor"
        DefaultDepth 24
        SubSection "Display"
          Depth 24
          Modes "\(width)x\(height)"
          Virtual \(width) \(height)
        EndSubSection
      EndSection

      """
  }

  /// A mode that the dummy driver accepts. Nothing is scanned out, so the timings must only be in
  /// range (11 to 300 MHz). The blanking must not be 160 px, by which the server detects reduced
  /// blanking.
  private var modeLine: String {
    let (h1, h2, total) = (width + 80, width + 160, width + 320)
    let (v1, v2, lines) = (height + 3, height + 8, height + 24)
    let clock = min(max(Double(total * lines) * 60 / 1e6, 12), 290)
    let tenths = Int(clock * 10)
    return """
      Modeline "\(width)x\(height)" \(tenths / 10).\(tenths % 10) \(width) \(h1) \(h2) \(total) \
      \(height) \(v1) \(v2) \(lines) -hsync +vsync
      """
  }
}
