import CZip
import Glibc
import Language

/// Writes a zip archive: entries in the order in which they were added, always the same bytes for the same content.
///
/// Its life:
/// 1. `init` takes the descriptor of an empty file; nothing is written yet.
/// 2. `add` says which entries there shall be, and what makes their bytes.
/// 3. `finish` asks for the bytes, entry by entry, packs and writes them: only one entry's content is in memory at a time.
///    To cancel, a content throws. Where anything throws, the file is good for nothing but being dropped.
///
/// Whether and how the file gets its name is up to who lent the descriptor. Used by one thread at a time.
public final class ZipWriter {
  /// Makes the bytes of an entry when they are wanted.
  public typealias Content = () throws(ArchiveError) -> [UInt8]

  private let archive: OpaquePointer
  private let failure: UnsafeMutablePointer<Int32>
  private let complaint = Complaint()
  private var isOpen = true

  /// Starts an archive.
  /// - Parameter descriptor: of an empty file that can be sought in; lent until this object is gone.
  /// - Throws: where memory is short.
  public init(descriptor: Int32) throws(ArchiveError) {
    let failure = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    failure.initialize(to: 0)
    guard let source = fude_zip_output_source(descriptor, failure) else {
      failure.deallocate()
      throw .system(ENOMEM)
    }
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let archive = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error) else {
      zip_source_free(source)
      failure.deallocate()
      throw .system(ENOMEM)
    }
    self.archive = archive
    self.failure = failure
  }

  deinit {
    if isOpen { zip_discard(archive) }
    failure.deallocate()
  }

  /// Adds an entry behind those that were added before.
  /// - Parameters:
  ///   - name: of its own, without a leading "/"; parts of a path are set apart by "/".
  ///   - isPacked: false stores the bytes as they are: for what is packed already, and for `mimetype`.
  ///   - content: makes its bytes; called once, by `finish`.
  /// - Throws: where the name is taken or empty, or memory is short.
  public func add(_ name: String, isPacked: Bool, content: @escaping Content) throws(ArchiveError) {
    precondition(isOpen, "entries are added before the end")
    let state = Unmanaged.passRetained(EntrySource(content, complaint))
    guard let source = zip_source_function_create(entryStep, state.toOpaque(), nil) else {
      state.release()
      throw .system(ENOMEM)
    }
    let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else {
      zip_source_free(source)
      throw .fault(translated("an entry named {entry} cannot be added", ["entry": ArchiveError.printable(name)]))
    }
    let method = isPacked ? ZIP_CM_DEFLATE : ZIP_CM_STORE
    guard zip_set_file_compression(archive, UInt64(index), method, 6) == 0,
      zip_file_set_mtime(archive, UInt64(index), Self.fixedTime(), 0) == 0,
      // Read and write for the owner, read for others, in case that someone unpacks it.
      zip_file_set_external_attributes(archive, UInt64(index), 0, UInt8(ZIP_OPSYS_UNIX), 0o100644 << 16) == 0
    else { throw .system(ENOMEM) }
  }

  /// Writes the archive. Nothing can be added any more.
  /// - Throws: what a content threw; or where the disk is full or fails.
  public func finish() throws(ArchiveError) {
    precondition(isOpen, "an archive is finished once")
    guard zip_close(archive) == 0 else {
      if let fault = complaint.fault { throw fault }
      if failure.pointee != 0 { throw .system(failure.pointee) }
      guard let error = zip_get_error(archive) else { throw .fault(translated("the archive cannot be written")) }
      let code = zip_error_code_system(error)
      if code != 0, zip_error_system_type(error) == ZIP_ET_SYS { throw .system(code) }
      throw .fault(
        translated("the archive cannot be written ({reason})", ["reason": String(cString: zip_error_strerror(error))]))
    }
    isOpen = false
  }

  /// Noon of the first day that a zip archive can name, wherever we are: libzip writes a time as the clocks on the wall
  /// show it.
  private static func fixedTime() -> time_t {
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour, date.tm_isdst) = (80, 0, 1, 12, -1)
    return mktime(&date)
  }
}

/// Where what went wrong in a content is put down: libzip could only carry a number.
private final class Complaint {
  var fault: ArchiveError?
}

/// An entry's bytes while libzip reads them. Owned by its zip_source_t, which releases it.
private final class EntrySource {
  private let content: ZipWriter.Content
  private let complaint: Complaint
  private var bytes: [UInt8]?
  private var size: Int?
  private var position = 0

  init(_ content: @escaping ZipWriter.Content, _ complaint: Complaint) {
    self.content = content
    self.complaint = complaint
  }

  func step(_ data: UnsafeMutableRawPointer?, _ length: Int, _ command: zip_source_cmd_t) -> Int64 {
    switch command {
    case ZIP_SOURCE_SUPPORTS:
      let commands = [ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR]
      return (commands + [ZIP_SOURCE_FREE]).reduce(0) { $0 | 1 << Int64($1.rawValue) }
    case ZIP_SOURCE_STAT:
      // The size must be known before the first byte is written, or the entry gets the form for huge files. It is asked
      // for again when the bytes were read and are gone.
      guard size != nil || make(), let data, length >= MemoryLayout<zip_stat_t>.size else { return -1 }
      let stat = data.assumingMemoryBound(to: zip_stat_t.self)
      zip_stat_init(stat)
      stat.pointee.size = UInt64(size ?? 0)
      stat.pointee.valid |= UInt64(ZIP_STAT_SIZE)
      return Int64(MemoryLayout<zip_stat_t>.size)
    case ZIP_SOURCE_OPEN:
      position = 0
      return make() ? 0 : -1
    case ZIP_SOURCE_READ:
      guard let bytes, let data else { return -1 }
      let count = min(length, bytes.count - position)
      bytes.withUnsafeBytes { all in
        UnsafeMutableRawBufferPointer(start: data, count: count)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: all[position..<position + count]))
      }
      position += count
      return Int64(count)
    case ZIP_SOURCE_CLOSE:
      bytes = nil
      return 0
    case ZIP_SOURCE_ERROR:
      guard let data, length >= 2 * MemoryLayout<Int32>.size else { return -1 }
      data.storeBytes(of: ZIP_ER_INTERNAL, as: Int32.self)
      data.storeBytes(of: 0, toByteOffset: MemoryLayout<Int32>.size, as: Int32.self)
      return Int64(2 * MemoryLayout<Int32>.size)
    default: return -1
    }
  }

  private func make() -> Bool {
    if bytes != nil { return true }
    if complaint.fault != nil { return false }
    do throws(ArchiveError) {
      let made = try content()
      bytes = made
      size = made.count
      return true
    } catch {
      complaint.fault = error
      return false
    }
  }
}

private func entryStep(
  _ state: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?, _ length: UInt64, _ command: zip_source_cmd_t
) -> Int64 {
  guard let state else { return -1 }
  let source = Unmanaged<EntrySource>.fromOpaque(state)
  if command == ZIP_SOURCE_FREE {
    source.release()
    return 0
  }
  return source.takeUnretainedValue().step(data, Int(clamping: length), command)
}
