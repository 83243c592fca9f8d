import Geometry

/// Widgets in a column or row.
///
/// Along its direction each widget has its preferred size; stretching ones share the rest. Across,
/// each has its preferred size and is placed by `alignment`, or fills the stack.
public final class Stack: Widget {
  public enum Direction {
    case down, right
  }

  public enum Alignment {
    case start, middle, end, fill
  }

  public let direction: Direction
  /// Distance between two widgets, and margin around all, px at 96 dpi.
  public var spacing: Double
  public var padding: Double
  public var alignment: Alignment
  private var stretching: Set<ObjectIdentifier> = []

  public init(
    _ context: WidgetContext, _ direction: Direction, spacing: Double = 8, padding: Double = 0,
    alignment: Alignment = .fill, _ children: [Widget] = []
  ) {
    (self.direction, self.spacing, self.padding, self.alignment) = (direction, spacing, padding, alignment)
    super.init(context)
    for child in children { add(child) }
  }

  /// Adds a widget that takes the remaining room.
  public func add(stretching child: Widget) {
    stretching.insert(ObjectIdentifier(child))
    add(child)
  }

  public override func removeChildren() {
    stretching.removeAll()
    super.removeChildren()
  }

  private var shown: [Widget] { children.filter { !$0.isHidden } }
  private func stretches(_ child: Widget) -> Bool { stretching.contains(ObjectIdentifier(child)) }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    let pad = context.whole(padding)
    let sizes = sizes(within: width - 2 * pad)
    let gaps = max(0, sizes.count - 1) * context.whole(spacing)
    switch direction {
    case .down:
      return (
        (sizes.map(\.width).max() ?? 0) + 2 * pad, sizes.reduce(0) { $0 + $1.height } + gaps + 2 * pad
      )
    case .right:
      return (
        sizes.reduce(0) { $0 + $1.width } + gaps + 2 * pad, (sizes.map(\.height).max() ?? 0) + 2 * pad
      )
    }
  }

  /// The sizes of the shown widgets; in a row, stretching ones share the remaining width.
  private func sizes(within width: Int) -> [(width: Int, height: Int)] {
    let shown = shown
    guard direction == .right else { return shown.map { $0.size(within: width) } }
    var left = width - max(0, shown.count - 1) * context.whole(spacing)
    var sizes = shown.map { child -> (width: Int, height: Int) in
      if stretches(child) { return (0, 0) }
      let size = child.size(within: max(0, left))
      left -= size.width
      return size
    }
    let share = max(0, left) / max(1, shown.count { stretches($0) })
    for (i, child) in shown.enumerated() where stretches(child) { sizes[i] = child.size(within: share) }
    return sizes
  }

  public override func layOut() {
    let pad = context.whole(padding)
    let inside = frame.grown(by: -pad)
    guard !inside.isEmpty else { return }
    let (shown, gap) = (shown, context.whole(spacing))
    let sizes = sizes(within: inside.width)
    let along = zip(shown, sizes).reduce(max(0, shown.count - 1) * gap) { sum, next in
      sum + (stretches(next.0) ? 0 : direction == .down ? next.1.height : next.1.width)
    }
    var spare = max(0, (direction == .down ? inside.height : inside.width) - along)
    var takers = shown.count { stretches($0) }
    var at = direction == .down ? inside.minY : inside.minX
    for (child, size) in zip(shown, sizes) {
      var length = direction == .down ? size.height : size.width
      if stretches(child) {
        length = spare / takers
        (spare, takers) = (spare - length, takers - 1)
      }
      // A single text in a column that is too low stays vertically centred.
      if direction == .down, shown.count == 1 { length = min(length, inside.height) }
      let (across, room) = direction == .down ? (size.width, inside.width) : (size.height, inside.height)
      let breadth = alignment == .fill ? room : min(room, across)
      let shift =
        switch alignment {
        case .start, .fill: 0
        case .middle: (room - breadth) / 2
        case .end: room - breadth
        }
      child.place(
        direction == .down
          ? PixelRect(x: inside.minX + shift, y: at, width: breadth, height: length)
          : PixelRect(x: at, y: inside.minY + shift, width: length, height: breadth))
      at += length + gap
    }
  }
}

public final class Space: Widget {
  /// Its size, px at 96 dpi.
  public let (width, height): (Double, Double)

  public init(_ context: WidgetContext, width: Double = 0, height: Double = 0) {
    (self.width, self.height) = (width, height)
    super.init(context)
  }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(self.width), context.whole(height))
  }
}
