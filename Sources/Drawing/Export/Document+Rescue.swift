import Document
import Files
import Glibc
import Storage

extension Document {
  /// Writes the drawing to the first place that accepts it, if its journal cannot be written.
  ///
  /// The places are the user's folder for pictures, then a new private folder below the temporary
  /// folder (`TMPDIR`, else `/tmp`). Tries an OpenRaster file, then a PNG image, which is smaller.
  /// Existing files are not replaced.
  /// - Parameter historyLimit: the maximum size of the history in the file, bytes.
  /// - Returns: the file's path.
  /// - Throws: the error of the last attempt.
  public func rescue(
    name: String, environment: [String: String], historyLimit: Int = FileHistory.standardLimit
  ) throws(FileError) -> String {
    let drawing = { (folder: String) throws(FileError) in
      try save(
        into: folder, names: ExportLocation.names(for: name, ending: "ora"), historyLimit: historyLimit)
    }
    let picture = { (folder: String) throws(FileError) in
      try exportPNG(into: folder, names: ExportLocation.names(for: name))
    }
    if let path = try? Self.inFirstFolder(environment, drawing) { return path }
    return try Self.inFirstFolder(environment, picture)
  }

  /// Calls `write` with each folder until one call succeeds, and returns its result.
  private static func inFirstFolder(
    _ environment: [String: String], _ write: (String) throws(FileError) -> String
  ) throws(FileError) -> String {
    if let pictures = try? ExportLocation(environment: environment, probe: .system).folder,
      let path = try? write(pictures)
    {
      return path
    }
    let folder = try temporaryFolder(environment)
    do throws(FileError) { return try write(folder) } catch {
      rmdir(PathText.system(folder))
      throw error
    }
  }

  /// Makes a folder that only this user can read: others can write to the temporary folder.
  private static func temporaryFolder(_ environment: [String: String]) throws(FileError) -> String {
    var base = "/tmp"
    if let given = environment["TMPDIR"], given.hasPrefix("/") { base = given }
    var path = PathText.system(PathText.join(base, "fude-XXXXXX"))
    guard mkdtemp(&path) != nil else { throw FileError(.write, base, errno: errno) }
    return PathText.text(ofSystem: path)
  }
}
