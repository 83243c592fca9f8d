import RandomSource
import Testing

@testable import Files

@Suite struct PathTextTests {
  /// Fails if a name of any bytes gets another text's bytes, or two names get the same text.
  @Test func everyNameComesBack() {
    var texts: [String: [UInt8]] = [:]
    for seed in 0..<4000 {
      var rng = RandomSource(seed)
      let pieces: [[UInt8]] = [
        [0x61], [0xFF], [0xC3], [0xC3, 0xA9], [0xE7, 0xAD, 0x86], [0xF4, 0x8F, 0xBE, 0x80], [0xF4, 0x8F], [0x80],
        [0xF0, 0x9F, 0x96, 0x8C], [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
      ]
      let bytes = (0..<rng.roll(0...6)).flatMap { _ in pieces[rng.roll(0..<pieces.count)] }
      let text = PathText.text(of: bytes)
      #expect(PathText.bytes(of: text) == bytes, "seed \(seed)")
      if let other = texts[text] { #expect(other == bytes) }
      texts[text] = bytes
    }
    #expect(PathText.text(of: Array("/a/é筆".utf8)) == "/a/é筆")
    #expect(PathText.shown(PathText.text(of: [0x61, 0xFF, 0x62])) == "a\u{FFFD}b")
    #expect(FileError(.read, PathText.text(of: [0x61, 0xFF]), fault: "x").description == "cannot read a\u{FFFD}: x")
  }

  @Test func pathsAreResolved() {
    for (path, whole) in [
      ("/a/b", "/a/b"), ("b", "/base/b"), ("./b/../c", "/base/c"), ("../../..", "/"), ("~", "/home/me"),
      ("~/x", "/home/me/x"), ("~x", "/base/~x"), ("//a//b/", "/a/b"), ("", "/base"),
    ] { #expect(PathText.absolute(path, base: "/base", home: "/home/me") == whole) }
  }
}
