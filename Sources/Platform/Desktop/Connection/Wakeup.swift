internal import CX11
import Glibc
import Language

/// The bell by which other threads end the event pump's wait: an eventfd.
///
/// Its life: made once before the workers; workers keep it and `signal` after they have put a result where the main
/// thread finds it; the pump reports any number of signals since its last drain as one `DesktopEvent.woken`.
public final class Wakeup: Sendable {
  /// The eventfd, non-blocking. A signal handler may write to it; nobody else but this class reads.
  public let descriptor: Int32

  /// A bell. Throws where the process has run out of file descriptors.
  public init() throws(DesktopError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else {
      throw DesktopError(
        translated("cannot make an event descriptor: {reason}", ["reason": String(cString: strerror(errno))]))
    }
  }

  deinit { close(descriptor) }

  /// Ends the pump's wait, or the next one. From any thread; never blocks.
  public func signal() {
    // Fails only with EAGAIN when the counter is full: then the pump is due to wake anyway.
    _ = eventfd_write(descriptor, 1)
  }

  /// Waits until it is signalled, for a worker whose bell it is; at most so many seconds, nil for as long as it takes. Returns whether it was.
  @discardableResult public func wait(seconds: Double? = nil) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let time = seconds.map { Int32(max(0, min(1e6, $0)) * 1000) } ?? -1
    while poll(&entry, 1, time) < 0, errno == EINTR {}
    return consume()
  }

  /// Whether it was signalled since the last call.
  func consume() -> Bool {
    var count: eventfd_t = 0
    return eventfd_read(descriptor, &count) == 0
  }
}
