import Glibc

/// Names a process for other processes, also for those on other machines that share a folder.
///
/// A process number alone does not: numbers are used again, and each machine and each container has
/// its own. So the mark has the time at which the process started, and the system that counts both.
struct ProcessMark: Hashable, Sendable {
  /// This machine since its last start, and the process's namespaces, as a hash; nil if the system
  /// does not say it.
  var system: String?
  /// The process's number.
  var number: pid_t
  /// When it started, in the system's ticks; nil if unknown.
  var start: UInt64?

  /// This process.
  static let own = ProcessMark(system: ownSystem, number: getpid(), start: startTime(of: getpid()))

  /// Whether the process has ended; nil if this process cannot know it.
  var hasEnded: Bool? {
    guard let system, system == Self.ownSystem else { return nil }
    // Processes of other users may be invisible in /proc, but kill(2) finds them.
    if kill(number, 0) != 0, errno == ESRCH { return true }
    guard let start, let now = Self.startTime(of: number) else { return false }
    return now != start
  }

  // MARK: Text

  private static let unknown = "0"

  /// The mark as a part of a file's name.
  var text: String {
    "\(system ?? Self.unknown)-\(number)-\(start.map { String($0, radix: 36) } ?? Self.unknown)"
  }

  init(system: String?, number: pid_t, start: UInt64?) {
    (self.system, self.number, self.start) = (system, number, start)
  }

  /// Parses a mark; nil if it is none.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, let number = pid_t(parts[1]), number > 0,
      let start = UInt64(parts[2], radix: 36)
    else { return nil }
    self.init(
      system: parts[0] == Self.unknown ? nil : String(parts[0]), number: number, start: start == 0 ? nil : start)
  }

  // MARK: What the system says

  private static let ownSystem: String? = {
    guard let boot = try? InputFile.bytes(of: "/proc/sys/kernel/random/boot_id", limit: 256), !boot.isEmpty else {
      return nil
    }
    // A process number and a start time mean something in their namespaces only.
    let bytes = boot + link("/proc/self/ns/pid") + link("/proc/self/ns/time")
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(max(hash, 1), radix: 36)
  }()

  private static func link(_ path: String) -> [UInt8] {
    var target = [UInt8](repeating: 0, count: 64)
    let count = readlink(path, &target, target.count)
    return Array(target.prefix(max(0, count)))
  }

  private static func startTime(of process: pid_t) -> UInt64? {
    guard let bytes = try? InputFile.bytes(of: "/proc/\(process)/stat", limit: 4096),
      // The second field is the name in parentheses, of any characters.
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    // The third field is the first after the name; the start is field 22.
    guard fields.count > 19 else { return nil }
    return UInt64(String(decoding: fields[19], as: UTF8.self))
  }
}
