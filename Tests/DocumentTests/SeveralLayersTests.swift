import Journal
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

/// Several layers that are chosen, and operations on them.
@Suite struct SeveralLayersTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func drawing(_ seed: Int, layers: Int) throws -> (document: Document, ids: [Layer.ID]) {
    var rng = RandomSource(seed)
    return try LayerTests.drawing(layers: layers, strokes: 2, &rng, filler)
  }

  /// Fails if several layers are not deleted or hidden in one edit, or undo does not restore them.
  @Test func oneEdit() throws {
    var (document, ids) = try drawing(1, layers: 4)
    let before = document
    let count = document.history.undoCount
    for operation in [
      LayerOperation.several([.delete(ids[1]), .delete(ids[3])]), .several(ids.map { .set($0, .visible(false)) }),
    ] {
      #expect(document.perform(operation) != nil && document.history.undoCount == count + 1)
      let after = document
      _ = document.undo()
      let isBack = document.showsSame(as: before)
      #expect(isBack)
      _ = document.redo()
      let isDone = document.showsSame(as: after)
      #expect(isDone)
      _ = document.undo()
    }
    _ = document.perform(.several([.delete(ids[1]), .delete(ids[3])]))
    #expect(document.layers.map(\.id) == [ids[0], ids[2]] && document.activeID == ids[2])
  }

  /// Fails if a part of a refused operation is done, the message does not name the layer, or operations
  /// that make layers, or several in several, are done.
  @Test func refusals() throws {
    var (document, ids) = try drawing(2, layers: 3)
    _ = document.perform(.set(ids[1], .locked(true)))
    let locked = LayerOperation.several([.delete(ids[0]), .delete(ids[1])])
    let name = document.layers[1].name
    #expect(document.refusal(of: locked)?.contains(name) == true)
    let last = document.layers[2].name
    #expect(document.perform(locked) == nil && document.layers.count == 3)
    _ = document.perform(.set(ids[1], .locked(false)))
    #expect(document.refusal(of: .several(ids.map { .delete($0) }))?.contains(last) == true)
    for parts in [[], [LayerOperation.add(above: ids[0])], [.several([.delete(ids[0])])]] {
      #expect(document.refusal(of: .several(parts)) != nil && document.perform(.several(parts)) == nil)
    }
  }

  /// Fails if the operation is read back as another one, or a damaged record ends the program.
  @Test func coding() throws {
    let ids = [Layer.ID(1), Layer.ID(2)]
    let parts: [LayerOperation] = [
      .delete(ids[0]), .move(ids[1], to: LayerPlace(in: ids[0], position: 2)), .set(ids[0], .visible(false)),
      .set(ids[0], .locked(true)), .set(ids[1], .clipped(true)), .set(ids[1], .alphaLocked(true)),
      .set(ids[0], .label(.grey)),
    ]
    func read(_ operation: LayerOperation) throws -> LayerOperation {
      guard case .layer(let read) = try RecordForm.again(.layer(operation)) else { return .group([]) }
      return read
    }
    #expect(try read(.several(parts)) == .several(parts))
    #expect(throws: PayloadError.self) { try read(.several([.several(parts)])) }
    #expect(throws: PayloadError.self) { try read(.several([.add(above: ids[0])])) }
    // Deeply nested.
    let one = try RecordForm.bytes(LayerOperation.several([.delete(ids[0])]))
    let start = Array(one.prefix { $0 != UInt8(ascii: "d") }.dropLast())
    let deep = (0..<100_000).flatMap { _ in start }
    var operation = LayerOperation.blanks[0]
    #expect(throws: PayloadError.self) { try RecordReader.read(&operation, from: deep, BrushShelf()) }
  }

  /// Fails if a move of chosen layers leaves one behind, changes their order, or separates them.
  @Test func chosenLayersMoveTogether() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var (document, ids) = try drawing(seed, layers: 5)
      if rng.isOne(in: 2) { _ = document.perform(.group([ids[1], ids[2]])) }
      let all = document.layers.map(\.id)
      _ = document.activate(all[rng.roll(0..<all.count)], .pixels)
      document.choose(Set(all.filter { _ in rng.isOne(in: 2) }))
      let roots = document.layers.roots(of: document.chosenLayers).map { document.layers[$0].id }
      let place = LayerPlace(position: rng.roll(0...5))
      let operation = document.operationOnChosen(.move(document.activeID, to: place))
      guard case .several = operation, document.perform(operation) != nil else { continue }
      let moved = document.layers.map(\.id).filter { roots.contains($0) }
      #expect(moved == roots, "seed \(seed)")
      let places = roots.compactMap { id in document.index(of: id).map { document.layers.place(of: $0) } }
      #expect(Set(places.map(\.parent)).count == 1, "seed \(seed)")
      #expect(zip(places, places.dropFirst()).allSatisfy { $0.position + 1 == $1.position }, "seed \(seed)")
    }
  }

  /// Fails if a deleted layer stays chosen, another active layer keeps the others chosen, or an operation on
  /// a layer that is not chosen is done to the chosen ones.
  @Test func choosing() throws {
    var (document, ids) = try drawing(3, layers: 4)
    #expect(document.chosenLayers == [ids[3]])
    document.choose([ids[0], ids[1], Layer.ID(99)])
    #expect(document.chosenLayers == [ids[0], ids[1], ids[3]])
    #expect(document.operationOnChosen(.set(ids[2], .visible(false))) == .set(ids[2], .visible(false)))
    #expect(document.operationOnChosen(.group([ids[3]])) == .group([ids[0], ids[1], ids[3]]))
    #expect(document.refusalOnChosen(.mergeDown(ids[3])) != nil && document.refusalOnChosen(.mergeDown(ids[2])) == nil)
    _ = document.perform(.delete(ids[0]))
    #expect(document.chosenLayers == [ids[1], ids[3]])
    _ = document.activate(ids[2], .pixels)
    #expect(document.chosenLayers == [ids[2]])
  }
}
