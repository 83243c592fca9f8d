import Foundation
import Geometry
import Ink
import Paint
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures
@testable import Storage

/// Files of all versions open, and show what they showed. `Corpus/README.md` describes the files.
@Suite struct CorpusTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// Reports the lines in which a file differs from the list, with the step that they belong to.
  private func expect(_ found: [Corpus.Line], are wanted: [Corpus.Line], _ name: String) {
    if found == wanted { return }
    var (step, faults): (String, [String]) = ("", [])
    for index in 0..<max(found.count, wanted.count) {
      let (new, old) = (index < found.count ? found[index] : nil, index < wanted.count ? wanted[index] : nil)
      if let line = old ?? new, !line.text.hasPrefix(" ") {
        let words = line.text.split(separator: " ")
        step = words.prefix(Int(words.dropFirst().first ?? "") == nil ? 1 : 2).joined(separator: " ")
      }
      if new == old { continue }
      func quoted(_ line: Corpus.Line?) -> String {
        line.map { "“\($0.text.trimmingPrefix { $0 == " " })”" } ?? "nothing"
      }
      faults.append(
        "\(step)\((new?.edit).map { " (\($0))" } ?? ""): found \(quoted(new)), the list has \(quoted(old))")
    }
    if faults.count > 3 { faults[3...] = ["… and \(faults.count - 3) more lines differ"] }
    Issue.record("Corpus/\(name) has changed\n\(faults.joined(separator: "\n"))")
  }

  private func wanted(_ name: String) throws -> [Corpus.Line] {
    try #require(Corpus.list[name], "Corpus/digests.txt does not name \(name)")
  }

  /// The files that a build checks. The debug build is some ten times slower and checks those in
  /// which ink is drawn or pixels are computed with fractions, since the optimiser might change them.
  private static let checked: [String] = {
    #if DEBUG
      let kinds = [
        "brush-", "smoother", "guides", "symmetry-", "held-line", "shape-ellipse", "floating-", "fill", "layer-blend",
        "canvas-scale", "canvas-enlarge",
      ]
      return Corpus.names.filter { name in name.hasSuffix(".ora") && kinds.contains { name.hasPrefix($0) } }
    #else
      return Corpus.names
    #endif
  }()

  /// The drawings that a build saves again.
  private static let saved: [String] = {
    #if DEBUG
      return ["redo.ora", "reopened.ora"]
    #else
      return Corpus.names.filter { $0.hasSuffix(".ora") }
    #endif
  }()

  /// Fails if a file does not open, or if the picture, a layer's pixels or properties, a step of
  /// undo or redo, or the enlarged picture is not as listed.
  @Test(arguments: checked) func filesShowWhatTheyShowed(_ name: String) throws {
    let found = try Corpus.lines(ofFileAt: Corpus.folder + "/" + name, filler: filler)
    expect(found, are: try wanted(name), name)
  }

  /// Fails if a drawing that is opened and saved again, with its history still packed or unpacked,
  /// shows anything else than before.
  @Test(arguments: saved) func savedAgainTheyAreTheSame(_ name: String) throws {
    let folder = try TemporaryFolder(isInMemory: true)
    var notes: [String] = []
    var document = try Document.open(Corpus.folder + "/" + name, notes: &notes).document
    for isUnpacked in [false, true] {
      if isUnpacked { try document.replayHistory(filler: filler) }
      try document.save(to: folder.path("a.ora"))
      let found = try Corpus.lines(ofFileAt: folder.path("a.ora"), filler: filler)
      expect(found, are: try wanted(name), "\(name), \(isUnpacked ? "unpacked and " : "")saved again,")
    }
  }

  /// Fails if a file is not in the list, or the list names a missing one, or if the corpus is too
  /// large for the repository.
  @Test func theListNamesAllFiles() throws {
    #expect(Corpus.list.keys.sorted() == Corpus.names)
    let bytes = try FileManager.default.contentsOfDirectory(atPath: Corpus.folder).reduce(0) { sum, name in
      sum + (try Data(contentsOf: URL(filePath: Corpus.folder + "/" + name))).count
    }
    #expect(bytes <= 5 << 20, "\(bytes) bytes")
  }

  /// Fails if an entry has no files, unless FUDE_UPDATE_CORPUS is 1: then it adds the entries that
  /// have neither files nor lines in the list.
  @Test func allEntriesAreThere() throws {
    let isWriting = ProcessInfo.processInfo.environment["FUDE_UPDATE_CORPUS"] == "1"
    for entry in CorpusEntry.all {
      let names = ["\(entry.name).ora", "\(entry.name).journal"]
      if names.allSatisfy(Corpus.names.contains) { continue }
      guard isWriting, !names.contains(where: { Corpus.names.contains($0) || Corpus.list[$0] != nil }) else {
        Issue.record("Corpus/\(entry.name) lacks files; README.md there says how entries are added")
        continue
      }
      do { try write(entry, as: names) } catch { Issue.record("\(entry.name): \(error)") }
    }
    #expect(Set(CorpusEntry.all.map(\.name)).count == CorpusEntry.all.count, "names are unique")
  }

  /// Writes the files of an entry and adds them to the list, unless one of them does not show what
  /// the drawing in memory shows.
  private func write(_ entry: CorpusEntry, as names: [String]) throws {
    let folder = try TemporaryFolder()
    let drawing = try entry.drawing()
    try drawing.document.save(to: folder.path(names[0]))
    try folder.write(names[1], drawing.journal(named: entry.name))
    let inMemory = try Corpus.lines(of: drawing.document, filler: filler)
    var lines: [(name: String, lines: [Corpus.Line])] = []
    for name in names {
      let found = try Corpus.lines(ofFileAt: folder.path(name), filler: filler)
      func compared(_ lines: [Corpus.Line]) -> [Corpus.Line] {
        lines.drop { !$0.text.hasPrefix("opened") }.filter { entry.keepsStrokes || !$0.text.hasPrefix("scale") }
      }
      guard compared(found) == compared(inMemory) else {
        expect(compared(found), are: compared(inMemory), "\(name), before it was written,")
        return
      }
      lines.append((name, found))
    }
    for name in names { try Data(try folder.read(name)).write(to: URL(filePath: Corpus.folder + "/" + name)) }
    try Corpus.append(lines)
  }
}
