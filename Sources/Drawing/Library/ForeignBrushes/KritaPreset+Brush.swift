import Archive
import Geometry
import Glibc
import Ink
import Language

extension KritaPreset {
  /// The brush.
  /// - Parameter path: the path of its file, which tips of the same name are chosen by.
  /// - Throws: if its engine or tip is one that Fude has not.
  public func found(tips: KritaTips, path: String = "") throws(ArchiveError) -> ForeignBrushes.Found {
    guard engine == "paintbrush" else {
      throw .fault(
        translated("it uses an engine that Fude does not have: {engine}", ["engine": ArchiveError.printable(engine)]))
    }
    let limits = XMLReader.Limits(bytes: 1 << 20, depth: 20, elements: 1000)
    guard let text = parameters["brush_definition"],
      let tip = try? XMLReader.read(Array(text.utf8).span, limits: limits)
    else { throw .fault(translated("it has no tip")) }
    var left = others
    var brush = try tip["type"] == "auto_brush" ? drawn(tip, tips, &left) : printed(tip, tips, path, &left)
    brush.name = "tip"
    setSize(&brush, &left)
    setRotation(&brush, &left)
    setScatter(&brush, &left)
    setStrength(&brush, &left)
    return ForeignBrushes.Found(name: name, brush: brush, left: left)
  }

  /// The properties that Fude has not.
  private var others: Set<ForeignBrushes.Feature> {
    var left: Set<ForeignBrushes.Feature> = []
    let flags: [(String, ForeignBrushes.Feature)] = [
      ("Texture/Pattern/Enabled", .texture), ("MaskingBrush/Enabled", .dualBrush),
      ("PaintOpSettings/isAirbrushing", .airbrush), ("PressureDarken", .colourDynamics),
      ("PressureMix", .colourDynamics), ("Pressureh", .colourDynamics), ("Pressures", .colourDynamics),
      ("Pressurev", .colourDynamics), ("PressureRatio", .roundness), ("PressureSoftness", .otherControls),
      ("PressureSharpness", .otherControls), ("PressureSpacing", .otherControls), ("PressureRate", .otherControls),
    ]
    for (key, feature) in flags where flag(key) { left.insert(feature) }
    if let source = parameters["ColorSource/Type"], source != "plain" { left.insert(.colourDynamics) }
    return left
  }

  // MARK: - Tips

  /// A brush with a tip of a file.
  private func printed(
    _ tip: XMLElement, _ tips: KritaTips, _ path: String, _ left: inout Set<ForeignBrushes.Feature>
  ) throws(ArchiveError) -> Brush {
    guard let type = tip["type"], ["gbr_brush", "png_brush", "abr_brush"].contains(type), let file = tip["filename"]
    else { throw .fault(translated("its tip is of a kind that Fude does not have")) }
    let pictures = try tips.pictures(file, checksum: tip["md5sum"] ?? "", preset: path, resources: resources)
    // Tips of version 1 are twice as large as they say.
    let scale = (tip.number("scale") ?? 1) * ((tip["BrushVersion"] ?? "1") == "1" ? 2 : 1)
    left.formUnion(pictures.left)
    if pictures.hasColours, Self.paintsColours(tip) { left.insert(.tipColours) }
    var image = Brush.ImageTip(pictures.images)
    image.choice = pictures.choice
    image.angle = ForeignBrushes.angle(degrees: -(tip.number("angle") ?? 0) * 180 / .pi)
    var brush = Brush(size: pictures.size * scale, minimumShare: 1)
    brush.tip = .image(image)
    let (width, height) = (Double(pictures.width), Double(pictures.height))
    let share = spacing(tip, size: brush.size, shape: min(width, height) / max(width, height))
    brush.rendering = .dabs(Brush.Dabs(spacing: ForeignPictures.spacing(share: share)))
    return brush
  }

  /// Whether a tip with colours paints with them, or with their lightness.
  private static func paintsColours(_ tip: XMLElement) -> Bool {
    if tip["preserveLightness"] == "1" { return true }
    if let application = tip["brushApplication"] { return application != "0" }
    return tip["ColorAsMask"] != "1"
  }

  /// A brush with a tip that Krita computes: round dabs, or a picture if it is not round.
  private func drawn(
    _ tip: XMLElement, _ tips: KritaTips, _ left: inout Set<ForeignBrushes.Feature>
  ) throws(ArchiveError) -> Brush {
    guard let shape = tip.children.first(where: { $0.name == "MaskGenerator" }),
      let size = shape.number("diameter") ?? shape.number("radius"), (shape.number("spikes") ?? 2) <= 2
    else { throw .fault(translated("its tip is of a kind that Fude does not have")) }
    if (tip.number("randomness") ?? 0) > 0 || (tip.number("density") ?? 1) < 1 { left.insert(.noise) }
    let ratio = ForeignBrushes.roundness(shape.number("ratio") ?? 1)
    // The even share of the radius; the edge is hard at 1.
    let hardness = max(0, min(1, ((shape.number("hfade") ?? 1) + (shape.number("vfade") ?? 1)) / 2))
    let isSquare = shape["type"] == "rect"
    var brush = Brush(size: size, minimumShare: 1)
    let share = spacing(tip, size: brush.size, shape: ratio)
    if ratio == 1, !isSquare {
      let share = ForeignPictures.spacing(share: share, within: Brush.Dabs.spacings)
      brush.rendering = .dabs(Brush.Dabs(spacing: share, hardness: hardness))
      return brush
    }
    guard let images = tips.drawn.images(isSquare: isSquare, hardness: hardness) else {
      throw .fault(translated("its tip is empty"))
    }
    var image = Brush.ImageTip(images)
    image.roundness = ratio
    image.angle = ForeignBrushes.angle(degrees: -(tip.number("angle") ?? 0) * 180 / .pi)
    brush.tip = .image(image)
    brush.rendering = .dabs(Brush.Dabs(spacing: ForeignPictures.spacing(share: share)))
    return brush
  }

  /// The distance between prints as a share of the longer side. Krita's depends on the direction if the sides differ;
  /// this is between both.
  /// - Parameters:
  ///   - size: the longer side, px.
  ///   - shape: the shorter side as a share of the longer one.
  private func spacing(_ tip: XMLElement, size: Double, shape: Double) -> Double {
    if tip["useAutoSpacing"] == "1" {
      let factor = tip.number("autoSpacingCoeff") ?? 1
      return size < 1 ? factor : factor / size.squareRoot()
    }
    return (tip.number("spacing") ?? 0.25) * (flag("Spacing/Isotropic") ? 1 : shape.squareRoot())
  }

  // MARK: - Options

  private func setSize(_ brush: inout Brush, _ left: inout Set<ForeignBrushes.Feature>) {
    let option = KritaOption("Size", parameters)
    guard option.isOn else { return }
    let effect = option.effect
    brush = brush.resized(to: brush.size * effect.most)
    (brush.minimumShare, brush.pressureCurve) = (effect.minimumShare, effect.curve)
    vary(&brush) { $0.size = effect.loss }
    if effect.hasOthers { left.insert(.otherControls) }
  }

  /// What turns the tip, and mirrors it by chance.
  private func setRotation(_ brush: inout Brush, _ left: inout Set<ForeignBrushes.Feature>) {
    guard case .image(var tip) = brush.tip else { return }
    let mirror = KritaOption("Mirror", parameters)
    if mirror.isOn {
      if mirror.sensors.map(\.name) == ["fuzzy"] {
        (tip.flipsAcross, tip.flipsDown) = (flag("HorizontalMirrorEnabled"), flag("VerticalMirrorEnabled"))
      } else {
        left.insert(.otherControls)
      }
    }
    let option = KritaOption("Rotation", parameters)
    if option.isOn {
      // Without the stroke's direction, Krita starts at half a turn.
      var turn = 180.0
      for sensor in option.sensors {
        switch sensor.name {
        case "drawingangle": (tip.turning, turn) = (.direction, sensor.offset)
        case "ascension": if tip.turning == .fixed { (tip.turning, turn) = (.tilt, 90) }
        case "rotation": if tip.turning == .fixed { tip.turning = .roll }
        case "fuzzy": tip.angleJitter = option.value
        default: left.insert(.otherControls)
        }
      }
      if tip.turning != .fixed || tip.angleJitter > 0 {
        tip.angle = ForeignBrushes.angle(degrees: tip.angle.degrees + turn)
      }
    }
    brush.tip = .image(tip)
  }

  private func setScatter(_ brush: inout Brush, _ left: inout Set<ForeignBrushes.Feature>) {
    var parameters = parameters
    if parameters["ScatterValue"] == nil { parameters["ScatterValue"] = parameters["Scattering/Amount"] }
    let option = KritaOption("Scatter", parameters, most: 5)
    let (along, across) = (flag("Scattering/AxisX", usual: true), flag("Scattering/AxisY", usual: true))
    guard option.isOn, along || across else { return }
    let effect = option.effect
    if effect.hasOthers || effect.minimumShare < 1 || !across { left.insert(.scatter) }
    vary(&brush) { variation in
      variation.scatter = effect.most
      variation.scattersAlong = along && effect.most > 0
    }
  }

  /// Strength, opacity and blend mode. Prints add up if Krita builds them up, or their flow is not full.
  private func setStrength(_ brush: inout Brush, _ left: inout Set<ForeignBrushes.Feature>) {
    let opacity = KritaOption("Opacity", parameters)
    var flow = KritaOption("Flow", parameters).effect
    if parameters["FlowSensor"] == nil { flow = KritaOption.Effect(most: number("FlowValue") ?? 1) }
    let effect = opacity.effect
    if effect.hasOthers || flow.hasOthers { left.insert(.otherControls) }
    let dynamic = opacity.value > 0 ? effect.most / opacity.value : 1
    let buildsUp = parameters["PaintOpAction"] != "2"
    brush.opacity = buildsUp ? 1 : max(0.01, opacity.value)
    brush.flow.most = max(0.001, min(1, dynamic * flow.most * (buildsUp ? opacity.value : 1)))
    brush.flow.minimumShare = effect.minimumShare * flow.minimumShare
    brush.flow.curve = effect.minimumShare < 1 ? effect.curve : flow.curve
    vary(&brush) { $0.strength = 1 - (1 - effect.loss) * (1 - flow.loss) }
    if buildsUp || flow.most < 1 || flow.minimumShare < 1, let dabs = brush.dabs { brush.rendering = .spray(dabs) }
    switch parameters["CompositeOp"] ?? "normal" {
    case "normal", "": break
    case "erase": brush.blend = .erase
    case "multiply": brush.blend = .multiply
    default: left.insert(.blendMode)
    }
    if flag("EraserMode") { brush.blend = .erase }
  }

  private func vary(_ brush: inout Brush, _ change: (inout Brush.Variation) -> Void) {
    guard var dabs = brush.dabs else { return }
    change(&dabs.variation)
    brush.rendering = .dabs(dabs)
  }
}

extension XMLElement {
  /// A finite number of an attribute; nil if there is none.
  fileprivate func number(_ name: String) -> Double? {
    self[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }
}
