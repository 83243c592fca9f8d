import Geometry
import Language
import Paint
import Studio
import Toolkit

/// The settings of the tool in use, and of symmetry while that is on, to the right of the bar at the
/// top.
///
/// Without enough room it is a button that opens them as a popup. It is hidden for brushes of outlines,
/// whose size and opacity have their own panel, unless symmetry or a stabiliser of the ink is on. `show`
/// replaces the controls when the subjects have changed.
final class OptionsPanel: Panel {
  enum Subject: Hashable {
    case tool(CanvasTool), symmetry, stabiliser(StrokeAids.StabiliserKind)
    /// What a brush that smudges mixes with.
    case mixing
    /// The texture under a brush.
    case paper

    /// The subjects for a state; none if there are no options.
    static func all(_ state: InterfaceState) -> [Subject] {
      let stabiliser = state.settings.aids.stabiliser
      let own: Subject? =
        [.brush, .eraser].contains(state.tool)
        ? stabiliser == .brush ? nil : .stabiliser(stabiliser)
        : ownOptions[state.tool] == nil ? nil : .tool(state.tool.selects ? .selectRectangle : state.tool)
      let inks = state.tool.usesBrush
      let (mixes, isOnPaper) = (inks && state.brushSmudges, inks && state.brushTakesPaper)
      let erases: Subject? = state.tool == .eraser ? .tool(.eraser) : nil
      return [erases, own, isOnPaper ? .paper : nil, mixes ? .mixing : nil, state.isSymmetric ? .symmetry : nil]
        .compactMap {
          $0
        }
    }

    /// The options of tools.
    private static let ownOptions: [CanvasTool: @Sendable (WidgetContext, _ isUpright: Bool) -> ToolOptions] = [
      .eraser: { EraserOptions($0, isUpright: $1) },
      .fill: { FillOptions($0, isUpright: $1) },
      .lassoFill: { LassoFillOptions($0, isUpright: $1) },
      .encloseFill: { FillOptions($0, isUpright: $1) },
      .gradient: { GradientOptions($0, isUpright: $1) },
      .eyedropper: { EyedropperOptions($0, isUpright: $1) },
      .line: { FigureOptions($0, isUpright: $1, translated("Shift: in steps of 15°")) },
      .rectangle: { FigureOptions($0, isUpright: $1, translated("Shift: a square")) },
      .ellipse: { FigureOptions($0, isUpright: $1, translated("Shift: a circle")) },
      .selectRectangle: { SelectionOptions($0, isUpright: $1) },
      .selectLasso: { SelectionOptions($0, isUpright: $1) },
      .selectEllipse: { SelectionOptions($0, isUpright: $1) },
      .selectPolygon: { SelectionOptions($0, isUpright: $1) },
      .wand: { WandOptions($0, isUpright: $1) },
      .selectColour: { WandOptions($0, isUpright: $1, closesGaps: false) },
      .strokes: { StrokeOptions($0, isUpright: $1) },
      .crop: { CropOptions($0, isUpright: $1) },
    ]

    func controls(_ context: WidgetContext, isUpright: Bool) -> ToolOptions {
      switch self {
      case .tool(let tool): Self.ownOptions[tool]?(context, isUpright) ?? ToolOptions(context, isUpright: isUpright)
      case .symmetry: SymmetryOptions(context, isUpright: isUpright)
      case .mixing: MixingOptions(context, isUpright: isUpright)
      case .paper: PaperOptions(context, isUpright: isUpright)
      case .stabiliser(let stabiliser): StabiliserOptions(context, isUpright: isUpright, stabiliser)
      }
    }
  }

  private(set) var subjects: [Subject] = []
  private(set) var controls: ToolOptions?
  /// The button that opens them if there is no room.
  let button: Button
  private weak var popup: OptionsPopup?

  override init(_ context: WidgetContext) {
    button = Button(context)
    super.init(context)
    (button.face, button.title) = (.icon(.options), translated("Options of the tool"))
    button.onPress = { [weak self] in
      self?.openPopup()
    }
    show()
  }

  var hasOptions: Bool { controls != nil }

  /// It is above the paper, where strokes begin. A fill or an eyedropper acts at one place and has no stroke.
  override var yieldsToStrokes: Bool { !context.state.tool.keepsPanels }

  override func show() {
    let now = Subject.all(context.state)
    if now != subjects {
      subjects = now
      closePopup()
      controls = now.isEmpty ? nil : .of(now, context, isUpright: false)
      context.overlay?.layOut()
    }
    if controls?.update() ?? false { context.overlay?.layOut() }
  }

  private func openPopup() {
    guard let overlay = context.overlay, !subjects.isEmpty else { return }
    let popup = OptionsPopup(context, subjects)
    popup.opener = button
    self.popup = popup
    overlay.open(popup, beside: frame)
  }

  func closePopup() { if let popup { context.overlay?.close(popup) } }

  override var access: Access { Access(role: .panel, name: translated("Options of the tool")) }

  // MARK: Layout

  override func size(within width: Int) -> (width: Int, height: Int) {
    let height = context.whole(44)
    guard let controls, !isCollapsed else { return (height, height) }
    return (controls.size(within: width).width + 2 * context.whole(controls.inset), height)
  }

  override func layOut() {
    let content = isCollapsed ? button : controls
    // Replaced only when it changes, so that the focus stays.
    if children.first !== content {
      removeChildren()
      if let content { add(content) }
      invalidate()
    }
    let edge = context.whole(2)
    if isCollapsed { return button.place(frame.grown(by: -edge)) }
    guard let controls else { return }
    let inset = context.whole(controls.inset)
    controls.place(
      PixelRect(
        minX: frame.minX + inset, minY: frame.minY + edge, maxX: frame.maxX - inset, maxY: frame.maxY - edge))
  }
}

/// The options as a popup, in a window without room for them beside the bar.
final class OptionsPopup: Panel {
  let controls: ToolOptions

  init(_ context: WidgetContext, _ subjects: [OptionsPanel.Subject]) {
    controls = .of(subjects, context, isUpright: true)
    super.init(context)
    add(controls)
    _ = controls.update()
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var access: Access { Access(role: .panel, name: translated("Options of the tool")) }

  override func show() {
    if controls.update() { context.overlay?.layOutPopups() }
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let edge = 2 * context.whole(12)
    let size = controls.size(within: width - edge)
    return (size.width + edge, size.height + edge)
  }

  override func layOut() { controls.place(frame.grown(by: -context.whole(12))) }
}
