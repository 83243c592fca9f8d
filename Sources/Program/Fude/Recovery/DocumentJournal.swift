import Desktop
import Document
import Export
import Files
import Journal
import Language
import Storage
import Synchronization
import Threads

/// Keeps the journal of the open drawing, so that every edit is soon on the disk.
///
/// 1. `init` writes nothing and starts no thread.
/// 2. `begin` takes a new drawing, `resume` a recovered one.
/// 3. `note` takes each change. A worker packs it, appends it to the journal and syncs the file.
///   The worker starts with the first change or unfinished work and sleeps while there is nothing to do.
/// 4. `end` closes the drawing and waits until everything is on the disk. Step 2 follows for the
///   next drawing. `secure` tests before whether that is possible.
/// 5. `finish` ends the worker.
///
/// If another program deletes, moves or truncates the journal, that is reported as `lost`; `renew`
/// begins a new one.
final class DocumentJournal {
  /// A report of the worker.
  enum Report: Sendable, Hashable {
    /// The journal cannot be written. The reason has no capital and no full stop.
    case failing(String)
    /// The journal can be written again.
    case working
    /// Another program deleted, moved or truncated the journal. Nothing is written until `renew`.
    case lost
    /// The journal is so large that it should start anew (`restart`).
    case large
  }

  /// What happens to the journal when its drawing is closed.
  enum Ending: Sendable {
    /// The journal becomes a kept drawing of this name: the user closed an unsaved drawing.
    case keep(String)
    /// The journal stays for the next start: the program ends, but the user did not ask for it.
    case leave
    /// The journal is removed: the drawing is saved or empty.
    case remove
  }

  /// The result of `end` or `secure`.
  enum Outcome: Sendable, Hashable {
    /// The journal is at this path.
    case kept(String)
    /// The journal could not be written or removed. A drawing that could not be kept stays open.
    case failed(String)
    /// Another program deleted, moved or truncated the journal. `renew` begins a new one.
    case lost
    /// There is no journal.
    case none
  }

  /// A journal to continue.
  struct Continuation: Sendable {
    var file: JournalFile
    var end: JournalEnd
    /// When the drawing was changed or saved last, seconds since 1970.
    var contentTime: Double
  }

  /// An order to the worker.
  enum Order: Sendable {
    case begin(JournalComposer, Continuation?, FileOrigin?)
    /// Writes the journal of a drawing without changes.
    case keep
    case changes([JournalNote])
    case references(ReferenceBoard)
    case saved(String)
    /// Starts the journal anew if it has grown much.
    case restart(JournalStart)
    /// The view, the tool and the active layer.
    case work(ViewMemory)
    /// A step of a stroke in progress or of a floating selection.
    case unfinished(UnfinishedStep)
    /// Signals the semaphore as soon as the journal does not need the drawing's file.
    case release(Semaphore)
    case secure
    case end(Ending)
    case stop
  }

  /// The store of kept drawings; nil if the environment names no folder for it.
  let store: DrawingStore?
  private let fault: String
  private let orders: Mailbox<Order>
  private let reports: Mailbox<Report>
  private let outcomes: Mailbox<Outcome>
  private let orderWakeup: Wakeup
  /// Wakes the main thread when there is an outcome.
  private let outcomeWakeup: Wakeup
  private let makeWorker: MakeWorker
  private var worker: Worker?
  /// Whether the lack of a worker was reported.
  private var lacksWorker = false
  /// Orders that wait until there is something to write.
  private var unsent: [Order] = []

  /// The number of tiles noted since waiting orders were shortened.
  private var noted = 0
  /// The number of noted tiles after which waiting orders are shortened: 16 MiB.
  private static let mostNoted = 1024

  /// Starts a thread; nil if the system cannot.
  typealias MakeWorker = (@escaping @Sendable () -> Void) -> Worker?

  private static var noWorker: String { translated("the system cannot start a thread") }

  /// A journal without a drawing. It wakes the event loop by `wakeup` for reports.
  init(
    environment: [String: String], wakeup: Wakeup, makeWorker: @escaping MakeWorker = { Worker(priority: .modest, $0) }
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

  /// Starts the journal of a drawing that has none.
  /// - Parameter origin: the file that the drawing was just read from; nil for none.
  func begin(_ document: borrowing Document, name: String, from origin: FileOrigin? = nil) {
    // Earlier reports belong to another journal.
    reports.amend { $0.removeAll { $0 == .lost } }
    send(.begin(JournalComposer(document, name: name, program: Version.number), nil, origin))
  }

  /// Continues the journal from which a drawing was read.
  func resume(_ opened: DrawingStore.Opened) {
    guard opened.isLeft else {
      let replay = opened.replay
      return send(
        .begin(
          JournalComposer(continuing: replay),
          Continuation(file: opened.file, end: replay.end, contentTime: replay.time), nil))
    }
    renew(opened.replay.document, name: opened.replay.header.name)
  }

  /// Begins a new journal for a drawing whose journal was lost, and writes it at once.
  func renew(_ document: borrowing Document, name: String) {
    begin(document, name: name)
    ensureWorker()
    send(.keep)
  }

  /// Writes changes, in order.
  func note(_ changes: [JournalNote]) {
    if changes.isEmpty { return }
    ensureWorker()
    send(.changes(changes))
    noted += changes.reduce(0) { $0 + $1.tiles.count }
    guard noted >= Self.mostNoted else { return }
    noted = 0
    orders.amend { Self.shorten(&$0) }
  }

  /// Merges waiting changes into one order and drops those that a later one replaces. Otherwise an
  /// undo that is faster than the worker would need more memory than the changed pixels.
  private static func shorten(_ orders: inout [Order]) {
    var all: [JournalNote] = []
    var start = orders.count
    while start > 0, case .changes = orders[start - 1] { start -= 1 }
    for case .changes(let changes) in orders[start...] { all += changes }
    if all.isEmpty { return }
    JournalNote.dropReplaced(in: &all)
    orders.replaceSubrange(start..., with: [.changes(all)])
  }

  /// Writes changed references.
  func note(_ references: ReferenceBoard) {
    ensureWorker()
    send(.references(references))
  }

  /// Notes in the journal that the drawing is saved in a file.
  func noteSaved(_ path: String) { send(.saved(path)) }

  /// Starts the journal anew with the present drawing, of which all changes are noted, if the journal has grown much.
  /// The old one goes when the new one is on the disk.
  func restart(_ start: JournalStart) { if worker != nil { send(.restart(start)) } }

  /// Returns what a writer of the drawing's file must wait for first: the journal may need the file as it was when it
  /// was opened. nil if it need not wait.
  func releaseFile() -> Semaphore? {
    guard worker != nil else {
      unsent = unsent.map {
        if case .begin(let composer, let continuation, _) = $0 { .begin(composer, continuation, nil) } else { $0 }
      }
      return nil
    }
    let semaphore = Semaphore()
    orders.put(.release(semaphore))
    return semaphore
  }

  /// Writes the view, the tool and the active layer. A drawing without changes gets no journal for
  /// that; its first change writes the last state.
  func note(_ work: ViewMemory) {
    if worker == nil {
      unsent.removeAll { if case .work = $0 { true } else { false } }
      let isContinued = unsent.contains { if case .begin(_, .some, _) = $0 { true } else { false } }
      if isContinued { ensureWorker() }
    }
    send(.work(work))
  }

  /// Writes a step of a stroke in progress or of a floating selection. An edit after it ends that
  /// work.
  func note(_ step: UnfinishedStep) {
    ensureWorker()
    send(.unfinished(step))
  }

  /// Waits until all changes are on the disk, or cannot be. The drawing stays open.
  func secure() -> Outcome { outcome(of: .secure, keeps: true) }

  /// Closes the drawing and waits until all changes are on the disk, or cannot be.
  func end(_ ending: Ending) -> Outcome {
    let keeps = if case .remove = ending { false } else { true }
    let outcome = outcome(of: .end(ending), keeps: keeps)
    if worker == nil, outcome == .none { unsent.removeAll() }
    return outcome
  }

  /// Sends an order to the worker and waits for its outcome.
  /// - Parameter keeps: whether the changes must be on the disk afterwards.
  private func outcome(of order: Order, keeps: Bool) -> Outcome {
    if worker == nil {
      // Changes need a worker, and so does a resumed journal that is kept or removed.
      let needsWorker = unsent.contains {
        switch $0 {
        case .begin(_, .some, _): true
        case .changes, .references, .keep, .unfinished: keeps
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

  /// The reports since the last call.
  func takeReports() -> [Report] { reports.takeAll() }

  /// Ends the worker. The next start finds a drawing that was not closed by `end`.
  func finish() {
    unsent.removeAll()
    guard let worker else { return }
    orders.put(.stop)
    worker.join()
    self.worker = nil
  }

  private func send(_ order: Order) {
    if worker != nil { return orders.put(order) }
    // Drop the orders of a previous drawing that was never written.
    if case .begin = order { unsent.removeAll() }
    unsent.append(order)
  }

  /// Starts the worker if it is missing, and reports if that fails.
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
