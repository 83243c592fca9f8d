import Language
import Studio

/// An item of the tool strip: a brush, a tool, or a mode that is on or off.
struct ToolItem: Hashable, Sendable {
  enum Choice: Hashable, Sendable {
    case brush(String)
    case tool(CanvasTool)
    case symmetry
    /// The list of all brushes.
    case allBrushes
  }

  let choice: Choice
  let title: String
  let icon: Icon
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
  static func item(ofBrush name: String) -> ToolItem? { groups.joined().first { $0.choice == .brush(name) } }

  /// Names of brushes in the strip's order, others behind them.
  static func inOrder(_ names: [String]) -> [String] {
    let usual = groups.joined().compactMap { if case .brush(let name) = $0.choice { name } else { nil } }
    return usual.filter(names.contains) + names.filter { !usual.contains($0) && $0 != "eraser" }
  }

  /// The name of a brush in the user's language.
  static func title(ofBrush name: String) -> String {
    item(ofBrush: name)?.title ?? ChosenBrushes.title(of: name) ?? PopUpItem.title(name)
  }

  /// The tools in the strip's order; a group shares a button.
  static let groups: [[ToolItem]] = [
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
    [ToolItem(choice: .tool(.eraser), title: translated("Eraser", context: "brush"), icon: .eraser, action: .eraser)],
    [ToolItem(choice: .tool(.eyedropper), title: translated("Eyedropper"), icon: .eyedropper, action: .eyedropper)],
    [ToolItem(choice: .tool(.fill), title: translated("Fill"), icon: .fill, action: .fill)],
    [
      ToolItem(choice: .tool(.line), title: translated("Line"), icon: .line, action: .line),
      ToolItem(choice: .tool(.rectangle), title: translated("Rectangle"), icon: .rectangle, action: .rectangle),
      ToolItem(choice: .tool(.ellipse), title: translated("Ellipse"), icon: .ellipse, action: .ellipse),
    ],
    [
      ToolItem(
        choice: .tool(.selectRectangle), title: translated("Rectangular selection"), icon: .selectRectangle,
        action: .selectRectangle),
      ToolItem(
        choice: .tool(.selectLasso), title: translated("Lasso selection"), icon: .selectLasso, action: .selectLasso),
    ],
    [ToolItem(choice: .tool(.crop), title: translated("Crop"), icon: .crop, action: .crop)],
    [ToolItem(choice: .tool(.hand), title: translated("Hand"), icon: .hand, action: .hand)],
    [ToolItem(choice: .symmetry, title: translated("Symmetry"), icon: .symmetry, action: .symmetry)],
  ]
}
