import Glibc

/// The way a program ended.
public enum ExitStatus: Sendable, Hashable, CustomStringConvertible {
  /// It exited with this status, 0...255.
  case exited(Int)
  /// A signal ended it.
  case signalled(Int)

  /// A description for messages.
  public var description: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}

/// A child process in its own process group.
///
/// The first call that notices its end reaps it. Deallocation kills and reaps a running process and
/// its group.
final class ChildProcess {
  /// The process ID, which is also the process group's ID.
  let processID: pid_t
  private(set) var status: ExitStatus?

  /// Starts `path` with `arguments` (without the program's name) and exactly `environment`.
  /// - Parameter descriptors: its descriptors 0, 1, 2 and so on. It inherits no other descriptor of
  ///   the rig.
  init(path: String, arguments: [String], environment: [String: String], descriptors: [FileDescriptor])
    throws(RigError)
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source.number, Int32(target))
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The child blocks and ignores no signal, whatever the parent does. It has its own group, so an
    // interrupt from the terminal reaches only the tests, which then end it.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    var process: pid_t = 0
    let words = [path] + arguments
    let variables = environment.map { "\($0)=\($1)" }.sorted()
    let failure = Self.withCStrings(words) { words in
      Self.withCStrings(variables) { variables in
        // `actions` contains only the descriptors' numbers. Without this, optimised code could
        // release and close the descriptors too early.
        withExtendedLifetime(descriptors) { posix_spawn(&process, path, &actions, &attributes, words, variables) }
      }
    }
    guard failure == 0 else { throw .system("Cannot start \(path)", code: failure) }
    processID = process
  }

  deinit {
    guard poll() == nil else { return }
    kill(-processID, SIGKILL)
    reap(blocking: true)
  }

  /// The exit status, or nil while it runs. Does not wait.
  func poll() -> ExitStatus? {
    if status == nil { reap(blocking: false) }
    return status
  }

  /// Sends a signal to the process only. Does nothing if it has ended.
  func signal(_ number: Int32) {
    if poll() == nil { kill(processID, number) }
  }

  /// Sends a signal to the processes of its group, also after it has ended.
  func signalGroup(_ number: Int32) {
    kill(-processID, number)
  }

  /// Waits for its end.
  /// - Returns: the exit status, or nil if it still runs at `deadline`.
  func wait(before deadline: MonotonicTime) -> ExitStatus? {
    var pause = 0.000_5
    while true {
      if let status = poll() { return status }
      if deadline.hasPassed { return nil }
      // The tests' C library has no process descriptor to wait on, so poll.
      MonotonicTime.sleep(seconds: min(pause, deadline.secondsLeft))
      pause = min(pause * 2, 0.01)
    }
  }

  private func reap(blocking: Bool) {
    var word: Int32 = 0
    var result: pid_t
    repeat { result = waitpid(processID, &word, blocking ? 0 : WNOHANG) } while result < 0 && errno == EINTR
    guard result == processID else { return }
    // The macros WIFEXITED and so on, which Swift does not import.
    status = word & 0x7f == 0 ? .exited(Int(word >> 8 & 0xff)) : .signalled(Int(word & 0x7f))
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("an array with one item has a base address") }
      return body(start)
    }
  }
}
