import Geometry

/// Computes the pixels of a window from those of a `PixelSource` under an affine view.
///
/// Below 100 % the next larger pyramid level is sampled with bilinear filtering, between 100 % and
/// 400 % the image itself. From 400 % on each pixel is shown as a square. Where level and window
/// pixels coincide they are copied. Outside the image the window shows `surround`.
///
/// A pixel depends on the view and the image only, not on the rectangle or thread it is rendered
/// with. A move of the view by whole window px moves the pixels exactly.
public struct ViewRenderer: Sendable {
  /// From this scale on pixels are squares.
  public static let crispScale = 4.0
  /// Side of a block, window px: the data for one fits in the processor's cache.
  static let block = 64
  /// From this many window px on, waking other threads is worth its cost.
  public static let sharedArea = 1 << 17

  private var scratch: [UInt32] = []

  /// Creates a renderer; it only keeps memory for reuse.
  public init() {}

  /// The pyramid level that a view of `scale` window px per image px reads; 0 is the image itself.
  public static func level(forScale scale: Double) -> Int {
    guard scale > 0, scale < 1 else { return 0 }
    var k = 0
    var s = scale
    // The tolerance keeps 50 % at level 1 despite rounding errors.
    while s <= 0.5 * (1 + 1e-9), k < Pyramid.highestLevel {
      s *= 2
      k += 1
    }
    return k
  }

  /// The window px that may change when `rect` of the image changes.
  public static func damage(of rect: PixelRect, imageToWindow: Affine) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let scale = abs(imageToWindow.determinant).squareRoot()
    // A pixel of the level covers 2^k of the image; filtering reads one pixel of the level more.
    let reach = Double(2 << level(forScale: scale))
    return PixelRect(covering: imageToWindow.bounds(of: Rect(rect).insetBy(-reach)))
  }

  /// Computes the window pixels of `rect` and writes them to `target`, which holds the window's
  /// rows, `stride` words each, from its upper left corner.
  ///
  /// - Parameters:
  ///   - rect: window px, not negative and inside the window that `target` holds.
  ///   - windowToImage: maps the window (px) to the image (px): any scale, rotation, mirroring and
  ///     translation.
  ///   - surround: the pixel outside the image.
  public mutating func render(
    _ rect: PixelRect, windowToImage: Affine, source: some PixelSource, pyramid: inout Pyramid, surround: UInt32,
    to target: inout MutableSpan<UInt32>, stride: Int
  ) {
    let placement = ViewPlacement(windowToImage: windowToImage)
    if let placement, placement.level > 0 {
      Self.forEachBlock(rect) { block in
        let patch = placement.texels(for: block).intersection(pyramid.bounds(ofLevel: placement.level))
        if !patch.isEmpty { pyramid.prepare(level: placement.level, patch, from: source) }
      }
    }
    render(rect, placement, source: source, pyramid: pyramid, surround: surround, to: &target, stride: stride)
  }

  /// The tiles of the view's level that the window px of `rect` need and that are missing or, if
  /// `exactly`, sketches. Each once, ordered by distance from the centre of `rect`.
  public static func wanted(
    _ rect: PixelRect, _ placement: ViewPlacement?, _ pyramid: Pyramid, exactly: Bool
  ) -> [Int] {
    guard let placement, placement.level > 0 else { return [] }
    let k = placement.level
    let (bounds, columns) = (pyramid.levels[k - 1].bounds, pyramid.levels[k - 1].columns)
    var found: [Int: Int] = [:]
    forEachBlock(rect) { block in
      let patch = placement.texels(for: block).intersection(bounds)
      guard !patch.isEmpty, pyramid.needs(level: k, patch, exactly: exactly) else { return }
      let (dx, dy) = (block.minX + block.maxX - rect.minX - rect.maxX, block.minY + block.maxY - rect.minY - rect.maxY)
      let range = TileRange(patch)
      for row in range.rows {
        for column in range.columns {
          let index = row * columns + column
          let slot = pyramid.levels[k - 1].slots[index]
          guard slot.isMissing || exactly && slot.isSketch else { continue }
          found[index] = min(found[index] ?? .max, dx * dx + dy * dy)
        }
      }
    }
    if found.isEmpty { return [] }
    return found.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  /// Computes window pixels as above; `pyramid` must have the tiles that are wanted.
  public mutating func render(
    _ rect: PixelRect, _ placement: ViewPlacement?, source: some PixelSource, pyramid: Pyramid, surround: UInt32,
    to target: inout MutableSpan<UInt32>, stride: Int
  ) {
    guard !rect.isEmpty else { return }
    target.requireRoom(for: rect, start: rect.minY * stride + rect.minX, stride: stride)
    guard let placement else {
      return target.fill(rect, with: surround, start: rect.minY * stride + rect.minX, stride: stride)
    }
    let job = ViewSampler(placement: placement, source: source, pyramid: pyramid, surround: surround, stride: stride)
    // Moved out of `self` while it is written.
    var buffer: [UInt32] = []
    swap(&buffer, &scratch)
    Self.forEachBlock(rect) { job.render($0, to: &target, origin: 0, &buffer) }
    swap(&buffer, &scratch)
  }

  /// Computes window pixels as above, large areas in bands on several threads.
  public mutating func render(
    _ rect: PixelRect, _ placement: ViewPlacement?, source: some PixelSource & Sendable, pyramid: Pyramid,
    surround: UInt32,
    to target: inout MutableSpan<UInt32>, stride: Int, workers: WorkerPool
  ) {
    guard let placement, rect.area >= Self.sharedArea, workers.count > 0 else {
      return render(rect, placement, source: source, pyramid: pyramid, surround: surround, to: &target, stride: stride)
    }
    target.requireRoom(for: rect, start: rect.minY * stride + rect.minX, stride: stride)
    let job = ViewSampler(placement: placement, source: source, pyramid: pyramid, surround: surround, stride: stride)
    let first = rect.minY / Self.block
    let count = (rect.maxY - 1) / Self.block - first + 1
    target.withUnsafeMutableBufferPointer { words in
      // Safe: each thread writes rows of its own.
      nonisolated(unsafe) let all = words
      workers.divide(count) { part in
        let y = (first + part) * Self.block
        let band = rect.intersection(PixelRect(x: rect.minX, y: y, width: rect.width, height: Self.block))
        let origin = band.minY * stride
        let rows = UnsafeMutableBufferPointer(
          rebasing: all[origin..<min(all.count, band.maxY * stride)])
        var span = rows.mutableSpan
        var buffer: [UInt32] = []
        Self.forEachBlock(band) { job.render($0, to: &span, origin: origin, &buffer) }
      }
    }
  }

  /// Computes the pixels of a whole window, rows of blocks on several threads. Leaves blocks
  /// unchanged that are known to be uniform and keep their pixel.
  /// - Parameter plain: the known blocks of the frame in `target`; updated.
  /// - Returns: the window px that were computed.
  public func render(
    _ placement: ViewPlacement?, source: some PixelSource & Sendable, pyramid: Pyramid, surround: UInt32,
    to target: inout MutableSpan<UInt32>, stride: Int, workers: WorkerPool, plain: inout PlainBlocks
  ) -> [PixelRect] {
    let window = plain.bounds
    guard !window.isEmpty else { return [] }
    target.requireRoom(for: window, start: 0, stride: stride)
    let before = plain
    guard let placement else {
      target.fill(window, with: surround, start: 0, stride: stride)
      for index in plain.pixels.indices { plain.pixels[index] = surround }
      return [window]
    }
    let job = ViewSampler(placement: placement, source: source, pyramid: pyramid, surround: surround, stride: stride)
    let (columns, rows) = (plain.columns, plain.rows)
    target.withUnsafeMutableBufferPointer { words in
      plain.pixels.withUnsafeMutableBufferPointer { known in
        // Safe: each thread writes rows and blocks of its own.
        nonisolated(unsafe) let (all, known) = (words, known)
        workers.divide(rows) { row in
          let band = before.area(0, row).union(before.area(columns - 1, row))
          let origin = band.minY * stride
          let part = UnsafeMutableBufferPointer(rebasing: all[origin..<min(all.count, band.maxY * stride)])
          var span = part.mutableSpan
          var buffer: [UInt32] = []
          for column in 0..<columns {
            let index = row * columns + column
            known[index] = job.render(
              before.area(column, row), to: &span, origin: origin, &buffer, known: known[index])
          }
        }
      }
    }
    return plain.changes(from: before)
  }

  /// Records the blocks of a window's frame that are uniform, where that is known without reading
  /// pixels.
  public static func learn(
    _ plain: inout PlainBlocks, _ placement: ViewPlacement?, source: some PixelSource, pyramid: Pyramid,
    surround: UInt32
  ) {
    guard let placement else { return }
    let job = ViewSampler(placement: placement, source: source, pyramid: pyramid, surround: surround, stride: 0)
    for row in 0..<plain.rows {
      for column in 0..<plain.columns where plain.pixels[row * plain.columns + column] == 0 {
        plain.pixels[row * plain.columns + column] = job.plainPixel(of: plain.area(column, row)) ?? 0
      }
    }
  }

  /// Calls `body` with the parts of `rect` in the blocks of a fixed grid.
  @inline(__always) private static func forEachBlock(_ rect: PixelRect, _ body: (PixelRect) -> Void) {
    var y = rect.minY
    while y < rect.maxY {
      let bottom = min(rect.maxY, (y & ~(block - 1)) + block)
      var x = rect.minX
      while x < rect.maxX {
        let right = min(rect.maxX, (x & ~(block - 1)) + block)
        body(PixelRect(minX: x, minY: y, maxX: right, maxY: bottom))
        x = right
      }
      y = bottom
    }
  }
}
