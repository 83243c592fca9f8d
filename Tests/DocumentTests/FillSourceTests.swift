import Export
import Geometry
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Storage

/// Which layers a fill compares: a sketch that counts would stop it, lines that do not would let it flow out.
@Suite struct FillSourceTests {
  /// Lines on the lower layer at x = 20, a sketch above it at y = 30, and an empty layer, which is active.
  private func drawing() throws -> (document: Document, lines: Layer.ID, sketch: Layer.ID, flats: Layer.ID) {
    var document = try #require(Document(width: 64, height: 48))
    func cover(_ rect: PixelRect) {
      document.select(document.mask(of: rect))
      _ = document.coverActiveLayer(colour: 0)
      document.select(nil)
    }
    let lines = document.activeID
    cover(PixelRect(x: 20, y: 0, width: 2, height: 48))
    _ = document.perform(.add(above: lines))
    let sketch = document.activeID
    cover(PixelRect(x: 0, y: 30, width: 64, height: 2))
    _ = document.perform(.add(above: sketch))
    return (document, lines, sketch, document.activeID)
  }

  private func filled(_ document: Document, _ source: FillSource) -> Int {
    SelectionRecipe(.wand(SelectionRecipe.Wand(at: Point(50, 10), FillSettings(source: source))))
      .mask(in: document)?.count ?? 0
  }

  @Test func referencesAloneCount() throws {
    var (document, lines, sketch, _) = try drawing()
    #expect(filled(document, .all) == 42 * 30 && filled(document, .layer) == 64 * 48)
    // Without a reference all count.
    #expect(filled(document, .reference) == 42 * 30)
    _ = document.perform(.set(lines, .reference(true)))
    #expect(filled(document, .reference) == 42 * 48)
    _ = document.perform(.set(sketch, .reference(true)))
    #expect(filled(document, .reference) == 42 * 30)
    // What is hidden or a draft does not.
    _ = document.perform(.set(sketch, .visible(false)))
    #expect(filled(document, .reference) == 42 * 48)
    _ = document.perform(.set(sketch, .visible(true)))
    _ = document.perform(.set(sketch, .purpose(.draft)))
    #expect(filled(document, .reference) == 42 * 48)
  }

  @Test func aGroupStandsForItsLayers() throws {
    var (document, lines, sketch, _) = try drawing()
    _ = document.perform(.group([lines]))
    let group = try #require(document.layers.first { $0.isGroup }).id
    _ = document.perform(.set(group, .reference(true)))
    #expect(filled(document, .reference) == 42 * 48)
    _ = document.perform(.move(sketch, to: LayerPlace(in: group, position: 1)))
    #expect(filled(document, .reference) == 42 * 30)
    _ = document.perform(.set(group, .visible(false)))
    // No reference is seen, so all that is seen counts.
    #expect(filled(document, .reference) == 64 * 48)
  }

  @Test func marksAreKeptInFiles() throws {
    var (document, lines, _, flats) = try drawing()
    _ = document.perform(.set(lines, .reference(true)))
    _ = document.activate(flats)
    _ = document.fill(at: Point(50, 10), colour: 0xFF_0000, FillSettings(source: .reference))
    let folder = try TemporaryFolder()
    try document.save(to: folder.path + "/a.ora")
    var notes: [String] = []
    let opened = try Document.open(folder.path + "/a.ora", notes: &notes).document
    #expect(opened.layers.map(\.isReference) == [true, false, false] && opened.flatPixels == document.flatPixels)
  }
}
