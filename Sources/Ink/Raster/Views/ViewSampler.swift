import Geometry
import Glibc

/// Computes the pixels of one view of one image, block by block.
struct ViewSampler<Source: PixelSource> {
  let placement: ViewPlacement
  let source: Source
  let pyramid: Pyramid
  let surround: UInt32
  /// Words of a row of the target.
  let stride: Int

  private var level: Int { placement.level }

  /// The texels that are read for the window px of `block`, those of them that exist, and the
  /// bounds of the level.
  private func texels(for block: PixelRect) -> (wanted: PixelRect, patch: PixelRect, bounds: PixelRect) {
    let wanted = placement.texels(for: block)
    let bounds = level == 0 ? source.bounds : pyramid.bounds(ofLevel: level)
    return (wanted, wanted.intersection(bounds), bounds)
  }

  /// The uniform pixel of `block` where that is known without reading pixels.
  func plainPixel(of block: PixelRect) -> UInt32? {
    let (wanted, patch, _) = texels(for: block)
    return plainPixel(wanted, patch)
  }

  private func plainPixel(_ wanted: PixelRect, _ patch: PixelRect) -> UInt32? {
    if patch.isEmpty { return surround }
    guard patch == wanted else { return nil }
    let image = PixelRect(
      minX: patch.minX << level, minY: patch.minY << level, maxX: patch.maxX << level, maxY: patch.maxY << level)
    return source.isBlank(image) ? source.blank : nil
  }

  /// Computes the window px of `block`, unless all of them are already `known`. Word `origin` of
  /// the window is the first of `target`. `buffer` is memory for reuse.
  /// - Returns: the uniform pixel of the block where it was found; else 0.
  @discardableResult func render(
    _ block: PixelRect, to target: inout MutableSpan<UInt32>, origin: Int, _ buffer: inout [UInt32], known: UInt32 = 0
  ) -> UInt32 {
    let (wanted, patch, bounds) = texels(for: block)
    let start = block.minY * stride + block.minX - origin
    if let pixel = plainPixel(wanted, patch) {
      if pixel != known || pixel == 0 { target.fill(block, with: pixel, start: start, stride: stride) }
      return pixel
    }
    if let (dx, dy) = placement.copied {
      // No interpolation: straight into the window.
      let part = block.offset(dx: dx, dy: dy).intersection(bounds)
      if part.width < block.width || part.height < block.height {
        target.fill(block, with: surround, start: start, stride: stride)
      }
      guard !part.isEmpty else { return surround }
      let place = part.offset(dx: -dx, dy: -dy)
      readTexels(part, to: &target, start: place.minY * stride + place.minX - origin, stride: stride)
      return 0
    }
    let size = wanted.area + Self.axisAlignedSpace(wanted.width)
    if buffer.count < size { buffer = [UInt32](repeating: 0, count: size) }
    var texels = buffer.mutableSpan
    if patch != wanted { texels.fill(wanted, with: surround, start: 0, stride: wanted.width) }
    let first = (patch.minY - wanted.minY) * wanted.width + patch.minX - wanted.minX
    readTexels(patch, to: &texels, start: first, stride: wanted.width)
    target.requireRoom(for: block, start: start, stride: stride)
    // Interpolation between equal texels gives the same pixel: most of a drawing is empty.
    if let texel = Self.commonTexel(buffer, wanted.area) {
      if texel != known || texel == 0 { target.fill(block, with: texel, start: start, stride: stride) }
      return texel
    }
    buffer.withUnsafeMutableBufferPointer { texels in
      target.withUnsafeMutableBufferPointer { words in
        guard let room = texels.baseAddress, let words = words.baseAddress else { return }
        let texels = UnsafePointer(room)
        if placement.isCrisp {
          for y in block.minY..<block.maxY {
            let place = placement.place(block.minX, y)
            let u = place.x - wanted.minX << ViewPlacement.bits
            let v = place.y - wanted.minY << ViewPlacement.bits
            crisp(texels, wanted.width, u, v, words + (y * stride + block.minX - origin), block.width)
          }
        } else if placement.stepX.y == 0, placement.stepY.x == 0 {
          axisAligned(block, wanted, texels, UnsafeMutableRawPointer(room + wanted.area), words, origin)
        } else {
          rotated(block, wanted, texels, words, origin)
        }
      }
    }
    return 0
  }

  /// The side of the parts of a block that are tested for being uniform before texels are mixed.
  private static var part: Int { 16 }

  /// Computes a block of a rotated view, part by part. Most parts are uniform paper even where ink
  /// crosses the block, and comparing texels is faster than mixing them.
  private func rotated(
    _ block: PixelRect, _ wanted: PixelRect, _ texels: UnsafePointer<UInt32>, _ words: UnsafeMutablePointer<UInt32>,
    _ origin: Int
  ) {
    BilinearWeights.standard.withPointer { weights in
      var y = block.minY
      while y < block.maxY {
        let bottom = min(block.maxY, y &+ Self.part)
        var x = block.minX
        while x < block.maxX {
          let right = min(block.maxX, x &+ Self.part)
          let part = PixelRect(minX: x, minY: y, maxX: right, maxY: bottom)
          let plain = plainTexel(part, wanted, texels)
          for row in y..<bottom {
            let to = words + (row &* stride &+ x &- origin)
            if let plain {
              to.update(repeating: plain, count: right &- x)
            } else {
              let place = placement.place(x, row)
              let u = place.x &- wanted.minX << ViewPlacement.bits
              let v = place.y &- wanted.minY << ViewPlacement.bits
              smooth(texels, wanted.width, u, v, to, right &- x, weights)
            }
          }
          x = right
        }
        y = bottom
      }
    }
  }

  /// The common value of all texels that are read for the window px of `part`; nil where they
  /// differ. `texels` holds those of `wanted`.
  @inline(__always) private func plainTexel(
    _ part: PixelRect, _ wanted: PixelRect, _ texels: UnsafePointer<UInt32>
  ) -> UInt32? {
    typealias Four = SIMD4<UInt32>
    let read = placement.texels(for: part)
    let (width, height) = (read.maxX &- read.minX, read.maxY &- read.minY)
    guard width >= 4 else { return nil }
    let first = texels + ((read.minY &- wanted.minY) &* wanted.width &+ read.minX &- wanted.minX)
    let common = Four(repeating: first.pointee)
    var y = 0
    while y < height {
      let row = UnsafeRawPointer(first + y &* wanted.width)
      // The last four texels of the row, which may overlap those compared below.
      var differences = row.loadUnaligned(fromByteOffset: (width &- 4) &* 4, as: Four.self) ^ common
      var x = 0
      while x &+ 4 < width {
        differences |= row.loadUnaligned(fromByteOffset: x &* 4, as: Four.self) ^ common
        x &+= 4
      }
      if !Pixel.areZero(differences) { return nil }
      y &+= 1
    }
    return first.pointee
  }

  /// The common value of the first `count` texels, at least 1; nil where they differ.
  private static func commonTexel(_ texels: [UInt32], _ count: Int) -> UInt32? {
    texels.withUnsafeBufferPointer { all in
      guard let first = all.baseAddress else { return nil }
      // Each equals the next one.
      return memcmp(first, first + 1, (count - 1) * MemoryLayout<UInt32>.stride) == 0 ? first.pointee : nil
    }
  }

  private func readTexels(_ part: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
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

  /// The words that `axisAligned` needs in addition to the texels, whose rows are `width` long.
  private static func axisAlignedSpace(_ width: Int) -> Int { ViewRenderer.block * 6 + (width + 2) * 2 }

  /// `smooth` for all of a block of a view that is not rotated. Rows and columns share their
  /// weights, so each row of texels is mixed once, and the weights of columns are computed in
  /// advance. Exactly the same result as `smooth`.
  private func axisAligned(
    _ block: PixelRect, _ wanted: PixelRect, _ texels: UnsafePointer<UInt32>, _ room: UnsafeMutableRawPointer,
    _ words: UnsafeMutablePointer<UInt32>, _ origin: Int
  ) {
    typealias Channels = SIMD8<UInt16>
    let bits = ViewPlacement.bits
    let half = Channels(repeating: 128)
    // For each column 16 bytes of weights and 8 for the offset of its texels in a mixed row; a
    // texel there has 8.
    let (weights, offsets) = (room, room + ViewRenderer.block * 16)
    let row = room + ViewRenderer.block * 24
    var u = placement.place(block.minX, block.minY).x - wanted.minX << bits
    for x in 0..<block.width {
      let f = UInt16(truncatingIfNeeded: (u >> (bits - 8)) & 255)
      let both = Channels(lowHalf: SIMD4(repeating: 256 &- f), highHalf: SIMD4(repeating: f))
      weights.storeBytes(of: both, toByteOffset: x * 16, as: Channels.self)
      offsets.storeBytes(of: (u >> bits) * 8, toByteOffset: x * 8, as: Int.self)
      u &+= placement.stepX.x
    }
    @inline(__always) func product(_ x: Int) -> Channels {
      let offset = offsets.loadUnaligned(fromByteOffset: x &* 8, as: Int.self)
      return row.loadUnaligned(fromByteOffset: offset, as: Channels.self)
        &* weights.loadUnaligned(fromByteOffset: x &* 16, as: Channels.self)
    }
    var mixed = 0..<0
    for y in block.minY..<block.maxY {
      if (y &- block.minY) % Self.part == 0 {
        let strip = PixelRect(minX: block.minX, minY: y, maxX: block.maxX, maxY: min(block.maxY, y + Self.part))
        mixed = fillUniformEnds(strip, wanted, texels, words, origin)
      }
      if mixed.isEmpty { continue }
      let v = placement.place(block.minX, y).y - wanted.minY << bits
      let fy = UInt16(truncatingIfNeeded: (v >> (bits - 8)) & 255)
      let (above, below) = (Channels(repeating: 256 &- fy), Channels(repeating: fy))
      let upper = texels + (v >> bits) &* wanted.width
      let lower = upper + wanted.width
      let ends = (
        offsets.loadUnaligned(fromByteOffset: mixed.lowerBound * 8, as: Int.self) / 8,
        offsets.loadUnaligned(fromByteOffset: (mixed.upperBound - 1) * 8, as: Int.self) / 8
      )
      var i = min(ends.0, ends.1)
      let end = max(ends.0, ends.1) + 2
      // The last pair may read a texel beyond the row. The buffer is large enough, and the result
      // is not used.
      while i < end {
        let mixed = (Self.pair(upper + i) &* above &+ Self.pair(lower + i) &* below &+ half) &>> 8
        row.storeBytes(of: mixed, toByteOffset: i &* 8, as: Channels.self)
        i &+= 2
      }
      let to = UnsafeMutableRawPointer(words + (y * stride + block.minX - origin))
      var x = mixed.lowerBound
      while x &+ 2 <= mixed.upperBound {
        Self.store(product(x), product(x &+ 1), to + x &* 4)
        x &+= 2
      }
      if x < mixed.upperBound { Self.store(product(x), to + x &* 4) }
    }
  }

  /// Fills the uniform parts at the start and the end of a strip of a block.
  /// - Returns: the columns of the block between the first and the last part that is not uniform.
  private func fillUniformEnds(
    _ strip: PixelRect, _ wanted: PixelRect, _ texels: UnsafePointer<UInt32>, _ words: UnsafeMutablePointer<UInt32>,
    _ origin: Int
  ) -> Range<Int> {
    func fill(_ part: PixelRect) -> Bool {
      guard let plain = plainTexel(part, wanted, texels) else { return false }
      for y in part.minY..<part.maxY {
        (words + (y &* stride &+ part.minX &- origin)).update(repeating: plain, count: part.width)
      }
      return true
    }
    var rest = strip
    while !rest.isEmpty {
      let part = rest.intersection(PixelRect(x: rest.minX, y: rest.minY, width: Self.part, height: Self.part))
      if !fill(part) { break }
      rest.minX = part.maxX
    }
    while !rest.isEmpty {
      // The parts of all strips start at the same columns of the block.
      let first = strip.minX + (rest.maxX - 1 - strip.minX) / Self.part * Self.part
      let part = PixelRect(minX: max(first, rest.minX), minY: rest.minY, maxX: rest.maxX, maxY: rest.maxY)
      if !fill(part) { break }
      rest.maxX = part.minX
    }
    return rest.isEmpty ? 0..<0 : (rest.minX - strip.minX)..<(rest.maxX - strip.minX)
  }

  /// Bilinear: first between the upper and lower texels, rounded, then between left and right, as
  /// `Pixel.lerp` does.
  @inline(__always) private func smooth(
    _ texels: UnsafePointer<UInt32>, _ width: Int, _ u: Int, _ v: Int, _ to: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ weights: UnsafeRawPointer
  ) {
    typealias Channels = SIMD8<UInt16>
    var (u, v) = (u, v)
    let (du, dv) = (placement.stepX.x, placement.stepX.y)
    let bits = ViewPlacement.bits
    let half = Channels(repeating: 128)
    @inline(__always) func product() -> Channels {
      let at = texels + ((v >> bits) &* width &+ u >> bits)
      // Two neighbouring texels at once.
      let (upper, lower) = (Self.pair(at), Self.pair(at + width))
      let across = weights + BilinearWeights.across(u >> (bits - 8))
      let down = weights + BilinearWeights.down(v >> (bits - 8))
      let both =
        (upper &* down.load(as: Channels.self) &+ lower &* down.load(fromByteOffset: 16, as: Channels.self) &+ half)
        &>> 8
      u &+= du
      v &+= dv
      return both &* across.load(as: Channels.self)
    }
    let to = UnsafeMutableRawPointer(to)
    var x = 0
    while x &+ 2 <= count {
      let (a, b) = (product(), product())
      Self.store(a, b, to + x &* 4)
      x &+= 2
    }
    if x < count { Self.store(product(), to + x &* 4) }
  }

  /// Stores a pixel: the sum of its left and right texels' shares; their weights add up to 256.
  @inline(__always) private static func store(_ a: SIMD8<UInt16>, _ to: UnsafeMutableRawPointer) {
    let sum = (a.lowHalf &+ a.highHalf &+ SIMD4(repeating: 128)) &>> 8
    to.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: sum), as: SIMD4<UInt8>.self)
  }

  /// Stores two neighbouring pixels.
  @inline(__always) private static func store(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ to: UnsafeMutableRawPointer) {
    typealias Channels = SIMD8<UInt16>
    let sum = Channels(lowHalf: a.lowHalf, highHalf: b.lowHalf) &+ Channels(lowHalf: a.highHalf, highHalf: b.highHalf)
    let bytes = SIMD8<UInt8>(truncatingIfNeeded: (sum &+ Channels(repeating: 128)) &>> 8)
    to.storeBytes(of: bytes, as: SIMD8<UInt8>.self)
  }

  @inline(__always) private static func pair(_ texels: UnsafePointer<UInt32>) -> SIMD8<UInt16> {
    SIMD8<UInt16>(truncatingIfNeeded: UnsafeRawPointer(texels).loadUnaligned(as: SIMD8<UInt8>.self))
  }
}

extension ViewSampler: Sendable where Source: Sendable {}
