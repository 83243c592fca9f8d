internal import CGIO
import Synchronization

/// Tells screen readers of the program's window and takes what they want of it: AT-SPI on D-Bus, by GIO.
///
/// Its life: made by the program's thread; `run` works on a thread of its own until `stop`. As long as no reader is there it only
/// listens on the session's bus for one (`org.a11y.Status`), and sleeps. When one comes the program is asked to tell of its window
/// (`AccessibilityRequest.listen`) by `show`, again whenever that changes, until it is asked to cease. What readers want of a thing
/// comes by the same way.
///
/// Source: AT-SPI 2.46, at-spi2-core's `xml/` and `bus/`. It needs no library of that: what a toolkit says on the bus is little, and
/// GIO, which carries it, is there for the dialogs and by Pango.
public final class AccessibilityService: Sendable {
  /// What `show` hands over to the thread that talks.
  struct News: Sendable {
    var window: AccessibleObject?
    var origin = (x: 0, y: 0)
    var isNew = false
    var isStopped = false
  }

  private let news = Mutex(News())
  let application: String
  let version: String
  let locale: String
  let request: @Sendable (AccessibilityRequest) -> Void
  /// Wakes the thread and ends what it waits for. GLib's contexts and cancellables may be used by any thread (GLib's manual, "The Main
  /// Event Loop", "GCancellable"), and the pointers never change.
  nonisolated(unsafe) let context: OpaquePointer?
  /// The same goes for what ends a call.
  nonisolated(unsafe) let cancellable: UnsafeMutablePointer<GCancellable>?

  /// A service that does nothing yet.
  /// - Parameters:
  ///   - application: what the program is called.
  ///   - version: its version.
  ///   - locale: the language that names are in, as in `LC_MESSAGES`.
  ///   - request: told what readers want, on the thread of `run`.
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

  /// Works on the thread that calls it, until `stop` or until the session's bus is gone.
  /// - Parameter address: the session's bus (D-Bus Specification, "Server Addresses").
  public func run(address: String) {
    let conversation = ScreenReaderConnection(self)
    conversation.run(address)
  }

  /// Tells of the window as it is now. From any thread; never waits.
  /// - Parameters:
  ///   - window: all of it.
  ///   - x: where its upper left corner is on the screen, px.
  ///   - y: the same downwards.
  public func show(_ window: AccessibleObject, x: Int, y: Int) {
    news.withLock { ($0.window, $0.origin, $0.isNew) = (window, (x, y), true) }
    g_main_context_wakeup(context)
  }

  /// Ends `run` soon. From any thread; never waits.
  public func stop() {
    news.withLock { $0.isStopped = true }
    g_cancellable_cancel(cancellable)
    g_main_context_wakeup(context)
  }

  /// What is new since the last call.
  func takeNews() -> News {
    news.withLock {
      let taken = $0
      $0.isNew = false
      return taken
    }
  }
}
