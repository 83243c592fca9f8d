import Files
import Glibc
import Portal

/// Shows files in the user's file manager: by the interface that file managers have for that, which picks the file out, or by
/// `xdg-open`, which every desktop has and which shows the folder.
enum FolderOpener {
  /// Shows a file in its folder. What goes wrong is put into `mailbox` as a sentence, when it has turned out.
  ///
  /// The program that shows it is a process group of its own: it lives on when Fude ends or is interrupted. A worker waits for it meanwhile, since
  /// some file managers return at once and others when their window is closed.
  /// - Parameter bus: the address of the session's bus; nil where there is none.
  static func show(_ path: String, bus: String?, _ mailbox: Mailbox<String>) {
    let folder = PathText.folder(of: path)
    let shown = FileError.printable(folder)
    let worker = Worker {
      switch bus.map({ FolderView.show(path, address: $0) }) ?? .unavailable {
      case .shown: return
      case .unanswered: return mailbox.put("The folder \(shown) cannot be shown: the file manager does not answer.")
      case .unavailable: break
      }
      if let fault = open(folder) { mailbox.put("The folder \(shown) cannot be shown: \(fault).") }
    }
    if worker == nil { mailbox.put("The folder \(shown) cannot be shown: the system grants no thread.") }
  }

  /// Runs `xdg-open` on a folder, and waits for its end. Returns what is wrong; nil where nothing is.
  private static func open(_ folder: String) -> String? {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return "there is no memory" }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return "there is no memory" }
    defer { posix_spawnattr_destroy(&attributes) }
    // What a desktop's programs chatter does not belong into what Fude says. All other descriptors of Fude's close by themselves.
    for descriptor: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Ignored signals would stay ignored.
    for signal in [SIGPIPE, SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(PathText.system(folder)), nil]
    defer { for word in words { free(word) } }
    guard words[0] != nil, words[1] != nil else { return "there is no memory" }
    var process = pid_t()
    let code = posix_spawnp(&process, "xdg-open", &actions, &attributes, &words, environ)
    if code == ENOENT { return "xdg-open, which does that, is not installed" }
    guard code == 0 else { return "xdg-open does not start: \(String(cString: strerror(code)))" }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status == 0 ? nil : "no program for folders was found"
  }
}
