import Geometry
import Ink
import Testing

@testable import Document
@testable import Storage

/// Strokes on papers.
extension CorpusEntry {
  static let papers = [
    // Each kind of ink on a paper, at its own size and others, also a shape; one is drawn in place of another.
    CorpusEntry("papers") { drawing in
      var spray = Brush(size: 16)
      spray.rendering = .spray(Brush.Dabs(hardness: 0.3))
      var dabs = Brush(size: 9)
      dabs.rendering = .dabs(Brush.Dabs(grain: 0.4))
      var images = Brush(size: 12)
      (images.name, images.tip, images.rendering) = ("leaf", .image(try tip(2)), .dabs(Brush.Dabs(spacing: 0.5)))
      let paint = try brush(MyPaintEngineTests.text, "wet").resized(to: 14)
      for (index, brush) in [dabs, spray, images, paint].enumerated() {
        let paper = Brush.Paper(try texture, strength: 0.5 + 0.15 * Double(index), scale: [1, 0.5, 1.7, 1][index])
        try drawing.stroke(brush.on(paper), colour: 0x20_3010 * UInt32(index + 1), conditions: PaintConditions(seed: 7))
      }
      try drawing.stroke(paint)
      try drawing.shape(.ellipse, dabs.on(Brush.Paper(try texture, strength: 0.8)))
      try drawing.undo()
    },
    // A stroke that was begun when the program ended.
    CorpusEntry("paper-unfinished") { drawing in
      let brush = try brush(MyPaintEngineTests.text, "wet").resized(to: 14).on(Brush.Paper(try texture, strength: 0.7))
      try drawing.stroke(brush, conditions: PaintConditions(seed: 3))
      try drawing.leaveStroke(brush)
    }.with { $0.isFramed = false },
  ]

  /// A weave.
  private static var texture: PaperTexture {
    get throws {
      let heights = (0..<120).map { (i: Int) -> UInt8 in
        let (x, y) = (i % 12, i / 12)
        return UInt8(20 * min(x, 12 - x) + 10 * y)
      }
      return try #require(PaperTexture(width: 12, height: 10, heights: heights))
    }
  }
}
