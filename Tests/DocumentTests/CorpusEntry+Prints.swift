import Geometry
import Ink
import Paint
import Testing

@testable import Document
@testable import Storage

/// Strokes that print pictures, and prints that differ by chance.
extension CorpusEntry {
  static let prints = [
    // Begins when tips can be pictures.
    CorpusEntry("image-tips") { drawing in
      let tips = try [tip(1), tip(3)]
      for (index, turning) in Brush.ImageTip.Turning.allCases.enumerated() {
        var brush = Brush(size: 12)
        brush.name = "leaf"
        var tip = tips[index % 2]
        tip.turning = turning
        tip.choice = Brush.ImageTip.Choice.allCases[index % Brush.ImageTip.Choice.allCases.count]
        (tip.angle, tip.roundness, tip.angleJitter) = (Angle(degrees: 20), 0.7, Double(index) / 4)
        (tip.flipsAcross, tip.flipsDown) = (index % 2 == 0, index > 1)
        brush.tip = .image(tip)
        var dabs = Brush.Dabs(spacing: 0.8)
        if index == 1 { (dabs.variation.scatter, dabs.variation.count, dabs.variation.size) = (0.5, 2, 0.6) }
        if index == 2 { (dabs.variation.scattersAlong, dabs.variation.strength) = (true, 0.5) }
        brush.rendering = index % 2 == 0 ? .dabs(dabs) : .spray(dabs)
        brush.flow.minimumShare = 0.2
        try drawing.stroke(brush, colour: 0x30_6020, conditions: PaintConditions(seed: 9 * index))
      }
      try drawing.stroke(Brush(size: 3))
      try drawing.undo()
    },
    CorpusEntry("scattered") { drawing in
      var dabs = Brush.Dabs(spacing: 1, hardness: 0.5)
      (dabs.variation.scatter, dabs.variation.scattersAlong, dabs.variation.count) = (1, true, 3)
      (dabs.variation.size, dabs.variation.strength) = (0.7, 0.4)
      var brush = Brush(size: 6)
      brush.rendering = .dabs(dabs)
      try drawing.stroke(
        brush, colour: 0x20_40A0, symmetry: Symmetry(.mirror(vertical: true, horizontal: false)),
        conditions: PaintConditions(seed: 40))
    }.with { $0.start = { Document(width: 60, height: 50) } },
    // A stroke that was begun when the program ended, after one of the same tip.
    CorpusEntry("image-tip-unfinished") { drawing in
      var brush = Brush(size: 14)
      (brush.name, brush.tip) = ("leaf", .image(try tip(2)))
      brush.rendering = .spray(Brush.Dabs(spacing: 0.6))
      try drawing.stroke(brush, conditions: PaintConditions(seed: 3))
      try drawing.leaveStroke(brush)
    }.with { $0.isFramed = false },
  ]

  static func tip(_ count: Int) throws -> Brush.ImageTip {
    let masks = (0..<count).flatMap { number in
      (0..<96).map { i in
        let (x, y) = (i % 12 - 6, i / 12 - 4)
        return abs(y) * 3 <= 6 - abs(x) + number ? UInt8(255 - 30 * abs(y)) : 0
      }
    }
    return Brush.ImageTip(try #require(TipImages(width: 12, height: 8, count: count, masks: masks)))
  }
}
