import Files
import Glibc
import Language

/// What a folder holds for someone who looks for a drawing: its folders, and the files whose names end as drawings' do.
///
/// A plain value, read at once from the disk, on a worker's thread best: what asks for it shows it, and never looks at the
/// disk itself.
public struct FolderListing: Sendable, Hashable {
  /// Something in a folder.
  public struct Entry: Sendable, Hashable {
    /// Its name, as `PathText` has it.
    public var name: String
    /// Whether it is a folder, or a link to one.
    public var isFolder: Bool
    /// Bytes; 0 for a folder.
    public var size: Int
    /// When its content was changed last, seconds since 1970.
    public var modified: Int

    /// An entry by its values.
    public init(name: String, isFolder: Bool, size: Int = 0, modified: Int = 0) {
      (self.name, self.isFolder, self.size, self.modified) = (name, isFolder, size, modified)
    }
  }

  /// The folder's path, from the root on.
  public var folder: String
  /// Folders first, then drawings, each in the order of their names as people count; what is hidden is left out.
  public var entries: [Entry]
  /// Why it could not be read, about the folder as "it"; nil where it could.
  public var fault: String?

  /// A listing by its values.
  public init(folder: String, entries: [Entry], fault: String? = nil) {
    (self.folder, self.entries, self.fault) = (folder, entries, fault)
  }

  /// The endings of drawings, in small letters and without a dot.
  public static let endings = savedEndings + ["journal"]
  /// Those that a drawing can be saved with.
  public static let savedEndings = ["ora", "png"]

  /// Whether a file of this name may be a drawing.
  public static func isDrawing(_ name: String) -> Bool { ends(name, endings) }

  /// Whether a drawing can be saved by this name.
  public static func isSaved(_ name: String) -> Bool { ends(name, savedEndings) }

  private static func ends(_ name: String, _ endings: [String]) -> Bool {
    endings.contains { name.utf8.count > $0.utf8.count + 1 && name.lowercased().hasSuffix("." + $0) }
  }

  /// Reads a folder. Where that cannot be, `fault` says why.
  public init(reading folder: String) {
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
      // The name reaches beyond the structure's declared end.
      guard let at = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let name = UnsafeRawPointer(found).advanced(by: at).assumingMemoryBound(to: CChar.self)
      if name[0] == CChar(bitPattern: UInt8(ascii: ".")) { continue }
      let text = PathText.text(ofSystem: name)
      let kind = Int32(found.pointee.d_type)
      let isLink = kind == DT_LNK || kind == DT_UNKNOWN
      // Others need not be asked what they are: in a folder of a hundred thousand that counts.
      guard kind == DT_DIR || isLink || kind == DT_REG && Self.isDrawing(text) else { continue }
      var information = stat()
      guard fstatat(dirfd(directory), name, &information, 0) == 0 else { continue }
      switch information.st_mode & S_IFMT {
      case S_IFDIR: entries.append(Entry(name: text, isFolder: true, modified: information.st_mtim.tv_sec))
      case S_IFREG where Self.isDrawing(text):
        entries.append(
          Entry(name: text, isFolder: false, size: Int(information.st_size), modified: information.st_mtim.tv_sec))
      default: continue
      }
    }
    sort()
  }

  /// Folders first; then by name, letters alike whether large or small, and numbers by their value.
  public mutating func sort() {
    let keyed = entries.map { ($0, Self.key($0.name)) }
    entries = keyed.sorted { a, b in
      if a.0.isFolder != b.0.isFolder { return a.0.isFolder }
      if a.1 != b.1 { return a.1.lexicographicallyPrecedes(b.1) }
      return a.0.name < b.0.name
    }.map(\.0)
  }

  /// What names are sorted by: a run of digits counts by its length, then digit by digit.
  private static func key(_ name: String) -> [UInt8] {
    var key: [UInt8] = []
    var digits: [UInt8] = []
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func flush() {
      guard !digits.isEmpty else { return }
      let value = digits.drop { $0 == UInt8(ascii: "0") }
      // Above every other ASCII sign that stands before digits, and longer numbers behind shorter ones.
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
