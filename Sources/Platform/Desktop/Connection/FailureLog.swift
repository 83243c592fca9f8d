internal import CX11
import Glibc

/// An X error: the server's answer to a failed request.
struct RequestFailure: Hashable, Sendable, CustomStringConvertible {
  /// Error code; 1...17 belong to the core protocol, larger ones to extensions.
  let code: UInt8
  /// Major opcode of the failed request.
  let request: UInt8
  /// Minor opcode of the failed request, for extensions.
  let minor: UInt8
  /// The id of the window, atom or other resource concerned.
  let resource: UInt
  let serial: UInt

  // X11 protocol, "Errors". Xlib would read them from a file, which an error handler must avoid.
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

/// Collects the errors of one connection, and its loss.
///
/// Xlib's handlers are C functions without context, so the log is attached to the `Display` as
/// extension data. Xlib releases it when the display is closed.
final class FailureLog {
  /// A range of requests whose errors are expected, from serial `start` on.
  private struct Trap {
    let start: UInt
    var failure: RequestFailure?
  }

  private(set) var isBroken = false
  /// The number of errors outside traps.
  private(set) var unexpectedCount = 0
  private var traps: [Trap] = []
  /// Requests whose errors are ignored, newest last.
  private var forgiven: [Range<UInt>] = []
  /// The program's window. If another program destroys it, errors of requests for it are ignored.
  var window: UInt?
  private static let mostLines = 20

  /// The key of the log in a display's extension data; Xlib numbers extensions from 128 upwards.
  private static let mark: Int32 = 0x4675_6465

  init() {}

  // Xlib has one error handler for all connections of a process; the default ends the process.
  // Errors of other connections go to the previous handler.
  private static let previousHandler = XSetErrorHandler { display, error in
    guard let display, let error else { return 0 }
    guard let log = FailureLog.of(display) else { return FailureLog.pass(error, of: display) }
    log.record(
      RequestFailure(
        code: error.pointee.error_code, request: error.pointee.request_code, minor: error.pointee.minor_code,
        resource: error.pointee.resourceid, serial: error.pointee.serial))
    return 0
  }

  // Called first when a connection breaks. Replaces Xlib's handler, which writes to standard error.
  private static let previousLossHandler = XSetIOErrorHandler { display in
    guard let display else { return 0 }
    return FailureLog.of(display) == nil ? FailureLog.passLoss(of: display) : 0
  }

  private static func pass(_ error: UnsafeMutablePointer<XErrorEvent>, of display: OpaquePointer) -> Int32 {
    previousHandler?(display, error) ?? 0
  }

  private static func passLoss(of display: OpaquePointer) -> Int32 { previousLossHandler?(display) ?? 0 }

  /// Creates a log for `display` and redirects Xlib's handlers to it.
  static func install(on display: OpaquePointer) -> FailureLog {
    let log = FailureLog()
    let retained = Unmanaged.passRetained(log).toOpaque()
    // Xlib releases the record with free(), so it must come from calloc().
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
    // Called next, instead of exit(). After it returns, the interrupted Xlib call returns.
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

  /// Passes `failure` to the innermost trap that covers its request. Without a trap it is
  /// unexpected and logged on standard error.
  func record(_ failure: RequestFailure) {
    if forgiven.contains(where: { $0.contains(failure.serial) }) { return }
    if let i = traps.lastIndex(where: { $0.start <= failure.serial }) {
      if traps[i].failure == nil { traps[i].failure = failure }
      return
    }
    if failure.resource == window, Int32(failure.code) == BadWindow || Int32(failure.code) == BadDrawable { return }
    unexpectedCount += 1
    // Limits the output if an error repeats with every frame.
    guard unexpectedCount <= Self.mostLines else { return }
    let isLast = unexpectedCount == Self.mostLines
    let line = "fude: unexpected \(failure)\(isLast ? " (further errors are not reported)" : "")\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Traps errors of requests from serial `start` on, until `closeTrap`.
  func openTrap(from start: UInt) { traps.append(Trap(start: start)) }

  func forgive(_ requests: Range<UInt>) {
    // The server has processed older requests by now, because it limits its queue.
    if forgiven.count == 64 { forgiven.removeFirst() }
    forgiven.append(requests)
  }

  /// Closes the innermost trap and returns the first error that it caught.
  func closeTrap() -> RequestFailure? { traps.popLast()?.failure }
}

extension Connection {
  /// Runs `body` and returns its result and the first error of its requests.
  ///
  /// With `synchronising` it waits for the server's answer; requests with replies do not need it.
  /// If the server is gone, `body` does not run and the value is nil.
  func trapping<T>(synchronising: Bool = true, _ body: () -> T) -> (value: T?, failure: RequestFailure?) {
    guard isAlive else { return (nil, nil) }
    failures.openTrap(from: XNextRequest(display))
    let value = body()
    if synchronising, isAlive { XSync(display, 0) }
    return (value, failures.closeTrap())
  }

  /// Runs `body` and ignores errors of its requests, without waiting. The requests must have no
  /// replies. If the server is gone, `body` does not run.
  func forgiving(_ body: () -> Void) {
    guard isAlive else { return }
    let first = XNextRequest(display)
    body()
    guard isAlive else { return }
    failures.forgive(first..<XNextRequest(display))
  }
}
