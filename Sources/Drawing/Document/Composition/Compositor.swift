import Geometry
import Pixels
import Raster

/// The program that composites a drawing's layers: those that show, lowest first, with the ground
/// below them. A drawing compiles it when its layers change, not their pixels.
///
/// 1. `find` finds the pixels of a tile for each instruction.
/// 2. `RowCompositor` composites them row by row, in 16 bits a channel, and rounds once at the end, to 8 or 16 bits.
///
/// A pixel depends only on the layers' pixels at its place, not on the rectangle, on the active
/// layer or on what is cached, so a window and a file show the same.
package struct Compositor: Sendable {
  /// The premultiplied pixel below all layers.
  let ground: UInt32
  /// Whether pixels can be translucent.
  let hasAlpha: Bool
  private let instructions: [CompositionInstruction]

  init(_ layers: LayerTree, ground: UInt32) {
    let compiler = CompositionCompiler(layers)
    instructions = compiler.instructions
    self.ground = ground
    hasAlpha = ground >> 24 != 255 || compiler.clears
  }

  /// The number of instructions.
  var count: Int { instructions.count }

  /// A part of the program. A base with its clipped layers counts as a group.
  struct Part {
    enum Kind {
      /// The active layer, the begin or end of a group that contains it, or a layer above it.
      case changing
      /// All that is below the active layer in a group that contains it, or in the drawing.
      case below
      /// A group that is above the active layer, or above a group that contains it.
      case group
    }

    let kind: Kind
    let range: Range<Int>
    /// The group, or the base of clipped layers; 0 for the drawing.
    let group: Layer.ID

    /// Whether the ground shows through it.
    var isOnGround: Bool { kind == .below && group.number == 0 }
  }

  /// The whole program in parts. Only the changing parts depend on the active layer's pixels.
  func parts(around active: Int, in layers: LayerTree) -> [Part] {
    var parts: [Part] = []
    var (next, group) = (0, Layer.ID(0))
    func add(_ kind: Part.Kind, until end: Int, _ group: Layer.ID) {
      if end > next { parts.append(Part(kind: kind, range: next..<end, group: group)) }
      next = end
    }
    while true {
      add(.below, until: instructions[next...].firstIndex { $0.layers.upperBound >= active } ?? count, group)
      guard next < count, instructions[next].kind == .begin, instructions[next].layers.contains(active) else { break }
      group = layers[instructions[next].layer].id
      add(.changing, until: next + 1, group)
    }
    while next < count {
      let first = instructions[next]
      let isBegin = first.kind == .begin
      let end = isBegin ? instructions[next...].firstIndex { $0.kind == .end && $0.layer == first.layer } : next
      add(isBegin ? .group : .changing, until: (end ?? next) + 1, layers[first.layer].id)
    }
    return parts
  }

  /// Replaces `plates` by those of a tile, lowest first, without those that change nothing.
  /// - Parameter part: the part of the canvas that is needed; other pixels of the tile may be wrong. Nil
  ///   for all.
  package func find(_ plates: inout [Plate], ofTile index: Int, in document: borrowing Document, part: PixelRect? = nil)
  {
    plates.removeAll(keepingCapacity: true)
    append(0..<count, to: &plates, ofTile: index, in: document, part: part)
  }

  /// Appends the plates of some instructions. A group that ends there begins there or in `plates`.
  func append(
    _ range: Range<Int>, to plates: inout [Plate], ofTile index: Int, in document: borrowing Document,
    part: PixelRect? = nil
  ) {
    for instruction in instructions[range] {
      switch instruction.kind {
      case .begin: plates.append(.begin)
      case .end: Self.end(&plates, by: instruction)
      case .mask:
        // Nothing is hidden if nothing was composited.
        guard plates.last?.content != .begin else { continue }
        if let tile = document.tile(index, of: instruction.layer, .mask, part) { plates.append(Plate(mask: tile)) }
      case .layer:
        let tile = document.tile(index, of: instruction.layer, .pixels, part)
        if instruction.keepsAlpha {
          // On a base that is empty nothing shows.
          if tile == nil || plates.last?.content == .begin { continue }
        } else if tile == nil, instruction.blend.keepsUnderClear {
          continue
        }
        plates.append(
          Plate(tile: tile, alpha: instruction.alpha, blend: instruction.blend, keepsAlpha: instruction.keepsAlpha))
      }
    }
  }

  /// Ends the last group. One that is empty, or has one plate, often needs no group.
  private static func end(_ plates: inout [Plate], by instruction: CompositionInstruction) {
    let end = Plate(endOf: instruction.alpha, instruction.blend, keepsAlpha: instruction.keepsAlpha)
    let last = plates.count - 1
    if end.keepsAlpha {
      let begin = RowCompositor.begin(of: plates.count, plates)
      // On a base that is empty nothing shows.
      if begin > 0, plates[begin - 1].content == .begin { return plates.removeSubrange(begin...) }
    }
    if plates[last].content == .begin {
      plates.removeLast()
      if !end.keepsUnderClear { plates.append(Plate(tile: nil, alpha: end.alpha, blend: end.blend)) }
    } else if plates[last - 1].content == .begin, let one = plates[last].grouped(by: end) {
      plates.removeLast(2)
      plates.append(one)
    } else {
      plates.append(end)
    }
  }

  /// Whether all pixels of `rect` are known to be those of the ground without reading them.
  func isGround(_ rect: PixelRect, in document: borrowing Document) -> Bool {
    if let floating = document.floating, floating.bounds.intersects(rect) { return false }
    var depth = 0
    for instruction in instructions {
      switch instruction.kind {
      case .begin: depth += 1
      case .end: depth -= 1
      case .layer, .mask: break
      }
      // In a group, a mode clears only what the group contains.
      if depth == 0, !instruction.blend.keepsUnderClear { return false }
      if instruction.kind == .layer, !document.layers[instruction.layer].image.isEmpty(rect) { return false }
    }
    return true
  }

  /// The composited tile with an index, deep if a tile in it is; nil if it is transparent.
  func tile(_ index: Int, of document: borrowing Document) -> Tile? {
    var rows = RowCompositor()
    var plates: [Plate] = []
    find(&plates, ofTile: index, in: document)
    return rows.tile(plates, over: ground)
  }

  /// Writes the premultiplied pixels of `rect`, which must be inside the canvas, in the depth of `target`.
  func flatten<P: ComposedPixel>(
    _ rect: PixelRect, of document: borrowing Document, to target: inout MutableSpan<P>, start: Int, stride: Int
  ) {
    if instructions.isEmpty { return target.fill(rect, with: P.of(word: ground), start: start, stride: stride) }
    var rows = RowCompositor()
    var plates: [Plate] = []
    document.activeImage.forEachTile(in: rect) { index in
      let part = document.activeImage.bounds(ofTile: index).intersection(rect)
      find(&plates, ofTile: index, in: document, part: part)
      let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
      P.compose(part, plates, with: &rows, over: ground, to: &target, start: first, stride: stride)
    }
  }
}

extension Document {
  /// A tile of a layer, at least a part of it, with what floats over it.
  fileprivate func tile(_ index: Int, of layer: Int, _ plane: SurfaceID.Plane, _ part: PixelRect?) -> Tile? {
    var tile = layers[layer][plane][index]
    if layer == activeLayer, plane == activePlane { float(over: &tile, index, part) }
    return tile
  }

  /// Composites the floating selection over a tile of the active layer, at least over a part of it.
  fileprivate func float(over tile: inout Tile?, _ index: Int, _ part: PixelRect?) {
    guard let floating else { return }
    let square = activeImage.bounds(ofTile: index)
    let part = part?.intersection(square) ?? square
    guard floating.bounds.intersects(part) else { return }
    let start = (part.minY - square.minY) << Tile.shift + (part.minX - square.minX)
    // As `drop` places them.
    let keepsAlpha = !floating.isLifted && layers[activeLayer].keepsAlpha(of: activePlane)
    if keepsAlpha, tile == nil { return }
    func float<P: FloatingPixel>(_ depth: P.Type, _ tile: inout Tile?) {
      var pixels = tile ?? Tile()
      P.withMutablePixels(of: &pixels) { floating.composite(part, over: &$0, start: start, stride: Tile.size) }
      pixels = pixels.narrowed
      if keepsAlpha, let original = tile { AlphaLock.restore(part, of: &pixels, original: original) }
      tile = pixels
    }
    if floating.isDeep || tile?.isDeep ?? false { float(DeepPixel.self, &tile) } else { float(UInt32.self, &tile) }
  }
}
