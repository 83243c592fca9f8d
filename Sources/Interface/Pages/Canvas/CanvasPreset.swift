import Document
import Language
import Toolkit

/// A size that the page for a new drawing offers.
struct CanvasPreset: Hashable {
  var title: String
  var drawing: NewDrawing

  /// The presets: the window's, the last one used, endless, screens, then papers at 300 dpi.
  /// - Parameters:
  ///   - standard: the size that suits the window, px.
  ///   - last: the last drawing that was made on the page; nil for none.
  static func all(standard: NewDrawing, last: NewDrawing?) -> [CanvasPreset] {
    func px(_ title: String, _ width: Int, _ height: Int) -> CanvasPreset {
      CanvasPreset(title: "\(title) (\(width) × \(height) px)", drawing: NewDrawing(width: width, height: height))
    }
    func paper(_ title: String, _ width: Double, _ height: Double) -> CanvasPreset {
      func side(_ mm: Double) -> Int { LengthUnit.millimetres.pixels(mm, dpi: 300, old: 1) }
      return CanvasPreset(
        title: translated("{paper}, 300 dpi", ["paper": title]),
        drawing: NewDrawing(width: side(width), height: side(height), dpi: 300))
    }
    var all = [px(translated("Twice the window"), standard.width, standard.height)]
    if let last {
      var preset = px(translated("As last time"), last.width, last.height)
      if last.isEndless { preset.title = "\(translated("As last time")) (\(translated("Endless")))" }
      preset.drawing = last
      all.append(preset)
    }
    // Its size is never shown.
    all.append(
      CanvasPreset(
        title: translated("Endless"),
        drawing: NewDrawing(width: Document.endlessSide, height: Document.endlessSide)))
    return all + [
      px("Full HD", 1920, 1080), px("4K", 3840, 2160), px(translated("Square"), 2048, 2048),
      paper("A3", 297, 420), paper("A4", 210, 297), paper("A5", 148, 210),
      paper(translated("Postcard"), 105, 148), paper("US Letter", 215.9, 279.4),
    ]
  }
}

/// A paper that the page for a new drawing offers by name.
struct PaperChoice: Hashable {
  var title: String
  /// The colour, 0xRRGGBB; nil for a transparent background.
  var colour: UInt32?

  static var all: [PaperChoice] {
    [
      PaperChoice(title: translated("Warm white"), colour: Document.standardPaper),
      PaperChoice(title: translated("White"), colour: 0xFF_FFFF),
      PaperChoice(title: translated("Cream"), colour: 0xF4_ECD8),
      PaperChoice(title: translated("Grey"), colour: 0x80_8080),
      PaperChoice(title: translated("Black"), colour: 0x10_1010),
      PaperChoice(title: translated("Transparent"), colour: nil),
    ]
  }
}
