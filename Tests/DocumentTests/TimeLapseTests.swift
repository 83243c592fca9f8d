import Foundation
import Geometry
import Ink
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

@Suite struct TimeLapseTests {
  let fixture: ExportFixture

  init() throws { fixture = try ExportFixture() }

  /// Images, one a second.
  private static func frames(_ count: Int) -> FilmOptions {
    var options = FilmOptions()
    (options.format, options.rate, options.seconds) = (.frames, 1, Double(count))
    return options
  }

  /// A drawing's pixels on white.
  private func pixels(_ document: Document) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: document.width * document.height)
    var span = words.mutableSpan
    document.flatten(document.bounds, to: &span, start: 0, stride: document.width)
    return words.map { Pixel.over($0, 0xFFFF_FFFF) }
  }

  /// Fails if the first picture is not the beginning, the last not the whole drawing, or another
  /// not all that was drawn by then.
  @Test func picturesAreTheDrawingAtTheTime() throws {
    for seed in 0..<6 {
      let document = try fixture.drawing(seed, count: 14)
      for count in [1, 2, 17] {
        var film = TimeLapse(of: document, filler: fixture.filler)
        #expect(film.pixels == pixels(try #require(Document(width: 190, height: 150))), "seed \(seed)")
        for number in 0..<count {
          let before = film.pixels
          let hasChanged = film.advance(to: number, of: count)
          if !hasChanged { #expect(film.pixels == before) }
          // Drawn in one step instead of region by region, so that missing pixels show.
          var fresh = TimeLapse(of: document, filler: fixture.filler)
          if number % 3 == 0 {
            _ = fresh.advance(to: number, of: count)
            let isSame = film.pixels == fresh.pixels
            #expect(isSame, "seed \(seed), \(number) of \(count)")
          }
        }
        let isWhole = film.pixels == pixels(document)
        #expect(isWhole, "seed \(seed)")
      }
    }
  }

  /// Fails if pictures follow the elapsed time instead of the drawn distance. The stroke's second
  /// half took a hundred times as long.
  @Test func theWayCountsNotTheTime() throws {
    var document = try #require(Document(width: 220, height: 40))
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: 6, minimumShare: 1), style: InkStyle(colour: 0), filler: fixture.filler)
    for i in 0...200 {
      let time = i < 100 ? Double(i) * 0.01 : Double(i - 99)
      stroke.add(PenSample(position: Point(10 + Double(i), 20), time: time, pressure: 1))
    }
    _ = stroke.finish(on: &document)
    var film = TimeLapse(of: document, filler: fixture.filler)
    var ends: [Int] = []
    for number in 0..<5 {
      _ = film.advance(to: number, of: 5)
      ends.append((0..<220).last { film.pixels[20 * 220 + $0] == 0xFF00_0000 } ?? 0)
    }
    for (end, expected) in zip(ends, [0, 61, 111, 161, 212]) { #expect(abs(end - expected) <= 3, "\(ends)") }
  }

  /// Fails if large drawings make too large films, films of odd sizes or of another aspect ratio.
  @Test func largeDrawingsMakeSaneFilms() throws {
    var document = try fixture.drawing(1, count: 3, width: 2401, height: 903)
    document.select(nil)
    var film = TimeLapse(of: document, filler: fixture.filler)
    #expect(film.width == 1920 && film.height == 722)
    _ = film.advance(to: 0, of: 1)
    let whole = film.pixels
    film = TimeLapse(of: document, filler: fixture.filler)
    for number in 0..<9 { _ = film.advance(to: number, of: 9) }
    #expect(film.pixels == whole)
  }

  /// Fails if frames are missing, misnamed or wrong. Also fails if a folder with frames, a file or
  /// a drawing without history is accepted.
  @Test func framesAreFiles() throws {
    let document = try fixture.drawing(2, count: 14)
    let path = fixture.folder.path("film")
    try document.exportFrames(to: path, Self.frames(12), filler: fixture.filler)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names == (1...12).map { "frame-000" + ($0 < 10 ? "0" : "") + "\($0).png" })
    let last = try Document(pngAt: path + "/frame-00012.png")
    #expect(pixels(last) == pixels(document))
    func refusal(_ document: Document, _ path: String) -> String {
      do {
        try document.exportFrames(to: path, Self.frames(3), filler: fixture.filler)
        return "none"
      } catch { return "\(error)" }
    }
    #expect(refusal(document, path).hasPrefix("cannot write \(path): it already contains frames, such as frame-"))
    try fixture.folder.write("file", [])
    #expect(
      refusal(document, fixture.folder.path("file"))
        == "cannot write \(fixture.folder.path("file")): it is not a folder")
    #expect(refusal(document, fixture.folder.path("no/film")).hasSuffix("its folder does not exist"))
    let blank = try #require(Document(width: 10, height: 10))
    #expect(refusal(blank, fixture.folder.path("other")) == "it has no history to show")
    #expect(try fixture.folder.names == ["file", "film"])
  }

  /// Fails if a cancelled or failed film leaves frames or its folder, or touches other files in a
  /// folder.
  @Test func stoppedItLeavesNothing() throws {
    let document = try fixture.drawing(3, count: 14)
    try FileManager.default.createDirectory(atPath: fixture.folder.path("old"), withIntermediateDirectories: false)
    try fixture.folder.write("old/notes", [1])
    for (name, left) in [("new", []), ("old", ["notes"])] {
      var count = 5
      #expect(throws: ExportError.cancelled) {
        try document.exportFrames(
          to: fixture.folder.path(name), Self.frames(9), filler: fixture.filler,
          progress: ExportProgress { _ in
            count -= 1
            return count > 0
          })
      }
      if name == "old" {
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path(name)) == left)
      }
    }
    #expect(try fixture.folder.names == ["old"])
  }

  /// Fails if a journal's export misses edits before its last key frame, or its first picture
  /// counts as drawn.
  @Test func journalsTellAll() throws {
    for (seed, hasBase) in [(1, false), (2, true), (3, false), (4, true)] {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 190, height: 150))
      if hasBase {
        for y in 30..<60 { document.load(row: y, pixels: [UInt32](repeating: 0x8010_2030, count: 190).span) }
      }
      document.takesNotes = true
      var composer = JournalComposer(document, name: "x", program: "0")
      // A key frame after nearly every edit.
      composer.timeout = 0.001
      try FileManager.default.createDirectory(
        atPath: fixture.folder.path("journals\(seed)"), withIntermediateDirectories: false)
      let writer = try JournalFolder(fixture.folder.path("journals\(seed)")).create()
      for payload in try composer.start() { try writer.append(payload.type.rawValue, payload.bytes.span) }
      for _ in 0..<25 {
        EnlargementTests.doAnything(&rng, &document, fixture.filler, fixture.library)
        for change in document.takeNotes() {
          for payload in try composer.lastRecords(of: change) {
            try writer.append(payload.type.rawValue, payload.bytes.span)
          }
        }
      }
      try writer.sync()
      var notes: [String] = []
      let short = try Document.open(writer.file.path, notes: &notes).document
      var whole = short
      try whole.replayHistory(filler: fixture.filler) { $0 < 0.5 }
      #expect(whole.fileHistory != nil && whole.history.undoCount == short.history.undoCount, "it was not wanted")
      try whole.replayHistory(filler: fixture.filler)
      #expect(whole.history.undoCount == document.history.undoCount, "seed \(seed)")
      #expect(short.history.undoCount < whole.history.undoCount)
      #expect(pixels(whole) == pixels(document) && pixels(short) == pixels(document) && notes.isEmpty)
      let large = try document.enlarged(by: 2, filler: fixture.filler, progress: .none)
      #expect(
        pixels(try whole.enlarged(by: 2, filler: fixture.filler, progress: .none)) == pixels(large), "seed \(seed)")
    }
  }
}
