import Toolkit

/// A popup that shows pictures of brushes (`Overlay.brushPictures`).
public protocol BrushPictureView: Panel {
  /// The pictures that it lacks, the most important first.
  var wantedPictures: [BrushPicture] { get }

  /// Shows the new picture of a brush.
  func showPicture(of brush: String)
}
