import Desktop
import Document
import Files
import Journal
import Language
import Synchronization
import Threads

/// Keeps the journal of the drawing that is open: whatever is done to it is on the disk a moment later.
///
/// Its life:
/// 1. `init`; nothing is on the disk, no thread runs.
/// 2. `begin` with a new drawing, or `resume` with one that was taken up again.
/// 3. `note` whenever something was done: a worker packs it, appends it to the journal and brings it to the disk, all that
///    came meanwhile at once. The first time, it makes the journal. It sleeps while nothing is to be done.
/// 4. `end` when the drawing is closed, which waits until all of it is on the disk; 2 again for the next. `secure` before, to
///    know whether it can be.
/// 5. `finish` once.
///
/// A journal that another program deletes, moves or cuts is reported when the next record was written, and before a drawing is
/// said to be kept; `renew` then begins another.
///
/// While the disk is full or its folder cannot be written to, everything that is to be written waits in memory. The worker
/// tries again with everything new, and now and then.
final class DocumentJournal {
  /// What the worker tells.
  enum Report: Sendable, Hashable {
    /// The drawing is not kept at present; why, in a sentence without a capital and a full stop.
    case failing(String)
    /// All is kept again.
    case working
    /// Another program deleted, moved or cut the journal. Nothing is kept until `renew`.
    case lost
  }

  /// What becomes of a drawing's journal when it is closed.
  enum Ending: Sendable {
    /// It is put by, as a drawing of that name: the user closed a drawing that is in no file.
    case keep(String)
    /// It stays where the next start finds it: the program ends, but not because the user wanted it to.
    case leave
    /// It goes: the drawing is in a file, or there is none.
    case remove
  }

  /// What became of it.
  enum Outcome: Sendable, Hashable {
    /// It lies at this path.
    case kept(String)
    /// It could not be kept, or its journal not be removed. What could not be kept is still followed.
    case failed(String)
    /// Another program deleted, moved or cut its journal: it is kept once a new one is begun by `renew`.
    case lost
    /// There is none.
    case none
  }

  /// What the worker is asked for.
  enum Order: Sendable {
    case begin(JournalComposer, JournalFile?, JournalEnd?)
    /// What was begun is to be on the disk though nothing was done to it.
    case keep
    case changes([DocumentChange])
    case saved(String)
    case secure
    case end(Ending)
    case stop
  }

  /// The drawings that Fude keeps; nil where the environment names no place for them.
  let store: DrawingStore?
  private let fault: String
  private let orders: Mailbox<Order>
  private let reports: Mailbox<Report>
  private let outcomes: Mailbox<Outcome>
  private let orderWakeup: Wakeup
  /// Rings when there is an outcome.
  private let outcomeWakeup: Wakeup
  private let makeWorker: MakeWorker
  private var worker: Worker?
  /// Whether it was told that there is none.
  private var lacksWorker = false
  /// What the worker is to begin with, once there is something to write.
  private var unsent: [Order] = []

  /// How many tiles were noted since what waits for the worker was looked through.
  private var noted = 0
  /// After how many it is: 16 MiB.
  private static let mostNoted = 1024

  /// Starts a thread; nil where the system grants none.
  typealias MakeWorker = (@escaping @Sendable () -> Void) -> Worker?

  private static var noWorker: String { translated("the system cannot start a thread") }

  /// A keeper that wakes the event loop by `wakeup` when it has something to tell.
  init(
    environment: [String: String], wakeup: Wakeup, makeWorker: @escaping MakeWorker = { Worker(manner: .modest, $0) }
  ) throws(DesktopError) {
    self.makeWorker = makeWorker
    (orderWakeup, outcomeWakeup) = (try Wakeup(), try Wakeup())
    orders = Mailbox(wakeup: orderWakeup)
    reports = Mailbox(wakeup: wakeup)
    outcomes = Mailbox(wakeup: outcomeWakeup)
    do throws(FileError) {
      store = try DrawingStore(environment: environment)
      fault = ""
    } catch {
      store = nil
      fault = error.fault
    }
  }

  /// Follows a drawing of which no journal tells yet.
  func begin(_ document: borrowing Document, name: String) {
    // What was reported before is about another journal.
    reports.amend { $0.removeAll { $0 == .lost } }
    send(.begin(JournalComposer(document, name: name, program: Version.number), nil, nil))
  }

  /// Follows a drawing that was read from its journal.
  func resume(_ opened: DrawingStore.Opened) {
    guard opened.isLeft else {
      return send(.begin(JournalComposer(continuing: opened.replay), opened.file, opened.replay.end))
    }
    renew(opened.replay.document, name: opened.replay.header.name)
  }

  /// Begins another journal of a drawing, in place of one that cannot be gone on with, and has it written although nothing new was
  /// done.
  func renew(_ document: borrowing Document, name: String) {
    begin(document, name: name)
    ensureWorker()
    send(.keep)
  }

  /// Has something written that was done, in order.
  func note(_ changes: [DocumentChange]) {
    if changes.isEmpty { return }
    ensureWorker()
    send(.changes(changes))
    noted += changes.reduce(0) { $0 + $1.tiles.count }
    guard noted >= Self.mostNoted else { return }
    noted = 0
    orders.amend { Self.shorten(&$0) }
  }

  /// Makes the changes that wait last one order, without what a later step replaces: where undo is faster than the worker, what
  /// waits takes no more memory than what was changed.
  private static func shorten(_ orders: inout [Order]) {
    var all: [DocumentChange] = []
    var start = orders.count
    while start > 0, case .changes = orders[start - 1] { start -= 1 }
    for case .changes(let changes) in orders[start...] { all += changes }
    if all.isEmpty { return }
    DocumentChange.dropReplaced(in: &all)
    orders.replaceSubrange(start..., with: [.changes(all)])
  }

  /// Has it written that the drawing is in a file as it is now.
  func noteSaved(_ path: String) { send(.saved(path)) }

  /// Waits until everything that was noted is on the disk or cannot be. The drawing is still followed.
  func secure() -> Outcome { outcome(of: .secure, keeps: true) }

  /// Closes the drawing, and waits until everything is written or cannot be. What became of it.
  func end(_ ending: Ending) -> Outcome {
    let keeps = if case .remove = ending { false } else { true }
    let outcome = outcome(of: .end(ending), keeps: keeps)
    if worker == nil, outcome == .none { unsent.removeAll() }
    return outcome
  }

  /// Has the worker carry out an order, and waits for what comes of it.
  /// - Parameter keeps: whether what was done is to be on the disk afterwards.
  private func outcome(of order: Order, keeps: Bool) -> Outcome {
    if worker == nil {
      // What was done waits for one, and a journal that was taken up is to be put by or to go all the same.
      let needsWorker = unsent.contains {
        switch $0 {
        case .begin(_, .some, _): true
        case .changes, .keep: keeps
        default: false
        }
      }
      guard needsWorker else { return .none }
      guard startWorker() else { return .failed(Self.noWorker) }
    }
    orders.put(order)
    while true {
      if let outcome = outcomes.takeAll().last { return outcome }
      outcomeWakeup.wait()
    }
  }

  /// What the worker told since the last call.
  func takeReports() -> [Report] { reports.takeAll() }

  /// Lets the worker go. What was not closed by `end` stays where the next start finds it.
  func finish() {
    unsent.removeAll()
    guard let worker else { return }
    orders.put(.stop)
    worker.join()
    self.worker = nil
  }

  private func send(_ order: Order) {
    if worker != nil { return orders.put(order) }
    // Of a drawing that is followed no more, and of which nothing was ever to be written, nothing is known.
    if case .begin = order { unsent.removeAll() }
    unsent.append(order)
  }

  /// Has a worker write, and tells it where there is none.
  private func ensureWorker() {
    guard worker == nil, !startWorker(), !lacksWorker else { return }
    lacksWorker = true
    reports.put(.failing(Self.noWorker))
  }

  private func startWorker() -> Bool {
    let (store, fault, orders, reports, outcomes, orderWakeup) = (store, fault, orders, reports, outcomes, orderWakeup)
    let trouble = lacksWorker ? Self.noWorker : nil
    worker = makeWorker {
      JournalThread(
        store: store, fault: fault, orders: orders, reports: reports, outcomes: outcomes, wakeup: orderWakeup,
        trouble: trouble
      ).run()
    }
    guard worker != nil else { return false }
    lacksWorker = false
    for order in unsent { orders.put(order) }
    unsent.removeAll()
    return true
  }
}
