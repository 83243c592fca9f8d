import Files
import Glibc
import Ink

/// The names and files of brushes in folders, one file for each name: those of MyPaint, and those of
/// Fude in folders of folders (`BrushLibrary` has the others). Listing reads no file, but it blocks; use
/// a worker.
public struct BrushCatalogue: Sendable, Hashable {
  /// A brush in a file.
  public struct Entry: Sendable, Hashable {
    /// The name: that of the file from its folder of brushes on (`Brush.name(ofFile:)`).
    public var name: String
    /// The file, encoded by `PathText`.
    public var path: String

    /// Creates an entry from its parts.
    public init(name: String, path: String) { (self.name, self.path) = (name, path) }

    /// The format, by the file's name.
    public var format: BrushFile.Format {
      path.lowercased().hasSuffix(BrushLibrary.ending) ? .fude : .mypaint
    }
  }

  /// Brushes whose names have the same folder.
  public struct Group: Sendable, Hashable {
    /// The folder: "classic" for "classic/pen"; empty for names without one.
    public var name: String
    /// Sorted by name.
    public var entries: [Entry]
    /// Whether it has a brush of MyPaint.
    public var needsMyPaint: Bool { entries.contains { $0.format == .mypaint } }
  }

  /// The groups, in the order of the folders that they were found in first.
  public private(set) var groups: [Group] = []

  /// The greatest depth of folders below a folder of brushes.
  public static let mostLevels = 4
  /// The greatest number of brushes.
  public static let mostFiles = 5000
  /// The greatest number of names of any kind that are looked at.
  public static let mostNames = 50_000
  public static let ending = ".myb"
  /// The ends of names of brushes.
  public static let endings = [ending, BrushLibrary.ending]
  /// The group of brushes outside of groups that have the name of one of Fude's.
  public static let group = "mypaint"

  /// No brushes.
  public init() {}

  /// Lists folders. Of files of one name, that of the earliest folder counts.
  /// - Parameter taken: names that other brushes have; a file of such a name is put into the group
  ///   "mypaint".
  public init(folders: [String], taken: Set<String> = []) {
    var walk = Walk(taken: taken, wanted: nil)
    for folder in folders { walk.visit(folder) }
    for entry in walk.found { insert(entry) }
    for index in groups.indices { groups[index].entries.sort { $0.name < $1.name } }
  }

  /// The entry of a name, if it is in the catalogue. O(brushes).
  public subscript(name: String) -> Entry? {
    let group = Self.group(of: name)
    return groups.first { $0.name == group }?.entries.first { $0.name == name }
  }

  /// The entry of a file, if it is in the catalogue. O(brushes).
  public func entry(ofFile path: String) -> Entry? {
    groups.lazy.compactMap { $0.entries.first { $0.path == path } }.first
  }

  /// Adds a brush, in place of one of the same name.
  public mutating func add(_ entry: Entry) {
    let group = Self.group(of: entry.name)
    if let at = groups.firstIndex(where: { $0.name == group }) {
      groups[at].entries.removeAll { $0.name == entry.name }
    }
    insert(entry)
    for index in groups.indices where groups[index].name == group { groups[index].entries.sort { $0.name < $1.name } }
  }

  /// Removes a brush, if it is there.
  public mutating func remove(_ name: String) {
    let group = Self.group(of: name)
    guard let at = groups.firstIndex(where: { $0.name == group }) else { return }
    groups[at].entries.removeAll { $0.name == name }
    if groups[at].entries.isEmpty { groups.remove(at: at) }
  }

  private mutating func insert(_ entry: Entry) {
    let group = Self.group(of: entry.name)
    if let at = groups.firstIndex(where: { $0.name == group }) {
      groups[at].entries.append(entry)
    } else {
      groups.append(Group(name: group, entries: [entry]))
    }
  }

  /// The folder part of a name.
  private static func group(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
  }

  /// The folders of a user, existing or not: Fude's, MyPaint's own, the one that comes with the program,
  /// and those of the package with MyPaint's brushes.
  public static func folders(
    environment: [String: String], shipped: String? = BrushLibrary.systemFolder()
  ) -> [String] {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let data = UserFolder.path("XDG_DATA_HOME", otherwise: ".local/share", environment: environment)
    let own = data.map { [$0 + "/brushes", PathText.folder(of: $0) + "/mypaint/brushes"] } ?? []
    let package = ["2.0", "1.0"].map { "/usr/share/mypaint-data/\($0)/brushes" }
    return own + (home.map { [$0 + "/.mypaint/brushes"] } ?? []) + (shipped.map { [$0] } ?? []) + package
  }

  /// Finds the file of one brush as `init` would, without looking into folders of other groups.
  public static func entry(named name: String, in folders: [String], taken: Set<String> = []) -> Entry? {
    var walk = Walk(taken: taken, wanted: name)
    for folder in folders {
      walk.visit(folder)
      if let found = walk.found.first { return found }
    }
    return nil
  }

  /// The name of a brush in a file: from a folder of brushes on if the file is in one, else that of the
  /// file alone; "mypaint" if its name is too long.
  public static func name(ofFile path: String, in folders: [String] = [], taken: Set<String>) -> String {
    let folder = folders.first { path.hasPrefix($0 + "/") }
    let part = folder.map { String(path.dropFirst($0.count + 1)) } ?? PathText.name(of: path)
    let name = Brush.name(ofFile: part) ?? group
    return taken.contains(name) ? group + "/" + name : name
  }
}

extension BrushCatalogue {
  /// Goes through folders of brushes.
  private struct Walk {
    let taken: Set<String>
    /// The only name that is looked for; nil for all.
    let wanted: String?
    private(set) var found: [Entry] = []
    private var names: Set<String> = []
    private var namesSeen = 0
    /// The folders that were read. A folder is read once, so that links in circles end.
    private var visited: Set<[UInt64]> = []

    init(taken: Set<String>, wanted: String?) { (self.taken, self.wanted) = (taken, wanted) }

    mutating func visit(_ folder: String) { visit(folder, "", level: 0) }

    /// Reads a folder: first its files, then its folders, both by name.
    /// - Parameter prefix: the path from the folder of brushes on, empty or with a slash at its end.
    private mutating func visit(_ folder: String, _ prefix: String, level: Int) {
      guard let directory = opendir(PathText.system(folder)) else { return }
      var (files, folders) = ([String](), [String]())
      readNames(directory, &files, &folders)
      closedir(directory)
      // Fude's own brushes are those of the folder itself.
      if level == 0 { files.removeAll { $0.lowercased().hasSuffix(BrushLibrary.ending) } }
      for file in files.sorted() { add(prefix + file, folder + "/" + file) }
      guard level < BrushCatalogue.mostLevels else { return }
      for name in folders.sorted() where isWanted(prefix + name) {
        visit(folder + "/" + name, prefix + name + "/", level: level + 1)
      }
    }

    private mutating func readNames(_ directory: OpaquePointer, _ files: inout [String], _ folders: inout [String]) {
      var information = stat()
      guard fstat(dirfd(directory), &information) == 0,
        visited.insert([UInt64(information.st_dev), UInt64(information.st_ino)]).inserted,
        let at = MemoryLayout<dirent>.offset(of: \.d_name)
      else { return }
      while namesSeen < BrushCatalogue.mostNames, let entry = readdir(directory) {
        namesSeen += 1
        // The name can extend beyond the declared end of the structure.
        let name = UnsafeRawPointer(entry).advanced(by: at).assumingMemoryBound(to: CChar.self)
        if name[0] == CChar(bitPattern: UInt8(ascii: ".")) { continue }
        var kind = Int32(entry.pointee.d_type)
        if kind == DT_LNK || kind == DT_UNKNOWN {
          guard fstatat(dirfd(directory), name, &information, 0) == 0 else { continue }
          kind = Int32((information.st_mode & S_IFMT) >> 12)
        }
        if kind == DT_DIR {
          folders.append(PathText.text(ofSystem: name))
        } else if kind == DT_REG {
          let text = PathText.text(ofSystem: name)
          let small = text.lowercased()
          if BrushCatalogue.endings.contains(where: { small.hasSuffix($0) }) { files.append(text) }
        }
      }
    }

    private func isWanted(_ folder: String) -> Bool {
      guard let name = Brush.name(ofFile: folder + "/x") else { return false }
      return wanted.map { $0.hasPrefix(name.dropLast()) } ?? true
    }

    private mutating func add(_ file: String, _ path: String) {
      guard found.count < BrushCatalogue.mostFiles, var name = Brush.name(ofFile: file) else { return }
      if taken.contains(name) { name = BrushCatalogue.group + "/" + name }
      guard wanted == nil || wanted == name, names.insert(name).inserted else { return }
      found.append(Entry(name: name, path: path))
    }
  }
}
