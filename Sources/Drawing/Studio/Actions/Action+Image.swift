import Document
import Language

/// The actions of the image.
extension Action {
  /// Those of the section, in the menu's order.
  static let imageActions: [Action] = [
    .canvasSize, .scaleImage, .paperColour, .cropToSelection, .cropToInk, .flipImage, .flipImageVertically,
    .turnImageLeft, .turnImageRight,
  ]

  public static let canvasSize = Action(
    "canvas-size", Message("Canvas size"), .image, "Ctrl+Alt+C",
    also: Message("resize crop extend dpi resolution paper page", context: "search words"))
  public static let scaleImage = Action(
    "scale-image", Message("Scale the image"), .image, "Ctrl+Alt+I",
    also: Message("resize resample larger smaller percent", context: "search words"))
  public static let paperColour = Action(
    "paper-colour", Message("Paper colour"), .image, "Ctrl+Alt+P",
    also: Message("background white transparent color", context: "search words"))
  public static let cropToSelection = Action(
    "crop-to-selection", Message("Crop to the selection"), .image, "Ctrl+Shift+X",
    also: Message("trim cut canvas", context: "search words")
  ) { $0.cropToSelection() }
  public static let cropToInk = Action(
    "crop-to-drawn", Message("Crop to content"), .image, "Ctrl+Alt+X",
    also: Message("trim canvas border what is drawn", context: "search words")
  ) { $0.cropToInk() }
  public static let flipImage = Action(
    "flip-image", Message("Flip the image horizontally"), .image, "Ctrl+Alt+H",
    also: Message("mirror left right all layers", context: "search words")
  ) { $0.perform(.flip(horizontally: true)) }
  public static let flipImageVertically = Action(
    "flip-image-vertically", Message("Flip the image vertically"), .image, "Ctrl+Alt+V",
    also: Message("upside down mirror top bottom", context: "search words")
  ) { $0.perform(.flip(horizontally: false)) }
  public static let turnImageLeft = Action(
    "turn-image-left", Message("Rotate the image 90° left"), .image, "Ctrl+Alt+4",
    also: Message("turn degrees anticlockwise portrait landscape", context: "search words")
  ) { $0.perform(.turn(quarters: 3)) }
  public static let turnImageRight = Action(
    "turn-image-right", Message("Rotate the image 90° right"), .image, "Ctrl+Alt+6",
    also: Message("turn degrees clockwise portrait landscape", context: "search words")
  ) { $0.perform(.turn(quarters: 1)) }
}
