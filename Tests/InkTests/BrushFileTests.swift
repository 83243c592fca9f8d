import Foundation
import Geometry
import RandomSource
import Testing

@testable import Ink

/// Brushes as text: accepted values, and errors with their messages.
@Suite struct BrushFileTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Resources/brushes")

  private func brush(_ lines: String) throws -> Brush { try Brush(parsing: Array("fude brush 1\n\(lines)end\n".utf8)) }

  private func fault(_ text: String) -> String {
    do {
      _ = try Brush(parsing: Array(text.utf8))
      return "(none)"
    } catch { return "\(error)" }
  }

  /// Fails if a key sets another property.
  @Test func everyKeySetsItsProperty() throws {
    let b = try brush(
      """
      # All of them.
      name all-1
      size 33.5
      strength 40
      guide rope 60 ink
      opacity 0.5
      blend multiply
      ink dabs
      width-minimum 0.2
      width-curve 0.1 0.2 0.3 0.4
      width-flat 9
      width-speed 0.4 1500
      width-rise 20
      width-fall 7
      tilt-pencil 0.25
      flow 0.9
      flow-minimum 0.3
      flow-curve 0.5 0.6 0.7 0.8
      flow-flat 0.6
      spacing 0.15
      hardness 0.35
      grain 0.7 2

      """)
    #expect(b.name == "all-1" && b.size == 33.5 && b.strength == 40 && b.opacity == 0.5 && b.blend == .multiply)
    #expect(b.hasOwnStrength && b.hasOwnStabiliser && b.stabiliser == .rope(length: 60, endsAtPen: false))
    let average = try brush("name slow\nsize 30\nguide average 0.4 pen\n")
    #expect(average.stabiliser == .average(time: 0.4, endsAtPen: true))
    let none = try brush("name sure\nsize 30\nguide none\n")
    #expect(none.stabiliser == .none && none.hasOwnStabiliser)
    #expect(try !brush("name usual\nsize 30\n").hasOwnStabiliser)
    #expect(b.minimumShare == 0.2 && b.pressureCurve == PressureCurve(first: Point(0.1, 0.2), second: Point(0.3, 0.4)))
    #expect(b.width.flat == 9 && b.width.thinning == 0.4 && b.width.speed == 1500)
    #expect(b.width.rise == 20 && b.width.fall == 7 && b.width.tiltPencil == 0.25)
    #expect(b.flow.most == 0.9 && b.flow.minimumShare == 0.3 && b.flow.flat == 0.6)
    #expect(b.flow.curve == PressureCurve(first: Point(0.5, 0.6), second: Point(0.7, 0.8)))
    #expect(b.rendering == .dabs(Brush.Dabs(spacing: 0.15, hardness: 0.35, grain: 0.7, grainScale: 2)))
    let flat = try brush("name nib\nsize 30\ntip flat 0.3 azimuth -90\n")
    #expect(
      flat.tip == .flat(Brush.Nib(thickness: 0.3, angle: Angle(degrees: -90), followsAzimuth: true)))
    let fixed = try brush("name nib\nsize 30\ntip flat 0.3 fixed 30\n")
    #expect(fixed.tip == .flat(Brush.Nib(thickness: 0.3, angle: Angle(degrees: 30), followsAzimuth: false)))
    #expect(try brush("name mist\nsize 80\nink spray\nspacing 0.2\n").rendering == .spray(Brush.Dabs(spacing: 0.2)))
  }

  /// Fails if a shipped file cannot be read, or differs from the built-in pen or eraser.
  @Test func ourBrushesAreReadable() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
      .filter { $0.hasSuffix(".brush") }
    #expect(
      names.map { String($0.split(separator: ".")[0]) }
        == ["airbrush", "brush-pen", "eraser", "marker", "pen", "pencil", "tilt-pencil"])
    for name in names {
      let brush = try Brush(parsing: Array(try Data(contentsOf: Self.folder.appending(path: name))))
      #expect("\(brush.name).brush" == name)
      if brush.name == "pen" { #expect(brush == Brush()) }
      if brush.name == "eraser" { #expect(brush == Brush.eraser) }
    }
  }

  /// Fails if a fault is accepted, or reported with another line or message.
  @Test(arguments: [
    ("", "it is empty"),
    ("fude recording 1\n", "line 1: it is not a brush: it does not start with \"fude brush 1\""),
    ("fude brush 2\n", "line 1: the brush is of version \"2\", but only version 1 can be read"),
    ("fude brush 1\nname a\nsize 3\n", "line 3: the brush is cut short: there is no line \"end\""),
    ("fude brush 1\nname a\nsize 3", "line 3: it is cut short: its last line does not end"),
    ("fude brush 1\nsmell 3\nend\n", "line 2: a brush has no \"smell\""),
    ("fude brush 1\nsize 3\n\n# x\nsize 4\nend\n", "line 5: a brush has one \"size\" only"),
    ("fude brush 1\nname A\nend\n", "line 2: the name \"A\" is not made of a-z, 0-9 and -, 32 at most"),
    ("fude brush 1\nsize 3\nend\n", "line 3: the brush has no name"),
    ("fude brush 1\nname a\nend\n", "line 3: the brush has no size"),
    ("fude brush 1\nsize 2000\nend\n", "line 2: the size 2000 is not between 0.5 and 1000"),
    ("fude brush 1\nsize nan\nend\n", "line 2: the value \"nan\" is not a number"),
    ("fude brush 1\nsize 3 4\nend\n", "line 2: size has one value"),
    ("fude brush 1\nblend glow\nend\n", "line 2: the blend is over, multiply or erase"),
    ("fude brush 1\nink\nend\n", "line 2: the ink is outline, dabs or spray"),
    ("fude brush 1\nwidth-curve 0 0 1\nend\n", "line 2: width-curve has four values: x y of two control points"),
    (
      "fude brush 1\nguide rope 60\nend\n",
      "line 2: the guide is \"none\", \"rope LENGTH END\" or \"average SECONDS END\"; the end is \"pen\" or \"ink\""
    ),
    ("fude brush 1\nguide rope 0 pen\nend\n", "line 2: the guide 0 is not between 1 and 500"),
    ("fude brush 1\nguide wire 9 pen\nend\n", "line 2: \"wire\" is not a guide (none, rope or average)"),
    ("fude brush 1\ngrain 1\nend\n", "line 2: grain has two values: its strength and its size"),
    (
      "fude brush 1\ntip flat 0.3\nend\n",
      "line 2: the tip is \"round\", \"flat THICKNESS fixed DEGREES\", \"flat THICKNESS azimuth DEGREES\" or \"image COUNT\""
    ),
    (
      "fude brush 1\nname a\nsize 3\ngrain 1 1\nend\n", "line 4: grain is for dabs and spray, but the ink is outline"
    ),
    (
      "fude brush 1\nname a\nsize 3\ntip flat 0.3 fixed 0\nink dabs\nend\n",
      "line 4: a flat tip is for outlines, but the ink is of dabs"
    ),
    ("fude brush 1\nname a\nsize 3\nend\nsize 4\n", "line 5: something follows the line \"end\""),
    ("fude brush 1\nname a\nsize 3\nend of it\n", "line 4: \"end\" stands alone on its line"),
  ])
  func faultsAreNamed(_ text: String, _ sentence: String) { #expect(fault(text) == sentence) }

  /// Fails if bytes crash the reader, or an invalid brush results: shipped files with random
  /// changes.
  @Test func noBytesCrashTheReader() throws {
    var rng = RandomSource(11)
    let files = try ["pencil", "marker", "tilt-pencil", "airbrush"].map {
      Array(try Data(contentsOf: Self.folder.appending(path: "\($0).brush")))
    }
    var readable = 0
    for round in 0..<4000 {
      var bytes = files[round % files.count]
      for _ in 0..<rng.roll(1...6) {
        let at = rng.roll(0..<bytes.count)
        switch rng.roll(0..<4) {
        case 0: bytes[at] = UInt8(rng.roll(0...255))
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(UInt8(rng.roll(0...255)), at: at)
        default: bytes[at] = UInt8(ascii: "0") + UInt8(rng.roll(0...9))
        }
      }
      guard let brush = try? Brush(parsing: bytes) else { continue }
      readable += 1
      #expect(Brush.sizes.contains(brush.size) && Brush.isName(brush.name) && (0...1).contains(brush.opacity))
    }
    #expect(readable > 100, "the changes leave something to read")
  }
}
