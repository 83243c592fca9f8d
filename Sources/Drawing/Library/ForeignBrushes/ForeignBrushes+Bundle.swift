import Archive
import Files
import Language

extension ForeignBrushes {
  /// Adds the brushes of a bundle of Krita: its presets, then the tips that none of them uses.
  /// - Parameters:
  ///   - path: the bundle's path in the archive that it is in; empty for none.
  ///   - others: further files that may be tips of its presets.
  mutating func addBundle(
    _ bytes: [UInt8], path: String = "", limits: Limits, budget: PixelBudget, others: [TipFile] = []
  ) throws(ArchiveError) {
    let archive = try ZipReader(
      bytes: bytes, limits: ZipReader.Limits(entries: BrushPack.mostEntries, entry: limits.bytes, total: limits.bytes))
    defer { unpackedBytes = archive.readBytes }
    func entries(_ folder: String) -> [ZipReader.Entry] {
      archive.entries.filter { $0.name.hasPrefix(folder) && !$0.name.hasSuffix("/") }
    }
    func inner(_ name: String) -> String { path.isEmpty ? name : path + "/" + name }
    let tips = KritaTips(files: TipFile.files(in: archive, folder: path) + others, budget: budget)
    for entry in entries("paintoppresets/") where entry.name.lowercased().hasSuffix(".kpp") {
      let stem = PathText.stem(of: entry.name)
      do throws(ArchiveError) {
        try addPreset(archive.read(entry), tips: tips, path: inner(entry.name), stem: stem)
      } catch { try leave(entry.name, error) }
    }
    var rest = tips.budget
    for entry in entries("brushes/") where !tips.used.contains(inner(entry.name)) {
      do throws(ArchiveError) {
        let bytes = try archive.read(entry)
        let stem = PathText.stem(of: entry.name)
        if entry.name.lowercased().hasSuffix(".abr") {
          try addBrushes(of: PhotoshopFile(bytes), stem: stem, budget: &rest)
        } else {
          add(try KritaTips.read(bytes, name: entry.name, budget: &rest), stem: stem)
        }
      } catch { try leave(entry.name, error) }
    }
  }

  /// Adds a preset of Krita, or leaves it out under its own name.
  /// - Throws: if it is no preset, or the system failed.
  private mutating func addPreset(
    _ bytes: [UInt8], tips: KritaTips, path: String, stem: String
  ) throws(ArchiveError) {
    let preset = try KritaPreset(kpp: bytes)
    do throws(ArchiveError) { add(try preset.found(tips: tips, path: path), stem: stem) } catch {
      try leave(preset.name.isEmpty ? stem : preset.name, error)
    }
  }
}
