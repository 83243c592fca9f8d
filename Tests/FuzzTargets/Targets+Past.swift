import Document
import Files
import Glibc
import Journal
import Paint
import RandomSource
import Raster
import Storage

@testable import Pictures

extension FuzzTarget {
  /// The entry of an OpenRaster file with the drawing's history.
  private static let entryName = Array("Fude/history".utf8)

  private static func file(_ seed: Int, count: Int) -> [UInt8] {
    var rng = RandomSource(seed)
    guard var document = Document(width: 96, height: 80), let filler = CoverageFiller() else { return [] }
    for _ in 0..<count { act(on: &document, &rng, filler) }
    var folder = Array("/dev/shm/fude-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&folder) != nil else { return [] }
    let path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/a.ora"
    defer {
      unlink(path)
      rmdir(folder)
    }
    guard (try? document.save(to: path)) != nil, let bytes = try? InputFile.bytes(of: path, limit: 1 << 20) else {
      return []
    }
    // Stored uncompressed, so that random changes reach the content.
    let entries = SmallZip.entries(of: bytes) ?? []
    precondition(document.undoCount > 0 && entries.contains { $0.name == entryName }, "a drawing's file has no past")
    return SmallZip.archive(entries)
  }

  /// Drawings' files with any history: the picture stays, and undo can be redone.
  static let fileHistory = FuzzTarget(
    "past",
    seeds: { [file(1, count: 8), file(2, count: 25)] },
    run: { bytes in
      guard let filler = CoverageFiller() else { return nil }
      let file = MemoryFile(bytes)
      var notes: [String] = []
      do throws(FileError) {
        var limits = OpenRasterLimits()
        limits.image = ImageLimits(side: 32767, area: 1 << 16)
        _ = try OpenRasterReader(path: file.path, limits: limits)
        var document = try Document(openRasterAt: file.path, notes: &notes)
        for note in notes { _ = sentence(note) }
        let shown = document.layers
        var fault: String?
        do throws(PayloadError) { try document.replayHistory(filler: filler) } catch { fault = sentence(error.fault) }
        precondition(isSame(shown, document.layers), "reading the past changed the picture")
        var count = 0
        while document.undo() != nil { count += 1 }
        precondition(count == 0 || fault == nil, "half of a past is there")
        while count > 0, document.redo() != nil { count -= 1 }
        precondition(count == 0, "what was undone cannot be done again")
        precondition(isSame(shown, document.layers), "undone and done again it is another picture")
        return fault
      } catch { return sentence(error.fault) }
    },
    structured: { bytes, rng, plain in
      guard var entries = SmallZip.entries(of: bytes), let at = entries.firstIndex(where: { $0.name == entryName })
      else {
        return nil
      }
      if rng.isOne(in: 4) {
        plain(&entries[at].content, &rng)
      } else {
        guard var pieces = JournalRecords(entries[at].content) else { return nil }
        pieces.mutate(&rng, plain)
        entries[at].content = pieces.bytes
      }
      return SmallZip.archive(entries)
    })

  private static func isSame(_ some: LayerTree, _ others: LayerTree) -> Bool {
    some.count == others.count
      && Swift.zip(some, others).allSatisfy {
        $0.name == $1.name && $0.opacity == $1.opacity && $0.blend == $1.blend && $0.isVisible == $1.isVisible
          && $0.image.showsSame(as: $1.image)
      }
  }
}
