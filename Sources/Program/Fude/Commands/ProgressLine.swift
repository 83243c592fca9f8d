import Files
import Glibc
import Language

/// One line on a terminal that says how far work is: from half a second on, ten times a second at most, and gone at the end.
/// Where nobody looks, in a file or a pipe, nothing is said.
final class ProgressLine {
  /// How long work may take without being talked of, s.
  static let timeout = 0.5
  private static let pause = 0.1

  private let title: String
  private let isSeen: Bool
  private let clock: () -> Double
  private let write: (String) -> Void
  private let start: Double
  private var last: Double?

  /// Begins with the work.
  /// - Parameters:
  ///   - title: what is done, printable.
  ///   - isSeen: whether the line goes to a terminal.
  ///   - clock: seconds.
  ///   - write: where the line goes.
  init(
    _ title: String, isSeen: Bool = isatty(STDERR_FILENO) == 1, clock: @escaping () -> Double = ProgressLine.seconds,
    write: @escaping (String) -> Void = Standard.error
  ) {
    (self.title, self.isSeen, self.clock, self.write) = (title, isSeen, clock, write)
    start = clock()
  }

  /// Says how much is done, 0 ... 1.
  func show(_ share: Double) {
    guard isSeen else { return }
    let now = clock()
    guard now - start >= Self.timeout, last.map({ now - $0 >= Self.pause }) ?? true else { return }
    last = now
    // To the line's start; what was there before is wiped (ECMA-48: EL).
    write("\r" + translated("{task}: {share} %", ["task": title, "share": Int(share * 100)]) + "\u{1B}[K")
  }

  /// Wipes the line.
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
