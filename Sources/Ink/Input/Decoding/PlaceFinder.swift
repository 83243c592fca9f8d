import Geometry

/// The pointer's position on the screen, as X reports it, and the screen's size.
public struct ScreenPlace: Sendable, Hashable {
  /// Screen px (root_x, root_y), with fractions.
  public var position: Point
  /// The screen's width, px.
  public var width: Double
  /// The screen's height, px.
  public var height: Double

  /// Creates a place from its parts.
  public init(position: Point, width: Double, height: Double) {
    (self.position, self.width, self.height) = (position, width, height)
  }
}

/// The axes with a device's position on the screen: "Abs X" and "Abs Y".
struct PlaceAxes: Sendable, Hashable {
  let x: Int
  let y: Int
  private let xRange: AxisRange
  private let yRange: AxisRange

  /// Returns nil if the device lacks them, or they are relative or have no range.
  init?(_ device: DeviceDescription) {
    func axis(_ label: String) -> (Int, AxisRange)? {
      guard let axis = device.axes.first(where: { $0.label == label && $0.isAbsolute }),
        (0..<Valuators.capacity).contains(axis.number), let range = AxisRange(axis)
      else { return nil }
      return (axis.number, range)
    }
    guard let (x, xRange) = axis("Abs X"), let (y, yRange) = axis("Abs Y") else { return nil }
    (self.x, self.y, self.xRange, self.yRange) = (x, y, xRange, yRange)
  }

  /// The fraction of the screen's width for a raw value, 0...1, computed as the X server does; nil
  /// if the value is not finite.
  func shareX(_ raw: Double) -> Double? { Self.share(raw, xRange) }

  func shareY(_ raw: Double) -> Double? { Self.share(raw, yRange) }

  private static func share(_ raw: Double, _ range: AxisRange) -> Double? {
    range.clamped(raw).map { ($0 - range.min) / (range.max + 1 - range.min) }
  }
}

/// Finds a device's position from its axes where X reports a wrong one.
///
/// A window manager that grabs presses freezes the pointer. X then reports the frozen position for
/// queued events, but their valuators stay correct. The valuators cover the whole screen, because the
/// server has already applied the "Coordinate Transformation Matrix".
///
/// The axes are trusted once X has reported the same position, until X repeatedly reports others or
/// the screen changes its size.
struct PlaceFinder: Sendable {
  /// Positions that differ by at most this in each direction count as equal, px. The position of a
  /// frozen pointer may vary by 1 px.
  static let slack = 2.0
  /// The axes are no longer trusted after more than this many positions in a row that differ from
  /// X's. Events in which X's position stays the same, as that of a frozen pointer, do not count.
  static let maxMisses = 4

  private(set) var axes: PlaceAxes?
  /// The last position of the axes as fractions of the screen; nil before the first.
  private var shareX: Double?
  private var shareY: Double?
  private var isTrusted = false
  private var misses = 0
  private var last: ScreenPlace?

  init(_ axes: PlaceAxes?) { self.axes = axes }

  /// Forgets the axes' position. Called when another device drives the pointer: X continues from that
  /// device's position.
  mutating func forgetPlace() { (shareX, shareY) = (nil, nil) }

  /// The position of an event, window px: X's, unless the trusted axes differ.
  mutating func place(_ raw: borrowing RawPointerEvent) -> Point {
    let reported = raw.position
    guard let axes else { return reported }
    if let share = raw.valuators[axes.x].flatMap(axes.shareX) { shareX = share }
    if let share = raw.valuators[axes.y].flatMap(axes.shareY) { shareY = share }
    guard let screen = raw.screen, reported.isFinite, screen.position.isFinite, let shareX, let shareY else {
      return reported
    }
    let before = last
    last = screen
    if let before, before.width != screen.width || before.height != screen.height { isTrusted = false }
    let (x, y) = (shareX * screen.width, shareY * screen.height)
    if Self.areNear(Point(x, y), screen.position) {
      (isTrusted, misses) = (true, 0)
      return reported
    }
    guard isTrusted else { return reported }
    if let before, !Self.areNear(before.position, screen.position) { misses += 1 }
    if misses > Self.maxMisses {
      (isTrusted, misses) = (false, 0)
      return reported
    }
    return Point(reported.x + x - screen.position.x, reported.y + y - screen.position.y)
  }

  private static func areNear(_ a: Point, _ b: Point) -> Bool { abs(a.x - b.x) <= slack && abs(a.y - b.y) <= slack }
}
