import Files
import Foundation
import Glibc
import Journal
import RandomSource
import Synchronization
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

@Suite struct FolderListingTests {
  /// Fails if a drawing whose name is not UTF-8 cannot be saved, listed or opened.
  @Test func strangeNamesAreSavedListedAndOpened() throws {
    let folder = try TemporaryFolder()
    let name = PathText.text(of: [0xFF, 0x61, 0xC3] + Array(".ora".utf8))
    let path = PathText.join(folder.path, name)
    let document = try #require(Document(width: 10, height: 10, paper: 0x123456))
    try document.save(to: path)
    let listing = FolderListing(reading: folder.path) { PathText.hasEnding($0, of: FileFormat.readEndings) }
    #expect(listing.entries.map(\.name) == [name])
    var notes: [String] = []
    #expect(try Document.open(path, notes: &notes).document.paper == 0x123456)
  }

  /// Fails if a listing is not in natural order with folders first, or shows hidden or other files.
  /// Sizes and links are included.
  @Test func aFolderIsListed() throws {
    let folder = try TemporaryFolder()
    for name in ["b10.ora", "b9.ORA", "B1.png", "notes.txt", ".hidden.ora", "ora", ".ora"] {
      try folder.write(name, [1, 2, 3])
    }
    for name in ["zoo", "Alpha", ".git"] { _ = mkdir(folder.path(name), 0o700) }
    _ = symlink(folder.path("zoo"), folder.path("link"))
    _ = symlink("nowhere", folder.path("dead.ora"))
    let listing = FolderListing(reading: folder.path) { PathText.hasEnding($0, of: FileFormat.readEndings) }
    #expect(listing.fault == nil && listing.folder == folder.path)
    #expect(listing.entries.map(\.name) == ["Alpha", "link", "zoo", "B1.png", "b9.ORA", "b10.ora"])
    #expect(listing.entries.map(\.isFolder) == [true, true, true, false, false, false])
    #expect(listing.entries.map(\.size) == [0, 0, 0, 3, 3, 3])
    #expect(listing.entries.allSatisfy { $0.modified > 1_500_000_000 })
  }

  @Test func unlistableFoldersAreExplained() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a", [])
    #expect(FolderListing(reading: folder.path("none")) { _ in true }.fault == "there is no such folder")
    #expect(FolderListing(reading: file) { _ in true }.fault == "a part of its path is not a folder")
  }

  /// Fails if the order of names depends on the input order, or two different names are equal.
  @Test func theOrderIsTotal() {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      let pieces = ["a", "B", "0", "1", "02", "2", "10", " ", "-", "é"]
      let names = Set(
        (0..<12).map { _ in (0..<rng.roll(1...4)).map { _ in pieces[rng.roll(0..<pieces.count)] }.joined() })
      func sorted(_ names: [String]) -> [String] {
        var listing = FolderListing(folder: "/", entries: names.map { .init(name: $0, isFolder: false) })
        listing.sort()
        return listing.entries.map(\.name)
      }
      let once = sorted(Array(names))
      #expect(sorted(once.reversed()) == once, "seed \(seed)")
    }
  }
}

@Suite struct RecentFilesTests {
  /// Fails if a path changes in the file, more are kept than the limit, or one is kept twice.
  @Test func theyComeBack() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path("state")]
    #expect(RecentFiles.kept(environment: environment).paths == [])
    let strange = ["/a b", "/line\nbreak", "/back\\slash\\n", PathText.text(of: Array("/x".utf8) + [0xFF]), "/é筆"]
    for path in strange { try RecentFiles.keep(path, environment: environment) }
    #expect(RecentFiles.kept(environment: environment).paths == strange.reversed())
    try RecentFiles.keep("/a b", environment: environment)
    #expect(RecentFiles.kept(environment: environment).paths.first == "/a b")
    #expect(RecentFiles.kept(environment: environment).paths.count == 5)
    try RecentFiles.forget("/é筆", environment: environment)
    #expect(RecentFiles.kept(environment: environment).paths.count == 4)
    for number in 0..<50 { try RecentFiles.keep("/\(number)", environment: environment) }
    let paths = RecentFiles.kept(environment: environment).paths
    #expect(paths.count == RecentFiles.most && paths.first == "/49")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("state/fude")) == ["recent"])
  }

  /// Fails if a drawing without a file disappears from the list, after many other files or when the
  /// list could not be written.
  @Test func keptDrawingsStayInTheList() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path("state")]
    let store = try DrawingStore(environment: environment)
    try store.makeFolders()
    let journals = try ["a", "b"].map { name in
      let writer = try store.live.create()
      try writer.file.move(to: store.kept, as: name)
      return writer.file.path
    }
    try RecentFiles.keep(journals[0], environment: environment)
    for number in 0..<50 { try RecentFiles.keep("/\(number)", environment: environment) }
    let paths = RecentFiles.kept(environment: environment).paths
    #expect(paths.count == RecentFiles.most + 2 && paths.first == "/49" && Array(paths.suffix(2)) == journals)
    unlink(journals[1])
    try RecentFiles.forget(journals[1], environment: environment)
    #expect(RecentFiles.kept(environment: environment).paths == Array(paths.dropLast()))
  }

  /// Fails if concurrent additions to the list lose each other's entries.
  @Test func severalAtOnceLoseNothing() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path("state")]
    let faults = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      do { try RecentFiles.keep("/\(number)", environment: environment) } catch { faults.withLock { $0 += 1 } }
    }
    #expect(faults.withLock { $0 } == 0)
    #expect(Set(RecentFiles.kept(environment: environment).paths) == Set((0..<16).map { "/\($0)" }))
  }

  /// Fails if bytes that are no list are read as one.
  @Test func anyBytesAreRead() {
    #expect(RecentFiles(parsing: Array("# words\nrelative\n/a\n\n/b\\\n/c\0d\n/a\n/e".utf8)).paths == ["/a", "/e"])
    for seed in RandomSource.seeds(500) {
      var rng = RandomSource(seed)
      let bytes = (0..<rng.roll(0...60)).map { _ in UInt8([0x2F, 0x5C, 0x0A, 0x6E, 0xFF, 0][rng.roll(0...5)]) }
      let recent = RecentFiles(parsing: bytes)
      #expect(RecentFiles(parsing: recent.bytes) == recent, "seed \(seed)")
    }
  }
}

@Suite struct FileFactsTests {
  @Test func sizes() {
    for (bytes, text) in [
      (0, "0 B"), (999, "999 B"), (1000, "1 kB"), (12_345, "12 kB"), (999_600, "1.0 MB"), (4_540_000, "4.5 MB"),
      (12_300_000, "12 MB"),
    ] { #expect(FileFacts.size(bytes) == text) }
  }

  /// Fails if the user's own folder names do not replace the usual ones, or missing folders are
  /// listed.
  @Test func places() {
    let probe = ExportLocation.Probe(
      content: { $0 == "/h/.config/user-dirs.dirs" ? Array("XDG_DESKTOP_DIR=\"$HOME/Tisch\"\n".utf8) : nil },
      isFolder: { ["/h/Tisch", "/h/Desktop", "/h/Pictures"].contains($0) }, makeFolder: { _ in false })
    #expect(
      Place.all(environment: ["HOME": "/h"], probe: probe) == [
        Place(title: "Home", path: "/h"), Place(title: "Desktop", path: "/h/Tisch"),
        Place(title: "Pictures", path: "/h/Pictures"),
      ])
    #expect(Place.all(environment: [:], probe: probe) == [])
  }
}
