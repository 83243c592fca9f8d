import Archive
import Raster
import Synchronization

/// The result that an edit has after an earlier edit was changed: the pixels of a fill after the outline around it was
/// recoloured. Only edits that keep their results have one: fills, paint, scalings, and selections that were made again.
///
/// Coding it takes as long as painting. `EditStore` does it while other edits are painted; else it is done when the
/// bytes are first asked for. From then on it holds the bytes only.
package final class ChangedResult: Sendable {
  private enum Form {
    /// The changed tiles before and after.
    case tiles([TileDelta])
    /// For a scaling: the tiles of each layer that differ, scaled without the change and with it.
    case scaled([(SurfaceID, [TileDelta])])
    /// For a selection: the pixels that it selects; nil for nothing.
    case selected(Mask?)
    /// Coded (`RecordedResult`).
    case coded([UInt8])
  }

  private let form: Mutex<Form>

  init(_ tiles: [TileDelta]) { form = Mutex(.tiles(tiles)) }

  /// What an edit selects.
  init(selected mask: Mask?) { form = Mutex(.selected(mask)) }

  /// The tiles in which scaled images differ from those of a drawing.
  /// - Parameter document: the drawing after the scaling without the change.
  init(scaled images: [SurfaceID: TileGrid], on document: Document) {
    let surfaces = images.sorted { $0.key < $1.key }.map { surface, image in
      let old = document.image(of: surface)
      let tiles = Set(image.tileIndices).union(old.map { Set($0.tileIndices) } ?? []).sorted()
        .filter { old?[$0] != image[$0] }
      return (surface, tiles.map { TileDelta(index: $0, before: old?[$0], after: image[$0]) })
    }
    form = Mutex(.scaled(surfaces))
  }

  /// The coded result.
  /// - Throws: if memory is short.
  package func bytes() throws(ArchiveError) -> [UInt8] {
    try form.withLock { form throws(ArchiveError) in
      switch form {
      case .coded(let bytes): return bytes
      case .tiles(let tiles):
        let bytes = try RecordedResult(pixels: Self.pixels(tiles)).bytes()
        form = .coded(bytes)
        return bytes
      case .selected(let mask):
        let bytes = try RecordedResult(selected: mask).bytes()
        form = .coded(bytes)
        return bytes
      case .scaled(let surfaces):
        let scaled = Dictionary(uniqueKeysWithValues: surfaces.map { ($0, Self.pixels($1)) })
        let bytes = try RecordedResult(scaled: scaled).bytes()
        form = .coded(bytes)
        return bytes
      }
    }
  }

  /// The approximate memory use, bytes. Shared tiles count in full.
  var memory: Int {
    form.withLock { form in
      switch form {
      case .coded(let bytes): bytes.count
      case .tiles(let tiles): Self.memory(tiles)
      case .selected(let mask): mask?.tileIndices.reduce(0) { sum, _ in sum + Tile.count / 8 } ?? 0
      case .scaled(let surfaces): surfaces.reduce(0) { $0 + Self.memory($1.1) }
      }
    }
  }

  private static func pixels(_ tiles: [TileDelta]) -> PaintedPixels {
    PaintedPixels(tiles.map { (index: $0.index, before: $0.before, after: $0.after) })
  }

  private static func memory(_ tiles: [TileDelta]) -> Int {
    tiles.reduce(0) { $0 + ($1.before?.memory ?? 0) + ($1.after?.memory ?? 0) }
  }
}
