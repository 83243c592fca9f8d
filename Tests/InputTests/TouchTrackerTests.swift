import Geometry
import RandomSource
import Testing

@testable import Input

/// The state machine of touches, with times from the tests.
@Suite struct TouchTrackerTests {
  /// Fingers of one device, by number.
  private struct TrackerHarness {
    var tracker = TouchTracker()
    var story: [String] = []

    init(_ use: TouchUse = .pan) { tracker.use = use }

    private func id(_ finger: Int) -> TouchTracker.FingerID { .init(source: 7, finger: UInt32(finger)) }

    mutating func down(_ finger: Int, _ x: Double, _ y: Double, at time: Int64 = 0, onPanel: Bool = false) {
      report(tracker.begin(id(finger), at: Point(x, y), time: time, isOnPanel: onPanel))
    }
    mutating func ignored(_ finger: Int) {
      report(tracker.begin(id(finger), at: Point(5, 5), time: 0, isIgnored: true))
    }
    func knows(_ finger: Int) -> Bool { tracker.knows(id(finger)) }
    mutating func move(_ finger: Int, _ x: Double, _ y: Double) { report(tracker.move(id(finger), to: Point(x, y))) }
    mutating func up(_ finger: Int, at time: Int64 = 1000) { report(tracker.end(id(finger), time: time)) }
    mutating func palm(_ finger: Int) { report(tracker.rejectPalm(id(finger), time: 1000)) }
    mutating func endAll(at time: Int64, isHand: Bool = true) { report(tracker.endAll(at: time, isHand: isHand)) }

    private mutating func report(_ step: TouchTracker.Step?) {
      func p(_ p: Point) -> String { "(\(Int(p.x)),\(Int(p.y)))" }
      switch step {
      case nil: break
      case .touch(let event): story.append(brief(event))
      case .press(let a): story.append("press" + p(a))
      case .pressAndDrag(let a, let b): story.append("press" + p(a) + "drag" + p(b))
      case .drag(let a): story.append("drag" + p(a))
      case .lift: story.append("lift")
      case .dot(let a): story.append("dot" + p(a))
      case .withdraw: story.append("withdraw")
      }
    }

    mutating func take() -> String {
      defer { story = [] }
      return story.joined(separator: " ")
    }
  }

  /// Fails if one finger does not pan, or pans although it is set to do nothing.
  @Test func oneFinger() {
    var harness = TrackerHarness()
    harness.down(1, 10, 10)
    harness.move(1, 12, 10)
    harness.move(1, 12, 10)
    harness.move(2, 50, 50)
    harness.up(2)
    harness.up(1)
    harness.move(1, 90, 90)
    #expect(harness.take() == "hold(10,10) move(12,10) let-go")
    harness = TrackerHarness(.none)
    harness.down(1, 10, 10)
    harness.move(1, 30, 10)
    harness.up(1)
    #expect(harness.take() == "")
  }

  /// Fails if two fingers do not hold again when they change, or a third one moves anything.
  @Test func twoFingersHoldAgainWhenTheyChange() {
    var harness = TrackerHarness()
    harness.down(1, 10, 10)
    harness.down(2, 110, 10)
    harness.move(1, 20, 10)
    harness.down(3, 60, 90)
    harness.move(3, 60, 80)
    harness.up(1)
    harness.move(3, 60, 70)
    harness.down(4, 5, 5)
    harness.up(4)
    harness.up(3)
    harness.move(2, 100, 10)
    harness.up(2)
    #expect(
      harness.take()
        == "hold(10,10) hold(10,10)(110,10) move(20,10)(110,10) hold(110,10)(60,80) move(110,10)(60,70) "
        + "hold(110,10) move(100,10) let-go")
  }

  /// Fails if two fingers do not hold the canvas if one finger is set to do something else, or
  /// a remaining one continues.
  @Test(arguments: [TouchUse.draw, .none]) func twoFingersHoldForEveryUse(_ use: TouchUse) {
    var harness = TrackerHarness(use)
    harness.down(1, 10, 10)
    harness.move(1, 12, 10)
    harness.down(2, 110, 10)
    harness.move(2, 150, 10)
    harness.up(1)
    harness.move(2, 190, 10)
    harness.down(3, 10, 90)
    harness.move(3, 10, 100)
    harness.up(2)
    harness.up(3)
    #expect(
      harness.take()
        == "hold(12,10)(110,10) move(12,10)(150,10) hold(190,10)(10,90) move(190,10)(10,100) let-go")
  }

  /// Fails if a drawing finger draws before it moved, begins elsewhere than where it landed,
  /// makes no dot, or is disturbed by others.
  @Test func drawing() {
    var harness = TrackerHarness(.draw)
    harness.down(1, 10, 10)
    harness.move(1, 15, 10)
    #expect(harness.take() == "")
    harness.move(1, 20, 10)
    harness.down(2, 90, 90)
    harness.move(2, 50, 50)
    harness.move(1, 30, 10)
    harness.up(2)
    harness.up(1)
    #expect(harness.take() == "press(10,10)drag(20,10) drag(30,10) lift")
    harness.down(1, 40, 40)
    harness.up(1)
    #expect(harness.take() == "dot(40,40)")
  }

  /// Fails if a finger on a panel does not press at once, or a second one has an effect meanwhile.
  /// A finger that lands on a panel while another holds the canvas must join it.
  @Test func panels() {
    var harness = TrackerHarness()
    harness.down(1, 10, 10, onPanel: true)
    harness.down(2, 90, 90)
    harness.move(2, 50, 50)
    harness.move(1, 11, 10)
    harness.up(1)
    harness.move(2, 60, 60)
    harness.up(2)
    #expect(harness.take() == "press(10,10) drag(11,10) lift")
    harness.down(1, 10, 10)
    harness.down(2, 90, 90, onPanel: true)
    #expect(harness.take() == "hold(10,10) hold(10,10)(90,90)")
  }

  /// Fails if taps of two and three fingers are confused with drags and rests, or other touches
  /// with taps.
  @Test func taps() {
    var harness = TrackerHarness()
    func tap(_ fingers: Int, for time: Int64 = 200, moving: Double = 3) -> String {
      for f in 0..<fingers { harness.down(f, Double(f) * 50, 10, at: 5000 + Int64(f) * 10) }
      harness.move(0, moving, 10)
      for f in 0..<fingers { harness.up(f, at: 5000 + time) }
      return String(harness.take().split(separator: " ").last ?? "")
    }
    #expect(tap(1) == "let-go")
    #expect(tap(2) == "tap2")
    #expect(tap(3) == "tap3")
    #expect(tap(4) == "let-go")
    #expect(tap(2, for: 301) == "let-go")
    #expect(tap(2, moving: 9) == "let-go")
    #expect(tap(2, for: 300, moving: 8) == "tap2")
    harness.tracker.use = .none
    #expect(tap(2) == "tap2" && tap(1) == "")
  }

  /// Fails if a pen that comes near does not end touches, recent ones are not undone, or
  /// fingers that were down still count.
  @Test func endAll() {
    var harness = TrackerHarness()
    harness.down(1, 10, 10, at: 100)
    harness.move(1, 40, 10)
    harness.endAll(at: 599)
    harness.move(1, 60, 10)
    harness.down(2, 90, 90, at: 700)
    harness.up(1)
    harness.move(2, 95, 90)
    harness.endAll(at: 1200)
    harness.endAll(at: 1201)
    harness.up(2)
    #expect(harness.take() == "hold(10,10) move(40,10) cancel hold(90,90) move(95,90) let-go")
    harness.down(1, 10, 10, onPanel: true)
    harness.endAll(at: 1)
    harness.up(1)
    #expect(harness.take() == "press(10,10) withdraw")
    harness.tracker.use = .draw
    harness.down(1, 10, 10)
    harness.endAll(at: 1)
    harness.move(1, 90, 10)
    harness.up(1)
    #expect(harness.take() == "")
    // A mark is undone only if it may be a palm's.
    for (time, isHand, end) in [(Int64(599), true, "withdraw"), (600, true, "lift"), (200, false, "lift")] {
      harness.down(1, 10, 10, at: 100)
      harness.move(1, 30, 10)
      harness.endAll(at: time, isHand: isHand)
      harness.up(1)
      #expect(harness.take() == "press(10,10)drag(30,10) " + end)
    }
    harness.tracker.use = .pan
    harness.down(1, 10, 10, at: 100)
    harness.move(1, 40, 10)
    harness.endAll(at: 101, isHand: false)
    #expect(harness.take() == "hold(10,10) move(40,10) let-go")
  }

  /// Fails if a palm continues what it did, or affects fingers beside it.
  @Test func palms() {
    var harness = TrackerHarness()
    harness.down(1, 10, 10)
    harness.palm(1)
    harness.move(1, 50, 10)
    harness.up(1)
    #expect(harness.take() == "hold(10,10) cancel")
    harness.down(1, 10, 10)
    harness.down(2, 90, 10)
    harness.palm(1)
    harness.move(2, 95, 10)
    harness.up(1)
    harness.up(2)
    #expect(harness.take() == "hold(10,10) hold(10,10)(90,10) hold(90,10) move(95,10) let-go")
    harness.down(1, 10, 10, onPanel: true)
    harness.palm(1)
    harness.up(1)
    #expect(harness.take() == "press(10,10) withdraw")
  }

  /// Fails if fingers whose end is never reported block all later ones, or a finger in use is
  /// dropped for a new one.
  @Test func lostEndsDoNotBlockFingers() {
    var harness = TrackerHarness()
    harness.down(0, 10, 10)
    for finger in 1...1000 { harness.ignored(finger) }
    harness.move(0, 12, 10)
    harness.up(0)
    #expect(harness.take() == "hold(10,10) move(12,10) let-go")
    harness.down(2000, 50, 50)
    harness.move(2000, 60, 50)
    harness.up(2000)
    #expect(harness.take() == "hold(50,50) move(60,50) let-go")
    // While all followed fingers are in use there is no room for another.
    for finger in 0..<TouchTracker.mostFingers { harness.down(finger, Double(finger), 0) }
    _ = harness.take()
    harness.down(500, 900, 0)
    #expect(!harness.knows(500) && harness.knows(0))
  }

  /// Fails if a random sequence crashes, moves an unheld canvas, leaves a press or hold without
  /// an end, or holds positions other than the fingers'.
  @Test(arguments: 1...12) func randomSequences(seed: UInt64) {
    var g = RandomSource(seed)
    var tracker = TouchTracker()
    var places: [TouchTracker.FingerID: Point] = [:]
    var (isHeld, isPressed) = (false, false)
    var seen: Set<String> = []
    var time: Int64 = 0
    func check(_ step: TouchTracker.Step?) {
      switch step {
      case nil: break
      case .touch(.hold(let grip)):
        #expect(!isPressed)
        isHeld = true
        #expect(places.values.contains(grip.first))
        #expect(grip.second.map { places.values.contains($0) } ?? true)
        seen.insert("hold")
      case .touch(.move(let grip)):
        #expect(isHeld && places.values.contains(grip.first))
        seen.insert("move")
      case .touch(let end):
        #expect(isHeld)
        isHeld = false
        seen.insert(brief(end))
      case .press, .pressAndDrag:
        #expect(!isHeld && !isPressed)
        isPressed = true
        seen.insert("press")
      case .dot:
        #expect(!isHeld && !isPressed)
        seen.insert("dot")
      case .drag: #expect(isPressed)
      case .lift, .withdraw:
        #expect(isPressed)
        isPressed = false
        seen.insert(step == .lift ? "lift" : "withdraw")
      }
    }
    for _ in 0..<4000 {
      time += Int64(g.roll(0...25))
      let id = TouchTracker.FingerID(source: g.roll(1...2), finger: UInt32(g.roll(0...3)))
      var place = Point(g.roll(0...900), g.roll(0...700))
      if g.isOne(in: 50) { place.x = [.nan, .infinity, -1e300][g.roll(0..<3)] }
      if let now = places[id], !g.isOne(in: 3) { place = Point(now.x + g.roll(-2...2), now.y + g.roll(-2...2)) }
      switch g.roll(0..<100) {
      case 0..<25:
        if place.isFinite, !tracker.knows(id) { places[id] = place }
        check(tracker.begin(id, at: place, time: time, isOnPanel: g.isOne(in: 4), isIgnored: g.isOne(in: 8)))
      case 25..<55:
        if place.isFinite, tracker.knows(id) { places[id] = place }
        check(tracker.move(id, to: place))
      case 55..<92:
        check(tracker.end(id, time: time))
        places[id] = nil
      case 92: check(tracker.rejectPalm(id, time: time))
      case 93: check(tracker.endAll(at: time, isHand: Bool.random(using: &g)))
      case 94:
        check(tracker.forget(id.source, at: time))
        places = places.filter { $0.key.source != id.source }
      default: if !tracker.isActive { tracker.use = TouchUse.allCases[g.roll(0..<3)] }
      }
      if !tracker.isActive { #expect(!isHeld && !isPressed, "the end of the hold is not reported") }
    }
    #expect(seen.isSuperset(of: ["hold", "move", "let-go", "cancel", "tap2", "press", "lift", "withdraw"]))
  }
}
