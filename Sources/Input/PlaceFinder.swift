import Geometry

/// Where X says that the pointer is on the screen, and how large that is.
public struct ScreenPlace: Sendable, Hashable {
  /// Screen px (root_x, root_y), with fractions.
  public var position: Point
  /// The screen's width, px.
  public var width: Double
  /// The screen's height, px.
  public var height: Double

  /// A place by its parts.
  public init(position: Point, width: Double, height: Double) {
    (self.position, self.width, self.height) = (position, width, height)
  }
}

/// The axes that say where a device is on the screen: both "Abs X" and "Abs Y".
struct PlaceAxes: Sendable, Hashable {
  let x: Int
  let y: Int
  private let xRange: AxisRange
  private let yRange: AxisRange

  /// nil where the device has no such axes, they tell movements, or no range.
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

  /// How far along the screen's width a raw value is, 0...1, as the server has it; nil for a value that is garbage.
  func shareX(_ raw: Double) -> Double? { Self.share(raw, xRange) }

  /// The same of the height.
  func shareY(_ raw: Double) -> Double? { Self.share(raw, yRange) }

  private static func share(_ raw: Double, _ range: AxisRange) -> Double? {
    range.clamped(raw).map { ($0 - range.min) / (range.max + 1 - range.min) }
  }
}

/// Finds the place of a device from its axes where X tells another one.
///
/// A window manager that grabs presses freezes the pointer until it has looked at a press. The server queues what comes meanwhile,
/// and then tells the pointer's newest place for all of it. The valuators stay those of each event. They count from one
/// end of the screen to the other: the server has applied the device's "Coordinate Transformation Matrix" already.
///
/// The axes are believed once X has told the same place. They are not any more when X tells other places again and again, or when
/// the screen changes its size.
struct PlaceFinder: Sendable {
  /// How far apart two places are that count as the same, px in each direction. A frozen pointer's place may waver by 1 px.
  static let slack = 2.0
  /// How many places in a row X may tell elsewhere, not counting those where its pointer stands still.
  static let patience = 4

  private(set) var axes: PlaceAxes?
  /// How far along the screen the axes said last that it is; nil before they said it.
  private var shareX: Double?
  private var shareY: Double?
  private var isTrusted = false
  private var misses = 0
  /// What X told last.
  private var last: ScreenPlace?

  /// For a device with these axes; nil for one that has none.
  init(_ axes: PlaceAxes?) { self.axes = axes }

  /// The device drives the pointer now, after another: X counts from where that was.
  mutating func forgetPlace() { (shareX, shareY) = (nil, nil) }

  /// Where the device was at an event, window px: where X says, unless the axes are known to be right.
  mutating func place(_ raw: borrowing RawPointerEvent) -> Point {
    let told = raw.position
    guard let axes else { return told }
    if let share = raw.valuators[axes.x].flatMap(axes.shareX) { shareX = share }
    if let share = raw.valuators[axes.y].flatMap(axes.shareY) { shareY = share }
    guard let screen = raw.screen, told.isFinite, screen.position.isFinite, let shareX, let shareY else { return told }
    let before = last
    last = screen
    if let before, before.width != screen.width || before.height != screen.height { isTrusted = false }
    let (x, y) = (shareX * screen.width, shareY * screen.height)
    if Self.areNear(Point(x, y), screen.position) {
      (isTrusted, misses) = (true, 0)
      return told
    }
    guard isTrusted else { return told }
    if let before, !Self.areNear(before.position, screen.position) { misses += 1 }
    if misses > Self.patience {
      (isTrusted, misses) = (false, 0)
      return told
    }
    return Point(told.x + x - screen.position.x, told.y + y - screen.position.y)
  }

  private static func areNear(_ a: Point, _ b: Point) -> Bool { abs(a.x - b.x) <= slack && abs(a.y - b.y) <= slack }
}
