import Document
import Geometry
import Raster

/// What a session keeps to render its view quickly.
struct RenderingState {
  /// Smaller copies of the drawing, for zooms below 1.
  var pyramid: Pyramid
  /// Whether tiles of the pyramid were made since the last `makePyramidJob`. Some may be sketches.
  var hasMadeTiles = false
  /// The last map from window to canvas and its placement.
  var knownPlacement: (map: Affine, placement: ViewPlacement?)?
  /// The composed layers under a stroke in progress.
  let composed = CompositionCache()
  var thumbnails = Session.Thumbnails()
  /// The navigator's picture; nil while it is hidden.
  var navigator: NavigatorCache?
  /// What is drawn on an endless canvas in a state of the history.
  var drawn: (state: Int, bounds: PixelRect)?
  /// Whether the window showed an edge of an endless canvas after the last change of the view.
  var isEdgeSeen = false
  var renderer = ViewRenderer()
  let workers = WorkerPool()

  init(width: Int, height: Int) { pyramid = Pyramid(width: width, height: height) }

  /// Drops everything after a change of the canvas, whose size is in px.
  mutating func forgetCanvas(width: Int, height: Int) {
    pyramid = Pyramid(width: width, height: height)
    (hasMadeTiles, knownPlacement, thumbnails, drawn) = (false, nil, Session.Thumbnails(), nil)
    navigator = nil
    composed.removeAll()
  }
}

/// Rendering the document to the window's pixels.
extension Session {
  /// The budget with which a frame takes about 10 ms.
  public static let quickBudget = 12_000_000
  /// The most tiles of the smaller copies that are kept beside the visible ones: 16 KiB each, 96
  /// MiB.
  static let tileLimit = 6144

  /// Updates the smaller copies after pixels of the drawing changed.
  func update(_ region: Region) {
    let region = grown(region)
    guard isDrawing else { return update(FineRegion(region)) }
    if forgets(region, region.area) { return }
    let source = source
    for rect in region.rects { rendering.pyramid.update(rect, from: source) }
  }

  /// Updates the smaller copies after an edit, while no stroke is drawn.
  func update(_ region: FineRegion) {
    let region = isPreviewing ? FineRegion(grown(region.region)) : region
    if forgets(region.region, region.area) { return }
    rendering.pyramid.update(region, from: shownDocument, workers: rendering.workers)
  }

  /// Drops the smaller copies of changed pixels if updating them would take too long.
  /// - Parameter area: the number of changed pixels.
  private func forgets(_ region: Region, _ area: Int) -> Bool {
    // After a change of most pixels (the paper, a large layer's opacity), only visible copies are
    // made.
    if area > document.width * document.height / 2, area > 1 << 20 {
      rendering.pyramid.invalidate()
    } else if area > budget {
      for rect in region.rects { rendering.pyramid.forget(rect) }
    } else {
      return false
    }
    return true
  }

  /// The pixels of the drawing. While a stroke is drawn, the layers under it are composited once.
  private var source: CachedDocument { CachedDocument(shownDocument, rendering.composed, keeps: isDrawing) }

  /// The budget of a frame for each visible layer, px.
  private var budget: Int {
    frameBudget == .max ? .max : frameBudget / max(1, document.layers.count { $0.isVisible })
  }

  private var window: PixelRect { PixelRect(x: 0, y: 0, width: view.windowWidth, height: view.windowHeight) }

  /// The places of the window's pixels in the drawing.
  public var placement: ViewPlacement? {
    let map = view.windowToCanvas
    if let known = rendering.knownPlacement, known.map == map { return known.placement }
    let new = ViewPlacement(windowToImage: map)
    rendering.knownPlacement = (map, new)
    return new
  }

  /// The window px that show a region of the canvas, canvas px.
  public func windowDamage(of region: Region) -> Region {
    let map = view.canvasToWindow
    var damage = Region()
    for rect in grown(region).rects {
      damage.add(ViewRenderer.damage(of: rect, imageToWindow: map).intersection(window))
    }
    return damage
  }

  /// Renders the window px of `rect` to `target`, without widgets. `target` holds the window's rows
  /// from the upper left corner, `stride` words each. `surround` is the pixel around the canvas.
  public func render(_ rect: PixelRect, surround: UInt32, to target: inout MutableSpan<UInt32>, stride: Int) {
    let placement = placement
    let wanted = ViewRenderer.wanted(rect, placement, rendering.pyramid, exactly: frameBudget == .max)
    if let placement, !wanted.isEmpty { make(wanted, placement) }
    if rect.area < ViewRenderer.sharedArea {
      rendering.renderer.render(
        rect, placement, source: source, pyramid: rendering.pyramid, surround: surround, to: &target, stride: stride)
    } else {
      // Only one thread may use the composition cache.
      rendering.renderer.render(
        rect, placement, source: shownDocument, pyramid: rendering.pyramid, surround: surround, to: &target,
        stride: stride,
        workers: rendering.workers)
    }
  }

  /// Renders the whole window, except blocks of one pixel that `target` holds already.
  /// - Parameter plain: the blocks of one pixel in `target`.
  /// - Returns: the window px that were rendered.
  public func render(surround: UInt32, to target: inout MutableSpan<UInt32>, stride: Int, plain: inout PlainBlocks)
    -> [PixelRect]
  {
    let placement = placement
    let wanted = ViewRenderer.wanted(window, placement, rendering.pyramid, exactly: frameBudget == .max)
    if let placement, !wanted.isEmpty { make(wanted, placement) }
    return rendering.renderer.render(
      placement, source: shownDocument, pyramid: rendering.pyramid, surround: surround, to: &target, stride: stride,
      workers: rendering.workers,
      plain: &plain)
  }

  /// Notes which blocks of a frame of the view consist of one pixel.
  public func learn(_ plain: inout PlainBlocks, surround: UInt32) {
    ViewRenderer.learn(&plain, placement, source: shownDocument, pyramid: rendering.pyramid, surround: surround)
  }

  private func make(_ tiles: [Int], _ placement: ViewPlacement) {
    rendering.hasMadeTiles = true
    var budget = budget
    if placement.level <= 2, document.layers.count > 64 {
      // A sketch composes each tile row by row. With many layers, finding the layers that have the
      // tile costs more than its pixels.
      budget = .max
    } else if placement.level == 1, budget < .max {
      // A sketch of the first level costs half of the exact pixels.
      budget *= 4
    }
    rendering.pyramid.make(
      level: placement.level, tiles, from: shownDocument, budget: budget, workers: rendering.workers)
    trim(placement)
  }

  /// Drops invisible copies if there are too many.
  private func trim(_ placement: ViewPlacement) {
    guard rendering.pyramid.tileCount > Self.tileLimit else { return }
    let shown = placement.texels(for: window).intersection(rendering.pyramid.bounds(ofLevel: placement.level))
    rendering.pyramid.trim(to: Self.tileLimit * 3 / 4, keeping: placement.level, shown)
  }

  /// Returns the job that makes the window's pixels exact, for another thread; nil if they are
  /// exact. It replaces the job made before.
  public func makePyramidJob() -> PyramidJob<Document>? {
    rendering.hasMadeTiles = false
    guard let placement, rendering.pyramid.hasSketches(level: placement.level) else { return nil }
    let wanted = ViewRenderer.wanted(window, placement, rendering.pyramid, exactly: true)
    if wanted.isEmpty { return nil }
    return rendering.pyramid.makeJob(level: placement.level, wanted, of: shownDocument, limit: Self.tileLimit / 2)
  }

  /// Takes the results of that job.
  public func adopt(_ deliveries: [PyramidResult]) -> Effects {
    guard let placement else { return Effects() }
    var effects = Effects()
    for delivery in deliveries {
      for rect in rendering.pyramid.adopt(delivery, shown: placement.level) { effects.damage.add(rect) }
    }
    trim(placement)
    return effects
  }
}
