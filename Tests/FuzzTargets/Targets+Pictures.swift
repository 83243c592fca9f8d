import Archive
import Document
import Files
import Geometry
import RandomSource
import Raster
import Storage

@testable import Export
@testable import Pictures

extension FuzzTarget {
  /// A picture as a simple encoder writes it: 8 bits, colour and alpha.
  private static func image(width: Int, height: Int, density: Bool = false) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(UInt8(y % 5))
      for x in 0..<width { rows += [UInt8(x & 255), UInt8(y & 255), 7, UInt8((x * y) & 255)] }
    }
    let packed = (try? Deflate.packed(rows.span)) ?? []
    let header = PNGChunks.big(width) + PNGChunks.big(height) + [8, 6, 0, 0, 0]
    let physical = PNGChunks.big(11811) + PNGChunks.big(5906) + [1]
    return PNGChunks(
      [(type: "IHDR", content: header)] + (density ? [(type: "pHYs", content: physical)] : [])
        + [(type: "IDAT", content: packed), (type: "IEND", content: [])]
    ).bytes
  }

  /// PNG images. Those of more than a megapixel are refused.
  static let png = FuzzTarget(
    "png",
    seeds: {
      let palette: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
      func small(_ depth: UInt8, _ colour: UInt8, _ interlace: UInt8, _ more: [(String, [UInt8])], _ rows: [UInt8])
        -> [UInt8]
      {
        let header: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 2, depth, colour, 0, 0, interlace]
        return PNGChunks(
          [("IHDR", header)] + more + [("IDAT", (try? Deflate.packed(rows.span)) ?? []), ("IEND", [])]
        ).bytes
      }
      return [
        image(width: 5, height: 4, density: true), image(width: 70, height: 3),
        small(2, 3, 0, [("PLTE", palette), ("tRNS", [0, 128])], [0, 0x1B, 0, 0xE4]),
        small(
          16, 0, 0, [("tRNS", [0, 1]), ("tEXt", Array("Comment\u{0}a".utf8))],
          [0, 1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5, 6]),
        small(8, 2, 1, [("gAMA", [0, 0, 0xB1, 0x8F])], [UInt8](repeating: 0, count: 26)),
        small(
          16, 0, 0, [("gAMA", PNGChunks.big(100_000)), ("cICP", [9, 16, 0, 1])],
          [0, 1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5, 6]),
        small(
          8, 0, 1,
          [
            ("iCCP", [97, 0, 0] + ((try? Deflate.packed([UInt8](repeating: 1, count: 140).span)) ?? [])),
            (
              "cHRM",
              [34567, 35850, 73470, 26530, 11570, 82640, 15660, 1770].flatMap { PNGChunks.big($0) }
            ),
          ], [UInt8](repeating: 0, count: 11)),
      ]
    },
    run: { bytes in
      let file = MemoryFile(bytes)
      do throws(FileError) {
        let reader = try PNGReader(path: file.path, limits: ImageLimits(side: 32767, area: 1 << 20))
        var sum: UInt32 = 0
        try reader.readRows { _, row in
          for i in row.indices {
            let (pixel, alpha) = (row[i], row[i] >> 24)
            precondition(
              pixel >> 16 & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel & 255 <= alpha,
              "a pixel's colour is above its opacity")
            sum &+= pixel
          }
        }
        // As a clipboard image it is written and read again.
        guard let piece = try? Clipping(png: bytes), let again = try? Clipping(png: try piece.png()) else {
          preconditionFailure("a picture that is read makes no piece")
        }
        precondition(again.pixels == piece.pixels, "a piece does not come back the same")
        return nil
      } catch { return sentence(error.fault) }
    },
    structured: { bytes, rng, plain in
      guard var image = PNGChunks(bytes) else { return nil }
      image.mutate(&rng, plain)
      return image.bytes
    })

  /// An OpenRaster file with content that Fude does not know.
  static var foreignFile: [UInt8] {
    let list = """
      <image w='30' h='20' xmlns:m='urn:m' m:a='1'><stack><text src='t.svg'>a<b/>c</text><layer src='a.png' x='-2' m:s='s.dat'
      composite-op='x:y'><mask src='m.png'/></layer><stack m:open='0'><m:low/></stack></stack><m:end/></image>
      """
    return SmallZip.archive([
      (Array("stack.xml".utf8), Array(list.utf8)), (Array("a.png".utf8), image(width: 9, height: 8)),
      (Array("t.svg".utf8), [1, 2]), (Array("s.dat".utf8), [3]),
    ])
  }

  /// OpenRaster files. Of those with more than a megapixel, only the list of layers is read.
  static let openRaster = FuzzTarget(
    "ora",
    seeds: {
      let pictures = [
        ("data/a.png", image(width: 20, height: 9)), ("data/b.png", image(width: 3, height: 3, density: true)),
        ("data/paper.png", image(width: 40, height: 30)),
      ].map { (Array($0.0.utf8), $0.1) }
      let head = (Array("mimetype".utf8), Array("image/openraster".utf8))
      func list(_ text: String) -> ([UInt8], [UInt8]) { (Array("stack.xml".utf8), Array(text.utf8)) }
      return [
        SmallZip.archive([head, list(stack(width: 40, height: 30))] + pictures),
        SmallZip.archive([list("<image w='64' h='65'><stack><layer src='data/b.png'/></stack></image>"), pictures[1]]),
        foreignFile,
      ]
    },
    run: { bytes in
      let file = MemoryFile(bytes)
      do throws(FileError) {
        var limits = OpenRasterLimits()
        limits.image = ImageLimits(side: 32767, area: 1 << 20)
        (limits.nodes, limits.decoded, limits.painted) = (60, 1 << 22, 1 << 22)
        let reader = try OpenRasterReader(path: file.path, limits: limits)
        for layer in reader.stack.nodes where !layer.isGroup { _ = try reader.image(of: layer) }
        for note in reader.notes { _ = sentence(note) }
        // A file within these limits is within those of the program.
        var said: [String] = []
        let document = try Document(openRasterAt: file.path, notes: &said)
        precondition(document.layers.indices.contains(document.activeLayer), "a drawing has no active layer")
        return nil
      } catch { return sentence(error.fault) }
    },
    structured: { bytes, rng, plain in
      SmallZip.mutated(bytes, &rng, plain) { content, rng in
        if var image = PNGChunks(content), !rng.isOne(in: 4) {
          image.mutate(&rng, plain)
          content = image.bytes
        } else {
          plain(&content, &rng)
        }
      }
    })

  /// Zip archives; every entry is read.
  static let zip = FuzzTarget(
    "zip",
    seeds: {
      [
        SmallZip.archive([(Array("mimetype".utf8), Array("image/openraster".utf8))]),
        SmallZip.archive([(Array("../../etc/passwd".utf8), [1, 2, 3]), (Array("/a".utf8), []), (Array("筆".utf8), [4])]),
      ]
    },
    run: { bytes in
      do throws(ArchiveError) {
        let reader = try ZipReader(bytes: bytes, limits: .init(entries: 1000, entry: 1 << 20, total: 1 << 22))
        for entry in reader.entries {
          let bytes = try reader.read(entry)
          precondition(bytes.count == entry.size, "an entry has another size")
        }
        return nil
      } catch { return sentence("\(error)") }
    })
}
