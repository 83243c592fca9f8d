/// The accessibility services of a desktop: a session bus with at-spi2-core's launcher, and the
/// accessibility bus.
///
/// `init` returns when the launcher answers. No screen reader is active then. Deallocation ends all
/// processes.
public final class AccessibilityDesktop {
  /// The session bus.
  public let bus: MessageBus
  private let launcher: Program
  private let folder: TemporaryFolder

  private static let places = ["/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher"]

  /// Whether at-spi2-core, gdbus and a message bus are installed.
  public static var isInstalled: Bool {
    MessageBus.isInstalled && Program.find("gdbus") != nil && places.contains { Program.find($0) != nil }
  }

  /// Starts the services. Fails if at-spi2-core or gdbus is not installed.
  public init() throws(RigError) {
    guard let path = Self.places.first(where: { Program.find($0) != nil }) else {
      throw RigError("at-spi2-core is not installed (Debian package at-spi2-core).")
    }
    bus = try MessageBus()
    folder = try TemporaryFolder()
    launcher = try Program(
      path, ["--launch-immediately"],
      environment: bus.environment.merging(["GSETTINGS_BACKEND": "memory"]) { $1 }, folder: folder)
    try Self.run(["wait", "--session", "--timeout", "10", "org.a11y.Bus"], bus)
  }

  /// Environment variables of programs and screen readers that use the services.
  public var environment: [String: String] { bus.environment }

  /// Sets whether a screen reader is active, as the desktop's settings do.
  public func setReader(_ isActive: Bool) throws(RigError) {
    try Self.run(
      [
        "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--method",
        "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled", "<\(isActive)>",
      ], bus)
  }

  private static func run(_ arguments: [String], _ bus: MessageBus) throws(RigError) {
    let program = try Program("gdbus", arguments, environment: bus.environment)
    guard try program.waitForExit(seconds: 20) == .exited(0) else {
      throw RigError("gdbus \(arguments.joined(separator: " ")) failed: \(program.errors)")
    }
  }
}
