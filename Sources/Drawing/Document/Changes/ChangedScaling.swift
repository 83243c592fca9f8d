import Paint
import Pixels
import Raster

/// A scaling of the image, performed again after a change of earlier edits.
///
/// The image is scaled twice, as the first scaling did it: without and with the change. Only pixels in which these two
/// differ become others. All others stay, bit for bit, whichever version of Fude scaled the image.
struct ChangedScaling {
  /// The drawing before the scaling. It has the edits that can be undone; none of them is a change.
  let old: Document
  /// The same with the change.
  let changed: Document
  /// How many of the first edits are the same in both.
  let shared: Int
  /// The size of the scaled image, px.
  let size: (width: Int, height: Int)
  /// The image that the scaling made without the change.
  let scaled: [SurfaceID: TileGrid]

  /// The image that the scaling makes with the change.
  /// - Parameter isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  func images(
    filler: CoverageFiller, isWanted: (Double) -> Bool
  ) throws(ChangeFault) -> [SurfaceID: TileGrid] {
    guard let factor = old.enlargement(to: size.width, size.height), isRedrawn else { return filtered }
    return try redrawn(by: factor, filler, isWanted)
  }

  /// The images of a record.
  /// - Parameters:
  ///   - scaled: what they have otherwise than without the change.
  ///   - document: the drawing after the scaling without the change.
  /// - Returns: nil if a tile is outside the image.
  static func images(
    _ scaled: [SurfaceID: PaintedPixels], on document: borrowing Document
  ) -> [SurfaceID: TileGrid]? {
    var images = document.images
    for (surface, pixels) in scaled {
      var image = images[surface] ?? TileGrid(width: document.width, height: document.height)
      guard let tiles = pixels.tiles(on: image) else { return nil }
      for (index, tile) in tiles { image[index] = tile }
      images[surface] = image
    }
    return images
  }

  // MARK: Filtered pixels

  private var scaler: ImageScaler { ImageScaler(from: (old.width, old.height), to: size) }

  /// Whether the scaling drew the strokes again. True for a blank drawing, which shows neither: only a scaling that
  /// draws strokes again keeps its proportions.
  private var isRedrawn: Bool {
    var isBlank = true
    for surface in old.surfaces {
      guard let image = old.image(of: surface), let scaled = scaled[surface] else { continue }
      for index in scaler.targets(of: image).union(scaled.tileIndices) {
        let filtered = scaler.tile(scaled.bounds(ofTile: index), of: image) ?? .clear
        if !filtered.showsSame(as: scaled[index] ?? .clear) { return true }
        isBlank = false
      }
    }
    return isBlank
  }

  /// The images if the scaling filtered pixels.
  private var filtered: [SurfaceID: TileGrid] {
    var images: [SurfaceID: TileGrid] = [:]
    for surface in changed.surfaces {
      guard let new = changed.image(of: surface) else { continue }
      guard let old = old.image(of: surface), var image = scaled[surface] else {
        images[surface] = scaler(new)
        continue
      }
      var touched = TileGrid(width: new.width, height: new.height)
      for index in Set(old.tileIndices).union(new.tileIndices) where old[index] != new[index] {
        touched[index] = new[index] ?? old[index]
      }
      for index in scaler.targets(of: touched) {
        let square = image.bounds(ofTile: index)
        image.change(index, from: scaler.tile(square, of: old), to: scaler.tile(square, of: new))
      }
      images[surface] = image
    }
    return images
  }

  // MARK: Strokes

  /// The images if the scaling drew the strokes again.
  private func redrawn(
    by factor: Double, _ filler: CoverageFiller, _ isWanted: (Double) -> Bool
  ) throws(ChangeFault) -> [SurfaceID: TileGrid] {
    // There are two images at once.
    let share = 2.0.squareRoot()
    do throws(ExportError) {
      try old.checkMemory(factor * share, nil)
      try changed.checkMemory(factor * share, nil)
    } catch { throw .memoryIsShort }
    var walk: EnlargedWalk
    do throws(ExportError) { walk = try EnlargedWalk(old, by: factor, filler: filler) } catch { throw .doesNotFit }
    guard walk.editCount == old.history.undoCount else { throw .isUnreadable }
    let all = Double(max(1, 2 * walk.weight))
    var done = 0
    func perform(_ walk: inout EnlargedWalk, count: Int) throws(ChangeFault) {
      for _ in 0..<count {
        guard let weight = walk.comingWeight else { return }
        guard isWanted(min(1, Double(done) / all)) else { throw .isCancelled }
        walk.next()
        done += weight
      }
    }
    try perform(&walk, count: shared)
    var other = walk.goingOn(to: changed)
    guard other.editCount == walk.editCount else { throw .isUnreadable }
    try perform(&walk, count: walk.editCount - shared)
    try perform(&other, count: walk.editCount - shared)
    let (large, new) = (walk.large, other.large)
    var images: [SurfaceID: TileGrid] = [:]
    for surface in changed.surfaces {
      guard let after = new.image(of: surface) else { continue }
      guard let before = large.image(of: surface), var image = scaled[surface] else {
        images[surface] = after
        continue
      }
      for index in Set(before.tileIndices).union(after.tileIndices) {
        image.change(index, from: before[index], to: after[index])
      }
      images[surface] = image
    }
    return images
  }
}

extension TileGrid {
  /// Sets those pixels of a tile in which two tiles differ to those of the second one. Where the tile is the first one,
  /// it becomes the second. Nil is a transparent tile.
  fileprivate mutating func change(_ index: Int, from old: Tile?, to new: Tile?) {
    let (old, new, own) = (old ?? .clear, new ?? .clear, self[index] ?? .clear)
    if old == new { return }
    var changed = new
    if own != old {
      changed = own
      if own.isDeep || old.isDeep || new.isDeep {
        Self.change(&changed, from: old.deepPixels, to: new.deepPixels)
        changed = changed.narrowed
      } else {
        Self.change(&changed, from: old.pixels, to: new.pixels)
      }
    }
    self[index] = changed.isTransparent ? nil : changed
  }

  private static func change<P: TilePixel & Equatable>(_ tile: inout Tile, from old: [P], to new: [P]) {
    P.withMutablePixels(of: &tile) { pixels in
      for i in 0..<Tile.count where old[i] != new[i] { pixels[i] = new[i] }
    }
  }
}
