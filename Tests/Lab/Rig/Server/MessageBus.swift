import Glibc

/// A private D-Bus session bus without services and without activation.
///
/// `init` returns when the bus answers. Programs find it by `environment`. `stop` or deallocation
/// ends it.
public final class MessageBus {
  /// The bus address (D-Bus Specification, "Server Addresses").
  public let address: String
  private let program: Program

  /// Whether dbus-daemon is installed.
  public static var isInstalled: Bool { Program.find("dbus-daemon") != nil }

  /// Starts a bus. Fails if dbus-daemon is not installed.
  public init() throws(RigError) {
    guard Self.isInstalled else { throw RigError("dbus-daemon is not installed (Debian package dbus-daemon).") }
    let folder = try TemporaryFolder()
    // All clients of this user may do everything, as on a normal session bus. No services are
    // configured, so none is started.
    try folder.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(folder.path)/bus</listen>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """, to: "bus.conf")
    program = try Program(
      "dbus-daemon", ["--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile", "--print-address=1"],
      folder: folder)
    address = "unix:path=\(folder.path)/bus"
    // dbus-daemon prints its address when it listens.
    try program.waitForOutput("\n")
  }

  /// The environment variables of programs that use the bus.
  public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  /// Ends the bus at once. All programs on it lose their connection.
  public func stop() throws(RigError) {
    program.signal(SIGKILL)
    try program.waitForExit()
  }

  /// Stops the process without ending it: clients that connect have to wait.
  public func freeze() { program.signal(SIGSTOP) }
}
