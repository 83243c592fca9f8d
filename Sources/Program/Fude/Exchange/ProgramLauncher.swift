import Files
import Glibc
import Language

/// Starts other programs.
enum ProgramLauncher {
  /// The result of running a program.
  enum Outcome: Hashable, Sendable {
    /// It ended with this status of `waitpid`; 0 is success.
    case ended(Int32)
    /// No program has that name.
    case missing
    /// It could not be started. The reason has no capital and no full stop.
    case failed(String)
  }

  /// The result of starting a program.
  enum Start: Hashable, Sendable {
    /// It runs as this process.
    case process(pid_t)
    /// No program has that name.
    case missing
    /// It could not be started. The reason has no capital and no full stop.
    case failed(String)
  }

  /// Runs a program and waits for its end. Call it on a worker.
  ///
  /// The program gets a process group of its own, so it outlives Fude.
  /// - Parameters:
  ///   - program: a name to search in PATH, or a path.
  ///   - words: its arguments, its name first; paths as `PathText` has them.
  ///   - variable: an additional environment variable, "NAME=value".
  ///   - isQuiet: whether its output is discarded instead of going to Fude's standard error.
  static func run(_ program: String, _ words: [String], variable: String? = nil, isQuiet: Bool = false) -> Outcome {
    let start = start(program, words, variable: variable) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      if isQuiet {
        for descriptor: Int32 in 1...2 {
          posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
      }
    }
    switch start {
    case .missing: return .missing
    case .failed(let reason): return .failed(reason)
    case .process(let process):
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 {
        // Another handler has taken the status.
        guard errno == EINTR else { return .ended(0) }
      }
      return .ended(status)
    }
  }

  /// Starts a program in a process group of its own.
  /// - Parameter redirect: adds the program's standard streams. All other descriptors are
  ///   close-on-exec.
  static func start(
    _ program: String, _ words: [String], variable: String? = nil,
    _ redirect: (inout posix_spawn_file_actions_t) -> Void
  ) -> Start {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return .failed(translated("there is not enough memory")) }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return .failed(translated("there is not enough memory")) }
    defer { posix_spawnattr_destroy(&attributes) }
    redirect(&actions)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // A child inherits ignored signals.
    for signal in [SIGPIPE, SIGXFSZ, SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var arguments = words.map { strdup(PathText.system($0)) }
    let own = variable.flatMap { strdup($0) }
    defer { for word in arguments + [own] { free(word) } }
    guard arguments.allSatisfy({ $0 != nil }), variable == nil || own != nil else {
      return .failed(translated("there is not enough memory"))
    }
    arguments.append(nil)
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let entry = next.pointee {
      variables.append(entry)
      next += 1
    }
    variables += [own, nil]
    var process = pid_t()
    let code = posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
    if code == ENOENT { return .missing }
    guard code == 0 else { return .failed(String(cString: strerror(code))) }
    return .process(process)
  }
}
