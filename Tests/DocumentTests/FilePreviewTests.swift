import Foundation
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Files
@testable import Storage

/// Previews of drawings for the file dialog.
@Suite struct FilePreviewTests {
  private let filler: CoverageFiller
  private let folder: TemporaryFolder

  init() throws {
    filler = try #require(CoverageFiller())
    folder = try TemporaryFolder()
  }

  /// A drawing of one colour, 300 x 200 px.
  private func drawing(_ pixel: UInt32) throws -> Document {
    var document = try #require(Document(width: 300, height: 200))
    for y in 0..<200 { document.load(row: y, pixels: [UInt32](repeating: pixel, count: 300).span) }
    return document
  }

  private func preview(_ name: String) -> FilePreview {
    FilePreview(of: folder.path + "/" + name, side: 30, filler: filler)
  }

  /// Fails if the preview of a saved drawing has another size or colour, or no date and size.
  @Test(arguments: ["a.ora", "a.png", "A.PNG"]) func savedDrawings(name: String) throws {
    let path = folder.path + "/" + name
    if name == "a.ora" {
      try drawing(0xFFD6_452A).save(to: path)
    } else {
      try drawing(0xFFD6_452A).exportPNG(to: path)
    }
    let preview = preview(name)
    let picture = try #require(preview.picture)
    #expect(picture.width == 30 && picture.height == 20)
    #expect(picture.pixels.allSatisfy { $0 == 0xFFD6_452A })
    #expect(
      preview.size == FileFacts.byteCount(of: path)
        && abs(Double(preview.modified ?? 0) - Date().timeIntervalSince1970) < 600)
  }

  /// Fails if the preview of a kept drawing does not show its last state.
  @Test func keptDrawings() throws {
    let hand = try JournalReplayTests.Hand(folder.path, seed: 1, timeout: 1e9, base: true)
    let shown = FilePreview(of: hand.writer.file.path, side: 30, filler: filler).picture
    var maker = MiniatureMaker()
    let isSame = shown == maker.make(of: hand.document, most: (30, 30))
    #expect(isSame && shown != nil)
  }

  /// Fails if a damaged, cut, huge, foreign or missing file gives a picture, crashes, or blocks.
  @Test func otherFiles() throws {
    try drawing(0xFF00_0000).save(to: folder.path + "/a.ora")
    let whole = try Data(contentsOf: URL(filePath: folder.path + "/a.ora"))
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var bytes = whole.prefix(rng.roll(0..<whole.count))
      for _ in 0..<rng.roll(0...20) where !bytes.isEmpty { bytes[rng.roll(0..<bytes.count)] = UInt8(rng.roll(0...255)) }
      for name in ["b.ora", "b.png", "b.journal"] {
        try bytes.write(to: URL(filePath: folder.path + "/" + name))
        let shown = preview(name)
        #expect(shown.size == bytes.count && shown.picture == nil, "seed \(seed), \(name)")
      }
    }
    let none = preview("none.ora")
    #expect(none.picture == nil && none.size == nil && none.modified == nil)
    #expect(mkfifo(folder.path + "/pipe.png", 0o600) == 0)
    #expect(preview("pipe.png").picture == nil)
  }
}
