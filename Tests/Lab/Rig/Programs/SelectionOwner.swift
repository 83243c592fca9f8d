import CX11
import Glibc
import Synchronization
import Threads

/// Owns a selection (ICCCM 2) and answers requests for it, correctly or not. It acts as a copying
/// program, drag source or clipboard manager.
///
/// `init` takes the selection on its own connection and thread. It answers until another program
/// takes the selection, and receives messages until `stop` or deallocation. Its connection then
/// closes, as if the program had crashed.
public final class SelectionOwner {
  /// The answer to a request for one target.
  public enum Answer: Sendable {
    /// All bytes at once.
    case bytes([UInt8])
    /// Bytes in parts of `size` bytes (INCR).
    case parts([UInt8], size: Int)
    /// As `parts`, but stops after some of them.
    case stops([UInt8], size: Int, after: Int)
    /// Announces this number of bytes, and sends none.
    case announces(Int)
    /// Names of targets, for TARGETS.
    case names([String])
    /// No answer.
    case silence
    /// Saves the requested targets and takes the selection CLIPBOARD, as a clipboard manager does
    /// for SAVE_TARGETS (freedesktop.org, "Clipboard Manager Specification").
    case save
  }

  /// A client message that the window received.
  public struct Message: Sendable, Hashable {
    /// The message type's name.
    public var name: String
    /// The message's five numbers.
    public var data: [Int]
  }

  /// The owner's window.
  public let window: WindowID
  private let worker: SelectionOwnerLoop
  private let stopper: FileDescriptor
  private let thread: Worker

  /// Takes a selection. Requests for targets without an answer are refused.
  /// - Parameter properties: lists of atoms that the window has as properties, by name.
  public init(
    display: String, selection: String = "CLIPBOARD", _ answers: [String: Answer], properties: [String: [String]] = [:]
  ) throws(RigError) {
    let (ours, theirs) = try FileDescriptor.pair()
    stopper = ours
    let worker = try SelectionOwnerLoop(
      display: display, selection: selection, answers, properties: properties, stop: theirs)
    guard let thread = Worker({ worker.run() }) else { throw RigError("The system cannot start a thread.") }
    (self.worker, self.thread, window) = (worker, thread, worker.window)
  }

  deinit { stop() }

  /// The requested targets, oldest first.
  public var requests: [String] { worker.requests.withLock { $0 } }
  /// The number of non-empty INCR parts sent.
  public var partCount: Int { worker.partCount.withLock { $0 } }
  /// The messages received, oldest first.
  public var messages: [Message] { worker.messages.withLock { $0 } }
  /// The data saved as a clipboard manager, by target.
  public var saved: [String: [UInt8]] { worker.saved.withLock { $0 } }

  /// Ends the owner and destroys its window, as when a program ends. A second call does nothing.
  public func stop() {
    stopper.close()
    thread.join()
  }
}

/// The part of a selection owner that runs on its thread.
///
/// Unchecked: one thread creates it before its own thread starts. From then on only its own thread
/// uses it, except the values behind locks. It is released after that thread has been joined.
private final class SelectionOwnerLoop: @unchecked Sendable {
  let requests = Mutex<[String]>([])
  let partCount = Mutex(0)
  let messages = Mutex<[SelectionOwner.Message]>([])
  let saved = Mutex<[String: [UInt8]]>([:])
  let window: WindowID
  private let connection: XConnection
  private let display: String
  private let stop: FileDescriptor
  private var answers: [String: SelectionOwner.Answer]
  private var sendings: [Key: Sending] = [:]

  private struct Key: Hashable {
    var requestor: Window
    var property: Atom
  }

  private struct Sending {
    var bytes: [UInt8]
    var sent = 0
    var size: Int
    var type: Atom
    /// The number of parts until it stops; nil for no limit.
    var left: Int?
  }

  init(
    display: String, selection: String, _ answers: [String: SelectionOwner.Answer], properties: [String: [String]],
    stop: FileDescriptor
  ) throws(RigError) {
    (self.answers, self.stop, self.display) = (answers, stop, display)
    connection = try XConnection(display: display)
    let handle = try connection.handle()
    let number = XCreateSimpleWindow(handle, connection.root, -10, -10, 1, 1, 0, 0, 0)
    window = WindowID(number)
    XSelectInput(handle, number, PropertyChangeMask)
    for (name, list) in properties {
      connection.write(list.map { connection.atom($0) }, to: connection.atom(name), of: number, type: UInt(XA_ATOM))
    }
    try take(selection)
  }

  private func take(_ selection: String) throws(RigError) {
    let (handle, atom) = (try connection.handle(), connection.atom(selection))
    // A property change gets the time stamp (ICCCM 2.1).
    connection.write([], to: connection.atom("RIG_TIME"), of: window.number, type: UInt(XA_ATOM))
    let deadline = MonotonicTime.after(seconds: 5)
    while true {
      if let event = connection.nextEvent() {
        guard event.type == PropertyNotify, event.xproperty.window == window.number,
          event.xproperty.atom == connection.atom("RIG_TIME")
        else { continue }
        XSetSelectionOwner(handle, atom, window.number, event.xproperty.time)
        guard XGetSelectionOwner(handle, atom) == window.number else { throw RigError("\(selection) cannot be taken.") }
        return
      }
      if deadline.hasPassed { throw RigError("The X server did not send a time stamp.") }
      connection.waitForInput(before: deadline)
    }
  }

  func run() {
    var items = [
      pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
    ]
    while !connection.isLost {
      guard let event = connection.nextEvent() else {
        // No call that reads from the connection may come between checking for events and waiting.
        guard !connection.isLost, poll(&items, 2, -1) > 0 || errno == EINTR, items[1].revents == 0 else { break }
        continue
      }
      switch event.type {
      case SelectionRequest: answer(event.xselectionrequest)
      case PropertyNotify where event.xproperty.state == PropertyDelete:
        proceed(Key(requestor: event.xproperty.window, property: event.xproperty.atom))
      case ClientMessage: hear(event.xclient)
      default: break
      }
    }
    if let handle = connection.live {
      XDestroyWindow(handle, window.number)
      connection.forgetErrors()
    }
  }

  private func hear(_ message: XClientMessageEvent) {
    guard message.format == 32 else { return }
    let l = message.data.l
    messages.withLock {
      $0.append(
        SelectionOwner.Message(
          name: connection.name(of: message.message_type) ?? "", data: [l.0, l.1, l.2, l.3, l.4]))
    }
  }

  private func answer(_ request: XSelectionRequestEvent) {
    guard let handle = connection.live else { return }
    let name = connection.name(of: request.target) ?? ""
    requests.withLock { $0.append(name) }
    let key = Key(requestor: request.requestor, property: request.property)
    var isGiven = true
    switch answers[name] {
    case nil: isGiven = false
    case .silence: return
    case .bytes(let bytes): write(bytes[...], key, type: request.target)
    case .names(let names):
      connection.write(names.map { connection.atom($0) }, to: key.property, of: key.requestor, type: UInt(XA_ATOM))
    case .announces(let size): announce(size, key)
    case .parts(let bytes, let size):
      sendings[key] = Sending(bytes: bytes, size: size, type: request.target, left: nil)
      announce(bytes.count, key)
    case .stops(let bytes, let size, let after):
      sendings[key] = Sending(bytes: bytes, size: size, type: request.target, left: after)
      announce(bytes.count, key)
    case .save: isGiven = save(as: key)
    }
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.time = request.time
    event.xselection.property = isGiven ? request.property : 0
    XSendEvent(handle, request.requestor, 0, 0, &event)
    connection.forgetErrors()
  }

  private func announce(_ size: Int, _ key: Key) {
    guard let handle = connection.live else { return }
    XSelectInput(handle, key.requestor, PropertyChangeMask)
    connection.write([UInt(size)], to: key.property, of: key.requestor, type: connection.atom("INCR"))
  }

  private func proceed(_ key: Key) {
    guard var sending = sendings[key] else { return }
    if sending.left == 0 { return }
    let end = min(sending.bytes.count, sending.sent + sending.size)
    let part = sending.bytes[sending.sent..<end]
    write(part, key, type: sending.type)
    connection.forgetErrors()
    if !part.isEmpty { partCount.withLock { $0 += 1 } }
    sending.sent = end
    sending.left = sending.left.map { $0 - 1 }
    sendings[key] = part.isEmpty ? nil : sending
  }

  private func write(_ bytes: ArraySlice<UInt8>, _ key: Key, type: Atom) {
    guard let handle = connection.live else { return }
    bytes.withUnsafeBufferPointer {
      _ = XChangeProperty(
        handle, key.requestor, key.property, type, 8, PropModeReplace, $0.baseAddress, Int32($0.count))
    }
  }

  /// Saves the data of the targets that the property lists, and takes the selection.
  private func save(as key: Key) -> Bool {
    guard let targets = connection.items(of: key.property, on: key.requestor), !targets.isEmpty else { return false }
    var kept: [String: [UInt8]] = [:]
    for target in targets {
      guard let name = connection.name(of: target),
        let bytes = try? SelectionReader(display: display).bytes(of: "CLIPBOARD", as: name, seconds: 30)
      else { return false }
      kept[name] = bytes
    }
    saved.withLock { $0 = kept }
    for (name, bytes) in kept { answers[name] = .parts(bytes, size: 1 << 18) }
    answers["TARGETS"] = .names(["TARGETS"] + kept.keys.sorted())
    return (try? take("CLIPBOARD")) != nil
  }
}
