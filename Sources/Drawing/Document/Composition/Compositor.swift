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
    /// The index of the layer.
    let layer: Int
    /// Opacity, 0...255.
    let alpha: UInt32
    let blend: CompositeOperator
  }

  /// The premultiplied pixel below all layers.
  let ground: UInt32
  /// Whether pixels can be translucent.
  let hasAlpha: Bool
  private let instructions: [Instruction]

  init(_ layers: [Layer], ground: UInt32) {
    var instructions: [Instruction] = []
    for index in layers.indices where layers[index].isVisible {
      let (alpha, blend) = (layers[index].alpha, layers[index].blend)
      if alpha == 0, blend.keepsUnderClear { continue }
      instructions.append(Instruction(layer: index, alpha: alpha, blend: blend))
    }
    self.instructions = instructions
    self.ground = ground
    let clearing: Set<CompositeOperator> = [.destinationIn, .destinationOut, .destinationAtop]
    hasAlpha = ground >> 24 != 255 || instructions.contains { clearing.contains($0.blend) }
  }

  /// The number of instructions.
  var count: Int { instructions.count }

  /// The number of instructions before those of a layer.
  func count(below layer: Int) -> Int { instructions.firstIndex { $0.layer >= layer } ?? instructions.count }

  /// Replaces `plates` by those of a tile, lowest first, without those that change nothing.
  /// - Parameter range: the instructions; nil for all.
  func find(
    _ plates: inout [Plate], ofTile index: Int, in document: borrowing Document, range: Range<Int>? = nil
  ) {
    plates.removeAll(keepingCapacity: true)
    for instruction in instructions[range ?? 0..<count] {
      var tile = document.layers[instruction.layer].image[index]
      if instruction.layer == document.activeLayer { document.float(over: &tile, index) }
      if tile == nil, instruction.blend.keepsUnderClear { continue }
      plates.append(Plate(tile: tile, alpha: instruction.alpha, blend: instruction.blend))
    }
  }

  /// Whether all pixels of `rect` are known to be those of the ground without reading them.
  func isGround(_ rect: PixelRect, in document: borrowing Document) -> Bool {
    if let floating = document.floating, floating.bounds.intersects(rect) { return false }
    for instruction in instructions {
      if !instruction.blend.keepsUnderClear { return false }
      if !document.layers[instruction.layer].image.isEmpty(rect) { return false }
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
      find(&plates, ofTile: index, in: document)
      let part = document.activeImage.bounds(ofTile: index).intersection(rect)
      let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
      rows.compose(part, plates, over: .ground(ground), to: &target, start: first, stride: stride)
    }
  }
}

extension Document {
  /// Composites the floating selection over a tile of the active layer.
  fileprivate func float(over tile: inout Tile?, _ index: Int) {
    guard let floating else { return }
    let square = activeImage.bounds(ofTile: index)
    guard floating.bounds.intersects(square) else { return }
    var pixels = tile ?? Tile()
    pixels.withMutablePixels { floating.composite(square, over: &$0, start: 0, stride: Tile.size) }
    tile = pixels
  }
}
