import Language
import Studio
import Toolkit

/// An item of the tool strip: a brush, a tool, or a mode that is on or off.
public struct ToolItem: Hashable, Sendable {
  enum Choice: Hashable, Sendable {
    case brush(String)
    case tool(CanvasTool)
    case symmetry
    /// The list of all brushes.
    case allBrushes
  }

  let choice: Choice
  let title: String
  public let icon: Icon
  let action: Action

  var effect: Overlay.Effect {
    switch choice {
    case .brush(let name): .brushes(.choose(name))
    case .tool(let tool): .choose(tool)
    case .symmetry: .perform(.symmetry)
    case .allBrushes: .perform(.brushes)
    }
  }

  func isChosen(in state: InterfaceState) -> Bool {
    switch choice {
    case .brush(let name): state.tool == .brush && state.brush == name
    case .tool(let tool): state.tool == tool
    case .symmetry: state.isSymmetric
    case .allBrushes: state.tool == .brush && Self.item(ofBrush: state.brush) == nil
    }
  }

  /// The item of a brush; nil for a brush without one.
  public static func item(ofBrush name: String) -> ToolItem? { groups.joined().first { $0.choice == .brush(name) } }

  /// Names of brushes in the strip's order, others behind them.
  static func inOrder(_ names: [String]) -> [String] {
    let usual = groups.joined().compactMap { if case .brush(let name) = $0.choice { name } else { nil } }
    return usual.filter(names.contains) + names.filter { !usual.contains($0) && $0 != "eraser" }
  }

  /// The name of a brush in the user's language.
  static func title(ofBrush name: String) -> String {
    item(ofBrush: name)?.title ?? ChosenBrushes.title(of: name) ?? PopUpItem.title(name)
  }

  /// What a brush is called with some settings: the user's title, or that of its name.
  public static func title(ofBrush name: String, _ settings: Settings) -> String {
    settings.brushes[name]?.title ?? title(ofBrush: name)
  }

  /// The items in the strip's order; a group shares a button.
  static let groups: [[ToolItem]] = brushes + tools + modes

  /// The tools that have a button; those of a group share it.
  private static var tools: [[ToolItem]] {
    var groups: [[ToolItem]] = []
    var group: CanvasTool.Group?
    for tool in CanvasTool.all {
      guard let action = tool.action else { continue }
      let item = ToolItem(choice: .tool(tool), title: tool.title, icon: Icon(tool), action: action)
      if tool.group != nil, tool.group == group { groups[groups.count - 1].append(item) } else { groups.append([item]) }
      group = tool.group
    }
    return groups
  }

  private static let brushes: [[ToolItem]] = [
    [
      ToolItem(choice: .brush("pen"), title: translated("Pen", context: "brush"), icon: .pen, action: .pen),
      ToolItem(
        choice: .brush("brush-pen"), title: translated("Brush pen", context: "brush"), icon: .brushPen,
        action: .brushPen),
      ToolItem(choice: .allBrushes, title: translated("Brushes"), icon: .allBrushes, action: .brushes),
    ],
    [
      ToolItem(choice: .brush("pencil"), title: translated("Pencil", context: "brush"), icon: .pencil, action: .pencil),
      ToolItem(
        choice: .brush("tilt-pencil"), title: translated("Tilt pencil", context: "brush"), icon: .tiltPencil,
        action: .tiltPencil),
    ],
    [ToolItem(choice: .brush("marker"), title: translated("Marker", context: "brush"), icon: .marker, action: .marker)],
    [
      ToolItem(
        choice: .brush("airbrush"), title: translated("Airbrush", context: "brush"), icon: .airbrush, action: .airbrush)
    ],
  ]

  private static let modes: [[ToolItem]] = [
    [ToolItem(choice: .symmetry, title: translated("Symmetry"), icon: .symmetry, action: .symmetry)]
  ]
}
