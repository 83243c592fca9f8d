import Archive
import Desktop
import Document
import Files
import Glibc
import Journal
import Language
import Storage
import Threads

/// The worker's side of `DocumentJournal`. Used by the worker only.
///
/// The worker makes it; `run` returns after the order to stop.
final class JournalThread {
  /// The pause after the last undo or redo before a key frame has their result, and the longest time without one
  /// while they go on. In this time, being killed brings the undone strokes back.
  private static let stepPause = Duration.seconds(1)
  private static let longestSteps = Duration.seconds(10)
  /// How much a journal grows beyond twice the size that it started with, bytes, before it starts anew when the
  /// drawing is saved, and in any case.
  private static let (savedGrowth, largestGrowth) = (1 << 20, 256 << 20)

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
  private var items: [JournalItem] = []
  /// The file that has the drawing with which the journal begins; nil if it may have another one.
  private var origin: FileOrigin?
  /// The journal that takes the place of the present one.
  private var renewal: JournalRenewal?
  /// The size of the journal when it started, bytes.
  private var startSize = 0
  /// Whether it was reported that the journal is large.
  private var isReportedLarge = false
  /// The time of the first and the last undo or redo whose result is in no key frame; nil if all are.
  private var steps: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)?
  /// Those who wait until the journal does not need the drawing's file.
  private var waiting: [Threads.Semaphore] = []
  /// The view, the tool and the active layer, if they are not packed yet.
  private var work: ViewMemory?
  /// The last state that was packed.
  private var lastWork: ViewMemory?
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
      wakeup.wait(seconds: timeout)
      for order in orders.takeAll() { take(order) }
      _ = write(isPatient: false)
    }
    syncing?.worker.join()
  }

  /// The time until something must be done without an order, s; nil for never.
  private var timeout: Double? {
    if trouble != nil { return pause }
    return frameTime.map { max(0.001, ContinuousClock.now.duration(to: $0) / .seconds(1)) }
  }

  /// When a key frame must be written after undo and redo; nil for never.
  private var frameTime: ContinuousClock.Instant? {
    steps.map { min($0.last + Self.stepPause, $0.first + Self.longestSteps) }
  }

  private func take(_ order: DocumentJournal.Order) {
    switch order {
    case .begin(let new, let continuation, let origin):
      letGo()
      self.origin = origin
      (isLost, composer, resumed) = (false, new, continuation)
      contentTime = continuation?.contentTime ?? 0
    // A journal that begins later starts from the drawing's state at that time.
    case .changes where isLost, .references where isLost, .saved where isLost, .keep where isLost, .work where isLost,
      .unfinished where isLost, .restart where isLost:
      break
    case .changes(let changes): items += changes.map { .change($0) }
    case .references(let board): items.append(.references(board))
    case .unfinished(let step): items.append(.unfinished(step))
    case .saved(let path): items.append(.saved(path))
    case .work(let new): work = new
    case .restart(let start): items.append(.restart(start))
    case .keep: items.append(.beginning)
    case .release(let semaphore):
      origin = nil
      waiting.append(semaphore)
      if renewal == nil { releaseFile() }
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
      // Whoever saves the drawing need not wait for a disk that is full.
      releaseFile()
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
    let isFrameDue = steps != nil && (isPatient || frameTime.map { $0 <= .now } ?? false)
    if !items.isEmpty || !payloads.isEmpty || hasWork || isFrameDue {
      let writer = try openWriter()
      try pack(for: writer, isFrameDue: isFrameDue)
      var done = 0
      defer { payloads.removeFirst(done) }
      for payload in payloads {
        try writer.append(payload.type.rawValue, payload.bytes.span)
        done += 1
      }
    }
    try renew(isPatient: false)
    reportSize()
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

  /// Does the next part of the complete journal, or all of it.
  private func renew(isPatient: Bool) throws(JournalError) {
    guard let renewal, let writer, payloads.isEmpty else { return }
    let work = lastWork.map { JournalPayload($0, contentTime: contentTime) }
    guard let new = try renewal.advance(replacing: writer.file, work: work, isPatient: isPatient) else { return }
    forgetSync()
    (composer, self.writer, self.renewal) = (new.0, new.1, nil)
    (startSize, isReportedLarge) = (new.1.offset, false)
    followSteps(isNew: true)
    releaseFile()
  }

  /// Whether the journal has grown by more than it should, with what is packed and not yet appended.
  private func hasGrown(by growth: Int) -> Bool {
    let size = payloads.reduce(writer?.offset ?? 0) { $0 + $1.bytes.count }
    return size > 2 * startSize + growth
  }

  /// Reports a journal that must start anew.
  private func reportSize() {
    guard renewal == nil, !isReportedLarge, hasGrown(by: Self.largestGrowth) else { return }
    isReportedLarge = true
    reports.put(.large)
  }

  /// Notes whether undo and redo wait for a key frame.
  /// - Parameter isNew: whether one of them was packed just now.
  private func followSteps(isNew: Bool) {
    guard composer?.owesFrame ?? false else { return steps = nil }
    let now = ContinuousClock.now
    steps = (steps?.first ?? now, isNew ? now : steps?.last ?? now)
  }

  /// Lets those go on who wait until the journal does not need the drawing's file.
  private func releaseFile() {
    for semaphore in waiting { semaphore.signal() }
    waiting.removeAll()
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

  private func pack(for writer: JournalWriter, isFrameDue: Bool) throws(JournalError) {
    let hasSteps = items.contains(where: \.isStep)
    do throws(ArchiveError) {
      try start()
      if items.contains(where: \.isContent) { contentTime = WallClock.time }
      while let item = items.first {
        payloads += try composer?.records(of: item, followedBy: items.count > 1 ? items[1] : nil) ?? []
        switch item {
        case .restart(let start):
          // A new journal has begun already, or the old one is short.
          let isDue = hasGrown(by: Self.largestGrowth) || start.isSaved && hasGrown(by: Self.savedGrowth)
          if renewal == nil, isDue { renewal = JournalRenewal(start, wakeup: wakeup) }
        case .unfinished:
          work = work ?? lastWork
          renewal?.note(item)
        default: renewal?.note(item)
        }
        items.removeFirst()
      }
      if isFrameDue { payloads += try composer?.owedFrame() ?? [] }
      followSteps(isNew: hasSteps)
      if let work { payloads.append(JournalPayload(work, contentTime: contentTime)) }
      (lastWork, work) = (work ?? lastWork, nil)
    } catch { throw JournalError(.write, writer.file.path, fault: "\(error)") }
  }

  /// Packs the first records. As long as the file that the drawing was opened from is unchanged, they name it, so
  /// that the first change need not wait until a large drawing is written.
  private func start() throws(ArchiveError) {
    guard let new = composer, !new.hasStarted, let origin, origin.isUnchanged else {
      return payloads += try composer?.start() ?? []
    }
    renewal = JournalRenewal(new, wakeup: wakeup)
    payloads += composer?.start(from: origin.path) ?? []
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
    renewal?.cancel()
    (renewal, origin, steps) = (nil, nil, nil)
    (startSize, isReportedLarge) = (0, false)
    releaseFile()
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
    guard case .kept = secured, case .keep(let name) = ending, let store else { return secured }
    // The file may change while the drawing is kept.
    do throws(JournalError) { try renew(isPatient: true) } catch { return .failed(error.description) }
    payloads = [.closed]
    if let sentence = write() { return .failed(sentence) }
    guard let file = journal else { return isLost ? .lost : .none }
    // If this fails, the next start finds the journal.
    try? store.keep(file, name: name)
    isLost = !file.isAtItsPath
    return isLost ? .lost : .kept(file.path)
  }
}
