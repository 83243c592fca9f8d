import Geometry
import Glibc

/// Computes the pixels of one view of one image, block by block; what all blocks have in common.
struct ViewSampler<Source: PixelSource> {
  let placement: ViewPlacement
  let source: Source
  let pyramid: Pyramid
  let desk: UInt32
  /// Words of a row of the target.
  let stride: Int

  private var level: Int { placement.level }

  /// The texels that are read for the window px of `block`, and those of them that there are.
  private func texels(for block: PixelRect) -> (wanted: PixelRect, patch: PixelRect, bounds: PixelRect) {
    let wanted = placement.texels(for: block)
    let bounds = level == 0 ? source.bounds : pyramid.bounds(ofLevel: level)
    return (wanted, wanted.intersection(bounds), bounds)
  }

  /// What all window px of `block` are, where that is found without looking at pixels.
  func plainPixel(of block: PixelRect) -> UInt32? {
    let (wanted, patch, _) = texels(for: block)
    return plainPixel(wanted, patch)
  }

  private func plainPixel(_ wanted: PixelRect, _ patch: PixelRect) -> UInt32? {
    if patch.isEmpty { return desk }
    guard patch == wanted else { return nil }
    let image = PixelRect(
      minX: patch.minX << level, minY: patch.minY << level, maxX: patch.maxX << level, maxY: patch.maxY << level)
    return source.isBlank(image) ? source.blank : nil
  }

  /// Computes the window px of `block`, unless all of them are `known`, which they are already then. Word `origin` of the window is the
  /// first of `target`. `buffer` is memory for reuse.
  /// - Returns: what all of them are, where that was found; else 0.
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
      // No texel between: straight into the window.
      let part = block.offset(dx: dx, dy: dy).intersection(bounds)
      if part.width < block.width || part.height < block.height {
        target.fill(block, with: desk, start: start, stride: stride)
      }
      guard !part.isEmpty else { return desk }
      let place = part.offset(dx: -dx, dy: -dy)
      bring(part, to: &target, start: place.minY * stride + place.minX - origin, stride: stride)
      return 0
    }
    let size = wanted.area + Self.uprightRoom(wanted.width)
    if buffer.count < size { buffer = [UInt32](repeating: 0, count: size) }
    var texels = buffer.mutableSpan
    if patch != wanted { texels.fill(wanted, with: desk, start: 0, stride: wanted.width) }
    let first = (patch.minY - wanted.minY) * wanted.width + patch.minX - wanted.minX
    bring(patch, to: &texels, start: first, stride: wanted.width)
    target.requireRoom(for: block, start: start, stride: stride)
    // Between texels that are all alike nothing else lies: most of a drawing is empty, whatever else its tiles hold.
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
          upright(block, wanted, texels, UnsafeMutableRawPointer(room + wanted.area), words, origin)
        } else {
          turned(block, wanted, texels, words, origin)
        }
      }
    }
    return 0
  }

  /// The side of the parts of a block that are looked at for themselves where a view is turned.
  private static var part: Int { 16 }

  /// Computes a block of a turned view, part by part: of those that ink runs through a block's most parts are but paper, and to look at
  /// all texels of one is quicker than to mix them.
  private func turned(
    _ block: PixelRect, _ wanted: PixelRect, _ texels: UnsafePointer<UInt32>, _ words: UnsafeMutablePointer<UInt32>,
    _ origin: Int
  ) {
    var y = block.minY
    while y < block.maxY {
      let bottom = min(block.maxY, y + Self.part)
      var x = block.minX
      while x < block.maxX {
        let right = min(block.maxX, x + Self.part)
        let part = PixelRect(minX: x, minY: y, maxX: right, maxY: bottom)
        let to = words + (y * stride + x - origin)
        let read = placement.texels(for: part).offset(dx: -wanted.minX, dy: -wanted.minY)
        let first = texels + (read.minY * wanted.width + read.minX)
        if Self.isPlain(first, read.width, read.height, stride: wanted.width) {
          for row in 0..<part.height { (to + row * stride).update(repeating: first.pointee, count: part.width) }
        } else {
          for row in 0..<part.height {
            let place = placement.place(x, y + row)
            let u = place.x - wanted.minX << ViewPlacement.bits
            let v = place.y - wanted.minY << ViewPlacement.bits
            smooth(texels, wanted.width, u, v, to + row * stride, part.width)
          }
        }
        x = right
      }
      y = bottom
    }
  }

  /// Whether texels, at least one, are all the same.
  @inline(__always) private static func isPlain(
    _ texels: UnsafePointer<UInt32>, _ width: Int, _ height: Int, stride: Int
  ) -> Bool {
    typealias Four = SIMD4<UInt32>
    let common = Four(repeating: texels.pointee)
    for y in 0..<height {
      let row = texels + y &* stride
      var differences = Four.zero
      var x = 0
      while x &+ 4 <= width {
        differences |= UnsafeRawPointer(row + x).loadUnaligned(as: Four.self) ^ common
        x &+= 4
      }
      var rest: UInt32 = 0
      while x < width {
        rest |= row[x] ^ common[0]
        x &+= 1
      }
      let halves = unsafeBitCast(differences, to: SIMD2<UInt64>.self)
      if halves[0] | halves[1] | UInt64(rest) != 0 { return false }
    }
    return true
  }

  /// What the first `count` texels are, all of them, at least 1; nil where they differ.
  private static func commonTexel(_ texels: [UInt32], _ count: Int) -> UInt32? {
    texels.withUnsafeBufferPointer { all in
      guard let first = all.baseAddress else { return nil }
      // Each is what the next one is.
      return memcmp(first, first + 1, (count - 1) * MemoryLayout<UInt32>.stride) == 0 ? first.pointee : nil
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

  /// How many words `upright` needs beside the texels, whose rows are `width` long.
  private static func uprightRoom(_ width: Int) -> Int { ViewRenderer.block * 6 + (width + 2) * 2 }

  /// `smooth` for all of a block of a view that is not turned: rows and columns have their weights in common, so each row of texels
  /// is mixed once, and the weights of columns are laid out beforehand. To the bit what `smooth` gives.
  private func upright(
    _ block: PixelRect, _ wanted: PixelRect, _ texels: UnsafePointer<UInt32>, _ room: UnsafeMutableRawPointer,
    _ words: UnsafeMutablePointer<UInt32>, _ origin: Int
  ) {
    typealias Channels = SIMD8<UInt16>
    let bits = ViewPlacement.bits
    let half = Channels(repeating: 128)
    // 16 bytes of weights for each column, 8 for where its texels are in a mixed row, whose texels take 8 each.
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
    for y in block.minY..<block.maxY {
      let v = placement.place(block.minX, y).y - wanted.minY << bits
      let fy = UInt16(truncatingIfNeeded: (v >> (bits - 8)) & 255)
      let (above, below) = (Channels(repeating: 256 &- fy), Channels(repeating: fy))
      let upper = texels + (v >> bits) &* wanted.width
      let lower = upper + wanted.width
      var i = 0
      // The last pair may reach a texel beyond the row: there is room behind the texels, and nothing is made of it.
      while i < wanted.width {
        let mixed = (Self.pair(upper + i) &* above &+ Self.pair(lower + i) &* below &+ half) &>> 8
        row.storeBytes(of: mixed, toByteOffset: i &* 8, as: Channels.self)
        i &+= 2
      }
      let to = UnsafeMutableRawPointer(words + (y * stride + block.minX - origin))
      var x = 0
      while x &+ 2 <= block.width {
        let (a, b) = (product(x), product(x &+ 1))
        let sum =
          Channels(lowHalf: a.lowHalf, highHalf: b.lowHalf) &+ Channels(lowHalf: a.highHalf, highHalf: b.highHalf)
        let bytes = SIMD8<UInt8>(truncatingIfNeeded: (sum &+ half) &>> 8)
        to.storeBytes(of: bytes, toByteOffset: x &* 4, as: SIMD8<UInt8>.self)
        x &+= 2
      }
      if x < block.width {
        let a = product(x)
        let sum = (a.lowHalf &+ a.highHalf &+ half.lowHalf) &>> 8
        to.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: sum), toByteOffset: x &* 4, as: SIMD4<UInt8>.self)
      }
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
      // Four bytes make a word, in the order in which they were taken from one.
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
