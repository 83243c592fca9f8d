import Glibc
import Rig
import Testing

@Suite struct ProgramTests {
  /// Fails if output or exit status is lost.
  @Test func outputAndStatusAreKept() throws {
    let program = try Program("sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(try program.waitForExit() == .exited(3))
    #expect(program.output == "out\n" && program.errors == "err\n")
  }

  /// Fails if a program under test sees the developer's folders or display.
  @Test func theEnvironmentIsItsOwn() throws {
    let program = try Program("env", environment: ["EXTRA": "yes"])
    try program.waitForExit()
    let lines = program.output.split(separator: "\n")
    #expect(lines.contains("HOME=\(program.folder.path)"))
    #expect(lines.contains("XDG_STATE_HOME=\(program.folder.path)/state"))
    #expect(lines.contains("EXTRA=yes"))
    #expect(!lines.contains { $0.hasPrefix("DISPLAY=") || $0.hasPrefix("WAYLAND_DISPLAY=") })
  }

  /// Fails if a signal or input does not reach the program.
  @Test func signalsAndInputReachIt() throws {
    let cat = try Program("cat", input: .sent)
    cat.send("hello\n")
    try cat.waitForOutput("hello")
    cat.closeInput()
    #expect(try cat.waitForExit() == .exited(0))
    let sleeper = try Program("sleep", ["1000"])
    sleeper.signal(SIGTERM)
    #expect(try sleeper.waitForExit() == .signalled(Int(SIGTERM)))
  }

  /// Fails if a program or its folder remains after the test that started it.
  @Test func aProgramEndsWithItsOwner() throws {
    let (process, folder): (Int, String)
    do {
      let program = try Program("sleep", ["1000"])
      (process, folder) = (program.processID, program.folder.path)
      #expect(throws: RigError.self) { try program.waitForExit(seconds: 0.01) }
    }
    #expect(kill(pid_t(process), 0) != 0)
    #expect(access(folder, F_OK) != 0)
  }

  /// Fails if the error does not name the missing program.
  @Test func aMissingProgramIsNamed() {
    #expect(throws: RigError("There is no program no-such-program.")) { try Program("no-such-program") }
  }

  /// Fails if waiting for the output of an ended program takes until the deadline.
  @Test func anEndedProgramIsNotWaitedFor() throws {
    let program = try Program("sh", ["-c", "echo done"])
    try program.waitForOutput("done")
    #expect(throws: RigError.self) { try program.waitForOutput("more", seconds: 1000) }
  }
}
