import Document
import Files
import Glibc
import Rig
import Storage

/// The machine and the build, so far as figures depend on them.
enum Machine {
  static var facts: [(name: String, value: String)] {
    var facts = [
      ("processor", processor), ("cores", "\(sysconf(Int32(_SC_NPROCESSORS_ONLN)))"), ("system", system),
    ]
    #if DEBUG
      facts.append(("build", "debug: the figures say nothing about what people get"))
    #else
      facts.append(("build", "release"))
    #endif
    return facts
  }

  /// The facts, with the X server on which programs are measured, and the program that is.
  static func facts(_ program: String?) throws(RigError) -> [(name: String, value: String)] {
    var facts = facts
    let server = try XServer()
    let screen = try Screen(display: server.display)
    facts.append(("X server", screen.serverVersion + ", drawing in software, on a screen that is not there"))
    if let program {
      let asked = try Program(program, ["--version"])
      try asked.waitForExit()
      facts.append(("program", asked.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
    }
    return facts
  }

  /// The value of a line "name: value" of a file of the system's; nil where there is none.
  static func value(of name: String, in path: String) -> String? {
    guard let bytes = try? InputFile.bytes(of: path, limit: 1 << 24) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].split(whereSeparator: \.isWhitespace).joined(separator: " ") == name else {
        continue
      }
      return parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    return nil
  }

  private static var processor: String { value(of: "model name", in: "/proc/cpuinfo") ?? "unknown" }

  private static var system: String {
    let release = try? InputFile.bytes(of: "/proc/sys/kernel/osrelease", limit: 4096)
    // The text after the numbers depends on the builder.
    return "Linux " + String(decoding: release ?? [], as: UTF8.self).prefix { $0.isNumber || $0 == "." }
  }
}
