/// Counts the pixels that are put on a window: every drawing request into it, and into windows
/// within it, as the server reports it through XDAMAGE in raw rectangles.
///
/// Life: 1. begins to count when made; 2. `take` gives what was counted since the last call; 3.
/// stops when it is deallocated.
public final class DamageMeter {
  /// What was put.
  public struct Reading: Sendable, Hashable {
    /// Each rectangle, in the order it was put, in the window's coordinates.
    public var areas: [Area] = []

    /// How many pixels were put, those put twice counted twice.
    public var pixelCount: Int { areas.reduce(0) { $0 + $1.count } }

    /// The smallest area that holds them all.
    public var bounds: Area { areas.reduce(Area(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) } }

    /// The largest of them, by pixels; empty where there are none.
    public var largest: Area { areas.max { $0.count < $1.count } ?? Area(x: 0, y: 0, width: 0, height: 0) }
  }

  private let screen: Screen
  private let store: Store
  private let damage: UInt

  /// Begins to count what is put on a window. Fails where it does not exist.
  public init(_ screen: Screen, window: WindowID) throws(RigError) {
    self.screen = screen
    let store = Store()
    self.store = store
    damage = try screen.addMeter(on: window) { store.reading.areas.append($0) }
  }

  deinit { screen.removeMeter(damage) }

  /// What was put since the last call, or since the beginning. Everything that the server has drawn
  /// by now is counted; `Screen.settle` makes sure that a program has drawn all it was to.
  public func take() throws(RigError) -> Reading {
    try screen.synchronize()
    screen.drainEvents()
    defer { store.reading = Reading() }
    return store.reading
  }

  /// Shared with the screen, which fills it.
  private final class Store {
    var reading = Reading()
  }
}
