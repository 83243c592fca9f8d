import Document
import Files
import Glibc

/// Figures of a process from /proc.
enum ProcessFigures {
  /// Proportional set size (PSS) of a process in MiB; nil if unavailable.
  static func memory(of process: Int) -> Double? {
    let text = Machine.value(of: "Pss", in: "/proc/\(process)/smaps_rollup")
    guard let word = text?.split(separator: " ").first, let kilobytes = Double(word) else { return nil }
    return kilobytes / 1024
  }

  /// Processor time of all threads of a process in s, to the system's tick; nil if unavailable.
  static func processorTime(of process: Int) -> Double? {
    // proc_pid_stat(5): fields 14 and 15. The name in parentheses may contain any character.
    guard let bytes = try? InputFile.bytes(of: "/proc/\(process)/stat", limit: 1 << 16) else { return nil }
    let line = String(decoding: bytes, as: UTF8.self)
    guard let end = line.lastIndex(of: ")") else { return nil }
    let fields = line[line.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
