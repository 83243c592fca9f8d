import Geometry

/// Computes the pixels of one view of one image, block by block; what all blocks have in common.
struct ViewSampler<Source: PixelSource> {
  let placement: ViewPlacement
  let source: Source
  let pyramid: Pyramid
  let desk: UInt32
  /// Words of a row of the target.
  let stride: Int

  private var level: Int { placement.level }

  /// Computes the window px of `block`. Word `origin` of the window is the first of `target`. `buffer` is memory for reuse.
  func render(_ block: PixelRect, to target: inout MutableSpan<UInt32>, origin: Int, _ buffer: inout [UInt32]) {
    let wanted = placement.texels(for: block)
    let bounds = level == 0 ? source.bounds : pyramid.bounds(ofLevel: level)
    let patch = wanted.intersection(bounds)
    let start = block.minY * stride + block.minX - origin
    let image = PixelRect(
      minX: patch.minX << level, minY: patch.minY << level, maxX: patch.maxX << level, maxY: patch.maxY << level)
    if patch.isEmpty {
      target.fill(block, with: desk, start: start, stride: stride)
    } else if patch == wanted, source.isBlank(image) {
      target.fill(block, with: source.blank, start: start, stride: stride)
    } else if let (dx, dy) = placement.copied {
      // No texel between: straight into the window.
      let part = block.offset(dx: dx, dy: dy).intersection(bounds)
      if part.width < block.width || part.height < block.height {
        target.fill(block, with: desk, start: start, stride: stride)
      }
      guard !part.isEmpty else { return }
      let place = part.offset(dx: -dx, dy: -dy)
      bring(part, to: &target, start: place.minY * stride + place.minX - origin, stride: stride)
    } else {
      if buffer.count < wanted.area { buffer = [UInt32](repeating: 0, count: wanted.area) }
      var texels = buffer.mutableSpan
      if patch != wanted { texels.fill(wanted, with: desk, start: 0, stride: wanted.width) }
      let first = (patch.minY - wanted.minY) * wanted.width + patch.minX - wanted.minX
      bring(patch, to: &texels, start: first, stride: wanted.width)
      target.requireRoom(for: block, start: start, stride: stride)
      buffer.withUnsafeBufferPointer { texels in
        target.withUnsafeMutableBufferPointer { words in
          guard let texels = texels.baseAddress, let words = words.baseAddress else { return }
          for y in block.minY..<block.maxY {
            let place = placement.place(block.minX, y)
            let u = place.x - wanted.minX << ViewPlacement.bits
            let v = place.y - wanted.minY << ViewPlacement.bits
            let to = words + (y * stride + block.minX - origin)
            if placement.isCrisp {
              crisp(texels, wanted.width, u, v, to, block.width)
            } else {
              smooth(texels, wanted.width, u, v, to, block.width)
            }
          }
        }
      }
    }
  }

  private func bring(_ part: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    if level == 0 {
      source.compose(part, to: &target, start: start, stride: stride)
    } else {
      pyramid.copy(level: level, part, blank: source.blank, to: &target, start: start, stride: stride)
    }
  }

  @inline(__always) private func crisp(
    _ texels: UnsafePointer<UInt32>, _ width: Int, _ u: Int, _ v: Int, _ to: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    var (u, v) = (u, v)
    let (du, dv) = (placement.stepX.x, placement.stepX.y)
    for x in 0..<count {
      to[x] = texels[(v >> ViewPlacement.bits) &* width &+ u >> ViewPlacement.bits]
      u &+= du
      v &+= dv
    }
  }

  /// Bilinear: between the two texels above each other first, rounded, then between those beside each other, as `Pixel.lerp` has it.
  @inline(__always) private func smooth(
    _ texels: UnsafePointer<UInt32>, _ width: Int, _ u: Int, _ v: Int, _ to: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    typealias Channels = SIMD8<UInt16>
    var (u, v) = (u, v)
    let (du, dv) = (placement.stepX.x, placement.stepX.y)
    let bits = ViewPlacement.bits
    let half = Channels(repeating: 128)
    for x in 0..<count {
      let at = texels + ((v >> bits) &* width &+ u >> bits)
      // Two texels beside each other at once.
      let upper = Self.pair(at)
      let lower = Self.pair(at + width)
      let fx = UInt16(truncatingIfNeeded: (u >> (bits - 8)) & 255)
      let fy = UInt16(truncatingIfNeeded: (v >> (bits - 8)) & 255)
      let both = (upper &* Channels(repeating: 256 &- fy) &+ lower &* Channels(repeating: fy) &+ half) &>> 8
      let left = both.lowHalf &* SIMD4(repeating: 256 &- fx)
      let mixed = (left &+ both.highHalf &* SIMD4(repeating: fx) &+ half.lowHalf) &>> 8
      to[x] = unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: mixed), to: UInt32.self)
      u &+= du
      v &+= dv
    }
  }

  @inline(__always) private static func pair(_ texels: UnsafePointer<UInt32>) -> SIMD8<UInt16> {
    SIMD8<UInt16>(truncatingIfNeeded: UnsafeRawPointer(texels).loadUnaligned(as: SIMD8<UInt8>.self))
  }
}

extension ViewSampler: Sendable where Source: Sendable {}
