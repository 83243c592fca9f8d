import Document
import Geometry
import Raster

/// From the document to the window's pixels.
extension Session {
  /// A budget that a frame keeps with in some 10 ms.
  public static let quickBudget = 12_000_000
  /// The most tiles of the smaller copies that are kept, 16 KiB each, beside those that are seen: 96 MiB.
  static let tileLimit = 6144

  /// Brings the smaller copies up to date after pixels of the drawing changed.
  func update(_ region: Region) {
    guard isDrawing else { return update(FineRegion(region)) }
    if forgets(region, region.area) { return }
    withSource { source in for rect in region.rects { pyramid.update(rect, from: source) } }
  }

  /// Likewise after a step, while no stroke is under way.
  func update(_ region: FineRegion) {
    if forgets(region.region, region.area) { return }
    pyramid.update(region, from: document, workers: workers)
  }

  /// Forgets the smaller copies of pixels that changed, where to bring them up to date would take too long.
  /// - Parameter area: how many pixels changed.
  private func forgets(_ region: Region, _ area: Int) -> Bool {
    // Where nearly all of it changes (the paper, a large layer's opacity), the copies are made anew where they are seen.
    if area > document.width * document.height / 2, area > 1 << 20 {
      pyramid.invalidate()
    } else if area > budget {
      for rect in region.rects { pyramid.forget(rect) }
    } else {
      return false
    }
    return true
  }

  /// Lends what the view shows: while a stroke is drawn, what is under it is composed once. The drawing itself must not be asked for meanwhile.
  private func withSource(_ body: (CachedDocument) -> Void) {
    let keeps = isDrawing
    // As a pointer: a drawing is a dozen references, each to be counted up and down again for a copy, several times for every sample.
    withUnsafeMutablePointer(to: &document) { body(CachedDocument($0, composed, keeps: keeps)) }
  }

  /// The budget of a frame, px.
  private var budget: Int {
    frameBudget == .max ? .max : frameBudget / max(1, document.layers.count { $0.isVisible })
  }

  private var window: PixelRect { PixelRect(x: 0, y: 0, width: view.windowWidth, height: view.windowHeight) }

  /// Where the window's pixels are in the drawing.
  public var placement: ViewPlacement? {
    let map = view.windowToCanvas
    if let known = knownPlacement, known.map == map { return known.placement }
    let new = ViewPlacement(windowToImage: map)
    knownPlacement = (map, new)
    return new
  }

  /// The window px that show a region of the canvas.
  public func windowDamage(of region: Region) -> Region {
    let map = view.canvasToWindow
    var damage = Region()
    for rect in region.rects {
      damage.add(ViewRenderer.damage(of: rect, imageToWindow: map).intersection(window))
    }
    return damage
  }

  /// Draws the window px of `rect`, without any widgets, to `target`, which holds the window's rows from its upper left
  /// corner, `stride` words each. `surround` is the pixel around the canvas.
  public func render(_ rect: PixelRect, surround: UInt32, to target: inout MutableSpan<UInt32>, stride: Int) {
    let placement = placement
    let wanted = Self.wanted(rect, placement, &pyramid, exactly: frameBudget == .max)
    if let placement, !wanted.isEmpty { make(wanted, placement) }
    if rect.area < ViewRenderer.sharedArea {
      withSource {
        Self.render(rect, placement, $0, &pyramid, &renderer, surround: surround, to: &target, stride: stride)
      }
    } else {
      // What the cache keeps is of one thread.
      renderer.render(
        rect, placement, source: document, pyramid: pyramid, surround: surround, to: &target, stride: stride,
        workers: workers)
    }
  }

  /// Draws all of the window, as above, but for blocks that are known to be as they shall be, for a frame of the window's size.
  /// - Parameter plain: what is known of the frame that `target` holds.
  /// - Returns: the window px that were drawn.
  public func render(surround: UInt32, to target: inout MutableSpan<UInt32>, stride: Int, plain: inout PlainBlocks)
    -> [PixelRect]
  {
    let placement = placement
    let wanted = ViewRenderer.wanted(window, placement, pyramid, exactly: frameBudget == .max)
    if let placement, !wanted.isEmpty { make(wanted, placement) }
    return renderer.render(
      placement, source: document, pyramid: pyramid, surround: surround, to: &target, stride: stride, workers: workers,
      plain: &plain)
  }

  /// Notes which blocks of a frame that shows the view are of one pixel.
  public func learn(_ plain: inout PlainBlocks, surround: UInt32) {
    ViewRenderer.learn(&plain, placement, source: document, pyramid: pyramid, surround: surround)
  }

  // These two get the pyramid itself, to read it: as a property of an object it would be copied, with all that it refers to.

  private static func wanted(
    _ rect: PixelRect, _ placement: ViewPlacement?, _ pyramid: inout Pyramid, exactly: Bool
  ) -> [Int] {
    ViewRenderer.wanted(rect, placement, pyramid, exactly: exactly)
  }

  private static func render(
    _ rect: PixelRect, _ placement: ViewPlacement?, _ source: CachedDocument, _ pyramid: inout Pyramid,
    _ renderer: inout ViewRenderer, surround: UInt32, to target: inout MutableSpan<UInt32>, stride: Int
  ) {
    renderer.render(rect, placement, source: source, pyramid: pyramid, surround: surround, to: &target, stride: stride)
  }

  private func make(_ tiles: [Int], _ placement: ViewPlacement) {
    hasMadeTiles = true
    var budget = budget
    if placement.level <= 2, document.layers.count > 64 {
      // A sketch composes each tile row by row. With many layers, finding those that have the tile costs more than its pixels.
      budget = .max
    } else if placement.level == 1, budget < .max {
      // A sketch of the first level costs half of the exact pixels, so it is worth less there.
      budget *= 4
    }
    pyramid.make(level: placement.level, tiles, from: document, budget: budget, workers: workers)
    trim(placement)
  }

  /// Forgets copies that are not seen, where there are many.
  private func trim(_ placement: ViewPlacement) {
    guard pyramid.tileCount > Self.tileLimit else { return }
    let shown = placement.texels(for: window).intersection(pyramid.bounds(ofLevel: placement.level))
    pyramid.trim(to: Self.tileLimit * 3 / 4, keeping: placement.level, shown)
  }

  /// Returns the job that another thread runs so that the window shows exact pixels; nil where it does already. It replaces
  /// the job made before.
  public func makePyramidJob() -> PyramidJob<Document>? {
    hasMadeTiles = false
    guard let placement, pyramid.hasSketches(level: placement.level) else { return nil }
    let wanted = ViewRenderer.wanted(window, placement, pyramid, exactly: true)
    if wanted.isEmpty { return nil }
    return pyramid.makeJob(level: placement.level, wanted, of: document, limit: Self.tileLimit / 2)
  }

  /// Takes what came of that.
  public func adopt(_ deliveries: [PyramidResult]) -> Effects {
    guard let placement else { return Effects() }
    var effects = Effects()
    for delivery in deliveries {
      for rect in pyramid.adopt(delivery, shown: placement.level) { effects.damage.add(rect) }
    }
    trim(placement)
    return effects
  }
}
