import Document
import Foundation
import Geometry
import Ink
import Paint
import Raster
import Storage
import Testing

@testable import Export
@testable import Fude

@Suite struct ExporterTests {
  private final class Home {
    let path = FileManager.default.temporaryDirectory.appending(path: "fude-exporter-" + UUID().uuidString).path
    let loop: TestLoop
    init() throws {
      loop = try TestLoop()
      try FileManager.default.createDirectory(atPath: path + "/Pictures", withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var exports: JobQueue<Exporter.Job, Exporter.Outcome> {
      Exporter.queue(loop.background, environment: ["HOME": path])
    }
    func path(_ name: String) -> String { path + "/Pictures/" + name }
    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path + "/Pictures")) ?? []).sorted()
    }
    func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }
  }

  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func drawing(_ side: Int = 200) throws -> Document {
    var document = try #require(Document(width: side, height: side))
    for number in 1...3 {
      var stroke = StrokeInProgress(on: document, brush: Brush(), style: InkStyle(), filler: filler)
      for i in 0..<20 {
        stroke.add(PenSample(position: Point(Double(10 * i), Double(40 * number)), time: Double(i) / 200))
      }
      _ = stroke.finish(on: &document)
    }
    return document
  }

  private func options(_ scale: Double) -> ExportOptions {
    var options = ExportOptions()
    options.fineness = .scale(scale)
    return options
  }

  /// Fails if the file's history from before the drawing was opened is scaled up instead of drawn
  /// again.
  @Test func thePackedHistoryIsReplayed() throws {
    let home = try Home()
    let document = try drawing()
    try document.save(to: home.path("a.ora"))
    var notes: [String] = []
    let opened = try Document.open(home.path("a.ora"), notes: &notes).document
    #expect(opened.fileHistory != nil && opened.history.undoCount == 0)
    let exports = home.exports
    let job = Exporter.Job(document: opened, options: options(2), target: .file(home.path("b.png")), name: "a")
    let outcome = try home.loop.outcome { then in
      exports.add(job, then: then)
      #expect(exports.inProgress?.job.shownName == "b.png")
    }
    #expect(outcome == .written(home.path("b.png"), note: nil))
    try document.export(to: home.path("c.png"), options(2), filler: filler)
    #expect(home.bytes("b.png") == home.bytes("c.png"))
    #expect(exports.inProgress == nil)
  }

  /// Fails if a cancelled export leaves files, harms the old file, is still reported, or affects
  /// queued exports or their names.
  @Test func cancelledItLeavesNothing() throws {
    let home = try Home()
    let exports = home.exports
    try Data("old".utf8).write(to: URL(filePath: home.path("huge.png")))
    // More work than can be done before the next line.
    let huge = Exporter.Job(
      document: try drawing(3900), options: options(8), target: .file(home.path("huge.png")), name: "huge")
    let small = Exporter.Job(document: try drawing(), options: ExportOptions(), target: .pictures, name: "a")
    let all: [Exporter.Outcome] = try home.loop.outcomes(3) { then in
      for job in [huge, small, small] { exports.add(job, then: then) }
      exports.cancel()
      #expect(exports.inProgress == nil)
    }
    #expect(
      all == [.cancelled, .written(home.path("a.png"), note: nil), .written(home.path("a 2.png"), note: nil)])
    #expect(home.names == ["a 2.png", "a.png", "huge.png"] && home.bytes("huge.png") == Data("old".utf8))
  }

  /// Fails if a program that ends during exports leaves one out, or a partial file.
  @Test func atTheEndAllAreMade() throws {
    let home = try Home()
    let exports = home.exports
    var count = 0
    for scale in [1.0, 2, 3] {
      let target = Exporter.Target.file(home.path("\(Int(scale)).png"))
      let job = Exporter.Job(document: try drawing(), options: options(scale), target: target, name: "a")
      exports.add(job) { _ in count += 1 }
    }
    home.loop.background.finish()
    #expect(count == 3)
    for scale in [1, 2, 3] { #expect(try Document(pngAt: home.path("\(scale).png")).width == 200 * scale) }
    #expect(home.names == ["1.png", "2.png", "3.png"])
  }

  /// Fails if an impossible export gives no message, or leaves a file.
  @Test func impossibleOptionsAreRefused() throws {
    let home = try Home()
    let exports = home.exports
    var request = options(1)
    request.layerID = Layer.ID(99)
    for (options, target, sentence) in [
      (
        options(400), Exporter.Target.pictures,
        "cannot export a.png: it would be 80000 x 80000 px large, but at most 32767 px a side and 1000 megapixels are allowed: a scale of 158.113 fits"
      ), (request, .pictures, "cannot export a.png: the selected layer no longer exists"),
      (request, .file(home.path("no/b.png")), "cannot write \(home.path("no/b.png")): its folder does not exist"),
    ] {
      let job = Exporter.Job(document: try drawing(), options: options, target: target, name: "a")
      #expect(try home.loop.outcome { exports.add(job, then: $0) } == .failed(sentence))
    }
    #expect(home.names == [])
  }
}
