import Foundation
import Rig
import Testing

@testable import PenLab

@Suite("How round a ring of ink is, on pictures of which it is known")
struct RingTests {
  private let circle = RingTrace.Circle(x: 130.3, y: 127.8, radius: 90)
  private let ground: UInt32 = 0xfdfcf8
  private let ink: UInt32 = 0x1d1f24

  /// A picture with ink where `distance` from the centre line is less than half the width, by 24 x
  /// 24 samples a pixel.
  private func picture(width: Double = 7.3, _ distance: (Double, Double) -> Double?) -> Image {
    var image = Image(width: 260, height: 256, filledWith: ground)
    for y in 0..<256 {
      for x in 0..<260 {
        var count = 0
        let middle = distance(Double(x) + 0.5, Double(y) + 0.5).map { abs($0) - width / 2 }
        if let middle, abs(middle) > 1 {
          // No edge is near.
          count = middle < 0 ? 576 : 0
        } else if middle != nil {
          for i in 0..<576 {
            let (px, py) = (Double(x) + (Double(i % 24) + 0.5) / 24, Double(y) + (Double(i / 24) + 0.5) / 24)
            if let d = distance(px, py), abs(d) < width / 2 { count += 1 }
          }
        }
        image[x, y] = [16, 8, 0].reduce(UInt32(0)) { sum, shift in
          let (a, b) = (Double(ground >> UInt32(shift) & 255), Double(ink >> UInt32(shift) & 255))
          return sum | UInt32((a + (b - a) * Double(count) / 576).rounded()) << UInt32(shift)
        }
      }
    }
    return image
  }

  /// A picture of a ring whose radius is a function of the angle.
  private func ring(width: Double = 7.3, _ radius: @escaping (Double) -> Double?) -> Image {
    picture(width: width) { x, y in
      let (dx, dy) = (x - circle.x, y - circle.y)
      return radius(atan2(dy, dx)).map { hypot(dx, dy) - $0 }
    }
  }

  private func trace(_ image: Image) -> RingTrace {
    RingTrace(image, circle, ground: Image.luma(ground), ink: Image.luma(ink))
  }

  /// Fails if a pixel's colour is that of its corner, edges are biased, or the ink's width matters.
  @Test("A true circle is one, however wide the ink", arguments: [2.0, 7.3, 20])
  func round(width: Double) {
    let trace = trace(ring(width: width) { _ in 90 })
    #expect(trace.missing == 0 && trace.offsets.count == RingTrace.rays)
    #expect(trace.rootMeanSquare < 0.03 && abs(trace.bias) < 0.005 && trace.largest < 0.08)
  }

  /// Fails if a circle with a wrong scale counts as exact.
  @Test("A circle that is too large or too small by 0.1 px is reported as that", arguments: [-0.1, 0.1, 1])
  func tooLarge(by: Double) {
    let trace = trace(ring { _ in 90 + by })
    #expect(abs(trace.bias - by) < 0.005)
    #expect(abs(trace.rootMeanSquare - abs(by)) < 0.01)
  }

  /// Fails if a shifted circle has a bias, or no error: the offsets are a cosine of root mean
  /// square d / sqrt 2.
  @Test("A circle beside its place is wrong without bias")
  func shifted() {
    let trace = trace(picture { x, y in hypot(x - circle.x - 0.3, y - circle.y - 0.4) - 90 })
    #expect(abs(trace.bias) < 0.01)
    #expect(abs(trace.rootMeanSquare - 0.5 / 2.0.squareRoot()) < 0.01 && abs(trace.largest - 0.5) < 0.05)
  }

  /// Fails if waves are averaged away: their root mean square is height / sqrt 2.
  @Test("Waves count by their height")
  func waves() {
    let trace = trace(ring { 90 + 0.8 * cos(7 * $0) })
    #expect(abs(trace.rootMeanSquare - 0.8 / 2.0.squareRoot()) < 0.02 && abs(trace.bias) < 0.01)
  }

  /// Fails if a gap counts as exact, or as ink.
  @Test("Rays without ink are counted, and nothing else of them")
  func gap() {
    let trace = trace(ring { abs($0) < .pi / 4 ? nil : 90 })
    #expect(abs(trace.missing - RingTrace.rays / 4) <= 2)
    // Some rays beside it see a cut edge, since they sample between pixels.
    #expect(trace.rootMeanSquare < 0.03)
    let empty = RingTrace(
      Image(width: 260, height: 256, filledWith: ground), circle, ground: Image.luma(ground), ink: Image.luma(ink))
    #expect(empty.missing == RingTrace.rays && empty.rootMeanSquare.isNaN && empty.largest == 0)
  }
}
