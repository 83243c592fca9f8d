import CZip
import Glibc
import Language

/// Reads a zip archive: its list of entries, and the bytes of requested entries. Nothing is
/// extracted to the disk, so paths in names have no effect. Use it from one thread at a time.
public final class ZipReader {
  /// Limits on an archive, so a small file cannot fill the memory.
  public struct Limits: Hashable, Sendable {
    /// The largest number of entries.
    public var entries: Int
    /// The largest uncompressed size of one entry, bytes.
    public var entry: Int
    /// The largest uncompressed size of all entries that are read, bytes.
    public var total: Int

    /// Makes limits from their values.
    public init(entries: Int = 20_000, entry: Int = 1 << 31, total: Int = 1 << 33) {
      self.entries = entries
      self.entry = entry
      self.total = total
    }
  }

  /// A file in the archive.
  public struct Entry: Hashable, Sendable {
    /// The name; "/" separates the parts of a path.
    public let name: String
    /// The uncompressed size in the archive's list, bytes.
    public let size: Int
    let index: UInt64
  }

  /// All entries, in the archive's order.
  public let entries: [Entry]
  /// The uncompressed size of the entries that were read, bytes, as the archive states it.
  public private(set) var readBytes = 0

  private let archive: ZipHandle
  private let limits: Limits

  /// Opens an archive in a file.
  /// - Parameter descriptor: a seekable file, borrowed for this call; the caller closes it.
  /// - Throws: if the file is unreadable, damaged, not a zip archive, or has too many entries.
  public convenience init(descriptor: Int32, limits: Limits = Limits()) throws(ArchiveError) {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw .system(errno) }
    guard information.st_mode & S_IFMT == S_IFREG else { throw .fault(translated("it is not a regular file")) }
    if information.st_size == 0 { throw .fault(translated("it is empty")) }
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw .system(errno) }
    var code: Int32 = 0
    guard let handle = zip_fdopen(own, 0, &code) else {
      let system = errno
      close(own)
      throw Self.failure(code, system: system)
    }
    try self.init(ZipHandle(handle), limits)
  }

  /// Opens an archive in memory; see `init(descriptor:limits:)`.
  public convenience init(bytes: [UInt8], limits: Limits = Limits()) throws(ArchiveError) {
    if bytes.isEmpty { throw .fault(translated("it is empty")) }
    guard let copy = malloc(bytes.count) else { throw .system(ENOMEM) }
    bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: bytes.count) }
    guard let source = zip_source_buffer_create(copy, UInt64(bytes.count), 1, nil) else {
      free(copy)
      throw .system(ENOMEM)
    }
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let handle = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      zip_source_free(source)
      throw Self.failure(zip_error_code_zip(&error), system: zip_error_code_system(&error))
    }
    try self.init(ZipHandle(handle), limits)
  }

  private init(_ archive: ZipHandle, _ limits: Limits) throws(ArchiveError) {
    let count = zip_get_num_entries(archive.pointer, 0)
    guard count <= limits.entries else {
      throw .fault(
        translated("it has {count} entries, but at most {most} are allowed", ["count": count, "most": limits.entries]))
    }
    var entries: [Entry] = []
    for index in 0..<UInt64(max(0, count)) {
      var stat = zip_stat_t()
      guard zip_stat_index(archive.pointer, index, 0, &stat) == 0, let name = stat.name else {
        throw archive.failure(translated("it is damaged: its list of entries cannot be read"))
      }
      let size = stat.valid & UInt64(ZIP_STAT_SIZE) != 0 ? Int(clamping: stat.size) : .max
      entries.append(Entry(name: String(cString: name), size: size, index: index))
    }
    self.archive = archive
    self.limits = limits
    self.entries = entries
  }

  /// The first entry with a name; nil if there is none.
  public func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  /// Reads all bytes of an entry.
  /// - Parameter limit: the largest size, in addition to the archive's limits. A larger entry is
  ///   refused before memory is allocated.
  /// - Throws: if the entry is too large, encrypted, damaged, or uses an unknown compression.
  public func read(_ entry: Entry, limit: Int = .max) throws(ArchiveError) -> [UInt8] {
    try read(entry, limit: limit, first: .max)
  }

  /// Reads at most `count` bytes from the start of an entry. The checksum is not verified, and the
  /// bytes do not count for the limits.
  public func prefix(of entry: Entry, count: Int) throws(ArchiveError) -> [UInt8] {
    try read(entry, limit: .max, first: count)
  }

  /// Reads what can be read of an entry that may be damaged. Nothing after the first damage is read.
  /// - Returns: the first bytes. If the checksum is wrong, any of them may be damaged.
  /// - Throws: if the entry is too large, or the file or memory fails.
  public func readable(_ entry: Entry, limit: Int = .max) throws(ArchiveError) -> [UInt8] {
    try claim(entry, limit: limit)
    var bytes: [UInt8] = []
    do throws(ArchiveError) { try read(entry, first: .max, to: &bytes) } catch {
      guard case .fault = error else { throw error }
    }
    return bytes
  }

  private func read(_ entry: Entry, limit: Int, first: Int) throws(ArchiveError) -> [UInt8] {
    if first == .max { try claim(entry, limit: limit) }
    var bytes: [UInt8] = []
    try read(entry, first: first, to: &bytes)
    return bytes
  }

  /// Counts an entry for the limits.
  private func claim(_ entry: Entry, limit: Int) throws(ArchiveError) {
    let allowed = min(limit, limits.entry)
    guard entry.size <= allowed else {
      throw .fault(
        translated(
          "its entry {entry} would be larger than {size}",
          ["entry": ArchiveError.printable(entry.name), "size": Language.size(allowed)]))
    }
    guard entry.size <= limits.total - readBytes else {
      throw .fault(
        translated("its entries would together be larger than {size}", ["size": Language.size(limits.total)]))
    }
    readBytes += entry.size
  }

  /// Appends at most the first `first` bytes of an entry.
  private func read(_ entry: Entry, first: Int, to bytes: inout [UInt8]) throws(ArchiveError) {
    let shown = ArchiveError.printable(entry.name)
    var stat = zip_stat_t()
    guard zip_stat_index(archive.pointer, entry.index, 0, &stat) == 0 else {
      throw archive.failure(translated("its entry {entry} cannot be found", ["entry": shown]))
    }
    if stat.encryption_method != UInt16(ZIP_EM_NONE) {
      throw .fault(translated("its entry {entry} is encrypted", ["entry": shown]))
    }
    guard let file = zip_fopen_index(archive.pointer, entry.index, 0) else {
      throw archive.failure(translated("its entry {entry} cannot be opened", ["entry": shown]))
    }
    defer { zip_fclose(file) }

    // The claimed size is not trusted, so memory grows with the bytes that are read.
    bytes.reserveCapacity(min(entry.size, first, 1 << 20))
    var chunk = [UInt8](repeating: 0, count: min(first, 65536))
    while bytes.count < first {
      let count = zip_fread(file, &chunk, UInt64(chunk.count))
      if count == 0 { break }
      guard count > 0 else {
        guard let error = zip_file_get_error(file) else {
          throw .fault(translated("its entry {entry} is damaged", ["entry": shown]))
        }
        throw Self.entryFailure(shown, error)
      }
      guard Int(count) <= entry.size - bytes.count else {
        throw .fault(translated("its entry {entry} is larger than the archive says", ["entry": shown]))
      }
      bytes.append(contentsOf: chunk[..<Int(count)])
    }
    guard bytes.count >= min(first, entry.size) else {
      throw .fault(translated("its entry {entry} is cut short", ["entry": shown]))
    }
  }
}

// MARK: - Faults

extension ZipReader {
  fileprivate static func failure(_ code: Int32, system: Int32) -> ArchiveError {
    switch code {
    case ZIP_ER_NOZIP: .fault(translated("it is not a zip archive, or its end is missing"))
    case ZIP_ER_MEMORY: .system(ENOMEM)
    case ZIP_ER_OPEN, ZIP_ER_READ, ZIP_ER_SEEK, ZIP_ER_TELL:
      // Positions outside the file give EINVAL or EFBIG: the file is damaged, not the disk.
      system == 0 || system == EINVAL || system == EFBIG || system == EOVERFLOW
        ? .fault(translated("it is damaged: its list of entries lies outside the file")) : .system(system)
    default: .fault(translated("it is damaged: its list of entries cannot be read"))
    }
  }

  private static func entryFailure(_ shown: String, _ error: UnsafeMutablePointer<zip_error_t>) -> ArchiveError {
    let system = zip_error_code_system(error)
    switch zip_error_code_zip(error) {
    case ZIP_ER_CRC: return .fault(translated("its entry {entry} is damaged: the checksum is wrong", ["entry": shown]))
    case ZIP_ER_EOF: return .fault(translated("its entry {entry} is cut short", ["entry": shown]))
    case ZIP_ER_MEMORY: return .system(ENOMEM)
    case ZIP_ER_READ where system != 0 && system != EINVAL: return .system(system)
    default: return .fault(translated("its entry {entry} is damaged", ["entry": shown]))
    }
  }
}

/// Owns a libzip archive and closes it.
private final class ZipHandle {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { zip_discard(pointer) }

  func failure(_ what: String) -> ArchiveError {
    guard let error = zip_get_error(pointer) else { return .fault(what) }
    switch zip_error_code_zip(error) {
    case ZIP_ER_COMPNOTSUPP:
      return .fault(translated("{fault}: its compression method is not supported", ["fault": what]))
    case ZIP_ER_ENCRNOTSUPP, ZIP_ER_NOPASSWD: return .fault(translated("{fault}: it is encrypted", ["fault": what]))
    case ZIP_ER_MEMORY: return .system(ENOMEM)
    default: return .fault(what)
    }
  }
}
