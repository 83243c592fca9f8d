import Archive
import Desktop
import Document
import Files
import Glibc
import Journal
import Language
import Threads

/// The worker's side of `DocumentJournal`. Used by the worker only.
///
/// The worker makes it; `run` returns after the order to stop.
final class JournalThread {
  /// Something to write.
  private enum Item {
    case change(DocumentChange)
    case references(ReferenceBoard)
    case unfinished(UnfinishedStep)
    case saved(String)
    /// The first records of a journal.
    case beginning

    /// Whether it changes or saves the drawing.
    var isContent: Bool { if case .unfinished = self { false } else { true } }
  }

  /// The longest pause between two attempts after an error, s.
  private static let longestPause = 30.0

  private let store: DrawingStore?
  private let fault: String
  private let orders: Mailbox<DocumentJournal.Order>
  private let reports: Mailbox<DocumentJournal.Report>
  private let outcomes: Mailbox<DocumentJournal.Outcome>
  /// Wakes the worker for an order.
  private let wakeup: Wakeup

  private var composer: JournalComposer?
  private var writer: JournalWriter?
  /// A journal to continue as soon as there is something to write.
  private var resumed: DocumentJournal.Continuation?
  /// The changes that are not packed yet.
  private var items: [Item] = []
  /// The view, the tool and the active layer, if they are not packed yet.
  private var work: WorkState?
  /// The last state that was packed.
  private var lastWork: WorkState?
  /// When the last packed record that is no state of the work was written, seconds since 1970.
  private var contentTime = 0.0
  /// The packed records that are not appended yet.
  private var payloads: [JournalPayload] = []
  /// The reported error; nil for none.
  private var trouble: String?
  /// The pause before the next attempt, s.
  private var pause = 1.0
  private var isStopping = false
  /// Whether the journal was lost and a new one is wanted.
  private var isLost = false
  /// The thread that waits for the disk, and its sync. Meanwhile new records are written.
  private var syncing: (worker: Worker, writer: JournalWriter, sync: JournalSync)?
  /// The result of the sync, an `errno`.
  private let synced: Mailbox<Int32>

  /// - Parameter trouble: the error reported before; nil for none.
  init(
    store: DrawingStore?, fault: String, orders: Mailbox<DocumentJournal.Order>,
    reports: Mailbox<DocumentJournal.Report>, outcomes: Mailbox<DocumentJournal.Outcome>, wakeup: Wakeup,
    trouble: String? = nil
  ) {
    synced = Mailbox(wakeup: wakeup)
    self.wakeup = wakeup
    (self.store, self.fault, self.orders, self.reports, self.outcomes) = (store, fault, orders, reports, outcomes)
    self.trouble = trouble
  }

  /// Carries out orders until the order to stop.
  func run() {
    while !isStopping {
      wakeup.wait(seconds: trouble == nil ? nil : pause)
      for order in orders.takeAll() { take(order) }
      _ = write(isPatient: false)
    }
    syncing?.worker.join()
  }

  private func take(_ order: DocumentJournal.Order) {
    switch order {
    case .begin(let new, let continuation):
      letGo()
      (isLost, composer, resumed) = (false, new, continuation)
      contentTime = continuation?.contentTime ?? 0
    // A journal that begins later starts from the drawing's state at that time.
    case .changes where isLost, .references where isLost, .saved where isLost, .keep where isLost, .work where isLost,
      .unfinished where isLost:
      break
    case .changes(let changes): items += changes.map { .change($0) }
    case .references(let board): items.append(.references(board))
    case .unfinished(let step): items.append(.unfinished(step))
    case .saved(let path): items.append(.saved(path))
    case .work(let new): work = new
    case .keep: items.append(.beginning)
    case .secure: outcomes.put(secured())
    case .end(let ending): end(ending)
    case .stop: isStopping = true
    }
  }

  /// Writes all waiting changes. Returns the error; nil for none.
  /// - Parameter isPatient: whether to wait until everything is on the disk.
  private func write(isPatient: Bool = true) -> String? {
    if isLost { return nil }
    do throws(JournalError) {
      // Checked before as well: a record after the end of a truncated journal makes it as long as
      // before.
      var isThere = isIntact
      if isThere {
        // After an error, only a finished sync counts as success.
        try attempt(isPatient: isPatient || trouble != nil)
        isThere = isIntact
      }
      guard isThere else {
        letGo()
        isLost = true
        reports.put(.lost)
        return nil
      }
      if trouble != nil { reports.put(.working) }
      (trouble, pause) = (nil, 1)
      return nil
    } catch {
      let sentence = error.description
      if trouble != sentence { reports.put(.failing(sentence)) }
      pause = trouble == nil ? 1 : min(2 * pause, Self.longestPause)
      trouble = sentence
      return sentence
    }
  }

  private func attempt(isPatient: Bool) throws(JournalError) {
    // The state of the work alone begins no journal.
    let hasWork = work != nil && (writer != nil || resumed != nil)
    if !items.isEmpty || !payloads.isEmpty || hasWork {
      let writer = try openWriter()
      try pack(for: writer)
      var done = 0
      defer { payloads.removeFirst(done) }
      for payload in payloads {
        try writer.append(payload.type.rawValue, payload.bytes.span)
        done += 1
      }
    }
    try endSync(isPatient: isPatient)
    guard let writer, syncing == nil, let sync = try writer.beginSync() else { return }
    if !isPatient {
      let worker = Worker { [synced] in synced.put(sync.perform()) }
      if let worker {
        syncing = (worker, writer, sync)
        return
      }
    }
    try writer.endSync(sync, sync.perform())
  }

  /// Handles the end of a sync.
  /// - Parameter isPatient: whether to wait for it.
  private func endSync(isPatient: Bool) throws(JournalError) {
    guard let syncing else { return }
    if isPatient { syncing.worker.join() }
    guard let code = synced.takeAll().last else { return }
    if !isPatient { syncing.worker.join() }
    self.syncing = nil
    try syncing.writer.endSync(syncing.sync, code)
  }

  private func openWriter() throws(JournalError) -> JournalWriter {
    if let writer { return writer }
    let new: JournalWriter
    if let resumed {
      new = try JournalWriter(continuing: resumed.file, from: resumed.end)
    } else {
      guard let store else {
        throw JournalError(.write, translated("of the drawing", context: "cannot write the journal"), fault: fault)
      }
      do throws(FileError) { try store.makeFolders() } catch {
        throw JournalError(.write, store.live.path, fault: error.fault)
      }
      new = try store.live.create()
    }
    writer = new
    resumed = nil
    return new
  }

  private func pack(for writer: JournalWriter) throws(JournalError) {
    do throws(ArchiveError) {
      payloads += try composer?.start() ?? []
      if items.contains(where: \.isContent) { contentTime = WallClock.time }
      while let item = items.first {
        switch item {
        case .change(let change):
          var next: DocumentChange?
          if items.count > 1, case .change(let other) = items[1] { next = other }
          payloads += try composer?.records(of: change, followedBy: next) ?? []
        case .references(let board): payloads += composer?.records(of: board) ?? []
        case .unfinished(let step):
          payloads += try composer?.records(of: step) ?? []
          work = work ?? lastWork
        case .saved(let path): payloads.append(JournalPayload(saved: path))
        case .beginning: break
        }
        items.removeFirst()
      }
      if let work { payloads.append(JournalPayload(work, contentTime: contentTime)) }
      (lastWork, work) = (work ?? lastWork, nil)
    } catch { throw JournalError(.write, writer.file.path, fault: "\(error)") }
  }

  private func end(_ ending: DocumentJournal.Ending) {
    let outcome = outcome(of: ending)
    defer { outcomes.put(outcome) }
    // A drawing that could not be kept stays open; the user may continue.
    if case .failed = outcome { if case .remove = ending {} else { return } }
    letGo()
  }

  /// Forgets the drawing.
  private func letGo() {
    forgetSync()
    (composer, writer, resumed, items, payloads, work, lastWork) = (nil, nil, nil, [], [], nil, nil)
  }

  /// Waits for the sync in progress and ignores its result.
  private func forgetSync() {
    syncing?.worker.join()
    syncing = nil
    _ = synced.takeAll()
  }

  /// The journal of the drawing; nil before there is one.
  private var journal: JournalFile? { writer?.file ?? resumed?.file }

  /// Whether the journal's file is intact; true if there is none.
  private var isIntact: Bool { writer?.isIntact ?? resumed?.file.isAtItsPath ?? true }

  /// Brings all changes to the disk.
  private func secured() -> DocumentJournal.Outcome {
    if let sentence = write() { return .failed(sentence) }
    if isLost { return .lost }
    return journal.map { .kept($0.path) } ?? .none
  }

  private func outcome(of ending: DocumentJournal.Ending) -> DocumentJournal.Outcome {
    if case .remove = ending {
      do throws(JournalError) { try journal?.remove() } catch { return .failed("\(error)") }
      return .none
    }
    let secured = secured()
    guard case .kept = secured, let file = journal else { return secured }
    guard case .keep(let name) = ending, let store else { return secured }
    payloads = [.closed]
    if let sentence = write() { return .failed(sentence) }
    // If this fails, the next start finds the journal.
    try? store.keep(file, name: name)
    isLost = !file.isAtItsPath
    return isLost ? .lost : .kept(file.path)
  }
}
