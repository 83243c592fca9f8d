import Document
import Geometry
import Raster

/// What a navigator shows: the whole drawing, and the view whose window is framed in it.
public struct NavigatorState: Sendable, Hashable {
  /// The whole drawing.
  public var miniature: Miniature
  /// The view of the window.
  public var view: View

  /// Creates a state from its parts.
  public init(miniature: Miniature, view: View) { (self.miniature, self.view) = (miniature, view) }
}

/// The miniature that was made last, and when the next one is due.
struct NavigatorCache {
  /// What a miniature depends on.
  struct Seen: Equatable {
    var state: Int
    var revision: Int
    var isFloating: Bool
    var width: Int
    var height: Int
  }

  var maker = MiniatureMaker()
  var miniature: Miniature?
  var seen: Seen?
  /// The time of the next update, seconds; nil if it is up to date.
  var due: Double?
}

extension Session {
  /// What the navigator shows. A change of the drawing shows after `thumbnailDelay`, a change of the
  /// view at once. A floating selection shows once it is placed.
  /// - Parameters:
  ///   - most: the size that the miniature fits into, px; nil while the navigator is hidden, which
  ///     frees the miniature.
  ///   - now: the time of a monotonic clock, seconds.
  public func navigator(within most: (width: Int, height: Int)?, now: Double) -> NavigatorState? {
    guard let most else {
      rendering.navigator = nil
      return nil
    }
    var cache = rendering.navigator ?? NavigatorCache()
    rendering.navigator = nil
    let seen = NavigatorCache.Seen(
      state: document.history.state, revision: document.stackRevision, isFloating: document.floating != nil,
      width: most.width, height: most.height)
    if seen != cache.seen {
      cache.due = cache.miniature == nil || cache.seen?.width != seen.width ? now : now + Self.thumbnailDelay
      cache.seen = seen
    }
    if let due = cache.due, now >= due {
      cache.due = nil
      if !seen.isFloating || cache.miniature == nil { cache.miniature = cache.maker.make(of: document, most: most) }
    }
    rendering.navigator = cache
    return cache.miniature.map { NavigatorState(miniature: $0, view: view) }
  }

  /// Moves the view so that a position of the canvas is in the window's middle.
  public func centerView(on place: Point) -> Effects {
    changeView { $0.put(place, at: Point(Double($0.windowWidth) / 2, Double($0.windowHeight) / 2)) }
  }
}
