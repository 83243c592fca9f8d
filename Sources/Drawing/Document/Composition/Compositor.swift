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

  /// The number of instructions before those of a layer and of the groups that contain it.
  func count(below layer: Int) -> Int { instructions.firstIndex { $0.layer >= layer } ?? instructions.count }

  /// Replaces `plates` by those of a tile, lowest first, without those that change nothing.
  /// - Parameters:
  ///   - part: the part of the canvas that is needed; other pixels of the tile may be wrong. Nil for all.
  ///   - range: the instructions, of whole groups; nil for all.
  func find(
    _ plates: inout [Plate], ofTile index: Int, in document: borrowing Document, part: PixelRect? = nil,
    range: Range<Int>? = nil
  ) {
    plates.removeAll(keepingCapacity: true)
    for instruction in instructions[range ?? 0..<count] {
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
    for instruction in instructions {
      if !instruction.blend.keepsUnderClear { return false }
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
      rows.compose(part, plates, over: .ground(ground), to: &target, start: first, stride: stride)
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
