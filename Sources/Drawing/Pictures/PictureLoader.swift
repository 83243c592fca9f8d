import Files
import Glibc
import Raster

/// Collects the rows of a picture into an image. Tiles have 8 bits where these hold all pixels, and those of one
/// colour share their memory. If memory is short, `take` throws before it allocates.
public struct PictureLoader {
  public private(set) var image: TileGrid
  private var painted = PaintedTiles()
  private var nextRow = 0

  public init(width: Int, height: Int) { image = TileGrid(width: width, height: height) }

  /// Adds the next row: as many premultiplied pixels as the picture is wide.
  /// - Throws: if memory is short. No more rows may be added then.
  public mutating func take<P: PNGPixel>(_ row: Span<P>) throws(PNGFault) {
    if nextRow % Tile.size == 0, !TileMemory.hasRoom(for: image.columns * P.tileCost, beside: painted.count) {
      throw .system(ENOMEM)
    }
    image.setRow(nextRow, from: 0, to: row)
    nextRow += 1
    if nextRow % Tile.size == 0 || nextRow == image.height {
      painted.take(row: (nextRow - 1) / Tile.size, of: &image)
    }
  }
}

/// Checks the memory for tiles beforehand, since a failed allocation would end the program.
public enum TileMemory {
  /// The memory reserved for everything else, bytes.
  private static let reserve = 64 << 20
  private static let tileBytes = Tile.count * 4

  /// Whether there is memory for `count` more tiles of 8 bits beside `tiles` existing ones. Half of the
  /// existing tiles' memory must also be free, for data that is made from them.
  public static func hasRoom(for count: Int, beside tiles: Int) -> Bool {
    let held = tiles * tileBytes
    let wanted = count * tileBytes + held / 2 + reserve
    // A mapping also detects a limit of the process (RLIMIT_AS). An optimiser may remove a malloc.
    let memory = mmap(nil, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if memory == MAP_FAILED { return false }
    munmap(memory, wanted)
    // Small pictures skip the system call.
    return held < reserve || wanted < SystemMemory.available ?? .max
  }
}
