import Desktop
import Threads

/// The work of other threads, and the messages that come back from it.
///
/// 1. `run` starts a worker with a closure that sends messages. Each wakes the event loop.
/// 2. `deliver`, in the loop, passes the messages to the closure that waits for them, in the order in which
///    they came.
/// 3. `finish` ends what is left when the program ends: each `JobQueue` has said what is to happen then.
///
/// Where the system cannot start another thread, the main thread does the work at once: nothing is left undone,
/// but the window stands still meanwhile.
///
/// Used by the main thread only.
final class Background {
  /// When messages are delivered.
  enum Delivery {
    case atOnce
    /// Not while a tool is used on the canvas: they change the drawing or replace it.
    case betweenGestures
  }

  private struct Parcel: Sendable {
    var run: Int
    /// The message; nil at the end of the run.
    var message: (any Sendable)?
  }

  private struct Receiver {
    var run: BackgroundRun
    var worker: Worker?
    var delivery: Delivery
    var isQueued: Bool
    var take: (any Sendable) -> Void
  }

  private let mailbox: Mailbox<Parcel>
  private let start: ContinuousClock.Instant
  private var parcels: [Parcel] = []
  private var receivers: [Int: Receiver] = [:]
  private var count = 0
  private var closings: [() -> Void] = []
  private var endings: [() -> Void] = []

  /// Nothing runs.
  /// - Parameter start: the program's start.
  init(wakeup: Wakeup, start: ContinuousClock.Instant = .now) {
    mailbox = Mailbox(wakeup: wakeup)
    self.start = start
  }

  /// Seconds since the program's start.
  var now: Double { seconds(of: .now) }

  /// A time in seconds since the program's start.
  func seconds(of time: ContinuousClock.Instant) -> Double { start.duration(to: time) / .seconds(1) }

  /// Runs work on a thread of its own.
  /// - Parameters:
  ///   - priority: that of the thread; low unless the work waits.
  ///   - work: the work; called by the worker. It sends any number of messages, and ends soon once the
  ///     progress is cancelled.
  ///   - isWaiting: whether the work waits for another program or the user. Without a thread it is not done
  ///     then: the run ends at once without a message.
  ///   - isQueued: whether it is a job of a queue, which says what becomes of it when the program ends. Other work
  ///     is cancelled then.
  ///   - receive: takes a message; called by `deliver`.
  @discardableResult func run<Message: Sendable>(
    priority: Worker.Priority? = nil, _ delivery: Delivery = .atOnce, isWaiting: Bool = false, isQueued: Bool = false,
    work: @escaping @Sendable (JobProgress, _ send: @Sendable (Message) -> Void) -> Void,
    receive: @escaping (Message) -> Void
  ) -> BackgroundRun {
    count += 1
    let (id, mailbox, run) = (count, mailbox, BackgroundRun())
    let (progress, ended) = (run.progress, run.ended)
    let body: @Sendable () -> Void = {
      work(progress) { mailbox.put(Parcel(run: id, message: $0)) }
      mailbox.put(Parcel(run: id, message: nil))
      ended.signal()
    }
    receivers[id] = Receiver(
      run: run, worker: nil, delivery: delivery, isQueued: isQueued,
      take: { if let message = $0 as? Message { receive(message) } })
    let worker = Worker(priority: priority ?? (isWaiting ? .prompt : .leisurely), body)
    if worker == nil, isWaiting {
      receivers[id] = nil
      run.end()
    } else if worker == nil {
      body()
    }
    receivers[id]?.worker = worker
    return run
  }

  /// Runs work that has nothing to say.
  @discardableResult func run(_ work: @escaping @Sendable (JobProgress) -> Void) -> BackgroundRun {
    run { progress, _ in
      work(progress)
    } receive: { (_: Never) in
    }
  }

  /// Delivers the messages that came.
  /// - Parameter isInGesture: whether a tool is used on the canvas.
  /// - Returns: whether there were any.
  @discardableResult func deliver(isInGesture: Bool = false) -> Bool {
    deliver { !isInGesture || $0.delivery == .atOnce }
  }

  /// Waits for the end of a run, and delivers its messages.
  /// - Parameter limit: the longest wait, seconds; nil for as long as it takes.
  /// - Returns: whether it has ended, or was cancelled.
  @discardableResult func await(_ run: BackgroundRun, atMost limit: Double? = nil) -> Bool {
    if !run.isRunning { return true }
    if let limit, !run.ended.wait(atMost: limit) { return false }
    if limit == nil { run.ended.wait() }
    deliver { $0.run === run }
    return true
  }

  @discardableResult private func deliver(where mayArrive: (Receiver) -> Bool) -> Bool {
    parcels += mailbox.takeAll()
    var hasDelivered = false
    // One at a time: a message may start, cancel and await other runs.
    while let index = parcels.firstIndex(where: { receivers[$0.run].map(mayArrive) ?? true }) {
      let parcel = parcels.remove(at: index)
      guard let receiver = receivers[parcel.run] else { continue }
      hasDelivered = true
      if let message = parcel.message {
        if receiver.run.isRunning { receiver.take(message) }
      } else {
        receivers[parcel.run] = nil
        // The thread of a cancelled run ends by itself: it may be slow to free what it had.
        if receiver.run.isRunning { receiver.worker?.join() }
        receiver.run.end()
      }
    }
    return hasDelivered
  }

  /// Notes what is to be closed or cancelled when the program ends, before anything is waited for.
  func closeAtEnd(_ closing: @escaping () -> Void) { closings.append(closing) }

  /// Notes what is to be done when the program ends.
  func atEnd(_ ending: @escaping () -> Void) { endings.append(ending) }

  /// Ends all work: what must not be lost is finished, everything else is cancelled. May be called again.
  func finish() {
    for receiver in receivers.values where !receiver.isQueued { receiver.run.cancel() }
    for closing in closings { closing() }
    for ending in endings { ending() }
  }
}
