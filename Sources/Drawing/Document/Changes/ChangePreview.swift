import Geometry
import Paint
import Raster

/// What an artist sees of a change that takes long, found before the rest of it.
///
/// Only the edits are performed again on which the pixels of these tiles depend in the end. Those that smudge are
/// performed as a whole, with all that they depend on.
public struct ChangePreview: Sendable {
  private let changes: [SurfaceID: [TileChange]]
  private let canvas: Canvas

  /// What the numbers of tiles depend on.
  private struct Canvas: Sendable, Equatable {
    let bounds: PixelRect
    let map: Affine
  }

  /// A change is worth a preview if it paints this many tiles, about a quarter of a second, and the preview this part
  /// of them.
  private static let (fewestTiles, greatestPart) = (2000, 0.25)

  /// - Parameters:
  ///   - document: one with nothing floating.
  ///   - operations: those that are done instead, by the index of the edit.
  ///   - keepsPlaces: whether they paint where the edits do.
  ///   - seen: the part of the canvas that is seen, px.
  ///   - isAlways: whether it is found even if the whole change takes little longer.
  ///   - isWanted: called repeatedly; returning false cancels.
  /// - Returns: nil if it cannot be found sooner than the whole change.
  init?(
    _ document: Document, _ operations: [Int: Operation], _ context: OperationContext, keepsPlaces: Bool,
    seen: PixelRect, isAlways: Bool = false, isWanted: (Double) -> Bool
  ) throws(ChangeFault) {
    let done = document.history.done
    guard PastChange.isPossible(operations, done), operations.values.allSatisfy({ !$0.replacesLast }) else {
      return nil
    }
    let plain = document.withoutHistory
    var places: [Int: TileSet] = [:]
    for (index, operation) in operations where !keepsPlaces && !operation.isOmitted && !operation.redrawsParts {
      guard isWanted(0) else { throw .isCancelled }
      places[index] = plain.place(of: operation, context)
    }
    var tiles: [Int] = []
    document.activeImage.forEachTile(in: seen.intersection(document.bounds)) { tiles.append($0) }
    let shown = TileSet(document.surfaces, atMost: tiles)
    guard
      let reach = ChangeReach(done, operations: operations, places: places, keepsPlaces: keepsPlaces, seen: shown)
    else { return nil }
    if !isAlways {
      let all = ChangeReach(done, changed: Set(operations.keys), extra: TileSet()).work(done)
      guard all >= Self.fewestTiles, Double(reach.work(done)) <= Self.greatestPart * Double(all) else { return nil }
    }
    // Nothing of it is kept.
    var walk = ChangeWalk(plain, done, operations, nil, reach, nil)
    try walk.run(context.filler) { _ in isWanted(0) }
    guard walk.beyond == nil else { return nil }
    var changes: [SurfaceID: [TileChange]] = [:]
    for surface in document.surfaces {
      for tile in tiles where walk.different.contains(tile, of: surface) {
        changes[surface, default: []].append(
          TileChange(
            index: tile, before: document.tile(tile, of: surface), after: walk.changed.tile(tile, of: surface)))
      }
    }
    self.changes = changes
    canvas = Canvas(bounds: document.bounds, map: document.canvasMap)
  }

  /// The drawing as it will be, where it was not changed meanwhile.
  public func shown(on document: Document) -> Document {
    guard canvas == Canvas(bounds: document.bounds, map: document.canvasMap) else { return document }
    var shown = document
    for (surface, changes) in changes {
      shown.apply(changes.filter { document.tile($0.index, of: surface) == $0.before }, to: surface)
    }
    return shown
  }

  /// The pixels that it changes of a drawing.
  public func region(of document: borrowing Document) -> Region {
    var region = Region()
    for tile in Set(changes.values.joined().map(\.index)) {
      if (0..<document.activeImage.slotCount).contains(tile) { region.add(document.activeImage.bounds(ofTile: tile)) }
    }
    return region
  }
}

extension Document {
  /// Sets tiles of a surface, without an edit.
  fileprivate mutating func apply(_ changes: [TileChange], to surface: SurfaceID) {
    guard let layer = index(of: surface) else { return }
    for change in changes { layers[layer][surface.plane][change.index] = change.after }
  }

  /// Begins or ends showing other pixels than it has (`ChangePreview`): what is composited is no longer valid.
  public mutating func exchangeShown() { stackRevision += 1 }
}
