import Archive
import Desktop
import Document
import Journal
import Storage
import Threads

/// A journal that is written beside the present one and then takes its place.
///
/// It begins with the whole drawing. A worker composes that, which may take seconds. Then the journal's thread
/// appends a record in each call of `advance`, and another worker brings them to the disk, so that meanwhile no
/// stroke waits for the present journal. At last the items noted since are appended.
///
/// Used by the journal's thread only.
final class JournalRenewal {
  private struct Base: Sendable {
    var composer: JournalComposer
    var payloads: [JournalPayload]
  }

  private let compose: @Sendable () -> Result<Base, ArchiveError>
  private let wakeup: Wakeup
  private let composed: Mailbox<Result<Base, ArchiveError>>
  private let synced: Mailbox<Int32>
  private var worker: Worker?
  private var base: Base?
  private var writer: JournalWriter?
  /// The number of the base's records that are appended.
  private var appendedCount = 0
  private var syncing: (worker: Worker, sync: JournalSync)?
  private var isSynced = false
  /// What changed since the drawing with which it begins.
  private var items: [JournalItem] = []

  /// The complete journal of a drawing.
  /// - Parameter beginning: a composer that has not started.
  convenience init(_ beginning: JournalComposer, wakeup: Wakeup) {
    self.init(wakeup) { () throws(ArchiveError) -> Base in
      var composer = beginning
      let payloads = try composer.start()
      return Base(composer: composer, payloads: payloads)
    }
  }

  /// A journal that starts anew.
  convenience init(_ start: JournalStart, wakeup: Wakeup) {
    self.init(wakeup) { () throws(ArchiveError) -> Base in
      let (composer, payloads) = try start.composed()
      return Base(composer: composer, payloads: payloads)
    }
  }

  private init(_ wakeup: Wakeup, _ compose: @escaping @Sendable () throws(ArchiveError) -> Base) {
    self.compose = { do throws(ArchiveError) { return .success(try compose()) } catch { return .failure(error) } }
    self.wakeup = wakeup
    composed = Mailbox(wakeup: wakeup)
    synced = Mailbox(wakeup: wakeup)
  }

  /// Notes an item that the present journal has.
  func note(_ item: JournalItem) { items.append(item) }

  /// Forgets the new journal.
  func cancel() {
    syncing?.worker.join()
    syncing = nil
    _ = synced.takeAll()
    try? writer?.file.remove()
    (writer, appendedCount, isSynced) = (nil, 0, false)
  }

  /// Does the next part of the work.
  /// - Parameters:
  ///   - old: the present journal.
  ///   - work: the view, the tool and the active layer, for the end of the new journal.
  ///   - isPatient: whether to wait and do all of it.
  /// - Returns: the composer and the writer of the new journal, once that has taken the old one's place.
  /// - Throws: if the new journal cannot be written; the next call begins it again.
  func advance(
    replacing old: JournalFile, work: JournalPayload?, isPatient: Bool
  ) throws(JournalError) -> (JournalComposer, JournalWriter)? {
    do throws(JournalError) {
      guard let base = try takeBase(old, isPatient: isPatient) else { return nil }
      let writer = try openWriter(old)
      while appendedCount < base.payloads.count {
        try append(base.payloads[appendedCount], to: writer)
        appendedCount += 1
        if isPatient { continue }
        // Orders and other records come first.
        wakeup.signal()
        return nil
      }
      guard try sync(writer, isPatient: isPatient) else { return nil }
      var composer = base.composer
      for (index, item) in items.enumerated() {
        let next = index + 1 < items.count ? items[index + 1] : nil
        let payloads: [JournalPayload]
        do throws(ArchiveError) { payloads = try composer.records(of: item, followedBy: next) } catch {
          throw JournalError(.write, old.path, fault: "\(error)")
        }
        for payload in payloads { try append(payload, to: writer) }
      }
      if let work { try append(work, to: writer) }
      try writer.sync()
      try writer.file.replace(old)
      return (composer, writer)
    } catch {
      cancel()
      throw error
    }
  }

  private func openWriter(_ old: JournalFile) throws(JournalError) -> JournalWriter {
    if let writer { return writer }
    let new = try old.makeReplacement()
    writer = new
    return new
  }

  private func append(_ payload: JournalPayload, to writer: JournalWriter) throws(JournalError) {
    try writer.append(payload.type.rawValue, payload.bytes.span)
  }

  /// The composed drawing; nil while it is being composed.
  private func takeBase(_ old: JournalFile, isPatient: Bool) throws(JournalError) -> Base? {
    if let base { return base }
    if worker == nil {
      worker = Worker(priority: .modest) { [composed, compose] in composed.put(compose()) }
      // Without another thread, this one composes.
      if worker == nil { composed.put(compose()) }
    }
    if isPatient { worker?.join() }
    guard let result = composed.takeAll().last else { return nil }
    worker?.join()
    worker = nil
    switch result {
    case .success(let new):
      base = new
      return new
    case .failure(let error): throw JournalError(.write, old.path, fault: "\(error)")
    }
  }

  /// Whether the records so far are on the disk.
  private func sync(_ writer: JournalWriter, isPatient: Bool) throws(JournalError) -> Bool {
    if isSynced { return true }
    if syncing == nil, let sync = try writer.beginSync() {
      if let worker = Worker({ [synced] in synced.put(sync.perform()) }) {
        syncing = (worker, sync)
      } else {
        try writer.endSync(sync, sync.perform())
      }
    }
    if let syncing {
      if isPatient { syncing.worker.join() }
      guard let code = synced.takeAll().last else { return false }
      syncing.worker.join()
      self.syncing = nil
      try writer.endSync(syncing.sync, code)
    }
    isSynced = true
    return true
  }
}
