import Geometry
import Ink
import Paint
import Testing

@testable import Document
@testable import Storage

/// Strokes of MyPaint's brushes. Their results are in the records; the enlarged pictures and the
/// unfinished stroke were painted by libmypaint 1.6.
extension CorpusEntry {
  static let paint = [
    CorpusEntry("mypaint") { drawing in
      let (wet, plain) = try (brush(MyPaintEngineTests.text, "wet"), brush(MyPaintEngineTests.plain, "plain"))
      try drawing.stroke(wet, colour: 0xA0_3020, conditions: PaintConditions(seed: 7))
      try drawing.stroke(plain.resized(to: 8), colour: 0x20_7030, opacity: 128)
      try drawing.stroke(
        wet.resized(to: 12), scale: 0.5,
        conditions: PaintConditions(seed: 63, rotation: Angle(degrees: 30), isMirrored: true))
      try drawing.stroke(plain.resized(to: 14), blend: .erase)
      var stabilised = plain.resized(to: 4)
      (stabilised.stabiliser, stabilised.hasOwnStabiliser) = (.rope(length: 12, endsAtPen: true), true)
      try drawing.stroke(stabilised)
      try drawing.stroke(wet.resized(to: 9), symmetry: Symmetry(.mirror(vertical: true, horizontal: true)))
      let mask = drawing.mask(0, 0)
      try drawing.change { $0.select(mask) }
      try drawing.stroke(wet.resized(to: 20), colour: 0x30_2080)
    },
    CorpusEntry("mypaint-key-frames") { drawing in
      let (wet, plain) = try (brush(MyPaintEngineTests.text, "wet"), brush(MyPaintEngineTests.plain, "plain"))
      for index in 0..<3 {
        try drawing.stroke(wet.resized(to: 10), conditions: PaintConditions(seed: index))
        try drawing.stroke(Brush(size: 3))
        try drawing.stroke(plain.resized(to: 6), colour: 0xC0_2020)
        // The text of the second brush is only in the undone stroke's record.
        if index == 0 { try drawing.undo() }
      }
      try drawing.held(.line(from: drawing.place(-0.3, 0.2), to: drawing.place(0.3, -0.1)), plain.resized(to: 7))
    }.with { $0.timeout = 0 },
    CorpusEntry("soft-16-bits") { drawing in
      let plain = try brush(MyPaintEngineTests.plain, "plain")
      var airbrush = Brush(size: 60)
      airbrush.rendering = .spray(Brush.Dabs(spacing: 0.2, hardness: 0))
      try drawing.stroke(airbrush, colour: 0xA0_3020, opacity: 40)
      try drawing.stroke(plain.resized(to: 14), colour: 0x20_7030, opacity: 90)
      try drawing.stroke(Brush(size: 3))
      try drawing.stroke(airbrush, blend: .erase)
      try drawing.undo()
      try drawing.stroke(airbrush.resized(to: 30), colour: 0x20_30A0, opacity: 20)
    }.with { $0.timeout = 0 },
    // Begins when opacities have 16 bits and ink that is not opaque is mixed with as many.
    CorpusEntry("faint") { drawing in
      let plain = try brush(MyPaintEngineTests.plain, "plain")
      for share in [1311, 852, 32768] as [UInt16] {
        try drawing.stroke(Brush(size: 8), colour: 0x7A_5C48, share: share)
      }
      var airbrush = Brush(size: 20)
      airbrush.rendering = .spray(Brush.Dabs(spacing: 0.2, hardness: 0))
      try drawing.stroke(airbrush, share: 3277)
      try drawing.stroke(plain.resized(to: 14), share: 6554)
      try drawing.stroke(Brush(size: 14), share: 1311, blend: .erase)
      try drawing.stroke(Brush(size: 14), colour: 0xC0_6040, share: 19661, blend: .multiply)
      try drawing.stroke(Brush(size: 3))
    }.with { $0.timeout = 0 },
    // Begins when colours of layers below can be mixed in.
    CorpusEntry("mixed-below") { drawing in
      let (wet, plain) = try (brush(MyPaintEngineTests.text, "wet"), brush(MyPaintEngineTests.plain, "plain"))
      try drawing.stroke(plain.resized(to: 8), colour: 0xC0_2020)
      try drawing.perform(.add(above: drawing.document.layers[0].id))
      try drawing.stroke(
        wet.resized(to: 6), colour: 0x20_40A0, conditions: PaintConditions(mixing: .exactWithLayersBelow))
    }.with { $0.start = { Document(width: 40, height: 30) } },
    unfinished("mypaint-unfinished"),
    // Begun after strokes mixed pigments exactly.
    unfinished("pigments"),
  ]

  /// A stroke that was begun when the program ended.
  private static func unfinished(_ name: String) -> CorpusEntry {
    CorpusEntry(name) { drawing in
      let wet = try brush(MyPaintEngineTests.text, "wet")
      var record = StrokeRecord(
        brush: wet.resized(to: 12), style: InkStyle(colour: 0x20_40A0), conditions: PaintConditions(seed: 11),
        surface: drawing.document.activeSurface)
      record.samples = drawing.samples()
      var begun = record
      begun.samples = Array(record.samples.prefix(5))
      try drawing.leave(.stroke(record), .stroke(begun), .samples(Array(record.samples.dropFirst(5))))
    }.with { $0.isFramed = false }
  }

  static func brush(_ text: String, _ name: String) throws -> Brush {
    Brush(try MyPaintBrush(parsing: Array(text.utf8)), name: name)
  }
}
