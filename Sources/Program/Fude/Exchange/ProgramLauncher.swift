import Files
import Glibc
import Language

/// Other programs that Fude starts.
enum ProgramLauncher {
  /// What became of one.
  enum Outcome: Hashable, Sendable {
    /// It ended with this status of `waitpid`; 0 is well.
    case ended(Int32)
    /// There is none of that name.
    case missing
    /// It could not be started; why, without a capital and a full stop.
    case failed(String)
  }

  /// Starts one and waits for its end: to be called on a worker.
  ///
  /// It is a process group of its own: it lives on when Fude ends or is interrupted.
  /// - Parameters:
  ///   - program: a name to be looked for in PATH, or a path.
  ///   - words: what it finds as its arguments, its name first; paths as `PathText` has them.
  ///   - variable: a variable beside Fude's own, "NAME=value".
  ///   - isQuiet: whether what it says goes nowhere, rather than where Fude's own sentences go.
  static func run(_ program: String, _ words: [String], variable: String? = nil, isQuiet: Bool = false) -> Outcome {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return .failed(translated("there is not enough memory")) }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return .failed(translated("there is not enough memory")) }
    defer { posix_spawnattr_destroy(&attributes) }
    // All other descriptors of Fude's close by themselves.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if isQuiet {
      for descriptor: Int32 in 1...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Ignored signals would stay ignored.
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
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      // Who waits for it in our place has the status.
      guard errno == EINTR else { return .ended(0) }
    }
    return .ended(status)
  }
}
