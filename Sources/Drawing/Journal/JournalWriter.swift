import Glibc
import Language

/// Adds records to a journal.
///
/// Its life:
/// 1. Made for a new journal by `JournalFolder.create`, or to go on with one that was read to its `end`; what follows that is
///    cut off.
/// 2. `append` hands a record to the system, which keeps it even if this process is killed. `sync` brings everything
///    appended to the disk, which keeps it even if the power fails; one sync for many records is as good as one each. A disk may
///    take its time, so that can also be done by another thread while more is appended: `beginSync`, there
///    `JournalSync.perform`, then `endSync`.
/// 3. What fails throws and can be tried again: the records before stand, a record that was half written is cut away before
///    the next, and what a failed sync may have lost is written again by the next one.
///
/// Used by one thread at a time: a worker, as all of this may wait for the disk.
public final class JournalWriter {
  /// The most bytes of one record's payload.
  public static let largestPayload = 1 << 24

  /// The journal that is written.
  public let file: JournalFile
  /// The byte behind the last record.
  public private(set) var offset: Int
  /// How many records this writer appended.
  public private(set) var appendedCount = 0
  /// How many of them are on the disk for certain.
  public private(set) var syncedCount = 0

  private let device: JournalDevice
  private var checksum: UInt32
  /// What was appended since the last sync. After a sync that failed, Linux counts the pages as written although they are
  /// not (see P. Craig et al., "Can applications recover from fsync failures?", USENIX ATC 2020), so it is kept here.
  private var unsynced: [UInt8] = []
  private var mustRewrite = false
  /// Whether the file may be longer than `offset`.
  private var hasTail = false
  /// Whether the disk has not been asked to keep the file itself yet: its header and its name.
  private var isNew = false

  /// Goes on behind the whole records of a journal.
  /// - Parameter end: what a reader of this file found once `next` gave nil. Whatever follows there is cut off for good.
  /// - Throws: where it cannot be written to or cut.
  public convenience init(continuing file: JournalFile, from end: JournalEnd) throws(JournalError) {
    guard file.isWritable else { throw JournalError(.write, file.path, errno: EACCES) }
    try self.init(file, end, .system)
  }

  init(_ file: JournalFile, _ end: JournalEnd, _ device: JournalDevice) throws(JournalError) {
    self.file = file
    self.device = device
    offset = end.offset
    checksum = end.checksum
    hasTail = end.rest > 0
    try cutTail()
  }

  /// Starts a new, empty file.
  init(new file: JournalFile, device: JournalDevice = .system) throws(JournalError) {
    var dice = SystemRandomNumberGenerator()
    let header = JournalFormat.header(identity: (dice.next(), dice.next()))
    self.file = file
    self.device = device
    offset = header.bytes.count
    checksum = header.checksum
    try put(header.bytes, at: 0)
    // Kept with the first records, which are not to wait for it.
    (isNew, unsynced) = (true, header.bytes)
  }

  /// Adds a record.
  /// - Parameter type: 1 ... 255.
  /// - Returns: its number; it is on the disk once `syncedCount` has reached it.
  /// - Throws: where the disk is full or fails, or the payload is too large; nothing is added then.
  @discardableResult public func append(_ type: UInt8, _ payload: Span<UInt8>) throws(JournalError) -> Int {
    precondition(type != 0, "records have types from 1")
    guard payload.count <= Self.largestPayload else {
      throw JournalError(
        .write, file.path, fault: translated("a record of {count} bytes is too large", ["count": payload.count]))
    }
    let record = JournalFormat.record(type: type, payload: payload, following: checksum)
    try cutTail()
    hasTail = true
    do throws(JournalError) { try put(record.bytes, at: offset) } catch {
      // Where that does not succeed either, it is tried again before the next record.
      try? cutTail()
      throw error
    }
    hasTail = false
    unsynced += record.bytes
    offset += record.bytes.count
    checksum = record.checksum
    appendedCount += 1
    return appendedCount
  }

  /// Brings all records that were appended to the disk.
  /// - Throws: where the disk fails; the records stay appended, and another sync may succeed.
  public func sync() throws(JournalError) {
    guard let sync = try beginSync() else { return }
    try endSync(sync, sync.perform())
  }

  /// What is to be done for bringing all records that were appended to the disk; nil where they are there. To be followed by
  /// `endSync` before the next.
  /// - Throws: where what a failed sync may have lost cannot be written again.
  public func beginSync() throws(JournalError) -> JournalSync? {
    guard syncedCount < appendedCount || isNew else { return nil }
    if mustRewrite { try put(unsynced, at: offset - unsynced.count) }
    return JournalSync(
      file: file, device: device, isNew: isNew, count: appendedCount, size: unsynced.count)
  }

  /// Takes note of what became of a sync.
  /// - Parameter code: what `perform` returned.
  /// - Throws: where it failed; the records stay appended, and another may succeed.
  public func endSync(_ sync: JournalSync, _ code: Int32) throws(JournalError) {
    guard code == 0 else {
      mustRewrite = true
      throw failed(code)
    }
    (mustRewrite, isNew) = (false, false)
    syncedCount = sync.count
    unsynced.removeFirst(sync.size)
    if unsynced.isEmpty { unsynced.removeAll(keepingCapacity: unsynced.capacity <= 1 << 20) }
  }

  /// Whether all that was appended is in a file at the journal's path: another program may have deleted, moved or cut it.
  public var isIntact: Bool {
    guard file.isAtItsPath, let size = try? file.size() else { return false }
    return size >= offset
  }

  private func cutTail() throws(JournalError) {
    guard hasTail else { return }
    let code = device.truncate(file.descriptor, offset)
    guard code == 0 else { throw failed(code) }
    hasTail = false
  }

  private func put(_ bytes: [UInt8], at start: Int) throws(JournalError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        device.write(file.descriptor, UnsafeRawBufferPointer(rebasing: all[done...]), start + done)
      }
      if count == -Int(EINTR) { continue }
      guard count > 0 else { throw failed(count == 0 ? EIO : Int32(-count)) }
      done += count
    }
  }

  private func failed(_ code: Int32) -> JournalError { JournalError(.write, file.path, errno: code) }
}
