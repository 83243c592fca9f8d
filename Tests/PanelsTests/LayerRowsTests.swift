import Document
import RandomSource
import Testing

@testable import Panels
@testable import Toolkit

/// The rows of the list of layers, and where dragged ones land.
@Suite struct LayerRowsTests {
  /// A drawing with random groups, some of them folded.
  private static func drawing(_ rng: inout RandomSource) throws -> Document {
    var document = try #require(Document(width: 8, height: 8))
    for _ in 0..<rng.roll(1...8) { _ = document.perform(.add(above: document.activeID)) }
    for _ in 0..<rng.roll(0...6) {
      let ids = document.layers.map(\.id)
      _ = document.perform(.group(ids.filter { _ in rng.isOne(in: 3) } + [ids[rng.roll(0..<ids.count)]]))
    }
    let groups = document.layers.filter(\.isGroup).map(\.id)
    document.foldedGroups = Set(groups.filter { _ in rng.isOne(in: 3) })
    _ = document.activate(document.layers[rng.roll(0..<document.layers.count)].id)
    return document
  }

  private static func rows(_ document: Document) -> LayerRows {
    LayerRows(LayerItem.items(of: document, thumbnails: [:]))
  }

  /// Fails if a row is of a layer in a folded group, or one is missing, or the active layer has none.
  @Test func foldedGroupsHideWhatTheyContain() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let document = try Self.drawing(&rng)
      let rows = Self.rows(document)
      let folded = document.foldedGroups
      let expected = document.layers.indices.reversed().filter { index in
        document.layers.ancestors(of: index).allSatisfy { !folded.contains(document.layers[$0].id) }
      }
      #expect(rows.items.map(\.id) == expected.map { document.layers[$0].id }, "seed \(seed)")
      #expect(rows.items.contains { $0.id == document.activeID })
      for row in rows.items.indices {
        let index = try #require(document.index(of: rows.items[row].id))
        #expect(rows.count(ofRow: row) == document.layers.branchCount(at: index))
        let parent = document.layers.ancestors(of: index).first.map { document.layers[$0].id }
        #expect(rows.parent(ofRow: row).map { rows.items[$0].id } == parent)
      }
    }
  }

  /// Fails if a dragged layer does not land between the rows of its gap at its depth, a place that is said to
  /// be another changes nothing, or one that is refused is offered.
  @Test func aDraggedLayerLandsInItsGap() throws {
    var landed = 0
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let document = try Self.drawing(&rng)
      let rows = Self.rows(document)
      for moved in rows.items.indices {
        for gap in 0...rows.items.count {
          for depth in rows.depths(inGap: gap, moving: moved) {
            let others = rows.items.indices.filter { !rows.moves($0, with: moved) }
            let above = others.last { $0 < gap }.map { rows.items[$0].id }
            let below = others.first { $0 >= gap }.map { rows.items[$0].id }
            let (id, words) = (rows.items[moved].id, "seed \(seed), row \(moved), gap \(gap), depth \(depth)")
            var after = document
            if let place = rows.place(inGap: gap, depth: depth, moving: moved) {
              #expect(after.refusal(of: .move(id, to: place)) == nil, "\(words)")
              #expect(after.perform(.move(id, to: place)) != nil, "\(words)")
              landed += 1
            }
            let shown = Self.rows(after)
            let row = try #require(shown.items.firstIndex { $0.id == id })
            #expect(shown.items[row].depth == depth, "\(words)")
            let rest = shown.items.indices.filter { !shown.moves($0, with: row) }
            #expect(rest.last { $0 < row }.map { shown.items[$0].id } == above, "\(words)")
            #expect(rest.first { $0 > row }.map { shown.items[$0].id } == below, "\(words)")
          }
        }
      }
    }
    #expect(landed > 100)
  }

  /// Fails if a layer that is dragged onto a group is not the highest in it.
  @Test func aLayerIsDraggedOntoAGroup() throws {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let document = try Self.drawing(&rng)
      let rows = Self.rows(document)
      for moved in rows.items.indices {
        for row in rows.items.indices {
          guard let place = rows.place(inRow: row, moving: moved) else { continue }
          var after = document
          #expect(after.perform(.move(rows.items[moved].id, to: place)) != nil)
          let group = try #require(after.index(of: rows.items[row].id))
          #expect(after.layers.children(of: group).last.map { after.layers[$0].id } == rows.items[moved].id)
        }
      }
    }
  }
}
