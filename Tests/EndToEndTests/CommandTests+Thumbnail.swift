import Foundation
import Rig
import Testing

@testable import Document

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
}
