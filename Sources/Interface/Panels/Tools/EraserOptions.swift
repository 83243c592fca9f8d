import Document
import Language
import Studio
import Toolkit

/// What the eraser erases: pixels, or strokes, of the layer in use or of all.
final class EraserOptions: ToolOptions {
  let extent: Choice
  let source: Choice
  private var sources: Widget?
  private static let extents: [StrokeExtent?] = [nil, .stroke, .crossing, .touched]

  override init(_ context: WidgetContext, isUpright: Bool) {
    extent = Choice(
      context,
      [
        translated("Pixels", context: "that the eraser erases"),
        translated("Strokes", context: "that the eraser erases"),
        translated("To crossings", context: "strokes are erased"), translated("Touched", context: "parts are erased"),
      ])
    source = Choice(
      context, [translated("All layers", context: "whose strokes"), translated("Layer", context: "whose strokes")])
    super.init(context, isUpright: isUpright)
    extent.title = translated("The eraser erases")
    source.title = translated("Strokes of")
    extent.onChoose = { [weak self] option in self?.changing { $0.erasing = Self.extents[option] } }
    source.onChoose = { [weak self] option in self?.changing { $0.takesStrokesOfAllLayers = option == 0 } }
    add(group: [extent])
    sources = add(group: [source])
  }

  override func update() -> Bool {
    let tools = context.state.toolSettings
    extent.chosen = Self.extents.firstIndex(of: tools.erasing) ?? 0
    source.chosen = tools.takesStrokesOfAllLayers ? 0 : 1
    let isHidden = tools.erasing == nil
    guard let sources, sources.isHidden != isHidden else { return false }
    sources.isHidden = isHidden
    return true
  }
}
