import Glibc
import Raster

/// Makes an image of a picture's rows.
///
/// Its life: `init` with the picture's size, `take` for each row from the top, then `image`. Tiles of one colour share their
/// memory, so a large picture of few colours takes little. Memory that is short is a fault before it is used up.
struct PictureLoader {
  /// What was taken so far.
  private(set) var image: TileGrid
  private var painted = PaintedTiles()
  private var nextRow = 0

  /// A picture before its first row; sizes in px, at least 1.
  init(width: Int, height: Int) { image = TileGrid(width: width, height: height) }

  /// Takes the next row, as many premultiplied pixels as the picture is wide.
  /// - Throws: where memory is short. Nothing may be taken any more then.
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

/// Whether there is memory for tiles. An allocation that fails ends the program, so readers ask before they allocate.
enum TileMemory {
  /// What is left for everything else, bytes.
  private static let reserve = 64 << 20
  private static let tileBytes = Tile.count * 4

  /// Whether so many more tiles can be had.
  /// - Parameter tiles: how many there are. Half as much memory as they take must be left for what is made of them.
  static func hasRoom(for count: Int, beside tiles: Int) -> Bool {
    let held = tiles * tileBytes
    let wanted = count * tileBytes + held / 2 + reserve
    // What limits the process (RLIMIT_AS) shows in a mapping alone, which costs nothing while it is not touched. An
    // optimiser may leave out a malloc that is only freed.
    let memory = mmap(nil, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if memory == MAP_FAILED { return false }
    munmap(memory, wanted)
    // Small pictures need not ask the system.
    return held < reserve || wanted < SystemMemory.available ?? .max
  }
}
