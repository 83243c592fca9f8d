import Geometry
import Paint
import Raster

/// What an artist sees of a change that takes long, found before the rest of it.
///
/// Only the edits on which the visible tiles depend are performed again. One that smudges is performed on all of its
/// tiles, and so is all that these depend on.
public struct ChangePreview: Sendable {
  private let changes: [SurfaceID: [TileDelta]]
  private let tiles: Set<Int>
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
  ///   - isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Returns: nil if it cannot be found sooner than the whole change.
  init?(
    _ document: Document, _ operations: [Int: Operation], _ context: OperationContext, keepsPlaces: Bool,
    seen: PixelRect, isAlways: Bool = false, isWanted: (Double) -> Bool
  ) throws(ChangeFault) {
    let done = document.history.done
    guard PastChange.isPossible(operations, done), operations.values.allSatisfy({ !$0.replacesLast }) else {
      return nil
    }
    let extra = PastChange.reselected(operations, done)
    let all = ChangeReach(done, changed: Set(operations.keys), extra: extra).work(done)
    guard isAlways || all >= Self.fewestTiles else { return nil }
    var tiles: [Int] = []
    document.activeImage.forEachTile(in: seen.intersection(document.bounds)) { tiles.append($0) }
    guard isAlways || tiles.count < document.activeImage.slotCount else { return nil }
    let plain = document.withoutHistory
    var places: [Int: TileSet] = [:]
    for (index, operation) in operations
    where !keepsPlaces && !operation.isOmitted && !operation.redrawsParts && !operation.isSelection {
      guard isWanted(0) else { throw .isCancelled }
      places[index] = plain.place(of: operation, context)
    }
    let shown = TileSet(document.surfaces, atMost: tiles)
    guard
      let reach = ChangeReach(done, operations: operations, places: places, keepsPlaces: keepsPlaces, seen: shown),
      isAlways || Double(reach.work(done)) <= Self.greatestPart * Double(all)
    else { return nil }
    var walk = ChangeWalk(plain, done, operations, nil, reach, nil)
    do throws(ChangeFault) { try walk.run(context.filler, isWanted) } catch {
      // It may need edits that the whole change does not.
      if error == .isCancelled { throw error }
      return nil
    }
    guard walk.beyond == nil else { return nil }
    var changes: [SurfaceID: [TileDelta]] = [:]
    for surface in document.surfaces {
      for tile in tiles where walk.different.contains(tile, of: surface) {
        changes[surface, default: []].append(
          TileDelta(
            index: tile, before: document.tile(tile, of: surface), after: walk.changed.tile(tile, of: surface)))
      }
    }
    self.init(changes, document)
  }

  /// What a whole change shows of a drawing.
  init(_ past: PastChange, of document: borrowing Document) {
    self.init(past.deltas(of: document), document)
  }

  private init(_ changes: [SurfaceID: [TileDelta]], _ document: borrowing Document) {
    self.changes = changes
    tiles = Set(changes.values.joined().map(\.index))
    canvas = Canvas(bounds: document.bounds, map: document.canvasMap)
  }

  /// The drawing as it will be, where it was not changed meanwhile.
  public func shown(on document: Document) -> Document {
    guard fits(document) else { return document }
    var shown = document
    for (surface, changes) in changes { shown.show(changes, on: surface) }
    return shown
  }

  /// A region with all pixels of the tiles that it meets: a tile that is drawn on is shown as it is.
  public func grown(_ region: Region, of document: borrowing Document) -> Region {
    guard fits(document) else { return region }
    var grown = region
    let image = document.activeImage
    for rect in region.rects {
      image.forEachTile(in: rect) { if tiles.contains($0) { grown.add(image.bounds(ofTile: $0)) } }
    }
    return grown
  }

  /// The pixels that it changes of a drawing.
  public func region(of document: borrowing Document) -> Region {
    guard fits(document) else { return Region() }
    var region = Region()
    for tile in tiles { region.add(document.activeImage.bounds(ofTile: tile)) }
    return region
  }

  /// Whether its tiles are those of a drawing.
  private func fits(_ document: borrowing Document) -> Bool {
    canvas == Canvas(bounds: document.bounds, map: document.canvasMap)
  }
}

extension Document {
  /// Sets the tiles of a surface that are as before a change, without an edit.
  fileprivate mutating func show(_ changes: [TileDelta], on surface: SurfaceID) {
    guard let layer = index(of: surface), var image = image(of: surface) else { return }
    for change in changes where image[change.index] == change.before { image[change.index] = change.after }
    layers[layer][surface.plane] = image
  }

  /// Begins or ends showing other pixels than it has (`ChangePreview`): what is composited is no longer valid.
  public mutating func exchangeShown() { stackRevision += 1 }
}
