import Geometry
import Ink
import Journal
import Paint
import Pixels
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// Selections of the past that become others, against performing everything again.
@Suite struct SelectionChangeTests {
  private let filler: CoverageFiller
  private let library = BrushLibrary(folder: BrushTests.folder)
  private var context: OperationContext { OperationContext(filler: filler, recordsAll: true) }

  init() throws { filler = try #require(CoverageFiller()) }

  // MARK: Making drawings

  private func performed(_ script: String, on document: Document? = nil) throws -> Document {
    var player = ScriptPlayer(
      Array(script.utf8), on: try document ?? #require(Document(width: 256, height: 192)), filler: filler,
      brushes: library)
    try player.performAll()
    return player.document
  }

  /// The recipe of an edit, from 1.
  private func recipe(_ number: Int, of document: Document) throws -> SelectionRecipe {
    guard case .select(_, let recipe?) = document.history.done[number - 1].head else {
      Issue.record("edit \(number) is no selection that was made")
      return SelectionRecipe(.all)
    }
    return recipe
  }

  /// Makes a selection of the past another one. Checks the result against the operations of its history, undo and redo.
  private func changed(
    _ document: Document, _ number: Int, _ body: (inout SelectionRecipe) -> Void
  ) throws -> Document {
    var recipe = try recipe(number, of: document)
    body(&recipe)
    let change = try #require(
      Change([
        Change.Item(distance: document.history.undoCount - number + 1, operation: .select(nil, recipe: recipe))
      ]))
    var changed = document
    try changed.perform(change, context)
    if let fault = fault(of: changed, from: document) { Issue.record("\(fault)") }
    return changed
  }

  /// Why a changed drawing is not what its operations make, or undo and redo are not exact; nil if all is right.
  private func fault(of changed: Document, from document: Document) -> String? {
    changed.checkInvariants()
    guard let drawing = ChangedDrawing(changed), let states = drawing.states(context) else {
      return "its operations cannot be performed"
    }
    var found = changed.withoutChanges
    for step in stride(from: drawing.steps.count, through: 0, by: -1) {
      if let difference = ChangedDrawing.difference(found, states[step]) { return "\(difference), after \(step)" }
      if found.selection != states[step].selection { return "the selection after \(step)" }
      if step > 0 { _ = found.undo() }
    }
    var undone = changed
    _ = undone.undo()
    if let difference = Self.difference(undone, document) { return "undo: \(difference)" }
    while undone.history.undoCount > 0 { _ = undone.undo() }
    while undone.history.redoCount > 0 { _ = undone.redo() }
    return Self.difference(undone, changed).map { "redo: \($0)" }
  }

  private static func difference(_ a: Document, _ b: Document) -> String? {
    a.selection != b.selection ? "the selection" : ChangedDrawing.difference(a, b)
  }

  /// Fails unless a script with one element exchanged makes the drawing that a change of the selection makes.
  private func expect(
    _ number: Int, of elements: [String], as other: String, _ body: (inout SelectionRecipe) -> Void,
    _ name: Comment? = nil
  ) throws {
    var others = elements
    others[number - 1] = other
    let document = try performed(elements.joined(separator: "\n"))
    let changed = try changed(document, number, body)
    let wanted = try performed(others.joined(separator: "\n"))
    #expect(Self.difference(changed, wanted) == nil, name)
    #expect(Self.difference(changed, document) != nil, name)
  }

  private static let select = #"{"op": "select", "ellipse": [40, 30, 150, 120], "feather": 30}"#
  private static let wider = #"{"op": "select", "ellipse": [40, 30, 150, 120], "feather": 8, "grow": 12}"#
  private static let stroke =
    ##"{"op": "stroke", "color": "#802040", "size": 30, "samples": [[10, 20, 0.5], [130, 100, 1], [250, 170, 0.7]]}"##
  private static let shape =
    ##"{"op": "shape", "color": "#208040", "size": 9, "shape": {"kind": "ellipse", "from": [20, 40], "to": [230, 150]}}"##
  private static let none = #"{"op": "select", "none": true}"#

  private static func widen(_ recipe: inout SelectionRecipe) { (recipe.edge.feather, recipe.edge.growth) = (8, 12) }

  // MARK: What follows

  /// Fails if paint in a selection does not follow it, or paint after it does.
  @Test(arguments: [
    stroke, shape, ##"{"op": "cover", "color": "#103060"}"##, ##"{"op": "fill", "at": [110, 90], "color": "#103060"}"##,
    #"{"op": "gradient", "from": [60, 40], "to": [150, 140], "kind": "radial"}"#,
    #"{"op": "clear"}"#, #"{"op": "layer-add-mask"}"#, #"{"op": "canvas-flip", "is-horizontal": true}"#,
    #"{"op": "canvas-scale", "width": 200, "height": 150}"#,
    #"{"op": "canvas-resize", "left": -10, "top": 20, "right": 300, "bottom": 150}"#,
  ]) func itIsPaintedWithin(element: String) throws {
    try expect(
      2, of: [Self.stroke, Self.select, element, Self.stroke, Self.shape, Self.none, Self.stroke], as: Self.wider,
      Self.widen, "\(element)")
  }

  /// Fails if pixels that were lifted do not follow, or the selection that moves with them.
  @Test func whatIsLiftedFollows() throws {
    for way in [Vector(30, 10), Vector(0.5, 9)] {
      func drawn(_ select: String) throws -> Document {
        var document = try performed([Self.stroke, select].joined(separator: "\n"))
        _ = document.lift()
        var placement = try #require(document.floating?.placement)
        placement.translation = way
        _ = document.place(placement)
        // Strokes that are drawn again have another rule.
        document.floating?.strokes = []
        _ = document.drop()
        return try performed([Self.stroke, Self.shape].joined(separator: "\n"), on: document)
      }
      let changed = try changed(try drawn(Self.select), 2, Self.widen)
      let wanted = try drawn(Self.wider)
      #expect(Self.difference(changed, wanted) == nil, "\(way)")
    }
  }

  /// Fails if selections that are made of an earlier one, or of pixels painted in it, do not follow.
  @Test func laterSelectionsFollow() throws {
    let stroke = Self.stroke
    for second in [
      #"{"op": "select", "rectangle": [150, 100, 80, 60], "mode": "add"}"#,
      #"{"op": "select", "rectangle": [80, 0, 30, 190], "mode": "subtract", "grow": 3}"#,
      #"{"op": "select", "rectangle": [80, 0, 90, 190], "mode": "intersect"}"#,
      #"{"op": "select", "grow": -6, "feather": 9}"#, #"{"op": "select", "invert": true}"#,
      ##"{"op": "cover", "color": "#103060"} {"op": "select", "wand": [115, 90], "tolerance": 40}"##,
      ##"{"op": "cover", "color": "#103060"} {"op": "select", "color": "#103060", "tolerance": 90}"##,
      ##"{"op": "cover", "color": "#103060"} {"op": "select", "opacity-of": "Ink", "feather": 3}"##,
    ] {
      try expect(
        2, of: [stroke, Self.select, second, Self.shape, stroke, Self.none, stroke], as: Self.wider, Self.widen,
        "\(second)")
    }
  }

  /// Fails if a wand keeps what it selected though a stroke that it sampled changed, or samples another layer than it did.
  @Test func wandsSampleAgain() throws {
    for sample in ["all", "layer"] {
      func script(_ colour: String) -> String {
        """
        {"op": "cover", "color": "#ffffff"}
        {"op": "stroke", "color": "\(colour)", "size": 40, "samples": [[10, 60, 1], [130, 100, 1], [250, 60, 1]]}
        {"op": "select", "wand": [130, 20], "tolerance": 40, "sample": "\(sample)"}
        {"op": "layer-add", "name": "Above"} {"op": "fill", "at": [130, 20], "color": "#103060"} \(Self.shape)
        """
      }
      let document = try performed(script("#000000"))
      guard case .stroke(var stroke) = document.history.done[1].operation else { return #expect(Bool(false)) }
      stroke.style.colour = 0xF0_F0F0
      var changed = document
      try changed.perform(
        try #require(Change([Change.Item(distance: document.history.undoCount - 1, operation: .stroke(stroke))])),
        context)
      #expect(Self.difference(changed, try performed(script("#f0f0f0"))) == nil, "\(sample)")
      #expect(changed.selection?.count ?? 0 > document.selection?.count ?? 0, "\(sample)")
      #expect(fault(of: changed, from: document) == nil, "\(sample)")
      #expect(changed.history.lastDone?.change?.facts.results[document.history.undoCount - 2]?.memory ?? 0 > 0)
    }
  }

  /// Fails if a selection that becomes empty does not let everything be painted, as nothing selected does; or if it cannot
  /// become what it was.
  @Test func nothingMayBeSelected() throws {
    let script = [Self.stroke, Self.select, Self.shape, ##"{"op": "fill", "at": [110, 90], "color": "#103060"}"##]
    let document = try performed(script.joined(separator: "\n"))
    var empty = try changed(document, 2) { $0.edge.growth = -400 }
    #expect(empty.selection == nil)
    #expect(
      Self.difference(empty, try performed([script[0], script[2], script[3]].joined(separator: "\n"))) == nil)
    empty = try changed(empty, 2) { $0.edge.growth = 0 }
    #expect(Self.difference(empty, document) == nil)

    var moved = document
    _ = moved.lift()
    var placement = try #require(moved.floating?.placement)
    placement.translation = Vector(40, 0)
    _ = moved.place(placement)
    _ = moved.drop()
    let still = try changed(moved, 2) { $0.edge.growth = -400 }
    #expect(still.history.done[4].head.isOmitted && still.selection == nil)
  }

  /// Fails if a mask that does not come from the selection follows it, or one without a recipe is made again.
  @Test func othersStay() throws {
    var document = try performed([Self.stroke, Self.select].joined(separator: "\n"))
    let own = document.mask(of: PixelRect(x: 5, y: 5, width: 60, height: 60))
    #expect(
      document.perform(
        .cover(Covering(surface: document.activeSurface, selection: own, colour: 0x10_3060, opacity: 255)), context)
        != nil)
    let before = document
    document.select(document.mask(of: PixelRect(x: 100, y: 50, width: 70, height: 90)))
    document = try performed(Self.shape, on: document)
    let changed = try changed(document, 2, Self.widen)
    #expect(Self.difference(changed, document) == nil)
    #expect(Self.difference(try self.changed(before, 2, Self.widen), before) == "the selection")
  }

  /// Fails if a recipe that does not fit, an operation in the place of a selection, or a selection in that of paint, is
  /// accepted.
  @Test func othersAreRefused() throws {
    var document = try performed([Self.stroke, Self.select, Self.shape].joined(separator: "\n"))
    let shape = try #require(document.history.done[2].operation)
    for (distance, operation) in [
      (1, Operation.select(nil, recipe: SelectionRecipe(.all))), (2, shape), (2, .omitted(.select(nil))),
      (2, .select(Mask(width: 9, height: 9, isFull: true), recipe: nil)),
      (2, .select(nil, recipe: SelectionRecipe(.opacity(SurfaceID(Layer.ID(99)))))),
    ] {
      let change = try #require(Change([Change.Item(distance: distance, operation: operation)]))
      #expect(throws: ChangeFault.doesNotFit) { try document.perform(change, context) }
    }
  }

  // MARK: Files

  /// Fails if a drawing with a changed selection is another one after its file or its journal was read, or its history is.
  @Test func recordsKeepIt() throws {
    let script = [
      Self.stroke, Self.select, ##"{"op": "cover", "color": "#103060"}"##,
      ##"{"op": "fill", "at": [110, 90], "color": "#903060"}"##,
      #"{"op": "select", "wand": [115, 90], "tolerance": 40}"#, Self.shape,
      #"{"op": "select", "rectangle": [80, 0, 90, 190], "mode": "intersect"}"#, Self.stroke,
    ]
    let document = try performed(script.joined(separator: "\n"))
    var changed = try changed(document, 2, Self.widen)
    changed = try performed(Self.shape, on: changed)
    var composer = FileHistoryComposer(changed)
    let history = try #require(composer.pack { (_) throws(Never) in })
    #expect(!composer.isCut)
    var player = try FileHistoryPlayer(
      try FileHistory(try history.encoded(for: changed), of: changed), forgettingBeyond: nil, filler: filler)
    for index in 0..<history.doneCount { try player.play(index) }
    var read = player.drawing
    #expect(Self.difference(read, changed) == nil)
    for _ in 0..<changed.history.undoCount {
      _ = (read.undo(), changed.undo())
      #expect(Self.difference(read, changed) == nil, "\(changed.history.undoCount)")
    }
    for _ in 0..<9 { _ = (read.redo(), changed.redo()) }
    #expect(Self.difference(read, changed) == nil)

    var text = ScriptText(try OperationList(changed, filler: filler, carriesResults: true), 1...Int.max)
    var elements: [[UInt8]] = []
    while let next = try text.nextElements() { elements += next }
    let again = try performed(String(decoding: Array(elements.joined(separator: [0x0A])), as: UTF8.self))
    #expect(Self.difference(again, changed) == nil)
  }

  // MARK: Scripts

  /// Fails if a script does not change a selection by the number of its step, with the values that it does not name as they
  /// were.
  @Test func scriptsChangeIt() throws {
    let document = try performed(
      [Self.stroke, Self.select, Self.shape, #"{"op": "select", "wand": [130, 20], "tolerance": 9, "mode": "add"}"#]
        .joined(separator: "\n"))
    for (number, members, body) in [
      (2, #""feather": 8, "grow": 12"#, Self.widen), (2, #""invert": true"#, { $0.isInverted = true }),
      (2, #""rectangle": [9, 9, 90, 80]"#, { $0.shape = .rectangle(PixelRect(x: 9, y: 9, width: 90, height: 80)) }),
      (
        4, #""tolerance": 90, "mode": "replace""#,
        {
          $0.mode = .replace
          $0.shape = .wand(SelectionRecipe.Wand(at: Point(130, 20), FillSettings(tolerance: 90)))
        }
      ),
    ] as [(Int, String, (inout SelectionRecipe) -> Void)] {
      let script = "{\"op\": \"change\", \"step\": \(number), \(members)}"
      let (one, other) = (try performed(script, on: document), try changed(document, number, body))
      #expect(Self.difference(one, other) == nil && one.selection == other.selection, "\(members)")
      #expect(one.history.lastDone?.name == "Change selection")
    }
  }

  /// Fails if a script cannot change what is no selection, or was not made by a recipe, with a message.
  @Test(arguments: [
    (#""step": 1, "feather": 3"#, "step 1 is no selection that can be changed"),
    (#""step": 3, "feather": 3"#, "step 3 is no selection that can be changed"),
    (#""step": 9, "feather": 3"#, "step 9 is no selection that can be changed"),
    (#""step": 0, "feather": 3"#, "step is a number"), (#""step": 2"#, "nothing is set; allowed are"),
    (#""step": 2, "feather": -3"#, "feather is a number from 0 to 1000"),
    (#""step": 2, "size": 3"#, "the key \"size\" is unknown"),
    (##""step": 2, "wand": [2, 2], "color": "#ffffff""##, "wand and color exclude each other"),
  ]) func wrongChangesAreRefused(members: String, message: String) throws {
    let document = try performed([Self.stroke, Self.select, Self.none].joined(separator: "\n"))
    do {
      _ = try performed("{\"op\": \"change\", \(members)}", on: document)
      Issue.record("\(members) is not refused")
    } catch let error as ScriptPlayer.Fault { #expect("\(error.fault)".contains(message), "\(error.fault)") }
  }

  // MARK: Previews

  /// Fails if a preview of a changed selection has other pixels than the change, or there is none of strokes alone; or if
  /// the change in the background is another one.
  @Test(arguments: RandomSource.seeds(24)) func previewsShowIt(seed: Int) throws {
    var rng = RandomSource(seed &+ 9000)
    let acts = RandomActs(filler: filler, brushes: library)
    var document = try #require(Document(width: 230, height: 220))
    try acts.stroke(on: &document, &rng)
    select(on: &document, &rng)
    let before = document.history.undoCount
    guard before > 1, case .select(_, var recipe?) = document.history.lastDone?.head else { return }
    for _ in 0..<rng.roll(2...9) {
      try acts.stroke(on: &document, &rng)
      if rng.isOne(in: 6) { select(on: &document, &rng) }
    }
    vary(&recipe, &rng)
    let index = before - 1
    let seen = PixelRect(x: rng.roll(0...150), y: rng.roll(0...150), width: rng.roll(1...64), height: 20)
    let mask = try #require(recipe.mask(in: try document.before(index)))
    let preview = try ChangePreview(
      document, [index: .select(mask, recipe: recipe)], context, keepsPlaces: false, seen: seen, isAlways: true,
      isWanted: { _ in true })
    var changed = document
    let item = Change.Item(
      distance: document.history.undoCount - index, operation: .select(nil, recipe: recipe))
    try changed.perform(try #require(Change([item])), context)
    if let shown = preview?.shown(on: document) {
      var tiles: Set<Int> = []
      document.activeImage.forEachTile(in: seen) { tiles.insert($0) }
      for tile in 0..<document.activeImage.slotCount {
        let expected = tiles.contains(tile) ? changed : document
        #expect(
          (shown.activeImage[tile] ?? Tile()).showsSame(as: expected.activeImage[tile] ?? Tile()),
          "seed \(seed), tile \(tile)")
      }
    }
    var background = try #require(BackgroundChange(ofSelection: index, in: document, to: recipe))
    try background.compute(for: document, filler: filler)
    var adopted = document
    let region = adopted.adopt(background)
    #expect(region != nil && background.isComputed)
    #expect(Self.difference(adopted, changed) == nil, "seed \(seed)")
    #expect(BackgroundChange(ofSelection: 0, in: document, to: recipe) == nil)
  }

  // MARK: Insertions

  /// Fails if what follows a selection that is inserted behind another one is not within it.
  @Test func insertedSelectionsCount() throws {
    let elements = [Self.stroke, Self.select, Self.shape, Self.stroke, Self.none, Self.stroke]
    let document = try performed(elements.joined(separator: "\n"))
    for (number, insert) in [
      (3, #"{"op": "select", "grow": -20}"#),
      (4, #"{"op": "select", "rectangle": [0, 0, 100, 192], "mode": "subtract"}"#),
      (1, #"{"op": "select", "rectangle": [0, 0, 100, 192]}"#),
      (6, #"{"op": "select", "rectangle": [0, 0, 100, 192], "feather": 9}"#),
    ] {
      var insertion = try PastInsertion(in: document, before: number)
      let inserted = try insertion.finish(try performed(insert, on: insertion.document), context)
      var others = elements
      others.insert(insert, at: number - 1)
      #expect(Self.difference(inserted, try performed(others.joined(separator: "\n"))) == nil, "before \(number)")
    }
  }

  // MARK: Random drawings

  /// Adds a selection that is made in a random way.
  private func select(on document: inout Document, _ rng: inout RandomSource) {
    let shape: SelectionRecipe.Shape =
      switch rng.roll(0...6) {
      case 0: .present
      case 1:
        .rectangle(PixelRect(x: rng.roll(-9...150), y: rng.roll(-9...150), width: rng.roll(9...150), height: 70))
      case 2, 3:
        .ellipse(Rect(x: rng.roll(-9.0...150), y: rng.roll(-9.0...150), width: rng.roll(9.0...150), height: 80))
      case 4: .colour(0x20_4060, tolerance: rng.roll(0...200), source: .all)
      case 5:
        .wand(
          SelectionRecipe.Wand(
            at: Point(rng.roll(0.0...99), rng.roll(0.0...99)), FillSettings(tolerance: rng.roll(0...120)),
            isContiguous: rng.isOne(in: 2)))
      default: .all
      }
    var recipe = SelectionRecipe(shape)
    recipe.mode = rng.isOne(in: 2) ? .replace : SelectionRecipe.Mode.allCases[rng.roll(0...3)]
    recipe.isInverted = rng.isOne(in: 6)
    vary(&recipe, &rng)
    _ = document.drop()
    guard let mask = recipe.mask(in: document) else { return }
    document.select(mask, recipe)
  }

  private func vary(_ recipe: inout SelectionRecipe, _ rng: inout RandomSource) {
    switch rng.roll(0...4) {
    case 0: recipe.edge.feather = rng.roll(0.0...40)
    case 1: recipe.edge.growth = Double(rng.roll(-30...30))
    case 2: (recipe.edge.feather, recipe.edge.growth) = (rng.roll(0.0...20), rng.roll(-9.0...9))
    case 3: if rng.isOne(in: 3) { recipe.edge.growth = -400 }
    default:
      switch recipe.shape {
      case .wand(var wand):
        wand.settings.tolerance = rng.roll(0...255)
        recipe.shape = .wand(wand)
      case .colour(let colour, _, let source):
        recipe.shape = .colour(colour, tolerance: rng.roll(0...255), source: source)
      default: recipe.isInverted.toggle()
      }
    }
  }

  /// A drawing and what it would be with another selection, drawn so from the beginning.
  private func drawn(_ drawing: ChangedDrawing, _ target: Int, _ recipe: SelectionRecipe) -> Document? {
    var (old, new) = (drawing.first, drawing.first)
    for (index, step) in drawing.steps.enumerated() {
      var other = step
      var isReselected = false
      if index == target {
        other.operation = .select(recipe.mask(in: new), recipe: recipe)
      } else if case .select(let mask?, let recipe?) = step.operation {
        let (was, now) = (recipe.mask(in: old), recipe.mask(in: new))
        other.operation = .select(was == now ? mask : now, recipe: recipe)
      } else if let operation = Reselection(from: old, to: new).applied(to: step.operation) {
        (other.operation, isReselected) = (operation, true)
      }
      guard ChangedDrawing.perform(step, on: &old, context) else { return nil }
      guard ChangedDrawing.perform(other, on: &new, context) || isReselected else { return nil }
    }
    return new
  }

  /// Fails if a change of a selection differs by one bit from drawing everything with that selection, or from its own
  /// operations, after undo, or after redo.
  @Test(arguments: RandomSource.seeds(120)) func itIsAsIfSelectedSo(seed: Int) throws {
    var rng = RandomSource(seed &+ 5000)
    let acts = RandomActs(filler: filler, brushes: library, changesCanvas: seed % 3 == 0)
    var document = try #require(Document(width: 230, height: 220))
    var limits = EditStore.Limits()
    limits.plainEdits = 2
    document.keepEdits(in: EditStore(workingAtOnce: limits, file: { nil }))
    for _ in 0..<rng.roll(8...24) {
      switch rng.roll(0...9) {
      case 0...2: select(on: &document, &rng)
      case 3: _ = document.perform(.addMask(document.activeID, showing: document.selection))
      case 4, 5: try acts.stroke(on: &document, &rng)
      default: try acts.act(on: &document, &rng)
      }
    }
    _ = document.drop()
    for _ in 0..<2 {
      let done = document.history.done
      let places = done.indices.filter { done[$0].change == nil || !done[$0].corrections.isEmpty }
      let made = done.indices.filter {
        if case .select(_, .some) = done[$0].head { places.contains($0) } else { false }
      }
      guard let index = made.randomElement(using: &rng), case .select(_, var recipe?) = done[index].head,
        let drawing = ChangedDrawing(document), let target = places.firstIndex(of: index)
      else { return }
      vary(&recipe, &rng)
      let change = try #require(
        Change([Change.Item(distance: done.count - index, operation: .select(nil, recipe: recipe))]))
      var changed = document
      let wanted = drawn(drawing, target, recipe)
      do { try changed.perform(change, context) } catch {
        #expect(wanted == nil && error == .doesNotFit, "seed \(seed)")
        return
      }
      if let wanted {
        let difference = Self.difference(changed, wanted)
        #expect(difference == nil, "seed \(seed)")
      }
      if let fault = fault(of: changed, from: document) { Issue.record("seed \(seed): \(fault)") }
      document = changed
    }
  }
}
