internal import CX11
import Glibc

/// An error reply of the server.
struct RequestFailure: Hashable, Sendable, CustomStringConvertible {
  /// The error's code; 1...17 belong to the core protocol, larger ones to extensions.
  let code: UInt8
  /// Major opcode of the request that failed.
  let request: UInt8
  /// Minor opcode, for requests of extensions.
  let minor: UInt8
  /// The window, atom, device ... with the error.
  let resource: UInt
  /// Serial number of the request.
  let serial: UInt

  // X11 protocol, "Errors". Xlib's own table is in a file, which an error handler should not read.
  private static let names = [
    "Success", "BadRequest", "BadValue", "BadWindow", "BadPixmap", "BadAtom", "BadCursor", "BadFont", "BadMatch",
    "BadDrawable", "BadAccess", "BadAlloc", "BadColor", "BadGC", "BadIDChoice", "BadName", "BadLength",
    "BadImplementation",
  ]

  var description: String {
    let name = Int(code) < Self.names.count ? Self.names[Int(code)] : "of an extension"
    return "X error \(name) (\(code)) in request \(request).\(minor), resource 0x\(String(resource, radix: 16))"
  }
}

/// The errors of one connection: caught by traps, unexpected ones, and the loss of the server.
///
/// Xlib calls its handlers as plain C functions without context, so the log is attached to the
/// `Display` (as private data of an extension), where the handlers find it. Xlib releases it when
/// the display is closed.
final class FailureLog {
  /// A range of requests whose errors are expected.
  private struct Trap {
    let start: UInt
    var failure: RequestFailure?
  }

  /// Whether the connection is broken.
  private(set) var isBroken = false
  /// The number of unexpected errors.
  private(set) var unexpectedCount = 0
  private var traps: [Trap] = []
  /// Requests whose errors are ignored, the newest last.
  private var forgiven: [Range<UInt>] = []
  /// Our window. Another program may destroy it at any time; errors about it are ignored, since the
  /// DestroyNotify event reports that.
  var window: UInt?
  private static let mostLines = 20

  /// The log's number among a display's private data. Xlib numbers extensions from 128 upwards.
  private static let mark: Int32 = 0x4675_6465

  /// Empty.
  init() {}

  // Xlib has one error handler for all connections of a process; the default one ends the process.
  // It is installed with the first connection. Errors of foreign connections go to the previous
  // handler.
  private static let previousHandler = XSetErrorHandler { display, error in
    guard let display, let error else { return 0 }
    guard let log = FailureLog.of(display) else { return FailureLog.pass(error, of: display) }
    log.record(
      RequestFailure(
        code: error.pointee.error_code, request: error.pointee.request_code, minor: error.pointee.minor_code,
        resource: error.pointee.resourceid, serial: error.pointee.serial))
    return 0
  }

  // Called first when a connection breaks. It replaces Xlib's handler, which writes to standard
  // error.
  private static let previousLossHandler = XSetIOErrorHandler { display in
    guard let display else { return 0 }
    return FailureLog.of(display) == nil ? FailureLog.passLoss(of: display) : 0
  }

  private static func pass(_ error: UnsafeMutablePointer<XErrorEvent>, of display: OpaquePointer) -> Int32 {
    previousHandler?(display, error) ?? 0
  }

  private static func passLoss(of display: OpaquePointer) -> Int32 { previousLossHandler?(display) ?? 0 }

  /// Attaches a log to `display`, to which Xlib's handlers then write.
  static func install(on display: OpaquePointer) -> FailureLog {
    let log = FailureLog()
    let retained = Unmanaged.passRetained(log).toOpaque()
    // Xlib frees the record with free(), so it is allocated with calloc().
    if let memory = calloc(1, MemoryLayout<XExtData>.size) {
      let record = memory.bindMemory(to: XExtData.self, capacity: 1)
      record.pointee.number = mark
      record.pointee.private_data = retained.assumingMemoryBound(to: CChar.self)
      record.pointee.free_private = { record in
        if let log = record?.pointee.private_data { Unmanaged<FailureLog>.fromOpaque(log).release() }
        return 0
      }
      XAddToExtensionList(XEHeadOfExtensionList(XEDataObject(display: display)), record)
    }
    _ = (previousHandler, previousLossHandler)
    // Called next, instead of exit(): returning lets the interrupted call return.
    XSetIOErrorExitHandler(
      display,
      { _, log in
        guard let log else { return }
        Unmanaged<FailureLog>.fromOpaque(log).takeUnretainedValue().isBroken = true
      }, retained)
    return log
  }

  private static func of(_ display: OpaquePointer) -> FailureLog? {
    guard
      let record = XFindOnExtensionList(XEHeadOfExtensionList(XEDataObject(display: display)), mark),
      let log = record.pointee.private_data
    else { return nil }
    return Unmanaged<FailureLog>.fromOpaque(log).takeUnretainedValue()
  }

  /// Passes an error to the innermost trap set before its request. An unexpected error becomes a
  /// line on standard error.
  func record(_ failure: RequestFailure) {
    if forgiven.contains(where: { $0.contains(failure.serial) }) { return }
    if let i = traps.lastIndex(where: { $0.start <= failure.serial }) {
      if traps[i].failure == nil { traps[i].failure = failure }
      return
    }
    if failure.resource == window, Int32(failure.code) == BadWindow || Int32(failure.code) == BadDrawable { return }
    unexpectedCount += 1
    // An error that repeats with every frame must not fill the disk.
    guard unexpectedCount <= Self.mostLines else { return }
    let isLast = unexpectedCount == Self.mostLines
    let line = "fude: unexpected \(failure)\(isLast ? " (further errors are not reported)" : "")\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Starts a trap for errors of requests from serial `start` on, until `closeTrap`.
  func openTrap(from start: UInt) { traps.append(Trap(start: start)) }

  /// Ignores errors of these requests.
  func forgive(_ requests: Range<UInt>) {
    // After so many ranges the oldest has been answered.
    if forgiven.count == 64 { forgiven.removeFirst() }
    forgiven.append(requests)
  }

  /// Ends the innermost trap and returns the first error that it caught.
  func closeTrap() -> RequestFailure? { traps.popLast()?.failure }
}

extension Connection {
  /// Runs `body`. Returns its value and the first error of its requests. `synchronising` waits for
  /// the server's answers; requests with replies do not need that round trip. If the server is
  /// gone, nothing runs and the value is nil.
  func trapping<T>(synchronising: Bool = true, _ body: () -> T) -> (value: T?, failure: RequestFailure?) {
    guard isAlive else { return (nil, nil) }
    failures.openTrap(from: XNextRequest(display))
    let value = body()
    if synchronising, isAlive { XSync(display, 0) }
    return (value, failures.closeTrap())
  }

  /// Runs `body`, whose requests have no replies, and ignores their errors without waiting. If the
  /// server is gone, nothing runs.
  func forgiving(_ body: () -> Void) {
    guard isAlive else { return }
    let first = XNextRequest(display)
    body()
    guard isAlive else { return }
    failures.forgive(first..<XNextRequest(display))
  }
}
