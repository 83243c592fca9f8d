internal import CX11
import Glibc
import Language

/// An eventfd with which other threads end the event pump's wait.
///
/// A worker calls `signal` after it has stored a result for the main thread. The pump reports all
/// signals since its last drain as one `DesktopEvent.woken`.
public final class Wakeup: Sendable {
  /// The eventfd, non-blocking. A signal handler may write to it; only this class reads it.
  public let descriptor: Int32

  /// Creates an eventfd. Throws if the process has run out of file descriptors.
  public init() throws(DesktopError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else {
      throw DesktopError(
        translated("cannot make an event descriptor: {reason}", ["reason": String(cString: strerror(errno))]))
    }
  }

  deinit { close(descriptor) }

  /// Ends the current or the next wait. Any thread may call it; never blocks.
  public func signal() {
    // Fails only with EAGAIN when the counter is full: then the pump is due to wake anyway.
    _ = eventfd_write(descriptor, 1)
  }

  /// Waits until it is signalled, for at most `seconds`; nil means no limit. Returns whether it was
  /// signalled. For a worker that owns the wakeup.
  @discardableResult public func wait(seconds: Double? = nil) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let time = seconds.map { Int32(max(0, min(1e6, $0)) * 1000) } ?? -1
    while poll(&entry, 1, time) < 0, errno == EINTR {}
    return consume()
  }

  /// Returns whether it was signalled since the last call, and resets it.
  func consume() -> Bool {
    var count: eventfd_t = 0
    return eventfd_read(descriptor, &count) == 0
  }
}
