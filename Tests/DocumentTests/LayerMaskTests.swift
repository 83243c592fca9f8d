import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Pixels
@testable import Storage

/// Masks of layers and groups.
@Suite struct LayerMaskTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func drawing(layers: Int, _ rng: inout RandomSource) throws -> (document: Document, ids: [Layer.ID]) {
    try LayerTests.drawing(layers: layers, strokes: 3, &rng, filler)
  }

  private func left() -> Mask {
    var mask = Mask(width: 100, height: 100)
    mask.fill(PixelRect(x: 0, y: 0, width: 50, height: 100))
    return mask
  }

  /// Fails if transparent or white does not show all, black does not hide all, or a grey or a translucent
  /// pixel shows another share than its luminance and its missing alpha.
  @Test func aPixelShowsItsShare() {
    let shares: [(UInt32, UInt32)] = [
      (0, 255), (0xFFFF_FFFF, 255), (0xFF00_0000, 0), (0xFF80_8080, 128), (0x8000_0000, 127), (0x8080_8080, 255),
      (0xFFFF_0000, 53), (0xFF00_FF00, 182), (0xFF00_00FF, 18),
    ]
    for (pixel, share) in shares { #expect(MaskShare.of(pixel) == share, "\(String(pixel, radix: 16))") }
    for alpha in 0...255 as ClosedRange<UInt32> {
      #expect(MaskShare.of(alpha * 0x0101_0101) == 255 && MaskShare.of(alpha << 24) == 255 - alpha)
    }
  }

  /// Fails if a mask from a selection hides other pixels than those outside it, a mask without one hides any,
  /// switching it off or removing it does not show them again, or undo does not restore each.
  @Test func aMaskShowsTheSelection() throws {
    for seed in RandomSource.seeds(5) {
      var rng = RandomSource(seed)
      var (document, ids) = try drawing(layers: 2, &rng)
      let (whole, start) = (document.flatPixels, document)
      #expect(document.perform(.addMask(ids[1], showing: nil)) != nil && document.flatPixels == whole)
      #expect(document.activeSurface == SurfaceID(ids[1], .mask) && document.layers[1].mask?.tileCount == 0)
      #expect(document.refusal(of: .addMask(ids[1], showing: nil))?.contains("already has a mask") == true)
      _ = document.undo()
      #expect(document.layers == start.layers && document.activeSurface == start.activeSurface)
      let changed = document.perform(.addMask(ids[1], showing: left()))
      let region = try #require(changed)
      var lower = start
      _ = lower.perform(.set(ids[1], .visible(false)))
      let (masked, without) = (document.flatPixels, lower.flatPixels)
      for i in masked.indices {
        #expect(masked[i] == (i % 100 < 50 ? whole : without)[i])
        if masked[i] != whole[i] { #expect(region.rects.contains { $0.contains(x: i % 100, y: i / 100) }) }
      }
      let made = document
      #expect(document.perform(.set(ids[1], .maskOn(false))) != nil && document.flatPixels == whole)
      #expect(document.perform(.set(ids[1], .maskOn(false))) == nil)
      #expect(document.drawingRefusal?.contains("mask of") == true)
      _ = document.undo()
      #expect(document.flatPixels == masked && document.layers == made.layers)
      #expect(document.perform(.removeMask(ids[1])) != nil && document.flatPixels == whole)
      #expect(document.activeSurface == SurfaceID(ids[1]))
      #expect(document.refusal(of: .removeMask(ids[1]))?.contains("has no mask") == true)
      _ = document.undo()
      #expect(document.flatPixels == masked && document.layers == made.layers)
    }
  }

  /// Fails if a stroke on a mask changes the layer's pixels, does not hide or show what is below it, or is
  /// not undone; or if a brush that erases does not show what was hidden.
  @Test func strokesOnAMaskHideAndShow() throws {
    var rng = RandomSource(3)
    var (document, ids) = try drawing(layers: 2, &rng)
    _ = document.activate(ids[1])
    _ = document.coverActiveLayer(colour: 0x30_60A0)
    let (image, whole) = (document.layers[1].image, document.flatPixels)
    _ = document.perform(.addMask(ids[1], showing: nil))
    func stroke(_ colour: UInt32, _ blend: InkStyle.Blend = .over) {
      var style = InkStyle(colour: colour)
      style.blend = blend
      var stroke = StrokeInProgress(
        on: document, brush: Brush().resized(to: 20), style: style, filler: filler)
      stroke.add(PenSample(position: Point(20, 50), time: 0))
      stroke.add(PenSample(position: Point(80, 50), time: 0.1))
      _ = stroke.finish(on: &document)
    }
    stroke(0)
    #expect(document.layers[1].image == image && document.flatPixels[50 * 100 + 50] != whole[50 * 100 + 50])
    #expect(document.flatPixels[5 * 100 + 50] == whole[5 * 100 + 50])
    var below = document
    _ = below.perform(.set(ids[1], .visible(false)))
    #expect(document.flatPixels[50 * 100 + 50] == below.flatPixels[50 * 100 + 50])
    let hidden = document.flatPixels
    stroke(0xFF_FFFF)
    #expect(document.flatPixels[50 * 100 + 50] == whole[50 * 100 + 50])
    _ = document.undo()
    #expect(document.flatPixels == hidden)
    stroke(0x12_3456, .erase)
    #expect(document.flatPixels[50 * 100 + 50] == whole[50 * 100 + 50])
  }

  /// Fails if applying a mask, or merging what is masked, changes the picture by more than its rounding, or
  /// leaves the mask; also for a base with clipped layers, for a group, and for a mask that is off.
  @Test func applyingAndMergingKeepTheLook() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var (document, ids) = try drawing(layers: 3, &rng)
      for id in ids {
        guard let index = document.index(of: id) else { continue }
        var tree = document.layers
        CompositionTests.mask(&tree[index], &rng)
        tree[index].isMaskOn = true
        document.setLayers(tree)
      }
      _ = document.perform(.set(ids[2], .opacity(rng.roll(0.2...1))))
      if rng.isOne(in: 2) {
        _ = document.perform(.set(ids[2], .clipped(true)))
        // On what is translucent, only a clipped layer keeps its mode.
        _ = document.perform(.set(ids[2], .blend([.sourceOver, .multiply, .plus][rng.roll(0...2)])))
      }
      let (picture, start) = (document.flatPixels, document.layers)
      func isSame(_ document: Document) -> Bool {
        zip(document.flatPixels, picture).allSatisfy { Pixel.distance($0, $1) <= 2 }
      }
      var applied = document
      for id in ids { #expect(applied.perform(.applyMask(id)) != nil) }
      #expect(isSame(applied) && applied.layers.allSatisfy { $0.mask == nil }, "seed \(seed), applied")
      for _ in ids { _ = applied.undo() }
      #expect(applied.layers == start)
      var merged = document
      #expect(merged.perform(.mergeDown(ids[2])) != nil && isSame(merged), "seed \(seed), merged")
      #expect(merged.layers[1].mask == nil)
      _ = merged.undo()
      #expect(merged.layers == start)
      var grouped = document
      _ = grouped.perform(.set(ids[2], .clipped(false)))
      _ = grouped.perform(.group([ids[1], ids[2]]))
      let group = grouped.activeID
      _ = grouped.perform(.addMask(group, showing: left()))
      #expect(grouped.refusal(of: .applyMask(group))?.contains("is a group") == true)
      let masked = grouped.flatPixels
      _ = grouped.perform(.flatten(group))
      #expect(zip(grouped.flatPixels, masked).allSatisfy { Pixel.distance($0, $1) <= 1 }, "seed \(seed), group")
      #expect(grouped.layers[1].mask == nil && grouped.layers.count == 2)
    }
  }

  /// Fails if a mask that is off is not applied, or if it hides what is merged.
  @Test func aMaskThatIsOffIsAppliedButNotMerged() throws {
    var rng = RandomSource(4)
    var (document, ids) = try drawing(layers: 2, &rng)
    _ = document.perform(.addMask(ids[1], showing: left()))
    let masked = document.flatPixels
    _ = document.perform(.set(ids[1], .maskOn(false)))
    let whole = document.flatPixels
    var merged = document
    _ = merged.perform(.mergeDown(ids[1]))
    #expect(zip(merged.flatPixels, whole).allSatisfy { Pixel.distance($0, $1) <= 1 })
    _ = document.perform(.applyMask(ids[1]))
    #expect(document.flatPixels == masked)
  }

  /// Fails if the selection from a mask is not what the mask was made from.
  @Test func aMaskGivesItsSelection() throws {
    var rng = RandomSource(5)
    for _ in 0..<20 {
      let mask = StrokeRecordTests.mask(&rng)
      if mask.isEmpty { continue }
      #expect(TileGrid.mask(showing: mask).shownByMask == mask)
    }
    var (document, ids) = try drawing(layers: 2, &rng)
    _ = document.perform(.addMask(ids[1], showing: left()))
    #expect(document.shownByMask(of: ids[1]) == left() && document.shownByMask(of: ids[0]) == nil)
  }

  /// Fails if a masked group that passes through is composited with its mask ignored, or if the mask of a
  /// copy, or of a layer that is moved into a group, is lost.
  @Test func masksGoWithTheirLayers() throws {
    var rng = RandomSource(6)
    var (document, ids) = try drawing(layers: 3, &rng)
    _ = document.perform(.addMask(ids[2], showing: left()))
    _ = document.perform(.duplicate(ids[2]))
    #expect(document.layers[3].mask == document.layers[2].mask && document.activePlane == .pixels)
    _ = document.perform(.group([document.activeID]))
    let group = document.activeID
    _ = document.perform(.set(group, .group(.passThrough)))
    _ = document.perform(.addMask(group, showing: Mask(width: 100, height: 100)))
    var hidden = document
    _ = hidden.perform(.set(group, .visible(false)))
    #expect(document.flatPixels == hidden.flatPixels)
    // Its mask is drawn on like a layer, though a group has no pixels.
    #expect(document.hasActivePixels && document.drawingRefusal == nil)
    _ = document.coverActiveLayer(colour: 0xFF_FFFF)
    #expect(document.flatPixels != hidden.flatPixels)
  }

  /// Fails if a mask of another size than the canvas, as in a damaged record, is taken.
  @Test func aMaskOfAnotherSizeIsRefused() throws {
    var rng = RandomSource(7)
    var (document, ids) = try drawing(layers: 1, &rng)
    #expect(document.perform(.addMask(ids[0], showing: Mask(width: 64, height: 64))) == nil)
    #expect(document.layers[0].mask == nil)
  }

  /// Fails if the mask of a locked layer, or of one in a locked group, is removed or applied.
  @Test func theMaskOfALockedLayerStays() throws {
    var rng = RandomSource(8)
    var (document, ids) = try drawing(layers: 2, &rng)
    _ = document.perform(.addMask(ids[1], showing: left()))
    _ = document.perform(.group([ids[1]]))
    let group = document.activeID
    for id in [ids[1], group] {
      _ = document.perform(.set(id, .locked(true)))
      for operation in [LayerOperation.removeMask(ids[1]), .applyMask(ids[1])] {
        #expect(document.refusal(of: operation)?.contains("is locked") == true)
      }
      _ = document.perform(.set(id, .locked(false)))
    }
    #expect(document.perform(.removeMask(ids[1])) != nil)
  }

  /// Fails if an enlarged picture of an endless drawing hides what was drawn after its mask was made.
  @Test func anEnlargedMaskHidesTheSame() throws {
    let side = Document.endlessSide
    var document = try #require(Document(width: side, height: side))
    func dot(_ x: Double) {
      var stroke = StrokeInProgress(
        on: document, brush: Brush().resized(to: 30), style: InkStyle(colour: 0), filler: filler)
      stroke.add(PenSample(position: Document.endlessMiddle + Vector(x, 0), time: 0))
      _ = stroke.finish(on: &document)
    }
    dot(0)
    var shown = Mask(width: side, height: side)
    shown.fill(PixelRect(x: side / 2, y: side / 2 - 50, width: 50, height: 100))
    _ = document.perform(.addMask(document.activeID, showing: shown))
    _ = document.activate(document.activeID)
    dot(300)
    let folder = try TemporaryFolder(isInMemory: true)
    var pictures: [Document] = []
    for scale in [1.0, 2] {
      var options = ExportOptions(format: .png)
      options.fineness = .scale(scale)
      try document.export(to: folder.path("a.png"), options, filler: filler)
      var notes: [String] = []
      pictures.append(try Document.open(folder.path("a.png"), notes: &notes).document)
    }
    for (number, x) in [(0, -3), (1, 3), (2, 300)] {
      let (start, middle) = (document.frame.minX, side / 2)
      let dark = pictures.enumerated().map { index, picture in
        let scale = index + 1
        return picture.layers[0].image[(middle + x - start) * scale, picture.height / 2] & 0xFF < 0x80
      }
      #expect(dark == (number == 0 ? [false, false] : [true, true]), "\(x): \(dark)")
    }
  }

  /// Fails if the layer at a place is one that a mask hides there.
  @Test func aHiddenPixelIsNotFound() throws {
    var document = try #require(Document(width: 100, height: 100))
    _ = document.coverActiveLayer(colour: 0x20_4060)
    let lower = document.activeID
    _ = document.perform(.add(above: lower))
    _ = document.coverActiveLayer(colour: 0xA0_2020)
    let upper = document.activeID
    _ = document.perform(.addMask(upper, showing: left()))
    #expect(document.layer(atX: 20, y: 50) == upper && document.layer(atX: 70, y: 50) == lower)
    _ = document.perform(.set(upper, .maskOn(false)))
    #expect(document.layer(atX: 70, y: 50) == upper)
    _ = document.perform(.set(upper, .maskOn(true)))
    _ = document.perform(.removeMask(upper))
    _ = document.perform(.group([upper]))
    _ = document.perform(.addMask(document.activeID, showing: left()))
    #expect(document.layer(atX: 70, y: 50) == lower)
  }

  /// Fails if a mask on an endless canvas has a tile where nothing is drawn.
  @Test func aMaskOnAnEndlessCanvasIsSmall() throws {
    var document = try #require(Document(width: Document.endlessSide, height: Document.endlessSide))
    var stroke = StrokeInProgress(
      on: document, brush: Brush().resized(to: 20), style: InkStyle(colour: 0), filler: filler)
    let middle = document.bounds.width / 2
    stroke.add(PenSample(position: Point(Double(middle), Double(middle)), time: 0))
    _ = stroke.finish(on: &document)
    let id = document.activeID
    let tiles = document.layers[0].image.tileCount
    var shown = Mask(width: document.width, height: document.height)
    shown.fill(PixelRect(x: middle, y: middle, width: 5, height: 5))
    #expect(document.perform(.addMask(id, showing: shown)) != nil && document.layers[0].mask?.tileCount == tiles)
  }
}
