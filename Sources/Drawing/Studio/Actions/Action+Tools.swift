import Language

/// The actions of brushes, tools and colours.
extension Action {
  /// Those of the section, in the menu's order.
  static let toolsActions: [Action] = [
    .pen, .brushPen, .pencil, .tiltPencil, .marker, .airbrush, .brushes, .editBrush, .previousBrush, .secondLastBrush,
    .eraser, .blend, .eyedropper, .pickFromScreen, .fill, .line, .rectangle, .ellipse, .selectRectangle, .selectLasso,
    .crop, .hand, .symmetry, .nextGuide, .larger, .smaller, .swapColours, .defaultColours,
  ]

  public static let pen = Action(
    "pen", Message("Pen", context: "brush"), .tools, "B", icon: "pen",
    also: Message("brush ink draw", context: "search words")
  ) { $0.choose(brush: "pen") }
  public static let brushPen = Action(
    "brush-pen", Message("Brush pen", context: "brush"), .tools, "Shift+B", icon: "brush-pen",
    also: Message("fude calligraphy", context: "search words")
  ) { $0.choose(brush: "brush-pen") }
  public static let pencil = Action(
    "pencil", Message("Pencil", context: "brush"), .tools, "P", icon: "pencil",
    also: Message("graphite sketch", context: "search words")
  ) { $0.choose(brush: "pencil") }
  public static let tiltPencil = Action(
    "tilt-pencil", Message("Tilt pencil", context: "brush"), .tools, "Shift+P", icon: "tilt-pencil",
    also: Message("shade", context: "search words")
  ) { $0.choose(brush: "tilt-pencil") }
  public static let marker = Action(
    "marker", Message("Marker", context: "brush"), .tools, "M", icon: "marker",
    also: Message("highlighter", context: "search words")
  ) { $0.choose(brush: "marker") }
  public static let airbrush = Action(
    "airbrush", Message("Airbrush", context: "brush"), .tools, "A", icon: "airbrush",
    also: Message("spray", context: "search words")
  ) { $0.choose(brush: "airbrush") }
  public static let brushes = Action(
    "brushes", Message("Brushes"), .tools, "U", icon: "brushes",
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
  public static let eraser = Action(
    "eraser", Message("Eraser", context: "brush"), .tools, "E", icon: "eraser",
    also: Message("rubber erase", context: "search words")
  ) { $0.choose(.eraser) }
  public static let blend = Action(
    "blend", Message("Blend while held"), .tools, "N",
    also: Message("smudge smear soften mix colors blender", context: "search words")
  ) { Effects(.message($0.blendingAdvice)) }
  public static let eyedropper = Action(
    "eyedropper", Message("Eyedropper"), .tools, "I", icon: "eyedropper",
    also: Message("pick colour color picker", context: "search words")
  ) { $0.choose(.eyedropper) }
  public static let pickFromScreen = Action(
    "pick-from-screen", Message("Colour from the screen"), .tools, "Shift+I", icon: "eyedropper",
    also: Message("eyedropper color picker desktop window monitor", context: "search words"))
  public static let fill = Action(
    "fill", Message("Fill"), .tools, "G", icon: "fill", also: Message("bucket flood", context: "search words")
  ) { $0.choose(.fill) }
  public static let line = Action(
    "line", Message("Straight line"), .tools, "L", icon: "line"
  ) { $0.choose(.line) }
  public static let rectangle = Action(
    "rectangle", Message("Rectangle"), .tools, "R", icon: "rectangle",
    also: Message("square box", context: "search words")
  ) { $0.choose(.rectangle) }
  public static let ellipse = Action(
    "ellipse", Message("Ellipse"), .tools, "O", icon: "ellipse", also: Message("circle oval", context: "search words")
  ) { $0.choose(.ellipse) }
  public static let selectRectangle = Action(
    "select-rectangle", Message("Rectangular selection"), .tools, "S", icon: "select-rectangle",
    also: Message("marquee select rectangle transform free move scale rotate", context: "search words")
  ) { $0.choose(.selectRectangle) }
  public static let selectLasso = Action(
    "select-lasso", Message("Lasso selection"), .tools, "Shift+S", icon: "select-lasso",
    also: Message("freehand select", context: "search words")
  ) { $0.choose(.selectLasso) }
  public static let crop = Action(
    "crop", Message("Crop"), .tools, "Shift+C", also: Message("trim canvas size frame handles", context: "search words")
  ) { $0.choose(.crop) }
  public static let hand = Action(
    "hand", Message("Hand"), .tools, "H", icon: "hand", also: Message("pan move canvas scroll", context: "search words")
  ) { $0.choose(.hand) }
  public static let symmetry = Action(
    "symmetry", Message("Symmetry"), .tools, "Y", icon: "symmetry",
    also: Message("mirror radial kaleidoscope", context: "search words")
  ) { $0.toggleSymmetry() }
  public static let nextGuide = Action(
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
    "swap-colours", Message("Swap foreground and background"), .tools, "X", icon: "swap-colours",
    also: Message("colours colors exchange", context: "search words")
  ) { $0.swapColours() }
  public static let defaultColours = Action(
    "default-colours", Message("Default colours"), .tools, "D", icon: "default-colours",
    also: Message("colors black white reset", context: "search words")
  ) { $0.defaultColours() }
}
