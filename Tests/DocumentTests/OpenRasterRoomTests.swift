import Archive
import Files
import Foundation
import Geometry
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Storage

/// Every file that is written can be read again.
@Suite struct OpenRasterRoomTests {
  private func noise(_ document: inout Document, _ rng: inout RandomSource, rows: Range<Int>) {
    for y in rows {
      let row = (0..<document.width).map { _ in 0xFF00_0000 | UInt32(truncatingIfNeeded: rng.next()) & 0xFF_FFFF }
      document.load(row: y, pixels: row.span)
    }
  }

  /// Saves and opens a drawing. Returns why saving was refused, or nil.
  private func tried(_ document: Document, _ limits: OpenRasterLimits, _ folder: TemporaryFolder) throws -> String? {
    let path = folder.path("a.ora")
    do throws(FileError) { try document.save(to: path, limits: limits) } catch {
      #expect(error.path == path && !FileManager.default.fileExists(atPath: path))
      return error.fault
    }
    var notes: [String] = []
    let read = try Document(openRasterAt: path, limits: limits, notes: &notes)
    for (a, b) in zip(read.layers, document.layers) { #expect(a.image.showsSame(as: b.image)) }
    #expect(read.layers.count == document.layers.count && notes.isEmpty)
    try FileManager.default.removeItem(atPath: path)
    return nil
  }

  /// Fails if layers of one colour count by their area, in the file or in memory.
  @Test func floodsOfColourCostNothing() throws {
    let folder = try TemporaryFolder()
    var document = try #require(Document(width: 640, height: 640))
    for number in 0..<5 {
      let colour = 0xFF00_0000 | UInt32(number) * 0x30_2010
      let row = [UInt32](repeating: colour, count: 640)
      for y in 0..<640 { document.load(row: y, pixels: row.span) }
      _ = document.perform(.add(above: document.activeID))
    }
    var limits = OpenRasterLimits()
    // Five colours and the paper's.
    limits.painted = 6 * Tile.count
    #expect(try tried(document, limits, folder) == nil)
    limits.painted -= 1
    #expect(try tried(document, limits, folder) == "its layers have together more than 0 megapixels painted")
  }

  /// Fails if a drawing is saved that cannot be opened again, because of its painted or read pixels
  /// or its bytes.
  @Test func savedDrawingsOpen() throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(1)
    var document = try #require(Document(width: 200, height: 200))
    for number in 0..<3 {
      noise(&document, &rng, rows: 60 * number..<60 * number + 50)
      _ = document.perform(.add(above: document.activeID))
    }
    var (kept, refused): (Int, Set<String>) = (0, [])
    for share in 0..<24 {
      for kind in 0..<4 {
        var limits = OpenRasterLimits()
        switch kind {
        case 0: limits.painted = share * 2 * Tile.count
        case 1: limits.decoded = share * 5000
        case 2: limits.archive.entry = 4000 + share * 3000
        default: limits.archive.total = 16 << 20 + share * 8000
        }
        if let fault = try tried(document, limits, folder) { refused.insert(fault) } else { kept += 1 }
      }
    }
    #expect(kept > 10)
    #expect(
      refused == [
        "its layers have together more than 0 megapixels painted", "its layers have together more than 0 megapixels",
        "its layers are too large to be read again from one file",
      ])
  }

  /// Fails if a drawing with the most layers is refused when it is opened, since the paper is a
  /// layer in the file.
  @Test func theMostLayersAreRead() throws {
    let folder = try TemporaryFolder()
    let count = Document.mostLayers(width: 1, height: 1)
    let layers = (0..<count).map { Layer(name: "\($0)", width: 1, height: 1) }
    let document = try #require(Document(width: 1, height: 1, layers: layers, active: 0))
    #expect(try tried(document, OpenRasterLimits(), folder) == nil)
  }
}
