import Geometry

/// What fingers on touch screens mean, worked out from where each is: a pure state machine that knows no clock.
///
/// 1. A finger that lands gets its part, and keeps it until it lifts: it presses something on a panel, it holds the canvas, it
///    draws, or it means nothing. While one presses or draws, all others mean nothing.
/// 2. The first two of the fingers that hold the canvas move it; further ones wait to take the place of one that lifts. Each
///    time that the two become others, they take hold anew, so that nothing leaps.
/// 3. A finger that is to draw waits until it has moved by `slop` or lifts: a second finger before that makes both hold the
///    canvas, and there is no mark of the first.
/// 4. All fingers that are down when a pen comes near, a stroke begins or the window is lost (`endAll`) mean nothing from
///    then on; so does one that lies on the screen as broadly as a palm. What a hand has done that a pen follows is taken
///    back if it is not older than `PenPresence.memory`.
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

  /// What came of a step of a finger.
  public enum Step: Sendable, Hashable {
    /// Something happened to the canvas.
    case touch(TouchEvent)
    /// The finger presses at a place, like a button that goes down there.
    case press(Point)
    /// It presses where it had landed, and has moved since.
    case pressAndDrag(Point, Point)
    /// It moves, pressing.
    case drag(Point)
    /// It lifts: the press is over.
    case lift
    /// It presses and lifts at a place.
    case dot(Point)
    /// The press is to count for nothing, and so is what it drew.
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

  /// The fingers that are down, in the order in which they landed.
  private var fingers: [Finger] = []
  /// The fingers that hold the canvas since none did; nil while none does.
  private var holding: Holding?

  private struct Holding {
    let begin: Int64
    /// The most fingers at once.
    var count: Int
    /// Whether all that happened so far is what a tap does.
    var isTap = true
    /// How many fingers the last `hold` had that was told; 0 where none was.
    var told = 0
  }

  /// What one finger on the canvas does; counts for those that land from now on.
  public var use = TouchUse.pan
  /// How far a finger moves before it is sure that it moves, window px, > 0.
  public var slop = TouchTracker.standardSlop

  /// What `slop` is at first: as far as a finger that rests trembles, at 96 dpi.
  public static let standardSlop = 8.0
  /// The longest tap, ms from the first finger's landing to the last one's lifting.
  public static let tapTime: Int64 = 300
  /// From this breadth on, m, what touches is a palm: a thumb laid flat is 20 to 25 mm.
  public static let palmBreadth = 0.03
  /// The most fingers that are followed; while all of them mean something, further ones mean nothing.
  static let mostFingers = 32

  /// No fingers.
  public init() { fingers.reserveCapacity(Self.mostFingers) }

  /// Whether the finger is down.
  public func knows(_ id: FingerID) -> Bool { index(of: id) != nil }

  /// Whether any finger that is down means something.
  public var isActive: Bool { fingers.contains { $0.part != .nothing } }

  private func index(of id: FingerID) -> Int? { fingers.firstIndex { $0.id == id } }

  /// A finger lands. One that is down already is taken to have lifted unseen: `end` it first.
  /// - Parameters:
  ///   - isOnPanel: whether something other than the canvas lies there.
  ///   - isIgnored: whether it is to mean nothing: a pen is near, or a stroke is being drawn.
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

  /// Makes room for a finger, where there is none by forgetting the oldest that means nothing: its end may have been lost.
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
      guard isMoving, let first = held.first, holding?.told == min(held.count, 2) else { return nil }
      return .touch(.move(Grip(first, held.count > 1 ? held[1] : nil)))
    }
  }

  /// A finger lifts, where it was last. One that is not down is ignored.
  public mutating func end(_ id: FingerID, time: Int64) -> Step? {
    guard let i = index(of: id) else { return nil }
    let finger = fingers.remove(at: i)
    switch finger.part {
    case .nothing: return nil
    case .pressing, .drawing: return .lift
    case .waiting: return .dot(finger.start)
    case .holding:
      let held = holders
      guard let first = held.first else { return letGo(at: time) }
      let wasMoving = fingers[..<i].lazy.filter { $0.part == .holding }.count < 2
      return wasMoving ? hold(Grip(first, held.count > 1 ? held[1] : nil)) : nil
    }
  }

  /// What touches is a palm: it means nothing from now on, and neither does what it did, if it did it alone.
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

  /// All fingers that are down mean nothing from now on; those of one device with `source`. What is pressed on a panel
  /// counts for nothing.
  /// - Parameter isHand: whether a pen came near, so that they are likely to be the hand that holds it: what they began
  ///   less than `PenPresence.memory` ago is taken back.
  public mutating func endAll(of source: Int? = nil, at time: Int64, isHand: Bool) -> Step? {
    var step: Step?
    for i in fingers.indices where source == nil || fingers[i].id.source == source {
      step = drop(i, at: time, isHand: isHand) ?? step
    }
    if let holding, fingers.contains(where: { $0.part == .holding && (source == nil || $0.id.source == source) }) {
      for i in fingers.indices where fingers[i].part == .holding { fingers[i].part = .nothing }
      let isShort = isHand && time - holding.begin < PenPresence.memory
      self.holding = nil
      if holding.told > 0 { step = .touch(isShort ? .cancel : .release) }
    }
    return step
  }

  /// The device is gone, and its fingers with it.
  public mutating func forget(_ source: Int, at time: Int64) -> Step? {
    let step = endAll(of: source, at: time, isHand: false)
    fingers.removeAll { $0.id.source == source }
    return step
  }

  /// Has a finger that does not hold the canvas mean nothing.
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

  /// Where the fingers are that hold the canvas.
  private var holders: [Point] { fingers.compactMap { $0.part == .holding ? $0.place : nil } }

  private mutating func hold(_ grip: Grip) -> Step? {
    guard grip.second != nil || use == .pan else { return nil }
    holding?.told = grip.second == nil ? 1 : 2
    return .touch(.hold(grip))
  }

  private mutating func letGo(at time: Int64) -> Step? {
    guard let holding else { return nil }
    self.holding = nil
    if holding.isTap, (2...3).contains(holding.count), (0...Self.tapTime).contains(time - holding.begin) {
      return .touch(.tap(fingers: holding.count))
    }
    return holding.told > 0 ? .touch(.release) : nil
  }

  private mutating func cancelHolding() -> Step? {
    defer { holding = nil }
    return (holding?.told ?? 0) > 0 ? .touch(.cancel) : nil
  }
}
