import Glibc
import Raster

/// Collects the rows of a picture into an image.
///
/// Call `take` for each row from the top, then read `image`. Tiles of one colour share their
/// memory, so a large picture of few colours takes little. If memory is short, `take` throws before
/// it allocates.
struct PictureLoader {
  /// The rows that were added so far.
  private(set) var image: TileGrid
  private var painted = PaintedTiles()
  private var nextRow = 0

  /// A picture before its first row; sizes in px, at least 1.
  init(width: Int, height: Int) { image = TileGrid(width: width, height: height) }

  /// Adds the next row: as many premultiplied pixels as the picture is wide.
  /// - Throws: if memory is short. No more rows may be added then.
  mutating func take(_ row: Span<UInt32>) throws(PNGFault) {
    if nextRow % Tile.size == 0, !TileMemory.hasRoom(for: image.columns, beside: painted.count) {
      throw .system(ENOMEM)
    }
    image.setRow(nextRow, from: 0, to: row)
    nextRow += 1
    if nextRow % Tile.size == 0 || nextRow == image.height {
      painted.take(row: (nextRow - 1) / Tile.size, of: &image)
    }
  }
}

/// Checks whether there is memory for tiles. A failed allocation would end the program, so readers
/// check first.
enum TileMemory {
  /// The memory reserved for everything else, bytes.
  private static let reserve = 64 << 20
  private static let tileBytes = Tile.count * 4

  /// Whether there is memory for `count` more tiles.
  /// - Parameter tiles: the number of existing tiles. Half of their memory must also be free, for
  ///   data that is made from them.
  static func hasRoom(for count: Int, beside tiles: Int) -> Bool {
    let held = tiles * tileBytes
    let wanted = count * tileBytes + held / 2 + reserve
    // A mapping detects a limit of the process (RLIMIT_AS) and costs nothing while it is not
    // touched. An optimiser may remove a malloc that is only freed.
    let memory = mmap(nil, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if memory == MAP_FAILED { return false }
    munmap(memory, wanted)
    // Small pictures skip the system call.
    return held < reserve || wanted < SystemMemory.available ?? .max
  }
}
