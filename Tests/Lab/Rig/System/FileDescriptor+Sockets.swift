import Glibc

extension FileDescriptor {
  /// Makes a listening Unix socket at a path. `accepted` does not block.
  static func listening(at path: String) throws(RigError) -> FileDescriptor {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let socket = FileDescriptor(owning: Glibc.socket(AF_UNIX, kind, 0))
    guard socket.number >= 0 else { throw .system("Cannot make a socket", code: errno) }
    let result = try withAddress(path) { bind(socket.number, $0, $1) }
    guard result == 0, listen(socket.number, 64) == 0 else { throw .system("Cannot make \(path)", code: errno) }
    return socket
  }

  /// Makes a socket connected to the one listening at a path. `what` names it in the error.
  static func connected(to path: String, what: String) throws(RigError) -> FileDescriptor {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(owning: Glibc.socket(AF_UNIX, kind, 0))
    guard socket.number >= 0 else { throw .system("Cannot make a socket", code: errno) }
    let result = try withAddress(path) { connect(socket.number, $0, $1) }
    guard result == 0 else { throw .system("Cannot connect to \(what) at \(path)", code: errno) }
    return socket
  }

  /// Returns the next incoming connection, whose writes block; nil if there is none.
  func accepted() -> FileDescriptor? {
    let end = accept(number, nil, nil)
    guard end >= 0 else { return nil }
    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(owning: end)
  }

  /// Number of written bytes that the other end of a Unix socket has not read (SIOCOUTQ); 0 if it
  /// has closed.
  var unreadCount: Int {
    var count: Int32 = 0
    return ioctl(number, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(RigError) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw RigError("The path \(path) is too long for a socket; set TMPDIR to a shorter one.")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
