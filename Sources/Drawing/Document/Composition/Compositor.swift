import Geometry
import Raster

/// The program that composites a drawing's layers: those that show, lowest first, with the ground
/// below them. A drawing compiles it when its layers change, not their pixels.
///
/// 1. `find` finds the pixels of a tile for each instruction.
/// 2. `RowCompositor` composites them row by row, in 16 bits a channel, and rounds once at the end.
///
/// A pixel depends only on the layers' pixels at its place, not on the rectangle, on the active
/// layer or on what is cached, so a window and a file show the same.
struct Compositor: Sendable {
  private struct Instruction {
    enum Kind { case layer, begin, end }

    let kind: Kind
    /// The index of the layer or group.
    let layer: Int
    /// Opacity, 0...255, with that of the groups that a layer passes through.
    var alpha: UInt32 = 255
    var blend = CompositeOperator.sourceOver
  }

  /// A group that contains the layers that are being compiled.
  private struct Container {
    let layer: Int
    let depth: Int
    let isVisible: Bool
    let isIsolated: Bool
    /// What the opacity of its layers is multiplied by, 0...1.
    let share: Double
  }

  /// The premultiplied pixel below all layers.
  let ground: UInt32
  /// Whether pixels can be translucent.
  let hasAlpha: Bool
  private let instructions: [Instruction]

  init(_ layers: LayerTree, ground: UInt32) {
    // From the top, so that a group comes before what it contains; reversed in the end.
    var instructions: [Instruction] = []
    var containers: [Container] = []
    var clears = false
    func close(_ depth: Int) {
      while let last = containers.last, last.depth >= depth {
        containers.removeLast()
        if last.isVisible, last.isIsolated { instructions.append(Instruction(kind: .begin, layer: last.layer)) }
      }
    }
    for index in layers.indices.reversed() {
      let layer = layers[index]
      close(layer.depth)
      let share = containers.last?.share ?? 1
      var isVisible = layer.isVisible && containers.last?.isVisible ?? true
      if layer.group == .passThrough {
        // Otherwise a mode that clears would do so without any opacity.
        if layer.alpha(times: share) == 0 { isVisible = false }
        containers.append(
          Container(
            layer: index, depth: layer.depth, isVisible: isVisible, isIsolated: false,
            share: share * min(1, max(0, layer.opacity))))
        continue
      }
      let alpha = layer.alpha(times: share)
      if alpha == 0, layer.blend.keepsUnderClear { isVisible = false }
      if layer.isGroup {
        containers.append(
          Container(layer: index, depth: layer.depth, isVisible: isVisible, isIsolated: true, share: 1))
      }
      if !isVisible { continue }
      instructions.append(
        Instruction(kind: layer.isGroup ? .end : .layer, layer: index, alpha: alpha, blend: layer.blend))
      // What is cleared in a group shows what is below it.
      let isInGroup = containers.dropLast(layer.isGroup ? 1 : 0).contains(where: \.isIsolated)
      if !isInGroup, [.destinationIn, .destinationOut, .destinationAtop].contains(layer.blend) { clears = true }
    }
    close(0)
    self.instructions = instructions.reversed()
    self.ground = ground
    hasAlpha = ground >> 24 != 255 || clears
  }

  /// The number of instructions.
  var count: Int { instructions.count }

  /// A part of the program.
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
    /// The group; 0 for the drawing.
    let group: Layer.ID

    /// Whether the ground shows through it.
    var isOnGround: Bool { kind == .below && group.number == 0 }
  }

  /// The whole program in parts, of which only those that are changing depend on the active layer.
  func parts(around active: Int, in layers: LayerTree) -> [Part] {
    var parts: [Part] = []
    var (next, group) = (0, Layer.ID(0))
    func add(_ kind: Part.Kind, until end: Int, _ group: Layer.ID) {
      if end > next { parts.append(Part(kind: kind, range: next..<end, group: group)) }
      next = end
    }
    while true {
      add(.below, until: instructions[next...].firstIndex { $0.layer >= active } ?? count, group)
      guard next < count, instructions[next].kind == .begin,
        layers.branch(at: instructions[next].layer).contains(active)
      else { break }
      group = layers[instructions[next].layer].id
      add(.changing, until: next + 1, group)
    }
    while next < count {
      let (kind, layer) = (instructions[next].kind, instructions[next].layer)
      let end = instructions[next...].firstIndex { $0.layer == layer && $0.kind != .begin } ?? next
      add(kind == .begin ? .group : .changing, until: end + 1, layers[layer].id)
    }
    return parts
  }

  /// Replaces `plates` by those of a tile, lowest first, without those that change nothing.
  /// - Parameter part: the part of the canvas that is needed; other pixels of the tile may be wrong. Nil
  ///   for all.
  func find(_ plates: inout [Plate], ofTile index: Int, in document: borrowing Document, part: PixelRect? = nil) {
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
      case .end: Self.end(&plates, instruction.alpha, instruction.blend)
      case .layer:
        var tile = document.layers[instruction.layer].image[index]
        if instruction.layer == document.activeLayer, document.activePlane == .pixels {
          document.float(over: &tile, index, part)
        }
        if tile == nil, instruction.blend.keepsUnderClear { continue }
        plates.append(Plate(tile: tile, alpha: instruction.alpha, blend: instruction.blend))
      }
    }
  }

  /// Ends the last group. One that is empty, or has one plate, often needs no group.
  private static func end(_ plates: inout [Plate], _ alpha: UInt32, _ blend: CompositeOperator) {
    let last = plates.count - 1
    if plates[last].content == .begin {
      plates.removeLast()
      if !blend.keepsUnderClear { plates.append(Plate(tile: nil, alpha: alpha, blend: blend)) }
    } else if plates[last - 1].content == .begin, let one = plates[last].grouped(alpha, blend) {
      plates.removeLast(2)
      plates.append(one)
    } else {
      plates.append(Plate(endOf: alpha, blend))
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
      case .layer: break
      }
      // In a group, a mode clears only what the group contains.
      if depth == 0, !instruction.blend.keepsUnderClear { return false }
      if instruction.kind == .layer, !document.layers[instruction.layer].image.isEmpty(rect) { return false }
    }
    return true
  }

  /// Writes the premultiplied pixels of `rect`, which must be inside the canvas.
  func flatten(
    _ rect: PixelRect, of document: borrowing Document, to target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    if instructions.isEmpty { return target.fill(rect, with: ground, start: start, stride: stride) }
    var rows = RowCompositor()
    var plates: [Plate] = []
    document.activeImage.forEachTile(in: rect) { index in
      let part = document.activeImage.bounds(ofTile: index).intersection(rect)
      find(&plates, ofTile: index, in: document, part: part)
      let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
      rows.compose(part, plates, over: ground, to: &target, start: first, stride: stride)
    }
  }
}

extension Document {
  /// Composites the floating selection over a tile of the active layer, at least over a part of it.
  fileprivate func float(over tile: inout Tile?, _ index: Int, _ part: PixelRect?) {
    guard let floating else { return }
    let square = activeImage.bounds(ofTile: index)
    let part = part?.intersection(square) ?? square
    guard floating.bounds.intersects(part) else { return }
    var pixels = tile ?? Tile()
    let start = (part.minY - square.minY) << Tile.shift | part.minX - square.minX
    pixels.withMutablePixels { floating.composite(part, over: &$0, start: start, stride: Tile.size) }
    tile = pixels
  }
}
