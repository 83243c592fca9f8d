import Pixels
import Raster
import Synchronization

/// The lines that the last fill of a drawing found, for the next one that compares the same. All copies of a drawing share it.
final class FillMemory: @unchecked Sendable {
  /// What is compared beside the pixels that are filled.
  struct Picture: Equatable {
    /// Hidden layers have no pixels.
    private var layers: LayerTree
    private let ground: UInt32

    init(_ document: borrowing Document) {
      (layers, ground) = (document.layers, document.ground)
      let blank = TileGrid(width: document.width, height: document.height)
      for index in layers.indices where !layers[index].isVisible { layers[index].image = blank }
    }
  }

  /// Lines that a fill found.
  struct Found {
    let picture: Picture
    let lines: ComparedLines
  }

  private let isUsed = Mutex(false)
  /// Belongs to whoever has set `isUsed`.
  private var last: Found?

  /// Calls `body` with what the last fill found; with nothing while another thread fills a copy of the drawing.
  func use<Result>(_ body: (inout Found?) -> Result) -> Result {
    let isFree = isUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
    guard isFree else {
      var nothing: Found?
      return body(&nothing)
    }
    defer { isUsed.withLock { $0 = false } }
    return body(&last)
  }
}
