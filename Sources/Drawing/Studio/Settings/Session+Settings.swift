import Document
import Files
import Ink
import Input
import Library
import Paint

/// The exchange of a session with the settings.
extension Session {
  /// Applies changed settings: keys, wheel, prediction, smoothing. They count from the next stroke
  /// on. Brush and colours stay.
  public func apply(_ new: Settings) {
    settings = new
    predictionHorizon = new.prediction / 1000
  }

  /// Applies settings together with the remembered state: the brush, the sizes and opacities of all
  /// brushes, the colours, the tools' settings. Missing brushes are skipped.
  public func restore(_ remembered: Settings) {
    for name in brushes.names {
      guard let brush = brushes[name], let use = remembered.brushes[name] else { continue }
      let left = use.applied(to: brush)
      if name == eraser.name {
        eraser = left
      } else {
        brushUse.left[name] = left
        brushUse.opacities[name] = use.opacity
        brushUse.papers[name] = use.paper
      }
    }
    if let pen = brushUse.left[brush.name] { brush = pen }
    style.exactOpacity = brushUse.opacities[brush.name] ?? 1
    _ = usePaper()
    if !maskColours.set(layer: (remembered.foreground, remembered.background)) {
      (style.colour, background) = (remembered.foreground, remembered.background)
    }
    recentColours = Array(remembered.recentColours.prefix(Self.mostRecentColours))
    toolSettings = remembered.tools
    apply(remembered)
    if brushes[remembered.brush] != nil, remembered.brush != eraser.name { _ = choose(brush: remembered.brush) }
    recentBrushes = remembered.recentBrushes
  }

  /// Continues where another session ends: with its tool, brushes, colours, settings and clipboard.
  public func adoptState(of other: Session) {
    restore(other.remembered)
    tool = other.tool
    toolSettings = other.toolSettings
    symmetryState.last = other.symmetryState.last
    recentColours = other.recentColours
    recentBrushes = other.recentBrushes
    (clipboard, copiedLayers) = (other.clipboard, other.copiedLayers)
    (interfaceScale, openArea) = (other.interfaceScale, other.openArea)
  }

  /// The settings with the present brush, sizes, opacities, colours and tools' settings. Only the
  /// size of the eraser is remembered. The tool belongs to the drawing (`work`).
  public var remembered: Settings {
    var all = settings
    all.brush = brush.name
    (all.foreground, all.background) = maskColours.layer ?? (style.colour, background)
    all.recentColours = recentColours
    all.recentBrushes = recentBrushes
    all.tools = toolSettings.lasting
    var opacities = brushUse.opacities
    opacities[brush.name] = opacity
    // The current brush comes last, so that it replaces its state from when it was chosen.
    for left in Array(brushUse.left.values) + [eraser, brush] {
      var use = all.brushes[left.name] ?? Settings.BrushUse()
      // In hundredths, for readers of the file.
      let width = (left.fullWidth * 100).rounded() / 100
      use.opacity = opacities[left.name].flatMap { $0 == 1 ? nil : ($0 * 100).rounded() / 100 }
      use.width = abs(width - (brushes[left.name]?.fullWidth ?? 0)) < 0.005 ? nil : width
      use.tip = nil
      use.paper = brushUse.papers[left.name]
      all.brushes[left.name] = use == Settings.BrushUse() ? nil : use
    }
    return all
  }

  /// A brush with the smoothing of the command line, unless its file has one; else with the
  /// settings' smoothing for all brushes; else with its own.
  func steadied(_ brush: Brush) -> Brush {
    let brush = settings.aids.guiding(brush, scale: interfaceScale)
    // MyPaint's brushes smooth by themselves.
    if brush.paint != nil { return brush }
    if let smoothing { return brush.steadied(by: smoothing) }
    var steadied = brush
    if let alike = settings.smoothing { steadied.strength = alike }
    return steadied
  }
}

/// The brushes in use, and how each was left.
struct BrushUse {
  /// The brush of the pen's writing end.
  var current: Brush
  var eraser: Brush
  /// The brushes that were used before, by name, with the size that they were left with.
  var left: [String: Brush] = [:]
  /// The opacities that brushes were left with, by name, if not full.
  var opacities: [String: Double] = [:]
  /// The papers that were chosen for brushes, by the brushes' names.
  var papers: [String: Settings.PaperUse] = [:]
  /// Why the current brush is without its paper; nil if it is not.
  var paperFault: FileError?

  init(_ library: BrushLibrary) {
    current = library["pen"] ?? Brush()
    eraser = library["eraser"] ?? .eraser
  }
}
