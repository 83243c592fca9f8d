import Geometry
import Ink
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// Macros: scripts of the last steps.
@Suite struct MacroTests {
  private let filler: CoverageFiller
  private let library = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  @discardableResult private func performed(
    _ script: [UInt8], on document: Document, ink: MacroInk? = nil
  ) throws -> (document: Document, region: Region) {
    var player = ScriptPlayer(
      script, on: document, filler: filler, recordsAll: false, ink: ink, brushes: library)
    try player.performAll()
    return (player.document, player.region)
  }

  private func drawn(_ script: String, width: Int = 200, height: Int = 160) throws -> Document {
    try performed(Array(script.utf8), on: try #require(Document(width: width, height: height))).document
  }

  /// Fails if the last steps, performed again on the drawing before them, give another picture, or change pixels that are
  /// not told.
  @Test(arguments: RandomSource.seeds(100)) func lastStepsAreRepeated(seed: Int) throws {
    var rng = RandomSource(seed)
    let acts = RandomActs(filler: filler, brushes: library, joinsActs: true)
    var document = try #require(Document(width: 230, height: 220))
    for _ in 0..<rng.roll(5...30) { try acts.act(on: &document, &rng) }
    _ = document.drop()
    // Steps before a change are repeated as they are after it.
    document = document.withoutChanges
    let steps = LastSteps(document, atMost: 20)
    let possible = steps.steps.reversed().prefix { $0.canBeRepeated }.count
    guard possible > 0 else { return }
    let chosen = (steps.steps.count - rng.roll(1...possible))..<steps.steps.count
    let (header, script) = try steps.macro(of: chosen, name: "again")
    #expect(MacroHeader.of(script) == header && header.name == "again")
    var before = document
    let first = steps.steps[chosen.lowerBound].edits.lowerBound
    while before.undoCount > first { _ = before.undo() }
    // A selection may have been made on another layer than is painted on.
    let later = document.history.done[first...]
    if let surface = later.first(where: { $0.head.paintedSurface != nil })?.surface ?? later.first?.surface {
      before.drawOn(surface)
    }
    let made: (document: Document, region: Region)
    do { made = try performed(script, on: before) } catch let fault as ScriptPlayer.Fault {
      // Of layers that have one name, a macro can only name the topmost if it makes one of them itself.
      let makesLayers = !Set(Self.kinds(script)).isDisjoint(with: [
        "layer-add", "layer-group", "layer-duplicate", "layer-paste",
      ])
      #expect(makesLayers && fault.fault.hasPrefix("there is no layer \"#"), "seed \(seed): \(fault)")
      return
    }
    #expect(made.document.layers.map(\.name) == document.layers.map(\.name), "seed \(seed)")
    #expect(made.document.selection == document.selection, "seed \(seed)")
    for (a, b) in zip(made.document.layers, document.layers) {
      #expect(a.properties == b.properties, "seed \(seed)")
      for plane in SurfaceID.Plane.allCases where b.has(plane) {
        #expect(a.has(plane) && a[plane].showsSame(as: b[plane]), "seed \(seed): \(b.name) of \(Self.kinds(script))")
      }
    }
    // All pixels that differ on a layer of both are within the region.
    for layer in before.layers {
      guard let after = made.document.layer(layer.id), layer.isPaint, after.isPaint else { continue }
      for tile in Set(layer.image.tileIndices).union(after.image.tileIndices)
      where layer.image[tile] != after.image[tile] {
        let delta = TileDelta(index: tile, before: layer.image[tile], after: after.image[tile])
        if delta.bounds.isEmpty { continue }
        let place = layer.image.bounds(ofTile: tile)
        let changed = PixelRect(
          x: place.minX + delta.bounds.minX, y: place.minY + delta.bounds.minY, width: delta.bounds.width,
          height: delta.bounds.height)
        #expect(made.region.rects.contains { !$0.intersection(changed).isEmpty }, "seed \(seed)")
      }
    }
  }

  /// The kinds of the operations of a script.
  private static func kinds(_ script: [UInt8]) -> [Substring] {
    String(decoding: script, as: UTF8.self).split(separator: "\"op\": \"").dropFirst().map { $0.prefix { $0 != "\"" } }
  }

  private static let leaf = ##"""
    {"op": "select", "rectangle": [40, 30, 60, 60]}
    {"op": "stroke", "brush": "marker", "size": 8, "color": "#208040", "samples": [[50, 40, 1], [90, 80, 1]]}
    {"op": "fill", "at": [45, 85], "color": "#ff0000", "sample": "layer"}
    {"op": "shape", "size": 4, "color": "#0000ff", "shape": {"kind": "line", "from": [50, 60], "to": [60, 60]}}
    """##

  /// Fails if steps are not moved to what is selected, with all that they consist of, also on a larger canvas; or their
  /// colours and sizes are not those in use.
  @Test func stepsFollowTheSelection() throws {
    let leaf = try drawn(Self.leaf)
    let steps = LastSteps(leaf, atMost: 20)
    #expect(steps.steps.count == 4 && steps.steps.allSatisfy(\.canBeRepeated))
    var (header, script) = try steps.macro(of: [3, 1, 2], name: "Leaf")
    #expect(header.frame == PixelRect(x: 40, y: 30, width: 60, height: 60))
    let target = try drawn(##"{"op": "select", "rectangle": [240, 130, 60, 60]}"##, width: 400, height: 300)
    // As recorded they lie outside of what is selected, where no fill can begin.
    #expect(throws: ScriptPlayer.Fault.self) { try performed(script, on: target) }
    header.places = .selection
    script = try header.heading(script)
    #expect(MacroHeader.of(script) == header)
    let moved = try performed(script, on: target).document
    for y in 0..<60 {
      for x in 0..<60 {
        try #require(moved.activeImage[240 + x, 130 + y] == leaf.activeImage[40 + x, 30 + y], "\(x), \(y)")
      }
    }
    header.ink = .current
    let current = try performed(
      try header.heading(script), on: target, ink: MacroInk(colour: 0x112233, width: 20)
    ).document.activeImage
    #expect(current[245, 185] == 0xFF11_2233 && current[255, 160] == 0xFF11_2233)
    let line = (130..<190).count { current[258, $0] == 0xFF11_2233 }
    #expect(line >= 20)
    // Without an ink in use those recorded count.
    #expect(try performed(try header.heading(script), on: target).document.activeImage[245, 185] == 0xFFFF_0000)
  }

  /// Fails if a selection of any form that a macro makes is lost on another canvas.
  @Test func selectionsFitOtherCanvases() throws {
    let document = try drawn(
      ##"{"op": "select", "polygon": [[10, 10], [90, 20], [50, 80]]} {"op": "cover", "color": "#ff0000"}"##)
    let (_, script) = try LastSteps(document, atMost: 2).macro(of: 0..<2, name: "m")
    let made = try performed(script, on: try #require(Document(width: 90, height: 70))).document
    #expect(made.activeImage[50, 40] == 0xFFFF_0000 && made.activeImage[5, 5] == 0)
    #expect(made.history.undoStepCount == 2)
  }

  /// Fails if a step is written with another layer than the one in use although it has always been on that one, or a
  /// layer that the macro makes is not drawn on.
  @Test func layersAreThoseInUse() throws {
    let document = try drawn(
      ##"""
      {"op": "layer-add", "name": "Shade", "above": "Ink"}
      {"op": "cover", "color": "#808080"}
      {"op": "layer", "opacity": 0.5, "mode": "multiply"}
      """##)
    let steps = LastSteps(document, atMost: 20)
    #expect(steps.steps.map(\.operations.count) == [2, 1, 2])
    let (_, script) = try steps.macro(of: 0..<3, name: "Shade")
    let text = String(decoding: script, as: UTF8.self)
    #expect(!text.contains("\"layer\": \"Ink\"") && !text.contains("above"), "\(text)")
    var other = try drawn(##"{"op": "layer", "name": "Ink", "rename": "Other"}"##)
    other = try performed(script, on: other).document
    #expect(other.layers.map(\.name) == ["Other", "Shade"])
    #expect(other.layers[1].opacity == 0.5 && other.layers[1].image[5, 5] == 0xFF80_8080)
    let (_, last) = try steps.macro(of: [2], name: "Half")
    #expect(try performed(last, on: try drawn("[]")).document.activeLayer == 0)
    #expect(try performed(last, on: try drawn("[]")).document.layers[0].opacity == 0.5)
  }

  /// Fails if a step that a shape replaced is repeated too, a step that cannot be repeated is offered, or a picture of a
  /// step is missing.
  @Test func replacedStepsAreLeftOut() throws {
    var document = try drawn(Self.leaf)
    let stroke = try #require(document.history.done.last?.operation?.stroke)
    let region = document.perform(
      .replacement(.stroke(stroke)), OperationContext(filler: filler, recordsAll: true))
    #expect(region != nil)
    let change = try #require(Change([Change.Item(distance: 3, operation: .omitted(.select(nil)))]))
    try document.perform(change, OperationContext(filler: filler, recordsAll: true))
    let steps = LastSteps(document, atMost: 20)
    #expect(steps.steps.map(\.canBeRepeated) == [true, true, false, true])
    let (_, script) = try steps.macro(of: 0..<9, name: "all")
    #expect(Self.kinds(script) == ["select", "stroke", "stroke"])
    var pictures: [Int: LayerThumbnail] = [:]
    steps.drawPictures(most: (width: 48, height: 32)) { index, picture in
      pictures[index] = picture
      return true
    }
    #expect(pictures[1]?.pixels.contains { $0 >> 24 > 100 } ?? false)
    #expect(pictures[0] == nil && pictures.values.allSatisfy { $0.width <= 48 && $0.height <= 32 })
  }

  /// Fails if moving a macro changes the curves of its brushes, the ink in use changes the paper, or the axes of symmetry
  /// stay where they were.
  @Test func onlyPlacesAreMoved() throws {
    let drawn = try drawn(
      ##"""
      {"define": "b", "brush": {"rendering": "outline", "size": 9, "pressure": {"first": [0.5, 0.2], "second": [0.8, 0.7]}}}
      {"op": "select", "rectangle": [40, 30, 60, 60]}
      {"op": "paper", "color": "#203040"}
      {"op": "stroke", "brush": "b", "size": 9, "symmetry": {"kind": "mirror", "vertical": true}, "samples": [[70, 50, 0.4], [90, 80, 0.8]]}
      """##, width: 140)
    var (header, script) = try LastSteps(drawn, atMost: 9).macro(of: 1..<3, name: "m")
    (header.places, header.ink) = (.selection, .current)
    script = try header.heading(script)
    let target = try self.drawn(##"{"op": "select", "rectangle": [140, 40, 60, 60]}"##, width: 300)
    let made = try performed(script, on: target, ink: MacroInk(colour: 0xFF0000, width: 9)).document
    let (a, b) = (try #require(drawn.history.done.last?.stroke), try #require(made.history.done.last?.stroke))
    #expect(a.brush.pressureCurve == b.brush.pressureCurve && made.paper == 0x203040 && b.style.colour == 0xFF0000)
    #expect(b.symmetry.center(onCanvas: made.bounds) == Point(170, 90))
    #expect(b.samples[0].position == Point(170, 60))
  }

  /// Fails if a step on a layer that was not active is repeated on the one in use, or a selection from before a change of
  /// the canvas cannot be repeated.
  @Test func stepsAreRepeatedWhereTheyWere() throws {
    let layers = try drawn(
      ##"""
      {"op": "layer-add", "name": "Sketch", "below": "Ink"}
      {"op": "stroke", "layer": "Ink", "samples": [[10, 10], [50, 50]]}
      {"op": "layer", "name": "Sketch", "visible": false}
      {"op": "cover", "layer": "Ink", "color": "#ff0000"}
      """##)
    let steps = LastSteps(layers, atMost: 2)
    let (_, script) = try steps.macro(of: 0..<2, name: "m")
    let before = try performed(Array(##"{"op": "layer", "name": "Sketch", "visible": true}"##.utf8), on: layers)
      .document
    let made = try performed(script, on: before).document
    #expect(made.layers.map(\.isVisible) == [false, true] && made.layers.map(\.name) == ["Sketch", "Ink"])
    let cropped = try drawn(
      ##"""
      {"op": "select", "polygon": [[10, 10], [60, 20], [50, 60]]}
      {"op": "canvas-resize", "left": 0, "top": 0, "right": 90, "bottom": 70}
      """##)
    let (_, lasso) = try LastSteps(cropped, atMost: 9).macro(of: [0], name: "m")
    let selected = try performed(lasso, on: cropped).document.selection
    #expect(selected?[45, 30] ?? false)
    #expect(throws: PayloadError.self) {
      try MacroHeader(name: "x").heading(Array("[{\"op\" \"cover\"}]".utf8))
    }
  }

  /// Fails if a header is taken for one that is none, or a script without one gets none.
  @Test func headersAreReplaced() throws {
    let header = MacroHeader(name: "a \"b\"", frame: PixelRect(x: 1, y: 2, width: 3, height: 4), width: 90, height: 80)
    for script in ["", "[]", "[\n]", #"[{"op": "cover"}]"#, "{\"op\": \"cover\"}\n{\"op\": \"clear\"}"] {
      let headed = try header.heading(Array(script.utf8))
      #expect(MacroHeader.of(headed) == header, "\(script)")
      var other = header
      (other.name, other.places) = ("c", .selection)
      #expect(MacroHeader.of(try other.heading(headed)) == other, "\(script)")
      #expect(try other.heading(headed).count == other.heading(Array(script.utf8)).count, "\(script)")
    }
    #expect(MacroHeader.of(Array(#"{"op": "cover"}"#.utf8)) == nil && MacroHeader.of([]) == nil)
    #expect(MacroHeader.of(Array(#"{"macro": "x", "canvas": [0, 9]}"#.utf8)) == nil)
    for wrong in [#"{"macro": 1}"#, #"{"macro": "x", "places": "here"}"#, #"{"macro": "x", "op": "cover"}"#] {
      #expect(throws: ScriptPlayer.Fault.self) { try drawn(wrong) }
    }
  }
}
