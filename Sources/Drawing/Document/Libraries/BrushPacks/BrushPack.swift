import Archive
import Files
import Glibc
import Ink
import Language

/// The brushes of a MyPaint brush pack: a zip archive of `.myb` files, which may have folders,
/// pictures (`*_prev.png`) and a list of groups (`order.conf`).
///
/// Reading checks each brush. One that is broken, or whose name leads out of the pack, is left out.
/// The archive's names and sizes are not trusted: `files` has only names inside of a folder, so
/// that links and devices in an archive have no effect.
public struct BrushPack: Sendable, Hashable {
  /// A brush.
  public struct File: Sendable, Hashable {
    /// The path below the pack's folder, as `AtomicFolder.write` takes it. No two paths give one name
    /// in the list of brushes (`Brush.name(ofFile:)`).
    public var path: String
    /// A file that `MyPaintBrush` reads.
    public var bytes: [UInt8]
  }

  /// A brush that was left out.
  public struct LeftOut: Sendable, Hashable {
    /// Its name in the archive, for a message.
    public var name: String
    /// The reason, about the file as "it".
    public var fault: String
  }

  /// The name of the pack's folder: that of its only group, or else that of its file.
  public let name: String
  /// The brushes, in the archive's order; at least one.
  public private(set) var files: [File] = []
  /// The brushes that were left out, in the archive's order.
  public private(set) var leftOut: [LeftOut] = []

  /// The greatest number of brushes.
  static let mostFiles = BrushCatalogue.mostFiles
  /// The greatest number of entries of the archive, of any kind.
  static let mostEntries = 20_000
  /// The greatest size of all brushes and the list of groups, uncompressed bytes.
  public static let mostBytes = 64 << 20
  /// The greatest depth of folders. The list of brushes shows one more, the pack's own.
  static let mostLevels = BrushCatalogue.mostLevels - 1
  /// The greatest length of the pack's name, Unicode scalars.
  static let longestName = 24
  /// The room that names leave for numbers: "-99" of the pack, "-5000" of a brush.
  private static let numberRoom = 8

  private static func limits(_ bytes: Int = mostBytes) -> ZipReader.Limits {
    ZipReader.Limits(entries: mostEntries, entry: MyPaintBrush.byteLimit, total: bytes)
  }

  /// Reads a pack.
  /// - Throws: if the file cannot be read, is not a zip archive, or has no usable brush.
  public init(at path: String) throws(FileError) {
    let descriptor = try InputFile.open(path)
    defer { close(descriptor) }
    do throws(ArchiveError) {
      try self.init(try ZipReader(descriptor: descriptor, limits: Self.limits()), fileName: PathText.name(of: path))
    } catch { throw FileError(.read, path, error) }
  }

  /// Reads a pack in memory; see `init(at:)`.
  /// - Parameters:
  ///   - fileName: the name of its file.
  ///   - mostBytes: the greatest size of all brushes, uncompressed bytes.
  public init(bytes: [UInt8], fileName: String, mostBytes: Int = Self.mostBytes) throws(ArchiveError) {
    try self.init(try ZipReader(bytes: bytes, limits: Self.limits(mostBytes)), fileName: fileName)
  }

  private init(_ archive: ZipReader, fileName: String) throws(ArchiveError) {
    let order = try BrushOrder(of: archive)
    let only = order.groups.count == 1 ? order.groups.first : nil
    name = Self.folderName(only ?? PathText.stem(of: PathText.shown(fileName)))
    var found: [(entry: ZipReader.Entry, path: PackPath)] = []
    for entry in archive.entries where PackPath.isBrush(entry.name) {
      if let path = PackPath(entry.name) {
        found.append((entry, path))
      } else {
        leave(entry, translated("its path leads out of the pack"))
      }
    }
    if found.isEmpty, leftOut.isEmpty { throw .fault(translated("it contains no brush of MyPaint (.myb)")) }
    let shared = PackPath.sharedFolders(found.map(\.path))
    var names = Names(pack: name, longest: Brush.longestName - name.unicodeScalars.count - 1 - Self.numberRoom)
    for (entry, path) in found {
      guard path.parts.count - 1 - shared <= Self.mostLevels else {
        leave(entry, translated("it is in too many folders"))
        continue
      }
      guard files.count < Self.mostFiles else {
        leave(entry, translated("a pack can have {count} brushes at most", ["count": Self.mostFiles]))
        continue
      }
      guard let bytes = try read(entry, archive) else { continue }
      let parts = order.groups.count > 1 ? order.parts(of: path) : nil
      if let path = names.insert(parts ?? Array(path.parts.dropFirst(shared)), bytes) {
        files.append(File(path: path, bytes: bytes))
      }
    }
    if files.isEmpty, let first = leftOut.first {
      throw .fault(
        translated(
          "none of its brushes can be used; the first is {file}: {fault}", ["file": first.name, "fault": first.fault]))
    }
  }

  /// Returns a brush that can be used; nil, and leaves it out, if it cannot.
  /// - Throws: if the system fails.
  private mutating func read(_ entry: ZipReader.Entry, _ archive: ZipReader) throws(ArchiveError) -> [UInt8]? {
    do throws(ArchiveError) {
      let bytes = try archive.read(entry, limit: MyPaintBrush.byteLimit)
      do throws(MyPaintBrushError) { _ = try MyPaintBrush(parsing: bytes) } catch { throw .fault("\(error)") }
      return bytes
    } catch {
      guard case .fault(let fault) = error else { throw error }
      leave(entry, fault)
      return nil
    }
  }

  private mutating func leave(_ entry: ZipReader.Entry, _ fault: String) {
    leftOut.append(LeftOut(name: ArchiveError.printable(entry.name), fault: fault))
  }

  private static func folderName(_ text: String) -> String {
    let part = PackPath.part(text, longest: longestName)
    return part.isEmpty ? "pack" : part
  }
}

extension BrushPack {
  /// Whether a file is a brush pack by its content: a zip archive with a `.myb` file that is no
  /// drawing. One that is named `.zip` counts without brushes, too.
  public static func isPack(at path: String) -> Bool {
    guard let start = try? InputFile.start(of: path, count: 4), start == [0x50, 0x4B, 3, 4],
      let descriptor = try? InputFile.open(path)
    else { return false }
    defer { close(descriptor) }
    guard let entries = try? ZipReader(descriptor: descriptor, limits: limits()).entries,
      entries.first?.name != "mimetype", !entries.contains(where: { $0.name == "stack.xml" })
    else { return false }
    return FolderListing.isPack(path) || entries.contains { PackPath.isBrush($0.name) }
  }

  /// The names of the brushes in a pack.
  private struct Names {
    let pack: String
    /// The greatest length of a path without its ending, Unicode scalars.
    let longest: Int
    /// The content by the name in the list of brushes.
    private var contents: [String: [UInt8]] = [:]
    /// The last number of paths that would have one name.
    private var numbers: [String: Int] = [:]

    init(pack: String, longest: Int) { (self.pack, self.longest) = (pack, longest) }

    /// Returns a free path for a brush: its own one, or with a number. Returns nil if the brush is there
    /// already, with the same name and content.
    mutating func insert(_ parts: [String], _ bytes: [UInt8]) -> String? {
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
      return free + BrushCatalogue.ending
    }

    private func listed(_ path: String) -> String? { Brush.name(ofFile: "\(pack)/\(path)\(BrushCatalogue.ending)") }
  }
}
