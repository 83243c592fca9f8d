import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Layers that are marked with a colour.
@Suite struct LayerLabelTests {
  /// Fails if a label is no edit, composites pixels again, or a copy, or what a group becomes, lacks it.
  @Test func labelsAreEdits() throws {
    var rng = RandomSource(1)
    let filler = try #require(CoverageFiller())
    var (document, ids) = try LayerTests.drawing(layers: 2, strokes: 2, &rng, filler)
    #expect(document.perform(.set(ids[0], .label(.none))) == nil)
    let region = document.perform(.set(ids[0], .label(.red)))
    #expect(region?.isEmpty == true && document.layers[0].label == .red)
    _ = document.perform(.duplicate(ids[0]))
    #expect(document.layers.map(\.label) == [.red, .red, .none])
    for _ in 0..<2 { _ = document.undo() }
    #expect(document.layers[0].label == .none)
    _ = document.redo()
    #expect(document.layers[0].label == .red)
    _ = document.perform(.group(ids))
    _ = document.perform(.set(document.activeID, .label(.blue)))
    _ = document.perform(.flatten(document.activeID))
    #expect(document.layers.map(\.label) == [.blue])
  }

  /// Fails if a file or a list of layers loses a label.
  @Test func labelsStayInFiles() throws {
    let folder = try TemporaryFolder()
    var document = try #require(Document(width: 20, height: 10))
    for label in Layer.Label.allCases {
      _ = document.perform(.add(above: document.activeID))
      _ = document.perform(.set(document.activeID, .label(label)))
    }
    _ = document.perform(.addMask(document.activeID, showing: nil))
    let path = folder.path + "/a.ora"
    try document.save(to: path)
    var notes: [String] = []
    let opened = try Document.open(path, notes: &notes).document
    #expect(opened.layers.map(\.label) == [.none] + Layer.Label.allCases && notes.isEmpty)
    var list = LayerList.blank
    try RecordReader.read(&list, from: RecordForm.bytes(LayerList(of: document)), BrushShelf())
    #expect(list.layers.map(\.label) == document.layers.map(\.label))
  }
}
