import Foundation
import Geometry
import Journal
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pictures
@testable import Pixels
@testable import Storage

/// The files in Tests/DocumentTests/Corpus, and the list of what they show.
enum Corpus {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus").path
  private static let listPath = folder + "/digests.txt"

  /// The drawings and journals, sorted.
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".ora") || $0.hasSuffix(".journal") }.sorted()

  /// A line of the list.
  struct Line: Equatable {
    /// The text. Lines of details are indented.
    var text: String
    /// The name of the edit that the step undid or redid, for messages.
    var edit: String?

    static func == (a: Line, b: Line) -> Bool { a.text == b.text }
  }

  // MARK: The list

  /// The lines of each file, by its name; empty without a list.
  static let list: [String: [Line]] = {
    var (list, name): ([String: [Line]], String?) = ([:], nil)
    let text = (try? String(contentsOfFile: listPath, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        name = String(line.dropFirst().dropLast())
        if let name { list[name] = [] }
      } else if let name {
        list[name]?.append(Line(text: String(line)))
      }
    }
    return list
  }()

  /// Adds files to the end of the list.
  static func append(_ lines: [(name: String, lines: [Line])]) throws {
    var text = (try? String(contentsOfFile: listPath, encoding: .utf8)) ?? header
    for (name, lines) in lines { text += "\n[\(name)]\n" + lines.map { $0.text + "\n" }.joined() }
    try Data(text.utf8).write(to: URL(filePath: listPath))
  }

  private static let header = """
    # What the files show. README.md describes the lines. Entries are added, never changed.

    """

  // MARK: What a file shows

  /// Opens a file and returns what it shows in all its steps.
  static func lines(ofFileAt path: String, filler: CoverageFiller) throws -> [Line] {
    if path.hasSuffix(".journal") {
      let replay = try JournalReplay(try JournalFile.look(at: path), filler: filler)
      if let fault = replay.fault { throw Fault(description: "the journal ends early: \(fault)") }
      var facts = "journal \"\(replay.header.name)\", \(replay.strokeCount) strokes"
      if let path = replay.savedPath { facts += ", saved in \(path)" }
      if replay.isClosed { facts += ", closed" }
      var lines = [Line(text: facts)]
      if let work = replay.work {
        lines.append(
          Line(
            text: "  work: \(work.tool), layer \(work.layer ?? -1) of \(work.layerCount), center "
              + "\(work.center.x) \(work.center.y), zoom \(work.zoom), whole \(work.showsWhole), "
              + "turned \(rounded(work.rotation.degrees)), mirrored \(work.isMirrored)"))
      }
      return try lines + self.lines(of: replay.finished(filler), filler: filler)
    }
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    if let note = notes.first { throw Fault(description: "opening it has a message: \(note)") }
    return try lines(of: document, filler: filler)
  }

  /// What a drawing shows as it was opened, after each redo, after each undo back to its first
  /// state, and in an export at scale 2, which draws strokes again.
  static func lines(of opened: Document, filler: CoverageFiller) throws -> [Line] {
    var document = opened
    var lines = [Line(text: "opened " + picture(document))] + layerDigests(document)
    var details: [Line] = []
    func append(_ step: String, _ edit: String?) {
      lines.append(Line(text: step + " " + picture(document), edit: edit))
      let new = Self.details(of: document)
      if new != details { lines += new }
      details = new
    }
    details = Self.details(of: document)
    lines += details
    try document.replayHistory(filler: filler)
    if picture(document) != picture(opened) { throw Fault(description: "unpacking the history changes the picture") }
    try lines.append(Line(text: "scale 2 " + export(document, scale: 2, filler: filler)))
    lines.append(Line(text: "steps: \(document.undoCount) to undo, \(document.redoCount) to redo"))
    let redoCount = document.redoCount
    for step in 0..<redoCount {
      let edit = document.history.lastUndone?.name
      guard document.redo() != nil else { throw Fault(description: "redo \(step + 1) fails") }
      append("redo \(step + 1)", edit)
    }
    for _ in 0..<redoCount { _ = document.undo() }
    details = Self.details(of: document)
    for step in 0..<document.undoCount {
      let edit = document.history.lastDone?.name
      guard document.undo() != nil else { throw Fault(description: "undo \(step + 1) fails") }
      append("undo \(step + 1)", edit)
    }
    return lines
  }

  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// Throws if a change was not made. `#require` cannot have a call that changes its subject.
  static func require(_ isDone: Bool, _ words: String = "a change was refused") throws {
    if !isDone { throw Fault(description: words) }
  }

  /// The place, the size and the digest of what files show of a drawing.
  private static func picture(_ document: Document) -> String { digest(document, document.frame) }

  private static func digest(_ document: Document, _ rect: PixelRect) -> String {
    var words = [UInt32](repeating: 0, count: rect.area)
    var span = words.mutableSpan
    document.flatten(rect, to: &span, start: 0, stride: rect.width)
    return "\(rect.width)x\(rect.height)+\(rect.minX)+\(rect.minY) \(digest(words))"
  }

  /// CRC-32C of premultiplied words 0xAARRGGBB, least byte first, as 8 hexadecimal digits.
  private static func digest(_ words: [UInt32]) -> String {
    let checksum = words.withUnsafeBytes { bytes in
      CRC32C.checksum(bytes.bindMemory(to: UInt8.self).span)
    }
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The exported picture, read back from its file.
  private static func export(_ document: Document, scale: Double, filler: CoverageFiller) throws -> String {
    let folder = try TemporaryFolder(isInMemory: true)
    var options = ExportOptions(format: .png)
    options.fineness = .scale(scale)
    try document.export(to: folder.path("a.png"), options, filler: filler)
    var notes: [String] = []
    return picture(try Document.open(folder.path("a.png"), notes: &notes).document)
  }

  private static func layerDigests(_ document: Document) -> [Line] {
    document.layers.flatMap { layer in
      [line("pixels of layer \(layer.id.number)", layer.image)]
        + (layer.mask.map { [line("mask of layer \(layer.id.number)", $0)] } ?? [])
    }
  }

  private static func line(_ name: String, _ image: TileGrid) -> Line {
    let part = image.paintedBounds
    var words = [UInt32](repeating: 0, count: part.area)
    var span = words.mutableSpan
    if !part.isEmpty { image.copy(part, to: &span, stride: part.width) }
    let place = part.isEmpty ? "empty" : "\(part.width)x\(part.height)+\(part.minX)+\(part.minY) \(digest(words))"
    return Line(text: "  \(name): \(place)")
  }

  /// Everything but pixels.
  private static func details(of document: Document) -> [Line] {
    var texts = [
      "canvas \(document.width)x\(document.height), paper \(String(document.paper, radix: 16)) "
        + "\(document.isPaperShown ? "shown" : "hidden"), \(document.resolution.x) x \(document.resolution.y) dpi"
    ]
    for layer in document.layers {
      texts.append(
        "layer \(layer.id.number) \"\(layer.name)\", \(layer.isVisible ? "visible" : "hidden"), "
          + "\(layer.isLocked ? "locked" : "unlocked"), opacity \(rounded(layer.opacity)), \(layer.blend.rawValue)"
          + (layer.group.map { ", group \($0)" } ?? "") + (layer.depth > 0 ? ", depth \(layer.depth)" : "")
          + (layer.label.name.map { ", label \($0)" } ?? "") + (layer.isClipped ? ", clipped" : "")
          + (layer.isAlphaLocked ? ", alpha locked" : "")
          + (layer.mask == nil ? "" : layer.isMaskOn ? ", masked" : ", mask off"))
    }
    if let mask = document.selection {
      let box = mask.bounds
      var rows: [UInt32] = []
      for y in box.minY..<box.maxY { for x in box.minX..<box.maxX { rows.append(mask[x, y] ? 1 : 0) } }
      texts.append("selection \(box.width)x\(box.height)+\(box.minX)+\(box.minY) \(digest(rows))")
    }
    for item in document.references.items {
      let (place, picture) = (item.placement, item.picture)
      let pixels = (try? ReferencePixels(decoding: picture))?.levels[0].pixels ?? []
      texts.append(
        "reference \(picture.width)x\(picture.height) \(digest(pixels)), center \(place.center.x) \(place.center.y), "
          + "scale \(place.scale), turned \(rounded(place.rotation.degrees)), mirrored \(place.isMirrored), "
          + "opacity \(place.opacity)")
    }
    return texts.map { Line(text: "  " + $0) }
  }

  /// Files have angles in degrees, journals in radians.
  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}
