import Export
import Foundation
import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// Drawings as scripts, and back.
@Suite struct ScriptRoundTripTests {
  private let filler: CoverageFiller
  private let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(
      filler: filler, brushes: BrushLibrary(folder: BrushTests.folder), changesCanvas: true, makesSeries: true,
      joinsActs: true)
  }

  /// The script of a drawing.
  private func script(_ document: Document, carriesResults: Bool = false) throws -> [UInt8] {
    let list = try OperationList(document, filler: filler, carriesResults: carriesResults)
    var (text, script) = (ScriptText(list, 1...Int.max), [UInt8]())
    while let elements = try text.nextElements() {
      for element in elements { script += element + [0x0A] }
    }
    return script
  }

  /// A new drawing on which a script was performed.
  private func performed(_ script: [UInt8], width: Int, height: Int) throws -> Document {
    let new = try #require(Document(width: width, height: height))
    var player = ScriptPlayer(
      script.isEmpty ? Array("[]".utf8) : script, on: new, filler: filler)
    do throws(ScriptPlayer.Fault) { try player.performAll() } catch {
      let fault = error
      let lines = script.split(separator: 0x0A)
      let line = lines.indices.contains(fault.line - 1) ? lines[fault.line - 1] : []
      let around = line.dropFirst(max(0, fault.column - 100)).prefix(200)
      Issue.record("\(fault.line):\(fault.column): \(fault.fault): \(String(decoding: around, as: UTF8.self))")
    }
    return player.document
  }

  /// A script without what may differ: other versions packed results differently.
  private func comparable(_ script: [UInt8]) -> String {
    String(decoding: script, as: UTF8.self).replacing("\"is-exact\": false, ", with: "")
      .replacing(/"result": "[^"]*"/, with: "\"result\"")
  }

  private func check(_ document: Document, _ name: String, carriesResults: Bool = false) throws {
    let script = try script(document, carriesResults: carriesResults)
    let first = try OperationList(document, filler: filler).document
    let made = try performed(script, width: first.width, height: first.height)
    try #require(made.layers.map(\.id) == document.layers.map(\.id), "\(name)")
    #expect((made.width, made.height) == (document.width, document.height), "\(name)")
    #expect((made.paper, made.isPaperShown) == (document.paper, document.isPaperShown), "\(name)")
    #expect(made.selection == document.selection, "\(name)")
    for (a, b) in zip(made.layers, document.layers) {
      #expect(a.properties == b.properties && a.depth == b.depth && a.content == b.content, "\(name)")
      for plane in SurfaceID.Plane.allCases where b.has(plane) {
        let (x, y) = (a[plane], b[plane])
        let tiles = Set(x.tileIndices).union(y.tileIndices).filter { tile in
          let (one, other) = (x[tile], y[tile])
          return one != other && !((one?.isTransparent ?? true) && (other?.isTransparent ?? true))
        }
        #expect(tiles.isEmpty, "\(name): \(b.name) differs in \(tiles.count) tiles")
      }
    }
    #expect(made.undoCount == (document.undoCount > 0 ? document.undoCount : document.fileHistory?.undoCount ?? 0))
    // Strokes of older versions are recorded as they are drawn today.
    #expect(
      made.history.undoStepCount
        == (document.history.undoCount > 0 ? document.history.undoStepCount : made.history.undoStepCount))
    let (text, again) = (comparable(script), comparable(try self.script(made, carriesResults: carriesResults)))
    let lines = zip(text.split(separator: "\n"), again.split(separator: "\n")).first { $0 != $1 }
    let isSame = again == text
    #expect(isSame, "\(name): \(lines.map { "\($0.prefix(300)) became \($1.prefix(300))" } ?? "its end")")
  }

  /// Fails if the script of a drawing of the corpus, performed on a new drawing, gives another pixel, property or step.
  @Test func theCorpusComesBack() throws {
    for entry in CorpusEntry.all {
      var notes: [String] = []
      let document = try Document.open(Corpus.folder + "/\(entry.name).ora", notes: &notes).document
      try check(document, entry.name)
      try check(document, entry.name + " with results", carriesResults: true)
    }
  }

  /// Fails likewise for a random drawing.
  @Test(arguments: RandomSource.seeds(200)) func randomDrawingsComeBack(seed: Int) throws {
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 230, height: 220))
    for _ in 0..<rng.roll(5...40) { try acts.act(on: &document, &rng) }
    _ = document.drop()
    try check(document, "seed \(seed)", carriesResults: seed % 2 == 1)
  }

  /// Fails if what a fill painted is not carried, or is painted again instead.
  @Test func resultsCount() throws {
    let drawn = try performed(
      Array(
        #"""
        {"define": "b", "brush": {"name": "b", "size": 9}}
        {"op": "stroke", "brush": "b", "color": "#000000", "samples": [[40, 5, 1], [40, 75, 1]]}
        {"op": "fill", "at": [10, 40], "color": "#caa98f"}
        """#.utf8), width: 80, height: 80)
    let text = String(decoding: try script(drawn, carriesResults: true), as: UTF8.self)
    #expect(text.components(separatedBy: #""result": "#).count == 2)
    let other = try performed(Array(text.replacing("#caa98f", with: "#112233").utf8), width: 80, height: 80)
    #expect(other.activeImage[10, 40] == 0xFFCA_A98F && other.activeImage.showsSame(as: drawn.activeImage))
    #expect(!String(decoding: try script(drawn), as: UTF8.self).contains(#""result": "#))
  }
}
