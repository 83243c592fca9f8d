import Geometry
import Ink
import Paint
import Pixels
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// Scripts that people write.
@Suite struct ScriptTests {
  private let filler: CoverageFiller
  private let library = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  private func player(_ script: String, on document: Document) -> ScriptPlayer {
    ScriptPlayer(
      Array(script.utf8), on: document, filler: filler, brushes: library,
      picture: { (path) throws(ScriptPlayer.Missing) in
        // The file says its size: "20x30.png".
        let sides = path.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        guard sides.count == 2 else { throw ScriptPlayer.Missing("no picture \(path)") }
        var image = TileGrid(width: sides[0], height: sides[1])
        let row = [UInt32](repeating: 0xFF00_8000, count: sides[0])
        for y in 0..<sides[1] { image.setRow(y, from: 0, to: row.span) }
        guard let clipping = Clipping(of: image, Mask(width: sides[0], height: sides[1], isFull: true)) else {
          throw ScriptPlayer.Missing("empty")
        }
        return clipping
      })
  }

  private func performed(_ script: String, width: Int = 200, height: Int = 160) throws -> Document {
    var player = player(script, on: try #require(Document(width: width, height: height)))
    try player.performAll()
    return player.document
  }

  private func fault(_ script: String) throws -> String? {
    var player = player(script, on: try #require(Document(width: 200, height: 160)))
    do throws(ScriptPlayer.Fault) {
      try player.performAll()
      return nil
    } catch { return "\(error.line):\(error.column): \(error.fault)" }
  }

  /// Fails if strokes that are changed by a script are not as if drawn so, or a change that is not possible is not told.
  @Test func strokesAreChanged() throws {
    func script(_ first: String, _ change: String = "") -> String {
      #"""
      {"op": "stroke", \#(first) "samples": [[20, 20], [90, 60]]}
      {"op": "stroke", "color": "#ff0000", "size": 9, "samples": [[20, 60], [90, 20]]}
      {"op": "stroke", "blend": "erase", "size": 4, "samples": [[55, 0], [55, 90]]}
      """# + "\n" + change
    }
    let change = ##"{"op": "change", "strokes": [1], "color": "#10c0d5", "size": 14, "opacity": 0.5}"##
    let changed = try performed(script("", change))
    #expect(changed.history.undoStepCount == 4 && changed.history.lastDone?.change != nil)
    let expected = try performed(script(##""color": "#10c0d5", "size": 14, "opacity": 0.5,"##))
    #expect(changed.activeImage.showsSame(as: expected.activeImage))
    let moved = try performed(
      script("", #"{"op": "change", "strokes": [1], "move": [10, 20], "rotate": 90, "scale": 0.5}"#))
    // About the middle of the ink, (55, 40).
    let placed = try performed(
      script("").replacing("[[20, 20], [90, 60]]", with: "[[75, 42.5], [55, 77.5]]").replacing(
        #""samples": [[75"#, with: #""size": 6, "samples": [[75"#))
    #expect(moved.activeImage.paintedBounds == placed.activeImage.paintedBounds)
    let deleted = try performed(script("", #"{"op": "change", "strokes": [3, 1], "delete": true}"#))
    #expect(deleted.activeImage[55, 40] == 0xFFFF_0000 && deleted.activeImage[25, 22] == 0)
    let ordered = try performed(script("", #"{"op": "change", "strokes": [1], "order": "up"}"#))
    #expect(changed.activeImage[56, 38] == expected.activeImage[56, 38] && ordered.history.undoStepCount == 4)
    #expect(
      try fault(script("", #"{"op": "change", "strokes": [3], "order": "top"}"#))?.contains("no stroke to go past")
        ?? false)
    #expect(
      try fault(script("", #"{"op": "change", "strokes": [9], "order": "top"}"#))?.contains("no stroke 9: fude")
        ?? false)
    #expect(
      try fault(script("", #"{"op": "change", "strokes": [1], "order": "up", "size": 3}"#))?.contains(
        "order stands alone") ?? false)
    for (change, message) in [
      (##"{"op": "change", "color": "#00ff00"}"##, "strokes is missing"),
      (#"{"op": "change", "strokes": [4], "size": 3}"#, "there is no stroke 4"),
      (#"{"op": "change", "strokes": [0], "size": 3}"#, "strokes is a list of numbers of strokes, from 1, not 0"),
      (#"{"op": "change", "strokes": [1]}"#, "nothing is set; allowed are order, join, replaced-by, color, size"),
      (#"{"op": "change", "strokes": [1], "colour": 3}"#, #"the key "colour" is unknown"#),
      (#"{"op": "change", "strokes": [3], "layer": "Sky"}"#, #"there is no layer "Sky""#),
      (##"{"op": "change", "strokes": [3], "color": "#00ff00"}"##, "the strokes are like that already"),
    ] as [(String, String)] {
      let fault = try #require(try fault(script("", change)))
      #expect(fault.hasPrefix("4:") && fault.contains(message), "\(change): \(fault)")
    }
  }

  /// Fails if strokes that a line touches are not left out, others are, or erasers count as strokes.
  @Test func touchedStrokesAreErased() throws {
    let strokes = #"""
      {"op": "stroke", "size": 6, "samples": [[20, 20], [90, 20]]}
      {"op": "stroke", "size": 6, "samples": [[20, 60], [90, 60]]}
      {"op": "layer-add", "name": "Other"}
      {"op": "stroke", "size": 6, "samples": [[20, 60], [90, 100]]}
      {"op": "stroke", "layer": "Ink", "size": 9, "blend": "erase", "samples": [[50, 0], [50, 40]]}

      """#
    let erased = try performed(
      strokes + #"{"op": "erase-strokes", "layer": "Ink", "along": [[50, 40], [60, 66]], "size": 4, "to": "stroke"}"#)
    #expect(erased.layers[0].image[30, 20] != 0 && erased.layers[0].image[30, 60] == 0)
    #expect(erased.layers[1].image[30, 66] != 0 && erased.history.undoStepCount == 6)
    #expect(erased.activeLayer == 0)
    let tapped = try performed(strokes + #"{"op": "erase-strokes", "layer": "Ink", "along": [[80, 21]]}"#)
    #expect(tapped.layers[0].image[30, 20] == 0 && tapped.layers[0].image[30, 60] != 0)
    let level = try performed(strokes + #"{"op": "erase-strokes", "layer": "Ink", "along": [[10, 62], [30, 62]]}"#)
    #expect(level.layers[0].image[30, 20] != 0 && level.layers[0].image[30, 60] == 0)
    let lock = #"{"op": "layer", "name": "Ink", "locked": true}"#
    for operation in [
      #"{"op": "erase-strokes", "layer": "Ink", "along": [[80, 21]]}"#, #"{"op": "change", "strokes": [1], "size": 3}"#,
    ] {
      #expect(try fault(strokes + lock + operation)?.contains("is locked") ?? false)
    }
    let misspelt = try fault(strokes + #"{"op": "erase-strokes", "along": [[180, 21]], "widht": 2}"#)
    #expect(misspelt?.contains("widht") ?? false)
    let missed = try fault(strokes + #"{"op": "erase-strokes", "layer": "Ink", "along": [[50, 40]]}"#)
    #expect(missed == "6:50: no stroke is touched")
    let wrong = try fault(strokes + #"{"op": "erase-strokes", "along": [[50, 40]], "to": "end"}"#)
    #expect(wrong == #"6:52: to is one of stroke, crossing, touched, not "end""#)
    #expect(try fault(strokes + #"{"op": "erase-strokes"}"#) == "6:1: along is missing")
  }

  /// Fails if flats do not fill all areas on a new layer below the lines, as one step, or go on where nothing is left.
  @Test func flatsAreFills() throws {
    let lines = ##"""
      {"op": "layer", "name": "Ink", "rename": "Lines"}
      {"op": "stroke", "size": 4, "color": "#000000", "samples": [[30, 10, 1], [70, 10, 1], [70, 50, 1], [20, 50, 1], [20, 10, 1]]}

      """##
    let flat = try performed(lines + #"{"op": "flats", "gap": 16}"#)
    let flats = try #require(flat.layers.first)
    #expect(flat.layers.map(\.name) == ["Flats", "Lines"] && flat.activeLayer == 0)
    #expect(flats.image[45, 30] >> 24 == 255 && flats.image[100, 60] >> 24 == 255)
    #expect(flats.image[45, 30] != flats.image[100, 60] && flat.history.undoStepCount == 3)
    let fills = flat.history.done.filter {
      if case .fill(let fill)? = $0.operation { fill.filling.gap == 16 } else { false }
    }
    #expect(fills.count == 2)
    let again = try performed(lines + #"{"op": "flats", "gap": 16} {"op": "flats", "layer": "Flats", "gap": 16}"#)
    #expect(again.flatPixels == flat.flatPixels && again.layers.count == 2)
    #expect(try fault(lines + #"{"op": "flats", "gap": 101}"#) == "3:24: gap is a number from 0 to 100, not 101")
    #expect(try fault(lines + #"{"op": "flats", "layer": ""}"#) != nil)
  }

  /// Fails if the line of a stroke cannot be changed, or a mistake is taken for something else.
  @Test func linesAreChanged() throws {
    let strokes = ##"""
      {"op": "stroke", "size": 9, "color": "#000000", "samples": [[20, 20, 0.5], [50, 20, 0.5], [90, 20, 0.5]]}
      {"op": "stroke", "size": 6, "samples": [[20, 50], [90, 50]]}
      {"op": "stroke", "size": 6, "samples": [[55, 5], [55, 90]]}

      """##
    func image(_ change: String) throws -> TileGrid { try performed(strokes + change).activeImage }
    let crossing = try image(#"{"op": "erase-strokes", "layer": "Ink", "along": [[80, 21]], "to": "crossing"}"#)
    #expect(crossing[30, 20] != 0 && crossing[80, 20] == 0 && crossing[80, 50] != 0)
    let touched = try image(
      #"{"op": "erase-strokes", "along": [[30, 10], [30, 60]], "size": 8, "to": "touched"}"#)
    #expect(touched[20, 20] != 0 && touched[30, 20] == 0 && touched[30, 50] == 0 && touched[45, 50] != 0)
    let ended = try image(#"{"op": "change", "strokes": [1], "start": [40, 25], "end": [70, 20]}"#)
    #expect(ended[30, 20] == 0 && ended[60, 20] != 0 && ended[80, 20] == 0)
    let bent = try image(#"{"op": "change", "strokes": [2], "bend": [[40, 50], [40, 64]], "reach": 15}"#)
    #expect(bent[40, 64] != 0 && bent[40, 50] == 0 && bent[80, 50] != 0)
    let redrawn = try image(
      #"{"op": "change", "strokes": [2], "redraw": [[30, 50], [40, 70, 1], [50, 50]], "near": 2}"#)
    #expect(redrawn[40, 68] != 0 && redrawn[40, 50] == 0 && redrawn[80, 50] != 0)
    let wide = try image(#"{"op": "change", "strokes": [2], "widen": 3, "along": [[40, 50]], "radius": 6}"#)
    #expect(wide[40, 56] != 0 && wide[80, 56] == 0)
    let split = try performed(
      strokes
        + ##"{"op": "change", "strokes": [1], "split": [60, 20]} {"op": "change", "strokes": [2], "color": "#ff0000"}"##
    )
    #expect(split.activeImage[30, 20] == 0xFF00_0000 && split.activeImage[80, 20] == 0xFFFF_0000)
    let joined = try image(#"{"op": "change", "strokes": [1, 2], "join": true}"#)
    #expect((20..<50).allSatisfy { y in (50..<130).contains { joined[$0, y] != 0 } })
    let replaced = try image(#"{"op": "change", "strokes": [1], "replaced-by": [3]}"#)
    #expect(replaced[30, 20] == 0 && replaced[55, 70] != 0)
    let thin = try image(#"{"op": "change", "strokes": [1], "simplify": 5, "average": 0, "harder": -1, "size": 6}"#)
    #expect(thin[30, 20] != 0)
    let mirrored = try image(
      #"{"op": "change", "strokes": [1], "symmetry": {"kind": "mirror", "horizontal": true, "center": [50, 50]}}"#)
    #expect(mirrored[30, 80] != 0)
    for (change, message) in [
      (#""split": [1, 2], "bend": [[1, 2], [3, 4]]"#, "split and bend cannot be in one step"),
      (#""bend": [[1, 2]]"#, "bend is a list of"), (#""reach": 4"#, "bend is missing"),
      (#""near": 4"#, "redraw is missing"), (#""widen": 4"#, "along is missing"),
      (#""radius": 4"#, "widen is missing"), (#""redraw": [[1, 2]]"#, "redraw is a list of"),
      (#""average": 4, "rope": 3"#, "average and rope cannot be in one step"),
      (#""join": true"#, "two strokes of one layer are joined"), (#""join": true, "size": 4"#, "join stands alone"),
      (#""replaced-by": [1]"#, "stroke 1 is on both lists"), (#""replaced-by": [9]"#, "there is no stroke 9"),
      (#""redraw": [[100, 100], [90, 90]]"#, "stroke 1 cannot be changed: the new part neither begins nor ends at it"),
    ] as [(String, String)] {
      let fault = try #require(try fault(strokes + "{\"op\": \"change\", \"strokes\": [1], \(change)}"))
      #expect(fault.hasPrefix("4:") && fault.contains(message), "\(change): \(fault)")
    }
  }

  /// Fails if an operation that is documented is not performed as it stands.
  @Test func examplesWork() throws {
    let document = try performed(
      #"""
      {"op": "layer-add", "name": "Flats", "below": "Ink"}
      {"op": "stroke", "layer": "Ink", "brush": "pen", "size": 12, "color": "#1d1f24", "samples": [[100, 120, 0.4], [140, 125, 0.6]]}
      {"op": "fill", "layer": "Flats", "at": [620, 480], "color": "#caa98f", "tolerance": 32, "gap": 24, "sample": "all"}
      {"op": "select", "rectangle": [100, 100, 400, 300]}
      {"op": "select", "polygon": [[10, 10], [90, 20], [50, 80]], "mode": "add"}
      {"op": "cover", "layer": "Flats", "color": "#ff0000"}
      {"op": "select", "all": true}     {"op": "select", "none": true}
      {"op": "place", "layers": ["Ink"], "scale": 1.08, "rotate": 5, "move": [10, -4], "about": [600, 450]}
      {"op": "layer", "name": "Ink", "opacity": 0.5, "mode": "multiply", "visible": true}
      """#, width: 1200, height: 900)
    #expect(document.layers.map(\.name) == ["Flats", "Ink"] && document.selection == nil)
    #expect(document.history.undoStepCount == 10 && document.history.undoCount == 15)
    let flats = document.layers[0].image
    #expect(flats[300, 200] == 0xFFFF_0000 && flats[50, 40] == 0xFFFF_0000 && flats[5, 5] == 0xFFCA_A98F)
    #expect(flats[600, 700] == 0xFFCA_A98F)
    let ink = document.layers[1]
    #expect(ink.opacity == 0.5 && ink.blend == .multiply && ink.isVisible)
    // The middle of the stroke, 1.08 times as far from (600, 450), turned clockwise by 5 degrees and moved.
    let map = Affine.translation(Vector(610, 446)) * .rotation(Angle(degrees: 5)) * .scale(1.08, 1.08)
    let middle = map(Point(120 - 600, 122.5 - 450))
    #expect(ink.image[Int(middle.x), Int(middle.y)] == 0xFF1D_1F24)
    #expect(try performed(##"{"op": "cover"} {"op": "clear", "layer": "Ink"}"##).activeImage.tileCount == 0)
    #expect(try performed(##"[{"op": "paper", "color": "#204060", "visible": false}]"##).paper == 0x204060)
    #expect(try performed(#"{"op": "layer-add", "new-layer": 9, "name": "x"}"#).layers[1].id == Layer.ID(9))
    #expect(try performed("[ ]").undoCount == 0)
  }

  /// Fails if a picture in a file is not placed where the script says, or something is selected afterwards.
  @Test func picturesAreRead() throws {
    let document = try performed(
      #"""
      {"op": "paste", "picture": "20x30.png", "at": [10, 12]}
      {"op": "paste", "picture": "20x30.png", "at": [100, 40], "scale": 2, "about": [100, 40]}
      {"op": "paste", "picture": "4x2.png", "rotate": 90, "move": [0, 60]}
      """#)
    let image = document.activeImage
    #expect(document.selection == nil && document.history.undoStepCount == 3)
    #expect(image[10, 12] == 0xFF00_8000 && image[29, 41] == 0xFF00_8000 && image[9, 12] == 0 && image[30, 41] == 0)
    #expect(image[101, 41] == 0xFF00_8000 && image[138, 98] == 0xFF00_8000 && image[141, 60] == 0)
    // In the middle, then turned about its own.
    #expect(image[100, 138] == 0xFF00_8000 && image[100, 143] == 0 && image[97, 140] == 0)
    // Scaled and turned about the corner that is said, which stays.
    let small = try performed(
      #"""
      {"op": "paste", "picture": "20x30.png", "at": [0, 0], "scale": 0.5}
      {"op": "paste", "picture": "20x30.png", "at": [100, 40], "rotate": 90, "move": [50, 0]}
      """#
    ).activeImage
    #expect(small[0, 0] != 0 && small[9, 14] != 0 && small[12, 5] == 0 && small[5, 17] == 0)
    #expect(small[149, 41] != 0 && small[121, 58] != 0 && small[152, 41] == 0 && small[149, 37] == 0)
    let selected = try performed(
      #"{"op": "select", "all": true} {"op": "paste", "picture": "20x30.png", "at": [1, 2]}"#)
    #expect(selected.selection?.bounds == PixelRect(x: 1, y: 2, width: 20, height: 30))
  }

  /// Fails if "all" of an endless canvas is more than what is drawn, or nothing can be placed.
  @Test func endlessCanvasesArePlaced() throws {
    let side = Document.endlessSide
    let script = ##"""
      {"op": "shape", "size": 20, "shape": {"kind": "line", "from": [65536, 65536], "to": [65636, 65536]}}
      {"op": "select", "all": true}
      """##
    let all = try performed(script, width: side, height: side)
    #expect(all.selection?.bounds == all.drawnBounds && all.drawnBounds.height == 20)
    let moved = try performed(
      script + #"{"op": "select", "none": true} {"op": "place", "move": [0, 50]}"#, width: side, height: side)
    #expect(moved.selection == nil && moved.activeImage[65600, 65586] != 0 && moved.activeImage[65600, 65536] == 0)
    var player = player(#"{"op": "place", "move": [0, 50]}"#, on: try #require(Document(width: side, height: side)))
    #expect(throws: ScriptPlayer.Fault.self) { try player.performNext() }
  }

  /// Fails if a group has no name of its own, is not copied with all that it contains, or selections of operations have no
  /// corners.
  @Test func groupsAreNamedAndCopied() throws {
    let document = try performed(
      "\u{FEFF}"
        + #"""
        {"op": "layer-add", "name": "Flats"}
        {"op": "layer-group", "layers": ["Ink", "Flats"], "name": "Head", "opacity": 0.5}
        {"op": "layer-duplicate", "layer": "Head"}
        {"op": "cover", "layer": "#1", "selection": {"polygon": [[10, 10], [90, 20], [50, 80]]}}
        """#)
    #expect(document.layers.count { $0.isGroup } == 2 && document.layers.count == 6)
    #expect(document.layers.contains { $0.name == "Head" && $0.opacity == 0.5 })
    let ink = document.layers.first { $0.id == Layer.ID(1) }?.image
    #expect(ink?[50, 40] == 0xFF00_0000 && ink?[12, 60] == 0)
  }

  /// Fails if definitions of brushes count as steps, or parts of a step do.
  @Test func stepsAreCounted() throws {
    var player = player(
      ##"""
      {"define": "b", "brush": {"size": 9, "rendering": "outline"}}
      {"op": "stroke", "brush": "b", "size": 9, "samples": [[10, 12], [40, 12]]}
      {"op": "cover", "joined": true}
      {"op": "layer", "opacity": 0.5, "mode": "multiply"}
      """##, on: try #require(Document(width: 64, height: 64)))
    try player.performAll()
    #expect(player.stepCount == 2 && player.document.history.undoStepCount == 2)
  }

  /// Fails if a brush's width is not the size, or a shape is not as wide as its size.
  @Test func sizesAreWidths() throws {
    let document = try performed(
      ##"{"op": "shape", "size": 20, "color": "#000000", "shape": {"kind": "line", "from": [20, 80], "to": [180, 80]}}"##
    )
    #expect((0..<160).count { document.activeImage[100, $0] != 0 } == 20)
    let frame = try performed(
      ##"{"op": "shape", "size": 6, "shape": {"kind": "rectangle", "from": [20, 20], "to": [180, 140]}}"##)
    #expect(frame.activeImage[20, 20] != 0 && frame.activeImage[179, 139] != 0)
    #expect(frame.activeImage[100, 10] == 0 && frame.activeImage[10, 80] == 0 && frame.activeImage[100, 30] == 0)
  }

  /// Fails if what is wrong is not told with its place, or changes the drawing.
  @Test(arguments: [
    ("hello", "1:1: this is no JSON"),
    ("[1]", "1:2: this is an object, not 1"),
    ("{\"op\": \"layer\",\n \"opacity\": 7}", "2:13: opacity is a number from 0 to 1, not 7"),
    ("{\"op\": \"clear\"}\n{\"op\": \"strok\"}", nil),
    ("{\"op\": \"layer\", \"colour\": 1}", nil),
    ("{\"op\": \"layer\", \"opacity\": 1, \"opacity\": 1}", "1:17: the key \"opacity\" occurs twice"),
    ("{\"op\": \"fill\", \"at\": [1]}", "1:22: at is a list [x, y], not [1]"),
    ("{\"op\": \"fill\", \"at\": [1, \"a\"]}", nil),
    ("{\"op\": \"fill\"}", "1:1: at is missing"),
    ("{\"op\": \"stroke\"}", "1:1: samples is missing"),
    ("{\"op\": \"stroke\", \"size\": -9223372036854775808, \"samples\": [[1, 2]]}", nil),
    (
      "{\"op\": \"fill\", \"att\": [1, 2]}",
      "1:16: the key \"att\" is unknown; allowed are op, time, layer, selection, at, color, opacity, tolerance, gap, sample, under, rule, erase"
    ),
    ("{\"op\": \"stroke\", \"layer\": \"\"}", "1:27: there is no layer \"\""),
    ("{\"op\": \"select\", \"rectangle\": [1, 2, [3], {}]}", nil),
    ("{\"op\": \"select\", \"rectangle\": [900, 2, 30, 40]}", "1:1: this selects nothing"),
    ("{\"op\": \"select\", \"all\": true, \"none\": true}", "1:25: none and all exclude each other"),
    ("{\"op\": \"layer-group\"}", "1:1: layers is missing"),
    ("{\"op\": \"layer-duplicate\", \"count\": 3}", nil),
    ("{\"op\": \"paste\", \"picture\": \"no\"}", "1:28: no picture no"),
    ("{\"op\": \"clear\", \"layer\": \"a\u{202E}b\"}", nil),
    ("{\"op\": \"stroke\", \"brush\": \"none\"}", "1:27: no brush none"),
    ("{\"op\": \"stroke\", \"samples\": [[1, 2], [1]]}", nil),
    ("{\"op\": \"clear\", \"layer\": \"No\"}", "1:26: there is no layer \"No\""),
    ("{\"op\": \"clear\", \"layer\": \"#99\"}", "1:26: there is no layer \"#99\""),
    ("{\"op\": \"cover\", \"color\": \"red\"}", "1:26: color is a colour such as #1d1f24, not \"red\""),
    ("{\"op\": \"canvas-scale\", \"width\": 1e9, \"height\": 5}", nil),
    ("{\"op\": \"select\"}", nil),
    ("{\"op\": \"layer-add\", \"above\": \"Ink\", \"below\": \"Ink\"}", nil),
    ("{\"op\": \"begin\", \"records\": [\"!\"]}", nil),
    ("{\"op\": \"change\"}", nil),
    ("{\"op\": \"place\", \"scale\": 0}", "1:26: a number is out of range"),
    ("{\"op\": \"place\", \"about\": [9e8, 0], \"scale\": 90}", "1:1: it would be moved too far"),
    ("{\"op\": \"paste\", \"picture\": \"9x9.png\", \"about\": [-9e8, 9e8], \"scale\": 90}", nil),
    ("{\"op\": \"layer-add\", \"new-layer\": 1}", "1:34: a layer's number is invalid"),
    ("{\"op\": \"layer-add\", \"new-layer\": 1e18}", nil),
    ("{\"op\": \"clear\", \"selection\": {\"all\": false}}", nil),
    (String(repeating: "[", count: 60), "1:19: its values are nested more than 16 times"),
  ])
  func faultsAreTold(script: String, message: String?) throws {
    let fault = try #require(try fault(script), "\(script.prefix(60))")
    if let message { #expect(fault == message) }
    #expect(!fault.contains("\n") && fault.utf8.count < 900)
  }

  /// Fails if the message about a usual mistake misleads.
  @Test(arguments: ScriptMistakes.all) func mistakesAreExplained(script: String, message: String) throws {
    #expect(try fault(script) == message)
  }

  /// Fails if an operation on a locked layer is not refused with its place, or one that is forced is.
  @Test func lockedLayersAreRefused() throws {
    let lock = ##"{"op": "layer", "name": "Ink", "locked": true}"##
    #expect(try fault(lock + "\n" + ##"{"op": "cover"}"##) == "2:1: The layer “Ink” is locked")
    #expect(try fault(lock + ##"{"op": "cover", "force": true}"##) == nil)
    var player = player(lock + ##"{"op": "cover"} {"op": "paper", "visible": false}"##, on: try performed("[]"))
    #expect(try player.performNext())
    do throws(ScriptPlayer.Fault) {
      _ = try player.performNext()
      Issue.record("it was not refused")
    } catch { #expect(error.canGoOn) }
    #expect(try player.performNext() && !player.performNext())
    for (script, canGoOn) in [
      (#"{"op": "clear", "layer": "No"}"#, true), (#"{"op": "stroke", "brush": "none"}"#, true),
      (#"{"op": "layer", "opacity": 2}"#, false), (#"{"op": "clear", "colour": 1}"#, false),
      (#"{"op": "paste", "picture": "4x4.png", "at": [-4, 0]}"#, true), (#"{"op": "fill", "at": [-1, 0]}"#, true),
      (#"{"op": "paste", "at": [-4, 0]}"#, false), ("", false),
      (#"{"op": "erase-strokes", "layer": "No", "along": [[1, 2]]}"#, true),
      (#"{"op": "change", "strokes": [1], "brush": "none", "size": 2}"#, true),
    ] {
      var player = self.player(script, on: try performed("[]"))
      do throws(ScriptPlayer.Fault) {
        _ = try player.performNext()
        Issue.record("\(script) was performed")
      } catch { #expect(error.canGoOn == canGoOn, "\(script)") }
    }
    #expect(!player.document.isPaperShown && player.document.activeImage.tileCount == 0)
  }

  /// Fails if a case of an operation has no form in scripts, or none that is read as the same case.
  @Test func allKindsHaveAForm() throws {
    let document = try #require(Document(width: 64, height: 64))
    for operation in Operation.blanks + LayerOperation.blanks.map({ .layer($0) })
      + CanvasOperation.blanks.map({ .canvas($0) })
    {
      #expect(Operation.scriptBlanks[operation.scriptKind] != nil, "\(operation.name)")
      var brushes = ScriptBrushes()
      let elements = try ScriptWriting(operation: operation).elements(on: document, &brushes)
      #expect(elements.last?.starts(with: Array("{\"op\": \"\(operation.scriptKind)\"".utf8)) ?? false)
    }
    #expect(ScriptReading.kinds.count == Operation.scriptBlanks.count + 2, "and erase-strokes, flats")
  }

  /// Fails if numbers of the user's units do not give back the same number of the program.
  @Test func numbersComeBack() {
    for number in 0...255 { #expect(ScriptNumber.whole(ScriptNumber.share(number, of: 255), of: 255) == number) }
    for number in stride(from: 0, through: 65535, by: 7) {
      #expect(ScriptNumber.whole(ScriptNumber.share(number, of: 65535), of: 65535) == number)
    }
    #expect(ScriptNumber.share(128, of: 255) == 0.5 && ScriptNumber.degrees(.pi / 2) == 90)
    for degrees in [0.0, 0.1, 30, 45, 89.5, 90] {
      let radians = Angle(degrees: degrees).radians
      #expect(ScriptNumber.degrees(radians).map { Angle(degrees: $0).radians } == radians)
      let altitude = ScriptNumber.altitude(ofTilt: degrees)
      #expect(ScriptNumber.tilt(ofAltitude: altitude).map { ScriptNumber.altitude(ofTilt: $0) } == altitude)
    }
    for time in [0.0, 1.25, 1_764_448_627.359, 253_402_300_799] {
      #expect(ScriptTime.text(time).flatMap(ScriptTime.value) == time)
    }
    #expect(ScriptTime.text(1_764_448_627.359) == "2025-11-29T20:37:07.359Z")
    for text in ["", "2025-11-29", "2025-13-01T00:00:00Z", "2025-11-29T24:00:00Z", "2025-11-29T20:37:07.3591Z"] {
      #expect(ScriptTime.value(text) == nil)
    }
  }
}
