import Archive
import Files
import Geometry
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Pictures
@testable import Storage

/// Layers of an OpenRaster file that show the same image.
@Suite struct SharedLayerImageTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("a.ora") }

  init() throws { folder = try TemporaryFolder() }

  /// An image of random-looking opaque pixels; its tiles are all different.
  private func image(width: Int, height: Int) -> TileGrid {
    var grid = TileGrid(width: width, height: height)
    for y in 0..<height {
      let row = (0..<width).map { 0xFF00_0000 | UInt32(truncatingIfNeeded: ($0 + 1) &* 7919 &* (y + 3)) & 0xFF_FFFF }
      grid.setRow(y, from: 0, to: row.span)
    }
    return grid
  }

  /// Writes a drawing of 300 x 200 px with an image that all layers at `places` show.
  private func write(_ image: TileGrid, at places: [(x: Int, y: Int)]) throws {
    let layers = places.map { "<layer name='l' src='data/a.png' x='\($0.x)' y='\($0.y)'/>" }.joined()
    let list = "<image w='300' h='200'><stack>\(layers)</stack></image>"
    let picture = try PNGBytes.made(width: image.width, height: image.height, hasAlpha: true) { y, row in
      image.copy(PixelRect(x: 0, y: y, width: image.width, height: 1), to: &row, stride: image.width)
    }
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in [("stack.xml", Array(list.utf8)), ("data/a.png", picture)] {
      try writer.add(name, isPacked: true) { bytes }
    }
    try writer.finish()
    try file.commitReplacing()
  }

  /// Fails if an image is decoded for each layer that shows it, or a layer has other pixels, or
  /// loses those outside the canvas.
  @Test func anImageIsDecodedOnceForEachPlace() throws {
    let image = image(width: 200, height: 150)
    let places = Array(repeating: [(x: 0, y: 0), (x: 70, y: 10), (x: 0, y: 100)], count: 50).flatMap { $0 }
    try write(image, at: places)
    let reader = try OpenRasterReader(path: path)
    for (layer, place) in zip(reader.stack.nodes, places.reversed()) {
      let grid = try reader.image(of: layer)
      for (x, y) in [(0, 0), (75, 60), (269, 159), (199, 199), (299, 0)] {
        let isInside = (0..<200).contains(x - place.x) && (0..<150).contains(y - place.y)
        #expect(grid[x, y] == (isInside ? image[x - place.x, y - place.y] : 0))
      }
    }
    #expect(reader.decodedImages == 3)
    #expect(reader.notes.isEmpty)
    // A layer that is painted on does not change the others.
    var notes: [String] = []
    let document = try Document(openRasterAt: path, notes: &notes)
    #expect(document.layers.count == 150)
    // A third of the layers reach below the canvas.
    #expect(document.outside.layers.count == 50)
    var changed = document.layers[0].image
    changed.setRow(0, from: 0, to: [UInt32](repeating: 1, count: 300).span)
    #expect(document.layers[3].image[0, 0] != 1)
  }

  /// Fails if the limits count a shared image once: a saved file has it for each layer.
  @Test func theLimitsCountEachLayer() throws {
    let image = image(width: 64, height: 64)
    try write(image, at: [(x: 0, y: 0), (x: 0, y: 0), (x: 0, y: 0)])
    for (painted, decoded, fault) in [
      (3, 3, nil), (2, 3, "megapixels painted"), (3, 2, "megapixels"),
    ] as [(Int, Int, String?)] {
      var limits = OpenRasterLimits()
      (limits.painted, limits.decoded) = (painted * Tile.count, decoded * 64 * 64)
      var message: String?
      do throws(FileError) {
        let reader = try OpenRasterReader(path: path, limits: limits)
        for layer in reader.stack.nodes { _ = try reader.image(of: layer) }
      } catch { message = error.fault }
      #expect(fault.map { message?.hasSuffix($0) ?? false } ?? (message == nil), "\(message ?? "")")
    }
  }
}
