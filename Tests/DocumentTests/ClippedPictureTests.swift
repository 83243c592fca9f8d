import Archive
import Files
import Foundation
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pixels
@testable import Storage

/// Clipped layers with a mode in OpenRaster files, whose pictures other programs show.
@Suite struct ClippedPictureTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("a.ora") }

  init() throws { folder = try TemporaryFolder() }

  private static let (width, height) = (90, 70)

  private static func set(_ image: inout TileGrid, _ x: Int, _ y: Int, _ pixel: UInt32) {
    let index = image.index(column: x >> Tile.shift, row: y >> Tile.shift)
    image.withMutableTile(index) { $0[(y & (Tile.size - 1)) << Tile.shift | (x & (Tile.size - 1))] = pixel }
  }

  private static func image(_ rng: inout RandomSource) -> TileGrid {
    var image = TileGrid(width: width, height: height)
    let isOpaque = rng.isOne(in: 3)
    let (left, right) = (rng.roll(0..<40), rng.roll(50...width))
    for y in rng.roll(0..<20)..<height {
      for x in left..<right where !rng.isOne(in: 6) {
        let alpha = isOpaque ? 255 : UInt32(rng.roll(0...255))
        let channels = (0..<3).map { _ in rng.isOne(in: 5) ? alpha : UInt32(rng.roll(0...Int(alpha))) }
        set(&image, x, y, alpha << 24 | channels[0] << 16 | channels[1] << 8 | channels[2])
      }
    }
    return image
  }

  /// A layer, or a group of one or two, at a depth.
  private static func branch(_ name: String, depth: Int, _ rng: inout RandomSource) -> [Layer] {
    var layer = Layer(name: name, width: width, height: height)
    layer.depth = depth
    if rng.isOne(in: 2) { layer.opacity = Double(rng.roll(0...255)) / 255 }
    if rng.isOne(in: 4) { CompositionTests.mask(&layer, &rng) }
    guard rng.isOne(in: 4) else {
      layer.image = image(&rng)
      return [layer]
    }
    layer.content = .group(rng.isOne(in: 3) ? .passThrough : .isolated)
    let inner = (0..<rng.roll(1...2)).flatMap { branch("\(name).\($0)", depth: depth + 1, &rng) }
    return inner + [layer]
  }

  /// Bases with several clipped layers and groups, of which each mode is in one of any 20 drawings in a row.
  private static func drawing(_ seed: Int) throws -> Document {
    var rng = RandomSource(seed)
    let modes = CompositeOperator.allCases
    var layers: [Layer] = []
    for base in 0..<2 {
      layers += branch("base \(base)", depth: 0, &rng)
      layers[layers.count - 1].isVisible = base == 0 || !rng.isOne(in: 4)
      for number in 0..<rng.roll(1...4) {
        var clipped = branch("clipped \(base) \(number)", depth: 0, &rng)
        let top = clipped.count - 1
        (clipped[top].isClipped, clipped[top].isVisible) = (true, !rng.isOne(in: 6))
        clipped[top].blend = number == 0 ? modes[seed % modes.count] : modes[rng.roll(0..<modes.count)]
        layers += clipped
      }
    }
    return try #require(
      Document(
        width: width, height: height, layers: layers, active: layers.lastIndex { !$0.isGroup } ?? 0, paper: 0xE0D0F0,
        isPaperShown: !rng.isOne(in: 4)))
  }

  private func reopened() throws -> Document {
    var notes: [String] = []
    let back = try Document(openRasterAt: path, notes: &notes)
    #expect(notes.isEmpty, "\(notes)")
    return back
  }

  /// Fails if a clipped layer with a mode changes by saving and opening, a picture of it becomes a layer, or the
  /// second file differs.
  @Test func layersComeBack() throws {
    var pictures = 0
    for seed in RandomSource.seeds(100) {
      let document = try Self.drawing(seed)
      try document.save(to: path)
      #expect(try Document.losses(inSaving: path).isEmpty)
      let reader = try OpenRasterReader(path: path)
      pictures += reader.stack.nodes.count { $0.clippedPart == .picture }
      let back = try reopened()
      try #require(back.layers.count == document.layers.count, "seed \(seed)")
      for (a, b) in zip(back.layers, document.layers) {
        #expect(a.name == b.name && a.depth == b.depth && a.group == b.group, "seed \(seed)")
        #expect(a.opacity == b.opacity && a.blend == b.blend && a.isClipped == b.isClipped, "seed \(seed)")
        #expect(a.isVisible == b.isVisible && a.isMaskOn == b.isMaskOn, "seed \(seed)")
        #expect(a.image.showsSame(as: b.image) && (a.mask == nil) == (b.mask == nil), "seed \(seed)")
      }
      #expect(back.flatPixels == document.flatPixels && back.foreign.isEmpty, "seed \(seed)")
      let bytes = try folder.read("a.ora")
      try back.save(to: path)
      #expect(try folder.read("a.ora") == bytes, "seed \(seed)")
    }
    #expect(pictures > 3 * RandomSource.seeds(100).count)
  }

  /// A pixel of a list of elements, by OpenRaster's specification and without what it does not know.
  private static func pixel(
    _ elements: [XMLElement], _ images: [String: TileGrid], _ x: Int, _ y: Int, share: Double = 1,
    isClipping: Bool = false, over backdrop: CompositionTests.Colour = .init(0)
  ) -> CompositionTests.Colour {
    var colour = backdrop
    for element in elements.reversed() where element["visibility"] != "hidden" {
      let opacity = share * (element["opacity"].flatMap { Double($0) } ?? 1)
      let mode = element["composite-op"].flatMap { CompositeOperator(rawValue: $0) } ?? .sourceOver
      if element.name == "stack", !isClipping, element["isolation"] != "isolate" {
        colour = pixel(element.children, images, x, y, share: opacity, over: colour)
        continue
      }
      let isBase = element["drawpile:clipping-group"] == "true"
      let own =
        element["src"].flatMap { images[$0] }.map { CompositionTests.Colour($0, x, y) }
        ?? pixel(element.children, images, x, y, isClipping: isBase)
      colour = CompositionTests.reference(mode, own, (opacity * 255).rounded() / 255, colour)
    }
    return colour
  }

  /// Fails if a clipped layer with a mode looks different in a program that knows modes, `svg:src-atop` and isolated
  /// groups, but neither Fude's nor Krita's attributes.
  @Test func otherProgramsShowTheSame() throws {
    for seed in RandomSource.seeds(100) {
      let document = try Self.drawing(seed)
      try document.save(to: path)
      let reader = try OpenRasterReader(path: path)
      var images: [String: TileGrid] = [:]
      for node in reader.stack.nodes {
        if case .layer(let source) = node.content { images[source] = try reader.image(of: node) }
      }
      let bytes = try #require(try reader.entry("stack.xml", limit: 1 << 24))
      let stack = try #require(try XMLReader.read(bytes.span).children.first)
      let flat = document.flatPixels
      var worst = 0.0
      for place in stride(from: seed % 7, to: flat.count, by: 7) {
        let (y, x) = place.quotientAndRemainder(dividingBy: Self.width)
        let wanted = [16, 8, 0, 24].map { Double(flat[place] >> UInt32($0) & 255) }
        let found = Self.pixel(stack.children, images, x, y).levels
        for (a, b) in zip(wanted, found) { worst = max(worst, abs(a - b)) }
      }
      #expect(worst <= 1.5, "seed \(seed): \(worst)")
    }
  }

  /// Fails if a file that another program has written without Fude's attributes looks different, or if its hidden
  /// layers show.
  @Test func withoutAttributesThePicturesShow() throws {
    var pictures = 0
    for seed in RandomSource.seeds(40) {
      let document = try Self.drawing(seed)
      try document.save(to: path)
      let reader = try OpenRasterReader(path: path)
      var stack = reader.stack
      for index in stack.nodes.indices {
        stack.nodes[index].clippedPart = nil
        // Images are as large as the canvas when they are read, and the writer places them.
        if !stack.nodes[index].isGroup { (stack.nodes[index].x, stack.nodes[index].y) = (0, 0) }
      }
      var images: [String: TileGrid] = [:]
      for node in reader.stack.nodes {
        if case .layer(let source) = node.content { images[source] = try reader.image(of: node) }
      }
      let file = try AtomicFile(path: path)
      try OpenRasterWriter.write(
        stack, to: file, image: { images[$0] ?? TileGrid(width: 1, height: 1) }, hasAlpha: true, merged: { _, _ in })
      try file.commitReplacing()
      let back = try reopened()
      pictures += back.layers.count - document.layers.count
      let worst = zip(back.flatPixels, document.flatPixels).map { Pixel.distance($0, $1) }.max() ?? 0
      #expect(worst <= 2, "seed \(seed): \(worst)")
    }
    #expect(pictures > 0)
  }

  /// Fails if nodes that another program has changed are joined, so that the file looks different from there.
  @Test func changedNodesAreLayers() {
    var layer = RasterNode(name: "a", content: .layer(source: "a"), isVisible: false, clipping: .toBase)
    (layer.clippedPart, layer.blend) = (.layer, .multiply)
    var picture = RasterNode(name: "a", content: .layer(source: "b"), opacity: 0.5, clipping: .toBase)
    picture.clippedPart = .picture
    let base = RasterNode(name: "base", content: .layer(source: "c"))
    let joined = MaskedNode.nodes([base, layer, picture]).map(\.node)
    #expect(joined.map(\.isVisible) == [true, true] && joined[1].blend == .multiply)
    #expect(joined[1].opacity == 1 && joined.allSatisfy { $0.clippedPart == nil })
    func changed(_ node: RasterNode, _ change: (inout RasterNode) -> Void) -> RasterNode {
      var node = node
      change(&node)
      return node
    }
    for nodes in [
      [base, picture, layer], [base, layer, base, picture], [base, layer], [base, picture],
      [base, changed(layer) { $0.isVisible = true }, picture], [base, changed(layer) { $0.clipping = nil }, picture],
      [base, changed(layer) { $0.clippedPart = nil }, picture], [base, layer, changed(picture) { $0.clipping = nil }],
      [base, layer, changed(picture) { $0.blend = .screen }],
      [base, layer, changed(picture) { $0.content = .group(isIsolated: true) }],
    ] {
      let read = MaskedNode.nodes(nodes).map(\.node)
      #expect(read.map(\.isVisible) == nodes.map(\.isVisible) && read.allSatisfy { $0.clippedPart == nil })
    }
  }

  private static let krita = "/usr/bin/krita"
  private static let display = "/usr/bin/xvfb-run"
  private static let hasKrita = [krita, display].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

  /// Fails if Krita shows another picture. It rounds to 8 bits after each layer.
  @Test(.enabled(if: hasKrita, "needs krita and xvfb")) func kritaShowsTheSame() throws {
    // Krita composites some modes in other ways, which a clipped layer's picture does not show.
    let document = try Self.strips()
    try document.save(to: path)
    let process = Process()
    process.executableURL = URL(filePath: Self.display)
    let picture = folder.path("krita.png")
    process.arguments = ["-a", Self.krita, "--export", "--export-filename", picture, path]
    process.environment = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin"]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    let shown = try Document(pngAt: picture).flatPixels
    let flat = document.flatPixels
    try #require(shown.count == flat.count)
    let worst = zip(shown, flat).map { Pixel.distance($0, $1) }.max() ?? 0
    #expect(worst <= 2, "\(worst)")
  }

  /// For each mode a base with soft edges and three clipped layers: one normal, one with the mode, and one masked.
  private static func strips() throws -> Document {
    var rng = RandomSource(1)
    let modes = CompositeOperator.allCases
    let side = 8
    var layers: [Layer] = []
    for (number, mode) in modes.enumerated() {
      for place in 0..<4 {
        var layer = Layer(name: "\(mode) \(place)", width: modes.count * side, height: 60)
        for y in 0..<60 {
          // Other layers reach beyond their base.
          for x in (place == 0 ? number * side + 2..<number * side + 6 : number * side..<(number + 1) * side) {
            let alpha = place == 0 ? UInt32(y * 255 / 59) : UInt32(rng.roll(0...255))
            let channels = (0..<3).map { _ in UInt32(rng.roll(0...Int(alpha))) }
            set(&layer.image, x, y, alpha << 24 | channels[0] << 16 | channels[1] << 8 | channels[2])
          }
        }
        layer.isClipped = place > 0
        if place > 0 { layer.opacity = Double(rng.roll(100...255)) / 255 }
        if place == 2 { layer.blend = mode }
        if place == 3 {
          layer.blend = .multiply
          CompositionTests.mask(&layer, &rng)
        }
        layers.append(layer)
      }
    }
    return try #require(
      Document(width: modes.count * side, height: 60, layers: layers, active: 0, paper: 0xE0D0F0, isPaperShown: true))
  }
}
