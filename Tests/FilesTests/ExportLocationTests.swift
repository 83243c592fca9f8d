import Foundation
import TestSupport
import Testing

@testable import Files

private final class Disk {
  var folders: Set<String> = ["/home/a"]
  var files: [String: String] = [:]
  var isReadOnly = false

  func folder(_ environment: [String: String]) throws -> String {
    let probe = ExportLocation.Probe(
      content: { self.files[$0].map { Array($0.utf8) } }, isFolder: { self.folders.contains($0) },
      makeFolder: { path in
        if !self.isReadOnly { self.folders.insert(path) }
        return !self.isReadOnly
      })
    return try ExportLocation(environment: environment, probe: probe).folder
  }
}

@Suite struct ExportLocationTests {
  @Test func withoutSettingsItIsPictures() throws {
    let disk = Disk()
    #expect(try disk.folder(["HOME": "/home/a"]) == "/home/a/Pictures")
    #expect(disk.folders.contains("/home/a/Pictures"), "made where it was missing")
    let bare = Disk()
    bare.isReadOnly = true
    #expect(try bare.folder(["HOME": "/home/a/"]) == "/home/a", "the home where it cannot be made")
  }

  /// The settings come first, then the environment; each only if it is absolute and can be created.
  @Test func settingsCount() throws {
    let disk = Disk()
    disk.files["/home/a/.config/user-dirs.dirs"] = "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n"
    #expect(try disk.folder(["HOME": "/home/a", "XDG_PICTURES_DIR": "/elsewhere"]) == "/home/a/Bilder")
    disk.files["/conf/user-dirs.dirs"] = "XDG_PICTURES_DIR=\"/data/Bilder/\"\n"
    #expect(try disk.folder(["HOME": "/home/a", "XDG_CONFIG_HOME": "/conf"]) == "/data/Bilder")
    #expect(try disk.folder(["HOME": "/home/a", "XDG_CONFIG_HOME": "conf"]) == "/home/a/Bilder")
    disk.files = [:]
    #expect(try disk.folder(["HOME": "/home/a", "XDG_PICTURES_DIR": "/elsewhere"]) == "/elsewhere")
    #expect(try disk.folder(["HOME": "/home/a", "XDG_PICTURES_DIR": "else/where"]) == "/home/a/Pictures")
  }

  /// Fails if a picture is lost because the folder in the settings neither exists nor can be
  /// created (an unplugged disk).
  @Test func missingFoldersArePassedOver() throws {
    let disk = Disk()
    disk.isReadOnly = true
    disk.files["/home/a/.config/user-dirs.dirs"] = "XDG_PICTURES_DIR=\"/media/stick\"\n"
    disk.folders.insert("/home/a/Pictures")
    #expect(try disk.folder(["HOME": "/home/a"]) == "/home/a/Pictures")
  }

  @Test func withoutHomeItIsAnError() throws {
    for environment in [[:], ["HOME": ""], ["HOME": "a"]] {
      let error = #expect(throws: FileError.self) { try Disk().folder(environment) }
      #expect(error?.description == "cannot write the picture: the environment variable HOME is not an absolute path")
    }
    let disk = Disk()
    disk.isReadOnly = true
    #expect(throws: FileError.self) { try disk.folder(["HOME": "/home/nobody"]) }
  }

  /// The forms of user-dirs.dirs(5), and invalid ones.
  @Test(arguments: [
    ("XDG_PICTURES_DIR=\"$HOME/Bilder\"", "/h/Bilder"),
    ("  XDG_PICTURES_DIR\t=  \"$HOME/Bilder\"  # mine", "/h/Bilder"),
    ("XDG_PICTURES_DIR=\"/a b/c\"", "/a b/c"),
    ("XDG_PICTURES_DIR=\"/a\\\"b\\\\c\\$d\"", "/a\"b\\c$d"),
    ("XDG_PICTURES_DIR=\"$HOME/\"", "/h"),
    ("XDG_PICTURES_DIR=\"/\"", "/"),
    ("XDG_PICTURES_DIR=\"$HOME/Bilder\"\nXDG_PICTURES_DIR=\"/later\"\n", "/later"),
    ("XDG_MUSIC_DIR=\"/m\"\nXDG_PICTURES_DIR=\"$HOME/画\"\n", "/h/画"),
    ("#XDG_PICTURES_DIR=\"/a\"", nil),
    ("XDG_PICTURES_DIR=\"relative\"", nil),
    ("XDG_PICTURES_DIR=/a", nil),
    ("XDG_PICTURES_DIR=\"/a", nil),
    ("XDG_PICTURES_DIRECTORY=\"/a\"", nil),
    ("XDG_PICTURES_DIR=\"$OTHER/a\"", nil),
    ("XDG_PICTURES_DIR", nil),
    ("\0\u{FFFD}\"=", nil),
    ("", nil),
  ])
  func userDirsAreParsed(_ text: String, _ folder: String?) {
    #expect(ExportLocation.userFolder("PICTURES", in: text, home: "/h") == folder)
  }

  @Test func namesAreCounted() {
    #expect(Array(ExportLocation.names(for: "Drawing").prefix(3)) == ["Drawing.png", "Drawing 2.png", "Drawing 3.png"])
    #expect(Array(ExportLocation.names(for: "a", ending: "svg")).last == "a 9999.svg")
  }

  /// Fails if a title does not give a valid file name: in the folder, visible, with one extension,
  /// not too long.
  @Test(arguments: [
    ("Sketch", "Sketch"), ("/home/a/Sketch.png", "Sketch"), ("Sketch.PNG", "Sketch"), ("a.ora", "a"),
    ("a.b.c", "a.b.c"),
    ("", "Drawing"), ("/", "Drawing"), ("..", "Drawing"), (".png", "png"), (".hidden", "hidden"), ("../x", "x"),
    ("  a\n\tb\u{0} ", "ab"), ("梅", "梅"),
  ])
  func titlesBecomeNames(_ title: String, _ stem: String) {
    #expect(ExportLocation.stem(of: title, ending: "png") == stem)
  }

  @Test func longTitlesAreCutBetweenCharacters() {
    let names = Array(ExportLocation.names(for: String(repeating: "筆", count: 200)))
    for name in [names[0], names[9998]] {
      #expect(name.utf8.count <= 255 && name.hasPrefix("筆筆筆") && name.hasSuffix(".png"))
      #expect(!name.unicodeScalars.contains("\u{FFFD}"))
    }
  }

  /// On the real disk, folders are created with their parents; a file in the way is no folder.
  @Test func systemProbe() throws {
    let folder = try TemporaryFolder()
    let probe = ExportLocation.Probe.system
    #expect(probe.isFolder(folder.path) && !probe.isFolder(folder.path("x")))
    #expect(probe.makeFolder(folder.path("x/y")) && probe.isFolder(folder.path("x/y")))
    try folder.write("file", Array("text".utf8))
    #expect(!probe.makeFolder(folder.path("file/z")) && !probe.isFolder(folder.path("file")))
    #expect(probe.content(folder.path("file")) == Array("text".utf8) && probe.content(folder.path("none")) == nil)
    // A name that is not valid UTF-8 keeps its bytes.
    let strange = PathText.text(of: Array("b".utf8) + [0xFF])
    #expect(
      probe.makeFolder(PathText.join(folder.path, strange)) && probe.isFolder(PathText.join(folder.path, strange)))
    #expect(FolderListing(reading: folder.path) { _ in true }.entries.map(\.name).contains(strange))
    let environment = ["HOME": folder.path]
    let location = try ExportLocation(environment: environment, probe: .system)
    #expect(location.path(of: "a.png") == folder.path("Pictures/a.png"))
    #expect(probe.isFolder(folder.path("Pictures")))
  }
}
