import Desktop
import Document
import Foundation
import Geometry
import Raster
import Storage
import TestSupport
import Testing

@testable import Export
@testable import Fude

@Suite struct PastedImageReaderTests {
  private func outcome(_ job: PastedImageReader.Job) throws -> PastedImageReader.Outcome {
    let loop = try TestLoop()
    let reader = PastedImageReader(loop.background)
    defer { #expect(reader.start == nil) }
    return try loop.outcome { then in
      reader.read(job, then: then)
      #expect(reader.start != nil)
    }
  }

  /// Fails if a drawing becomes a floating selection, or if a picture replaces the drawing. The
  /// content decides, not the file's name.
  @Test func filesAreToldApart() throws {
    let folder = try TemporaryFolder()
    let png = try #require(Clipping(width: 4, height: 3, pixels: [UInt32](repeating: 0xFF00_FF00, count: 12))).png()
    try Data(png).write(to: URL(filePath: folder.path("picture.ora")))
    try #require(Document(width: 5, height: 5)).save(to: folder.path("drawing.png.ora"))
    try FileManager.default.moveItem(atPath: folder.path("drawing.png.ora"), toPath: folder.path("drawing.png"))
    try Data("words".utf8).write(to: URL(filePath: folder.path("words.png")))
    func job(_ name: String, opens: Bool = false) -> PastedImageReader.Job {
      PastedImageReader.Job(
        source: .file(folder.path(name)), place: .init(x: 1, y: 2), isDropped: true, opensPictures: opens)
    }
    guard case .piece(let piece, let place?, nil) = try outcome(job("picture.ora")) else {
      Issue.record("no piece")
      return
    }
    #expect(piece.bounds.width == 4 && piece.image[3, 2] == 0xFF00_FF00 && place.x == 1 && place.y == 2)
    for (name, opens) in [("picture.ora", true), ("drawing.png", false), ("words.png", false)] {
      guard case .drawing(let path) = try outcome(job(name, opens: opens)) else {
        Issue.record("\(name) is no drawing")
        continue
      }
      #expect(path == folder.path(name))
    }
    // A pasted file never replaces the drawing.
    for (name, isPiece) in [("picture.ora", true), ("drawing.png", false)] {
      let pasted = PastedImageReader.Job(source: .file(folder.path(name)), place: nil, isDropped: false)
      switch try outcome(pasted) {
      case .piece(_, at: nil, note: nil): #expect(isPiece)
      case .fault(let sentence):
        #expect(!isPiece && sentence.hasSuffix("drawing.png: it is not a PNG, JPEG or WebP image."))
      default: Issue.record("\(name) is opened")
      }
    }
    guard case .fault(let sentence) = try outcome(job("none")) else {
      Issue.record("what is not there is read")
      return
    }
    #expect(sentence.hasSuffix("/none: there is no such file."))
  }

  /// Fails if a cancelled image is delivered, or if a later one is not.
  @Test func givenUp() throws {
    let loop = try TestLoop()
    let reader = PastedImageReader(loop.background)
    let side = 2000
    let png = try #require(Clipping(width: side, height: side, pixels: [UInt32](repeating: 0xFF, count: side * side)))
      .png()
    func job(_ bytes: [UInt8]) -> PastedImageReader.Job {
      PastedImageReader.Job(source: .bytes(bytes), place: nil, isDropped: true)
    }
    let outcomes: [PastedImageReader.Outcome] = try loop.outcomes(2) { then in
      reader.read(job(png), then: then)
      reader.read(job([1]), then: then)
      reader.cancel()
      #expect(reader.start == nil)
      reader.read(job([2]), then: then)
    }
    guard case .cancelled(isDropped: true) = outcomes[0], case .fault = outcomes[1] else {
      Issue.record("\(outcomes.count) outcomes")
      return
    }
  }

  /// Fails if an error has no message, or if two errors have the same one.
  @Test func messages() throws {
    let bytes = PastedImageReader.Job(source: .bytes([1, 2, 3]), place: nil, isDropped: false)
    guard case .fault("The picture was not pasted: it is not a PNG, JPEG or WebP image.") = try outcome(bytes) else {
      Issue.record("another sentence")
      return
    }
    let faults: [SelectionDelivery.Fault] = [
      .empty, .isText, .otherPicture("image/jp\u{7}eg"), .otherThing, .notHere, .silent, .gone, .tooLarge(512_000_000),
      .garbled, .cancelled, .unavailable,
    ]
    let all = faults.map { $0.sentence(isDropped: false) }
    #expect(Set(all).count == faults.count)
    for sentence in all + faults.map({ $0.sentence(isDropped: true) }) {
      #expect(sentence.first?.isUppercase ?? false && sentence.hasSuffix(".") && !sentence.contains("\u{7}"))
    }
  }
}
