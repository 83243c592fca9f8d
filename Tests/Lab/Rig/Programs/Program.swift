import Glibc

/// A program under test with its own home folder. Its output goes to files in that folder.
///
/// Deallocation kills and reaps the program and removes the folder, so keep this object as long as
/// the files matter.
public final class Program {
  /// The executable's path.
  public let path: String
  /// Contains HOME, the XDG folders and the output.
  public let folder: TemporaryFolder
  private let process: ChildProcess
  private let input: FileDescriptor?

  /// The program's standard input.
  public enum StandardInput: Sendable {
    /// Standard input is empty.
    case empty
    /// Standard input comes from `send`, until `closeInput`.
    case sent
  }

  /// Starts a program.
  /// - Parameters:
  ///   - path: the executable; a name without a slash is looked for in PATH.
  ///   - arguments: without the program's name.
  ///   - display: the value of DISPLAY, nil for none.
  ///   - environment: further variables, which override those of the rig.
  ///   - folder: the folder of HOME and the output; nil for a new one. Pass the same folder to
  ///     start a program again.
  public init(
    _ path: String, _ arguments: [String] = [], display: String? = nil, environment: [String: String] = [:],
    folder: TemporaryFolder? = nil, input: StandardInput = .empty
  ) throws(RigError) {
    guard let executable = Self.find(path) else { throw RigError("There is no program \(path).") }
    self.path = executable
    let folder = if let folder { folder } else { try TemporaryFolder() }
    self.folder = folder
    let variables = try Self.environment(home: folder.path, display: display).merging(environment) { $1 }

    let theirInput: FileDescriptor
    switch input {
    case .empty:
      theirInput = try FileDescriptor.open("/dev/null", flags: O_RDONLY)
      self.input = nil
    case .sent:
      let (ours, theirs) = try FileDescriptor.pair()
      theirInput = theirs
      self.input = ours
    }
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
    process = try ChildProcess(
      path: executable, arguments: arguments, environment: variables,
      descriptors: [
        theirInput,
        try FileDescriptor.open(folder.path + "/stdout", flags: flags),
        try FileDescriptor.open(folder.path + "/stderr", flags: flags),
      ])
  }

  deinit {
    process.signalGroup(SIGKILL)
    _ = process.wait(before: .after(seconds: 10))
  }

  /// The process ID.
  public var processID: Int { Int(process.processID) }

  /// Its standard output so far.
  public var output: String { textOfFile(folder.path + "/stdout") ?? "" }

  /// Its standard error so far.
  public var errors: String { textOfFile(folder.path + "/stderr") ?? "" }

  /// Whether it is still running.
  public var isRunning: Bool { process.poll() == nil }

  /// The CPU time used so far, user and system together, in seconds; nil once it has ended.
  public var processorTime: Double? {
    // proc_pid_stat(5): fields 14 and 15. Count after the name in parentheses, which may contain
    // any character.
    guard isRunning, let line = textOfFile("/proc/\(processID)/stat"), let end = line.lastIndex(of: ")") else {
      return nil
    }
    let fields = line[line.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The number of voluntary context switches of its threads so far; nil once it has ended. This is
  /// how often they were woken. Threads that have ended do not count.
  public var wakeUps: Int? {
    guard isRunning, let folder = opendir("/proc/\(processID)/task") else { return nil }
    defer { closedir(folder) }
    var sum = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // proc_pid_status(5).
      guard Int(name) != nil, let status = textOfFile("/proc/\(processID)/task/\(name)/status") else { continue }
      for line in status.split(separator: "\n") where line.hasPrefix("voluntary_ctxt_switches:") {
        sum += line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
      }
    }
    return sum
  }

  /// Writes to its standard input (`input: .sent`).
  /// - Returns: whether all of it was written.
  @discardableResult
  public func send(_ text: String) -> Bool {
    guard let input else { return false }
    return Array(text.utf8).withUnsafeBytes { input.send($0) }
  }

  /// Ends its standard input.
  public func closeInput() {
    input?.close()
  }

  /// Sends a signal (SIGTERM, SIGKILL ...); does nothing if it has ended.
  public func signal(_ number: Int32) {
    process.signal(number)
  }

  /// Waits for its end.
  /// - Parameter seconds: the longest wait.
  /// - Returns: the exit status. Fails if it still runs after that time.
  @discardableResult
  public func waitForExit(seconds: Double = 10) throws(RigError) -> ExitStatus {
    if let status = process.wait(before: .after(seconds: seconds)) { return status }
    throw RigError("\(path) still runs after \(seconds) s; it wrote: \(lastWords).")
  }

  /// Waits until its standard output contains `text`.
  public func waitForOutput(_ text: String, seconds: Double = 10) throws(RigError) {
    try wait("standard output", for: text, seconds: seconds) { output }
  }

  /// Waits until its standard error contains `text`.
  public func waitForErrors(_ text: String, seconds: Double = 10) throws(RigError) {
    try wait("standard error", for: text, seconds: seconds) { errors }
  }

  private func wait(_ stream: String, for text: String, seconds: Double, _ read: () -> String) throws(RigError) {
    let deadline = MonotonicTime.after(seconds: seconds)
    while true {
      let ended = process.poll()
      if read().contains(text) { return }  // read after checking for the end, so the last output counts
      if let ended {
        throw RigError("\(path) ended with \(ended) and did not write \"\(text)\" to \(stream): \(lastWords).")
      }
      if deadline.hasPassed {
        throw RigError("\(path) did not write \"\(text)\" to \(stream) within \(seconds) s; it wrote: \(lastWords).")
      }
      MonotonicTime.sleep(seconds: 0.002)
    }
  }

  private var lastWords: String {
    let words = (output + errors).split(separator: "\n").suffix(5).joined(separator: " / ")
    return words.isEmpty ? "nothing" : words
  }
}
