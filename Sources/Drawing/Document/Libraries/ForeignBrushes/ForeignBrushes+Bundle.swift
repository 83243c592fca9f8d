import Archive
import Files
import Ink
import Language

extension ForeignBrushes {
  /// Adds the brushes of a bundle of Krita: its presets, then the tips that none of them uses.
  mutating func addBundle(_ bytes: [UInt8], limits: Limits, budget: PixelBudget) throws(ArchiveError) {
    let archive = try ZipReader(
      bytes: bytes, limits: ZipReader.Limits(entries: BrushPack.mostEntries, entry: limits.bytes, total: limits.bytes))
    func entries(_ folder: String) -> [ZipReader.Entry] {
      archive.entries.filter { $0.name.hasPrefix(folder) && !$0.name.hasSuffix("/") }
    }
    let files = entries("brushes/")
    let tips = KritaTips(archive: archive, entries: files, budget: budget)
    for entry in entries("paintoppresets/") where entry.name.lowercased().hasSuffix(".kpp") {
      let stem = PathText.stem(of: entry.name)
      do throws(ArchiveError) {
        let preset = try KritaPreset(kpp: archive.read(entry))
        do throws(ArchiveError) { add(try preset.found(tips: tips), stem: stem) } catch {
          try leave(preset.name.isEmpty ? stem : preset.name, error)
        }
      } catch { try leave(entry.name, error) }
    }
    var rest = tips.budget
    for entry in files where !tips.used.contains(KritaTips.key(entry.name)) {
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
}
