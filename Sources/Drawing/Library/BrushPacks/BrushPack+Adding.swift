import Files
import Glibc
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
    /// What was not taken over, and of how many brushes.
    public var left: [Left] = []
    /// The brush in the list of brushes, if the file had a single one.
    public var brush: String?
  }

  /// What was not taken over from another program.
  public struct Left: Sendable, Hashable {
    /// What it is.
    public var feature: ForeignBrushes.Feature
    /// The number of brushes.
    public var count: Int
  }

  /// What was not taken over, and of how many brushes, in the order of the cases.
  public var left: [Left] {
    ForeignBrushes.Feature.allCases.compactMap { feature in
      let count = files.count { $0.left.contains(feature) }
      return count > 0 ? Left(feature: feature, count: count) : nil
    }
  }

  /// The greatest number of packs of one name.
  public static let mostCopies = 99

  /// The folder of the user's brushes, existing or not; nil without a home folder.
  public static func folder(environment: [String: String]) -> String? {
    ResourceFolder.userPath("brushes", environment: environment)
  }

  /// Adds the brushes to a folder of brushes, in a folder of their own. It appears whole or not at
  /// all; nothing that is there is changed.
  ///
  /// The folder has the pack's name. If that is taken by other brushes, also in another folder of
  /// `catalogue`, it gets a number. A single brush is put into a folder of its kind. Blocks for as long as the disk
  /// takes.
  /// - Parameter report: gets the share that is written, 0 ... 1. If it returns false, the adding ends and nothing
  ///   remains. It is not asked while the disk flushes the files.
  /// - Throws: if the disk is full or fails, all names are taken, or `report` returned false.
  public func add(
    to folder: String, besides catalogue: BrushCatalogue, report: (Double) -> Bool = { _ in true }
  ) throws(FileError) -> Addition {
    try UserFolder.make(folder)
    // Two windows could add the same pack.
    let lock = FolderLock(folder)
    defer { lock.release() }
    if isSingle { return try addSingle(to: folder) }
    let names = (1...Self.mostCopies).map { $0 == 1 ? name : "\(name)-\($0)" }
    if let same = names.first(where: { isStored(in: PathText.join(folder, $0)) }) {
      return addition(same, isNew: false)
    }
    let taken = Set(catalogue.groups.map { String($0.name.prefix { $0 != "/" }) })
    let free = names.filter { !taken.contains(Self.group(of: $0)) }
    let new = try AtomicFolder(in: folder)
    for (number, file) in files.enumerated() {
      guard report(Double(number) / Double(files.count)) else { throw FileError(.write, folder, errno: ECANCELED) }
      try new.write(file.bytes.span, to: file.path)
    }
    guard report(1) else { throw FileError(.write, folder, errno: ECANCELED) }
    let path = try new.commit(firstFree: free)
    return addition(PathText.name(of: path), isNew: true)
  }

  private func addition(_ name: String, isNew: Bool, brush: String? = nil) -> Addition {
    Addition(name: name, count: files.count, isNew: isNew, leftOut: leftOut, left: left, brush: brush)
  }

  /// Adds a brush to those of its kind, under a free name.
  private func addSingle(to parent: String) throws(FileError) -> Addition {
    let folder = PathText.join(parent, name)
    try UserFolder.make(folder)
    guard let file = files.first else { return addition(name, isNew: false) }
    let stem = PathText.stem(of: file.path)
    let ending = file.path.dropFirst(stem.count)
    let names = (1...Self.mostCopies).map { $0 == 1 ? file.path : "\(stem)-\($0)\(ending)" }
    func listed(_ file: String) -> String? { Brush.name(ofFile: PathText.join(name, file)) }
    for name in names {
      let known = try? InputFile.bytes(of: PathText.join(folder, name), limit: BrushLibrary.largestFile)
      if known == file.bytes { return addition(self.name, isNew: false, brush: listed(name)) }
    }
    // Names that differ in case or in marks alone are one in the list.
    let present = ResourceFolder.files(in: folder, ending: "", atMost: BrushCatalogue.mostNames)
    let taken = Set(present.compactMap(listed))
    let new = try AtomicFile(path: PathText.join(folder, file.path))
    try new.write(file.bytes.span)
    let path = try new.commit(firstFree: names.filter { listed($0).map { !taken.contains($0) } ?? false })
    return addition(name, isNew: true, brush: listed(PathText.name(of: path)))
  }

  /// The group of the brushes in a folder, as the list of brushes names it.
  private static func group(of folder: String) -> String {
    Brush.name(ofFile: folder + "/x").map { String($0.dropLast(2)) } ?? folder
  }

  /// Whether a folder has all brushes of the pack.
  private func isStored(in folder: String) -> Bool {
    files.allSatisfy { file in
      (try? InputFile.bytes(of: PathText.join(folder, file.path), limit: BrushLibrary.largestFile)) == file.bytes
    }
  }
}
