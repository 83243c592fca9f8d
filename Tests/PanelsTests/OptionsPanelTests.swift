import Document
import Foundation
import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import Studio
import TestSupport
import Testing

@testable import Library
@testable import Panels
@testable import Toolkit

/// The options of the tool in use: they show the settings and change them.
@Suite struct OptionsPanelTests {
  let screen: Screen
  private var panel: OptionsPanel { screen.overlay.options }

  init() throws { screen = try Screen(1440, 900) }

  private func show(_ change: (inout InterfaceState) -> Void) {
    var state = screen.overlay.context.state
    change(&state)
    screen.overlay.show(state)
  }

  private func press(_ widget: Widget) -> [Overlay.Effect] { press(Rect(widget.frame).center) }

  /// Presses and releases, and applies the effects as the program does.
  private func press(_ p: Point) -> [Overlay.Effect] {
    let effects = screen.pointer(.down, p).effects + screen.pointer(.up(.lifted), p).effects
    for case .setTool(let settings) in effects { show { $0.toolSettings = settings } }
    return effects
  }

  private func controls<T: ToolOptions>(_ type: T.Type) throws -> T { try #require(panel.controls as? T) }

  /// Fails if a tool has another tool's options, or a tool without options an empty panel.
  @Test("each tool has its own options, and brushes none", arguments: CanvasTool.all)
  func subjects(_ tool: CanvasTool) {
    show { $0.tool = tool }
    let kinds: [CanvasTool: ToolOptions.Type] = [
      .eraser: EraserOptions.self, .eyedropper: EyedropperOptions.self, .fill: FillOptions.self,
      .gradient: GradientOptions.self, .lassoFill: LassoFillOptions.self, .encloseFill: FillOptions.self,
      .line: FigureOptions.self,
      .rectangle: FigureOptions.self, .ellipse: FigureOptions.self, .selectRectangle: SelectionOptions.self,
      .selectEllipse: SelectionOptions.self, .selectLasso: SelectionOptions.self,
      .selectPolygon: SelectionOptions.self, .wand: WandOptions.self, .selectColour: WandOptions.self,
      .strokes: StrokeOptions.self, .crop: CropOptions.self,
    ]
    let expected: OptionsPanel.Subject? = kinds[tool] == nil ? nil : .tool(tool.selects ? .selectRectangle : tool)
    #expect(panel.controls.map { type(of: $0) } == kinds[tool])
    #expect(panel.subjects == [expected].compactMap { $0 } && panel.isHidden == (expected == nil))
    // The settings of symmetry do not vanish under any tool while it is on.
    show { $0.toolSettings.symmetry.kind = .mirror(vertical: true, horizontal: false) }
    #expect(panel.subjects == [expected, .symmetry].compactMap { $0 })
  }

  /// Fails if a stabiliser of the ink has no options beside a brush, they show or set wrong values, or
  /// symmetry does not come first.
  @Test("a stabiliser is set beside the brush")
  func stabiliser() throws {
    show {
      $0.tool = .brush
      $0.settings.aids.stabiliser = .rope
      $0.settings.aids.rope = 80
    }
    let rope = try controls(StabiliserOptions.self)
    #expect(panel.subjects == [.stabiliser(.rope)] && rope.amount.value == 80 && rope.endsAtPen.isOn)
    guard case .changeSettings(let ended)? = press(rope.endsAtPen).first else {
      return #expect(Bool(false), "the toggle changes the settings")
    }
    #expect(ended.aids.stabiliserEnd == .ink && ended.aids.rope == 80)
    guard case .changeSettings(let longer)? = rope.posted({ rope.amount.onChange(120, true) }).first else {
      return #expect(Bool(false), "the slider changes the settings")
    }
    #expect(longer.aids.rope == 120)
    show { $0.settings.aids.stabiliser = .average }
    let average = try controls(StabiliserOptions.self)
    #expect(average.amount.value == 250 && average.posted { average.amount.onChange(250, true) }.isEmpty)
    show { $0.tool = .fill }
    #expect(panel.subjects == [.tool(.fill)])
    show {
      $0.tool = .brush
      $0.toolSettings.symmetry.kind = .mirror(vertical: true, horizontal: false)
    }
    #expect(panel.subjects.last == .symmetry)
  }

  /// Fails if the sliders of the fill tool show or set wrong numbers, or ignore keys or the wheel.
  @Test("a fill is set by pen, wheel and keys")
  func fill() throws {
    show { $0.tool = .fill }
    let fill = try controls(FillOptions.self)
    #expect(fill.tolerance.value == 32 && fill.gap.value == 0 && fill.source.chosen == 0)
    let end = Point(Double(fill.tolerance.frame.minX) + 48 - 9, Rect(fill.tolerance.frame).center.y)
    guard case .setTool(let most)? = press(end).first else { return #expect(Bool(false), "nothing was set") }
    #expect(most.filling.tolerance == 255 && fill.tolerance.value == 255)
    guard case .setTool(let wheel)? = screen.scroll(1, end).effect else {
      return #expect(Bool(false), "the wheel did nothing")
    }
    #expect(wheel.filling == FillSettings(tolerance: 251))
    screen.overlay.focus(fill.gap)
    guard case .setTool(let keyed)? = screen.key(KeyCode.right).effect else {
      return #expect(Bool(false), "the key did nothing")
    }
    #expect(keyed.filling.gap == 1)
    screen.overlay.focus(fill.source)
    guard case .setTool(let layer)? = screen.key(KeyCode.right).effect else {
      return #expect(Bool(false), "the key did nothing")
    }
    #expect(layer.filling.source == .layer)
  }

  /// Fails if the eyedropper's choice has no effect.
  @Test("the eyedropper takes from the drawing or the layer")
  func eyedropper() throws {
    show { $0.tool = .eyedropper }
    let source = try controls(EyedropperOptions.self).source
    let right = Point(Double(source.frame.maxX) - 10, Rect(source.frame).center.y)
    _ = press(right)
    #expect(!screen.overlay.context.state.toolSettings.picksMerged && source.chosen == 1)
    _ = press(Point(Double(source.frame.minX) + 10, right.y))
    #expect(screen.overlay.context.state.toolSettings.picksMerged)
  }

  /// Whether a control, or the group with it, is hidden.
  private func isHidden(_ widget: Widget) -> Bool { widget.isHidden || widget.parent?.isHidden ?? true }

  /// Fails if the eraser's choice sets nothing, shows another one, or offers layers for pixels.
  @Test("the eraser erases pixels or strokes")
  func erasing() throws {
    show { $0.tool = .eraser }
    let options = try controls(EraserOptions.self)
    #expect(options.extent.chosen == 0 && isHidden(options.source))
    var tools = ToolSettings()
    tools.erasing = .crossing
    #expect(options.posted { options.extent.onChoose(2) } == [.setTool(tools)])
    show { $0.toolSettings.erasing = .crossing }
    #expect(options.extent.chosen == 2 && !isHidden(options.source))
    tools.takesStrokesOfAllLayers = true
    #expect(options.posted { options.source.onChoose(0) } == [.setTool(tools)])
    tools = ToolSettings()
    #expect(options.posted { options.extent.onChoose(0) } == [.setTool(tools)])
  }

  /// Fails if the hand in use is not marked, its values are not shown, or sliders ask for other changes.
  @Test("hands of the stroke tool have their values")
  func hands() throws {
    show { $0.tool = .strokes }
    let options = try controls(StrokeOptions.self)
    #expect(options.hands.map(\.isChosen) == [true] + Array(repeating: false, count: 5) && isHidden(options.reaches))
    show { $0.toolSettings.strokeHand = .bend }
    #expect(
      options.hands[1].isChosen && !isHidden(options.reaches) && isHidden(options.calms) && isHidden(options.areas[0]))
    var tools = ToolSettings()
    (tools.strokeHand, tools.strokeReach) = (.bend, 90)
    #expect(options.posted { options.reaches.onChange(90, false) } == [.setTool(tools)])
    var change = StrokeChange()
    change.harder = 0.25
    #expect(options.posted { options.pressures.onChange(25, false) } == [.changeStrokes(change)])
    change = StrokeChange()
    change.shape = .calm(8)
    #expect(options.posted { options.calms.onChange(8, false) } == [.changeStrokes(change)])
    change = StrokeChange()
    change.stabiliser = .average(time: 0.2, endsAtPen: true)
    #expect(options.posted { options.stabilisers.onChange(200, false) } == [.changeStrokes(change)])
    change.stabiliser = Stabiliser.none
    #expect(options.posted { options.stabilisers.onChange(0, false) } == [.changeStrokes(change)])
  }

  /// Fails if a brush that smudges has no switch for the layers below, another brush has one, or the switch
  /// sets nothing.
  @Test("brushes that smudge mix with the layers below when asked")
  func mixing() throws {
    show { $0.brushSmudges = true }
    let below = try controls(MixingOptions.self).below
    _ = press(Rect(below.frame).center)
    #expect(screen.overlay.context.state.toolSettings.mixesBelow && below.isOn)
    show { $0.tool = .line }
    #expect(screen.overlay.options.subjects == [.tool(.line), .mixing])
    show { $0.tool = .eraser }
    #expect(screen.overlay.options.subjects == [.tool(.eraser)])
    show { ($0.tool, $0.brushSmudges) = (.brush, false) }
    #expect(screen.overlay.options.subjects.isEmpty)
  }

  /// Fails if a brush that shows a paper has no choice of it, another brush has one, the choice or a slider sets
  /// another value, or sliders are shown without a paper.
  @Test("papers are chosen beside the brush")
  func papers() throws {
    show { ($0.brushTakesPaper, $0.papers) = (true, ["canvas", "My paper"]) }
    #expect(panel.subjects == [.paper])
    let options = try controls(PaperOptions.self)
    #expect(options.papers.options == ["The brush's own", "Canvas", "My paper"] && options.papers.chosen == 0)
    #expect(options.strength.parent?.isHidden ?? false)
    #expect(options.posted { options.papers.onChoose(2) } == [.brushes(.setPaper(.init("My paper")))])
    show { $0.brushPaper = .init("My paper", strength: 0.25, scale: 2) }
    #expect(options.papers.chosen == 2 && options.strength.value == 25 && options.scale.value == 200)
    #expect(options.strength.parent?.isHidden == false)
    #expect(
      options.posted { options.papers.onChoose(1) } == [.brushes(.setPaper(.init("canvas", strength: 0.25, scale: 2)))])
    #expect(options.posted { options.papers.onChoose(0) } == [.brushes(.setPaper(nil))])
    #expect(
      options.posted { options.strength.onChange(60, true) } == [
        .brushes(.setPaper(.init("My paper", strength: 0.6, scale: 2)))
      ])
    #expect(
      options.posted { options.scale.onChange(50, true) } == [
        .brushes(.setPaper(.init("My paper", strength: 0.25, scale: 0.5)))
      ])
    show { $0.brushPaper = .init("gone") }
    #expect(options.papers.chosen == nil && options.papers.otherwise == "gone")
    show { $0.tool = .line }
    #expect(panel.subjects == [.tool(.line), .paper])
    show { $0.tool = .eraser }
    #expect(panel.subjects == [.tool(.eraser)])
  }

  /// Fails if a paper that comes with Fude has no title, or a title no paper.
  @Test func shippedPapersHaveTitles() throws {
    let library = PaperLibrary(folders: [
      URL(filePath: #filePath).deletingLastPathComponent().path + "/../../Resources/papers"
    ])
    #expect(library.names.sorted() == ShippedPapers.titles.keys.sorted())
  }

  /// Fails if a symmetry button sets another kind, the number of folds is lost between two
  /// choices, or is shown without radial symmetry.
  @Test("kind, folds and centre of symmetry can be set")
  func symmetry() throws {
    show { $0.toolSettings.symmetry.kind = .mirror(vertical: true, horizontal: false) }
    let controls = try controls(SymmetryOptions.self)
    func kind() -> Symmetry.Kind { screen.overlay.context.state.toolSettings.symmetry.kind }
    #expect(controls.kinds[0].isChosen && !controls.focusables.contains { $0 === controls.folds })
    let narrow = panel.frame.width
    _ = press(controls.kinds[1])
    #expect(kind() == .mirror(vertical: false, horizontal: true))
    _ = press(controls.kinds[2])
    #expect(kind() == .mirror(vertical: true, horizontal: true) && controls.kinds[2].isChosen)
    _ = press(controls.kinds[3])
    #expect(kind() == .radial(count: 6, isMirrored: false) && panel.frame.width > narrow + 100)
    #expect(Rect(panel.frame).contains(Rect(controls.middle.frame).center))
    _ = press(controls.mirrored)
    screen.overlay.focus(controls.folds)
    for case .setTool(let settings) in screen.key(KeyCode.right).effects { show { $0.toolSettings = settings } }
    #expect(kind() == .radial(count: 7, isMirrored: true))
    _ = press(controls.kinds[0])
    _ = press(controls.kinds[3])
    #expect(kind() == .radial(count: 7, isMirrored: true))
    #expect(press(controls.aim) == [.placeCenter(true)] && !controls.middle.isEnabled)
    show { ($0.isPlacingCenter, $0.toolSettings.symmetry.center) = (true, Point(5, 6)) }
    #expect(controls.aim.isChosen && press(controls.aim) == [.placeCenter(false)])
    _ = press(controls.middle)
    #expect(screen.overlay.context.state.toolSettings.symmetry.center == nil)
  }

  /// Fails if a button has another effect than its icon shows, is enabled without a selection, or is not there while the
  /// selection floats.
  @Test("a selection is made anew or joined, edged, inverted, flipped, placed and put back")
  func selection() throws {
    show { $0.tool = .selectLasso }
    let controls = try controls(SelectionOptions.self)
    func enabled() -> [Action] { controls.shown.filter(\.isEnabled).compactMap(\.action) }
    #expect(
      enabled() == [
        .selectAll, .invertSelection, SelectionActions.again, SelectionActions.quickMask, SelectionActions.lineOnly,
        .paste,
      ])
    show { $0.hasSelection = true }
    let selecting: [Action] = [
      .selectAll, .deselect, .invertSelection, SelectionActions.again, SelectionActions.quickMask,
      SelectionActions.edge, SelectionActions.lineOnly, .paste,
    ]
    #expect(enabled() == selecting)
    for (mode, button) in zip(SelectionRecipe.Mode.allCases, controls.modes.buttons).reversed() {
      var wanted = screen.overlay.context.state.toolSettings
      wanted.selectionMode = mode
      #expect(press(button) == [.setTool(wanted)] && button.isChosen)
    }
    show { $0.isFloating = true }
    let floating: [Action] = [.flipSelection, .flipSelectionVertically, .apply, .cancel]
    #expect(enabled() == floating)
    #expect(controls.shown.map { press($0) } == floating.map { [.perform($0)] })
    #expect(controls.modes.buttons.allSatisfy { !$0.frame.isEmpty })
    show { $0.isFloating = false }
    #expect(controls.shown.map { press($0) } == selecting.map { [.perform($0)] })
    #expect(controls.shown.allSatisfy { $0.frame.width == 40 && $0.frame.height == 40 && !$0.shortcut.isEmpty })
  }

  /// Fails if a slider of the edge changes another part, or more than its part, or the popup does not close.
  @Test("the edge of the selection follows its sliders")
  func edge() throws {
    var edge = SelectionEdge()
    edge.growth = 4
    show { ($0.tool, $0.hasSelection, $0.selectionEdge) = (.selectLasso, true, edge) }
    screen.overlay.showEdge()
    screen.overlay.showEdge()
    let panel = try #require(screen.overlay.popups.last as? EdgePanel)
    #expect(screen.overlay.popups.count == 1 && panel.growth.value == 4 && panel.feather.value == 0)
    edge.feather = 30
    #expect(panel.posted { panel.feather.onChange(30, false) } == [.setEdge(edge, isSettled: false)])
    (edge.feather, edge.smoothing) = (0, 7)
    #expect(panel.posted { panel.smoothing.onChange(7, true) } == [.setEdge(edge, isSettled: true)])
    (edge.smoothing, edge.border) = (0, 3)
    #expect(panel.posted { panel.border.onChange(3, true) } == [.setEdge(edge, isSettled: true)])
    (edge.border, edge.growth) = (0, -9)
    #expect(panel.posted { panel.growth.onChange(-9, true) } == [.setEdge(edge, isSettled: true)])
    _ = screen.key(KeyCode.enter)
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if the fields show another size than the frame's or change another edge, or the buttons
  /// do not crop and reset.
  @Test("the crop tool's frame is typed, applied and reset")
  func crop() throws {
    show {
      $0.tool = .crop
      $0.canvas = PixelRect(x: 0, y: 0, width: 400, height: 300)
    }
    let controls = try controls(CropOptions.self)
    #expect(controls.width.value == 400 && controls.height.value == 300 && !controls.apply.isEnabled)
    let frame = PixelRect(x: -10, y: 20, width: 50, height: 60)
    show { $0.toolSettings.crop = frame }
    #expect(controls.width.value == 50 && controls.height.value == 60)
    var wanted = ToolSettings()
    wanted.crop = PixelRect(x: -10, y: 20, width: 70, height: 60)
    #expect(controls.posted { controls.width.onChange(70) } == [.setTool(wanted)])
    wanted.crop = PixelRect(x: -10, y: 20, width: 50, height: 80)
    #expect(controls.posted { controls.height.onChange(80) } == [.setTool(wanted)])
    #expect(press(controls.apply) == [.perform(.apply)] && press(controls.reset) == [.perform(.cancel)])
  }

  /// Fails if a narrow window has no way to the options, or the popup stays open with another
  /// tool's.
  @Test("without room beside the bar, a button opens the options below it", arguments: [1.0, 2])
  func collapsed(_ scale: Double) throws {
    let screen = try Screen(Int(600 * scale), Int(500 * scale), scale: scale)
    var state = InterfaceState()
    state.tool = .fill
    screen.overlay.show(state)
    let panel = screen.overlay.options
    #expect(!panel.isHidden && panel.isCollapsed && panel.frame.width == Int(44 * scale))
    let middle = Rect(panel.button.frame).center
    func press() {
      _ = screen.pointer(.down, middle)
      _ = screen.pointer(.up(.lifted), middle)
    }
    press()
    let popup = try #require(screen.overlay.popups.last as? OptionsPopup)
    #expect(screen.bounds.contains(popup.frame))
    let fill = try #require(popup.controls as? FillOptions)
    #expect(popup.frame.contains(fill.source.frame) && fill.gap.frame.minY >= fill.tolerance.frame.maxY)
    // It stays open after a layout; pressed again, it closes.
    state.undoCount = 1000
    screen.overlay.show(state)
    #expect(screen.overlay.popups.last === popup)
    press()
    #expect(!screen.overlay.hasPopup)
    press()
    state.tool = .eyedropper
    screen.overlay.show(state)
    #expect(!screen.overlay.hasPopup)
    // The popup's height is that of its content.
    (state.tool, state.toolSettings.symmetry.kind) = (.brush, .mirror(vertical: true, horizontal: false))
    screen.overlay.show(state)
    press()
    let symmetry = try #require(screen.overlay.popups.last as? OptionsPopup)
    let aim = try #require(symmetry.controls as? SymmetryOptions).aim.frame
    #expect(aim.maxY + Int(12 * scale) == symmetry.frame.maxY)
    press()
    (state.tool, state.toolSettings.symmetry.kind) = (.fill, .none)
    screen.overlay.show(state)
    // In a wide window the options are shown directly.
    press()
    _ = screen.resize(width: Int(1100 * scale), height: Int(500 * scale))
    #expect(!screen.overlay.hasPopup && !panel.isCollapsed && panel.controls?.frame.isEmpty == false)
  }

  /// Fails if the options of a tool have no room in a window of that size, or overlap other
  /// panels.
  @Test("at 1024 x 700 every tool's options are shown whole without overlap")
  func small() throws {
    _ = screen.resize(width: 1024, height: 700)
    for tool in CanvasTool.all {
      for isRadial in [false, true] {
        show {
          $0.tool = tool
          $0.toolSettings.symmetry.kind = isRadial ? .radial(count: 12, isMirrored: true) : .none
        }
        guard !panel.subjects.isEmpty else { continue }
        // The options of a tool and those of symmetry may be behind a button.
        #expect(!panel.isHidden && (!panel.isCollapsed || panel.subjects.count > 1), "\(tool)")
        for other in screen.overlay.panels where other !== panel && !other.isHidden {
          #expect(!other.frame.intersects(panel.frame), "\(tool): \(other)")
        }
      }
    }
  }

  /// Fails if a change is not drawn.
  @Test("changes are reported as damage")
  func damage() throws {
    for (i, tool) in [CanvasTool.fill, .line, .brush, .selectLasso, .eyedropper, .hand].enumerated() {
      var state = screen.overlay.context.state
      state.tool = tool
      state.toolSettings.filling.tolerance = 10 * i
      try screen.repaint(screen.dirtied { screen.overlay.show(state) })
      let differing = try Golden.differences(screen.shown, screen.whole(isUncached: true), 2)
      #expect(differing.isEmpty, "\(tool): \(differing.count) px")
    }
  }
}
