internal import CX11
import Glibc
import Language

/// The memory of a frame buffer: a segment shared with the X server, or private memory.
///
/// `init` allocates it, zeroed. A segment is marked for removal as soon as both sides have attached
/// it, so it never outlives the process. The server executes requests in order, so it still reads
/// frames presented before `deinit`.
final class FrameMemory {
  let base: UnsafeMutableRawPointer
  let size: Int
  /// The segment in Xlib's form; nil for private memory. Xlib's images point to it.
  let segment: UnsafeMutablePointer<XShmSegmentInfo>?
  private let connection: Connection

  /// Allocates `size` bytes, at least 1; shared if `sharing` is true and the server can attach it.
  /// Throws if there is no memory.
  init(_ connection: Connection, size: Int, sharing: Bool) throws(DesktopError) {
    self.connection = connection
    self.size = size
    if sharing, let segment = Self.attach(connection, size: size) {
      self.segment = segment
      base = UnsafeMutableRawPointer(segment.pointee.shmaddr)
      return
    }
    guard let memory = calloc(1, size) else {
      throw DesktopError(translated("there is no memory for a picture of {mebibytes} MiB", ["mebibytes": size >> 20]))
    }
    segment = nil
    base = memory
  }

  deinit {
    guard let segment else {
      free(base)
      return
    }
    if connection.isAlive { XShmDetach(connection.display, segment) }
    shmdt(base)
    segment.deinitialize(count: 1)
    segment.deallocate()
  }

  /// Creates a segment and attaches it on both sides; nil if either fails.
  private static func attach(_ connection: Connection, size: Int) -> UnsafeMutablePointer<XShmSegmentInfo>? {
    let id = shmget(IPC_PRIVATE, size, IPC_CREAT | 0o600)
    guard id >= 0 else { return nil }
    // Removes the segment after the last side has detached.
    defer { shmctl(id, IPC_RMID, nil) }
    guard let address = shmat(id, nil, 0), address != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    let segment = UnsafeMutablePointer<XShmSegmentInfo>.allocate(capacity: 1)
    segment.initialize(
      to: XShmSegmentInfo(
        shmseg: 0, shmid: id, shmaddr: address.assumingMemoryBound(to: CChar.self), readOnly: 1))
    // Fails with BadAccess if the server runs elsewhere, or as a user who may not read the segment.
    let (attached, failure) = connection.trapping { XShmAttach(connection.display, segment) }
    if attached == 1, failure == nil, connection.isAlive { return segment }
    shmdt(address)
    segment.deallocate()
    return nil
  }
}

extension Connection {
  /// Whether the server runs on this machine, so that it can attach our memory. Checks for a Unix
  /// socket, because a remote server may have a segment with the same id.
  var isLocal: Bool {
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    return getpeername(XConnectionNumber(display), &address, &length) == 0
      && Int32(address.sa_family) == AF_UNIX
  }
}
