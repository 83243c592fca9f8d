import Glibc
import Language

/// Appends records to a journal.
///
/// - Creation: `JournalFolder.create` starts a new journal. `init(continuing:from:)` continues one
///   after its last whole record.
/// - Durability: an appended record survives the end of this process. After `sync` it survives a
///   power failure.
/// - Another thread can flush while this one appends: call `beginSync`, there
///   `JournalSync.perform`, then `endSync`.
/// - Errors: every failing call can be repeated. Earlier records stay; a partly written record is
///   truncated before the next one; the next sync rewrites data that a failed sync may have lost.
///
/// Used by one thread at a time, a worker, because every call may block on the disk.
public final class JournalWriter {
  /// The largest payload of a record, bytes.
  public static let largestPayload = 1 << 24

  /// The journal that is written.
  public let file: JournalFile
  /// The file offset after the last record.
  public private(set) var offset: Int
  /// The number of records that this writer has appended.
  public private(set) var appendedCount = 0
  /// The number of those records that a successful sync covers.
  public private(set) var syncedCount = 0

  private let device: JournalDevice
  private var checksum: UInt32
  /// The bytes appended since the last successful sync, kept for rewriting. After a failed fsync,
  /// Linux marks the pages clean although they were not written (see P. Craig et al., "Can
  /// applications recover from fsync failures?", USENIX ATC 2020).
  private var unsynced: [UInt8] = []
  private var mustRewrite = false
  /// Whether the file may be longer than `offset`.
  private var hasTail = false
  /// Whether the file's header and directory entry are not flushed yet.
  private var isNew = false

  /// Continues a journal after its last whole record.
  /// - Parameter end: the `end` of a reader of this file after `next` returned nil. Bytes after it
  ///   are truncated.
  /// - Throws: if the file cannot be written or truncated.
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
    var rng = SystemRandomNumberGenerator()
    let header = JournalFormat.header(identity: (rng.next(), rng.next()))
    self.file = file
    self.device = device
    offset = header.bytes.count
    checksum = header.checksum
    try put(header.bytes, at: 0)
    // The first sync flushes the header too, so that creating a journal need not wait for the disk.
    (isNew, unsynced) = (true, header.bytes)
  }

  /// Appends a record. O(n) in the payload's size.
  /// - Parameter type: 1 ... 255.
  /// - Returns: its number. The record is on the disk once `syncedCount` has reached it.
  /// - Throws: if the disk is full or fails, or the payload is too large; nothing is appended then.
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
      // If this fails too, the next `append` tries it again.
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

  /// Flushes all appended records to the disk.
  /// - Throws: if the disk fails; the records stay appended, and another sync may succeed.
  public func sync() throws(JournalError) {
    guard let sync = try beginSync() else { return }
    try endSync(sync, sync.perform())
  }

  /// Returns a flush of all appended records, or nil if all are on the disk. Call `endSync` before
  /// the next `beginSync`.
  /// - Throws: if data that a failed sync may have lost cannot be rewritten.
  public func beginSync() throws(JournalError) -> JournalSync? {
    guard syncedCount < appendedCount || isNew else { return nil }
    if mustRewrite { try put(unsynced, at: offset - unsynced.count) }
    return JournalSync(
      file: file, device: device, isNew: isNew, count: appendedCount, size: unsynced.count)
  }

  /// Records the outcome of a flush.
  /// - Parameter code: the result of `perform`.
  /// - Throws: if the flush failed; the records stay appended, and another sync may succeed.
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

  /// Whether a file at the journal's path still has all appended records. Another program may have
  /// deleted, moved or truncated it.
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
