import Glibc
import Language

/// The folders and some files in a folder, for a file dialog. Reading blocks; use a worker.
public struct FolderListing: Sendable, Hashable {
  /// A file or folder.
  public struct Entry: Sendable, Hashable {
    /// The name, encoded by `PathText`.
    public var name: String
    /// Whether this is a folder or a link to one.
    public var isFolder: Bool
    /// The size in bytes; 0 for a folder.
    public var size: Int
    /// The time of the last modification, seconds since 1970.
    public var modified: Int

    /// Creates an entry.
    public init(name: String, isFolder: Bool, size: Int = 0, modified: Int = 0) {
      (self.name, self.isFolder, self.size, self.modified) = (name, isFolder, size, modified)
    }
  }

  /// The absolute path of the folder.
  public var folder: String
  /// Folders first, then files, both in the order of `sort`. Hidden files are left out.
  public var entries: [Entry]
  /// Why the folder could not be read, with the folder as "it"; nil on success.
  public var fault: String?

  /// Creates a listing.
  public init(folder: String, entries: [Entry], fault: String? = nil) {
    (self.folder, self.entries, self.fault) = (folder, entries, fault)
  }

  /// Reads a folder; errors are reported in `fault`.
  /// - Parameter isListed: whether the files of a name are listed; folders always are.
  public init(reading folder: String, isListed: (_ name: String) -> Bool) {
    self.init(folder: folder, entries: [])
    guard let directory = opendir(PathText.system(folder)) else {
      fault = errno == ENOENT ? translated("there is no such folder") : FileError.fault(errno: errno, .read)
      return
    }
    defer { closedir(directory) }
    while true {
      errno = 0
      guard let found = readdir(directory) else {
        if errno != 0 { fault = FileError.fault(errno: errno, .read) }
        break
      }
      // The name can extend beyond the declared end of the structure.
      guard let at = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let name = UnsafeRawPointer(found).advanced(by: at).assumingMemoryBound(to: CChar.self)
      if name[0] == CChar(bitPattern: UInt8(ascii: ".")) { continue }
      let text = PathText.text(ofSystem: name)
      let kind = Int32(found.pointee.d_type)
      let isLink = kind == DT_LNK || kind == DT_UNKNOWN
      // Skipping `fstatat` for other files matters in folders with 100,000 files.
      guard kind == DT_DIR || isLink || kind == DT_REG && isListed(text) else { continue }
      var information = stat()
      guard fstatat(dirfd(directory), name, &information, 0) == 0 else { continue }
      switch information.st_mode & S_IFMT {
      case S_IFDIR: entries.append(Entry(name: text, isFolder: true, modified: information.st_mtim.tv_sec))
      case S_IFREG where isListed(text):
        entries.append(
          Entry(name: text, isFolder: false, size: Int(information.st_size), modified: information.st_mtim.tv_sec))
      default: continue
      }
    }
    sort()
  }

  /// Sorts folders first, then by name, ignoring case and comparing numbers by value.
  public mutating func sort() {
    let keyed = entries.map { ($0, Self.key($0.name)) }
    entries = keyed.sorted { a, b in
      if a.0.isFolder != b.0.isFolder { return a.0.isFolder }
      if a.1 != b.1 { return a.1.lexicographicallyPrecedes(b.1) }
      return a.0.name < b.0.name
    }.map(\.0)
  }

  /// Returns the sort key of a name. A run of digits is preceded by its length.
  private static func key(_ name: String) -> [UInt8] {
    var key: [UInt8] = []
    var digits: [UInt8] = []
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func flush() {
      guard !digits.isEmpty else { return }
      let value = digits.drop { $0 == UInt8(ascii: "0") }
      // Digits sort at "0" among other characters, shorter numbers before longer ones.
      key += [UInt8(ascii: "0"), UInt8(min(255, value.count))] + value
      digits.removeAll()
    }
    for byte in PathText.shown(name).lowercased().utf8 {
      if isDigit(byte) {
        digits.append(byte)
      } else {
        flush()
        key.append(byte)
      }
    }
    flush()
    return key
  }
}
