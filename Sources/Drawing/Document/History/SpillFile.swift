import Files
import Glibc
import Journal
import Synchronization

/// A file without a name for what memory is too good for: it goes with the process, however that ends, and nobody else can open
/// it.
///
/// Its life: made in a folder; `append` gives a piece for bytes, which reads them as long as it is there. The room of pieces that went
/// is used again after `tidy`. Closed when the last of its pieces and owners has gone. Any thread may read and let go of
/// pieces; one at a time may do the rest.
public final class SpillFile: Sendable {
  private let descriptor: Int32

  private struct State {
    /// Where the file ends, with what is being written.
    var end = 0
    /// Bytes of pieces that are there.
    var used = 0
    /// Room before the end that nothing lies in: in order, no two side by side.
    var gaps: [Range<Int>] = []
    /// The room of pieces that went since.
    var freed: [Range<Int>] = []
  }

  private let state = Mutex(State())

  /// A file in a folder, whose name is taken away at once.
  /// - Throws: where none can be made there.
  public convenience init(folder: String) throws(FileError) {
    var template = PathText.system(folder + "/.fude-undo-XXXXXX")
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError(.write, folder, errno: errno) }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.init(descriptor: descriptor)
  }

  /// Takes over a file that is open for reading and writing, and empty.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Bytes that lie in it and are wanted.
  var usedBytes: Int { state.withLock { $0.used } }
  /// Its size, bytes.
  var size: Int { state.withLock { $0.end } }

  /// Writes bytes where there is room, or behind all others.
  /// - Returns: nil where the disk is full or fails; nothing is kept then.
  func append(_ bytes: Span<UInt8>) -> SpillPiece? {
    let range = state.withLock { state -> Range<Int> in
      state.used += bytes.count
      if let at = state.gaps.firstIndex(where: { $0.count >= bytes.count }) {
        let gap = state.gaps[at]
        let range = gap.lowerBound..<(gap.lowerBound + bytes.count)
        if range == gap { state.gaps.remove(at: at) } else { state.gaps[at] = range.upperBound..<gap.upperBound }
        return range
      }
      defer { state.end += bytes.count }
      return state.end..<(state.end + bytes.count)
    }
    guard write(bytes, at: range.lowerBound) else {
      release(range)
      return nil
    }
    return SpillPiece(self, range, checksum: CRC32C.checksum(bytes))
  }

  private func write(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(start + done))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// The bytes at a place; nil where they cannot be read.
  fileprivate func read(_ range: Range<Int>) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      filled = 0
      while filled < range.count {
        let place = buffer.baseAddress?.advanced(by: filled)
        let got = pread(descriptor, place, range.count - filled, off_t(range.lowerBound + filled))
        if got < 0 && errno == EINTR { continue }
        if got <= 0 { return }
        filled += got
      }
    }
    return bytes.count == range.count ? bytes : nil
  }

  fileprivate func release(_ range: Range<Int>) {
    state.withLock {
      $0.used -= range.count
      $0.freed.append(range)
    }
  }

  /// Makes the room of what went free for others, or gives it back to the disk where it is at the end.
  func tidy() {
    state.withLock { state in
      if state.freed.isEmpty { return }
      var gaps: [Range<Int>] = []
      for gap in (state.gaps + state.freed).sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = gaps.last, last.upperBound == gap.lowerBound {
          gaps[gaps.count - 1] = last.lowerBound..<gap.upperBound
        } else {
          gaps.append(gap)
        }
      }
      (state.gaps, state.freed) = (gaps, [])
      guard let last = gaps.last, last.upperBound == state.end else { return }
      state.gaps.removeLast()
      state.end = last.lowerBound
      _ = ftruncate(descriptor, off_t(state.end))
    }
  }
}

/// Bytes that lie in a spill file. The room of them is free when the last owner has gone.
final class SpillPiece: Sendable {
  private let file: SpillFile
  private let range: Range<Int>
  private let checksum: UInt32

  fileprivate init(_ file: SpillFile, _ range: Range<Int>, checksum: UInt32) {
    (self.file, self.range, self.checksum) = (file, range, checksum)
  }

  deinit { file.release(range) }

  /// The bytes; nil where they cannot be read or are not what was written.
  func read() -> [UInt8]? {
    guard let bytes = file.read(range), CRC32C.checksum(bytes.span) == checksum else { return nil }
    return bytes
  }
}
