import Language
import Studio

/// An item of the tool strip: a brush, a tool, or a mode that is on or off.
struct ToolItem: Hashable, Sendable {
  enum Choice: Hashable, Sendable {
    case brush(String)
    case tool(CanvasTool)
    case symmetry
  }

  let choice: Choice
  let title: String
  let icon: Icon
  let action: Action

  var effect: Overlay.Effect {
    switch choice {
    case .brush(let name): .chooseBrush(name)
    case .tool(let tool): .choose(tool)
    case .symmetry: .perform(.symmetry)
    }
  }

  func isChosen(in state: InterfaceState) -> Bool {
    switch choice {
    case .brush(let name): state.tool == .brush && state.brush == name
    case .tool(let tool): state.tool == tool
    case .symmetry: state.isSymmetric
    }
  }

  /// The name of a brush in the user's language.
  static func title(ofBrush name: String) -> String {
    let known = groups.joined().first { $0.choice == .brush(name) }
    return known?.title ?? PopUpItem.title(name)
  }

  /// The tools in the strip's order; a group shares a button.
  static let groups: [[ToolItem]] = [
    [
      ToolItem(choice: .brush("pen"), title: translated("Pen", context: "brush"), icon: .pen, action: .pen),
      ToolItem(
        choice: .brush("brush-pen"), title: translated("Brush pen", context: "brush"), icon: .brushPen,
        action: .brushPen),
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
        choice: .tool(.selectRectangle), title: translated("Select a rectangle"), icon: .selectRectangle,
        action: .selectRectangle),
      ToolItem(
        choice: .tool(.selectLasso), title: translated("Select by lasso"), icon: .selectLasso, action: .selectLasso),
    ],
    [ToolItem(choice: .tool(.crop), title: translated("Crop"), icon: .crop, action: .crop)],
    [ToolItem(choice: .tool(.hand), title: translated("Hand"), icon: .hand, action: .hand)],
    [ToolItem(choice: .symmetry, title: translated("Symmetry"), icon: .symmetry, action: .symmetry)],
  ]
}
