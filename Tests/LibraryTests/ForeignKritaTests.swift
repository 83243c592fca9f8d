import Archive
import Geometry
import Ink
import Testing

@testable import FuzzTargets
@testable import Library

/// Presets and bundles of Krita.
@Suite struct ForeignKritaTests {
  private func found(
    _ parameters: [String: String] = [:], tip: String? = nil, type: String = "zTXt", isPacked: Bool = false
  ) throws -> ForeignBrushes.Found {
    let preset = BrushFiles.preset(
      parameters, tip: tip ?? BrushFiles.tip("a.gbr"), name: "Pre &amp; set", resources: [("a.gbr", BrushFiles.gbr())])
    let brushes = try ForeignGIMPTests.read(.kpp, BrushFiles.kpp(preset, type: type, isPacked: isPacked))
    return try #require(brushes.found.first)
  }

  private func tip(_ found: ForeignBrushes.Found) throws -> Brush.ImageTip {
    guard case .image(let tip) = found.brush.tip else {
      Issue.record("it has no image tip")
      return try #require(nil)
    }
    return tip
  }

  private func fault(_ tip: String, engine: String = "paintbrush") -> String? {
    ForeignGIMPTests.fault(.kpp, BrushFiles.kpp(BrushFiles.preset(tip: tip, engine: engine)))
  }

  private static func option(_ name: String, _ sensors: [(name: String, curve: String)], value: Double = 1)
    -> [String: String]
  {
    [
      "Pressure" + name: "true", name + "Value": "\(value)", name + "Sensor": BrushFiles.sensors(sensors),
      name + "UseSameCurve": "false",
    ]
  }

  /// Fails if the text of any kind is not found, or size and spacing are other ones.
  @Test(arguments: [("zTXt", false), ("tEXt", false), ("iTXt", false), ("iTXt", true)])
  func textsAreRead(type: String, isPacked: Bool) throws {
    let found = try found(["OpacityUseCurve": "false"], type: type, isPacked: isPacked)
    #expect(found.name == "Pre & set" && found.left.isEmpty && found.brush.size == 6 && Brush.isName(found.brush.name))
    #expect(try tip(found).images == TipImages(width: 3, height: 2, masks: BrushFiles.mask(3, 2)))
    let spacing = 0.2 * (2.0 / 3).squareRoot()
    guard case .spray(let dabs) = found.brush.rendering else { return #expect(Bool(false), "prints do not add up") }
    #expect(abs(dabs.spacing - spacing) < 1e-9 && found.brush.flow.minimumShare == 1 && found.brush.minimumShare == 1)
  }

  /// Fails if inner sections of text make a preset unreadable.
  @Test func innerSectionsAreRepaired() throws {
    let sensor = "<params id=\"pressure\"><curve><![CDATA[0,0.5;1,1;]]></curve></params>"
    #expect(try found(["PressureSize": "true", "SizeSensor": sensor]).brush.minimumShare == 0.5)
  }

  /// Fails if a preset is refused for characters that XML forbids, or loses others.
  @Test(arguments: ["zTXt", "tEXt", "iTXt"]) func forbiddenCharactersAreDropped(type: String) throws {
    let control = String(String.UnicodeScalarView((1...31).compactMap { Unicode.Scalar($0) }))
    let checksum = control + "&#0;&#x1f;&#xFFFF;&#55296;" + (type == "iTXt" ? "\u{FFFE}\u{FFFF}" : "")
    let found = try found(
      ["Texture/Pattern/PatternMD5": "a\(checksum)b", "Texture/Pattern/Enabled": "true", "OpacityUseCurve": "false"],
      tip: BrushFiles.tip("a.gbr", "BrushVersion=\"2\" md5sum=\"\(checksum)\""), type: type)
    #expect(found.name == "Pre & set" && found.left == [.texture] && found.brush.size == 6)
    // The attribute, not the text in a section.
    let named = BrushFiles.preset(tip: BrushFiles.drawnTip("diameter=\"20\""), name: "A\(checksum)B")
    let brushes = try ForeignGIMPTests.read(.kpp, BrushFiles.kpp(named, type: type))
    #expect(brushes.found.first?.name.filter { !$0.isWhitespace } == "AB")
  }

  /// Fails if versions of tips, their angle or their automatic spacing are ignored.
  @Test func tipsHaveProperties() throws {
    let old = try found(tip: BrushFiles.tip("x/A.GBR", "angle2=\"\""))
    #expect(old.brush.size == 12)
    let attributes = "BrushVersion=\"2\" useAutoSpacing=\"1\" autoSpacingCoeff=\"0.3\""
    let turned = try found(
      tip: "<Brush type=\"gbr_brush\" filename=\"a.gbr\" scale=\"12\" angle=\"1.5707963\" \(attributes)/>")
    #expect(turned.brush.size == 36 && abs((turned.brush.dabs?.spacing ?? 0) - 0.1) < 1e-9)
    #expect(abs(try tip(turned).angle.degrees + 90) < 1e-4)
  }

  /// Fails if a computed tip is not round dabs, or a picture if it is not round.
  @Test func computedTips() throws {
    let round = try found(
      tip: BrushFiles.drawnTip("diameter=\"20\" ratio=\"1\" hfade=\"0.4\" vfade=\"0.6\" spikes=\"2\" type=\"circle\""))
    #expect(round.brush.tip == .round && round.brush.size == 20)
    #expect(round.brush.dabs?.hardness == 0.5 && round.brush.dabs?.spacing == 0.2)
    let flat = try found(
      tip: BrushFiles.drawnTip(
        "radius=\"20\" ratio=\"0.25\" hfade=\"1\" vfade=\"1\" type=\"rect\"", "randomness=\"0.5\" density=\"1\""))
    #expect(try tip(flat).roundness == 0.25)
    #expect(try tip(flat).images.masks[0] > 100)
    #expect(flat.brush.size == 20 && flat.brush.dabs?.spacing == 0.1 && flat.left.contains(.noise))
    let star = BrushFiles.drawnTip("diameter=\"20\" ratio=\"1\" hfade=\"1\" vfade=\"1\" spikes=\"5\"")
    #expect(fault(star) == "its tip is of a kind that Fude does not have")
  }

  /// Fails if pressure, chance and values are not taken over.
  @Test func optionsAreTakenOver() throws {
    let size = try found(Self.option("Size", [("pressure", "0,0.25;1,0.5;"), ("fuzzy", "0,0.5;1,1;")], value: 0.5))
      .brush
    #expect(size.size == 1.5 && size.minimumShare == 0.5 && size.dabs?.variation.size == 0.5)
    #expect(size.pressureCurve == .linear)
    let curved = try found(Self.option("Size", [("pressure", "0,0;0.5,0.2;1,1;")])).brush
    #expect(abs(curved.pressureCurve(0.5) - 0.2) < 0.05 && curved.minimumShare == 0)
    let scatter = try found(Self.option("Scatter", [("fuzzy", "0,1;1,1;")], value: 2))
    #expect(scatter.brush.dabs?.variation.scatter == 2 && scatter.brush.dabs?.variation.scattersAlong == true)
    #expect(scatter.left.isEmpty)
    let across = try found(
      Self.option("Scatter", [("pressure", "")]).merging(["Scattering/AxisX": "false", "ScatterValue": "9"]) { $1 })
    #expect(across.brush.dabs?.variation.scatter == 5 && across.brush.dabs?.variation.scattersAlong == false)
    #expect(across.left == [.scatter])
    // What is switched off does not count.
    #expect(try found(["PressureSize": "false", "SizeValue": "0.1"]).brush.size == 6)
  }

  /// Fails if the angle follows something else than in Krita.
  @Test func rotationIsTakenOver() throws {
    let cases: [([(name: String, curve: String)], Brush.ImageTip.Turning, Double, Double)] = [
      ([("drawingangle", "")], .direction, 0, 0), ([("fuzzy", "")], .fixed, 180, 0.25),
      ([("drawingangle", ""), ("fuzzy", "")], .direction, 0, 0.25), ([("ascension", "")], .tilt, 90, 0),
      ([("rotation", "")], .roll, 180, 0), ([("fuzzy", ""), ("drawingangle", "")], .direction, 0, 0.25),
    ]
    for (sensors, turning, angle, jitter) in cases {
      let found = try found(Self.option("Rotation", sensors, value: 0.25))
      let tip = try tip(found)
      #expect(tip.turning == turning && abs(abs(tip.angle.degrees) - angle) < 1e-9, "\(sensors)")
      #expect(tip.angleJitter == jitter && found.left.isEmpty, "\(sensors)")
    }
    #expect(try found(Self.option("Rotation", [("pressure", "")])).left == [.otherControls])
    let mirror = Self.option("Mirror", [("fuzzy", "")]).merging(["VerticalMirrorEnabled": "true"]) { $1 }
    let mirrored = try tip(found(mirror))
    #expect(!mirrored.flipsAcross && mirrored.flipsDown)
  }

  /// Fails if strength, opacity or blending are other ones.
  @Test func strengthIsTakenOver() throws {
    let opacity = ["OpacityValue": "0.5", "OpacitySensor": BrushFiles.sensors([("pressure", "0,0.2;1,1;")])]
    let built = try found(opacity).brush
    guard case .spray = built.rendering else { return #expect(Bool(false), "prints do not add up") }
    #expect(built.opacity == 1 && built.flow.most == 0.5 && built.flow.minimumShare == 0.2)
    let washed = try found(opacity.merging(["PaintOpAction": "2"]) { $1 }).brush
    guard case .dabs = washed.rendering else { return #expect(Bool(false), "prints add up") }
    #expect(washed.opacity == 0.5 && washed.flow.most == 1 && washed.flow.minimumShare == 0.2)
    let flow = try found(opacity.merging(["PaintOpAction": "2", "FlowValue": "0.4"]) { $1 }).brush
    guard case .spray = flow.rendering else { return #expect(Bool(false), "prints do not add up") }
    #expect(flow.opacity == 0.5 && flow.flow.most == 0.4)
    #expect(try found(["CompositeOp": "erase"]).brush.blend == .erase)
    #expect(try found(["CompositeOp": "multiply"]).brush.blend == .multiply)
    #expect(try found(["EraserMode": "true"]).brush.blend == .erase)
  }

  /// Fails if a property that is not taken over is not reported.
  @Test func leftPropertiesAreReported() throws {
    let cases: [([String: String], Set<ForeignBrushes.Feature>)] = [
      (["Texture/Pattern/Enabled": "true"], [.texture]), (["Texture/Pattern/Enabled": "false"], []),
      (["MaskingBrush/Enabled": "true"], [.dualBrush]), (["PaintOpSettings/isAirbrushing": "true"], [.airbrush]),
      (["Pressureh": "true"], [.colourDynamics]), (["ColorSource/Type": "gradient"], [.colourDynamics]),
      (["PressureRatio": "true"], [.roundness]), (["PressureSoftness": "true"], [.otherControls]),
      (["CompositeOp": "screen"], [.blendMode]), (Self.option("Size", [("speed", "")]), [.otherControls]),
      (Self.option("Size", [("pressure", "0,1;1,0;")]), [.otherControls]),
    ]
    for (parameters, left) in cases { #expect(try found(parameters).left == left, "\(parameters)") }
  }

  /// Fails if an engine or tip that Fude has not is read, or the words are other ones.
  @Test func faults() {
    #expect(
      fault(BrushFiles.tip("a.gbr"), engine: "spraybrush") == "it uses an engine that Fude does not have: spraybrush")
    #expect(fault(BrushFiles.tip("a.svg", type: "svg_brush")) == "its tip is of a kind that Fude does not have")
    #expect(fault(BrushFiles.tip("none.gbr")) == "its tip is in another file: none.gbr")
    #expect(fault("<Brush") == "it has no tip")
    #expect(ForeignGIMPTests.fault(.kpp, BrushFiles.png()) == "it is not a preset of Krita")
  }

  /// Fails if a preset does not find its tip, or a tip that no preset uses is missing or another is there twice.
  @Test func bundlesAreRead() throws {
    func preset(_ name: String, _ tip: String) -> (String, [UInt8]) {
      ("paintoppresets/\(name).kpp", BrushFiles.kpp(BrushFiles.preset(tip: tip, name: name)))
    }
    let coloured = BrushFiles.png(width: 1, height: 1, kind: 2, pixels: [200, 0, 0])
    let brushes = try ForeignGIMPTests.read(
      .bundle,
      BrushFiles.bundle(
        [
          ("brushes/", []), ("brushes/a.gih", BrushFiles.gih("2", [BrushFiles.gbr(), BrushFiles.gbr()])),
          ("brushes/b.PNG", BrushFiles.png()), ("brushes/c.svg", [1]), ("brushes/d.abr", BrushFiles.richABR),
          ("brushes/e.png", coloured), ("brushes/f.abr", BrushFiles.richABR), ("meta.xml", [2]),
          preset("one", BrushFiles.tip("a.gih")), preset("two", BrushFiles.tip("a.gih", "BrushVersion=\"1\"")),
          preset("gone", BrushFiles.tip("z.png", type: "png_brush")),
          preset("shop", BrushFiles.tip("d_2", type: "abr_brush")),
          preset("stamp", BrushFiles.tip("e.png", type: "png_brush")),
          preset("mask", BrushFiles.tip("e.png", type: "png_brush", "ColorAsMask=\"1\"")),
          ("paintoppresets/bad.kpp", [3]), ("patterns/p.png", BrushFiles.png()),
        ], isPacked: true))
    let names = ["one", "two", "shop", "stamp", "mask", "b", "Rich", "Round", "Second"]
    #expect(brushes.found.map(\.name) == names)
    #expect(try brushes.found.prefix(2).map { try tip($0).images.count } == [2, 2])
    #expect(brushes.found.prefix(5).map(\.brush.size) == [6, 12, 8, 2, 4])
    #expect(brushes.found[3].left == [.tipColours] && brushes.found[4].left == [])
    #expect(brushes.leftOut.map(\.name) == ["gone", "paintoppresets/bad.kpp", "brushes/c.svg"])
    #expect(
      brushes.leftOut.map(\.fault) == [
        "its tip is in another file: z.png", "it is not a preset of Krita",
        "its tip is of a kind that Fude does not have",
      ])
  }
}
