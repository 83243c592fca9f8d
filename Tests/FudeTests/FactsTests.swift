import Desktop
import Files
import Foundation
import Geometry
import Ink
import Paint
import Raster
import Testing

@testable import Document
@testable import Fude
@testable import Pictures

@Suite struct FactsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private static func lines(_ path: String) throws -> [String] {
    try FileDescription.facts(of: path).lines.split(separator: "\n").map(String.init)
  }

  /// The lines for a file of the project, without the line with its path.
  private static func resource(_ path: String) throws -> [String] {
    let lines = try lines(root.appending(path: path).path)
    #expect(lines.first?.hasPrefix("file: /") == true)
    return Array(lines.dropFirst())
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fude-info-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// Fails if a value can break a line, or if two different values look the same.
  @Test func valuesStayOnTheirLines() {
    var facts = Facts()
    var layer = Facts()
    layer.add("name", .text("a\nb: \\n \"筆\"\u{7F}\t\u{2028}"))
    layer.add("opacity", .number(0.5))
    facts.add("width", .integer(-3))
    facts.add("whole", .number(2))
    facts.add("layers", .list(item: "layer", [layer, Facts()]))
    facts.add("notes", .texts(item: "note", ["x", "\r"]))
    facts.add("none", .list(item: "thing", []))
    facts.add("alpha", .flag(true))
    #expect(
      facts.lines == """
        width: -3
        whole: 2
        layers: 2
        layer.1.name: a\\nb: \\\\n "筆"\\u007f\\t\\u2028
        layer.1.opacity: 0.5
        notes: 2
        note.1: x
        note.2: \\r
        none: 0
        alpha: yes

        """)
  }

  /// Fails if any text gives invalid JSON, or JSON with another text.
  @Test func jsonSaysTheSame() throws {
    var facts = Facts()
    let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init))) + "\\\"\u{2028}\u{1F58C}"
    var item = Facts()
    item.add("t\"", .text(text))
    facts.add("list", .list(item: "x", [item, Facts()]))
    facts.add("texts", .texts(item: "x", [text, ""]))
    facts.add("empty", .list(item: "x", []))
    facts.add("number", .number(0.25))
    facts.add("integer", .integer(1 << 40))
    facts.add("flag", .flag(false))
    #expect(facts.json.hasSuffix("}\n"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(facts.json.utf8)) as? [String: Any])
    let list = try #require(object["list"] as? [[String: String]])
    #expect(list.count == 2 && Array((list[0]["t\""] ?? "").unicodeScalars) == Array(text.unicodeScalars))
    let texts = try #require(object["texts"] as? [String])
    #expect(texts.count == 2 && Array(texts[0].unicodeScalars) == Array(text.unicodeScalars))
    #expect((object["empty"] as? [Any])?.isEmpty == true)
    #expect(object["number"] as? Double == 0.25 && object["integer"] as? Int == 1 << 40)
    #expect(object["flag"] as? Bool == false)
  }

  /// A file of another program: names with any text, positions, modes and painted areas.
  @Test func layersAreDescribed() throws {
    let lines = try Self.resource("Tests/DocumentTests/OpenRaster/krita-5.1.5.ora")
    for line in [
      "format: OpenRaster", "width: 48", "height: 32", "dpi: 72", "layers: 2", "layer.1.type: layer",
      "layer.1.name: Paper", "layer.1.locked: yes", "layer.2.type: group", "layer.2.name: Gruppe 筆",
      "layer.2.isolated: no", "layer.2.children: 3", "layer.2.child.1.name: red <&>", "layer.2.child.1.active: yes",
      "layer.2.child.2.name: blue \"é\"", "layer.2.child.2.mode: svg:multiply", "layer.2.child.2.opacity: 0.498039",
      "layer.2.child.2.position: +21+10", "layer.2.child.2.bounds: 19x17+21+10", "layer.2.child.3.visible: no",
      "layer.2.child.3.bounds: empty",
    ] { #expect(lines.contains(line), "\(line)") }
    #expect(lines.count == 6 + 5 * 14)
    let other = try Self.resource("Tests/DocumentTests/OpenRaster/mypaint-2.0.1.ora")
    #expect(other.contains("layer.2.position: -4-4") && other.contains("layer.2.bounds: 48x18+0+1"))
    #expect(other.contains { $0.hasPrefix("notes: ") } && other.contains { $0.hasPrefix("note.1: ") })
  }

  /// Fails if the JSON of a file does not have the tree of its layers and groups.
  @Test func groupsHaveChildren() throws {
    let path = Self.root.appending(path: "Tests/DocumentTests/OpenRaster/krita-5.1.5.ora").path
    let json = try FileDescription.facts(of: path).json
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let layers = try #require(object["layers"] as? [[String: Any]])
    #expect(layers.map { $0["type"] as? String } == ["layer", "group"] && layers[0]["children"] == nil)
    let children = try #require(layers[1]["children"] as? [[String: Any]])
    #expect(children.map { $0["name"] as? String } == ["red <&>", "blue \"é\"", "empty"])
    #expect(children.allSatisfy { $0["type"] as? String == "layer" } && layers[1]["bounds"] == nil)
  }

  /// Fails if a picture's bounds, density or opacity are wrong.
  @Test func picturesAreDescribed() throws {
    try withFolder { folder in
      let path = folder.path + "/a.png"
      // Two pixels: the topmost of the second column, and one in the fourth column two rows below.
      let file = try AtomicFile(path: path)
      let writer = try PNGWriter(file, width: 6, height: 5, hasAlpha: true, density: 300)
      try writer.writeRows { y, row in
        for x in 0..<6 { row[x] = (x, y) == (1, 0) || (x, y) == (3, 2) ? 0xFF00_FF00 : 0 }
      }
      try writer.finish()
      try file.commitReplacing()
      let lines = try Self.lines(path)
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      #expect(
        lines == [
          "file: \(path)", "format: PNG", "bytes: \(size)", "width: 6", "height: 5", "dpi: 300", "alpha: yes",
          "bounds: 3x3+1+0",
        ])
    }
  }

  @Test func recordingsAreDescribed() throws {
    try withFolder { folder in
      let path = folder.path + "/a.pen"
      let text = """
        fude recording 1 canvas 200x100 px
        1 10 10 0 1.5 0 pen 0
        1.1 20 50 0.25 1.5 0 pen 1
        1.105 60 50 0.75 1.5 0 pen 1
        1.11 60 50 0.5 1.5 0 pen 1
        1.51 61 50 0.5 1.5 0 pen 1
        lift
        brush size 3 color #ff0010 opacity 0.5
        2 20 50 1 1.5 0 mouse 1
        lift
        end

        """
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      #expect(
        try Self.lines(path) == [
          "file: \(path)", "format: recording", "bytes: \(text.utf8.count)", "width: 200", "height: 100", "duration: 1",
          "strokes: 2", "samples: 5", "hovering: 1", "rate: 200", "pressure-least: 0.25", "pressure-most: 1",
          "devices: 2", "device.1: pen", "device.2: mouse", "brushes: 2", "brush.1.name: pen", "brush.1.size: 12",
          "brush.1.colour: #1d1f24", "brush.1.opacity: 1", "brush.1.smoothing: 20", "brush.1.scale: 1",
          "brush.1.strokes: 1", "brush.2.name: pen", "brush.2.size: 3", "brush.2.colour: #ff0010",
          "brush.2.opacity: 0.5", "brush.2.smoothing: 20", "brush.2.scale: 1", "brush.2.strokes: 1",
        ])
      // An empty recording has no rate and no pressure, and causes no division by zero.
      try "fude recording 1 canvas 2x1 px\nend\n".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(
        try Self.lines(path).dropFirst(3) == [
          "width: 2", "height: 1", "duration: 0", "strokes: 0", "samples: 0", "hovering: 0", "devices: 0", "brushes: 0",
        ])
    }
  }

  /// A journal is described up to the first damage.
  @Test func journalsAreDescribed() throws {
    try withFolder { folder in
      let wakeup = try Wakeup()
      let journal = try DocumentJournal(environment: ["XDG_STATE_HOME": folder.path], wakeup: wakeup)
      var document = try #require(Document(width: 200, height: 100))
      document.takesNotes = true
      journal.begin(document, name: "One\nTwo")
      let filler = try #require(CoverageFiller())
      for y in [30.0, 60] {
        var stroke = StrokeInProgress(on: document, brush: Brush(), style: InkStyle(), filler: filler)
        for x in 0..<10 { stroke.add(PenSample(position: Point(20 + Double(x) * 10, y), time: Double(x) / 200)) }
        _ = stroke.finish(on: &document)
        journal.note(document.takeNotes())
      }
      defer { journal.finish() }
      guard case .kept(let path) = journal.end(.leave) else {
        Issue.record("it is not kept")
        return
      }
      let lines = try Self.lines(path)
      for line in [
        "format: journal", "name: One\\nTwo", "width: 200", "height: 100", "strokes: 2", "closed: no", "saved: no",
        "layers: 1", "layer.1.active: yes",
      ] { #expect(lines.contains(line), "\(line)") }
      let bounds = document.layers[0].image.paintedBounds
      let text = "layer.1.bounds: \(bounds.width)x\(bounds.height)+\(bounds.minX)+\(bounds.minY)"
      #expect(lines.contains(text) && !bounds.isEmpty)

      let cut = folder.path + "/cut"
      try #require(FileManager.default.contents(atPath: path)).dropLast(3).write(to: URL(filePath: cut))
      let rest = try Self.lines(cut)
      #expect(rest.contains("strokes: 1") && rest.contains("notes: 1"), "\(rest)")
    }
  }

  @Test func brushesAndPalettesAreDescribed() throws {
    let brush = try Self.resource("Resources/brushes/pencil.brush")
    for line in ["format: brush", "kind: fude", "name: pencil", "ink: dabs"] { #expect(brush.contains(line)) }
    let palette = try Self.resource("Resources/palettes/greys.gpl")
    #expect(palette.contains("format: palette") && palette.contains("colour.1.rgb: #2b2825"))
  }

  /// Fails if a value is wrong, or a brush is only known by its file's name.
  @Test(arguments: ["2B pencil.myb", "2B pencil.txt"]) func brushesOfMyPaintAreDescribed(_ name: String) throws {
    try withFolder { folder in
      let path = folder.path + "/" + name
      let text = """
        {"comment": "a brush", "version": 3, "settings": {
        "radius_logarithmic": {"base_value": 0.5, "inputs": {"speed1": [[0, 0], [1, 1]]}},
        "dabs_per_second": {"base_value": 10, "inputs": {}},
        "slow_tracking": {"base_value": 1.25, "inputs": {}},
        "smudge": {"base_value": 0.5, "inputs": {}},
        "smudge_length": {"base_value": 0.5, "inputs": {"pressure": [[0, 0], [1, 0.5]]}}}}
        """
      try Data(text.utf8).write(to: URL(filePath: path))
      let lines = try Self.lines(path)
      #expect(
        lines.dropFirst().dropLast() == [
          "format: brush", "bytes: \(text.utf8.count)", "kind: mypaint", "name: 2B pencil", "radius: 1.649",
          "size: 36.243",
          "smudges: yes", "samples-colours: yes", "paints-with-time: yes", "slow-tracking: 1.25", "mappings: 3",
        ])
      #expect(["library: yes", "library: no"].contains(lines.last))
      let json = try FileDescription.facts(of: path).json
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      #expect(object?["kind"] as? String == "mypaint" && object?["mappings"] as? Int == 3)
      #expect(object?["smudges"] as? Bool == true && object?["slow-tracking"] as? Double == 1.25)
    }
  }

  /// Fails if a file that is damaged after its beginning is described as intact, or if the error is
  /// not named.
  @Test func brokenFilesAreNamed() throws {
    try withFolder { folder in
      func fault(_ bytes: Data) throws -> String {
        let path = folder.path + "/broken"
        try bytes.write(to: URL(filePath: path))
        do throws(FileError) {
          _ = try FileDescription.facts(of: path)
          return "described"
        } catch { return error.fault }
      }
      #expect(try fault(Data()) == "it is empty")
      #expect(
        try fault(Data("words\n".utf8))
          == "it is not an OpenRaster file, journal, picture (PNG, JPEG, WebP), recording, brush or palette")
      #expect(try fault(Data("fude recording 1 canvas 2x1 px\n".utf8)).contains("cut short"))
      #expect(try fault(Data("fude brush 7\n".utf8)).contains("version"))
      #expect(try fault(Data("{\"a\": 1}\n".utf8)).contains("it is not an OpenRaster file"))
      let myb = folder.path + "/a.MYB"
      for (text, message) in [
        ("words\n", "it is not a MyPaint brush: it is not JSON at byte 0"),
        ("radius_logarithmic 2.0\n", "the brush is of version 1, but only version 3 can be read"),
        ("{\"version\": 2}", "the brush is of version 2, but only version 3 can be read"),
      ] {
        try Data(text.utf8).write(to: URL(filePath: myb))
        #expect(throws: FileError(.read, myb, fault: message)) { try FileDescription.facts(of: myb) }
      }
      let drawing = try Data(contentsOf: Self.root.appending(path: "Tests/DocumentTests/OpenRaster/krita-5.1.5.ora"))
      #expect(try fault(drawing.prefix(drawing.count / 2)) != "described")
      let picture = try Data(contentsOf: Self.root.appending(path: "Tests/Golden/ink-pen-1.png"))
      #expect(try fault(picture.dropLast(40)) != "described")
      #expect(throws: FileError.self) { try FileDescription.facts(of: folder.path) }
      #expect(throws: FileError.self) { try FileDescription.facts(of: folder.path + "/none") }
    }
  }
}
