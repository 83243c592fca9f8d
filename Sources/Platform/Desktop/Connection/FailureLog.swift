internal import CX11
import Glibc

/// An error that the server answered a request with.
struct RequestFailure: Hashable, Sendable, CustomStringConvertible {
  /// Which error; 1...17 are the core protocol's, larger ones belong to extensions.
  let code: UInt8
  /// Major opcode of the request that failed.
  let request: UInt8
  /// Minor opcode, for requests of extensions.
  let minor: UInt8
  /// The window, atom, device ... that the error is about.
  let resource: UInt
  /// Serial number of the request.
  let serial: UInt

  // X11 protocol, "Errors"; Xlib's own table is in a file, which an error handler had better not go and read.
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

/// What went wrong on one connection: errors caught by traps, errors that nobody expected, and the loss of the
/// server.
///
/// Xlib calls its handlers as plain C functions that can capture nothing, so the log hangs on the `Display` itself
/// (Xlib keeps such private data for extensions), and the handlers find it there. Xlib releases it when the display
/// is closed.
final class FailureLog {
  /// A stretch of requests whose errors are expected.
  private struct Trap {
    let start: UInt
    var failure: RequestFailure?
  }

  /// Whether the connection broke.
  private(set) var isBroken = false
  /// How many errors came that no trap expected.
  private(set) var unexpectedCount = 0
  private var traps: [Trap] = []
  /// Requests whose errors mean nothing, the newest last.
  private var forgiven: [Range<UInt>] = []
  /// Our window, which another program may destroy at any time: what was asked of it meanwhile fails, and the
  /// DestroyNotify that comes with that says all there is to say.
  var window: UInt?
  private static let mostLines = 20

  /// The mark by which the log is found among a display's private data; Xlib itself numbers extensions from 128
  /// upwards.
  private static let mark: Int32 = 0x4675_6465

  /// Empty.
  init() {}

  // Xlib has one handler for all of a process's connections, by default one that ends it. Installed once, with the
  // first connection; errors of connections that are not ours go where they went before.
  private static let previousHandler = XSetErrorHandler { display, error in
    guard let display, let error else { return 0 }
    guard let log = FailureLog.of(display) else { return FailureLog.pass(error, of: display) }
    log.record(
      RequestFailure(
        code: error.pointee.error_code, request: error.pointee.request_code, minor: error.pointee.minor_code,
        resource: error.pointee.resourceid, serial: error.pointee.serial))
    return 0
  }

  // Called first when a connection breaks. Xlib's own writes to standard error; what is to be said, the program says.
  private static let previousLossHandler = XSetIOErrorHandler { display in
    guard let display else { return 0 }
    return FailureLog.of(display) == nil ? FailureLog.passLoss(of: display) : 0
  }

  private static func pass(_ error: UnsafeMutablePointer<XErrorEvent>, of display: OpaquePointer) -> Int32 {
    previousHandler?(display, error) ?? 0
  }

  private static func passLoss(of display: OpaquePointer) -> Int32 { previousLossHandler?(display) ?? 0 }

  /// Makes a log for `display` and lets Xlib's handlers write to it instead of ending the process.
  static func install(on display: OpaquePointer) -> FailureLog {
    let log = FailureLog()
    let retained = Unmanaged.passRetained(log).toOpaque()
    // Xlib frees the record with free(), so it must come from calloc().
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

  /// Gives `failure` to the innermost trap that was set before its request was made; where there is none, it was not
  /// expected and becomes a line on standard error.
  func record(_ failure: RequestFailure) {
    if forgiven.contains(where: { $0.contains(failure.serial) }) { return }
    if let i = traps.lastIndex(where: { $0.start <= failure.serial }) {
      if traps[i].failure == nil { traps[i].failure = failure }
      return
    }
    if failure.resource == window, Int32(failure.code) == BadWindow || Int32(failure.code) == BadDrawable { return }
    unexpectedCount += 1
    // A fault that repeats with every frame must not fill a disk.
    guard unexpectedCount <= Self.mostLines else { return }
    let isLast = unexpectedCount == Self.mostLines
    let line = "fude: unexpected \(failure)\(isLast ? " (further errors are not reported)" : "")\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Expects errors of requests from serial number `start` on, until `closeTrap`.
  func openTrap(from start: UInt) { traps.append(Trap(start: start)) }

  /// Lets errors of these requests pass.
  func forgive(_ requests: Range<UInt>) {
    // What a server has not answered after so many it will not: a queue of its own limits that.
    if forgiven.count == 64 { forgiven.removeFirst() }
    forgiven.append(requests)
  }

  /// Ends the innermost trap and returns the first error that it caught.
  func closeTrap() -> RequestFailure? { traps.popLast()?.failure }
}

extension Connection {
  /// Runs `body` and returns what it returned and the first error that the server answered its requests with. With
  /// `synchronising` it waits for the server's word on all of them; without, for requests that have replies, it saves
  /// that round trip. Nothing is run where the server is gone: the value is nil then.
  func trapping<T>(synchronising: Bool = true, _ body: () -> T) -> (value: T?, failure: RequestFailure?) {
    guard isAlive else { return (nil, nil) }
    failures.openTrap(from: XNextRequest(display))
    let value = body()
    if synchronising, isAlive { XSync(display, 0) }
    return (value, failures.closeTrap())
  }

  /// Runs `body`, whose requests have no replies and may fail without anybody's caring, and waits for nothing. Nothing is run
  /// where the server is gone.
  func forgiving(_ body: () -> Void) {
    guard isAlive else { return }
    let first = XNextRequest(display)
    body()
    guard isAlive else { return }
    failures.forgive(first..<XNextRequest(display))
  }
}
