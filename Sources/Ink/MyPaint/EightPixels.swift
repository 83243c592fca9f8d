/// Eight pixels of a tile of libmypaint: 0...1, premultiplied.
struct EightPixels {
  typealias Channel = EightColours.Channel

  let colour: EightColours
  let alpha: Channel

  /// The library's 1.
  private static let one: Float = 32768

  @inline(__always)
  init(_ colour: EightColours, alpha: Channel) { (self.colour, self.alpha) = (colour, alpha) }

  /// Reads the pixels that begin at eight offsets.
  @inline(__always)
  init(_ rgba: UnsafePointer<UInt16>, at offsets: UnsafePointer<Int32>) {
    @inline(__always)
    func channel(_ channel: Int) -> Channel {
      @inline(__always)
      func value(_ index: Int) -> Int32 { Int32(rgba[Int(offsets[index]) + channel]) }
      let values = SIMD8(value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7))
      return FastPower.numbers(values) / Self.one
    }
    colour = EightColours(red: channel(0), green: channel(1), blue: channel(2))
    alpha = channel(3)
  }

  /// The colours, not premultiplied; black where the pixel is transparent.
  @inline(__always)
  var straight: EightColours { colour / alpha.replacing(with: 1, where: alpha .== 0) }

  /// Writes those of the first `count` pixels where a mask is true, rounded; no channel is more than alpha.
  @inline(__always)
  func write(
    to rgba: UnsafeMutablePointer<UInt16>, at offsets: UnsafePointer<Int32>, count: Int,
    where mask: SIMDMask<SIMD8<Int32>>
  ) {
    let limit = FastPower.rounded(alpha * Self.one)
    let most = FastPower.numbers(limit)
    @inline(__always)
    func whole(_ channel: Channel) -> SIMD8<Int32> {
      let scaled = channel * Self.one
      let low = scaled.replacing(with: most, where: scaled .> most)
      return FastPower.rounded(low.replacing(with: 0, where: low .< 0))
    }
    let (red, green, blue) = (whole(colour.red), whole(colour.green), whole(colour.blue))
    for i in 0..<count where mask[i] {
      let pixel = rgba + Int(offsets[i])
      pixel[0] = UInt16(truncatingIfNeeded: red[i])
      pixel[1] = UInt16(truncatingIfNeeded: green[i])
      pixel[2] = UInt16(truncatingIfNeeded: blue[i])
      pixel[3] = UInt16(truncatingIfNeeded: limit[i])
    }
  }
}
