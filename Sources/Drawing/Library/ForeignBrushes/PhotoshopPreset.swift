import Archive
import Geometry
import Ink
import Language

/// A preset of Photoshop as a brush.
struct PhotoshopPreset {
  private let preset: PhotoshopDescriptor
  /// Its name. Names of Photoshop's own presets have a key before it ("$$$/key=name"), which is left out.
  let name: String

  init(_ preset: PhotoshopDescriptor) {
    self.preset = preset
    let name = preset.text("Nm  ")
    self.name =
      name.hasPrefix("$$$/") ? String(name[name.index(after: name.lastIndex(of: "=") ?? name.startIndex)...]) : name
  }

  /// What a property follows.
  private struct Dynamic {
    enum Control { case off, pressure, tilt, direction, rotation, other }
    let control: Control
    /// The share that chance changes, 0...1, or more for scatter.
    let jitter: Double
    /// The share at no pressure, 0...1.
    let minimum: Double

    init(_ object: PhotoshopDescriptor) {
      control =
        switch object.number("bVTy") ?? 0 {
        case 0: .off
        case 2: .pressure
        case 3: .tilt
        // That of the stroke's start counts as that of each place.
        case 5, 6: .direction
        case 7, 8: .rotation
        default: .other
        }
      jitter = max(0, object.number("jitter") ?? 0) / 100
      minimum = Dynamic.share(object.number("Mnm ") ?? 0)
    }

    /// A share of 0...1 of a percentage.
    static func share(_ percent: Double) -> Double { max(0, min(1, percent / 100)) }
  }

  /// The brush.
  /// - Throws: if its tip cannot be used.
  func found(_ tips: inout PhotoshopTips) throws(ArchiveError) -> ForeignBrushes.Found {
    var left = others
    var brush = try brush(&tips, &left)
    setShape(&brush, &left)
    setScatter(&brush, &left)
    setStrength(&brush, &left)
    return ForeignBrushes.Found(name: name, brush: brush, left: left)
  }

  private func brush(
    _ tips: inout PhotoshopTips, _ left: inout Set<ForeignBrushes.Feature>
  ) throws(ArchiveError) -> Brush {
    let tip = preset.object("Brsh")
    let percent = tip.number("Spcn") ?? 25
    let (spacing, angle) = (percent > 0 ? percent / 100 : 0.25, tip.number("Angl") ?? 0)
    let roundness = max(0, (tip.number("Rndn") ?? 100) / 100)
    let key = tip.text("sampledData")
    if key.isEmpty {
      if !["computedBrush", "sampledBrush"].contains(tip.kind) { left.insert(.bristles) }
      guard let size = tip.number("Dmtr") else { throw .fault(translated("its tip is missing")) }
      return try tips.disc(
        size: size, roundness: roundness, angle: angle, hardness: (tip.number("Hrdn") ?? 100) / 100, spacing: spacing)
    }
    var pictures = try tips.pictures(key, across: tip.flag("flipX"), down: tip.flag("flipY"))
    pictures.spacing = spacing
    var brush = PhotoshopTips.brush(pictures).resized(to: tip.number("Dmtr") ?? pictures.size)
    setTip(&brush) { image in
      image.angle = ForeignBrushes.angle(degrees: -angle)
      image.roundness = ForeignBrushes.roundness(roundness)
    }
    return brush
  }

  /// The properties that Fude has not.
  private var others: Set<ForeignBrushes.Feature> {
    var left: Set<ForeignBrushes.Feature> = []
    let flags: [(String, ForeignBrushes.Feature)] = [
      ("useTexture", .texture), ("useColorDynamics", .colourDynamics), ("Wtdg", .wetEdges), ("Nose", .noise),
      ("Rpt ", .airbrush), ("useBrushPose", .otherControls),
    ]
    for (key, feature) in flags where preset.flag(key) { left.insert(feature) }
    if preset.object("dualBrush").flag("useDualBrush") { left.insert(.dualBrush) }
    if preset.object("toolOptions").flag("smoothing") { left.insert(.smoothing) }
    return left
  }

  /// Size, angle and roundness.
  private func setShape(_ brush: inout Brush, _ left: inout Set<ForeignBrushes.Feature>) {
    if preset.object("toolOptions").flag("usePressureOverridesSize") {
      brush.minimumShare = Dynamic.share(preset.number("minimumDiameter") ?? 0)
    }
    guard preset.flag("useTipDynamics") else { return }
    let size = Dynamic(preset.object("szVr"))
    switch size.control {
    case .off: break
    case .pressure: brush.minimumShare = Dynamic.share(preset.number("minimumDiameter") ?? 0)
    default: left.insert(.otherControls)
    }
    vary(&brush) { $0.size = min(1, size.jitter) }
    let (angle, roundness) = (Dynamic(preset.object("angleDynamics")), Dynamic(preset.object("roundnessDynamics")))
    if roundness.control != .off || roundness.jitter > 0 || preset.flag("brushProjection") { left.insert(.roundness) }
    let isImage = brush.tipImages != nil
    switch angle.control {
    case .pressure, .other: if isImage { left.insert(.otherControls) }
    default: break
    }
    setTip(&brush) { image in
      switch angle.control {
      case .direction: image.turning = .direction
      case .tilt: image.turning = .tilt
      case .rotation: image.turning = .roll
      case .off, .pressure, .other: break
      }
      image.angleJitter = min(1, angle.jitter)
      (image.flipsAcross, image.flipsDown) = (preset.flag("flipX"), preset.flag("flipY"))
    }
  }

  private func setScatter(_ brush: inout Brush, _ left: inout Set<ForeignBrushes.Feature>) {
    guard preset.flag("useScatter") else { return }
    let (scatter, count) = (Dynamic(preset.object("scatterDynamics")), Dynamic(preset.object("countDynamics")))
    if scatter.control != .off || count.control != .off || count.jitter > 0 { left.insert(.scatter) }
    let prints = preset.number("Cnt ") ?? 1
    vary(&brush) { variation in
      variation.scatter = min(Brush.Variation.scatters.upperBound, scatter.jitter)
      variation.scattersAlong = scatter.jitter > 0 && preset.flag("bothAxes")
      variation.count = Int(max(1, min(16, prints.rounded())))
    }
  }

  /// Flow, opacity and blend mode. Prints add up if the flow follows the pressure or is not full.
  private func setStrength(_ brush: inout Brush, _ left: inout Set<ForeignBrushes.Feature>) {
    let tool = preset.object("toolOptions")
    let full = max(0.01, Dynamic.share(tool.number("flow") ?? 100))
    brush.opacity = max(0.01, Dynamic.share(tool.number("Opct") ?? 100))
    brush.flow.most = full
    setBlend(&brush, tool, &left)
    var addsUp = full < 1
    if tool.flag("usePressureOverridesOpacity") { brush.flow.minimumShare = 0 }
    if preset.flag("usePaintDynamics") {
      let (flow, opacity) = (Dynamic(preset.object("prVr")), Dynamic(preset.object("opVr")))
      let followers = [flow, opacity].filter { $0.control == .pressure }
      if !followers.isEmpty { brush.flow.minimumShare = followers.reduce(1) { $0 * $1.minimum } }
      addsUp = addsUp || flow.control == .pressure
      if [flow, opacity].contains(where: { $0.control != .pressure && $0.control != .off }) {
        left.insert(.otherControls)
      }
      vary(&brush) { $0.strength = 1 - (1 - min(1, flow.jitter)) * (1 - min(1, opacity.jitter)) }
    }
    if addsUp, let dabs = brush.dabs { brush.rendering = .spray(dabs) }
  }

  private func setBlend(
    _ brush: inout Brush, _ tool: PhotoshopDescriptor, _ left: inout Set<ForeignBrushes.Feature>
  ) {
    switch tool.text("Md  ") {
    case "", "Nrml", "normal": break
    case "Mltp", "multiply": brush.blend = .multiply
    default: left.insert(.blendMode)
    }
    if tool.kind == "ErTl" { brush.blend = .erase }
  }

  private func setTip(_ brush: inout Brush, _ change: (inout Brush.ImageTip) -> Void) {
    guard case .image(var tip) = brush.tip else { return }
    change(&tip)
    brush.tip = .image(tip)
  }

  private func vary(_ brush: inout Brush, _ change: (inout Brush.Variation) -> Void) {
    guard var dabs = brush.dabs else { return }
    change(&dabs.variation)
    brush.rendering = .dabs(dabs)
  }
}
