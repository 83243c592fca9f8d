import Geometry
import Ink
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// A drawing of the corpus: how it was made.
///
/// An entry becomes NAME.ora and NAME.journal. The files stay as they are when the program changes;
/// what makes an entry matters only when it is added.
struct CorpusEntry: Sendable {
  /// The name of its files, without endings.
  let name: String
  /// The journal's `JournalComposer.timeout`; nil for the usual one.
  var timeout: Double?
  /// The journal's `JournalComposer.largestRecord`; nil for the usual one.
  var largestRecord: Int?
  /// The drawing before its first change.
  var start: @Sendable () throws -> Document? = { Document(width: 96, height: 72) }
  /// Whether two strokes come first, and `CorpusDrawing.finish` last.
  var isFramed = true
  /// Whether the journal has all strokes as strokes. It has one as pixels if that replaces an edit
  /// from before a key frame, and an enlarged picture is less sharp then.
  var keepsStrokes = true
  /// Makes the changes.
  let draw: @Sendable (inout CorpusDrawing) throws -> Void

  init(_ name: String, draw: @escaping @Sendable (inout CorpusDrawing) throws -> Void) {
    (self.name, self.draw) = (name, draw)
  }

  /// The finished drawing. Its seed comes from the name, so it does not depend on other entries.
  func drawing() throws -> CorpusDrawing {
    var seed = 17
    for byte in name.utf8 { seed = (seed &* 31 &+ Int(byte)) & 0xFFFF_FFFF }
    let document = try #require(try start(), "\(name)")
    var drawing = try CorpusDrawing(document, seed: seed, timeout: timeout, largestRecord: largestRecord)
    if isFramed {
      try drawing.stroke(Brush(size: 30), colour: 0xD0_8030)
      try drawing.stroke(Brush(size: 5), colour: 0x20_4060)
    }
    try draw(&drawing)
    if isFramed { try drawing.finish() }
    return drawing
  }

  /// Returns the entry with some of its values changed.
  func with(_ body: (inout CorpusEntry) -> Void) -> CorpusEntry {
    var entry = self
    body(&entry)
    return entry
  }

  /// All entries. Add new ones; `README.md` in the folder says how.
  static let all =
    ink + prints + papers + paint + shapes + pixels + parameters + layers + groups + labels + canvas + journals
    + changes

  // MARK: Ink

  private static let ink =
    BrushTests.names.map { name in
      CorpusEntry("brush-\(name)") { drawing in
        let brush = try #require(drawing.brushes[name])
        try drawing.stroke(brush.resized(to: 10), colour: 0xA0_3020)
        try drawing.stroke(brush.resized(to: 4), colour: 0x20_7030, opacity: 128)
        try drawing.stroke(brush.resized(to: 24), colour: 0x30_2080, scale: 0.5)
      }
    } + [
      CorpusEntry("brush-built-in") { drawing in
        let library = BrushLibrary()
        for name in library.names {
          try drawing.stroke(try #require(library[name]).resized(to: 9), colour: 0xA0_3020, opacity: 200)
        }
        try drawing.stroke(Brush(size: 12), blend: .erase, drawing.samples(tool: .eraser))
      },
      CorpusEntry("brush-properties") { drawing in
        let dabs = Brush.Dabs(spacing: 0.3, hardness: 0.4, grain: 0.7, grainScale: 3)
        for rendering in [Brush.Rendering.outline, .dabs(dabs), .spray(dabs)] {
          for follows in [false, true] {
            var brush = Brush(size: 12)
            brush.rendering = rendering
            brush.tip = .flat(Brush.Nib(thickness: 0.25, angle: Angle(degrees: 30), followsAzimuth: follows))
            brush.pressureCurve = PressureCurve(first: Point(0.2, 0.5), second: Point(0.7, 0.8))
            (brush.width.flat, brush.width.thinning, brush.width.rise, brush.width.fall) = (2, 0.4, 12, 30)
            (brush.flow.most, brush.flow.minimumShare, brush.flow.flat) = (0.8, 0.3, 0.6)
            brush.blend = follows ? .multiply : .over
            brush.opacity = 0.7
            try drawing.stroke(brush, colour: 0x70_3090)
          }
        }
        var tilted = Brush(size: 16)
        tilted.width.tiltPencil = 0.2
        try drawing.stroke(tilted)
      },
      CorpusEntry("smoothers") { drawing in
        for smoother in Smoother.allCases where smoother != .steady {
          var brush = Brush(size: 3)
          (brush.smoother, brush.strength) = (smoother, 60)
          try drawing.stroke(brush, colour: 0x40_2060)
        }
      },
      CorpusEntry("smoother-steady") { drawing in
        for strength in [0.0, 60] {
          var brush = Brush(size: 3)
          (brush.smoother, brush.strength) = (.steady, strength)
          try drawing.stroke(brush, colour: 0x40_2060)
        }
      },
      CorpusEntry("guides") { drawing in
        for endsAtPen in [true, false] {
          for stabiliser in [
            Stabiliser.rope(length: 12, endsAtPen: endsAtPen), .average(time: 0.05, endsAtPen: endsAtPen),
          ] {
            var brush = Brush(size: 3)
            (brush.stabiliser, brush.hasOwnStabiliser) = (stabiliser, true)
            try drawing.stroke(brush, colour: 0x40_6020)
          }
        }
      },
      CorpusEntry("symmetry-mirror") { drawing in
        for (vertical, horizontal) in [(true, false), (false, true), (true, true)] {
          try drawing.stroke(symmetry: Symmetry(.mirror(vertical: vertical, horizontal: horizontal)))
        }
        let turned = Symmetry(
          .mirror(vertical: true, horizontal: false), center: Point(56, 40), angle: Angle(degrees: 33))
        try drawing.stroke(try #require(drawing.brushes["brush-pen"]), symmetry: turned)
      },
      CorpusEntry("symmetry-radial") { drawing in
        try drawing.stroke(symmetry: Symmetry(.radial(count: 5, isMirrored: false)))
        try drawing.stroke(
          try #require(drawing.brushes["pencil"]),
          symmetry: Symmetry(.radial(count: 3, isMirrored: true), center: Point(48, 50), angle: Angle(degrees: 20)))
      },
      CorpusEntry("stroke-in-selection") { drawing in
        let mask = drawing.mask(0.1, 0)
        try drawing.change { $0.select(mask) }
        for name in ["pen", "airbrush", "eraser"] {
          try drawing.stroke(try #require(drawing.brushes[name]).resized(to: 20), colour: 0x20_8080)
        }
        try drawing.change { $0.select(nil) }
        try drawing.stroke(colour: 0x80_2080)
      },
    ]

  // MARK: Shapes

  /// Figures of all kinds in the middle of the canvas.
  private static var figures: [Figure] {
    let p = Point.zero
    func corners(_ offsets: (Double, Double)...) -> [Point] { offsets.map { p + Vector($0.0, $0.1) } }
    let figures: [Figure] = [
      .line(from: p + Vector(-50, -20), to: p + Vector(40, 25)),
      .arc(center: p, radius: 35, start: Angle(degrees: 20), sweep: Angle(degrees: -200)),
      .ellipse(center: p, radii: Vector(30, 30), angle: .zero, start: .zero, isReversed: false),
      .ellipse(center: p, radii: Vector(50, 22), angle: Angle(degrees: 25), start: .quarterTurn, isReversed: true),
      .polygon(corners((-40, 30), (0, -40), (45, 20)), isClosed: true),
      .polygon(corners((-40, -25), (40, -25), (40, 25), (-40, 25)), isClosed: true),
      .polygon(corners((-45, 0), (-10, -40), (40, -20), (35, 30), (-20, 35)), isClosed: true),
      .polygon(corners((-50, 20), (-20, -30), (10, 25), (45, -30)), isClosed: false),
    ]
    let map = Affine.translation(Vector(48, 36)) * Affine.scale(0.75, 0.75)
    return figures.map { $0.transformed(by: map) }
  }

  private static let shapes =
    Shape.Kind.allCases.map { kind in
      CorpusEntry("shape-\(kind)") { drawing in
        try drawing.shape(kind, Brush(size: 5))
        try drawing.shape(kind, try #require(drawing.brushes["tilt-pencil"]), isConstrained: true)
      }
    }
    + Figure.Kind.allCases.map { kind in
      CorpusEntry("held-\(kind)") { drawing in
        let figure = try #require(figures.first { $0.kind == kind })
        try drawing.held(figure, try #require(drawing.brushes["pen"]).resized(to: 7))
        guard kind == .line else { return }
        try drawing.held(
          figure.transformed(by: .translation(Vector(9, -7))), try #require(drawing.brushes["pencil"]),
          symmetry: Symmetry(.mirror(vertical: true, horizontal: false)))
      }
    }

  // MARK: Pixels

  /// A ring, and fills with tolerance, gap and opacity, within a selection, of one layer.
  static func fills(on drawing: inout CorpusDrawing) throws {
    let places = [drawing.place(-0.45, -0.45), drawing.place(-0.2, 0.2), drawing.place(0.1, 0)]
    let mask = drawing.mask(-0.2, 0.2, size: 0.5)
    try drawing.shape(.ellipse, Brush(size: 4))
    try drawing.change { try Corpus.require($0.fill(at: places[0], colour: 0xF0_E0A0, FillSettings()) != nil) }
    try drawing.change {
      try Corpus.require(
        $0.fill(at: places[2], colour: 0x30_90C0, opacity: 150, FillSettings(tolerance: 80, gap: 6)) != nil)
    }
    try drawing.perform(.add(above: drawing.document.activeID))
    try drawing.change { $0.select(mask) }
    try drawing.change {
      try Corpus.require(
        $0.fill(at: places[1], colour: 0xC0_4040, opacity: 90, FillSettings(source: .layer)) != nil)
    }
  }

  private static let pixels = [
    CorpusEntry("fill") { try fills(on: &$0) },
    CorpusEntry("selection") { drawing in
      let masks = [drawing.mask(-0.2, 0), drawing.mask(0.1, 0.1).inverted]
      for mask in masks { try drawing.change { $0.select(mask) } }
      try drawing.change { $0.select(nil) }
      try drawing.change { $0.select(masks[0]) }
    },
    CorpusEntry("paste") { drawing in
      let picture = try drawing.picture(40, 30)
      try drawing.change { document in
        _ = document.float(picture, translation: Vector(30, 20))
        _ = document.drop()
      }
      try drawing.change { document in
        _ = document.float(picture, translation: Vector(5.5, 30.25), scale: 1.3)
        _ = document.drop()
      }
      let mask = drawing.mask(0, 0)
      try drawing.change { $0.select(mask) }
      let copy = try #require(drawing.document.copied())
      try drawing.change { document in
        _ = document.float(copy, translation: Vector(-20, 12))
        _ = document.drop()
      }
    },
    CorpusEntry("floating-move") { drawing in
      let mask = drawing.mask(-0.1, 0)
      try drawing.change { $0.select(mask) }
      try drawing.move { $0.translation = Vector(31, -17) }
      try drawing.move { $0.translation = Vector(-30, 25) }
      try drawing.change { document in
        try Corpus.require(document.lift())
        _ = document.cancelFloating()
      }
    },
    CorpusEntry("floating-scale") { drawing in
      let mask = drawing.mask(0, 0)
      try drawing.change { $0.select(mask) }
      try drawing.move { ($0.scaleX, $0.scaleY) = (1.4, 0.7) }
      try drawing.move { ($0.scaleX, $0.scaleY, $0.translation) = (-0.4, 0.4, Vector(10.5, 3.25)) }
    },
    CorpusEntry("floating-turn") { drawing in
      let mask = drawing.mask(0, 0)
      try drawing.change { $0.select(mask) }
      try drawing.move { $0.rotation = .quarterTurn }
      try drawing.move { ($0.rotation, $0.translation) = (Angle(degrees: 37), Vector(4, 9)) }
    },
    CorpusEntry("clear") { drawing in
      let mask = drawing.mask(0, 0)
      try drawing.change { _ = $0.clearActiveLayer() }
      try drawing.stroke(Brush(size: 20))
      try drawing.change { $0.select(mask) }
      try drawing.change { _ = $0.clearActiveLayer() }
      try drawing.change { $0.select(nil) }
    },
    CorpusEntry("cut") { drawing in
      let mask = drawing.mask(0, 0)
      try drawing.change { $0.select(mask) }
      let cut = try #require(drawing.document.copied())
      try drawing.change { _ = $0.deleteSelected() }
      try drawing.change { document in
        _ = document.float(cut, translation: Vector(12, -20))
        _ = document.drop()
      }
      try drawing.change { document in
        try Corpus.require(document.lift())
        _ = document.deleteSelected()
      }
    },
  ]
}
