import Document
import Files
import Glibc

/// Figures of a process from /proc.
enum ProcessFigures {
  /// The proportional memory of a process (PSS), MiB; nil if unknown.
  static func memory(of process: Int) -> Double? {
    let text = Machine.value(of: "Pss", in: "/proc/\(process)/smaps_rollup")
    guard let word = text?.split(separator: " ").first, let kilobytes = Double(word) else { return nil }
    return kilobytes / 1024
  }

  /// The processor time that all threads of a process have used, s, to the system's tick; nil where
  /// there is none.
  static func processorTime(of process: Int) -> Double? {
    // proc_pid_stat(5): fields 14 and 15, counted after the name in parentheses, which may itself
    // hold anything.
    guard let bytes = try? InputFile.bytes(of: "/proc/\(process)/stat", limit: 1 << 16) else { return nil }
    let line = String(decoding: bytes, as: UTF8.self)
    guard let end = line.lastIndex(of: ")") else { return nil }
    let fields = line[line.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
