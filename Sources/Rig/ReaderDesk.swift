/// What a desktop has for those who do not see it: a session's bus, on it at-spi2-core's launcher, and the readers' own bus behind that.
///
/// Life: 1. `init` returns when the launcher answers; no reader is there yet; 2. `setReader` says whether one is, as a desktop's settings
/// do; 3. ended with its owner.
public final class ReaderDesk {
  /// The session's bus.
  public let bus: MessageBus
  private let launcher: Program
  private let folder: TemporaryFolder

  private static let places = ["/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher"]

  /// Whether what it needs is installed.
  public static var isInstalled: Bool {
    MessageBus.isInstalled && Program.find("gdbus") != nil && places.contains { Program.find($0) != nil }
  }

  /// Starts one. Fails where at-spi2-core or gdbus is not installed.
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

  /// What programs and readers that are to be on it have in their environment.
  public var environment: [String: String] { bus.environment }

  /// Says whether a reader is there.
  public func setReader(_ isThere: Bool) throws(RigError) {
    try Self.run(
      [
        "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--method",
        "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled", "<\(isThere)>",
      ], bus)
  }

  private static func run(_ arguments: [String], _ bus: MessageBus) throws(RigError) {
    let program = try Program("gdbus", arguments, environment: bus.environment)
    guard try program.waitForExit(seconds: 20) == .exited(0) else {
      throw RigError("gdbus \(arguments.joined(separator: " ")) failed: \(program.errors)")
    }
  }
}
