import Geometry
import Paint
import Pixels
import Raster
import Testing

@testable import Document
@testable import Storage

/// Selections in scripts.
@Suite struct SelectingScriptTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func performed(_ script: String) throws -> Document {
    var player = ScriptPlayer(
      Array(script.utf8), on: try #require(Document(width: 200, height: 160)), filler: filler)
    try player.performAll()
    return player.document
  }

  private static let square = ##"{"op": "select", "rectangle": [40, 30, 80, 60]} {"op": "cover", "color": "#2060e0"} "##

  /// Fails if a key does not select what the manual says, or keys are not applied in its order.
  @Test func keysSelect() throws {
    func selected(_ members: String, after: String = "") throws -> Mask {
      try #require(try performed(after + "{\"op\": \"select\", \(members)}").selection)
    }
    let square = try #require(Document(width: 200, height: 160)).mask(
      of: PixelRect(x: 40, y: 30, width: 80, height: 60))
    #expect(try selected(#""rectangle": [40, 30, 80, 60]"#) == square)
    #expect(try selected(#""rectangle": [40, 30, 80, 60], "invert": true"#) == square.inverted)
    #expect(
      try selected(#""feather": 20, "rectangle": [40, 30, 80, 60], "grow": 8"#) == square.grown(by: 8).feathered(by: 20)
    )
    #expect(try selected(#""grow": -5, "feather": 3"#, after: Self.square) == square.grown(by: -5).feathered(by: 3))
    #expect(
      try selected(#""border": 6, "smooth": 9, "feather": 4"#, after: Self.square)
        == square.smoothed(by: 9).bordered(by: 6).feathered(by: 4))
    #expect(try selected(#""invert": true"#, after: Self.square) == square.inverted)
    let left = try #require(Document(width: 200, height: 160)).mask(of: PixelRect(x: 0, y: 0, width: 60, height: 160))
    for (mode, combine) in [
      ("add", { $0.formUnion($1) }), ("subtract", { $0.subtract($1) }), ("intersect", { $0.formIntersection($1) }),
    ] as [(String, (inout Mask, Mask) -> Void)] {
      var wanted = square
      combine(&wanted, left)
      #expect(
        try selected("\"mode\": \"\(mode)\", \"rectangle\": [0, 0, 60, 160], \"grow\": 2", after: Self.square)
          == wanted.grown(by: 2), "\(mode)")
    }
    let none = #"{"op": "select", "none": true}"#
    #expect(try selected(#""wand": [50, 40], "tolerance": 0"#, after: Self.square + none) == square)
    #expect(try selected(#""wand": [5, 5]"#, after: Self.square + none) == square.inverted)
    #expect(try selected(##""color": "#2060e0""##, after: Self.square + none) == square)
    #expect(try selected(#""opacity-of": "Ink""#, after: Self.square + none) == square)
    let two = Self.square + ##"{"op": "select", "rectangle": [150, 30, 9, 9]} {"op": "cover", "color": "#2060e0"}"##
    var both = square
    both.fill(PixelRect(x: 150, y: 30, width: 9, height: 9))
    #expect(try selected(#""wand": [50, 40], "contiguous": false"#, after: two + none) == both)
    #expect(try selected(#""wand": [50, 40]"#, after: two + none) == square)
  }

  /// Fails if an ellipse has another area, or an edge that is not smooth.
  @Test func ellipsesAreSmooth() throws {
    let mask = try #require(try performed(#"{"op": "select", "ellipse": [20, 30, 120, 90]}"#).selection)
    var area = 0.0
    for y in 0..<160 { for x in 0..<200 { area += Double(mask.share(x: x, y: y)) / 255 } }
    #expect(abs(area - .pi * 60 * 45) < 3 && !mask.isHard)
    #expect(mask.share(x: 80, y: 75) == 255 && mask.share(x: 22, y: 32) == 0)
    #expect(mask.bounds == PixelRect(x: 20, y: 30, width: 120, height: 90))
  }

  /// Fails if a script that is written from a drawing does not make the same selection, or has its pixels instead of how it
  /// was made.
  @Test func waysComeBack() throws {
    for members in [
      #""ellipse": [20.5, 30, 120, 90]"#, #""wand": [50.0, 40.0], "tolerance": 12, "gap": 3"#,
      ##""color": "#2060e0", "tolerance": 9, "sample": "layer""##, #""opacity-of": "Ink", "grow": 3.0, "feather": 9.5"#,
      #""smooth": 12.0, "border": 5.0, "feather": 2.0"#,
      #""polygon": [[1, 2], [90, 20], [30, 99]], "invert": true"#,
    ] {
      let document = try performed(
        Self.square + "{\"op\": \"select\", \(members)} {\"op\": \"cover\", \"color\": \"#10a0b0\"}")
      var list = ScriptText(try OperationList(document, filler: filler), 1...Int.max)
      var text = ""
      while let elements = try list.nextElements() {
        for element in elements { text += String(decoding: element, as: UTF8.self) + "\n" }
      }
      #expect(!text.contains("\"mask\""), "\(text)")
      let again = try performed(text)
      #expect(again.activeImage == document.activeImage && again.selection == document.selection, "\(members)")
    }
  }

  /// Fails if a wrong way to select is not refused, with what is wrong.
  @Test(arguments: [
    (#""rectangle": [0, 0, 9, 9], "wand": [1, 1]"#, "rectangle and wand exclude each other"),
    (#""ellipse": [0, 0, 0, 9]"#, "the last two above 0"), (#""color": "blue""#, "a colour such as"),
    (#""feather": -1"#, "feather is a number from 0 to 1000"), (#""grow": 900"#, "grow is a number from -500 to 500"),
    (#""opacity-of": "Sky""#, "Sky"), (#""wand": [1]"#, "wand is a list [x, y]"), (#""mode": "add""#, "is missing"),
    (#""ellipse": [900, 2, 30, 40]"#, "this selects nothing"),
    (#""rectangle": [9, 9, 9, 9], "grow": -9"#, "selects nothing"),
  ]) func wrongWaysAreRefused(members: String, message: String) throws {
    var player = ScriptPlayer(
      Array("{\"op\": \"select\", \(members)}".utf8), on: try #require(Document(width: 200, height: 160)),
      filler: filler)
    do throws(ScriptPlayer.Fault) {
      try player.performAll()
      Issue.record("\(members) is not refused")
    } catch { #expect("\(error.fault)".contains(message), "\(error.fault)") }
  }
}
