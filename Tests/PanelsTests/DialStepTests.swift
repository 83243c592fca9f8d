import Geometry
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct DialStepTests {
  private func at(_ degrees: Double) -> Vector { Vector(length: 60, direction: Angle(degrees: degrees)) }

  @Test(
    "within 3 degrees of a multiple of 15 it snaps; half way between two it does not",
    arguments: [
      (0, 0), (2.9, 0), (-2.9, 0), (3, 0), (7.5, 7.5), (12, 15), (15, 15), (17.9, 15), (22.5, 22.5), (-12.5, -15),
      (359, 360), (5.25, 3.75),
    ])
  func snapping(_ raw: Double, _ snapped: Double) {
    #expect(abs(DialModel.softlySnapped(raw) - snapped) < 1e-12)
  }

  @Test("snapping is continuous and monotonic")
  func continuous() {
    var last = DialModel.softlySnapped(-400)
    for i in 1...80_000 {
      let next = DialModel.softlySnapped(-400 + Double(i) * 0.01)
      #expect(next >= last && next - last < 0.0167)
      last = next
    }
  }

  @Test("with Shift a turn snaps; without Shift the touch's angle applies again")
  func shift() {
    var dial = DialModel(diameter: 200)
    _ = dial.press(at: at(0))
    #expect(dial.move(to: at(13), isSnapping: true) == .turning(15))
    #expect(dial.move(to: at(14), isSnapping: true) == .held)
    guard case .turning(let free) = dial.move(to: at(14)) else {
      Issue.record("did not turn")
      return
    }
    #expect(abs(free - 14) < 1e-9)
    #expect(dial.move(to: at(44), isSnapping: true) == .turning(45))
    #expect(dial.release() == .released(45))
    _ = dial.press(at: at(100))
    guard case .turning(let next) = dial.move(to: at(101)) else {
      Issue.record("did not turn")
      return
    }
    #expect(abs(next - 46) < 1e-9)
  }

  @Test("a notch turns by 5 degrees, a fraction by its share, each with its own release")
  func wheel() {
    var dial = DialModel(value: 1, diameter: 200)
    #expect(dial.scroll(notches: 1) == .released(6))
    #expect(dial.scroll(notches: -2) == .released(-4))
    #expect(dial.scroll(notches: 0.5) == .released(-1.5))
    #expect(dial.scroll(notches: 0) == .held)
    #expect(dial.scroll(notches: .nan) == .held)
    #expect(dial.scroll(notches: 1e300) == .held)
    #expect(dial.value == -1.5)
  }

  @Test("with Shift whole notches move to multiples of 15; fractions add up until the direction changes")
  func snappingWheel() {
    var dial = DialModel(value: 7, diameter: 200)
    #expect(dial.scroll(notches: 1, isSnapping: true) == .released(15))
    #expect(dial.scroll(notches: 0.5, isSnapping: true) == .held)
    #expect(dial.scroll(notches: 0.5, isSnapping: true) == .released(30))
    #expect(dial.scroll(notches: 0.75, isSnapping: true) == .held)
    #expect(dial.scroll(notches: -1, isSnapping: true) == .released(15))
    #expect(dial.scroll(notches: -2, isSnapping: true) == .released(-15))
  }

  @Test("arrow keys turn by 1 degree, with Shift to the next multiple of 15 in their direction")
  func keys() {
    var dial = DialModel(value: 20, diameter: 200)
    #expect(dial.key(steps: 1) == .released(21))
    #expect(dial.key(steps: -1) == .released(20))
    #expect(dial.key(steps: -1, isSnapping: true) == .released(15))
    #expect(dial.key(steps: -1, isSnapping: true) == .released(0))
    #expect(dial.key(steps: 1, isSnapping: true) == .released(15))
    dial.show(-20)
    #expect(dial.key(steps: 1, isSnapping: true) == .released(-15))
    // A multiple except for rounding counts as a multiple.
    dial.show(14.999_999_999_999)
    #expect(dial.key(steps: 1, isSnapping: true) == .released(30))
    dial.show(15.000_000_000_001)
    #expect(dial.key(steps: -1, isSnapping: true) == .released(0))
  }

  @Test("wheel and keys do nothing while a touch holds the dial")
  func held() {
    var dial = DialModel(value: 20, diameter: 200)
    _ = dial.press(at: at(0))
    #expect(dial.scroll(notches: 1) == .held)
    #expect(dial.key(steps: 1) == .held)
    #expect(dial.release() == .released(20))
  }
}
