import Geometry
import Pixels
import Raster

/// The areas of line art that a loop encloses, each as a fill with a seed.
public enum EnclosedAreas {
  /// The fills of the areas inside a loop that lines separate from what is outside of it; none if there are none.
  /// - Parameters:
  ///   - loop: the pixels inside the loop.
  ///   - erases: whether they empty areas. Then areas that have a colour count, otherwise those without one.
  ///   - seen: the part of an endless canvas that the window shows, px.
  public static func fills(
    within loop: Mask, on document: Document, colour: UInt32, opacity: UInt8, erases: Bool, _ settings: FillSettings,
    seen: PixelRect
  ) -> [Filling] {
    var settings = settings
    settings.rule = .joints
    let blank = Filling(
      on: document, at: Rect(loop.bounds).center, colour: colour, opacity: opacity, erases: erases, settings, seen: seen
    )
    var searched = loop
    if let selection = document.selection { searched.formIntersection(selection.hard) }
    var inside = blank
    inside.selection = searched
    var finder = inside.areas(on: document, countsOwn: !erases)
    var fills: [Filling] = []
    while let area = finder.next() {
      // At the loop the area may go on; at the selection or the edge of the canvas it ends.
      var beyond = area.pixels.grown(by: 1)
      beyond.subtract(loop)
      if !beyond.isEmpty { continue }
      var fill = blank
      fill.place = area.seed
      fills.append(fill)
    }
    return fills
  }
}
