import Document
import Geometry
import Raster

/// The crop tool's frame.
extension Session {
  /// The canvas as the crop tool would make it, canvas px.
  public var cropRect: PixelRect { toolSettings.crop ?? document.bounds }

  /// Sets the frame; nil is the whole canvas. A frame that no canvas can have leaves the frame as
  /// it is.
  func crop(to rect: PixelRect?) -> Effects {
    var new = toolSettings
    new.crop = rect
    return apply(new)
  }

  /// The frame that the tools' settings may have instead of a wanted one.
  func allowedCrop(_ wanted: PixelRect?, else old: PixelRect?) -> PixelRect? {
    guard let wanted, wanted != document.bounds else { return nil }
    // So far from the canvas nothing can be seen of the frame.
    let far = Document.largestSide
    let near = PixelRect(
      minX: -far, minY: -far, maxX: document.width + far, maxY: document.height + far)
    guard Document.isAllowed(width: wanted.width, height: wanted.height), near.contains(wanted) else { return old }
    return wanted
  }

  /// Crops the canvas to the frame. Does nothing if the frame is the whole canvas.
  func applyCrop() -> Effects {
    var effects = finishGesture()
    guard let rect = toolSettings.crop else { return effects }
    effects.add(perform(.resize(rect)))
    return effects
  }
}
