import Archive
import Files

/// A file beside presets of Krita that may be the tip of one.
struct TipFile {
  /// Its path in an archive, or on the disk.
  let path: String
  /// Reads it.
  let read: () throws(ArchiveError) -> [UInt8]

  /// What names of files are compared by: the last part of a path, in lower case.
  static func key(_ path: String) -> String { (parts(path).last ?? "").lowercased() }

  /// The parts of a path; programs on Windows write backslashes.
  static func parts(_ path: String) -> [String] {
    path.unicodeScalars.split { $0 == "/" || $0 == "\\" }.map { String($0) }
  }

  /// Whether a name has the ending of a file with tips.
  static func hasTip(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".gbr", ".gih", ".png", ".abr"].contains { name.hasSuffix($0) }
  }

  /// How near it is to a preset; greater is nearer. The number of outer folders that both share counts. Krita's folder
  /// of tips counts more than the preset's own, which may have pictures of presets.
  /// - Parameter preset: the parts of the preset's path.
  func nearness(to preset: [String]) -> Int {
    let folders = Self.parts(path).dropLast()
    let shared = zip(folders, preset.dropLast()).prefix { $0 == $1 }.count
    return 2 * shared + (folders.last?.lowercased() == "brushes" ? 3 : 0)
  }

  /// The files of an archive that may be tips.
  /// - Parameter folder: the path of the archive in another one, before theirs; empty for none.
  static func files(in archive: ZipReader, folder: String = "") -> [TipFile] {
    archive.entries.filter { hasTip($0.name) && !PackPath.isHidden($0.name) }.map { entry in
      TipFile(path: folder.isEmpty ? entry.name : folder + "/" + entry.name) { () throws(ArchiveError) in
        try archive.read(entry)
      }
    }
  }

  /// The tips for a preset on the disk: where Krita keeps them, in the folder `brushes` beside the preset's own, then
  /// those in its own folder.
  static func files(besidePreset path: String) -> [TipFile] {
    let own = PathText.folder(of: path)
    return [PathText.join(own, "../brushes"), own].flatMap { folder in
      FolderListing(reading: folder, isListed: hasTip).entries.filter { !$0.isFolder }.map { entry in
        let path = PathText.join(folder, entry.name)
        return TipFile(path: path) { () throws(ArchiveError) in
          do throws(FileError) { return try InputFile.bytes(of: path, limit: ForeignBrushes.Limits().bytes) } catch {
            throw .fault(error.fault)
          }
        }
      }
    }
  }
}
