import Geometry
import Input
import InterfaceSupport
import RandomSource
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct SliderTests {
  final class Recorder { var all: [(value: Double, isSettled: Bool)] = [] }

  private func slider(
    _ screen: Screen, _ scale: SliderScale = .linear(0...100, step: 1), isVertical: Bool = false
  ) -> (Slider, Recorder) {
    let slider = Slider(screen.overlay.context, scale, isVertical: isVertical)
    let recorder = Recorder()
    slider.onChange = { value, isSettled in
      recorder.all.append((value, isSettled))
      slider.post(.setSize(value))
    }
    screen.open([slider])
    return (slider, recorder)
  }

  private func place(_ slider: Slider, _ share: Double) -> Point {
    let r = Rect(slider.frame)
    return slider.isVertical
      ? Point(r.center.x, r.maxY - 9 - share * (r.height - 18)) : Point(r.minX + 9 + share * (r.width - 18), r.center.y)
  }

  /// Fails if a drag does not follow the pointer, reports no values on the way, or does not report
  /// its end once.
  @Test("a drag reports values on the way and one at the end", arguments: [false, true])
  func drag(_ isVertical: Bool) throws {
    let screen = try Screen()
    let (slider, recorder) = slider(screen, isVertical: isVertical)
    #expect(screen.pointer(.down, place(slider, 0)).effects.isEmpty)
    #expect(screen.pointer(.drag, place(slider, 0.5)).effect == .setSize(50))
    // Beside the bar it continues, beyond its end it stays there.
    _ = screen.pointer(.drag, place(slider, 1.4) + Vector(80, 5))
    _ = screen.pointer(.up(.lifted), place(slider, 1.4))
    #expect(recorder.all.map(\.value) == [50, 100, 100])
    #expect(recorder.all.map(\.isSettled) == [false, false, true])
  }

  /// Fails if the knob jumps under the pointer that holds it, or does not jump to a press on the
  /// bar.
  @Test("held at its edge the knob keeps its distance; a press on the bar moves it there")
  func grip() throws {
    let screen = try Screen()
    let (slider, recorder) = slider(screen)
    slider.value = 50
    let hold = place(slider, 0.5) + Vector(7, 0)
    _ = screen.pointer(.down, hold)
    _ = screen.pointer(.drag, hold)
    #expect(slider.value == 50 && recorder.all.isEmpty)
    #expect(screen.pointer(.up(.lifted), hold).effects.isEmpty)
    #expect(screen.click(place(slider, 0.25), at: 5) == [.setSize(25), .setSize(25)])
  }

  /// Fails if a double press does not reset, or two slow presses do.
  @Test("two quick presses set the standard value, two slow ones do not")
  func doublePress() throws {
    let screen = try Screen()
    let (slider, recorder) = slider(screen)
    slider.standard = 20
    _ = screen.click(place(slider, 0.8), at: 1)
    _ = screen.click(place(slider, 0.8), at: 3)
    #expect(slider.value == 80)
    _ = screen.click(place(slider, 0.8), at: 3.2)
    #expect(slider.value == 20 && recorder.all.last?.isSettled == true)
  }

  /// Fails if Escape in a drag leaves the new value, or the rest of the drag still counts.
  @Test("Escape cancels a drag; the state is ignored while it is held")
  func escape() throws {
    let screen = try Screen()
    let (slider, recorder) = slider(screen)
    slider.value = 30
    _ = screen.pointer(.down, place(slider, 0.6))
    slider.value = 99
    #expect(slider.value == 60)
    #expect(screen.key(KeyCode.escape).effects == [.setSize(30)])
    _ = screen.pointer(.drag, place(slider, 0.9))
    #expect(screen.pointer(.up(.lifted), place(slider, 0.9)).effects.isEmpty)
    #expect(slider.value == 30 && recorder.all.count == 2)
    #expect(screen.overlay.hasPopup)
  }

  /// Fails if a key or the wheel moves in the wrong direction, by the wrong step, or beyond the
  /// ends.
  @Test("keys and the wheel move by steps")
  func keys() throws {
    let screen = try Screen()
    let (slider, _) = slider(screen)
    slider.value = 50
    let expected: [(UInt32, Double)] = [
      (KeyCode.right, 51), (KeyCode.up, 52), (KeyCode.left, 51), (KeyCode.down, 50), (KeyCode.pageUp, 60),
      (KeyCode.pageDown, 50), (KeyCode.end, 100), (KeyCode.home, 0),
    ]
    for (key, value) in expected { #expect(screen.key(key).effects == [.setSize(value)] && slider.value == value) }
    #expect(screen.key(KeyCode.left).effects.isEmpty)
    #expect(!screen.key(KeyCode.left, .control).isConsumed)
    #expect(screen.scroll(-1, place(slider, 0.3)).effects == [.setSize(1)])
    #expect(screen.scroll(1, place(slider, 0.3)).effects == [.setSize(0)])
  }

  /// Fails if a disabled slider can be moved.
  @Test("a disabled slider takes no input")
  func disabled() throws {
    let screen = try Screen()
    let (slider, recorder) = slider(screen)
    slider.isEnabled = false
    _ = screen.click(place(slider, 0.5))
    _ = screen.scroll(-1, place(slider, 0.5))
    #expect(recorder.all.isEmpty && slider.value == 0)
  }

  /// Fails if a scale's two directions disagree, steps stop before the end, or values leave the
  /// range.
  @Test("a settled value maps to a position and back", arguments: 0..<8)
  func scale(_ seed: Int) {
    var rng = RandomSource(seed)
    let scales: [SliderScale] = [
      .linear(0...100, step: 1), .linear(0...1, step: 0.01), .linear(-3...5, step: 0.25), .logarithmic(0.5...500),
      .logarithmic(1...2000, step: 1.05),
    ]
    for scale in scales {
      for _ in 0..<100 {
        let value = scale.value(at: rng.roll(0...1))
        #expect(scale.range.contains(value))
        #expect(scale.settled(value) == value)
        #expect(abs(scale.value(at: scale.share(of: value)) - value) <= 1e-9 * max(1, abs(value)))
        let up = scale.value(value, movedBy: 1)
        #expect(up > value || value == scale.range.upperBound)
        let down = scale.value(value, movedBy: -1)
        #expect(down < value || value == scale.range.lowerBound)
      }
      #expect(scale.value(at: 1) == scale.range.upperBound && scale.value(at: .nan) == scale.range.lowerBound)
      #expect(scale.share(of: .infinity) == 0)
    }
    #expect(SliderScale.logarithmic(0.5...500).settled(123.4) == 120)
    #expect(SliderScale.linear(0...1, step: 0.01).settled(0.284) == 0.28)
  }
}
