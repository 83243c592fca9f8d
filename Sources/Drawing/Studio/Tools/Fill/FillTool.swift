import Document
import Geometry
import Ink
import Input
import Language
import Paint
import Raster

/// Fills areas of one colour: the one under the pen, and those over which it is dragged.
struct FillTool: ToolBehaviour {
  private static let action: Action = .init(
    "fill", Message("Fill"), .tools, "G", also: Message("bucket flood", context: "search words")
  ) { $0.choose(.fill) }
  static let tool: CanvasTool = .init(
    "fill", Message("Fill"),
    action: action, group: .fills, keepsPanels: true,
    icon: CanvasTool.Icon(
      "M9.3,3.5l8.9,8.9l-5.9,5.9a1.7,1.7 0 0 1 -2.4,0l-5.2,-5.2a1.7,1.7 0 0 1 0,-2.4l6,-5.8M4.4,12.4h13.8"
        + "M20.3,15.4c1.1,1.7 1.7,2.6 1.7,3.5a1.7,1.7 0 0 1 -3.4,0c0,-0.9 0.6,-1.8 1.7,-3.5z"), FillTool())

  var draws: Bool { true }

  /// Why nothing can be filled or emptied; nil if it can.
  static func refusal(in context: ToolContext) -> Effects? {
    context.drawingRefusal ?? (context.toolSettings.fillErases ? context.erasingRefusal : nil)
  }

  static var outsideSelection: String { translated("This place is outside the selection, so nothing was filled") }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let place = context.view.windowToCanvas(e.sample.position)
    guard Rect(context.document.bounds).contains(place) else { return Effects() }
    if let selection = context.document.selection, !selection[Int(place.x), Int(place.y)] {
      return Effects(.message(Self.outsideSelection))
    }
    if let refusal = Self.refusal(in: context) { return refusal }
    let style = context.style
    let fill = Filling(
      on: context.document, at: place, colour: style.colour, opacity: style.opacity,
      erases: context.toolSettings.fillErases, context.toolSettings.filling, seen: context.seenPixels)
    if e.modifiers.contains(.alt) { return spread(fill, at: e.sample.position, in: context) }
    var effects = context.toolSettings.fillErases ? Effects() : context.remember(style.colour)
    if e.modifiers.contains(.shift) {
      let drag = FillToleranceDrag(fill, at: e.sample.position, in: context.document)
      context.begin(drag)
      effects.add(drag.draw(now: nil, in: context))
      return effects
    }
    let similar = fill.similar(on: context.document)
    let before = context.document.activeImage
    let begin = context.document.history.recordedCount
    var area: Mask?
    effects.add(
      context.edit { document in
        area = document.fill(fill)
        return area.map { fill.painted(around: $0, on: document) }
      })
    guard let area, let similar else { return effects }
    if fill.isCut(at: area.bounds, on: context.document) {
      effects.requests.append(
        .undoable(translated("The area is not closed, so the fill ends around what is drawn and visible.")))
    }
    context.begin(FillDrag(after: fill, area, similar: similar, before: before, since: begin, at: e.sample.position))
    return effects
  }

  /// Gives the areas over which the pen is dragged the colour of the first one.
  private func spread(_ fill: Filling, at press: Point, in context: ToolContext) -> Effects {
    guard let colour = context.colour(at: press), let area = fill.reached(on: context.document) else {
      return Effects()
    }
    var fill = fill
    (fill.colour, fill.opacity, fill.erases) = (colour, 255, false)
    context.begin(
      FillDrag(
        after: fill, area, similar: fill.free(on: context.document), before: context.document.activeImage,
        since: context.document.history.recordedCount, at: press))
    return context.remember(colour)
  }
}
