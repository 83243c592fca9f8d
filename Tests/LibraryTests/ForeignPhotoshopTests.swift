import Archive
import Geometry
import Ink
import Testing

@testable import FuzzTargets
@testable import Library

/// Brushes of Photoshop.
@Suite struct ForeignPhotoshopTests {
  typealias Item = BrushFiles.Item

  private func read(_ bytes: [UInt8]) throws -> ForeignBrushes { try ForeignGIMPTests.read(.abr, bytes, "Set.abr") }

  private func tip(_ found: ForeignBrushes.Found) throws -> Brush.ImageTip {
    guard case .image(let tip) = found.brush.tip else {
      Issue.record("it has no image tip")
      return try #require(nil)
    }
    return tip
  }

  /// The brush of a preset with a picture.
  private func brush(_ more: [(String, Item)], tip: Item? = nil) throws -> ForeignBrushes.Found {
    let preset = BrushFiles.preset("P", tip ?? BrushFiles.sampledTip(BrushFiles.key(0)), more)
    let brushes = try read(BrushFiles.abr(pictures: [BrushFiles.picture()], presets: [preset]))
    #expect(brushes.leftOut.isEmpty)
    return try #require(brushes.found.first)
  }

  /// Fails if a brush of version 1 or 2 is missing, or has another tip, name or spacing.
  @Test func oldVersions() throws {
    for version in [1, 2] {
      func name(_ text: String) -> String? { version == 2 ? text : nil }
      let other = BrushFiles.big(7, 2) + BrushFiles.big(2, 4) + [1, 2]
      let brushes = try read(
        BrushFiles.abr(
          version: version,
          brushes: [
            BrushFiles.computed(), BrushFiles.computed(name: name("Flat"), roundness: 50, angle: -30),
            BrushFiles.sampled(name: name("Tip"), BrushFiles.picture()),
            BrushFiles.sampled(spacing: 0, name: name(""), BrushFiles.picture(isPacked: true)), other,
          ]))
      let found = brushes.found
      #expect(
        found.map(\.name) == (version == 2 ? ["Set 1", "Flat", "Tip", "Set 4"] : ["Set 1", "Set 2", "Set 3", "Set 4"]))
      #expect(found.allSatisfy { $0.left.isEmpty && $0.brush.minimumShare == 1 && $0.brush.flow.minimumShare == 1 })
      #expect(found[0].brush.tip == .round && found[0].brush.size == 40)
      #expect(found[0].brush.rendering == .dabs(Brush.Dabs(spacing: 0.5, hardness: 0.8)))
      let flat = try tip(found[1])
      #expect(flat.roundness == 0.5 && abs(flat.angle.degrees - 30) < 1e-9 && flat.images.width == 256)
      for (number, spacing) in [(2, 0.3), (3, 0.5)] {
        #expect(try tip(found[number]).images == TipImages(width: 3, height: 2, masks: BrushFiles.mask(3, 2)))
        #expect(found[number].brush.rendering == .dabs(Brush.Dabs(spacing: spacing)) && found[number].brush.size == 3)
      }
    }
  }

  /// Fails if a picture is read otherwise in a version, depth or compression, with and without presets.
  @Test(arguments: [6, 7, 9, 10], [1, 2]) func laterVersions(version: Int, subversion: Int) throws {
    let row: [UInt8] = [9, 9, 9, 9, 1, 2, 3, 3, 3, 0, 255]
    let pixels = row + Array(row.reversed())
    let images = TipImages(width: 11, height: 2, masks: pixels)
    for depth in [8, 16] {
      for isPacked in [false, true] {
        let picture = BrushFiles.picture(11, 2, pixels: pixels, depth: depth, isPacked: isPacked)
        let preset = BrushFiles.preset("Name", BrushFiles.sampledTip(BrushFiles.key(0)))
        for presets in [nil, [], [preset]] {
          let brushes = try read(
            BrushFiles.abr(version: version, subversion: subversion, pictures: [picture], presets: presets))
          let found = try #require(brushes.found.first)
          #expect(brushes.found.count == 1 && brushes.leftOut.isEmpty)
          #expect(try tip(found).images == images)
          let isNamed = presets?.isEmpty == false
          #expect(found.name == (isNamed ? "Name" : "Set") && found.brush.size == (isNamed ? 30 : 11))
        }
      }
    }
  }

  /// Fails if a picture of one bit a pixel is wrong.
  @Test func bitsAreRead() throws {
    let bounds = [0, 0, 2, 3].flatMap { BrushFiles.big($0, 4) } + BrushFiles.big(1, 2)
    let brushes = try read(BrushFiles.abr(pictures: [bounds + [0, 0b1010_0000, 0b0111_1111]], presets: nil))
    let mask: [UInt8] = [255, 0, 255, 0, 255, 255]
    #expect(try tip(#require(brushes.found.first)).images.masks == mask)
  }

  /// Fails if presets do not find their pictures by key, or the fault of one leaves out another.
  @Test func presetsNamePictures() throws {
    let presets = [
      BrushFiles.preset("$$$/Presets/B=Hard=Second", BrushFiles.sampledTip(BrushFiles.key(1))),
      BrushFiles.preset("Lost", BrushFiles.sampledTip(BrushFiles.key(5))),
      BrushFiles.preset(
        "", BrushFiles.sampledTip(BrushFiles.key(1), [("flipX", .flag(true)), ("flipY", .flag(true))])),
      BrushFiles.preset("Broken", BrushFiles.sampledTip(BrushFiles.key(2))),
    ]
    let pixels = BrushFiles.mask(4, 3)
    let broken = Array(BrushFiles.picture().dropLast(2))
    let brushes = try read(
      BrushFiles.abr(
        pictures: [BrushFiles.picture(), BrushFiles.picture(4, 3, pixels: pixels), broken], presets: presets))
    #expect(brushes.found.map(\.name) == ["Second", "Set 3"])
    #expect(try brushes.found.map { try tip($0).images.masks } == [pixels, pixels.reversed()])
    #expect(brushes.leftOut.map(\.name) == ["Lost", "Broken"])
    #expect(brushes.leftOut.map(\.fault) == ["its tip is missing", "its bytes end too early"])
  }

  /// Fails if size, angle, flips, roundness or spacing are other ones.
  @Test func shapeIsTakenOver() throws {
    let plain = try brush([])
    #expect(plain.left.isEmpty && plain.brush.minimumShare == 1 && plain.brush.size == 30)
    #expect(plain.brush.rendering == .dabs(Brush.Dabs(spacing: 0.24)) && plain.brush.flow.minimumShare == 1)
    let shaped = try brush(
      [
        ("useTipDynamics", .flag(true)), ("szVr", BrushFiles.dynamic(2, jitter: 30)),
        ("minimumDiameter", .unit("#Prc", 20)), ("angleDynamics", BrushFiles.dynamic(6, jitter: 25)),
        ("flipX", .flag(true)), ("flipY", .flag(false)),
      ],
      tip: BrushFiles.sampledTip(
        BrushFiles.key(0), size: 5000, [("Angl", .unit("#Ang", 370)), ("Rndn", .unit("#Prc", 1))]))
    let image = try tip(shaped)
    #expect(shaped.left.isEmpty && shaped.brush.size == 1000 && shaped.brush.minimumShare == 0.2)
    #expect(shaped.brush.dabs?.variation.size == 0.3 && image.turning == .direction && image.angleJitter == 0.25)
    #expect(image.flipsAcross && !image.flipsDown && image.roundness == 0.05 && abs(image.angle.degrees + 10) < 1e-9)
    for (control, turning) in [(3, Brush.ImageTip.Turning.tilt), (5, .direction), (7, .roll), (8, .roll), (0, .fixed)] {
      let turned = try brush([("useTipDynamics", .flag(true)), ("angleDynamics", BrushFiles.dynamic(control))])
      #expect(try tip(turned).turning == turning)
      #expect(turned.left.isEmpty)
    }
    // Switched off, they do not count.
    let off = try brush([("szVr", BrushFiles.dynamic(2)), ("useTipDynamics", .flag(false))])
    #expect(off.brush.minimumShare == 1)
  }

  /// Fails if scatter, count, flow, opacity or blending are other ones.
  @Test func strengthAndScatter() throws {
    let scattered = try brush([
      ("useScatter", .flag(true)), ("Cnt ", .number(40)), ("bothAxes", .flag(true)),
      ("scatterDynamics", BrushFiles.dynamic(0, jitter: 150)),
    ])
    let variation = try #require(scattered.brush.dabs).variation
    #expect(variation.scatter == 1.5 && variation.scattersAlong && variation.count == 16 && scattered.left.isEmpty)
    func strength(_ flow: Item, _ opacity: Item) throws -> Brush {
      try brush([("usePaintDynamics", .flag(true)), ("prVr", flow), ("opVr", opacity)]).brush
    }
    let (off, half) = (BrushFiles.dynamic(0), BrushFiles.dynamic(2, minimum: 50))
    let flow = try strength(half, off)
    guard case .spray = flow.rendering else { return #expect(Bool(false), "prints do not add up") }
    #expect(flow.flow.minimumShare == 0.5)
    let opacity = try strength(off, half)
    guard case .dabs = opacity.rendering else { return #expect(Bool(false), "prints add up") }
    #expect(opacity.flow.minimumShare == 0.5)
    #expect(try strength(half, half).flow.minimumShare == 0.25)
    let jitter = try strength(BrushFiles.dynamic(0, jitter: 50), BrushFiles.dynamic(0, jitter: 20))
    #expect(abs((jitter.dabs?.variation.strength ?? 0) - 0.6) < 1e-9)
    let tool: [(String, Item)] = [("Opct", .long(50)), ("flow", .long(40)), ("Md  ", .word("BlnM", "multiply"))]
    let options = try brush([("toolOptions", .object("PbTl", tool))]).brush
    #expect(options.opacity == 0.5 && options.flow.most == 0.4 && options.blend == .multiply)
    guard case .spray = options.rendering else { return #expect(Bool(false), "prints do not add up") }
    #expect(try brush([("toolOptions", .object("ErTl", []))]).brush.blend == .erase)
  }

  /// Fails if a property that is not taken over is not reported.
  @Test func leftPropertiesAreReported() throws {
    let on = Item.flag(true)
    let cases: [([(String, Item)], Set<ForeignBrushes.Feature>)] = [
      ([("useTexture", on)], [.texture]), ([("useColorDynamics", on)], [.colourDynamics]),
      ([("Wtdg", on)], [.wetEdges]),
      ([("Nose", on)], [.noise]), ([("Rpt ", on)], [.airbrush]),
      ([("dualBrush", .object("dualBrush", [("useDualBrush", on)]))], [.dualBrush]),
      ([("dualBrush", .object("dualBrush", [("useDualBrush", .flag(false))]))], []),
      ([("useTipDynamics", on), ("szVr", BrushFiles.dynamic(1))], [.otherControls]),
      ([("useTipDynamics", on), ("angleDynamics", BrushFiles.dynamic(2))], [.otherControls]),
      ([("useTipDynamics", on), ("roundnessDynamics", BrushFiles.dynamic(0, jitter: 1))], [.roundness]),
      ([("useScatter", on), ("countDynamics", BrushFiles.dynamic(2))], [.scatter]),
      ([("usePaintDynamics", on), ("opVr", BrushFiles.dynamic(4))], [.otherControls]),
      (
        [("toolOptions", .object("PbTl", [("Md  ", .word("BlnM", "Scrn")), ("smoothing", on)]))],
        [.blendMode, .smoothing]
      ),
    ]
    for (properties, left) in cases { #expect(try brush(properties).left == left, "\(properties)") }
  }

  /// Fails if a tip without a picture is not round dabs, or bristles are not reported.
  @Test func computedTips() throws {
    func computed(_ kind: String, _ roundness: Double) throws -> ForeignBrushes.Found {
      try brush(
        [("useTipDynamics", .flag(true)), ("angleDynamics", BrushFiles.dynamic(6)), ("szVr", BrushFiles.dynamic(2))],
        tip: .object(
          kind,
          [
            ("Dmtr", .unit("#Pxl", 50)), ("Hrdn", .unit("#Prc", 30)), ("Rndn", .unit("#Prc", roundness)),
            ("Spcn", .unit("#Prc", 1)), ("Angl", .unit("#Ang", 45)),
          ]))
    }
    let round = try computed("computedBrush", 100)
    #expect(round.brush.tip == .round && round.brush.size == 50 && round.left.isEmpty && round.brush.minimumShare == 0)
    #expect(round.brush.rendering == .dabs(Brush.Dabs(spacing: 0.05, hardness: 0.3)))
    let flat = try computed("computedBrush", 30)
    let image = try tip(flat)
    #expect(image.roundness == 0.3 && abs(image.angle.degrees + 45) < 1e-9 && image.turning == .direction)
    let (masks, side) = (image.images.masks, image.images.width)
    #expect(masks[side * side / 2 + side / 2] == 255 && masks[0] == 0 && masks[side * side / 2] < 3)
    #expect(try computed("dBrush", 100).left == [.bristles])
  }

  /// Fails if a value of an unknown type loses the presets before it, or is not reported.
  @Test func unknownTypesEndTheReading() throws {
    let tip = BrushFiles.sampledTip(BrushFiles.key(0))
    let presets = [
      BrushFiles.preset("A", tip), BrushFiles.preset("B", tip, [("strange", .raw("ABCD", [1]))]),
      BrushFiles.preset("C", tip),
    ]
    let brushes = try read(BrushFiles.abr(pictures: [BrushFiles.picture()], presets: presets))
    #expect(brushes.found.map(\.name) == ["A"])
    #expect(brushes.leftOut.map(\.fault) == ["it has a value of the unknown type ABCD"])
    // Its pictures are brushes if there is no preset.
    let none = try read(BrushFiles.abr(pictures: [BrushFiles.picture()], presets: Array(presets[1...])))
    #expect(none.found.map(\.name) == ["Set"] && none.leftOut.count == 1)
    let known: [(String, Item)] = [
      ("a", .raw("comp", BrushFiles.big(1, 8))),
      ("b", .raw("UnFl", Array("#Prc".utf8) + BrushFiles.big(0x3F80_0000, 4))),
      ("c", .raw("tdta", BrushFiles.big(2, 4) + [1, 2])),
      ("d", .raw("type", Item.unicode("x") + BrushFiles.big(0, 4) + [65, 66, 67, 68])),
      ("e", .raw("obj ", BrushFiles.big(1, 4) + Array("indx".utf8) + BrushFiles.big(3, 4))),
    ]
    #expect(try brush(known).left.isEmpty)
  }

  /// Fails if descriptors can be as deep as the stack.
  @Test func depthIsLimited() throws {
    var deep = Item.flag(true)
    for _ in 0..<100 { deep = .object("x", [("x", deep)]) }
    let preset = BrushFiles.preset("P", BrushFiles.sampledTip(BrushFiles.key(0)), [("deep", deep)])
    let brushes = try read(BrushFiles.abr(pictures: [BrushFiles.picture()], presets: [preset]))
    #expect(brushes.leftOut.map(\.fault) == ["its descriptors are too deep or too many"])
  }

  /// Fails if an unknown version is read.
  @Test func versionsAreChecked() {
    for (version, shown) in [(3, "3"), (0, "0"), (11, "11"), (65535, "65535")] {
      let bytes = BrushFiles.abr(version: version, pictures: [BrushFiles.picture()], presets: nil)
      #expect(ForeignGIMPTests.fault(.abr, bytes) == "its version \(shown) is unknown")
    }
    let bytes = BrushFiles.abr(version: 6, subversion: 3, pictures: [BrushFiles.picture()], presets: nil)
    #expect(ForeignGIMPTests.fault(.abr, bytes) == "its version 6.3 is unknown")
  }
}
