import Language

/// What the pen's writing end does on the canvas.
///
/// A tool declares itself in the type of its behaviour, as `FillTool.tool`: its words, its action with the key, its icon,
/// where its button stands, and what it does (`ToolBehaviour`). `all` lists the tools. Each exists once, so tools are
/// equal if they are the same object.
public final class CanvasTool: Sendable, Hashable, CustomStringConvertible {
  /// An icon of 24 x 24 px, as SVG path data.
  public struct Icon: Sendable {
    /// Lines, stroked with round ends.
    public let lines: String
    /// Areas, filled; empty for none.
    public let areas: String

    init(_ lines: String, filled areas: String = "") { (self.lines, self.areas) = (lines, areas) }
  }

  /// Tools that share a button.
  public enum Group: Sendable { case shapes, areas, fills }

  /// The name in files. It never changes.
  public let name: String
  private let message: Message
  /// The action that chooses the tool; nil for the brush, which the brushes' actions choose.
  public let action: Action?
  /// The tools with which it shares a button; nil for a button of its own.
  public let group: Group?
  /// Whether it draws with the brush in use.
  public let usesBrush: Bool
  /// Whether it acts at one place, so that no stroke begins under a panel.
  public let keepsPanels: Bool
  /// Whether it moves the view, and has no outline under the pen.
  public let movesView: Bool
  /// The icon of its button; nil for the brush.
  public let icon: Icon?
  let behaviour: any ToolBehaviour
  /// Its actions, in the menu's order.
  let actions: [Action]

  /// - Parameter others: actions beside the tool's own in the menu.
  init(
    _ name: String, _ title: Message, action: Action? = nil, others: [Action] = [], group: Group? = nil,
    usesBrush: Bool = false, keepsPanels: Bool = false, movesView: Bool = false, icon: Icon? = nil,
    _ behaviour: any ToolBehaviour
  ) {
    (self.name, message, self.action, self.group) = (name, title, action, group)
    (self.usesBrush, self.keepsPanels, self.movesView) = (usesBrush, keepsPanels, movesView)
    (self.icon, self.behaviour) = (icon, behaviour)
    actions = [action].compactMap(\.self) + others
  }

  public static let brush: CanvasTool = BrushTool.brush
  public static let eraser: CanvasTool = BrushTool.eraser
  public static let eyedropper: CanvasTool = EyedropperTool.tool
  public static let fill: CanvasTool = FillTool.tool
  public static let lassoFill: CanvasTool = AreaFillTool.lasso
  public static let encloseFill: CanvasTool = AreaFillTool.enclose
  public static let gradient: CanvasTool = GradientTool.tool
  public static let line: CanvasTool = ShapeTool.line
  public static let rectangle: CanvasTool = ShapeTool.rectangle
  public static let ellipse: CanvasTool = ShapeTool.ellipse
  public static let selectRectangle: CanvasTool = SelectionTool.selectRectangle
  public static let selectLasso: CanvasTool = SelectionTool.selectLasso
  public static let selectEllipse: CanvasTool = SelectionTool.selectEllipse
  public static let selectPolygon: CanvasTool = PolygonTool.tool
  public static let wand: CanvasTool = WandTool.wand
  public static let selectColour: CanvasTool = WandTool.selectColour
  public static let strokes: CanvasTool = StrokeTool.tool
  public static let crop: CanvasTool = CropTool.tool
  public static let hand: CanvasTool = HandTool.tool

  /// All tools, in the order of the menu and of the strip.
  public static let all: [CanvasTool] = [
    .brush, .eraser, .eyedropper, .fill, .lassoFill, .encloseFill, .gradient, .line, .rectangle, .ellipse,
    .selectRectangle, .selectEllipse,
    .selectLasso,
    .selectPolygon, .wand, .selectColour, .crop, .strokes, .hand,
  ]

  /// The tool of a name in a file; nil for none.
  public static func named(_ name: String) -> CanvasTool? { all.first { $0.name == name } }

  /// The title of its button.
  public var title: String { message.translation }
  /// Whether the tool changes pixels. Control then makes it the eyedropper.
  public var draws: Bool { behaviour.draws }
  /// Whether the tool selects.
  public var selects: Bool { behaviour.selects }

  public static func == (a: CanvasTool, b: CanvasTool) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var description: String { name }
}
