import Geometry
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

  /// Fails if a layer that is no part of the picture is in an export, the merged picture of a file or a film, is seen by
  /// fills and wands, or is lost in a file; or if an ordinary one is left out.
  @Test(arguments: Layer.Purpose.allCases) func someAreNoPartOfThePicture(_ purpose: Layer.Purpose) throws {
    let folder = try TemporaryFolder()
    let filler = try #require(CoverageFiller())
    var document = try #require(Document(width: 64, height: 48))
    let lower = document.activeID
    let plain = document.flatPixels
    _ = document.perform(.add(above: lower))
    let upper = document.activeID
    document.select(document.mask(of: PixelRect(x: 0, y: 0, width: 32, height: 48)))
    _ = document.coverActiveLayer(colour: 0xD0_3010)
    document.select(nil)
    let covered = document.flatPixels
    #expect(document.perform(.set(upper, .purpose(purpose))) == (purpose == .picture ? nil : Region()))
    #expect(document.flatPixels == covered)
    let counts = purpose == .picture
    #expect(document.picture.flatPixels == (counts ? covered : plain))
    var notes: [String] = []
    try document.export(to: folder.path + "/a.png", ExportOptions(format: .png), filler: filler)
    let exported = try Document.open(folder.path + "/a.png", notes: &notes).document
    #expect(exported.flatPixels == (counts ? covered : plain))
    try document.save(to: folder.path + "/a.ora")
    let opened = try Document.open(folder.path + "/a.ora", notes: &notes).document
    #expect(opened.layers.map(\.purpose) == [.picture, purpose] && opened.flatPixels == covered)
    _ = document.activate(lower)
    let wand = SelectionRecipe(.wand(SelectionRecipe.Wand(at: Point(50, 20))))
    #expect(wand.mask(in: document)?.count == (counts ? 32 * 48 : 64 * 48))
    let own = SelectionRecipe.Wand(at: Point(50, 20), FillSettings(source: .layer))
    #expect(SelectionRecipe(.wand(own)).mask(in: document)?.count == 64 * 48)
  }
}
