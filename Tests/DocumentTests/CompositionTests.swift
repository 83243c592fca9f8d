import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// Compositing of layers: every blend mode against the formulas of its specification, and documents
/// against a reference, pixel by pixel.
@Suite struct CompositionTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private static func pixel(_ rng: inout RandomSource) -> UInt32 {
    // Often the special cases: clear, opaque, black, white, grey.
    let a = rng.isOne(in: 3) ? 255 : UInt32(rng.roll(0...255))
    func channel() -> UInt32 { rng.isOne(in: 4) ? (rng.isOne(in: 2) ? a : 0) : UInt32(rng.roll(0...Int(a))) }
    let (r, g, b) = (channel(), channel(), channel())
    return rng.isOne(in: 8) ? a << 24 | r << 16 | r << 8 | r : a << 24 | r << 16 | g << 8 | b
  }

  /// Fails if a blend mode differs from its specification by more than its rounding to one of 255
  /// levels, or a colour exceeds its alpha. Pixels and opacities are random.
  @Test(arguments: CompositeOperator.allCases) func everyModeIsItsFormula(_ mode: CompositeOperator) {
    var rng = RandomSource(Int(mode.rawValue.utf8.reduce(0) { $0 + UInt32($1) }))
    var (worst, invalid) = (0.0, 0)
    for _ in 0..<8 {
      let opacity: Double = rng.isOne(in: 2) ? 1 : rng.roll(0.0...1.0)
      var tile = Tile()
      tile.withMutablePixels { for i in 0..<Tile.count { $0[i] = Self.pixel(&rng) } }
      var old = Tile()
      old.withMutablePixels { for i in 0..<Tile.count { $0[i] = Self.pixel(&rng) } }
      var shown = [UInt32](repeating: 0, count: Tile.count)
      var span = shown.mutableSpan
      let alpha = UInt32((opacity * 255).rounded())
      var rows = RowCompositor()
      rows.compose(
        PixelRect(x: 0, y: 0, width: 64, height: 64),
        [Plate(tile: old, alpha: 255, blend: .sourceOver), Plate(tile: tile, alpha: alpha, blend: mode)],
        over: 0, to: &span, start: 0, stride: 64)
      for i in 0..<Tile.count {
        let expected = Self.reference(mode, Colour(tile.pixels[i]), Double(alpha) / 255, Colour(old.pixels[i])).levels
        let found = [16, 8, 0, 24].map { Double(shown[i] >> UInt32($0) & 255) }
        for (a, b) in zip(expected, found) { worst = max(worst, abs(a - b)) }
        if found[0...2].contains(where: { $0 > found[3] }) { invalid += 1 }
      }
    }
    #expect(worst <= 0.51 && invalid == 0)
  }

  /// A document of random layers with random strokes.
  static func document(_ rng: inout RandomSource, _ filler: CoverageFiller) throws -> Document {
    var document = try #require(Document(width: 190, height: 140))
    for _ in 0..<rng.roll(1...25) {
      _ = document.activate(document.layers[rng.roll(0..<document.layers.count)].id)
      if rng.isOne(in: 2) {
        LayerTests.stroke(on: &document, &rng, filler)
      } else {
        _ = document.perform(LayerTests.operation(on: document, &rng))
      }
    }
    return document
  }

  /// A random pixel of a mask: often transparent, white or black.
  private static func masking(_ rng: inout RandomSource) -> UInt32 {
    rng.isOne(in: 3) ? [0, 0xFF00_0000, 0xFFFF_FFFF][rng.roll(0...2)] : pixel(&rng)
  }

  /// Gives a layer or group a random mask, which may be off.
  static func mask(_ layer: inout Layer, _ rng: inout RandomSource) {
    var mask = TileGrid(width: layer.image.width, height: layer.image.height)
    for index in 0..<mask.slotCount where !rng.isOne(in: 3) {
      let square = mask.bounds(ofTile: index)
      let even = rng.isOne(in: 4) ? masking(&rng) : nil
      if even == 0 { continue }
      mask.withMutableTile(index) { tile in
        for y in 0..<square.height {
          for x in 0..<square.width { tile[y << Tile.shift | x] = even ?? masking(&rng) }
        }
      }
    }
    (layer.mask, layer.isMaskOn) = (mask, !rng.isOne(in: 5))
  }

  /// Puts layers into random groups, some of them in one another, and clips and masks some layers and groups.
  static func group(_ document: inout Document, _ rng: inout RandomSource) throws {
    var tree = document.layers
    for number in 0..<UInt64(rng.roll(1...6)) {
      var group = Layer(name: "Group", width: document.width, height: document.height)
      (group.id, group.content) = (Layer.ID(1000 + number), .group(rng.isOne(in: 4) ? .passThrough : .isolated))
      group.isVisible = !rng.isOne(in: 8)
      if rng.isOne(in: 2) { group.opacity = rng.isOne(in: 5) ? 0 : rng.roll(0.0...1.0) }
      if rng.isOne(in: 2), let blend = CompositeOperator.allCases.randomElement(using: &rng) { group.blend = blend }
      let parents = [nil] + tree.filter(\.isGroup).map(\.id)
      tree.insert([group], at: LayerPlace(in: parents[rng.roll(0..<parents.count)], position: rng.roll(0...3)))
    }
    let groups = tree.filter(\.isGroup).map(\.id)
    for id in document.layers.map(\.id) where !rng.isOne(in: 4) {
      let place = LayerPlace(in: groups[rng.roll(0..<groups.count)], position: rng.roll(0...3))
      if let index = tree.index(of: id) { tree.move(index, to: place) }
    }
    for index in tree.indices where rng.isOne(in: 3) { tree[index].isClipped = !tree[index].isClipped }
    for index in tree.indices where rng.isOne(in: 4) { mask(&tree[index], &rng) }
    let active = tree.indices.filter { !tree[$0].isGroup }.randomElement(using: &rng) ?? 0
    document.setStack(
      tree, active: active, plane: .pixels, paper: document.paper, isPaperShown: document.isPaperShown)
  }

  /// Makes some tiles deep, with pixels between the levels of 8 bits.
  static func deepen(_ layers: inout LayerTree, _ rng: inout RandomSource) {
    func deepen(_ image: inout TileGrid, _ rng: inout RandomSource) {
      for index in Array(image.tileIndices) where rng.isOne(in: 2) {
        image.withMutableTile(index, as: DeepPixel.self) { pixels in
          for i in 0..<Tile.count where pixels[i].alpha > 0 {
            var pixel = pixels[i].channels
            if pixel[3] < DeepPixel.one { pixel[3] += UInt16(rng.roll(0...min(63, Int(DeepPixel.one - pixel[3])))) }
            for channel in 0..<3 { pixel[channel] = min(pixel[3], pixel[channel] + UInt16(rng.roll(0...63))) }
            pixels[i] = DeepPixel(pixel)
          }
        }
      }
    }
    for index in layers.indices where rng.isOne(in: 2) {
      if !layers[index].isGroup { deepen(&layers[index].image, &rng) }
      if var mask = layers[index].mask {
        deepen(&mask, &rng)
        layers[index].mask = mask
      }
    }
  }

  /// The channels red, green, blue and alpha, 0...255, of all visible layers at a pixel, without any
  /// rounding but that of opacities.
  fileprivate static func composed(_ document: Document, _ x: Int, _ y: Int) throws -> [Double] {
    let tree = document.layers
    func own(_ index: Int) -> Colour {
      var own = tree[index].isGroup ? compose(index, 1, over: Colour(0)) : Colour(tree[index].image, x, y)
      if tree[index].isMaskOn, let mask = tree[index].mask {
        let isDeep = mask.hasDeepTiles(in: PixelRect(x: x, y: y, width: 1, height: 1))
        own.alpha *= isDeep ? shown(by: Colour(mask, x, y)) : shown(by: mask[x, y])
      }
      return own
    }
    /// 1 - alpha + luminance, from the definition of a mask.
    func shown(by pixel: UInt32) -> Double {
      let parts = [(16, 54.0), (8, 183.0), (0, 19.0)].map { Double(pixel >> UInt32($0.0) & 255) * $0.1 }
      return (255 - Double(pixel >> 24) + (parts.reduce(0, +) / 256).rounded(.down)) / 255
    }
    func shown(by colour: Colour) -> Double {
      let levels = colour.levels
      return (255 - levels[3] + (54 * levels[0] + 183 * levels[1] + 19 * levels[2]) / 256) / 255
    }
    func compose(_ parent: Int?, _ share: Double, over backdrop: Colour) -> Colour {
      var colour = backdrop
      var rest = tree.children(of: parent)[...]
      while let index = rest.popFirst() {
        let layer = tree[index]
        // The lowest ones have no base.
        let clipped = layer.isClipped ? [] : rest.prefix { tree[$0].isClipped }
        rest.removeFirst(clipped.count)
        if !layer.isVisible { continue }
        let alpha = (layer.opacity * share * 255).rounded() / 255
        if layer.group == .passThrough, clipped.isEmpty, !layer.isMasked {
          if alpha > 0 { colour = compose(index, share * layer.opacity, over: colour) }
          continue
        }
        var all = own(index)
        for upper in clipped where tree[upper].isVisible {
          let opacity = (tree[upper].opacity * 255).rounded() / 255
          let mode = tree[upper].group == .passThrough ? .sourceOver : tree[upper].blend
          all = Self.clipped(mode, own(upper), opacity, to: all)
        }
        let mode = layer.group == .passThrough ? .sourceOver : layer.blend
        colour = reference(mode, all, alpha, colour)
      }
      return colour
    }
    return compose(nil, 1, over: Colour(document.isPaperShown ? Pixel.opaque(document.paper) : 0)).levels
  }

  /// Fails if a mode differs from its specification at the ends of both opacities, or where a layer
  /// has no tile: a layer without opacity divides by zero.
  @Test(arguments: CompositeOperator.allCases) func endsOfOpacityAreExact(_ mode: CompositeOperator) {
    var rng = RandomSource(Int(mode.rawValue.utf8.reduce(7) { $0 + UInt32($1) }))
    for (under, over) in [0, 1, 254, 255].flatMap({ a in [0, 1, 254, 255].map { (UInt32(a), UInt32($0)) } }) {
      for (hasUnder, hasOver) in [(true, true), (true, false), (false, true)] {
        var (lower, upper) = (Tile(), Tile())
        lower.withMutablePixels { for i in 0..<Tile.count { $0[i] = hasUnder ? Self.pixel(&rng) : 0 } }
        upper.withMutablePixels { for i in 0..<Tile.count { $0[i] = hasOver ? Self.pixel(&rng) : 0 } }
        var shown = [UInt32](repeating: 0, count: Tile.count)
        var span = shown.mutableSpan
        var rows = RowCompositor()
        rows.compose(
          PixelRect(x: 0, y: 0, width: 64, height: 64),
          [
            Plate(tile: hasUnder ? lower : nil, alpha: under, blend: .sourceOver),
            Plate(tile: hasOver ? upper : nil, alpha: over, blend: mode),
          ], over: 0, to: &span, start: 0, stride: 64)
        var worst = 0.0
        for i in stride(from: 0, to: Tile.count, by: 61) {
          let backdrop = Self.reference(.sourceOver, Colour(lower.pixels[i]), Double(under) / 255, Colour(0))
          let wanted = Self.reference(mode, Colour(upper.pixels[i]), Double(over) / 255, backdrop).levels
          let found = [16, 8, 0, 24].map { Double(shown[i] >> UInt32($0) & 255) }
          for (a, b) in zip(wanted, found) { worst = max(worst, abs(a - b)) }
        }
        #expect(worst <= 0.51, "opacities \(under) and \(over), tiles \(hasUnder) and \(hasOver)")
      }
    }
  }

  /// Fails if compositing a rectangle differs from compositing its visible layers pixel by pixel:
  /// skipped tiles, odd rectangles, areas outside, wrong rounding. The worst pixel is
  /// within one level.
  @Test func everyPartIsComposedPixelByPixel() throws {
    for seed in RandomSource.seeds(15) {
      var rng = RandomSource(seed)
      try Self.check(try Self.document(&rng, filler), &rng, "seed \(seed)")
    }
  }

  /// Fails if a group is composited differently from the specification: isolated or passing through,
  /// hidden, translucent, blended, in one another, empty on a tile, or with one layer; if a clipped layer
  /// shows elsewhere than on its base; if a mask hides too much or too little; if tiles of 16 bits are read wrongly,
  /// or written with an error of more than a twentieth of a level; or if any makes the pixels depend on what is cached.
  @Test func groupsAreComposedPixelByPixel() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var document = try Self.document(&rng, filler)
      try Self.group(&document, &rng)
      if rng.isOne(in: 2) {
        var tree = document.layers
        Self.deepen(&tree, &rng)
        document.setStack(
          tree, active: document.activeLayer, plane: .pixels, paper: document.paper,
          isPaperShown: document.isPaperShown)
      }
      try Self.check(document, &rng, "seed \(seed)")
      let cache = CompositionCache()
      var words = [[UInt32]](repeating: [UInt32](repeating: 7, count: document.bounds.area), count: 3)
      for round in words.indices {
        var span = words[round].mutableSpan
        if round == 0 {
          document.compose(document.bounds, to: &span, start: 0, stride: document.width)
        } else {
          let source = CachedDocument(document, cache, keeps: true)
          source.compose(document.bounds, to: &span, start: 0, stride: document.width)
        }
      }
      #expect(words[1] == words[0] && words[2] == words[0], "seed \(seed), cached")
    }
  }

  /// Fails if groups of the largest depth cannot be composited, or take part in the picture although they
  /// are empty.
  @Test func theDeepestGroupIsComposed() throws {
    var document = try #require(Document(width: 70, height: 70))
    document.layers[0].image[0] = Tile(filledWith: 0xFF20_4060)
    var tree = document.layers
    var place = LayerPlace(position: 0)
    for number in 0..<UInt64(LayerTree.mostDepth) {
      var group = Layer(name: "Group", width: 70, height: 70)
      // No group is the same as its one layer.
      (group.id, group.content, group.opacity) = (Layer.ID(1000 + number), .group(.isolated), 254.0 / 255)
      tree.insert([group], at: place)
      place = LayerPlace(in: group.id, position: 0)
    }
    try tree.move(#require(tree.index(of: document.activeID)), to: place)
    document.setStack(tree, active: 0, plane: .pixels, paper: 0xFFFFFF, isPaperShown: true)
    var words = [UInt32](repeating: 0, count: document.bounds.area)
    var span = words.mutableSpan
    document.flatten(document.bounds, to: &span, start: 0, stride: document.width)
    let (expected, found) = (try Self.composed(document, 0, 0), [16, 8, 0, 24].map { Double(words[0] >> $0 & 255) })
    #expect(zip(expected, found).allSatisfy { abs($0 - $1) <= 1 } && expected[0] > 0x30 && expected[0] < 0x60)
    #expect(words[65] == 0xFFFF_FFFF)
  }

  /// Fails if white is not white after blend modes in a group: a colour that exceeds its alpha by rounding
  /// makes a colour that is no number.
  @Test func translucentWhitesStayWhite() {
    var (lower, upper) = (Tile(), Tile())
    for i in 0..<Tile.count {
      lower[i & 63, i >> 6] = UInt32(i & 63) * 4 * 0x0101_0101
      upper[i & 63, i >> 6] = UInt32(i >> 6) * 4 * 0x0101_0101 + 0x0202_0202
    }
    let clearing: Set<CompositeOperator> = [.destinationIn, .destinationOut, .destinationAtop, .difference]
    var rows = RowCompositor()
    for inner in CompositeOperator.allCases where !clearing.contains(inner) {
      for outer in CompositeOperator.allCases where !clearing.contains(outer) {
        for alpha: UInt32 in [197, 255] {
          var shown = [UInt32](repeating: 0, count: Tile.count)
          var span = shown.mutableSpan
          rows.compose(
            PixelRect(x: 0, y: 0, width: 64, height: 64),
            [
              .begin, Plate(tile: lower, alpha: 255, blend: .sourceOver),
              Plate(tile: upper, alpha: alpha, blend: inner), Plate(endOf: 255, outer),
            ], over: 0xFFFF_FFFF, to: &span, start: 0, stride: 64)
          let dark = shown.filter { Pixel.distance($0, 0xFFFF_FFFF) > 1 }.count
          #expect(dark == 0, "\(inner) in \(outer), \(alpha)")
        }
      }
    }
  }

  /// Fails if a mode that clears is taken to clear what is below its group, or not to clear what is below
  /// it without one.
  @Test(arguments: [CompositeOperator.destinationIn, .destinationAtop], [nil, Layer.Group.isolated, .passThrough])
  func clearingInAGroupKeepsTheGround(_ mode: CompositeOperator, _ kind: Layer.Group?) throws {
    var layers = [Layer(name: "Clearing", width: 70, height: 70)]
    layers[0].blend = mode
    if let kind {
      var group = Layer(name: "Group", width: 70, height: 70)
      (group.content, layers[0].depth) = (.group(kind), 1)
      layers.append(group)
    }
    let document = try #require(Document(width: 70, height: 70, layers: layers, active: 0))
    let keepsGround = kind == .isolated
    var pixels = [UInt32](repeating: 7, count: document.bounds.area)
    var span = pixels.mutableSpan
    document.flatten(document.bounds, to: &span, start: 0, stride: 70)
    #expect(document.isGround(document.bounds) == keepsGround)
    #expect(pixels.allSatisfy { $0 == (keepsGround ? document.blank : 0) })
  }

  /// Compares random parts of a drawing with the reference.
  private static func check(_ document: Document, _ rng: inout RandomSource, _ name: Comment) throws {
    // Dodge and burn divide by small numbers, which enlarges what was rounded before.
    let divides = document.layers.contains { [.colourDodge, .colourBurn].contains($0.blend) }
    let tolerance = divides ? 2.0 : 1.0
    for _ in 0..<4 {
      let rect = PixelRect(
        x: rng.roll(-20...180), y: rng.roll(-20...130), width: rng.roll(1...100),
        height: rng.roll(1...100))
      var words = [UInt32](repeating: 7, count: rect.area)
      var span = words.mutableSpan
      document.flatten(rect, to: &span, start: 0, stride: rect.width)
      var wrong = 0
      var exact: [[Double]] = []
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX {
          let shown = words[(y - rect.minY) * rect.width + x - rect.minX]
          let isInside = document.bounds.contains(x: x, y: y)
          if isInside, !document.hasAlpha, shown >> 24 != 255 { wrong += 1 }
          let expected = isInside ? try composed(document, x, y) : [0, 0, 0, 0]
          exact.append(expected)
          let found = [16, 8, 0, 24].map { Double(shown >> UInt32($0) & 255) }
          if zip(found, expected).contains(where: { abs($0 - $1) > tolerance }) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(name), \(rect)")
      checkDeep(document, rect, words, exact, divides ? 1.5 : 0.05, name)
      let part = rect.intersection(document.bounds)
      guard document.isBlank(part) else { continue }
      var shown = [UInt32](repeating: 0, count: max(1, part.area))
      var target = shown.mutableSpan
      document.compose(part, to: &target, start: 0, stride: max(1, part.width))
      #expect(part.isEmpty || shown.allSatisfy { $0 == document.blank })
    }
  }

  /// Checks the pixels with 16 bits, which are the ones with 8 bits before they were rounded.
  private static func checkDeep(
    _ document: Document, _ rect: PixelRect, _ words: [UInt32], _ exact: [[Double]], _ tolerance: Double,
    _ name: Comment
  ) {
    var pixels = [DeepPixel](repeating: DeepPixel(7), count: rect.area)
    var span = pixels.mutableSpan
    document.flattenDeep(rect, to: &span, start: 0, stride: rect.width)
    var (worst, wrong) = (0.0, 0)
    for (i, pixel) in pixels.enumerated() {
      for channel in 0..<4 {
        worst = max(worst, abs(Double(pixel.channels[channel]) * 255 / 32768 - exact[i][channel]))
      }
      // A level lies between the same two where it is not halfway.
      if Pixel.distance(pixel.word, words[i]) > 1 || !pixel.isValid { wrong += 1 }
    }
    #expect(worst <= tolerance && wrong == 0, "\(name), \(rect), 16 bits")
  }

  /// Fails if a floating selection looks different before and after it is put down, for any layer
  /// mode and opacity.
  @Test func aFloatingSelectionBelongsToItsLayer() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try Self.document(&rng, filler)
      document.select(Mask(width: 190, height: 140, isFull: true))
      guard document.layers[document.activeLayer].isVisible, document.lift() else { continue }
      var placement = try #require(document.floating?.placement)
      placement.translation = Vector(17, -9)
      _ = document.place(placement)
      func pixels() -> [UInt32] {
        var words = [UInt32](repeating: 0, count: 190 * 140)
        var span = words.mutableSpan
        document.compose(document.bounds, to: &span, start: 0, stride: 190)
        return words
      }
      let floating = pixels()
      _ = document.drop()
      let wrong = zip(floating, pixels()).filter { Pixel.distance($0, $1) > 1 }.count
      #expect(wrong == 0, "seed \(seed)")
    }
  }
}
