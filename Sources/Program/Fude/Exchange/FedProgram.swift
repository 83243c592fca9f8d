import Files
import Glibc
import Language

/// A program that reads what is written to it, and whose messages are collected. Use it from one
/// worker.
///
/// 1. `init` starts it. It may write to a file of ours, its descriptor 3.
/// 2. `write` passes bytes; `finish` ends its input and waits for its end.
/// 3. A program that is still running when the object is released is killed, with its children.
final class FedProgram {
  /// Where a program's messages come from.
  enum Messages: Int32 {
    case output = 1
    case errors = 2
  }

  private var process: pid_t?
  private var number: Unfinished.Number
  private var input: Int32
  private var messages: Int32
  /// The end of what it printed.
  private(set) var text: [UInt8] = []

  /// Bytes of messages that are kept.
  private static let mostText = 1 << 16
  /// The time between two questions whether the work goes on, ms.
  private static let pace: Int32 = 100

  /// Starts a program.
  /// - Parameters:
  ///   - path: its path, or a name to search in PATH.
  ///   - output: a descriptor that it has as its descriptor 3; nil for none.
  ///   - kind: which of its outputs is collected; the other is discarded.
  /// - Throws: the reason, without a capital and a full stop.
  init(_ path: String, _ words: [String], output: Int32? = nil, collecting kind: Messages) throws(StartError) {
    (input, messages) = (-1, -1)
    let (theirs, ours) = try Self.pair()
    let (read, written): (Int32, Int32)
    do throws(StartError) { (read, written) = try Self.pair() } catch {
      for end in [theirs, ours] { close(end) }
      throw error
    }
    defer { for end in [theirs, written] { close(end) } }
    (input, messages) = (ours, read)
    for end in [ours, read] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    let start = Unfinished.begin {
      ProgramLauncher.start(path, words) { actions in
        posix_spawn_file_actions_adddup2(&actions, theirs, 0)
        posix_spawn_file_actions_adddup2(&actions, written, kind.rawValue)
        posix_spawn_file_actions_addopen(&actions, 3 - kind.rawValue, "/dev/null", O_WRONLY, 0)
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 3) }
      }
    } removal: { start in
      guard case .process(let process) = start else { return nil }
      return {
        kill(-process, SIGKILL)
        _ = Self.wait(process, 0)
      }
    }
    number = start.number
    switch start.value {
    case .process(let process): self.process = process
    case .missing: throw StartError(reason: translated("it is not installed"))
    case .failed(let reason): throw StartError(reason: reason)
    }
  }

  /// Why a program does not run.
  struct StartError: Error {
    var reason: String
  }

  deinit {
    closeInput()
    if let process {
      // It has a process group of its own.
      kill(-process, SIGKILL)
      Unfinished.end(number)
      _ = Self.wait(process, 0)
    }
    if messages >= 0 { close(messages) }
  }

  /// Two connected sockets, closed in other programs. Sockets, because there is no signal when the
  /// other end is closed.
  private static func pair() throws(StartError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw StartError(reason: String(cString: strerror(errno))) }
    return (ends[0], ends[1])
  }

  private func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Passes bytes. Returns false if the program reads no more, or `isWanted` returned false.
  func write(_ bytes: UnsafeRawBufferPointer, isWanted: () -> Bool) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard isWanted(), input >= 0 else { return false }
      var ends = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0), pollfd(fd: messages, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ends, 2, Self.pace) > 0 else { continue }
      if ends[1].revents != 0 { collect() }
      guard ends[0].revents != 0 else { continue }
      let count = send(input, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        closeInput()
      }
    }
    return true
  }

  /// Ends the input and waits for the program's end. Returns the status of `waitpid`; nil if
  /// `isWanted` returned false, and the program was killed.
  func finish(isWanted: () -> Bool = { true }) -> Int32? {
    closeInput()
    while messages >= 0 {
      guard isWanted() else { return nil }
      var end = [pollfd(fd: messages, events: Int16(POLLIN), revents: 0)]
      if poll(&end, 1, Self.pace) > 0 { collect() }
    }
    // A program may close its outputs before it ends.
    while let process {
      var ended: Int32?
      // Afterwards the number may be another process's.
      Unfinished.end(number) {
        ended = Self.wait(process, WNOHANG)
        return ended != nil
      }
      if let ended {
        self.process = nil
        return ended
      }
      guard isWanted() else { return nil }
      usleep(UInt32(Self.pace) * 100)
    }
    return nil
  }

  /// The status of a process; nil while it runs.
  private static func wait(_ process: pid_t, _ options: Int32) -> Int32? {
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, options)
      if ended == process { return status }
      if ended == 0 { return nil }
      // Another handler has taken the status.
      guard errno == EINTR else { return 0 }
    }
  }

  /// Reads what the program printed; closes the socket at its end.
  private func collect() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while messages >= 0 {
      let count = read(messages, &chunk, chunk.count)
      if count > 0 {
        text += chunk.prefix(count)
        if text.count > Self.mostText { text.removeFirst(text.count - Self.mostText) }
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        return
      } else {
        close(messages)
        messages = -1
      }
    }
  }

  /// The last line that is not empty, for a message; nil for none.
  var lastLine: String? {
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last { line in line.contains { !$0.isWhitespace } }.map { FileError.printable(String($0)) }
  }
}
