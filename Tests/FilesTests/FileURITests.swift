import RandomSource
import Testing

@testable import Files

@Suite struct FileURITests {
  /// Fails if a file dropped by a file manager is not found: spaces and other letters, a host, old
  /// forms.
  @Test func filesOfThisMachine() {
    for (uri, path) in [
      ("file:///home/me/a.png", "/home/me/a.png"), ("file:///a%20b%25.ora", "/a b%.ora"),
      ("file:///%E7%AD%86.png", "/筆.png"), ("file:///%e7%ad%86.png", "/筆.png"), ("file:///筆.png", "/筆.png"),
      ("file:/a", "/a"), ("FILE:///a", "/a"), ("file://localhost/a", "/a"), ("file://LocalHost/a", "/a"),
      ("file://box/a", "/a"), ("file://BOX/a", "/a"), ("file:///a%3Fb%23c", "/a?b#c"), ("file:///%C3%A9", "/\u{E9}"),
      ("file:///", "/"),
    ] { #expect(FileURI.path(of: uri, host: "Box") == path, "\(uri)") }
    #expect(FileURI.path(of: "file:///a%FFb", host: "").map { PathText.bytes(of: $0) } == [0x2F, 0x61, 0xFF, 0x62])
  }

  /// Fails if something else is taken for a file of this machine.
  @Test func everythingElse() {
    for uri in [
      "", "file", "file:", "file://", "file://a", "file:a", "file:../a", "http://box/a", "https:///a", "/a",
      "file://other/a", "sftp://box/a", "trash:///a", "file:///a%", "file:///a%4", "file:///a%4g", "file:///a%+1",
      "file:///a%00b", "file:///a%2Fb", "file:///a%2fb", "file:///a?b", "file:///a#b", "files:///a",
    ] { #expect(FileURI.path(of: uri, host: "box") == nil, "\(uri)") }
  }

  /// Fails if comments count as files, a kind of line end is not understood, or a foreign URI hides
  /// later ones.
  @Test func lists() {
    let list = "# of a file manager\r\nfile:///a\r\nhttp://x/y\nfile:///b%0Ac\n\r\n#file:///no\rfile:///d\0"
    #expect(FileURI.paths(in: Array(list.utf8), host: "") == ["/a", "/b\nc", "/d"])
    // A picture on a page that a browser shows from the disk.
    #expect(
      FileURI.paths(in: Array("file:///a.png?v=3\nfile:///b%3F.png#top\n".utf8), host: "") == ["/a.png", "/b?.png"])
    #expect(FileURI.paths(in: [], host: "").isEmpty)
    #expect(FileURI.paths(in: [0xFF, 0xFE, 10, 0x66], host: "").isEmpty)
  }

  /// Fails if a name of any bytes changes in a list with others.
  @Test func everyNameComesThrough() {
    let digits = Array("0123456789ABCDEF")
    for seed in 0..<500 {
      var rng = RandomSource(seed)
      let names: [[UInt8]] = (0..<rng.roll(0...4)).map { _ in
        [0x2F] + (0..<rng.roll(0...12)).map { _ in UInt8(rng.roll(1...255)) }
      }
      let lines = names.map { name in
        let isPlain = rng.isOne(in: 2)
        return "file://"
          + name.map { byte -> String in
            let letter = Character(Unicode.Scalar(byte))
            let isSafe = byte < 128 && (letter.isLetter || letter.isNumber || letter == "/")
            return byte == 0x2F || isPlain && isSafe
              ? String(letter) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
          }.joined()
      }
      let list = lines.joined(separator: rng.isOne(in: 2) ? "\r\n" : "\n")
      let isSame = FileURI.paths(in: Array(list.utf8), host: "").map { PathText.bytes(of: $0) } == names
      #expect(isSame, "seed \(seed)")
    }
  }

  /// Fails if text that is no URI crashes, or a URI written again names another file.
  @Test func anyTextNamesOneFileOrNone() {
    var rng = RandomSource(9)
    let pieces = [
      "file:", "//", "/", "%", "%2", "%41", "%ff", "%00", "a", "\u{7B46}", "?", "#", " ", "localhost", "..", "\n", ":",
    ]
    var count = 0
    for _ in 0..<5000 {
      let start = rng.isOne(in: 4) ? "" : ["file://", "file:///", "file:/"][rng.roll(0..<3)]
      let text = start + (0..<rng.roll(0...6)).map { _ in pieces[rng.roll(0..<pieces.count)] }.joined()
      guard let path = FileURI.path(of: text) else { continue }
      count += 1
      #expect(path.hasPrefix("/") && !path.utf8.contains(0))
      #expect(FileURI.path(of: FileURI.text(of: path)) == path)
    }
    #expect(count > 500)
  }
}
