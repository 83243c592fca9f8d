import Language

/// The actions of brushes, tools and colours.
extension Action {
  /// Those of the section, in the menu's order.
  static let toolsActions: [Action] =
    [
      .pen, .brushPen, .pencil, .tiltPencil, .marker, .airbrush, .brushes, .editBrush, .previousBrush, .secondLastBrush,
    ] + CanvasTool.all.flatMap(\.actions) + [
      .symmetry, .nextStabiliser, .larger, .smaller, .swapColours, .defaultColours,
    ]

  public static let reverseGradient = GradientTool.reverse
  public static let removeGradientStop = GradientTool.removeStop
  public static let pen = Action(
    "pen", Message("Pen", context: "brush"), .tools, "B",
    also: Message("brush ink draw", context: "search words")
  ) { $0.choose(brush: "pen") }
  public static let brushPen = Action(
    "brush-pen", Message("Brush pen", context: "brush"), .tools, "Shift+B",
    also: Message("fude calligraphy", context: "search words")
  ) { $0.choose(brush: "brush-pen") }
  public static let pencil = Action(
    "pencil", Message("Pencil", context: "brush"), .tools, "P",
    also: Message("graphite sketch", context: "search words")
  ) { $0.choose(brush: "pencil") }
  public static let tiltPencil = Action(
    "tilt-pencil", Message("Tilt pencil", context: "brush"), .tools, "Shift+P",
    also: Message("shade", context: "search words")
  ) { $0.choose(brush: "tilt-pencil") }
  public static let marker = Action(
    "marker", Message("Marker", context: "brush"), .tools, "M",
    also: Message("highlighter", context: "search words")
  ) { $0.choose(brush: "marker") }
  public static let airbrush = Action(
    "airbrush", Message("Airbrush", context: "brush"), .tools, "A",
    also: Message("spray", context: "search words")
  ) { $0.choose(brush: "airbrush") }
  public static let brushes = Action(
    "brushes", Message("Brushes"), .tools, "U",
    also: Message("all list mypaint myb choose", context: "search words"))
  public static let editBrush = Action(
    "edit-brush", Message("Edit the brush"), .tools, "F5",
    also: Message(
      "editor settings properties curve tip change preset texture grain hardness scatter dynamics",
      context: "search words"))
  public static let previousBrush = Action(
    "previous-brush", Message("Previous brush"), .tools, "W",
    also: Message("last preset swap back", context: "search words")
  ) { $0.chooseBrush(before: 1) }
  public static let secondLastBrush = Action(
    "second-last-brush", Message("Brush before the previous one"), .tools, "Shift+W",
    also: Message("last preset second", context: "search words")
  ) { $0.chooseBrush(before: 2) }
  public static let blend = Action(
    "blend", Message("Blend while held"), .tools, "N",
    also: Message("smudge smear soften mix colors blender", context: "search words")
  ) { Effects(.message($0.blendingAdvice)) }
  public static let pickFromScreen = Action(
    "pick-from-screen", Message("Colour from the screen"), .tools, "Shift+I",
    also: Message("eyedropper color picker desktop window monitor", context: "search words"))
  public static let symmetry = Action(
    "symmetry", Message("Symmetry"), .tools, "Y",
    also: Message("mirror radial kaleidoscope", context: "search words")
  ) { $0.toggleSymmetry() }
  public static let nextStabiliser = Action(
    "next-guide", Message("Next stabiliser"), .tools, "Shift+Y",
    also: Message("guide of the ink rope lazy mouse stabilizer average steady smooth", context: "search words"))
  public static let larger = Action(
    "larger-brush", Message("Larger brush"), .tools, "bracketright",
    also: Message("bigger size increase", context: "search words"), repeats: true
  ) { $0.resizeBrush(by: 1) }
  public static let smaller = Action(
    "smaller-brush", Message("Smaller brush"), .tools, "bracketleft",
    also: Message("size decrease", context: "search words"), repeats: true
  ) { $0.resizeBrush(by: -1) }
  public static let swapColours = Action(
    "swap-colours", Message("Swap foreground and background"), .tools, "X",
    also: Message("colours colors exchange", context: "search words")
  ) { $0.swapColours() }
  public static let defaultColours = Action(
    "default-colours", Message("Default colours"), .tools, "D",
    also: Message("colors black white reset", context: "search words")
  ) { $0.defaultColours() }
}
