import Geometry
import Ink
import Paint
import Pixels
import Raster
import Testing

@testable import Document
@testable import Storage

/// Operations that files keep with their parameters (`EditRecord`). The files of older entries
/// with such operations have only what came out.
extension CorpusEntry {
  static let parameters = [
    CorpusEntry("parameters-fill") { try fills(on: &$0) },
    CorpusEntry("parameters-place") { drawing in
      let (mask, picture) = (drawing.mask(-0.1, 0), try drawing.picture(40, 30))
      try drawing.change { $0.select(mask) }
      try drawing.move { $0.translation = Vector(31, -17) }
      try drawing.move { ($0.scaleX, $0.scaleY, $0.translation) = (-0.4, 0.7, Vector(-10.5, 3.25)) }
      try drawing.move { ($0.rotation, $0.translation) = (Angle(degrees: 37), Vector(4, 9)) }
      for (move, scale) in [(Vector(30, 20), 1), (Vector(5.5, 30.25), 1.3)] {
        try drawing.change { document in
          _ = document.float(picture, translation: move, scale: scale)
          _ = document.drop()
        }
      }
    },
    // Soft selections, made in every way, with paint in them; one is moved.
    CorpusEntry("parameters-select") { drawing in
      try drawing.stroke(Brush(size: 30))
      let (middle, paper) = (drawing.place(0, 0), drawing.document.paper)
      let around = Rect(x: middle.x - 30, y: middle.y - 20, width: 60, height: 45)
      let surface = drawing.document.activeSurface
      let shapes: [SelectionRecipe.Shape] = [
        .all, .present, .rectangle(PixelRect(covering: around)), .ellipse(around), .mask(drawing.mask(0, 0)),
        .polygon([drawing.place(-0.2, -0.2), drawing.place(0.2, -0.1), drawing.place(0, 0.2)]),
        .wand(
          SelectionRecipe.Wand(
            at: middle, FillSettings(tolerance: 20, gap: 3, source: .layer), isContiguous: false)),
        .colour(paper, tolerance: 9, source: .all), .opacity(surface),
      ]
      for (index, shape) in shapes.enumerated() {
        var recipe = SelectionRecipe(shape)
        recipe.isInverted = index == 1
        recipe.mode = SelectionRecipe.Mode.allCases[index % 4]
        (recipe.edge.growth, recipe.edge.feather) = (Double(index % 3 - 1) * 2, index == 3 ? 12 : 0)
        try drawing.change { document in
          try Corpus.require(recipe.mask(in: document).map { document.select($0, recipe) } != nil)
        }
        try drawing.stroke(Brush(size: 6))
      }
      let soft = drawing.mask(0.1, 0.1).feathered(by: 8)
      try drawing.change { $0.select(soft) }
      try drawing.change { _ = $0.coverActiveLayer(colour: 0x30_90C0, opacity: 200) }
      try drawing.move { $0.translation = Vector(9, -7) }
    },
    CorpusEntry("parameters-clear") { drawing in
      let mask = drawing.mask(0, 0)
      try drawing.change { $0.select(mask) }
      try drawing.change { _ = $0.deleteSelected() }
      try drawing.stroke(Brush(size: 20))
      try drawing.change { document in
        try Corpus.require(document.lift())
        _ = document.deleteSelected()
      }
      try drawing.change { $0.select(nil) }
      try drawing.stroke(Brush(size: 20))
      try drawing.change { _ = $0.clearActiveLayer() }
    },
    CorpusEntry("parameters-cover") { drawing in
      let mask = drawing.mask(0.1, -0.1)
      try drawing.change { _ = $0.coverActiveLayer(colour: 0x30_90C0, opacity: 70) }
      try drawing.perform(.add(above: drawing.document.activeID))
      try drawing.stroke(Brush(size: 20))
      try drawing.change { $0.select(mask) }
      try drawing.change { _ = $0.coverActiveLayer(colour: 0xC0_4040, opacity: 150) }
      try drawing.change { document in
        try Corpus.require(document.lift())
        guard var placement = document.floating?.placement else { return }
        placement.translation = Vector(-17, 11)
        _ = document.place(placement)
        // Merges it first.
        _ = document.coverActiveLayer(colour: 0x20_A060)
      }
    },
    CorpusEntry("parameters-gradient") { drawing in
      let (start, end) = (drawing.place(-0.4, -0.3), drawing.place(0.4, 0.35))
      let colours: [UInt32] = [0x88_AACC, 0xFF_E0A0, 0x30_2060, 0xFF_FFFF]
      let stops = try #require(
        GradientStops(
          zip([0.1, 0.5, 0.5, 1], colours).map {
            GradientStops.Stop(place: $0, colour: $1, opacity: $1 == 0xFF_FFFF ? 0 : 255)
          }))
      func paint(_ gradient: Gradient) throws {
        try drawing.change { try Corpus.require(gradient.paint(on: &$0) != nil) }
      }
      try paint(Gradient(surface: drawing.document.activeSurface, from: start, to: end, stops: stops))
      try drawing.perform(.add(above: drawing.document.activeID))
      let soft = drawing.mask(0.1, -0.1).feathered(by: 8)
      try drawing.change { $0.select(soft) }
      try paint(
        Gradient(
          surface: drawing.document.activeSurface, selection: soft, kind: .radial, from: drawing.place(0, 0), to: end,
          stops: stops, opacity: 200))
      try drawing.change { $0.select(nil) }
      try paint(
        Gradient(surface: drawing.document.activeSurface, from: drawing.place(0, 0.1), to: drawing.place(0, 0.3)))
    },
    CorpusEntry("times") { drawing in
      drawing.document.clock = { 1_790_000_000.25 }
      try drawing.stroke()
      try drawing.perform(.add(above: drawing.document.activeID))
      drawing.document.clock = { 1_790_000_061.5 }
      try drawing.stroke()
      try drawing.undo()
      drawing.document.clock = { 1_789_999_999 }
      try drawing.stroke()
    },
    CorpusEntry("parameters-shape") { drawing in
      for kind in Shape.Kind.allCases { try drawing.shape(kind, Brush(size: 3)) }
      let (a, b, c) = (drawing.place(-0.3, 0.2), drawing.place(0.3, -0.1), drawing.place(0, -0.3))
      let figures: [Figure] = [
        .line(from: a, to: b), .polygon([a, b, c], isClosed: true), .polygon([c, a, b], isClosed: false),
        .arc(center: drawing.place(0, 0), radius: 20, start: Angle(degrees: 10), sweep: Angle(degrees: -200)),
        .ellipse(
          center: drawing.place(0.1, 0.1), radii: Vector(25, 12), angle: Angle(degrees: 20), start: .zero,
          isReversed: true),
      ]
      for figure in figures { try drawing.held(figure, Brush(size: 4)) }
      let painted = Brush(try MyPaintBrush(parsing: Array(MyPaintEngineTests.plain.utf8)), name: "plain")
      try drawing.shape(.rectangle, painted.resized(to: 5))
      try drawing.held(.line(from: a, to: b), painted.resized(to: 6))
    },
    CorpusEntry("held-with-pressure") { drawing in
      let (a, b) = (drawing.place(-0.3, 0.2), drawing.place(0.3, -0.1))
      for figure in [Figure.line(from: a, to: b), .polygon([a, b, drawing.place(0, -0.3)], isClosed: true)] {
        try drawing.held(figure, Brush(size: 8), keepsPressure: true)
      }
    },
    CorpusEntry("scaled-strokes") { drawing in
      // The ink is on the canvas as a whole, or it would not be drawn again.
      let middle = drawing.place(0, 0)
      for size in [7.0, 3] {
        let samples = drawing.samples().map { sample in
          var sample = sample
          sample.position = middle.lerp(to: sample.position, 0.5)
          return sample
        }
        try drawing.stroke(Brush(size: size), colour: 0xD0_8030, samples)
      }
      try drawing.change { $0.select($0.mask(of: $0.bounds)) }
      try drawing.move { placement in
        (placement.scaleX, placement.scaleY) = (0.75, -0.75)
        placement.rotation = Angle(degrees: 20)
      }
      // Otherwise the entry would be one of interpolated pixels.
      try Corpus.require(drawing.document.history.lastDone?.operation?.placing?.strokes.isEmpty == false)
      try drawing.finish()
    }.with { $0.isFramed = false },
  ]
}
