import Foundation
import Rig
import Testing

@testable import PenLab

@Suite("Roundness of ink rings, on pictures with known values")
struct RingTests {
  private let circle = RingTrace.Circle(x: 130.3, y: 127.8, radius: 90)
  private let ground: UInt32 = 0xfdfcf8
  private let ink: UInt32 = 0x1d1f24

  /// Draws ink where `distance` from the centre line is less than half the width, with 24 x 24
  /// subpixels per pixel.
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

  /// Draws a ring whose radius depends on the angle.
  private func ring(width: Double = 7.3, _ radius: @escaping (Double) -> Double?) -> Image {
    picture(width: width) { x, y in
      let (dx, dy) = (x - circle.x, y - circle.y)
      return radius(atan2(dy, dx)).map { hypot(dx, dy) - $0 }
    }
  }

  private func trace(_ image: Image) -> RingTrace {
    RingTrace(image, circle, ground: Image.luma(ground), ink: Image.luma(ink))
  }

  /// Fails if a pixel's colour is taken as that of its corner, if edges are weighted wrongly, or if
  /// the ink's width matters.
  @Test("A true circle is one, however wide the ink", arguments: [2.0, 7.3, 20])
  func round(width: Double) {
    let trace = trace(ring(width: width) { _ in 90 })
    #expect(trace.missing == 0 && trace.offsets.count == RingTrace.rays)
    #expect(trace.rootMeanSquare < 0.03 && abs(trace.bias) < 0.005 && trace.largest < 0.08)
  }

  /// Fails if a circle with a wrong scale passes as a true one.
  @Test("A circle that is too large or too small by 0.1 px is reported as that", arguments: [-0.1, 0.1, 1])
  func tooLarge(by: Double) {
    let trace = trace(ring { _ in 90 + by })
    #expect(abs(trace.bias - by) < 0.005)
    #expect(abs(trace.rootMeanSquare - abs(by)) < 0.01)
  }

  /// Fails if a displaced circle has a bias or no error. The offsets are a cosine with root mean
  /// square d / sqrt 2.
  @Test("A displaced circle has an error but no bias")
  func shifted() {
    let trace = trace(picture { x, y in hypot(x - circle.x - 0.3, y - circle.y - 0.4) - 90 })
    #expect(abs(trace.bias) < 0.01)
    #expect(abs(trace.rootMeanSquare - 0.5 / 2.0.squareRoot()) < 0.01 && abs(trace.largest - 0.5) < 0.05)
  }

  /// Fails if waves cancel out. A wave's root mean square is its height / sqrt 2.
  @Test("Waves count by their height")
  func waves() {
    let trace = trace(ring { 90 + 0.8 * cos(7 * $0) })
    #expect(abs(trace.rootMeanSquare - 0.8 / 2.0.squareRoot()) < 0.02 && abs(trace.bias) < 0.01)
  }

  /// Fails if a place without ink counts as accurate, or as ink.
  @Test("Rays without ink are counted, and nothing else of them")
  func gap() {
    let trace = trace(ring { abs($0) < .pi / 4 ? nil : 90 })
    #expect(abs(trace.missing - RingTrace.rays / 4) <= 2)
    // Some rays beside a cut edge see it, because they interpolate between pixels.
    #expect(trace.rootMeanSquare < 0.03)
    let empty = RingTrace(
      Image(width: 260, height: 256, filledWith: ground), circle, ground: Image.luma(ground), ink: Image.luma(ink))
    #expect(empty.missing == RingTrace.rays && empty.rootMeanSquare.isNaN && empty.largest == 0)
  }
}
