internal import CGIO
import Synchronization

/// Connects the program's window to screen readers: AT-SPI on D-Bus, through GIO.
///
/// `run` works on its own thread until `stop`. When a screen reader starts, the service sends
/// `AccessibilityRequest.listen`. The program then calls `show` after each change of the window,
/// until a request to stop.
///
/// Source: AT-SPI 2.46, at-spi2-core's `xml/` and `bus/`.
public final class AccessibilityService: Sendable {
  /// The data that `show` passes to the thread of `run`.
  struct PendingUpdate: Sendable {
    var window: AccessibleObject?
    var origin = (x: 0, y: 0)
    var isNew = false
    var isStopped = false
  }

  private let news = Mutex(PendingUpdate())
  let application: String
  let version: String
  let locale: String
  let request: @Sendable (AccessibilityRequest) -> Void
  /// Wakes the thread of `run`. Safe: GLib's contexts and cancellables are thread-safe (GLib's
  /// manual, "The Main Event Loop", "GCancellable"), and the pointers never change.
  nonisolated(unsafe) let context: OpaquePointer?
  /// Cancels pending calls; safe for the same reason.
  nonisolated(unsafe) let cancellable: UnsafeMutablePointer<GCancellable>?

  /// Makes a service; `run` starts it.
  /// - Parameters:
  ///   - locale: the language of names, as in `LC_MESSAGES`.
  ///   - request: receives the requests of screen readers, on the thread of `run`.
  public init(
    application: String, version: String, locale: String = "C",
    request: @escaping @Sendable (AccessibilityRequest) -> Void
  ) {
    (self.application, self.version, self.locale, self.request) = (application, version, locale, request)
    context = g_main_context_new()
    cancellable = g_cancellable_new()
  }

  deinit {
    g_object_unref(cancellable)
    g_main_context_unref(context)
  }

  /// Works on the calling thread until `stop`, or until the session bus ends.
  /// - Parameter address: the address of the session bus (D-Bus Specification, "Server Addresses").
  public func run(address: String) {
    let conversation = ScreenReaderConnection(self)
    conversation.run(address)
  }

  /// Updates the window's content. Thread-safe; does not block.
  /// - Parameters:
  ///   - x: the left edge of the window on the screen, px.
  ///   - y: the upper edge of the window on the screen, px.
  public func show(_ window: AccessibleObject, x: Int, y: Int) {
    news.withLock { ($0.window, $0.origin, $0.isNew) = (window, (x, y), true) }
    g_main_context_wakeup(context)
  }

  /// Makes `run` return soon. Thread-safe; does not block.
  public func stop() {
    news.withLock { $0.isStopped = true }
    g_cancellable_cancel(cancellable)
    g_main_context_wakeup(context)
  }

  /// The current data; resets `isNew`.
  func takeNews() -> PendingUpdate {
    news.withLock {
      let taken = $0
      $0.isNew = false
      return taken
    }
  }
}
