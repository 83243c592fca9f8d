import Files
import Foundation
import RandomSource
import TestSupport
import Testing

@testable import Library

/// GIMP's palette files, common and unusual ones.
@Suite struct PaletteTests {
  private func read(_ text: String) throws(PaletteError) -> Palette { try Palette(gpl: Array(text.utf8), name: "file") }

  private func fault(_ text: String) -> String {
    do throws(PaletteError) {
      let palette = try read(text)
      return "\(palette)"
    } catch { return "\(error)" }
  }

  /// Fails if the usual form of the file is misread.
  @Test("names, columns, comments and colours are read")
  func whole() throws {
    let palette = try read(
      "GIMP Palette\nName: Night sky\nColumns: 4\n# a comment\n#\n\n  0   1   2\tDeep  blue \n255 254 253\n\t7 8 9 x # y\n"
    )
    #expect(
      palette
        == Palette(
          name: "Night sky", columns: 4,
          entries: [
            .init(rgb: 0x000102, name: "Deep  blue"), .init(rgb: 0xFFFEFD), .init(rgb: 0x070809, name: "x # y"),
          ]))
  }

  /// Fails if files of other systems or versions are refused: line ends, byte order mark, missing
  /// or unknown header lines.
  @Test(
    "what other programs write is read",
    arguments: [
      "GIMP Palette\r\nName: a\r\n1 2 3\r\n4 5 6\tb\r\n", "GIMP Palette\r1 2 3\r4 5 6\tb",
      "\u{feff}GIMP Palette \n1 2 3\n4 5 6 b", "GIMP Palette\nChannels: RGBA\n#\n1 2 3\n4 5 6\t\t b \n",
      "GIMP Palette\nName:\nColumns: 0\n1 2 3\n4 5 6 b\n",
    ])
  func variants(_ text: String) throws {
    let palette = try read(text)
    #expect(palette.entries == [.init(rgb: 0x010203), .init(rgb: 0x040506, name: "b")])
    #expect(palette.columns == nil && ["a", "file"].contains(palette.name))
  }

  /// Fails if an old file's names are lost or make the whole file unreadable.
  @Test("names that are not UTF-8 are Latin-1; control characters are removed")
  func encodings() throws {
    let latin = Array("GIMP Palette\nName: ".utf8) + [0xe9, 0x74, 0xe9] + Array("\n1 2 3 \u{1b}[31mred\n".utf8)
    let palette = try Palette(gpl: latin, name: "file")
    #expect(palette.name == "été" && palette.entries[0].name == "[31mred")
    #expect(try read("GIMP Palette\n1 2 3 日本\n").entries[0].name == "日本")
    let long = try read("GIMP Palette\n1 2 3 " + String(repeating: "日", count: 1000))
    #expect(long.entries[0].name.count == Palette.longestName && !long.entries[0].name.contains("\u{fffd}"))
  }

  /// Fails if an error does not say what is wrong and in which line, if it is in one line.
  @Test(
    "what is wrong is said, and where",
    arguments: [
      ("", "it is empty"), ("GIMP Palette\n# nothing\n", "it has no colours"),
      ("JASC-PAL\n0100\n", "line 1: it is not a GIMP palette: it does not start with \"GIMP Palette\""),
      ("GIMP Palette\n1 2 3\n\n0 256 0 x\n", "line 4: the green \"256\" is not between 0 and 255"),
      ("GIMP Palette\n-1 2 3\n", "line 2: the red \"-1\" is not between 0 and 255"),
      ("GIMP Palette\n1 2\n", "line 2: the colour has no blue"),
      ("GIMP Palette\n1 2 3.5\n", "line 2: the blue \"3.5\" is not a whole number"),
      ("GIMP Palette\n1 2 99999999999999999999\n", "line 2: the blue \"99999999999999999999\" is not a whole number"),
      ("GIMP Palette\nred\u{7}\n", "line 2: the red \"red?\" is not a whole number"),
      ("GIMP Palette\nColumns: 257\n", "line 2: the number of columns \"257\" is not between 0 and 256"),
    ])
  func faults(_ text: String, _ sentence: String) { #expect(fault(text) == sentence) }

  /// Fails if a huge file fills memory.
  @Test("the number of colours is limited")
  func limit() {
    let most = Palette.mostColours
    let text = "GIMP Palette\n" + String(repeating: "1 2 3\n", count: most)
    #expect((try? read(text))?.entries.count == most)
    #expect(fault(text + "1 2 3\n") == "line \(most + 2): it has more than \(most) colours")
  }

  /// Fails if any bytes crash the program, or give a value out of range.
  @Test("any bytes are a palette or a fault", arguments: 1...4)
  func random(_ seed: Int) throws {
    var rng = RandomSource(seed)
    let valid = Array("GIMP Palette\r\nName: Ink\nColumns: 3\n# c\n 29  31  36\tSumi\n255 255 255\n".utf8)
    var (good, bad) = (0, 0)
    for _ in 0..<2000 {
      var bytes = valid
      for _ in 0..<rng.roll(0...6) {
        switch rng.roll(0...3) {
        case 0 where !bytes.isEmpty: bytes[rng.roll(0..<bytes.count)] = UInt8(rng.roll(0...255))
        case 1 where !bytes.isEmpty: bytes.removeSubrange(rng.roll(0..<bytes.count)...)
        case 2: bytes.insert(UInt8(rng.roll(0...255)), at: rng.roll(0...bytes.count))
        default: bytes += (0..<rng.roll(0...20)).map { _ in UInt8(rng.roll(0...255)) }
        }
      }
      do throws(PaletteError) {
        let palette = try Palette(gpl: bytes, name: "file")
        good += 1
        #expect(!palette.name.isEmpty && !palette.entries.isEmpty)
        #expect(palette.columns.map { (1...256).contains($0) } ?? true)
        #expect(palette.entries.allSatisfy { $0.rgb <= 0xFF_FFFF && $0.name.count <= Palette.longestName })
      } catch {
        bad += 1
        #expect(error.description.count < 200)
      }
    }
    #expect(good > 100 && bad > 100)
  }

  /// Fails if a built-in palette cannot be read, or the default one is missing.
  @Test("the palettes that come with the program")
  func own() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Resources/palettes").path
    let library = PaletteLibrary(folders: [folder])
    #expect(library.faults.isEmpty && library.palettes.count >= 2)
    let standard = try #require(library[PaletteLibrary.standardName])
    #expect(standard.entries.count == 16 && standard.columns == 8)
    #expect(Set(standard.entries.map(\.rgb)).count == 16 && standard.entries.allSatisfy { !$0.name.isEmpty })
  }

  /// Fails if a user's palette does not replace the system's of the same name, if two of the user's
  /// palettes with one name are not both kept, or if a bad file affects the rest.
  @Test("a library holds what several folders hold, and says what it could not read")
  func library() throws {
    let (system, user) = (try TemporaryFolder(), try TemporaryFolder())
    func put(_ folder: TemporaryFolder, _ file: String, _ text: String) throws {
      try folder.write(file, Array("GIMP Palette\n\(text)".utf8))
    }
    try put(system, "ink.gpl", "Name: Ink\n0 0 0\n")
    try put(system, "sea.gpl", "0 0 9\n")
    try put(user, "mine.gpl", "Name: Ink\n1 1 1\n")
    try put(user, "other.gpl", "Name: Ink\n2 2 2\n")
    try put(user, "bad.gpl", "Name: Bad\nx\n")
    try put(user, "notes.txt", "")
    let library = PaletteLibrary(folders: [system.path, user.path, user.path("missing")])
    #expect(library.palettes.map(\.name) == ["Ink", "Ink (other)", "sea"])
    #expect(library["Ink"]?.entries == [.init(rgb: 0x010101)])
    #expect(
      library.faults == ["cannot read \(user.path)/bad.gpl: line 3: the red \"x\" is not a whole number"])
    try user.write("huge.gpl", [UInt8](repeating: 32, count: PaletteLibrary.largestFile + 1))
    #expect(PaletteLibrary(folders: [user.path]).faults.contains { $0.contains("larger than 1 MB") })
  }

  /// Fails if the last used palette is not found again, or one in another folder cannot be shown.
  @Test("a palette is known by its file; one from elsewhere joins the others")
  func files() throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    for (place, file) in [(folder, "ink.gpl"), (elsewhere, "far.gpl")] {
      try place.write(file, Array("GIMP Palette\nName: Ink\n0 0 0\n".utf8))
    }
    var library = PaletteLibrary(folders: [folder.path])
    #expect(library.file(of: "Ink") == folder.path("ink.gpl") && library.file(of: "Sea") == nil)
    #expect(try library.name(ofFile: folder.path("ink.gpl")) == "Ink" && library.palettes.count == 1)
    let far = try library.name(ofFile: elsewhere.path("far.gpl"))
    #expect(far == "Ink (\(elsewhere.path("far.gpl")))" && library[far] != nil && library.palettes.count == 2)
    #expect(try library.name(ofFile: elsewhere.path("far.gpl")) == far && library.palettes.count == 2)
    #expect(throws: FileError.self) { try library.name(ofFile: elsewhere.path("none.gpl")) }
  }

  /// Fails if the user's folder is not the one of the XDG specification.
  @Test("the user's palettes are where XDG says")
  func folders() {
    func path(_ environment: [String: String]) -> String? {
      var library = PaletteLibrary(environment: environment)
      return library.add(Palette(name: "A b", entries: [.init(rgb: 1)])).flatMap { library.file(of: $0) }
    }
    #expect(path(["XDG_DATA_HOME": "/none", "HOME": "/h"]) == "/none/fude/palettes/a-b.gpl")
    #expect(path(["XDG_DATA_HOME": "d", "HOME": "/none"]) == "/none/.local/share/fude/palettes/a-b.gpl")
    #expect(path([:]) == nil)
  }
}
