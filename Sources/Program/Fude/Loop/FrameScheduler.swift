import Raster

/// Knows what must be drawn or brought up to date: parts of the window, parts of the canvas, and
/// the followers that are behind the session (`Dirty`).
///
/// Every change marks here what it makes stale. `App.drawFrame` and the end of an event batch read
/// the marks, do the work and clear them.
struct FrameScheduler {
  /// What may be out of date beside single rectangles.
  struct Dirty: OptionSet {
    let rawValue: UInt8
    /// The whole view: the view changed, or the frame's memory is invalid.
    static let view = Dirty(rawValue: 1)
    /// The panels that show the session's state.
    static let panels = Dirty(rawValue: 2)
    /// The adornments on the canvas: selection, frame, axes, eyedropper.
    static let adornments = Dirty(rawValue: 4)
    /// The tree that screen readers read, though the pixels are the same.
    static let accessibility = Dirty(rawValue: 8)
    /// What the overlay knows of the session.
    static let state = Dirty(rawValue: 16)
  }

  /// The parts that are out of date.
  private(set) var dirty: Dirty = [.view, .panels]
  /// Window px to draw and present.
  var damage = Region()
  /// Canvas px to draw and present, wherever in the window they are by then.
  var canvasDamage = Region()
  /// Where the view was at the last frame; nil where the frame's memory shows something else.
  var drawnPlacement: ViewPlacement?
  /// Blocks of one colour in the frame's memory, under the panels, and in the window.
  var plain: PlainBlocks
  /// Whether the window is on the screen. Nothing is drawn while it is not.
  var isMapped = false
  /// When something other than the pen is due, seconds since the program's start; nil for never.
  var idleDeadline: Double?

  /// A window of this size, px, of which nothing has been drawn.
  init(width: Int, height: Int) { plain = PlainBlocks(width: width, height: height) }

  /// Whether there is anything to draw.
  var needsFrame: Bool {
    isMapped && (dirty.contains(.view) || !damage.isEmpty || !canvasDamage.isEmpty)
  }

  /// Whether any of these is out of date.
  func isDirty(_ parts: Dirty) -> Bool { !dirty.isDisjoint(with: parts) }

  /// Marks these as out of date.
  mutating func mark(_ parts: Dirty) { dirty.formUnion(parts) }

  /// Notes that these have been brought up to date.
  mutating func clear(_ parts: Dirty) { dirty.subtract(parts) }

  /// How often the frame was forgotten.
  private(set) var forgotten = 0

  /// Forgets what the frame's memory shows, because the canvas is another one; all of it must be drawn.
  mutating func forgetFrame() { (drawnPlacement, dirty, forgotten) = (nil, dirty.union(.view), forgotten + 1) }

  /// Starts again with a frame of another size, px.
  mutating func resize(width: Int, height: Int) {
    drawnPlacement = nil
    plain = PlainBlocks(width: width, height: height)
  }

  /// Whether a new outline of the canvas alone changed, which may be shown before panels are.
  var hasOnlyCanvasDamage: Bool { !canvasDamage.isEmpty && !isDirty([.view, .adornments]) }
}
