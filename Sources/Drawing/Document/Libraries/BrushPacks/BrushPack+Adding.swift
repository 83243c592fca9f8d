import Files
import Ink

extension BrushPack {
  /// The result of adding a pack.
  public struct Addition: Sendable, Hashable {
    /// The name of its folder among the user's brushes.
    public var name: String
    /// The number of its brushes.
    public var count: Int
    /// Whether it was added; false if the folder was there already, with all brushes of the pack.
    public var isNew: Bool
    /// The brushes that were left out.
    public var leftOut: [LeftOut]
  }

  /// The greatest number of packs of one name.
  static let mostCopies = 99

  /// The folder of the user's brushes, existing or not; nil without a home folder.
  public static func folder(environment: [String: String]) -> String? {
    ResourceFolder.userPath("brushes", environment: environment)
  }

  /// Adds the brushes to a folder of brushes, in a folder of their own. It appears whole or not at
  /// all; nothing that is there is changed.
  ///
  /// The folder has the pack's name. If that is taken by other brushes, also in another folder of
  /// `catalogue`, it gets a number. Blocks for as long as the disk takes.
  /// - Throws: if the disk is full or fails, or all names are taken.
  public func add(to folder: String, besides catalogue: BrushCatalogue) throws(FileError) -> Addition {
    try UserFolder.make(folder)
    // Two windows could add the same pack.
    let lock = FolderLock(folder)
    defer { lock.release() }
    let names = (1...Self.mostCopies).map { $0 == 1 ? name : "\(name)-\($0)" }
    if let same = names.first(where: { isStored(in: PathText.join(folder, $0)) }) {
      return Addition(name: same, count: files.count, isNew: false, leftOut: leftOut)
    }
    let taken = Set(catalogue.groups.map { String($0.name.prefix { $0 != "/" }) })
    let free = names.filter { !taken.contains(Self.group(of: $0)) }
    let new = try AtomicFolder(in: folder)
    for file in files { try new.write(file.bytes.span, to: file.path) }
    let path = try new.commit(firstFree: free)
    return Addition(name: PathText.name(of: path), count: files.count, isNew: true, leftOut: leftOut)
  }

  /// The group of the brushes in a folder, as the list of brushes names it.
  private static func group(of folder: String) -> String {
    Brush.name(ofFile: folder + "/x").map { String($0.dropLast(2)) } ?? folder
  }

  /// Whether a folder has all brushes of the pack.
  private func isStored(in folder: String) -> Bool {
    files.allSatisfy { file in
      (try? InputFile.bytes(of: PathText.join(folder, file.path), limit: MyPaintBrush.byteLimit)) == file.bytes
    }
  }
}
