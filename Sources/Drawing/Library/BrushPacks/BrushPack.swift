import Archive
import Files
import Glibc
import Ink
import Language

/// The brushes of a file: a zip archive, or brushes of another program (`ForeignBrushes`).
///
/// An archive has files of MyPaint (`.myb`), of Fude and of the other programs, which may have folders; a pack of
/// MyPaint also pictures (`*_prev.png`) and a list of groups (`order.conf`). Presets of Krita find their tips anywhere
/// in it (`KritaTips`), and bundles in it are read. Reading checks each brush. One that is
/// broken, or whose name leads out of the pack, is left out. The archive's names and sizes are not trusted: `files`
/// has only names inside of a folder, so that links and devices in an archive have no effect.
public struct BrushPack: Sendable, Hashable {
  /// A brush.
  public struct File: Sendable, Hashable {
    /// The path below the pack's folder, as `AtomicFolder.write` takes it. No two paths give one name
    /// in the list of brushes (`Brush.name(ofFile:)`).
    public var path: String
    /// A file that `BrushFile` reads.
    public var bytes: [UInt8]
    /// What was not taken over from another program.
    public var left: Set<ForeignBrushes.Feature> = []
  }

  /// A brush that was left out.
  public struct LeftOut: Sendable, Hashable {
    /// Its name in the archive, for a message.
    public var name: String
    /// The reason, about the file as "it".
    public var fault: String
  }

  /// The name of the pack's folder: that of its only group, or else that of its file; for a single brush that of the
  /// program that it comes from.
  public let name: String
  /// The brushes, in the archive's order, but presets of Krita before the others; at least one.
  public private(set) var files: [File] = []
  /// The brushes that were left out, in the order of `files`.
  public private(set) var leftOut: [LeftOut] = []
  /// Whether the file has a single brush by its format, so that it is put beside others of its kind.
  public let isSingle: Bool

  /// The greatest number of brushes.
  public static let mostFiles = BrushCatalogue.mostFiles
  /// The greatest number of entries of the archive, of any kind.
  static let mostEntries = 20_000
  /// The greatest size of all brushes and the list of groups, uncompressed bytes.
  public static let mostBytes = 64 << 20
  /// The greatest size of the files that are made of other programs' brushes, bytes.
  static let mostMadeBytes = 256 << 20
  /// The greatest depth of folders. The list of brushes shows one more, the pack's own.
  public static let mostLevels = BrushCatalogue.mostLevels - 1
  /// The greatest length of the pack's name, Unicode scalars, and the least room for that of a brush.
  public static let longestName = 24
  /// The room that names leave for numbers: "-99" of the pack, "-5000" of a brush.
  private static let numberRoom = 8

  private static func limits(_ bytes: Int = mostBytes) -> ZipReader.Limits {
    ZipReader.Limits(entries: mostEntries, entry: bytes, total: bytes)
  }

  /// Reads the brushes of a file.
  /// - Parameter report: gets the share of an archive that is read, 0 ... 1. If it returns false, the reading ends.
  /// - Throws: if the file cannot be read, is of no known format, or has no usable brush, or `report` returned false.
  public init(at path: String, report: (Double) -> Bool = { _ in true }) throws(FileError) {
    if LibraryFile.isBrush(path) {
      try self.init(brushAt: path)
      return
    }
    let start = try InputFile.start(of: path, count: ForeignBrushes.startLength)
    let fileName = PathText.name(of: path)
    do throws(ArchiveError) {
      if let format = ForeignBrushes.format(start: start, path: path) {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try InputFile.bytes(of: path, limit: ForeignBrushes.Limits().bytes) } catch {
          throw .fault(error.fault)
        }
        let tips = format == .kpp ? TipFile.files(besidePreset: path) : []
        let foreign = try ForeignBrushes(format, bytes: bytes, path: path, fileName: fileName, tips: tips)
        try self.init(foreign, format, fileName: fileName)
      } else {
        try self.init(archiveAt: path, fileName: fileName, report)
      }
    } catch { throw FileError(.read, path, error) }
  }

  /// Reads a brush of Fude or MyPaint.
  private init(brushAt path: String) throws(FileError) {
    _ = try BrushFile.brush(at: path)
    let bytes = try InputFile.bytes(of: path, limit: BrushLibrary.largestFile)
    (isSingle, name) = (true, "Added")
    let title = PackPath.part(
      PathText.stem(of: PathText.name(of: path)), longest: Brush.longestName - name.count - 1 - Self.numberRoom)
    let ending = path.lowercased().hasSuffix(BrushLibrary.ending) ? BrushLibrary.ending : BrushCatalogue.ending
    files = [File(path: (title.isEmpty ? "brush" : title) + ending, bytes: bytes)]
  }

  private init(
    archiveAt path: String, fileName: String, _ report: (Double) -> Bool
  ) throws(ArchiveError) {
    let descriptor: Int32
    do throws(FileError) { descriptor = try InputFile.open(path) } catch { throw .fault(error.fault) }
    defer { close(descriptor) }
    try self.init(try ZipReader(descriptor: descriptor, limits: Self.limits()), fileName: fileName, report)
  }

  /// Reads an archive in memory; see `init(at:)`.
  /// - Parameters:
  ///   - fileName: the name of its file.
  ///   - mostBytes: the greatest size of all brushes, uncompressed bytes.
  public init(bytes: [UInt8], fileName: String, mostBytes: Int = Self.mostBytes) throws(ArchiveError) {
    try self.init(try ZipReader(bytes: bytes, limits: Self.limits(mostBytes)), fileName: fileName)
  }

  private init(
    _ archive: ZipReader, fileName: String, _ report: (Double) -> Bool = { _ in true }
  ) throws(ArchiveError) {
    let order = try BrushOrder(of: archive)
    let only = order.groups.count == 1 ? order.groups.first : nil
    name = Self.folderName(only ?? PathText.stem(of: PathText.shown(fileName)))
    isSingle = false
    var found: [(entry: ZipReader.Entry, path: PackPath)] = []
    for entry in archive.entries where PackPath.isBrush(entry.name) {
      if let path = PackPath(entry.name) {
        found.append((entry, path))
      } else {
        leave(entry.name, translated("its path leads out of the pack"))
      }
    }
    if found.isEmpty, leftOut.isEmpty {
      throw .fault(translated("it contains no brush (.myb, .brush, .abr, .gbr, .gih or .kpp)"))
    }
    let shared = PackPath.sharedFolders(found.map(\.path))
    var names = names()
    var others = ArchivedBrushes(archive)
    // Presets come first, since their tips are no brushes of their own.
    found = found.filter { $0.path.ending == ".kpp" } + found.filter { $0.path.ending != ".kpp" }
    for (number, (entry, path)) in found.enumerated() {
      guard report(Double(number) / Double(found.count)) else { throw .system(ECANCELED) }
      guard path.parts.count - 1 - shared <= Self.mostLevels else {
        leave(entry.name, translated("it is in too many folders"))
        continue
      }
      let parts = (order.groups.count > 1 ? order.parts(of: path) : nil) ?? Array(path.parts.dropFirst(shared))
      if BrushCatalogue.endings.contains(path.ending) {
        guard let bytes = try read(entry, archive, path.ending) else { continue }
        add(parts, bytes, path.ending, [], entry.name, &names)
      } else {
        try add(foreign: entry, archive, parts, &others, &names)
      }
    }
    try requireFiles()
  }

  private init(_ foreign: ForeignBrushes, _ format: ForeignBrushes.Format, fileName: String) throws(ArchiveError) {
    let program = format.folder
    isSingle = program != nil
    name = program ?? Self.folderName(PathText.stem(of: PathText.shown(fileName)))
    leftOut = foreign.leftOut
    var names = names()
    for found in foreign.found { try add(found, in: [], from: PathText.shown(fileName), &names) }
    try requireFiles()
  }

  private func requireFiles() throws(ArchiveError) {
    guard files.isEmpty, let first = leftOut.first else { return }
    throw .fault(
      translated(
        "none of its brushes can be used; the first is {file}: {fault}", ["file": first.name, "fault": first.fault]))
  }

  private func names() -> Names {
    Names(pack: name, longest: Brush.longestName - name.unicodeScalars.count - 1 - Self.numberRoom)
  }

  /// Adds a brush; leaves it out if there are too many, or it is there already.
  private mutating func add(
    _ parts: [String], _ bytes: [UInt8], _ ending: String, _ left: Set<ForeignBrushes.Feature>, _ shown: String,
    _ names: inout Names
  ) {
    guard files.count < Self.mostFiles else {
      return leave(shown, translated("a pack can have {count} brushes at most", ["count": Self.mostFiles]))
    }
    if let path = names.insert(parts, bytes, ending) { files.append(File(path: path, bytes: bytes, left: left)) }
  }

  /// Adds the brushes of a file of another program in an archive, in a folder of its name if it has several.
  /// - Throws: if the system fails.
  private mutating func add(
    foreign entry: ZipReader.Entry, _ archive: ZipReader, _ parts: [String], _ others: inout ArchivedBrushes,
    _ names: inout Names
  ) throws(ArchiveError) {
    if others.isTip(entry.name) { return }
    do throws(ArchiveError) {
      let bytes = try archive.read(entry, limit: Self.mostBytes)
      guard let format = ForeignBrushes.format(start: bytes.prefix(ForeignBrushes.startLength), path: entry.name)
      else { throw .fault(translated("it is not a brush that can be read")) }
      let foreign = try others.read(format, bytes, entry.name)
      leftOut += foreign.leftOut
      let folder = foreign.found.count > 1 ? parts : Array(parts.dropLast())
      for found in foreign.found { try add(found, in: folder, from: entry.name, &names) }
    } catch {
      guard case .fault(let fault) = error else { throw error }
      leave(entry.name, fault)
    }
  }

  /// Adds a brush of another program as one of Fude's.
  private mutating func add(
    _ found: ForeignBrushes.Found, in folder: [String], from file: String, _ names: inout Names
  ) throws(ArchiveError) {
    // Beside its folder, so that the folder is not dropped for a long name.
    let room = names.longest - (folder.isEmpty ? 0 : folder.joined(separator: "/").unicodeScalars.count + 1)
    let part = PackPath.part(found.name, longest: max(Self.longestName, room))
    let title = part.isEmpty ? "brush" : part
    var brush = found.brush
    brush.name = Brush.ownName(for: title)
    let pictures: String
    do throws(TipFault) { pictures = try names.pictures(of: brush.tipImages) } catch {
      return leave(found.name, error.text)
    }
    guard let text = brush.text(comment: ["\(found.name), from \(PathText.name(of: file))"], pictures: pictures),
      text.utf8.count <= BrushLibrary.largestFile, names.madeBytes + text.utf8.count <= Self.mostMadeBytes
    else { return leave(found.name, translated("its pictures are too large")) }
    names.madeBytes += text.utf8.count
    add(folder + [title], Array(text.utf8), BrushLibrary.ending, found.left, found.name, &names)
  }

  /// Returns a brush that can be used; nil, and leaves it out, if it cannot.
  /// - Throws: if the system fails.
  private mutating func read(
    _ entry: ZipReader.Entry, _ archive: ZipReader, _ ending: String
  ) throws(ArchiveError) -> [UInt8]? {
    do throws(ArchiveError) {
      if ending == BrushLibrary.ending {
        let bytes = try archive.read(entry, limit: BrushLibrary.largestFile)
        do throws(BrushError) { _ = try Brush(parsing: bytes, pictures: TipPicture.images) } catch {
          throw .fault("\(error)")
        }
        return bytes
      }
      let bytes = try archive.read(entry, limit: MyPaintBrush.byteLimit)
      do throws(MyPaintBrushError) { _ = try MyPaintBrush(parsing: bytes) } catch { throw .fault("\(error)") }
      return bytes
    } catch {
      guard case .fault(let fault) = error else { throw error }
      leave(entry.name, fault)
      return nil
    }
  }

  private mutating func leave(_ name: String, _ fault: String) {
    leftOut.append(LeftOut(name: ArchiveError.printable(name), fault: fault))
  }

  private static func folderName(_ text: String) -> String {
    let part = PackPath.part(text, longest: longestName)
    return part.isEmpty ? "pack" : part
  }
}

extension BrushPack {
  /// Whether a file has brushes by its content: those of another program, or a zip archive with brushes that is no
  /// drawing. One that is named `.zip` counts without brushes, too; a picture does not.
  public static func isPack(at path: String) -> Bool {
    guard let start = try? InputFile.start(of: path, count: ForeignBrushes.startLength) else { return false }
    if let format = ForeignBrushes.format(start: start, path: path) { return format != .png }
    guard start.starts(with: [0x50, 0x4B, 3, 4]), let descriptor = try? InputFile.open(path) else { return false }
    defer { close(descriptor) }
    guard let entries = try? ZipReader(descriptor: descriptor, limits: limits()).entries,
      entries.first?.name != "mimetype", !entries.contains(where: { $0.name == "stack.xml" })
    else { return false }
    return LibraryFile.isPack(path) || entries.contains { PackPath.isBrush($0.name) }
  }

  /// The names of the brushes in a pack, and what several of them share.
  private struct Names {
    let pack: String
    /// The greatest length of a path without its ending, Unicode scalars.
    let longest: Int
    /// The content by the name in the list of brushes.
    private var contents: [String: [UInt8]] = [:]
    /// The last number of paths that would have one name.
    private var numbers: [String: Int] = [:]
    /// The pictures of tips as brushes' files have them; several brushes may have the same.
    private var pictures: [TipImages: String] = [:]
    /// The size of the files that were made, bytes.
    var madeBytes = 0

    init(pack: String, longest: Int) { (self.pack, self.longest) = (pack, longest) }

    /// Pictures as a brush's file has them; empty for none.
    mutating func pictures(of images: TipImages?) throws(TipFault) -> String {
      guard let images else { return "" }
      if let text = pictures[images] { return text }
      let text = try TipPicture.text(of: images)
      pictures[images] = text
      return text
    }

    /// Returns a free path for a brush: its own one, or with a number. Returns nil if the brush is there
    /// already, with the same name and content.
    mutating func insert(_ parts: [String], _ bytes: [UInt8], _ ending: String) -> String? {
      let path = PackPath.shortened(parts, longest: longest)
      guard let name = listed(path) else { return nil }
      if contents[name] == bytes { return nil }
      var (free, key) = (path, name)
      while contents[key] != nil {
        let number = numbers[name, default: 1] + 1
        numbers[name] = number
        free = "\(path)-\(number)"
        guard let next = listed(free) else { return nil }
        key = next
      }
      contents[key] = bytes
      return free + ending
    }

    private func listed(_ path: String) -> String? { Brush.name(ofFile: "\(pack)/\(path)\(BrushCatalogue.ending)") }
  }
}
