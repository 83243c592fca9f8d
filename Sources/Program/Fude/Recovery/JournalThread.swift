import Archive
import Desktop
import Document
import Files
import Journal
import Language
import Threads

/// The worker's side of `DocumentJournal`: writes what it is told. Used by the worker's thread alone.
///
/// Its life: made by the worker; `run` returns when it is told to stop.
final class JournalThread {
  /// Something that is to be written.
  private enum Item {
    case change(DocumentChange)
    case saved(String)
    /// Only what a journal begins with.
    case beginning
  }

  /// The longest that an error goes without another attempt, s.
  private static let longestPause = 30.0

  private let store: DrawingStore?
  private let fault: String
  private let orders: Mailbox<DocumentJournal.Order>
  private let reports: Mailbox<DocumentJournal.Report>
  private let outcomes: Mailbox<DocumentJournal.Outcome>
  /// Rings when there is something to do.
  private let wakeup: Wakeup

  private var composer: JournalComposer?
  private var writer: JournalWriter?
  /// A journal that is to be gone on with once there is something to write.
  private var resumed: (file: JournalFile, end: JournalEnd)?
  /// What was done and is not packed yet.
  private var items: [Item] = []
  /// What is packed and not appended yet.
  private var payloads: [JournalPayload] = []
  /// What is wrong, as it was told; nil while all is well.
  private var trouble: String?
  /// After how long another attempt is made, s.
  private var pause = 1.0
  private var isStopping = false
  /// Whether the journal is gone, and another is to be begun.
  private var isLost = false
  /// The thread that waits for the disk, so that what is drawn next is handed to the system meanwhile, and for what.
  private var syncing: (worker: Worker, writer: JournalWriter, sync: JournalSync)?
  /// What it says at its end, an `errno`.
  private let synced: Mailbox<Int32>

  /// - Parameter trouble: what was told to be wrong before; nil for nothing.
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

  /// Works until it is told to stop.
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
    case .begin(let new, let file, let end):
      letGo()
      (isLost, composer) = (false, new)
      if let file, let end { resumed = (file, end) }
    // A journal that is begun later starts from the drawing as it is then.
    case .changes where isLost, .saved where isLost, .keep where isLost: break
    case .changes(let changes): items += changes.map { .change($0) }
    case .saved(let path): items.append(.saved(path))
    case .keep: items.append(.beginning)
    case .secure: outcomes.put(secured())
    case .end(let ending): end(ending)
    case .stop: isStopping = true
    }
  }

  /// Writes everything that waits. What is wrong, if it cannot.
  /// - Parameter isPatient: whether to wait until all is on the disk.
  private func write(isPatient: Bool = true) -> String? {
    if isLost { return nil }
    do throws(JournalError) {
      // Asked before as well: a record behind the end of a journal that was cut makes it as long as it should be.
      var isThere = isIntact
      if isThere {
        // After a failure only what is on the disk is well.
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
    if !items.isEmpty || !payloads.isEmpty {
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

  /// Takes note of what the thread said that waits for the disk.
  /// - Parameter isPatient: whether to wait for its end.
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
      while let item = items.first {
        switch item {
        case .change(let change):
          var next: DocumentChange?
          if items.count > 1, case .change(let other) = items[1] { next = other }
          payloads += try composer?.records(of: change, followedBy: next) ?? []
        case .saved(let path): payloads.append(JournalPayload(saved: path))
        case .beginning: break
        }
        items.removeFirst()
      }
    } catch { throw JournalError(.write, writer.file.path, fault: "\(error)") }
  }

  private func end(_ ending: DocumentJournal.Ending) {
    let outcome = outcome(of: ending)
    defer { outcomes.put(outcome) }
    // What could not be kept is not let go of; the user may go on with it.
    if case .failed = outcome { if case .remove = ending {} else { return } }
    letGo()
  }

  /// Follows no drawing any more.
  private func letGo() {
    forgetSync()
    (composer, writer, resumed, items, payloads) = (nil, nil, nil, [], [])
  }

  /// Waits for the thread that waits for the disk: what it says of a journal that is let go of is of no use.
  private func forgetSync() {
    syncing?.worker.join()
    syncing = nil
    _ = synced.takeAll()
  }

  /// The journal of the drawing; nil before there is one.
  private var journal: JournalFile? { writer?.file ?? resumed?.file }

  /// Whether the journal is where it was written; true where there is none.
  private var isIntact: Bool { writer?.isIntact ?? resumed?.file.isAtItsPath ?? true }

  /// Brings everything that was done to the disk. What came of that.
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
    // Where this fails, the journal is where it was, and the next start finds it.
    try? store.keep(file, name: name)
    isLost = !file.isAtItsPath
    return isLost ? .lost : .kept(file.path)
  }
}
