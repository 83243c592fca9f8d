import Pictures

/// The choices for a new drawing.
public struct NewDrawing: Hashable, Sendable {
  /// Width, px.
  public var width: Int
  /// Height, px.
  public var height: Int
  /// Px per inch on paper, > 0; nil if the drawing is not meant for paper.
  public var dpi: Double?
  /// The colour of the paper, 0xRRGGBB.
  public var paper: UInt32
  /// Whether the paper is shown; if not, the background is transparent.
  public var isPaperShown: Bool

  /// Whether the canvas is endless.
  public var isEndless: Bool { Document.isEndless(width: width, height: height) }

  /// Creates the choices; by default on the standard paper.
  public init(
    width: Int, height: Int, dpi: Double? = nil, paper: UInt32 = Document.standardPaper, isPaperShown: Bool = true
  ) {
    (self.width, self.height, self.dpi, self.paper, self.isPaperShown) = (width, height, dpi, paper, isPaperShown)
  }
}

extension Document {
  /// A drawing with one empty layer; nil if its size is not possible.
  public init?(_ new: NewDrawing) {
    self.init(width: new.width, height: new.height, paper: new.paper)
    showPaper(new.isPaperShown)
    if let dpi = new.dpi, dpi.isFinite, dpi > 0 { resolution = Resolution(x: dpi, y: dpi) }
  }
}
