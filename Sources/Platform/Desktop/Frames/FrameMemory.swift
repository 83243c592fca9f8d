internal import CX11
import Glibc
import Language

/// The memory of a frame buffer: a segment that the X server has attached too, or memory of our own where it cannot.
///
/// Its life: `init` gets it, zeroed; a segment is marked for removal as soon as both sides are attached, so that
/// nothing remains however the process ends; `deinit` lets go of it. The server works off requests in order, so what
/// was put before is still read.
final class FrameMemory {
  let base: UnsafeMutableRawPointer
  let size: Int
  /// The segment as the server knows it; nil for memory of our own. Allocated, because Xlib's images point to it.
  let segment: UnsafeMutablePointer<XShmSegmentInfo>?
  private let connection: Connection

  /// `size` bytes, at least 1. Shared where `sharing` and the server can. Throws where there is no memory.
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

  /// Makes a segment and lets the server attach it; nil where either fails.
  private static func attach(_ connection: Connection, size: Int) -> UnsafeMutablePointer<XShmSegmentInfo>? {
    let id = shmget(IPC_PRIVATE, size, IPC_CREAT | 0o600)
    guard id >= 0 else { return nil }
    // Whatever happens below: once the last side has let go of it, it is gone.
    defer { shmctl(id, IPC_RMID, nil) }
    guard let address = shmat(id, nil, 0), address != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    let segment = UnsafeMutablePointer<XShmSegmentInfo>.allocate(capacity: 1)
    segment.initialize(
      to: XShmSegmentInfo(
        shmseg: 0, shmid: id, shmaddr: address.assumingMemoryBound(to: CChar.self), readOnly: 1))
    // BadAccess where the server runs elsewhere, or as somebody who may not read the segment.
    let (attached, failure) = connection.trapping { XShmAttach(connection.display, segment) }
    if attached == 1, failure == nil, connection.isAlive { return segment }
    shmdt(address)
    segment.deallocate()
    return nil
  }
}

extension Connection {
  /// Whether the server is on this machine, so that it can see our memory: asked for by a socket of the machine's
  /// own. (A server at the other end of a network may well have a segment of the same number.)
  var isLocal: Bool {
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    return getpeername(XConnectionNumber(display), &address, &length) == 0
      && Int32(address.sa_family) == AF_UNIX
  }
}
