import Document
import Geometry
import Ink
import Input
import Language
import Paint
import Pixels
import Raster

/// Fills the inside of a freehand line, or all areas of line art inside of it.
struct AreaFillTool: ToolBehaviour {
  private static let lassoAction: Action = .init(
    "lasso-fill", Message("Fill with the lasso"), .tools, "Shift+L",
    also: Message("freehand shape bucket", context: "search words")
  ) { $0.choose(.lassoFill) }
  static let lasso: CanvasTool = .init(
    "lassoFill", Message("Fill with the lasso"), action: lassoAction, group: .fills, keepsPanels: true,
    icon: CanvasTool.Icon(
      "M5,15c-2.5,-2.5 -2,-7.5 2.5,-10c4.5,-2.5 10.5,-1 12,3c1.5,4 -1.5,8 -6,8.5c-2,0.2 -3,-0.5 -4.5,0.5c-1.2,0.8 -1,2.5 -2.5,3.5",
      filled:
        "M7,14c-2,-2 -1.6,-5.6 1.8,-7.4c3.4,-1.8 8,-0.7 9.1,2.2c1.1,2.9 -1.1,5.8 -4.5,6.2c-2.6,0.3 -4.6,0.8 -6.4,-1z"),
    AreaFillTool(encloses: false))
  private static let encloseAction: Action = .init(
    "enclose-fill", Message("Enclose and fill"), .tools, "Alt+Shift+L",
    also: Message("loop areas close bucket", context: "search words")
  ) { $0.choose(.encloseFill) }
  static let enclose: CanvasTool = .init(
    "encloseFill", Message("Enclose and fill"), action: encloseAction, group: .fills, keepsPanels: true,
    icon: CanvasTool.Icon(
      "M3.5,12a8.5,8 0 1 1 8,8M11.5,20l-2.5,-2.2M11.5,20l-2.3,2", filled: "M8,8.5h3.5v7h-3.5zM13,8.5h3.5v7h-3.5z"),
    AreaFillTool(encloses: true))

  /// Whether areas inside the line are filled instead of all that is inside.
  let encloses: Bool

  var draws: Bool { true }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    if let refusal = FillTool.refusal(in: context) { return refusal }
    let area = AreaDraft(
      .lasso, at: context.view.windowToCanvas(e.sample.position), modifiers: e.modifiers, scale: 1 / context.view.zoom)
    context.begin(AreaFillDrag(area, encloses: encloses))
    return context.adornmentEffects
  }
}

/// A line around what is to be filled.
private final class AreaFillDrag: Gesture {
  private let encloses: Bool
  private var area: AreaDraft

  init(_ area: AreaDraft, encloses: Bool) { (self.area, self.encloses) = (area, encloses) }

  var marks: ToolMarks { area.marks }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    area.add(context.view.windowToCanvas(e.sample.position), modifiers: e.modifiers)
    return context.adornmentEffects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = context.adornmentEffects
    if end == .cancelled || area.isTap { return effects }
    guard let loop = SelectionRecipe(area.shape).mask(in: context.document), !loop.isEmpty else { return effects }
    effects.add(encloses ? enclose(loop, in: context) : cover(loop, in: context))
    if !context.toolSettings.fillErases { effects.add(context.remember(context.colour)) }
    return effects
  }

  /// Covers or empties the inside, with a soft edge of a pixel.
  private func cover(_ loop: Mask, in context: ToolContext) -> Effects {
    var mask = loop.feathered(by: 1)
    if let selection = context.document.selection { mask.formIntersection(selection) }
    guard !mask.isEmpty else { return Effects(.message(FillTool.outsideSelection)) }
    let surface = context.document.activeSurface
    let operation: Operation =
      context.toolSettings.fillErases
      ? .clear(Clearing(surface: surface, selection: mask))
      : .cover(
        Covering(surface: surface, selection: mask, colour: context.colour, opacity: context.style.opacity))
    return context.edit { $0.perform(operation, OperationContext(filler: context.filler)) }
  }

  private func enclose(_ loop: Mask, in context: ToolContext) -> Effects {
    let fills = EnclosedAreas.fills(
      within: loop, on: context.document, colour: context.colour, opacity: context.style.opacity,
      erases: context.toolSettings.fillErases, context.toolSettings.filling, seen: context.seenPixels)
    guard !fills.isEmpty else {
      return Effects(
        .message(translated("Lines close no area without a colour inside this loop: draw it around whole areas.")))
    }
    let begin = context.document.history.recordedCount
    let operation = OperationContext(filler: context.filler)
    return context.edit { document in
      var region = Region()
      for fill in fills {
        region.add(document.joinEdits(since: begin) { $0.perform(.fill(fill), operation) } ?? Region())
      }
      return region
    }
  }
}
