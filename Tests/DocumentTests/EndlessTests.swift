import Files
import Foundation
import Geometry
import Ink
import Journal
import Paint
import RandomSource
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Pictures
@testable import Pixels
@testable import Raster
@testable import Storage

/// Endless canvases.
@Suite struct EndlessTests {
  let filler: CoverageFiller
  let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder))
  }

  private func endless() throws -> Document {
    try #require(Document(width: Document.endlessSide, height: Document.endlessSide))
  }

  /// Draws the same random stroke on several drawings, moved on each by its own way.
  private func stroke(_ rng: inout RandomSource, on documents: inout [Document], by ways: [Vector]) throws {
    let names = BrushTests.names
    var brush = try #require(acts.brushes[names[rng.roll(0..<names.count)]]).resized(to: rng.roll(1...60))
    // The grain of the paper belongs to the canvas, not to the stroke.
    switch brush.rendering {
    case .outline, .mypaint: break
    case .dabs(var dabs):
      dabs.grain = 0
      brush.rendering = .dabs(dabs)
    case .spray(var dabs):
      dabs.grain = 0
      brush.rendering = .spray(dabs)
    }
    let style = InkStyle(colour: UInt32(rng.roll(0...0xFF_FFFF)), opacity: UInt8(rng.roll(40...255)))
    let symmetry = rng.isOne(in: 4) ? Symmetry(.mirror(vertical: true, horizontal: true)) : Symmetry()
    let middle = Point(512, 512)
    var samples: [PenSample] = []
    var p = Point(Double(rng.roll(0...1024)), Double(rng.roll(0...1024)))
    for i in 0..<rng.roll(1...25) { samples.append(StrokeRecordTests.sample(&rng, &p, i)) }
    for i in documents.indices {
      var own = symmetry
      own.center = middle + ways[i]
      var stroke = StrokeInProgress(
        on: documents[i], brush: brush, style: style, filler: filler, symmetry: own)
      for var sample in samples {
        sample.position = sample.position + ways[i]
        stroke.add(sample)
        _ = stroke.draw(on: &documents[i])
      }
      _ = stroke.finish(on: &documents[i])
    }
  }

  /// Fails if a stroke on an endless canvas has other pixels than on a canvas with edges, or an
  /// endless canvas keeps memory for tiles that were not painted.
  @Test func strokesAreThoseOfACanvasWithEdges() throws {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      let way = Vector(Double(64 * rng.roll(8...2000)), Double(64 * rng.roll(8...2000)))
      var both = [try #require(Document(width: 1024, height: 1024)), try endless()]
      for _ in 0..<rng.roll(2...8) { try stroke(&rng, on: &both, by: [.zero, way]) }
      let (small, large) = (both[0].activeImage, both[1].activeImage)
      let (dx, dy) = (Int(way.dx), Int(way.dy))
      let cut = PixelArrangement(
        width: large.width, height: large.height, resizedTo: small.bounds.offset(dx: dx, dy: dy))(large)
      let isSame = cut.showsSame(as: small)
      #expect(isSame, "seed \(seed)")
      #expect(large.writtenSlots <= 256 * large.tileCount + 256)
      while both[1].undo() != nil {}
      #expect(both[1].activeImage.tileCount == 0 && both[1].drawnBounds.isEmpty)
    }
  }

  /// Fails if a journal does not restore an endless drawing, with ink far apart and with a canvas
  /// that becomes endless and gets edges again, or if its undo steps differ.
  @Test(arguments: [1e9, 0.02]) func journalsRestoreIt(timeout: Double) throws {
    for seed in RandomSource.seeds(5) {
      let folder = try TemporaryFolder()
      let hand = try JournalReplayTests.Hand(folder.path, seed: seed, timeout: timeout, base: seed % 2 == 1)
      func go(_ count: Int) throws {
        for _ in 0..<count {
          try acts.act(on: &hand.document, &hand.rng)
          try hand.write()
        }
      }
      try go(10)
      let operation = hand.document.endlessOperation
      let became = hand.document.perform(operation) != nil
      #expect(became && hand.document.isEndless)
      try hand.write()
      try go(25)
      if seed % 3 == 0 {
        _ = hand.document.perform(.resize(hand.document.frame))
        try hand.write()
        try go(5)
      }
      let replay = try JournalReplay(try JournalFile.look(at: hand.writer.file.path), filler: filler)
      #expect(replay.fault == nil, "seed \(seed): \(replay.fault ?? "")")
      let isSame = replay.document.showsSame(as: hand.document)
      #expect(isSame, "seed \(seed)")
      var (a, b) = (replay.document, hand.document)
      (a.takesNotes, b.takesNotes) = (false, false)
      while a.undo() != nil {
        _ = b.undo()
        let isSame = a.showsSame(as: b)
        #expect(isSame, "seed \(seed), undone")
      }
    }
  }

  /// Fails if a file does not keep an endless drawing: its place on the canvas, its layers, its
  /// selection and its history; or if saving it again gives another file.
  @Test func filesKeepIt() throws {
    for seed in RandomSource.seeds(6) {
      let folder = try TemporaryFolder()
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 230, height: 220))
      for _ in 0..<15 { try acts.act(on: &document, &rng) }
      _ = document.perform(document.endlessOperation)
      // Near the middle, near the corner, or both: then the file has pieces.
      if seed % 3 > 0 { for _ in 0..<15 { try acts.act(on: &document, &rng) } }
      // The acts may have undone it.
      if !document.isEndless { _ = document.perform(document.endlessOperation) }
      var one = [document]
      if seed % 3 < 2 { try stroke(&rng, on: &one, by: [Vector(65_000, 65_500)]) }
      document = one[0]
      let path = folder.path + "/a.ora"
      try document.save(to: path)
      var notes: [String] = []
      var read = try Document.open(path, notes: &notes).document
      #expect(notes.isEmpty, "seed \(seed): \(notes)")
      let isRead = read.isEndless && read.showsSame(as: document)
      #expect(isRead, "seed \(seed)")
      try read.save(to: folder.path + "/b.ora")
      let isSameFile =
        try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: URL(filePath: folder.path + "/b.ora"))
      #expect(isSameFile, "seed \(seed)")
      try read.replayHistory(filler: filler)
      #expect(read.history.undoCount == document.history.undoCount)
      while document.undo() != nil {
        _ = read.undo()
        let isSame = read.showsSame(as: document)
        #expect(isSame, "seed \(seed), undone")
      }
    }
  }

  /// Fails if the file of an endless drawing is not an ordinary one for other programs: a canvas of
  /// the size of what is drawn, with its paper, and a merged image of that size, or a smaller one
  /// where the drawing is too large.
  @Test func otherProgramsSeeWhatIsDrawn() throws {
    let folder = try TemporaryFolder()
    var document = try endless()
    paint(&document, PixelRect(x: 70_000, y: 60_000, width: 300, height: 200))
    let path = folder.path + "/a.ora"
    try document.save(to: path)
    let reader = try OpenRasterReader(path: path)
    #expect(reader.stack.width == 364 && reader.stack.height == 264)
    let nodes = reader.stack.nodes
    #expect(nodes.count == 2 && nodes[1].x == 32 && nodes[1].y == 32)
    let merged = try #require(try reader.entry("mergedimage.png", limit: 1 << 20))
    let size = try PNGBytes.claim(merged, limits: .standard)
    #expect(size.width == 364 && size.height == 264)

    paint(&document, PixelRect(x: 100, y: 130_000, width: 500, height: 400))
    try document.save(to: path)
    let far = try OpenRasterReader(path: path)
    #expect(far.stack.width == 70_300 - 100 + 64 && far.stack.height == 130_400 - 60_000 + 64)
    let small = try PNGBytes.claim(
      try #require(try far.entry("mergedimage.png", limit: 1 << 28)), limits: .standard)
    #expect(small.width * small.height <= 1 << 24)
    let bytes = try Data(contentsOf: URL(filePath: path)).count
    #expect(bytes < 1 << 20, "\(bytes) bytes for two small rectangles")
    var messages: [String] = []
    let read = try Document.open(path, notes: &messages).document
    let isSame = read.showsSame(as: document) && messages.isEmpty
    #expect(isSame)
  }

  /// Paints a rectangle of the active layer, as an edit.
  private func paint(_ document: inout Document, _ rect: PixelRect) {
    document.select(document.mask(of: rect))
    _ = document.fill(at: Rect(rect).center, colour: 0x20_4060, FillSettings())
    document.select(nil)
  }

  /// Fails if an exported picture is not what is drawn with its margin, if it differs from the
  /// picture of a canvas with edges, or if one that is too large does not name the scale that fits.
  @Test func picturesShowWhatIsDrawn() throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(5)
    var both = [try #require(Document(width: 1024, height: 1024)), try endless()]
    for _ in 0..<6 { try stroke(&rng, on: &both, by: [.zero, Vector(64 * 900, 64 * 1200)]) }
    let frame = both[1].frame
    let edged = both[0].perform(.resize(frame.offset(dx: -64 * 900, dy: -64 * 1200))) != nil
    #expect(edged)
    for (name, options) in [
      ("a.png", ExportOptions()), ("b.png", ExportOptions(scale: 2)), ("c.svg", ExportOptions(format: .svg)),
    ] {
      try both[0].export(to: folder.path + "/edged-" + name, options, filler: filler)
      try both[1].export(to: folder.path + "/endless-" + name, options, filler: filler)
      let (a, b) = (
        try Data(contentsOf: URL(filePath: folder.path + "/edged-" + name)),
        try Data(contentsOf: URL(filePath: folder.path + "/endless-" + name))
      )
      #expect(name == "c.svg" || a == b, "\(name)")
      #expect(!b.isEmpty)
    }
    paint(&both[1], PixelRect(x: 5, y: 5, width: 60, height: 60))
    #expect {
      try both[1].export(to: folder.path + "/large.png", ExportOptions(), filler: filler)
    } throws: {
      "\($0)".contains("a scale of 0.")
    }
    let scale = try #require(
      (1...1000).map { Double($0) / 1000 }.last {
        let size = both[1].framed.size(enlargedBy: $0)
        return ImageLimits.standard.fault(width: size.width, height: size.height) == nil
      })
    #expect(scale < 0.5 && scale > 0.2)
  }

  /// Fails if a fill of an open area does not end around what is drawn and seen, or does not say so.
  @Test func fillsEnd() throws {
    var document = try endless()
    paint(&document, PixelRect(x: 65_000, y: 65_000, width: 700, height: 300))
    var isCut = false
    let seen = PixelRect(x: 64_900, y: 65_200, width: 640, height: 480)
    let region = document.fill(
      at: Point(64_950, 65_300), colour: 0xFF0000, FillSettings(), seen: seen, isCut: &isCut)
    #expect(isCut && region != nil)
    let wanted = PixelRect(minX: 64_896, minY: 64_960, maxX: 65_728, maxY: 65_728)
    #expect(document.drawnBounds == wanted, "\(document.drawnBounds)")
    _ = document.undo()
    // A closed area.
    _ = document.fill(at: Point(65_100, 65_100), colour: 0x00FF00, FillSettings(), seen: seen, isCut: &isCut)
    let around = PixelRect(x: 65_000, y: 65_000, width: 700, height: 300).grown(by: AreaPainter.reach(2))
    #expect(!isCut && around.contains(document.drawnBounds))
  }

  /// Fails if moving all of a drawing with ink far apart moves other pixels than it should, needs
  /// tiles where no ink is, or is not undone.
  @Test(arguments: [0.0, 30]) func movingCostsByTheInk(turn: Double) throws {
    var document = try endless()
    paint(&document, PixelRect(x: 20_000, y: 30_000, width: 100, height: 70))
    paint(&document, PixelRect(x: 90_000, y: 70_000, width: 50, height: 90))
    let before = document
    document.select(document.mask(of: document.drawnBounds))
    let isLifted = document.lift()
    #expect(isLifted)
    var placement = try #require(document.floating?.placement)
    placement.translation = Vector(640, -320)
    placement.rotation = Angle(degrees: turn)
    _ = document.place(placement)
    _ = document.drop()
    let image = document.activeImage
    #expect(image.tileCount > 4 && image.tileCount < 40, "\(image.tileCount)")
    if turn == 0 {
      let moved = PixelArrangement(
        width: image.width, height: image.height,
        resizedTo: PixelRect(x: -640, y: 320, width: image.width, height: image.height))(before.activeImage)
      let isSame = image.showsSame(as: moved)
      #expect(isSame)
    }
    _ = document.undo()
    _ = document.undo()
    let isBack = document.activeImage.showsSame(as: before.activeImage)
    #expect(isBack)
  }

  /// Fails if a size that is neither finite nor the endless one is possible, or a drawing can be
  /// scaled to or from an endless canvas.
  @Test func onlyOneSizeIsEndless() throws {
    let side = Document.endlessSide
    for (width, height) in [(side, side - 1), (side - 1, side), (side + 1, side + 1), (side, 1), (32_768, 32_768)] {
      #expect(!Document.isAllowed(width: width, height: height))
    }
    var document = try #require(Document(width: 200, height: 100))
    let before = document
    #expect(document.perform(.scale(width: side, height: side)) == nil)
    #expect(document.perform(document.endlessOperation) != nil && document.isEndless)
    #expect(document.perform(.scale(width: 100, height: 100)) == nil)
    _ = document.undo()
    let isBack = document.showsSame(as: before) && !document.isEndless
    #expect(isBack)
  }
}

extension ExportOptions {
  fileprivate init(scale: Double) {
    self.init()
    fineness = .scale(scale)
  }
}
