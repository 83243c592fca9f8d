import Paint
import Raster

/// The pixels that strokes paint.
public enum StrokeInk {
  /// The share of each pixel that strokes cover together, without what is erased or painted over later.
  ///
  /// Strokes that smudge are covered by what they add. Nil if a stroke was drawn on another canvas, or is no longer there.
  public static func mask(
    of known: [KnownStroke], in document: borrowing Document, filler: CoverageFiller
  ) -> Mask? {
    guard let strokes = KnownStroke.strokes(known, in: document),
      var sheet = Document(width: document.width, height: document.height)
    else { return nil }
    let context = OperationContext(filler: filler, recordsAll: false)
    for stroke in strokes {
      let records = document.history.done[stroke.edit].strokes
      guard stroke.isDrawn(onCanvasOf: document), records.indices.contains(stroke.part) else { return nil }
      var record = records[stroke.part]
      record.surface = sheet.activeSurface
      guard sheet.perform(.stroke(record), context) != nil else { return nil }
      sheet.history = History()
    }
    return sheet.activeImage.opacity
  }
}
