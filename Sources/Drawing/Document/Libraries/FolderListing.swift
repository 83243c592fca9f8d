import Files
import Glibc
import Language

/// The folders and drawing files in a folder, for a file dialog. Reading blocks; use a worker.
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
  /// Folders first, then drawings, both in the order of `sort`. Hidden files are left out.
  public var entries: [Entry]
  /// Why the folder could not be read, with the folder as "it"; nil on success.
  public var fault: String?

  /// Creates a listing.
  public init(folder: String, entries: [Entry], fault: String? = nil) {
    (self.folder, self.entries, self.fault) = (folder, entries, fault)
  }

  /// The extensions of drawings, in lower case without the dot.
  public static let endings =
    savedEndings + FileFormat.read.flatMap(\.endings).filter { !savedEndings.contains($0) }
  /// The extensions of palettes.
  public static let paletteEndings = ["gpl"]
  /// The extensions of brushes.
  public static let brushEndings = BrushFile.endings
  /// The extensions of packs of brushes.
  public static let packEndings = ["zip"]
  /// The extensions of other programs' brushes.
  public static let foreignEndings = ["abr", "gbr", "gih", "kpp", "bundle"]
  /// The extensions of pictures.
  public static let pictureEndings = FileFormat.read.filter(\.isPicture).flatMap(\.endings)
  /// The extensions that drawings can be saved with.
  public static let savedEndings = ["ora", "png"]

  /// Whether a file name has the extension of a drawing.
  public static func isDrawing(_ name: String) -> Bool { PathText.hasEnding(name, of: endings) }

  /// Whether a file name has the extension of a palette.
  public static func isPalette(_ name: String) -> Bool { PathText.hasEnding(name, of: paletteEndings) }

  /// Whether a file name has the extension of a brush.
  public static func isBrush(_ name: String) -> Bool { PathText.hasEnding(name, of: brushEndings) }

  /// Whether a file name has the extension of a pack of brushes.
  public static func isPack(_ name: String) -> Bool { PathText.hasEnding(name, of: packEndings) }

  /// Whether a dialog lists a file of this name: a drawing, picture, palette, brush or pack of brushes.
  static func isListed(_ name: String) -> Bool { isDrawing(name) || isAddition(name) }

  /// Whether a file name has the extension of a palette, a brush or a pack of brushes, which drawings
  /// are never written to.
  public static func isAddition(_ name: String) -> Bool {
    isPalette(name) || isBrush(name) || isPack(name) || isForeignBrush(name)
  }

  /// Whether a file name has the extension of other programs' brushes.
  public static func isForeignBrush(_ name: String) -> Bool { PathText.hasEnding(name, of: foreignEndings) }

  /// Whether a file name has the extension of brushes of any kind, or of a picture that can be a tip.
  public static func hasBrushes(_ name: String) -> Bool {
    isBrush(name) || isPack(name) || isForeignBrush(name) || PathText.hasEnding(name, of: ["png"])
  }

  /// Whether a file name has the extension of a picture.
  public static func isPicture(_ name: String) -> Bool { PathText.hasEnding(name, of: pictureEndings) }

  /// Whether a drawing can be saved under a file name.
  public static func isSaved(_ name: String) -> Bool { PathText.hasEnding(name, of: savedEndings) }

  /// Reads a folder; errors are reported in `fault`.
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
      // The name can extend beyond the declared end of the structure.
      guard let at = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let name = UnsafeRawPointer(found).advanced(by: at).assumingMemoryBound(to: CChar.self)
      if name[0] == CChar(bitPattern: UInt8(ascii: ".")) { continue }
      let text = PathText.text(ofSystem: name)
      let kind = Int32(found.pointee.d_type)
      let isLink = kind == DT_LNK || kind == DT_UNKNOWN
      // Skipping `fstatat` for other files matters in folders with 100,000 files.
      guard kind == DT_DIR || isLink || kind == DT_REG && Self.isListed(text) else { continue }
      var information = stat()
      guard fstatat(dirfd(directory), name, &information, 0) == 0 else { continue }
      switch information.st_mode & S_IFMT {
      case S_IFDIR: entries.append(Entry(name: text, isFolder: true, modified: information.st_mtim.tv_sec))
      case S_IFREG where Self.isListed(text):
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
