import Geometry

/// Decides what touches mean, from their positions: a pure state machine without a clock.
///
/// 1. A finger gets its use when it lands and keeps it until it lifts: press a panel, hold the
///    canvas, draw, or nothing. While one presses or draws, all others are ignored.
/// 2. The first two holding fingers move the canvas; further ones wait to replace one that lifts.
///    When the two change, a new `hold` begins, so nothing jumps.
/// 3. A finger that is to draw waits until it has moved by `slop` or lifts. A second finger before
///    that makes both hold the canvas, and the first leaves no mark.
/// 4. All fingers that are down when a pen comes near, a stroke begins or the window is lost
///    (`endAll`) are ignored from then on; so is one as broad as a palm. If a pen follows, what
///    they did within `PenPresence.memory` is undone.
///
/// Times are the server's, ms, unwrapped. Any order of calls is safe.
public struct TouchTracker: Sendable {
  /// A finger: X numbers the fingers of each device.
  public struct FingerID: Sendable, Hashable {
    /// The slave device.
    public var source: Int
    /// X's number.
    public var finger: UInt32

    /// A finger by its device and number.
    public init(source: Int, finger: UInt32) {
      self.source = source
      self.finger = finger
    }
  }

  /// The result of a finger's event.
  public enum Step: Sendable, Hashable {
    /// An event for the canvas.
    case touch(TouchEvent)
    /// The finger presses at a position, like a button.
    case press(Point)
    /// It presses where it landed, and has moved since.
    case pressAndDrag(Point, Point)
    /// It moves while pressing.
    case drag(Point)
    /// It lifts and ends the press.
    case lift
    /// It presses and lifts at one position.
    case dot(Point)
    /// The press and its ink are undone.
    case withdraw
  }

  private enum Part: Hashable { case nothing, pressing, waiting, drawing, holding }

  private struct Finger {
    let id: FingerID
    let start: Point
    let landed: Int64
    var place: Point
    var part: Part
  }

  /// Fingers that are down, in the order in which they landed.
  private var fingers: [Finger] = []
  /// The current hold of the canvas; nil if there is none.
  private var holding: Holding?

  private struct Holding {
    let begin: Int64
    /// The largest number of fingers so far.
    var count: Int
    /// Whether it can still become a tap.
    var isTap = true
    /// The number of fingers in the last reported `hold`; 0 for none.
    var reported = 0
  }

  /// What one finger on the canvas does; used for fingers that land from now on.
  public var use = TouchUse.pan
  /// The distance that counts as movement, window px, > 0.
  public var slop = TouchTracker.standardSlop

  /// The initial `slop`: the tremor of a resting finger at 96 dpi.
  public static let standardSlop = 8.0
  /// The longest tap, ms from the first finger's landing to the last one's lifting.
  public static let tapTime: Int64 = 300
  /// The breadth from which a touch is a palm, m. A thumb laid flat is 20 to 25 mm.
  public static let palmBreadth = 0.03
  /// The most fingers that are followed; if all of them are in use, further ones are ignored.
  static let mostFingers = 32

  /// No fingers.
  public init() { fingers.reserveCapacity(Self.mostFingers) }

  /// Whether the finger is down.
  public func knows(_ id: FingerID) -> Bool { index(of: id) != nil }

  /// Whether any finger that is down is in use.
  public var isActive: Bool { fingers.contains { $0.part != .nothing } }

  private func index(of id: FingerID) -> Int? { fingers.firstIndex { $0.id == id } }

  /// A finger lands. If its number is in use, call `end` first.
  /// - Parameters:
  ///   - isOnPanel: whether it is over something other than the canvas.
  ///   - isIgnored: whether to ignore it: a pen is near, or a stroke is in progress.
  public mutating func begin(
    _ id: FingerID, at place: Point, time: Int64, isOnPanel: Bool = false, isIgnored: Bool = false
  ) -> Step? {
    guard index(of: id) == nil, place.isFinite, makeRoom() else { return nil }
    var finger = Finger(id: id, start: place, landed: time, place: place, part: .nothing)
    defer { fingers.append(finger) }
    if isIgnored || fingers.contains(where: { $0.part == .pressing || $0.part == .drawing }) { return nil }
    let isFirst = !isActive
    if isFirst, isOnPanel {
      finger.part = .pressing
      return .press(place)
    }
    if isFirst, use == .draw {
      finger.part = .waiting
      return nil
    }
    finger.part = .holding
    for i in fingers.indices where fingers[i].part == .waiting { fingers[i].part = .holding }
    let before = holders
    let count = before.count + 1
    var now = holding ?? Holding(begin: time, count: 0)
    now.count = max(now.count, count)
    holding = now
    // A third finger moves nothing.
    guard count <= 2 else { return nil }
    return hold(Grip(before.first ?? place, before.isEmpty ? nil : place))
  }

  /// Makes room for a finger by forgetting the oldest ignored one, whose end may have been lost.
  private mutating func makeRoom() -> Bool {
    if fingers.count < Self.mostFingers { return true }
    guard let oldest = fingers.firstIndex(where: { $0.part == .nothing }) else { return false }
    fingers.remove(at: oldest)
    return true
  }

  /// A finger moves. One that is not down is ignored.
  public mutating func move(_ id: FingerID, to place: Point) -> Step? {
    guard let i = index(of: id), place.isFinite, place != fingers[i].place else { return nil }
    fingers[i].place = place
    let hasMoved = place.distance(to: fingers[i].start) > slop
    switch fingers[i].part {
    case .nothing: return nil
    case .pressing, .drawing: return .drag(place)
    case .waiting:
      guard hasMoved else { return nil }
      fingers[i].part = .drawing
      return .pressAndDrag(fingers[i].start, place)
    case .holding:
      if hasMoved { holding?.isTap = false }
      let held = holders
      let isMoving = fingers.lazy.filter { $0.part == .holding }.prefix(2).contains { $0.id == id }
      guard isMoving, let first = held.first, holding?.reported == min(held.count, 2) else { return nil }
      return .touch(.move(Grip(first, held.count > 1 ? held[1] : nil)))
    }
  }

  /// A finger lifts at its last position. One that is not down is ignored.
  public mutating func end(_ id: FingerID, time: Int64) -> Step? {
    guard let i = index(of: id) else { return nil }
    let finger = fingers.remove(at: i)
    switch finger.part {
    case .nothing: return nil
    case .pressing, .drawing: return .lift
    case .waiting: return .dot(finger.start)
    case .holding:
      let held = holders
      guard let first = held.first else { return release(at: time) }
      let wasMoving = fingers[..<i].lazy.filter { $0.part == .holding }.count < 2
      return wasMoving ? hold(Grip(first, held.count > 1 ? held[1] : nil)) : nil
    }
  }

  /// Marks a touch as a palm: it is ignored from now on, and its own actions are undone.
  public mutating func rejectPalm(_ id: FingerID, time: Int64) -> Step? {
    guard let i = index(of: id) else { return nil }
    let part = fingers[i].part
    holding?.isTap = false
    switch part {
    case .nothing: return nil
    case .waiting, .pressing, .drawing: return drop(i, at: time, isHand: true)
    case .holding:
      let wasMoving = fingers[..<i].lazy.filter { $0.part == .holding }.count < 2
      fingers[i].part = .nothing
      let held = holders
      guard let first = held.first else { return cancelHolding() }
      return wasMoving ? hold(Grip(first, held.count > 1 ? held[1] : nil)) : nil
    }
  }

  /// Ignores all fingers that are down from now on, or those of one device. Presses on panels have
  /// no effect.
  /// - Parameter isHand: whether a pen came near, so that they are probably the hand that holds it:
  ///   what they began less than `PenPresence.memory` ago is undone.
  public mutating func endAll(of source: Int? = nil, at time: Int64, isHand: Bool) -> Step? {
    var step: Step?
    for i in fingers.indices where source == nil || fingers[i].id.source == source {
      step = drop(i, at: time, isHand: isHand) ?? step
    }
    if let holding, fingers.contains(where: { $0.part == .holding && (source == nil || $0.id.source == source) }) {
      for i in fingers.indices where fingers[i].part == .holding { fingers[i].part = .nothing }
      let isShort = isHand && time - holding.begin < PenPresence.memory
      self.holding = nil
      if holding.reported > 0 { step = .touch(isShort ? .cancel : .release) }
    }
    return step
  }

  /// The device is gone, with its fingers.
  public mutating func forget(_ source: Int, at time: Int64) -> Step? {
    let step = endAll(of: source, at: time, isHand: false)
    fingers.removeAll { $0.id.source == source }
    return step
  }

  /// Ignores a finger that does not hold the canvas.
  private mutating func drop(_ i: Int, at time: Int64, isHand: Bool) -> Step? {
    let finger = fingers[i]
    if finger.part == .holding { return nil }
    fingers[i].part = .nothing
    switch finger.part {
    case .nothing, .waiting, .holding: return nil
    case .pressing: return .withdraw
    case .drawing: return isHand && time - finger.landed < PenPresence.memory ? .withdraw : .lift
    }
  }

  // MARK: holding

  private var holders: [Point] { fingers.compactMap { $0.part == .holding ? $0.place : nil } }

  private mutating func hold(_ grip: Grip) -> Step? {
    guard grip.second != nil || use == .pan else { return nil }
    holding?.reported = grip.second == nil ? 1 : 2
    return .touch(.hold(grip))
  }

  private mutating func release(at time: Int64) -> Step? {
    guard let holding else { return nil }
    self.holding = nil
    if holding.isTap, (2...3).contains(holding.count), (0...Self.tapTime).contains(time - holding.begin) {
      return .touch(.tap(fingers: holding.count))
    }
    return holding.reported > 0 ? .touch(.release) : nil
  }

  private mutating func cancelHolding() -> Step? {
    defer { holding = nil }
    return (holding?.reported ?? 0) > 0 ? .touch(.cancel) : nil
  }
}
