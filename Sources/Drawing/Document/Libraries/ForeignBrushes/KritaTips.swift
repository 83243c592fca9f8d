import Archive
import Files
import Ink
import Language

/// The files of tips that presets of Krita name. Each is read once. Use it from one thread at a time.
final class KritaTips {
  private(set) var budget: PixelBudget
  /// The tips that Krita computes.
  var drawn = DrawnTips()
  /// The names of the files that presets used, in lower case.
  private(set) var used: Set<String> = []

  private let archive: ZipReader?
  private let entries: [String: ZipReader.Entry]
  private var contents: [String: [UInt8]] = [:]
  private var kept: [String: Result<ForeignPictures, ArchiveError>] = [:]

  /// Tips in the files of an archive.
  init(archive: ZipReader? = nil, entries: [ZipReader.Entry] = [], budget: PixelBudget) {
    (self.archive, self.budget) = (archive, budget)
    let named = entries.map { (Self.key($0.name), $0) }
    self.entries = Dictionary(named) { first, _ in first }
  }

  /// What names of files are compared by: the last part of a path, in lower case.
  static func key(_ path: String) -> String { PathText.name(of: path).lowercased() }

  /// The tip of a file.
  /// - Parameter resources: the files within the preset, which come first.
  /// - Throws: if the file is missing, or no tip.
  func pictures(
    _ name: String, checksum: String = "", resources: [KritaPreset.Resource] = []
  ) throws(ArchiveError) -> ForeignPictures {
    let key = Self.key(name)
    let own =
      resources.first { !checksum.isEmpty && $0.checksum == checksum }
      ?? resources.first { Self.key($0.fileName) == key }
    if let own { return try Self.read(own.bytes, name: own.fileName.isEmpty ? key : own.fileName, budget: &budget) }
    if let pictures = kept[key] { return try pictures.get() }
    let result: Result<ForeignPictures, ArchiveError>
    do throws(ArchiveError) { result = .success(try find(key, shown: name)) } catch { result = .failure(error) }
    kept[key] = result
    return try result.get()
  }

  /// The bytes of a file of the archive; nil if there is none.
  func bytes(_ key: String) throws(ArchiveError) -> [UInt8]? {
    if let bytes = contents[key] { return bytes }
    guard let archive, let entry = entries[key] else { return nil }
    let bytes = try archive.read(entry)
    // Others are read once.
    if key.hasSuffix(".abr") { contents[key] = bytes }
    return bytes
  }

  private func find(_ key: String, shown: String) throws(ArchiveError) -> ForeignPictures {
    if let bytes = try bytes(key) {
      used.insert(key)
      return try Self.read(bytes, name: key, budget: &budget)
    }
    // A tip of Photoshop's files is named "file_number".
    if let place = key.lastIndex(of: "_"), let number = Int(key[key.index(after: place)...].prefix { $0.isNumber }),
      let bytes = try bytes(key[..<place] + ".abr")
    {
      used.insert(key[..<place] + ".abr")
      let samples = try PhotoshopFile(bytes).samples
      guard samples.indices.contains(number - 1) else { throw .fault(translated("its tip is missing")) }
      return try ForeignPictures([samples[number - 1].tip(&budget)], budget: &budget)
    }
    throw .fault(translated("its tip is in another file: {file}", ["file": ArchiveError.printable(shown)]))
  }

  /// Reads a file with one tip, by its ending.
  static func read(_ bytes: [UInt8], name: String, budget: inout PixelBudget) throws(ArchiveError) -> ForeignPictures {
    let name = name.lowercased()
    if name.hasSuffix(".gih") { return try ForeignPictures(gih: bytes, budget: &budget) }
    if name.hasSuffix(".gbr") { return try ForeignPictures(gbr: bytes, budget: &budget) }
    if name.hasSuffix(".png") { return try ForeignPictures(png: bytes, budget: &budget) }
    throw .fault(translated("its tip is of a kind that Fude does not have"))
  }
}
