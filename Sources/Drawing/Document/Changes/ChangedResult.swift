import Archive
import Raster
import Synchronization

/// What an edit that keeps its result does with a change of earlier edits.
///
/// Coding it takes as long as painting. `EditStore` does it while other edits are painted; else it is done when the
/// bytes are first asked for. From then on it holds the bytes only.
final class ChangedResult: Sendable {
  private enum Form {
    /// The changed tiles before and after.
    case tiles([TileChange])
    /// Coded (`RecordedChange`).
    case coded([UInt8])
  }

  private let form: Mutex<Form>

  init(_ tiles: [TileChange]) { form = Mutex(.tiles(tiles)) }

  /// The coded result.
  /// - Throws: if memory is short.
  func bytes() throws(ArchiveError) -> [UInt8] {
    try form.withLock { form throws(ArchiveError) in
      switch form {
      case .coded(let bytes): return bytes
      case .tiles(let tiles):
        let pixels = PaintedPixels(tiles.map { (index: $0.index, before: $0.before, after: $0.after) })
        let bytes = try RecordedChange.encoded(pixels)
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
      case .tiles(let tiles): tiles.reduce(0) { $0 + ($1.before?.memory ?? 0) + ($1.after?.memory ?? 0) }
      }
    }
  }
}
