/// Counts the pixels drawn into a window and its subwindows. The server reports each drawing
/// request as a raw rectangle (XDAMAGE).
///
/// It counts from `init` until deallocation. `take` returns the count since the previous call.
public final class DamageMeter {
  /// The pixels drawn.
  public struct Reading: Sendable, Hashable {
    /// Each drawn rectangle, in order, in the window's coordinates.
    public var areas: [Area] = []

    /// Number of pixels drawn. A pixel drawn twice counts twice.
    public var pixelCount: Int { areas.reduce(0) { $0 + $1.count } }

    /// The smallest area that contains all rectangles.
    public var bounds: Area { areas.reduce(Area(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) } }

    /// The largest rectangle by pixels; empty if there are none.
    public var largest: Area { areas.max { $0.count < $1.count } ?? Area(x: 0, y: 0, width: 0, height: 0) }
  }

  private let screen: Screen
  private let store: Store
  private let damage: UInt

  /// Starts counting. Fails if the window does not exist.
  public init(_ screen: Screen, window: WindowID) throws(RigError) {
    self.screen = screen
    let store = Store()
    self.store = store
    damage = try screen.addMeter(on: window) { store.reading.areas.append($0) }
  }

  deinit { screen.removeMeter(damage) }

  /// Returns what was drawn since the previous call, or since the beginning. It includes everything
  /// the server has drawn so far. Call `Screen.settle` first to let a program finish drawing.
  public func take() throws(RigError) -> Reading {
    try screen.synchronize()
    screen.drainEvents()
    defer { store.reading = Reading() }
    return store.reading
  }

  private final class Store {
    var reading = Reading()
  }
}
