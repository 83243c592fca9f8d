import Archive
import Language

/// The tips that presets of Krita name. Each file is read once. Use it from one thread at a time.
final class KritaTips {
  private(set) var budget: PixelBudget
  /// The tips that Krita computes.
  var drawn = DrawnTips()
  /// The paths of the files that presets used.
  private(set) var used: Set<String> = []

  /// The files by their names, as `TipFile.key` returns them.
  private let files: [String: [TipFile]]
  /// The content by the path.
  private var contents: [String: [UInt8]] = [:]
  /// The tip by the path and the name that a preset has for it.
  private var kept: [Key: Result<ForeignPictures, ArchiveError>] = [:]

  /// The tips within presets, by their names and sizes. Presets of a set often have the same one.
  private var embedded: [EmbeddedKey: [(bytes: [UInt8], result: Result<ForeignPictures, ArchiveError>)]] = [:]

  private struct EmbeddedKey: Hashable {
    var name: String
    var size: Int
  }

  private struct Key: Hashable {
    var path: String
    var name: String
  }

  /// Tips in files.
  init(files: [TipFile] = [], budget: PixelBudget) {
    self.budget = budget
    self.files = Dictionary(grouping: files) { TipFile.key($0.path) }
  }

  /// The tip of a file. Of several files of the name, the nearest one counts.
  /// - Parameters:
  ///   - preset: the path of the preset.
  ///   - resources: the files within the preset, which come first.
  /// - Throws: if the file is missing, or no tip.
  func pictures(
    _ name: String, checksum: String = "", preset: String = "", resources: [KritaPreset.Resource] = []
  ) throws(ArchiveError) -> ForeignPictures {
    let key = TipFile.key(name)
    let own =
      resources.first { !checksum.isEmpty && $0.checksum == checksum }
      ?? resources.first { TipFile.key($0.fileName) == key }
    if let own { return try pictures(within: own.bytes, own.fileName.isEmpty ? key : own.fileName) }
    if let file = nearest(key, to: preset) {
      return try pictures(file, key) { tips, bytes throws(ArchiveError) in
        try Self.read(bytes, name: key, budget: &tips.budget)
      }
    }
    // A tip of Photoshop's files is named "file_number".
    if let place = key.lastIndex(of: "_"), let number = Int(key[key.index(after: place)...].prefix { $0.isNumber }),
      let file = nearest(key[..<place] + ".abr", to: preset)
    {
      return try pictures(file, key) { tips, bytes throws(ArchiveError) in
        let samples = try PhotoshopFile(bytes).samples
        guard samples.indices.contains(number - 1) else { throw .fault(translated("its tip is missing")) }
        return try ForeignPictures([samples[number - 1].tip(&tips.budget)], budget: &tips.budget)
      }
    }
    throw .fault(translated("its tip is in another file: {file}", ["file": ArchiveError.printable(name)]))
  }

  /// The tip within a preset, which is made once.
  private func pictures(within bytes: [UInt8], _ name: String) throws(ArchiveError) -> ForeignPictures {
    let key = EmbeddedKey(name: name, size: bytes.count)
    if let known = embedded[key]?.first(where: { $0.bytes == bytes }) { return try known.result.get() }
    let result: Result<ForeignPictures, ArchiveError>
    do throws(ArchiveError) { result = .success(try Self.read(bytes, name: name, budget: &budget)) } catch {
      result = .failure(error)
    }
    embedded[key, default: []].append((bytes, result))
    return try result.get()
  }

  private func nearest(_ key: String, to preset: String) -> TipFile? {
    guard let files = files[key] else { return nil }
    let parts = TipFile.parts(preset)
    // The first one, if several are as near.
    return files.reversed().max { $0.nearness(to: parts) < $1.nearness(to: parts) }
  }

  /// The tip of a file, which is made once.
  private func pictures(
    _ file: TipFile, _ name: String, make: (KritaTips, [UInt8]) throws(ArchiveError) -> ForeignPictures
  ) throws(ArchiveError) -> ForeignPictures {
    let key = Key(path: file.path, name: name)
    if let pictures = kept[key] { return try pictures.get() }
    let result: Result<ForeignPictures, ArchiveError>
    do throws(ArchiveError) { result = .success(try make(self, try bytes(of: file))) } catch {
      result = .failure(error)
    }
    used.insert(file.path)
    kept[key] = result
    return try result.get()
  }

  /// The bytes of a file.
  private func bytes(of file: TipFile) throws(ArchiveError) -> [UInt8] {
    if let bytes = contents[file.path] { return bytes }
    let bytes = try file.read()
    // Others are read once.
    if file.path.lowercased().hasSuffix(".abr") { contents[file.path] = bytes }
    return bytes
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
