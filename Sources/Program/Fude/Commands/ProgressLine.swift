import Files
import Glibc
import Language

/// A progress line on a terminal: shown after half a second, updated at most ten times a second,
/// removed at the end. In a file or pipe nothing is written.
final class ProgressLine {
  /// The time before the line is shown, s.
  static let timeout = 0.5
  private static let pause = 0.1

  private let title: String
  private let isSeen: Bool
  private let clock: () -> Double
  private let write: (String) -> Void
  private let start: Double
  private var last: Double?

  /// Starts with the work.
  /// - Parameters:
  ///   - title: the name of the work, printable.
  ///   - isSeen: whether the output is a terminal.
  ///   - clock: the time, seconds.
  ///   - write: writes to the output.
  init(
    _ title: String, isSeen: Bool = isatty(STDERR_FILENO) == 1, clock: @escaping () -> Double = ProgressLine.seconds,
    write: @escaping (String) -> Void = Standard.error
  ) {
    (self.title, self.isSeen, self.clock, self.write) = (title, isSeen, clock, write)
    start = clock()
  }

  /// Shows the progress, 0 ... 1.
  func show(_ share: Double) {
    guard isSeen else { return }
    let now = clock()
    guard now - start >= Self.timeout, last.map({ now - $0 >= Self.pause }) ?? true else { return }
    last = now
    // Back to the line's start; clears the previous text (ECMA-48: EL).
    write("\r" + translated("{task}: {share} %", ["task": title, "share": Int(share * 100)]) + "\u{1B}[K")
  }

  /// Removes the line.
  func end() {
    guard last != nil else { return }
    last = nil
    write("\r\u{1B}[K")
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
