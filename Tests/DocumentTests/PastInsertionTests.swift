import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// Operations that are inserted into the past of a drawing.
@Suite struct PastInsertionTests {
  private let filler: CoverageFiller
  private let library = BrushLibrary(folder: BrushTests.folder)
  private var context: OperationContext { OperationContext(filler: filler, recordsAll: true) }

  init() throws { filler = try #require(CoverageFiller()) }

  private func performed(_ script: [UInt8], on document: Document) throws -> Document {
    var player = ScriptPlayer(script, on: document, filler: filler, brushes: library)
    try player.performAll()
    return player.document
  }

  private func inserting(_ script: String, before number: Int, in document: Document) throws -> Document {
    var insertion = try PastInsertion(in: document, before: number)
    return try insertion.finish(try performed(Array(script.utf8), on: insertion.document), context)
  }

  private func expectSame(_ a: Document, _ b: Document, _ name: Comment) {
    #expect(a.layers.map(\.id) == b.layers.map(\.id) && a.selection == b.selection, name)
    for (one, other) in zip(a.layers, b.layers) {
      #expect(one.properties == other.properties && one.content == other.content, name)
      for plane in SurfaceID.Plane.allCases where one.has(plane) {
        #expect(one[plane].showsSame(as: other[plane]), "\(name) on \(one.name)")
      }
    }
  }

  /// Fails if a drawing with something inserted differs from one that is drawn so from the start, or without anything
  /// inserted from what it was.
  @Test(arguments: RandomSource.seeds(100)) func insertedInkWasAlwaysThere(seed: Int) throws {
    var rng = RandomSource(seed)
    let acts = RandomActs(filler: filler, brushes: library, joinsActs: true)
    var document = try #require(Document(width: 230, height: 220))
    for _ in 0..<rng.roll(3...30) { try acts.act(on: &document, &rng) }
    _ = document.drop()
    // As text, changes have distances, which others inserted between change.
    let plain = document.withoutChanges
    let number = rng.roll(1...PastInsertion.mostNumber(of: plain))
    if number <= plain.history.done.count, plain.history.done[number - 1].head.replacesLast {
      #expect(throws: PastInsertion.Fault(number: number, fault: .doesNotFit)) {
        try PastInsertion(in: plain, before: number)
      }
      return
    }
    expectSame(try inserting("[]", before: number, in: plain), plain, "seed \(seed)")

    let begun = try PastInsertion(in: plain, before: number).document
    guard let layer = begun.layers.first(where: { $0.isPaint }) else { return }
    let ink = """
      {"op": "stroke", "force": true, "layer": "#\(layer.id.number)", "color": "#208040", "size": 20, "samples": \
      [[20, 30, 0.5], [120, 90, 1], [200, 200, 0.7]]}
      """
    var text = ScriptText(try OperationList(plain, filler: filler), 1...Int.max)
    var elements: [[UInt8]] = []
    var place: Int?
    while let next = try text.nextElements() {
      if String(decoding: next.last ?? [], as: UTF8.self).contains("\"number\": \(number), ") { place = elements.count }
      elements += next
    }
    elements.insert(Array(ink.utf8), at: place ?? elements.count)
    let first = try OperationList(plain, filler: filler).document
    let drawn = try performed(
      Array(elements.joined(separator: [0x0A])), on: try #require(Document(width: first.width, height: first.height)))
    let inserted = try inserting(ink, before: number, in: plain)
    expectSame(inserted, drawn, "seed \(seed)")
    #expect(inserted.undoCount == plain.undoCount + 1)
    inserted.checkInvariants()
  }

  /// Fails if ink moves with a canvas that gets another size before it, a fill keeps its area although the paper was
  /// another one, or what is inserted is drawn on the layer that was active in the end.
  @Test func whatTheyDependOnCounts() throws {
    let stroke =
      ##"{"op": "shape", "color": "#000000", "size": 10, "shape": {"kind": "line", "from": [70, 80], "to": [120, 80]}}"##
    let document = try performed(Array(stroke.utf8), on: try #require(Document(width: 130, height: 100)))
    let wide = try inserting(
      #"{"op": "canvas-resize", "left": 0, "top": 0, "right": 300, "bottom": 100}"#, before: 1, in: document)
    #expect(wide.width == 300 && wide.activeImage[90, 80] == 0xFF00_0000 && wide.activeImage[90, 20] == 0)
    #expect(wide.activeImage.paintedBounds == document.activeImage.paintedBounds)

    let filled = try performed(
      Array(
        (stroke + ##" {"op": "layer-add", "name": "Flats"} {"op": "fill", "at": [5, 5], "color": "#00ff00"}"##).utf8),
      on: try #require(Document(width: 130, height: 100)))
    #expect(filled.activeImage[90, 80] == 0)
    let dark = try inserting(##"{"op": "paper", "color": "#000000"}"##, before: 1, in: filled)
    #expect(dark.activeImage[90, 80] == 0xFF00_FF00)
    let covered = try inserting(##"{"op": "cover", "color": "#ff0000"}"##, before: 2, in: filled)
    #expect(covered.layers[0].image[5, 5] == 0xFFFF_0000)
  }

  /// Fails if layers, changes of the canvas, times, groups of edits, or earlier changes are lost.
  @Test func everythingSinceStays() throws {
    let script = ##"""
      {"op": "shape", "time": "2026-01-01T10:00:00Z", "color": "#000000", "size": 10, "shape": {"kind": "line", "from": [20, 40], "to": [90, 40]}}
      {"op": "layer-add", "name": "Flats", "opacity": 0.5, "time": "2026-01-01T11:00:00Z"}
      {"op": "fill", "at": [100, 5], "color": "#ff0000"}
      {"op": "canvas-flip", "is-horizontal": true}
      """##
    var document = try performed(Array(script.utf8), on: try #require(Document(width: 200, height: 100)))
    let change = try #require(Change([Change.Item(distance: 6, operation: .omitted(.select(nil)))]))
    #expect(document.history.done.count == 6)
    try document.perform(change, context)
    #expect(document.layers[0].image.tileIndices.allSatisfy { document.layers[0].image[$0]?.isTransparent ?? true })
    let mark =
      ##"{"op": "layer-add", "name": "Mark", "above": "Ink"} {"op": "cover", "layer": "Mark", "color": "#00ff00", "##
      + ##""selection": {"rectangle": [0, 0, 50, 100]}}"##
    let marked = try inserting(mark, before: 2, in: document)
    #expect(
      marked.layers.map(\.name) == ["Ink", "Flats", "Mark"] || marked.layers.map(\.name) == ["Ink", "Mark", "Flats"])
    let (flats, new) = (
      try #require(marked.layers.first { $0.name == "Flats" }), try #require(marked.layers.first { $0.name == "Mark" })
    )
    #expect(flats.id == document.layers.last?.id && new.id.number > flats.id.number && flats.opacity == 0.5)
    // The mark stops the fill, and both are flipped.
    #expect(new.image[199, 50] == 0xFF00_FF00 && new.image[100, 50] == 0)
    #expect(flats.image[100, 50] == 0xFFFF_0000 && flats.image[180, 50] == 0)
    #expect(marked.history.done[0].time == 1_767_261_600 && marked.history.undoStepCount == 6)
    #expect(marked.activeLayer == marked.layers.index(of: flats.id))

    #expect(throws: PastInsertion.Fault(number: 2, fault: .doesNotFit)) {
      try inserting(
        #"{"op": "layer-add", "name": "x"} {"op": "layer-delete", "layer": "Ink"}"#, before: 2, in: document)
    }
  }
}
