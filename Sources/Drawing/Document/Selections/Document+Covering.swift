import Geometry
import Raster

extension Document {
  /// The most tiles of an endless canvas that are covered at once: 268 megapixels.
  private static let mostCoveredTiles = 1 << 16

  /// Whether `coverActiveLayer` has an area to cover. An endless canvas has none without a selection,
  /// nor with one that reaches to its edges.
  public var canCover: Bool { floating != nil || canCover(selection) }

  /// Whether pixels within a selection, or all without one, can be covered.
  func canCover(_ selection: Mask?) -> Bool {
    guard isEndless else { return true }
    guard let selection else { return false }
    return !selection.tileIndices.dropFirst(Self.mostCoveredTiles).contains { _ in true }
  }

  /// Covers the selected pixels of the active layer, or all of them without a selection, with a colour
  /// 0xRRGGBB, as an edit. A floating selection is merged first. Returns the pixels that may have
  /// changed.
  public mutating func coverActiveLayer(colour: UInt32, opacity: UInt8 = 255) -> Region {
    let floated = floating != nil
    var region = drop()
    // What floated outside the canvas leaves no selection, and then nothing is to be covered.
    if floated, selection == nil { return region }
    let covering = Covering(surface: activeSurface, selection: selection, colour: colour & 0xFF_FFFF, opacity: opacity)
    if let covered = cover(covering) { region.add(covered) }
    return region
  }

  /// Covers pixels as an edit. Returns those that may have changed; nil if it does not fit the drawing,
  /// or there is no area to cover.
  mutating func cover(_ covering: Covering) -> Region? {
    guard let at = index(of: covering.surface), covering.selection.map(fits) ?? true, canCover(covering.selection)
    else {
      return nil
    }
    let ink = Pixel.scaled(Pixel.opaque(covering.colour & 0xFF_FFFF), by: UInt32(covering.opacity))
    // All tiles that were empty or are hidden share it.
    let even = Tile(filledWith: ink)
    var writer = LayerWriter(
      to: covering.surface, limit: covering.selection.map { CoverageLimit($0) },
      keepsAlpha: keepsAlpha(of: covering.surface))
    func paint(_ index: Int) {
      let square = layers[at][covering.surface.plane].bounds(ofTile: index)
      writer.write(square, ofTile: index, of: &layers[at][covering.surface.plane]) { image, original in
        if square.area == Tile.count, original == nil || covering.opacity == 255 {
          image[index] = even
          return
        }
        image.cover(square, ofTile: index, with: ink)
      }
    }
    if let selection = covering.selection {
      for index in selection.tileIndices { paint(index) }
    } else {
      for index in 0..<layers[at][covering.surface.plane].slotCount { paint(index) }
    }
    record(.cover(covering), by: writer)
    return writer.region(of: layers[at][covering.surface.plane])
  }
}

extension TileGrid {
  /// Covers the pixels of a tile inside the image with a premultiplied one, in the depth of the tile.
  fileprivate mutating func cover(_ square: PixelRect, ofTile index: Int, with ink: UInt32) {
    func cover<P: FloatingPixel>(_ ink: P) {
      withMutableTile(index, as: P.self) { pixels in
        for y in 0..<square.height {
          for i in (y << Tile.shift)..<(y << Tile.shift + square.width) { pixels[i] = P.laid(ink, over: pixels[i]) }
        }
      }
    }
    if self[index]?.isDeep ?? false { cover(DeepPixel(ink)) } else { cover(ink) }
  }
}
