import Studio

/// Something that can be chosen in the tool strip: a brush, a tool, or a way of drawing that is on or off.
struct ToolItem: Hashable, Sendable {
  /// What is chosen.
  enum Choice: Hashable, Sendable {
    case brush(String)
    case tool(CanvasTool)
    case symmetry
  }

  let choice: Choice
  let title: String
  let icon: Icon
  /// The key that chooses it; empty for none.
  var key = ""

  /// What choosing it asks for.
  var effect: Overlay.Effect {
    switch choice {
    case .brush(let name): .chooseBrush(name)
    case .tool(let tool): .choose(tool)
    case .symmetry: .toggleSymmetry
    }
  }

  /// Whether it is what the program has.
  func isChosen(in state: InterfaceState) -> Bool {
    switch choice {
    case .brush(let name): state.tool == .brush && state.brush == name
    case .tool(let tool): state.tool == tool
    case .symmetry: state.isSymmetric
    }
  }

  /// The tools in the strip's order; those of a group share a button.
  static let groups: [[ToolItem]] = [
    [
      ToolItem(choice: .brush("pen"), title: "Pen", icon: .pen, key: key(of: .pen)),
      ToolItem(choice: .brush("brush-pen"), title: "Brush pen", icon: .brushPen, key: key(of: .brushPen)),
    ],
    [
      ToolItem(choice: .brush("pencil"), title: "Pencil", icon: .pencil, key: key(of: .pencil)),
      ToolItem(choice: .brush("tilt-pencil"), title: "Tilt pencil", icon: .tiltPencil, key: key(of: .tiltPencil)),
    ],
    [ToolItem(choice: .brush("marker"), title: "Marker", icon: .marker, key: key(of: .marker))],
    [ToolItem(choice: .brush("airbrush"), title: "Airbrush", icon: .airbrush, key: key(of: .airbrush))],
    [ToolItem(choice: .tool(.eraser), title: "Eraser", icon: .eraser, key: key(of: .eraser))],
    [ToolItem(choice: .tool(.eyedropper), title: "Eyedropper", icon: .eyedropper)],
    [ToolItem(choice: .tool(.fill), title: "Fill", icon: .fill)],
    [
      ToolItem(choice: .tool(.line), title: "Line", icon: .line),
      ToolItem(choice: .tool(.rectangle), title: "Rectangle", icon: .rectangle),
      ToolItem(choice: .tool(.ellipse), title: "Ellipse", icon: .ellipse),
    ],
    [
      ToolItem(choice: .tool(.selectRectangle), title: "Select a rectangle", icon: .selectRectangle),
      ToolItem(choice: .tool(.selectLasso), title: "Select by lasso", icon: .selectLasso),
    ],
    [ToolItem(choice: .tool(.hand), title: "Hand", icon: .hand)],
    [ToolItem(choice: .symmetry, title: "Symmetry", icon: .symmetry)],
  ]

  /// The key that an action has unless told otherwise, as people read it; empty for none.
  static func key(of action: Action) -> String {
    KeyBinding.standard.first { $0.action == action }.map(Key.name(of:)) ?? ""
  }
}
