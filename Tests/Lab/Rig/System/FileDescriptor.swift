import Glibc

/// An open file descriptor. `close` or deallocation closes it.
final class FileDescriptor {
  /// The descriptor's number; -1 once closed.
  private(set) var number: Int32

  init(owning number: Int32) {
    self.number = number
  }

  deinit { close() }

  /// Closes the descriptor. A second call does nothing.
  func close() {
    guard number >= 0 else { return }
    _ = Glibc.close(number)
    number = -1
  }

  /// Opens a file. Child programs do not inherit it. `what` names it in the error.
  static func open(_ path: String, flags: Int32, mode: mode_t = 0o600) throws(RigError) -> FileDescriptor {
    let number = Glibc.open(path, flags | O_CLOEXEC, mode)
    guard number >= 0 else { throw .system("Cannot open \(path)", code: errno) }
    return FileDescriptor(owning: number)
  }

  /// Makes a socket pair that child programs do not inherit. A pipe would need two steps for that
  /// flag.
  static func pair() throws(RigError) -> (FileDescriptor, FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system("Cannot make a socket pair", code: errno) }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  }

  /// Waits until there is something to read or the other end has closed.
  /// - Returns: whether that happened before `deadline`.
  func waitUntilReadable(before deadline: MonotonicTime) -> Bool {
    var item = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    while true {
      let milliseconds = Int32(min(deadline.secondsLeft * 1e3, 1e6).rounded(.up))
      let count = poll(&item, 1, milliseconds)
      if count > 0 { return true }
      if count < 0 && errno != EINTR { return false }
      if deadline.hasPassed { return false }
    }
  }

  /// Reads the available bytes into `buffer`. Blocks until there is at least one.
  /// - Returns: how many bytes; 0 at the end or after an error.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { return 0 }
    }
  }

  /// Writes all of `bytes` to a socket, without SIGPIPE if the other end has closed.
  /// - Returns: whether all bytes were written.
  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.send(
        number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// Reads a file as text, with invalid UTF-8 repaired; nil if it cannot be read.
func textOfFile(_ path: String) -> String? {
  guard let file = try? FileDescriptor.open(path, flags: O_RDONLY) else { return nil }
  var bytes: [UInt8] = []
  withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
    while case let count = file.read(into: buffer), count > 0 { bytes.append(contentsOf: buffer[..<count]) }
  }
  return String(decoding: bytes, as: UTF8.self)
}

func writeFile(_ path: String, _ bytes: [UInt8]) throws(RigError) {
  let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
  var start = 0
  while start < bytes.count {
    let count = bytes.withUnsafeBytes { write(file.number, $0.baseAddress?.advanced(by: start), $0.count - start) }
    if count < 0 {
      if errno == EINTR { continue }
      throw .system("Cannot write \(path)", code: errno)
    }
    start += count
  }
}
