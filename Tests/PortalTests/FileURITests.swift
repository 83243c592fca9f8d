import CGIO
import Dice
import Files
import Testing

@testable import Portal

@Suite("Paths as URIs") struct FileURITests {
  /// A path of any bytes, most of them such as cause trouble.
  private func path(_ dice: inout Dice) -> [UInt8] {
    let hard = Array(" %/?#:@&=+$,;~\"<>\\^`{}|'\u{7F}\u{80}\u{E9}\u{7B46}".utf8) + [0xFF, 0xFE, 0xC3, 0x01, 0x0A]
    var bytes = [UInt8(ascii: "/")]
    for _ in 0..<dice.roll(1...40) {
      bytes.append(
        dice.isOne(in: 3) ? hard[dice.roll(0..<hard.count)] : UInt8(dice.roll(1...255)))
    }
    return bytes
  }

  /// Would break if any name came back as another, or GLib, which file managers and portals are made of, read it otherwise or wrote
  /// one that is not understood here.
  @Test func everyPathComesBack() throws {
    var dice = Dice(8)
    for _ in 0..<2000 {
      let bytes = path(&dice)
      let text = PathText.text(of: bytes)
      let uri = FileURI.text(of: text)
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(FileURI.path(of: uri) == text)
      let theirs = try #require(g_filename_from_uri(uri, nil, nil))
      defer { g_free(theirs) }
      #expect(PathText.text(ofSystem: theirs) == text)
      let written = try #require(g_filename_to_uri(PathText.system(text), nil, nil))
      defer { g_free(written) }
      #expect(FileURI.path(of: String(cString: written)) == text)
    }
  }

  /// Would break if one of the ways to write a URI were not understood.
  @Test(arguments: [
    ("file:///a/b", "/a/b"), ("FILE:///a", "/a"), ("file://localhost/a", "/a"), ("file:/a", "/a"),
    ("file:///a%20b%e7%ad%86", "/a b\u{7B46}"), ("file:///%C3%A9", "/\u{E9}"), ("file:///", "/"),
  ]) func itIsUnderstood(_ uri: String, _ path: String) { #expect(FileURI.path(of: uri) == path) }

  /// Would break if something were taken for a file of this computer that is none, or if a broken URI named one.
  @Test(arguments: [
    "", "file", "file:", "file:a", "file://", "file://host", "file://host/a", "sftp://host/a", "http://a/b", "/a/b",
    "file:///a%", "file:///a%2", "file:///a%zz", "file:///a%00b", "file:///a%2Fb", "file:///a?b", "file:///a#b",
    "trash:///a", "file:///a%+1",
  ]) func itIsRefused(_ uri: String) { #expect(FileURI.path(of: uri) == nil) }

  /// Would break if a text that is no URI crashed, or one that names a file did not name the same when it is written anew.
  @Test func anyTextNamesOneFileOrNone() {
    var dice = Dice(9)
    let pieces = [
      "file:", "//", "/", "%", "%2", "%41", "%ff", "%00", "a", "\u{7B46}", "?", "#", " ", "localhost", "..", "\n", ":",
    ]
    var count = 0
    for _ in 0..<5000 {
      let start = dice.isOne(in: 4) ? "" : ["file://", "file:///", "file:/"][dice.roll(0..<3)]
      let text = start + (0..<dice.roll(0...6)).map { _ in pieces[dice.roll(0..<pieces.count)] }.joined()
      guard let path = FileURI.path(of: text) else { continue }
      count += 1
      #expect(path.hasPrefix("/") && !path.utf8.contains(0))
      #expect(FileURI.path(of: FileURI.text(of: path)) == path)
    }
    #expect(count > 500)
  }
}
