import Glibc

/// A session's message bus of its own (D-Bus), with nobody on it and nobody who could be called to
/// it.
///
/// Life: 1. `init` starts it and returns when it answers; 2. programs find it by `environment`; 3.
/// ended by `stop`, or when its owner goes.
public final class MessageBus {
  /// Where it is reached (D-Bus Specification, "Server Addresses").
  public let address: String
  private let program: Program

  /// Whether what it needs is installed.
  public static var isInstalled: Bool { Program.find("dbus-daemon") != nil }

  /// Starts one. Fails where dbus-daemon is not installed.
  public init() throws(RigError) {
    guard Self.isInstalled else { throw RigError("dbus-daemon is not installed (Debian package dbus-daemon).") }
    let folder = try TemporaryFolder()
    // Everybody of this user's may do everything, as on a session's bus; there are no services, so
    // none is ever started.
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
    // It prints that when it listens.
    try program.waitForOutput("\n")
  }

  /// What programs that are to be on it have in their environment.
  public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  /// Ends it at once; all that is on it loses it.
  public func stop() throws(RigError) {
    program.signal(SIGKILL)
    try program.waitForExit()
  }

  /// Has it do nothing more, though it is there: who connects waits.
  public func freeze() { program.signal(SIGSTOP) }
}
