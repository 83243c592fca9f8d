import Archive
import Foundation
import Ink
import Journal
import Paint
import Testing

@testable import Document
@testable import Library
@testable import Pixels
@testable import Storage

/// Every kind of record, operation and ink is in the corpus. The switches have no default, so a new
/// kind does not compile until it is named here, and then fails until an entry has it.
@Suite struct CorpusKindTests {
  /// The records of all files: of journals, and of the histories in drawings.
  private static func records() throws -> (journals: [JournalRecord], histories: [JournalRecord]) {
    var (journals, histories): ([JournalRecord], [JournalRecord]) = ([], [])
    for name in Corpus.names {
      let bytes = Array(try Data(contentsOf: URL(filePath: Corpus.folder + "/" + name)))
      if name.hasSuffix(".journal") {
        journals += joined(try JournalBytes.decoded(bytes))
      } else {
        let archive = try ZipReader(bytes: bytes)
        let entry = try #require(archive.entry(FileHistory.entryName), "\(name) has a history")
        histories += joined(try JournalBytes.decoded(try archive.read(entry)))
      }
    }
    return (journals, histories)
  }

  /// The records, with divided ones both in their pieces and as a whole.
  private static func joined(_ records: [JournalRecord]) -> [JournalRecord] {
    var joiner = RecordJoiner()
    return records.flatMap { record in
      let whole = joiner.take(record)
      return record.type == JournalEntry.piece.rawValue ? [record] : [whole].compactMap(\.self)
    }
  }

  private static func expect(_ found: Set<String>, has wanted: [String], in words: String) {
    let missing = wanted.filter { !found.contains($0) }
    #expect(missing.isEmpty, "no \(words) in Tests/DocumentTests/Corpus has: \(missing.joined(separator: ", "))")
  }

  /// Whether records of a type are in journals, and in histories of drawings.
  private static func places(of type: JournalEntry) -> (journal: Bool, history: Bool) {
    switch type {
    case .drawing, .edit, .brushText, .keyframe, .undo: (true, true)
    case .redo, .saved, .closed, .work, .reference, .references, .fileHistory, .unfinished, .foreign, .outside:
      (true, false)
    case .ending: (false, true)
    // Only payloads above the size of a journal's record are divided in a history.
    case .piece: (true, false)
    }
  }

  /// Fails if there is a type of record that no file has.
  @Test func allRecordsAreThere() throws {
    let records = try Self.records()
    let types = (UInt8.min...UInt8.max).compactMap { JournalEntry(rawValue: $0) }
    #expect(types.count > 14)
    Self.expect(
      Set(records.journals.map { "\($0.type)" }),
      has: types.filter { Self.places(of: $0).journal }.map { "\($0.rawValue)" },
      in: "journal")
    Self.expect(
      Set(records.histories.map { "\($0.type)" }),
      has: types.filter { Self.places(of: $0).history }.map { "\($0.rawValue)" }, in: "history")
  }

  /// The kinds of operations on layers and the canvas.
  private enum StackKind: String, CaseIterable {
    case add, duplicate, delete, mergeDown, rename, move, setVisible, setLocked, setOpacity, setBlend,
      setPaper
    case setPaperShown, setLabel, setPurpose, setReference, several, resize, scale, flip, turn, setResolution, flatten,
      group,
      ungroup, setGroup
    case setClipped, setAlphaLocked, addMask, removeMask, applyMask, setMaskOn, paste

    init(_ operation: LayerOperation) {
      switch operation {
      case .add: self = .add
      case .duplicate: self = .duplicate
      case .delete: self = .delete
      case .mergeDown: self = .mergeDown
      case .flatten: self = .flatten
      case .group: self = .group
      case .ungroup: self = .ungroup
      case .addMask: self = .addMask
      case .paste: self = .paste
      case .removeMask: self = .removeMask
      case .applyMask: self = .applyMask
      case .move: self = .move
      case .set(_, let property): self.init(property)
      case .several: self = .several
      case .setPaper: self = .setPaper
      case .setPaperShown: self = .setPaperShown
      }
    }

    init(_ property: Layer.Property) {
      switch property {
      case .name: self = .rename
      case .visible: self = .setVisible
      case .locked: self = .setLocked
      case .clipped: self = .setClipped
      case .alphaLocked: self = .setAlphaLocked
      case .maskOn: self = .setMaskOn
      case .opacity: self = .setOpacity
      case .blend: self = .setBlend
      case .group: self = .setGroup
      case .label: self = .setLabel
      case .purpose: self = .setPurpose
      case .reference: self = .setReference
      }
    }

    init(_ operation: CanvasOperation) {
      switch operation {
      case .resize: self = .resize
      case .scale: self = .scale
      case .flip: self = .flip
      case .turn: self = .turn
      case .setResolution: self = .setResolution
      }
    }
  }

  /// The edits of records in order; their masks have the size of another canvas in some, which are left out.
  private static func edits(_ records: [JournalRecord]) throws -> [EditRecord] {
    let shelf = BrushShelf()
    var edits: [EditRecord] = []
    for record in records {
      guard let type = JournalEntry(rawValue: record.type) else { continue }
      let payload = JournalPayload(type: type, bytes: record.payload)
      if type == .brushText { try shelf.take(payload) }
      if type == .edit, let edit = try? EditRecord(payload, shelf, width: 96, height: 72) { edits.append(edit) }
    }
    return edits
  }

  /// Fails if there is a kind of operation, or a blend mode, that no journal and no history has.
  @Test func allOperationsAreThere() throws {
    let records = try Self.records()
    for (records, words) in [(records.journals, "journal"), (records.histories, "history")] {
      var (kinds, modes, continued): (Set<String>, Set<String>, Int) = ([], [], 0)
      var found: Set<String> = []
      for edit in try Self.edits(records) {
        if edit.head.continues { continued += 1 }
        found.insert(edit.operation.word)
        if case .layer(let change) = edit.operation { kinds.insert(StackKind(change).rawValue) }
        if let change = edit.operation.canvas { kinds.insert(StackKind(change).rawValue) }
        if case .layer(.set(_, .blend(let mode))) = edit.operation { modes.insert(mode.rawValue) }
      }
      Self.expect(kinds, has: StackKind.allCases.map(\.rawValue), in: words)
      Self.expect(modes, has: CompositeOperator.allCases.map(\.rawValue), in: words)
      let cases = Set(Operation.blanks.filter { !$0.isOmitted }.map(\.word))
      Self.expect(found, has: cases.sorted(), in: words)
      #expect((continued > 0) == (words == "journal"))
    }
  }

  /// Fails if there is a kind of ink that no stroke has: of rendering, tip, blending, smoothing,
  /// stabiliser, symmetry or selection.
  @Test func allInkIsThere() throws {
    let records = try Self.records()
    for (records, words) in [(records.journals, "journal"), (records.histories, "history")] {
      var found: Set<String> = []
      for edit in try Self.edits(records) {
        if let stroke = edit.operation.stroke { found.formUnion(Self.kinds(of: stroke)) }
      }
      Self.expect(
        found,
        has: [
          "outline", "dabs", "spray", "mypaint", "round", "flat", "flat that turns", "tilted", "no symmetry", "mirror",
          "radial",
          "no guide", "rope", "average", "selection", "variation", "part", "widths",
          "paper: dabs", "paper: spray", "paper: image", "paper: mypaint",
        ] + Brush.ImageTip.Choice.allCases.map { "image: \($0)" }
          + Brush.ImageTip.Turning.allCases.map { "image: \($0)" } + Smoother.allCases.map(\.rawValue)
          + Brush.Blend.allCases.map { "brush: \($0)" }
          + ["style: over", "style: erase"] + BrushLibrary(folder: BrushTests.folder).names.map { "brush named \($0)" },
        in: words)
    }
  }

  private static func kinds(of stroke: StrokeRecord) -> [String] {
    let brush = stroke.brush
    var kinds = [
      "brush named \(brush.name)", "brush: \(brush.blend)", brush.smoother.rawValue, "style: \(stroke.style.blend)",
    ]
    switch brush.rendering {
    case .outline: kinds.append("outline")
    case .dabs: kinds.append("dabs")
    case .spray: kinds.append("spray")
    case .mypaint: kinds.append("mypaint")
    }
    switch brush.tip {
    case .round: kinds.append("round")
    case .flat(let nib): kinds.append(nib.followsAzimuth ? "flat that turns" : "flat")
    case .image(let tip): kinds += ["image: \(tip.choice)", "image: \(tip.turning)"]
    }
    switch stroke.symmetry.kind {
    case .none: kinds.append("no symmetry")
    case .mirror: kinds.append("mirror")
    case .radial: kinds.append("radial")
    }
    switch brush.stabiliser {
    case .none: kinds.append("no guide")
    case .rope: kinds.append("rope")
    case .average: kinds.append("average")
    }
    if brush.paper != nil {
      let name = if case .dabs = brush.rendering { "dabs" } else { brush.paint == nil ? "spray" : "mypaint" }
      kinds.append("paper: \(brush.tipImages == nil ? name : "image")")
    }
    if brush.width.tiltPencil != nil { kinds.append("tilted") }
    if stroke.selection != nil { kinds.append("selection") }
    if stroke.part != nil { kinds.append("part") }
    if stroke.widths != nil { kinds.append("widths") }
    if brush.dabs.map({ $0.variation != Brush.Variation() }) ?? false { kinds.append("variation") }
    return kinds
  }
}
