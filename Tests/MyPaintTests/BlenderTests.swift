import Foundation
import Geometry
import Raster
import Testing

@testable import Ink
@testable import MyPaint

/// Brushes that are made blenders.
@Suite struct BlenderTests {
  /// Fails if a blender adds colour, erases, follows an input in that, or changes another setting.
  @Test func onlyTheColourChanges() throws {
    let brush = try TestStroke.brush(
      #""radius_logarithmic": {"base_value": 1.7, "inputs": {"pressure": [[0, -0.1], [1, 0.3]]}}"#,
      #""smudge": {"base_value": 0, "inputs": {"speed1": [[0, 0], [1, -0.9]]}}"#,
      #""smudge_length": {"base_value": 0.2, "inputs": {"random": [[0, 0], [1, 0.1]]}}"#,
      #""smudge_length_log": {"base_value": 2, "inputs": {}}"#,
      #""change_color_h": {"base_value": 0.25, "inputs": {"random": [[0, 0], [1, 0.1]]}}"#,
      #""eraser": {"base_value": 0.5, "inputs": {"pressure": [[0, 0], [1, 0.5]]}}"#,
      #""opaque": {"base_value": 0.7, "inputs": {}}"#)
    let blender = try #require(brush.blender)
    let changed: [MyPaintSetting: Float] = [.smudge: 1, .eraser: 0, .changeColorH: 0]
    for setting in MyPaintSetting.allCases {
      #expect(blender.baseValue(of: setting) == changed[setting] ?? brush.baseValue(of: setting), "\(setting)")
    }
    #expect(blender.mappings == brush.mappings.filter { changed[$0.setting] == nil })
    #expect(blender.mappings.contains { $0.setting == .smudgeLength })
  }

  /// Fails if the blender of a brush that takes up no colours takes up none, or always the newest.
  @Test(arguments: [
    #""smudge_length": {"base_value": 1, "inputs": {}}"#,
    #""smudge_length": {"base_value": 0, "inputs": {}}"#,
    #""smudge": {"base_value": 0.4, "inputs": {}}, "smudge_length": {"base_value": 1, "inputs": {}}"#,
  ]) func coloursAreTakenUp(_ settings: String) throws {
    let blender = try #require(try TestStroke.brush(settings).blender)
    #expect(blender.baseValue(of: .smudgeLength) == 0.5 && blender.samplesColours)
  }

  private func expectReadsBack(_ brush: MyPaintBrush, _ name: String = "") throws {
    let read = try MyPaintBrush(parsing: brush.bytes)
    #expect(read == brush && read.baseValues == brush.baseValues, "\(name)")
    #expect(Set(read.mappings) == Set(brush.mappings), "\(name)")
  }

  /// Fails if the text of a blender is not a valid file, or says something else than the brush does.
  @Test func textsReadBack() throws {
    try expectReadsBack(try #require(try TestStroke.brush().blender))
    // Without the pressure that a file has if it does not name it.
    let even = try TestStroke.brush(#""opaque_multiply": {"base_value": 1, "inputs": {"pressure": []}}"#)
    try expectReadsBack(try #require(even.blender))
    let odd = try TestStroke.brush(
      #""hardness": {"base_value": 1e-7, "inputs": {"speed1": [[-9999.9, 0.1], [0.3333333333, 1e-30], [12e2, -5]]}}"#)
    try expectReadsBack(try #require(odd.blender))
    for share in [0, 0.3, 1] {
      for radius in [0.25, 6.3, 500] {
        try expectReadsBack(.roundBlender(radius: radius, minimumShare: share, hardness: 0.75))
      }
    }
  }

  /// Fails if a blender of a real brush does not read back, or the library reads another brush.
  @Test(.enabled(if: Installed.hasLibrary && Installed.hasBrushes, Comment(rawValue: Installed.needsBrushes)))
  func textsOfInstalledBrushesReadBack() throws {
    let library = try #require(Installed.library)
    for url in Installed.brushes {
      let blender = try #require(try Installed.brush(url).blender)
      try expectReadsBack(blender, url.lastPathComponent)
      let theirs = try #require(library.makeBrush(1))
      defer { library.release(theirs) }
      library.setDefaults(theirs)
      #expect(String(decoding: blender.bytes, as: UTF8.self).withCString { library.readBrush(theirs, $0) } != 0)
      for setting in MyPaintSetting.allCases {
        #expect(library.baseValue(theirs, setting.number) == blender.baseValue(of: setting), "\(url.lastPathComponent)")
      }
    }
  }

  /// Fails if a file that would be too large is made, which could not be read again.
  @Test func hugeFilesHaveNoBlender() throws {
    // "1e4" becomes "10000.0".
    let points = (0..<64).map { "[\($0),1e4]" }.joined(separator: ",")
    let inputs = MyPaintInput.allCases.map { "\"\($0.name)\":[\(points)]" }.joined(separator: ",")
    // With grids the bucket has limits.
    let settings = MyPaintSetting.allCases.filter { $0 != .smudgeBucket }
    let texts = settings.map { "\"\($0.name)\":{\"base_value\":0.5,\"inputs\":{\(inputs)}}" }
    let file = "{\"version\":3,\"settings\":{\(texts.joined(separator: ","))}}"
    let brush = try MyPaintBrush(parsing: Array(file.utf8))
    #expect(brush.blender == nil)
    #expect(Brush(brush, name: "huge").blender.paint?.smudges == true)
  }

  /// Fails if a blender of one of Fude's brushes has another name, size or stabiliser, a thin end without
  /// a share for it, or nothing to paint with because its dabs are soft.
  @Test func fudesBrushesBecomeRound() throws {
    var pen = Brush(size: 30, minimumShare: 0.25)
    (pen.stabiliser, pen.hasOwnStabiliser) = (.rope(length: 50, endsAtPen: true), true)
    let blender = pen.blender
    #expect(
      blender.name == "pen" && blender.size == 30 && blender.stabiliser == pen.stabiliser && blender.hasOwnStabiliser)
    let paint = try #require(blender.paint)
    #expect(abs(paint.radius - 15) < 1e-3)
    let thin = try #require(paint.mappings.first { $0.setting == .radiusLogarithmic })
    #expect(thin.input == .pressure && thin.points == [[0, Float(-1.3862944)], [1, 0]])

    var airbrush = Brush(size: 80, minimumShare: 1)
    airbrush.rendering = .spray(Brush.Dabs(hardness: 0))
    let soft = try #require(airbrush.blender.paint)
    #expect(soft.baseValue(of: .hardness) == 0.5 && !soft.isMapped(.radiusLogarithmic))
    #expect(Brush.eraser.blender.blend == .over && Brush.eraser.blender.paint != nil)
  }

  /// Fails if one of MyPaint's brushes loses its name, size, opacity or shape.
  @Test func paintingBrushesStayThemselves() throws {
    let paint = try TestStroke.brush(#""elliptical_dab_ratio": {"base_value": 4, "inputs": {}}"#)
    var brush = Brush(paint, name: "flat/one").resized(to: 44)
    brush.opacity = 0.5
    let blender = brush.blender
    #expect(blender.name == "flat/one" && blender.size == 44 && blender.opacity == 0.5)
    #expect(blender.paint?.baseValue(of: .ellipticalDabRatio) == 4 && blender.paint?.smudges == true)
  }

  /// Fails if a brush that changes its colour by the pen or by chance changes an even ground as a blender.
  @Test(.enabled(if: Installed.hasLibrary, Comment(rawValue: Installed.needsLibrary)))
  func anEvenGroundStays() throws {
    let names = ["h", "l", "hsl_s", "v", "hsv_s"].map { "change_color_\($0)" } + ["colorize", "posterize"]
    for name in names {
      let brush = try TestStroke.brush(
        #""opaque": {"base_value": 1, "inputs": {}}"#,
        "\"\(name)\": {\"base_value\": 0.3, \"inputs\": {\"pressure\": [[0, 0.1], [1, 0.4]]}}")
      var ground = Tile()
      ground.withMutablePixels { pixels in for i in 0..<Tile.count { pixels[i] = 0xFF80_5030 } }
      let stroke = try TestStroke.begin(
        try #require(brush.blender), style: MyPaintStyle(radius: 8, colour: 0x20_40C0)
      ) { _ in ground }
      for i in 0...30 {
        stroke.add(PenSample(position: Point(20 + 4 * Double(i), 30), time: Double(i) / 100, pressure: 0.8))
      }
      var furthest = 0
      for place in stroke.drainChanges().tiles {
        let tile = try #require(stroke.tile(at: place))
        for i in 0..<Tile.count {
          let pixel = tile[i % 64, i / 64]
          for (shift, value): (UInt32, Int) in [(16, 0x80), (8, 0x50), (0, 0x30)] {
            furthest = max(furthest, abs(Int(pixel >> shift & 255) - value))
          }
        }
      }
      #expect(furthest <= 2, "\(name)")
    }
  }

  /// Fails if what a blender paints depends on the colour of the brush, or it changes nothing.
  @Test(.enabled(if: Installed.hasLibrary, Comment(rawValue: Installed.needsLibrary)))
  func theColourOfTheBrushDoesNotCount() throws {
    let blenders = [
      MyPaintBrush.roundBlender(radius: 8, minimumShare: 0.5, hardness: 0.8),
      try #require(try TestStroke.brush(#""opaque": {"base_value": 1, "inputs": {}}"#).blender),
    ]
    for blender in blenders {
      let tiles = try [0x20_40C0, 0xFF_0000].map { (colour: UInt32) in
        try TestStroke.paint(blender, style: MyPaintStyle(radius: 8, colour: colour))
      }
      #expect(tiles[0] == tiles[1])
      let changed = tiles[0].reduce(0) { count, tile in
        let ground = TestStroke.ground(tile.key) ?? Tile()
        return count + (0..<Tile.count).count { tile.value[$0 % 64, $0 / 64] != ground[$0 % 64, $0 / 64] }
      }
      #expect(changed > 200, "\(changed) px")
    }
  }
}
