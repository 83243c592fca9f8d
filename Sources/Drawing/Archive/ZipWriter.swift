import CZip
import Glibc
import Language

/// Writes a zip archive. The same entries in the same order always give the same bytes.
///
/// `init` borrows the descriptor of an empty file. `add` adds entries. `finish` makes, compresses
/// and writes one entry after the other. After any error the file must be discarded. Use it from
/// one thread at a time.
public final class ZipWriter {
  /// Makes the bytes of an entry.
  public typealias Content = () throws(ArchiveError) -> [UInt8]

  private let archive: OpaquePointer
  private let failure: UnsafeMutablePointer<Int32>
  private let problem = ErrorBox()
  private var isOpen = true

  /// Starts an archive.
  /// - Parameter descriptor: an empty, seekable file, borrowed until this object is released.
  /// - Throws: if memory is short.
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

  /// Adds an entry after the others.
  /// - Parameters:
  ///   - name: a unique name without a leading "/"; "/" separates the parts of a path.
  ///   - isPacked: false stores the bytes uncompressed, for compressed data and for `mimetype`.
  ///   - content: makes the bytes; called once, by `finish`.
  /// - Throws: if the name is taken or empty, or memory is short.
  public func add(_ name: String, isPacked: Bool, content: @escaping Content) throws(ArchiveError) {
    precondition(isOpen, "entries are added before the end")
    let state = Unmanaged.passRetained(EntrySource(content, problem))
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
      // Unix permissions for extraction: read and write for the owner, read for others.
      zip_file_set_external_attributes(archive, UInt64(index), 0, UInt8(ZIP_OPSYS_UNIX), 0o100644 << 16) == 0
    else { throw .system(ENOMEM) }
  }

  /// Writes the archive. No entries can be added afterwards.
  /// - Throws: the error of a closure, or if the disk is full or fails.
  public func finish() throws(ArchiveError) {
    precondition(isOpen, "an archive is finished once")
    guard zip_close(archive) == 0 else {
      if let fault = problem.fault { throw fault }
      if failure.pointee != 0 { throw .system(failure.pointee) }
      guard let error = zip_get_error(archive) else { throw .fault(translated("the archive cannot be written")) }
      let code = zip_error_code_system(error)
      if code != 0, zip_error_system_type(error) == ZIP_ET_SYS { throw .system(code) }
      throw .fault(
        translated("the archive cannot be written ({reason})", ["reason": String(cString: zip_error_strerror(error))]))
    }
    isOpen = false
  }

  /// Noon of the first day of the zip format, in local time, which is what libzip writes.
  private static func fixedTime() -> time_t {
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour, date.tm_isdst) = (80, 0, 1, 12, -1)
    return mktime(&date)
  }
}

/// Keeps the error of a closure; libzip can pass only a number.
private final class ErrorBox {
  var fault: ArchiveError?
}

private final class EntrySource {
  private let content: ZipWriter.Content
  private let problem: ErrorBox
  private var bytes: [UInt8]?
  private var size: Int?
  private var position = 0

  init(_ content: @escaping ZipWriter.Content, _ problem: ErrorBox) {
    self.content = content
    self.problem = problem
  }

  func step(_ data: UnsafeMutableRawPointer?, _ length: Int, _ command: zip_source_cmd_t) -> Int64 {
    switch command {
    case ZIP_SOURCE_SUPPORTS:
      let commands = [ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR]
      return (commands + [ZIP_SOURCE_FREE]).reduce(0) { $0 | 1 << Int64($1.rawValue) }
    case ZIP_SOURCE_STAT:
      // Without a size, libzip would use the format for huge files. It asks again after reading.
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
    if problem.fault != nil { return false }
    do throws(ArchiveError) {
      let made = try content()
      bytes = made
      size = made.count
      return true
    } catch {
      problem.fault = error
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
