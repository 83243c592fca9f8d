import Glibc
import Language

/// Reads a journal's records up to the last intact one. After `next` has returned nil, `end` has
/// the fault of the rest. No input makes it trap, and it needs memory for one record. Use it from
/// one thread at a time.
public final class JournalReader {
  /// The end of the records read so far; after `next` has returned nil, of all intact records.
  public private(set) var end: JournalEnd

  private let file: JournalFile
  private let size: Int
  private var isAtEnd = false
  /// The file's bytes from `start` on, so small records do not need a system call each.
  private var buffer: [UInt8] = []
  private var start = 0

  private static let step = 1 << 18

  /// Starts before the first record.
  /// - Throws: if the file is unreadable, not a journal, or its header is damaged or newer.
  public init(_ file: JournalFile) throws(JournalError) {
    self.file = file
    size = try file.size()
    end = JournalEnd(offset: 0, fault: nil, rest: 0, checksum: 0)
    let header: ArraySlice<UInt8>
    do throws(ReadFailure) { header = try bytes(at: 0, min(size, JournalFormat.headerSize)) } catch {
      throw JournalError(.read, file.path, errno: error.code)
    }
    switch JournalFormat.checksum(ofHeader: Array(header)) {
    case .success(let checksum):
      end = JournalEnd(
        offset: JournalFormat.headerSize, fault: nil, rest: size - JournalFormat.headerSize, checksum: checksum)
    case .failure(let fault): throw JournalError(.read, file.path, fault: fault.words)
    }
  }

  /// The next record; nil at the end, or if the next record is incomplete or damaged.
  public func next() -> JournalRecord? {
    if isAtEnd { return nil }
    guard end.rest > 0 else { return stop(nil) }
    let frame = JournalFormat.prefixSize + JournalFormat.suffixSize
    guard end.rest >= frame else { return stop(JournalEnd.cutShort) }
    do throws(ReadFailure) {
      var prefix = ByteReader(Array(try bytes(at: end.offset, JournalFormat.prefixSize)))
      guard let claimed = try? prefix.read(UInt32.self), let type = try? prefix.read(UInt8.self) else {
        return stop(JournalEnd.cutShort)
      }
      let length = Int(claimed)
      guard type != 0, length <= JournalWriter.largestPayload else {
        return stop(translated("a record's header is invalid"))
      }
      guard length <= end.rest - frame else { return stop(JournalEnd.cutShort) }
      let record = try bytes(at: end.offset, frame + length)
      let body = JournalFormat.prefixSize + length
      let checksum = CRC32C.checksum(record.span.extracting(0..<body), following: end.checksum)
      var suffix = ByteReader(Array(record.suffix(JournalFormat.suffixSize)))
      guard let stored = try? suffix.read(UInt32.self), stored == checksum else {
        return stop(translated("a record's checksum is wrong"))
      }
      let found = JournalRecord(
        type: type, payload: Array(record.dropFirst(JournalFormat.prefixSize).prefix(length)), offset: end.offset)
      end = JournalEnd(
        offset: end.offset + frame + length, fault: nil, rest: end.rest - frame - length, checksum: checksum)
      return found
    } catch {
      return stop(JournalError(.read, file.path, errno: error.code).fault)
    }
  }

  private func stop(_ fault: String?) -> JournalRecord? {
    isAtEnd = true
    end.fault = fault
    return nil
  }

  /// The file's bytes `offset ..< offset + count`, which must be within its size.
  private func bytes(at offset: Int, _ count: Int) throws(ReadFailure) -> ArraySlice<UInt8> {
    if offset < start || offset + count > start + buffer.count {
      buffer = try read(at: offset, max(count, min(Self.step, size - offset)))
      start = offset
      guard buffer.count >= count else { throw ReadFailure(code: EIO) }
    }
    return buffer[offset - start..<offset - start + count]
  }

  private func read(at offset: Int, _ count: Int) throws(ReadFailure) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      while filled < count {
        let got = pread(
          file.descriptor, UnsafeMutableRawPointer(target.baseAddress.map { $0 + filled }), count - filled,
          off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        // Another program has truncated the file meanwhile.
        if got <= 0 { break }
        filled += got
      }
    }
    if failure != 0 { throw ReadFailure(code: failure) }
    return bytes
  }
}

private struct ReadFailure: Error {
  let code: Int32
}
