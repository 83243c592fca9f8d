import Files
import Foundation
import Geometry
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pixels
@testable import Storage

/// Groups in OpenRaster files.
@Suite struct OpenRasterGroupTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("a.ora") }

  init() throws { folder = try TemporaryFolder() }

  /// A branch of layers and groups, lowest first.
  private static func layers(
    _ rng: inout RandomSource, depth: Int = 0, width: Int, height: Int
  ) -> [Layer] {
    var all: [Layer] = []
    for number in 0..<rng.roll(depth == 0 ? 1...4 : 0...3) {
      var layer = Layer(name: ["Ebene \(number) 筆", "", "Paper"][rng.roll(0...2)], width: width, height: height)
      layer.depth = depth
      if depth < 5, !rng.isOne(in: 3) {
        layer.content = .group(rng.isOne(in: 3) ? .passThrough : .isolated)
        all += layers(&rng, depth: depth + 1, width: width, height: height)
      } else {
        layer.image.addBlots(0...3, &rng)
      }
      (layer.isVisible, layer.isLocked) = (!rng.isOne(in: 6), rng.isOne(in: 4))
      if rng.isOne(in: 2) { layer.opacity = rng.roll(0.0...1) }
      if rng.isOne(in: 2) {
        layer.blend = CompositeOperator.allCases[rng.roll(0..<CompositeOperator.allCases.count)]
      }
      all.append(layer)
    }
    return all
  }

  /// Layers with their IDs, as a file does not have them.
  private static func anonymous(_ document: Document) -> [Layer] {
    document.layers.map { layer in
      var layer = layer
      layer.id = Layer.ID(0)
      return layer
    }
  }

  /// The pixels of a drawing as other programs see it.
  private static func flat(_ document: Document) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: document.bounds.area)
    var span = pixels.mutableSpan
    document.flatten(document.bounds, to: &span, start: 0, stride: document.width)
    return pixels
  }

  /// A drawing of layers, 40 x 30 px.
  private static func drawing(_ layers: [Layer], active: Int = 0) throws -> Document {
    try #require(Document(width: 40, height: 30, layers: layers, active: active))
  }

  private static func layer(_ name: String, depth: Int = 0, _ colour: UInt32 = 0) -> Layer {
    var layer = Layer(name: name, width: 40, height: 30)
    layer.image = TileGrid(width: 40, height: 30, filledWith: colour)
    layer.depth = depth
    return layer
  }

  private static func group(_ name: String, depth: Int = 0, _ kind: Layer.Group = .isolated) -> Layer {
    var layer = Layer(name: name, width: 40, height: 30)
    (layer.content, layer.depth) = (.group(kind), depth)
    return layer
  }

  private func reopened(_ document: Document) throws -> Document {
    try document.save(to: path)
    var notes: [String] = []
    let back = try Document(openRasterAt: path, notes: &notes)
    let losses = try Document.losses(inSaving: path)
    #expect(notes.isEmpty && losses.isEmpty, "\(notes)")
    return back
  }

  /// Fails if a tree changes by saving and opening: a name, depth, opacity, mode, isolation, pixel,
  /// the active layer, or the picture.
  @Test func anyTreeComesBack() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let (width, height) = (rng.roll(1...150), rng.roll(1...100))
      let layers = Self.layers(&rng, width: width, height: height)
      let document = try #require(
        Document(
          width: width, height: height, layers: layers, active: rng.roll(0..<layers.count),
          isPaperShown: rng.isOne(in: 2)))
      let back = try reopened(document)
      let (found, expected) = (Self.anonymous(back), Self.anonymous(document))
      #expect(found.map(\.name) == expected.map(\.name) && found.map(\.depth) == expected.map(\.depth), "seed \(seed)")
      #expect(found.map(\.group) == expected.map(\.group), "seed \(seed)")
      #expect(back.activeLayer == document.activeLayer && back.isPaperShown == document.isPaperShown)
      for (a, b) in zip(found, expected) {
        #expect(a.opacity == b.opacity && a.blend == b.blend, "seed \(seed)")
        #expect(
          a.isVisible == b.isVisible && a.isLocked == b.isLocked && a.image.showsSame(as: b.image), "seed \(seed)")
      }
      let isSame = Self.flat(back) == Self.flat(document)
      #expect(isSame, "seed \(seed)")
      let bytes = try folder.read("a.ora")
      try back.save(to: path)
      let isSameFile = try folder.read("a.ora") == bytes
      #expect(isSameFile, "seed \(seed)")
    }
  }

  /// Fails if groups that are as deep as possible do not come back, or groups that are too deep keep
  /// a file from opening, or from being saved without a loss afterwards.
  @Test(arguments: [64, 70]) func deepGroupsAreOpened(_ count: Int) throws {
    let layers = [Self.layer("inner", depth: 64, 0xFF11_2233)] + (0..<64).reversed().map { Self.group("g", depth: $0) }
    let document = try Self.drawing(layers)
    if count == 64 {
      let back = try reopened(document)
      #expect(back.layers.map(\.depth) == document.layers.map(\.depth) && back.layers[0].name == "inner")
      return
    }
    // A list with deeper groups is not written, so the list of a file is replaced.
    var nodes = [RasterNode(name: "inner", content: .layer(source: "a.png"), depth: count)]
    nodes += (0..<count).reversed().map { RasterNode(name: "g", content: .group(isIsolated: true), depth: $0) }
    let file = try AtomicFile(path: path)
    try OpenRasterWriter.write(
      RasterStack(width: 40, height: 30, nodes: nodes), to: file, image: { _ in layers[0].image }, hasAlpha: true,
      merged: { _, _ in })
    try file.commitReplacing()
    #expect(try Document.losses(inSaving: path).groups == 6)
    var notes: [String] = []
    let opened = try Document(openRasterAt: path, notes: &notes)
    #expect(notes.count == 1 && notes[0].hasSuffix("The same applies to 5 more."), "\(notes)")
    #expect(opened.layers.count == 65 && opened.layers[0].depth == 64)
    let isSame = Self.flat(opened) == Self.flat(try #require(Self.hidingPaper(document)))
    #expect(isSame)
    #expect(try reopened(opened).layers.map(\.depth) == opened.layers.map(\.depth))
  }

  /// A file without paper opens with hidden paper.
  private static func hidingPaper(_ document: Document) -> Document? {
    Document(width: 40, height: 30, layers: Array(document.layers), active: 0, isPaperShown: false)
  }

  /// Fails if a layer in a group or a group becomes paper, or paper below groups is not found.
  @Test func paperIsNeverInAGroup() throws {
    let paper = Self.layer("Paper", depth: 1, 0xFF12_3456)
    for layers in [[paper, Self.group("g")], [Self.group("Paper"), Self.layer("l", 0xFF00_0000)]] {
      let nodes = layers.map { layer in
        RasterNode(
          name: layer.name, content: layer.isGroup ? .group(isIsolated: true) : .layer(source: layer.name),
          depth: layer.depth)
      }
      let file = try AtomicFile(path: path)
      try OpenRasterWriter.write(
        RasterStack(width: 40, height: 30, nodes: nodes), to: file,
        image: { name in layers.first { $0.name == name }?.image ?? TileGrid(width: 40, height: 30) }, hasAlpha: true,
        merged: { _, _ in })
      try file.commitReplacing()
      var notes: [String] = []
      let opened = try Document(openRasterAt: path, notes: &notes)
      #expect(!opened.isPaperShown && opened.layers.map(\.name) == layers.map(\.name))
      // The highest layer with pixels is active.
      #expect(!opened.layers[opened.activeLayer].isGroup)
    }
  }

  /// Fails if the active layer, or a drawing of groups alone, does not come back.
  @Test func groupsCanBeActiveAndAlone() throws {
    let layers = [Self.layer("a", depth: 1), Self.group("g"), Self.group("empty", .passThrough)]
    for active in layers.indices {
      #expect(try reopened(try Self.drawing(layers, active: active)).activeLayer == active)
    }
    let alone = try reopened(try Self.drawing([Self.group("empty")]))
    #expect(alone.layers.map(\.name) == ["empty"] && alone.layers[0].group == .isolated)
  }

  /// Fails if too many groups are opened: they count as layers.
  @Test func groupsCountAsLayers() throws {
    let document = try Self.drawing([Self.layer("a", depth: 1), Self.group("g")])
    try document.save(to: path)
    var limits = OpenRasterLimits()
    for (most, isOpened) in [(3, true), (2, false)] {
      limits.nodes = most
      var notes: [String] = []
      #expect(((try? Document(openRasterAt: path, limits: limits, notes: &notes)) != nil) == isOpened)
    }
  }

  /// Fails if a layer in hidden groups, or a group, is not exported alone: with its own opacity, but
  /// not with that of its groups.
  @Test func oneOfATreeIsExported() throws {
    var layers = [
      Self.layer("below", 0xFF00_FF00), Self.layer("in", depth: 2, 0xFF11_2233), Self.group("mid", depth: 1),
      Self.layer("top", depth: 1, 0xFF44_5566), Self.group("outer"),
    ]
    layers[1].isVisible = false
    (layers[4].isVisible, layers[4].opacity, layers[4].blend) = (false, 0.5, .multiply)
    let document = try reopened(try Self.drawing(layers))
    func exported(_ name: String) throws -> UInt32 {
      var options = ExportOptions()
      options.layer = name
      return try document.selected(options).image(at: 3, 4)
    }
    #expect(try exported("in") == 0xFF11_2233)
    #expect(try exported("top") == 0xFF44_5566)
    #expect(try exported("mid") == 0)
    #expect(try exported("outer") >> 24 == 128)
  }
}

extension Document {
  /// The colour of a pixel of the picture.
  fileprivate func image(at x: Int, _ y: Int) -> UInt32 {
    var pixels: [UInt32] = [0]
    var span = pixels.mutableSpan
    flatten(PixelRect(x: x, y: y, width: 1, height: 1), to: &span, start: 0, stride: 1)
    return pixels[0]
  }
}
