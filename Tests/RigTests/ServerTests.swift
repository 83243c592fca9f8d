import Glibc
import Rig
import Testing

/// A server starts, answers and always ends. Tests run one at a time, because each server needs the
/// whole machine.
@Suite(.serialized) struct ServerTests {
  /// Fails if the server or its folder remains.
  @Test func aStoppedServerIsGone() throws {
    let server = try XServer()
    let (process, folder) = (server.processID, server.folder.path)
    #expect(exists(process))
    let screen = try Screen(display: server.display)
    #expect(screen.width == 1920 && screen.height == 1080)

    server.stop()
    #expect(!exists(process))
    #expect(access(folder, F_OK) != 0)
    #expect(throws: RigError("The connection to the X server was lost.")) { try screen.synchronize() }
    #expect(throws: RigError.self) { try screen.image() }
  }

  /// Fails if a server ends only by `stop`.
  @Test func aServerEndsWithItsOwner() throws {
    let process: Int
    do {
      let server = try XServer(XServer.Configuration(width: 640, height: 480))
      process = server.processID
    }
    #expect(!exists(process))
  }

  /// Fails if a server stays after its process was killed and could not run any code.
  @Test func aServerEndsWhenItsProcessIsKilled() throws {
    let penlab = try #require(Program.built("penlab"), "penlab is built with the tests")
    let program = try Program(penlab, ["server", "--size", "640x480"], input: .sent)
    try program.waitForOutput("process ")
    let word = try #require(program.output.split(separator: "\n").first { $0.hasPrefix("process ") })
    let process = try #require(Int(word.dropFirst("process ".count)))
    #expect(exists(process))

    program.signal(SIGKILL)
    #expect(try program.waitForExit() == .signalled(Int(SIGKILL)))
    let deadline = MonotonicTime.after(seconds: 10)
    while exists(process), !deadline.hasPassed { MonotonicTime.sleep(seconds: 0.005) }
    #expect(!exists(process))
  }

  /// Fails if several servers disturb each other.
  @Test func serversSideBySideHaveNumbersOfTheirOwn() throws {
    let servers = try (0..<3).map { _ in try XServer(XServer.Configuration(width: 640, height: 480)) }
    #expect(Set(servers.map(\.number)).count == 3)
    for server in servers { #expect(try Screen(display: server.display).width == 640) }
  }

  /// Fails if the screen's size is fixed, or if unusual sizes do not work.
  @Test(arguments: [(320, 200), (801, 603), (3840, 2160)])
  func aScreenHasTheSizeAskedFor(_ width: Int, _ height: Int) throws {
    let server = try XServer(XServer.Configuration(width: width, height: height))
    let screen = try Screen(display: server.display)
    #expect(screen.width == width && screen.height == height)
    #expect(try screen.image().area == Area(x: 0, y: 0, width: width, height: height))
  }

  /// Fails if the error does not name the missing Xorg.
  @Test func aMissingServerIsNamed() throws {
    var configuration = XServer.Configuration()
    configuration.programs = ["/nowhere/Xorg", "no-such-xorg"]
    #expect(
      throws: RigError(
        "Xorg is not installed, it is none of: /nowhere/Xorg, no-such-xorg (Debian package xserver-xorg-core).")
    ) { try XServer(configuration) }
  }

  /// Fails if a missing driver gives no clear error, or a server without the device.
  @Test func aMissingDriverIsNamed() throws {
    var configuration = XServer.Configuration()
    configuration.devices.append(DeviceSection(name: "Odd", driver: "no-such-driver", options: [], role: .further))
    let error = #expect(throws: RigError.self) { try XServer(configuration) }
    #expect(error?.sentence.hasPrefix("The driver \"no-such-driver\" of ") == true)
  }

  /// Fails if a server that cannot start is waited for until the timeout, or leaves its folder
  /// behind.
  @Test func aServerThatCannotStartSaysWhy() throws {
    var configuration = XServer.Configuration()
    configuration.devices = [DeviceSection(name: "Bro\"ken", driver: "inputtest", options: [])]
    let error = #expect(throws: RigError.self) { try XServer(configuration) }
    #expect(error?.sentence.contains("did not start") == true)
  }

  private func exists(_ process: Int) -> Bool { kill(pid_t(process), 0) == 0 }
}
