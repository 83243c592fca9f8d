import Archive
import Geometry
import Ink
import Paint
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Pictures
@testable import Pixels
@testable import Storage

extension CorpusEntry {
  // MARK: Layers

  /// A drawing with a second layer that has a stroke.
  static func onTwoLayers(
    _ name: String, draw: @escaping @Sendable (inout CorpusDrawing, _ lower: Layer.ID, _ upper: Layer.ID) throws -> Void
  ) -> CorpusEntry {
    CorpusEntry(name) { drawing in
      let lower = drawing.document.activeID
      try drawing.perform(.add(above: lower))
      try drawing.stroke(Brush(size: 11), colour: 0x30_A060, opacity: 190)
      try draw(&drawing, lower, drawing.document.activeID)
    }
  }

  static let layers = [
    onTwoLayers("layer-add") { drawing, lower, _ in
      try drawing.perform(.add(above: lower))
      try drawing.stroke(colour: 0xA0_2020)
    },
    onTwoLayers("layer-duplicate-numbered") { drawing, lower, _ in
      try drawing.perform(.duplicate(lower))
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.duplicate(drawing.document.activeID))
    },
    onTwoLayers("layer-delete") { drawing, lower, _ in
      try drawing.perform(.delete(lower))
    },
    onTwoLayers("layer-merge") { drawing, _, upper in
      try drawing.perform(.set(upper, .blend(.multiply)))
      try drawing.perform(.set(upper, .opacity(0.6)))
      try drawing.perform(.mergeDown(upper))
    },
    onTwoLayers("layer-rename") { drawing, lower, upper in
      try drawing.perform(.set(lower, .name("Skizze 筆 é")))
      try drawing.perform(.set(upper, .name("<&>\"'")))
    },
    onTwoLayers("layer-move") { drawing, lower, _ in
      try drawing.perform(.move(lower, to: LayerPlace(position: 1)))
    },
    onTwoLayers("layer-visible") { drawing, lower, _ in
      try drawing.perform(.set(lower, .visible(false)))
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.set(lower, .visible(true)))
      try drawing.perform(.set(lower, .visible(false)))
    },
    onTwoLayers("layer-lock") { drawing, lower, _ in
      try drawing.perform(.set(lower, .locked(true)))
    },
    onTwoLayers("layer-opacity") { drawing, lower, upper in
      try drawing.perform(.set(upper, .opacity(0.8)))
      for value in [0.7, 0.5, 0.35] { try drawing.perform(.set(upper, .opacity(value)), isContinued: true) }
      try drawing.perform(.set(lower, .opacity(0.25)))
    },
    onTwoLayers("layer-blend") { drawing, _, upper in
      for mode in CompositeOperator.allCases + [.sourceOver] where mode != drawing.document.layer(upper)?.blend {
        try drawing.perform(.set(upper, .blend(mode)))
      }
    },
    onTwoLayers("paper-colour") { drawing, _, _ in
      try drawing.perform(.setPaper(0x30_4858))
      for colour in [UInt32(0x40_4858), 0x50_5868] { try drawing.perform(.setPaper(colour), isContinued: true) }
    },
    onTwoLayers("paper-hidden") { drawing, _, _ in
      try drawing.perform(.setPaperShown(false))
      try drawing.perform(.setPaperShown(true))
      try drawing.perform(.setPaperShown(false))
    },
  ]

  // MARK: Canvas

  /// A canvas operation on two layers and a selection.
  private static func onCanvas(_ name: String, _ operations: CanvasOperation...) -> CorpusEntry {
    onTwoLayers(name) { drawing, _, _ in
      let mask = drawing.mask(0.1, 0.1)
      try drawing.change { $0.select(mask) }
      for operation in operations {
        try drawing.perform(operation)
        try drawing.stroke(colour: 0xA0_2020)
      }
    }
  }

  /// Scales the drawing as the program does: strokes are drawn again where it becomes larger.
  private static func scale(_ drawing: inout CorpusDrawing, _ width: Int, _ height: Int) throws {
    let scaled = try drawing.document.scaled(width: width, height: height, filler: drawing.filler)
    try drawing.change { try Corpus.require($0.perform(scaled) != nil) }
  }

  static let canvas = [
    onCanvas(
      "canvas-resize", .resize(PixelRect(x: -20, y: -10, width: 140, height: 100)),
      .resize(PixelRect(x: 64, y: 0, width: 76, height: 90)), .resize(PixelRect(x: 0, y: 10, width: 60, height: 50))),
    onCanvas("canvas-scale", .scale(width: 80, height: 64), .scale(width: 100, height: 90)),
    onTwoLayers("canvas-enlarge") { drawing, _, _ in
      try scale(&drawing, 144, 108)
      try drawing.stroke(colour: 0xA0_2020)
      try scale(&drawing, 72, 54)
    },
    onCanvas("canvas-flip", .flip(horizontally: true), .flip(horizontally: false)),
    onCanvas("canvas-turn", .turn(quarters: 1), .turn(quarters: 2), .turn(quarters: 3)),
    onCanvas(
      "canvas-resolution", .setResolution(Resolution(x: 300, y: 300)), .setResolution(Resolution(x: 150, y: 96))),
    CorpusEntry("endless") { drawing in
      let mask = drawing.mask(0, 0)
      try drawing.stroke(try #require(drawing.brushes["pencil"]))
      try drawing.change { $0.select(mask) }
      try drawing.stroke(Brush(size: 20), colour: 0x80_A020)
      try drawing.move { $0.translation = Vector(90, 40) }
      try drawing.change { $0.select(nil) }
      let place = drawing.place(0, 0)
      try drawing.stroke(symmetry: Symmetry(.radial(count: 3, isMirrored: false), center: place))
    }.with {
      $0.start = { Document(NewDrawing(width: Document.endlessSide, height: Document.endlessSide)) }
    },
    CorpusEntry("endless-from-edges") { drawing in
      try drawing.perform(drawing.document.endlessOperation)
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.resize(drawing.document.frame))
      try drawing.perform(drawing.document.endlessOperation)
    },
  ]

  // MARK: Journals and histories

  static let journals = [
    CorpusEntry("foreign") { drawing in try drawing.perform(.set(drawing.document.activeID, .name("Ebene"))) }.with {
      $0.start = {
        var document = Document(width: 96, height: 72)
        guard let layer = document?.activeID else { return nil }
        document?.foreign.image.attributes = [.init("xmlns:a", "urn:a"), .init("a:b", "<c>")]
        document?.foreign.files = [.init(name: "a/b.dat", bytes: [1, 2, 3])]
        var part = ForeignPart(attributes: [.init("a:d", "\"")])
        part.above = [.init("a:text", [.init("src", "a/b.dat")], texts: [.init(" x ")])]
        part.inside = [.init("mask", children: [.init("a:e")])]
        document?.foreign.layers[layer] = ForeignNode(own: part)
        return document
      }
    },
    CorpusEntry("outside") { drawing in
      try drawing.perform(.flip(horizontally: true))
      try drawing.perform(.resize(PixelRect(x: -20, y: 10, width: 116, height: 72)))
    }.with {
      $0.start = {
        var document = Document(width: 96, height: 72)
        guard let layer = document?.activeID else { return nil }
        var image = TileGrid(width: 90, height: 72)
        for y in 20..<50 {
          let row = (0..<30).map { UInt32(0xFF00_8000 | $0 << 3 | y << 16) }
          image.setRow(y, from: 36, to: row.span)
        }
        document?.outside.layers[layer] = [.init(image: image, x: 64, y: 0)]
        return document
      }
      $0.timeout = 0
    },
    CorpusEntry("references") { drawing in
      for (index, size) in [(40, 30), (20, 50)].enumerated() {
        let picture = try LoadedReference(try drawing.picture(size.0, size.1)).picture
        let placement = ReferencePlacement(
          center: Point(-30.5, 12 * Double(index)), scale: 0.75, rotation: Angle(degrees: 15), isMirrored: index == 1,
          opacity: 0.5)
        try Corpus.require(drawing.document.references.add(picture, at: placement) != nil)
        drawing.appendReferences()
        try drawing.stroke()
      }
      let items = drawing.document.references.items
      var placement = items[0].placement
      placement.center = Point(100, -20)
      for change in [ReferenceBoard.Change.place([items[0].id: placement]), .raise(items[0].id)] {
        try Corpus.require(drawing.document.references.apply(change))
        drawing.appendReferences()
      }
    },
    // Edits of each kind to redo at the end.
    CorpusEntry("redo") { drawing in
      let (mask, lower) = (drawing.mask(0, 0), drawing.document.activeID)
      let picture = try drawing.picture(30, 30)
      try drawing.stroke(try #require(drawing.brushes["airbrush"]).resized(to: 30))
      try drawing.held(.line(from: Point(20, 20), to: Point(85, 60)), Brush(size: 6))
      try drawing.change { _ = $0.fill(at: Point(3, 3), colour: 0x80_C0D0, FillSettings()) }
      try drawing.change { $0.select(mask) }
      try drawing.move { $0.translation = Vector(20, 10) }
      try drawing.change { document in
        _ = document.float(picture)
        _ = document.drop()
      }
      try drawing.perform(.add(above: lower))
      try drawing.stroke()
      try drawing.perform(.set(drawing.document.activeID, .opacity(0.5)))
      try drawing.perform(.mergeDown(drawing.document.activeID))
      try drawing.perform(.turn(quarters: 1))
      try drawing.perform(.scale(width: 100, height: 100))
      try drawing.undo(13)
      try drawing.redo(3)
      try drawing.undo(2)
    }.with { $0.isFramed = false },
    CorpusEntry("all-undone") { drawing in
      for _ in 0..<3 { try drawing.stroke() }
      try drawing.undo(3)
    }.with { $0.isFramed = false },
    CorpusEntry("picture-below") { drawing in
      try drawing.stroke()
      try drawing.change { _ = $0.clearActiveLayer() }
    }.with {
      // Pixels, a hidden paper and a resolution that are from before the first edit.
      $0.start = {
        var document = Document(NewDrawing(width: 96, height: 72, dpi: 300, paper: 0xFF_FFFF, isPaperShown: false))
        for y in 20..<70 { document?.load(row: y, pixels: [UInt32](repeating: 0x8010_2030, count: 96).span) }
        return document
      }
    },
    CorpusEntry("sessions") { drawing in
      drawing.append(JournalPayload(saved: "/tmp/corpus.ora"))
      let work = ViewMemory(
        center: Point(40, 30), zoom: 1.5, showsWhole: false, rotation: Angle(degrees: 30), isMirrored: true,
        tool: "brush", layer: 0, layerCount: 1)
      drawing.append(JournalPayload(work, contentTime: 1_700_000_000))
      drawing.append(.closed)
      try drawing.stroke()
      drawing.append(JournalPayload(saved: "/tmp/corpus.ora"))
      drawing.append(JournalPayload(work, contentTime: 1_700_000_100))
      drawing.append(.closed)
    }.with { $0.isFramed = false },
    CorpusEntry("unfinished-stroke") { drawing in
      try drawing.stroke(Brush(size: 30), colour: 0xD0_8030)
      var record = StrokeRecord(brush: Brush(size: 7), style: InkStyle(colour: 0x20_4060, opacity: 180))
      record.samples = drawing.samples()
      var first = record
      first.samples = Array(record.samples[..<9])
      try drawing.leave(
        .stroke(record), .stroke(first), .samples(Array(record.samples[9..<15])),
        .samples(Array(record.samples[15...])))
    }.with { $0.isFramed = false },
    CorpusEntry("unfinished-paste") { drawing in
      try drawing.stroke(Brush(size: 30), colour: 0xD0_8030)
      var placement = Placement(pivot: Point(20, 15))
      var work = UnfinishedWork.Floating(
        surface: drawing.document.activeSurface, clipping: try drawing.picture(40, 30), isLifted: false,
        placement: placement)
      let first = work
      placement.translation = Vector(25, 20.5)
      (placement.scaleX, placement.rotation) = (-1.2, Angle(degrees: 20))
      work.placement = placement
      try drawing.leave(.floating(work), .floating(first), .placement(placement))
    }.with { $0.isFramed = false },
    CorpusEntry("unfinished-move") { drawing in
      try drawing.stroke(Brush(size: 30), colour: 0xD0_8030)
      try drawing.stroke(Brush(size: 5), colour: 0x20_4060)
      var document = drawing.document
      document.select(drawing.mask(0, 0))
      try Corpus.require(document.lift())
      var work = try #require(document.floatingWork)
      let first = work
      work.placement.translation = Vector(10, -6)
      try drawing.leave(.floating(work), .floating(first), .placement(work.placement))
    }.with { $0.isFramed = false },
    // A key frame after each change.
    onTwoLayers("key-frames") { drawing, lower, upper in
      try drawing.held(.line(from: Point(20, 20), to: Point(85, 60)), Brush(size: 6))
      try drawing.perform(.set(lower, .opacity(0.5)))
      try drawing.perform(.set(lower, .opacity(0.4)), isContinued: true)
      try drawing.undo(2)
      try drawing.redo()
      try drawing.perform(.resize(PixelRect(x: -20, y: 0, width: 130, height: 80)))
      try drawing.perform(.setResolution(Resolution(x: 200, y: 200)))
      try drawing.perform(.delete(upper))
      try drawing.undo()
    }.with { ($0.timeout, $0.keepsStrokes) = (0, false) },
    // Some key frames, and steps that cross them.
    onTwoLayers("key-frames-apart") { drawing, lower, _ in
      for _ in 0..<6 { try drawing.stroke() }
      try drawing.undo(4)
      try drawing.redo(2)
      try drawing.perform(.scale(width: 112, height: 84))
      for _ in 0..<4 { try drawing.stroke() }
      try drawing.undo(3)
    }.with { $0.timeout = 0.01 },
    // Long records are divided.
    CorpusEntry("divided-records") { drawing in
      try drawing.stroke(Brush(size: 3), drawing.samples(300))
      try drawing.change { _ = $0.fill(at: Point(3, 3), colour: 0x80_C0D0, FillSettings()) }
    }.with { ($0.timeout, $0.largestRecord) = (0.05, 300) },
    // A drawing from a file, whose history is still packed.
    CorpusEntry("reopened") { drawing in
      try drawing.stroke(colour: 0xC0_6020)
      try drawing.perform(.add(above: drawing.document.activeID))
    }.with {
      $0.start = {
        var first = try CorpusEntry("before") { drawing in
          try drawing.perform(.duplicate(drawing.document.activeID))
          try drawing.stroke(Brush(size: 9), colour: 0x20_8060)
        }.drawing().document
        _ = first.undo()
        let folder = try TemporaryFolder()
        try first.save(to: folder.path("a.ora"))
        var notes: [String] = []
        return try Document.open(folder.path("a.ora"), notes: &notes).document
      }
    },
  ]
}
