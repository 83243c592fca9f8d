import Archive
import Foundation
import Rig
import Testing

@testable import Document
@testable import FuzzTargets
@testable import Storage

extension EndToEnd.CommandTests {
  /// Fails if a file manager gets no small picture of a drawing, whatever the file's name is, the stored one is
  /// used where it is too small, or a file that is no drawing leaves anything behind.
  @Test func thumbnails() throws {
    let folder = try TemporaryFolder()
    let source = folder.path + "/a b.ora"
    var document = try #require(Document(width: 900, height: 300))
    _ = document.coverActiveLayer(colour: 0xC0_4020)
    try document.save(to: source)
    for (size, width) in [(128, 128), (256, 256), (512, 512), (2048, 900)] {
      let target = folder.path + "/thumbnail.XY12"
      let result = try run("thumbnail", "--size", "\(size)", "-o", target, "--", source)
      #expect(result.status == .exited(0) && result.errors == "" && result.output == "")
      let picture = try Image(pngAt: target)
      #expect(picture.width == width && abs(picture.height - width / 3) <= 1)
      #expect(picture[width / 2, picture.height / 2] & 0xFF_FFFF == 0xC0_4020)
    }
    let bad = try write(Array("no drawing".utf8), "bad.ora", in: folder)
    expectOneSentence(try run("thumbnail", bad, "-o", folder.path + "/none"), status: 1, "cannot read \(bad)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    expectOneSentence(try run("thumbnail", source), status: 2, "-o OUT is missing")
  }

  /// A small file with an image of 900 megapixels, black with a dot in each tile.
  private static func hugeImage(isInterlaced: Bool = false) throws -> [UInt8] {
    let (side, rowBytes) = (30_000, 3751)
    var rows = [UInt8](repeating: 0, count: side * rowBytes)
    for row in stride(from: 0, to: side, by: 60) {
      for column in stride(from: 1, to: rowBytes, by: 8) { rows[row * rowBytes + column] = 0x40 }
    }
    let header = PNGChunks.big(side) + PNGChunks.big(side) + [1, 0, 0, 0, isInterlaced ? 1 : 0]
    return PNGChunks([("IHDR", header), ("IDAT", try Deflate.packed(rows.span, level: 9)), ("IEND", [])]).bytes
  }

  /// Fails if a small file takes gigabytes or many seconds for its small picture or its description.
  @Test func smallFilesTakeLittle() throws {
    let folder = try TemporaryFolder()
    let stack = "<image w='30000' h='30000'><stack><layer name='a' src='a.png'/></stack></image>"
    for isInterlaced in [false, true] {
      let image = try Self.hugeImage(isInterlaced: isInterlaced)
      let archive = SmallZip.archive(
        [("mimetype", Array("image/openraster".utf8)), ("stack.xml", Array(stack.utf8)), ("a.png", image)].map {
          (Array($0.0.utf8), $0.1)
        }, isPacked: true)
      for (name, bytes) in [("huge.ora", archive), ("huge.png", image)] {
        let path = try write(bytes, name, in: folder)
        // A quick machine makes it within the limit.
        let small = try run("thumbnail", path, "-o", folder.path + "/small")
        if small.status != .exited(0) {
          expectOneSentence(small, status: 1, "cannot read \(path)")
          #expect(!FileManager.default.fileExists(atPath: folder.path + "/small"))
        }
        try? FileManager.default.removeItem(atPath: folder.path + "/small")
        let program = try Program(
          "/bin/sh", ["-c", "ulimit -d 262144 -t 2; exec \"$0\" info \"$1\"", try TestSession.fude(), path])
        #expect(try program.waitForExit(seconds: 30) == .exited(0), "\(program.errors)")
        #expect(program.output.contains("width: 30000\n") && program.output.contains("bounds: unknown\n"))
      }
    }
  }
}
