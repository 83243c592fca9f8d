import CGIO
import Files
import RandomSource
import Testing

/// `Files.FileURI` compared with GLib, which file managers and portals use.
@Suite("Paths as URIs beside GLib") struct FileURIAgreementTests {
  /// A path of random, mostly difficult bytes.
  private func path(_ rng: inout RandomSource) -> [UInt8] {
    let hard = Array(" %/?#:@&=+$,;~\"<>\\^`{}|'\u{7F}\u{80}\u{E9}\u{7B46}".utf8) + [0xFF, 0xFE, 0xC3, 0x01, 0x0A]
    var bytes = [UInt8(ascii: "/")]
    for _ in 0..<rng.roll(1...40) {
      bytes.append(
        rng.isOne(in: 3) ? hard[rng.roll(0..<hard.count)] : UInt8(rng.roll(1...255)))
    }
    return bytes
  }

  /// Fails if a name changes, GLib reads it differently, or GLib's URI is not understood.
  @Test func everyPathComesBack() throws {
    var rng = RandomSource(8)
    for _ in 0..<2000 {
      let text = PathText.text(of: path(&rng))
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
}
