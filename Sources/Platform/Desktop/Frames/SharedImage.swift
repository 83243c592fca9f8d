internal import CX11
import Geometry
import Glibc
import Language

/// The window's frame buffer, presented on the window by rectangles.
///
/// Pixels are native-endian 0xAARRGGBB (BGRA in memory on little-endian machines), opaque, rows
/// from the top.
///
/// Life cycle:
/// 1. `init` allocates memory shared with the server (MIT-SHM), or private memory for a remote
///    server.
/// 2. In each iteration, while `isPending` is false: draw in `withPixels`, then `present` the
///    changed rectangles.
/// 3. Every event carries the serial of the last request that the server has processed. After each
///    drain, pass `EventPump.newestSerial` to `completed`. So the next pen motion shows that the
///    previous frame was read, without an extra event.
/// 4. If no event has shown that and there is more to draw, call `ask`; `DesktopEvent.presented`
///    follows.
/// 5. `resize` follows the window. It keeps the pixels; new areas are undefined.
///
/// Drawing while `isPending` is true may show a half-changed frame. Presenting while it is true
/// queues frames in front of a slow server.
public final class SharedImage {
  /// How the server gets the pixels.
  public enum Transport: Sendable, Hashable {
    /// It reads them from shared memory.
    case shared
    /// They are sent over the connection.
    case copied
  }

  private let window: Window
  private let connection: Connection
  private let context: GC
  private var memory: FrameMemory
  private var stride: Int
  private var capacityHeight: Int
  /// Offset of the first pixel in bytes. Moving the image changes the offset, not the pixels.
  private var offset: Int
  private var lastSerial: UInt = 0
  /// Cached description of the memory for Xlib; nil after a change.
  private var described: XImage?

  /// Width in px.
  public private(set) var width: Int
  /// Height in px.
  public private(set) var height: Int
  /// Whether the server may not have read all presented pixels.
  public private(set) var isPending = false
  /// Whether an event will report that it has.
  private var isAsked = false
  /// The number of pixels presented so far; tests use it as a cost.
  public private(set) var pixelsPut = 0

  /// How the server gets the pixels.
  public var transport: Transport { memory.segment == nil ? .copied : .shared }

  /// Allocates a frame buffer of the window's size. With `copying`, memory is never shared. Throws
  /// if there is no memory or the server is gone.
  public init(_ window: Window, copying: Bool = false) throws(DesktopError) {
    connection = window.connection
    guard connection.isAlive else { throw DesktopError(translated("the X server is gone")) }
    let display = connection.display
    let sharing =
      !copying && window.visual.isShareable && connection.isLocal && XShmQueryExtension(display) != 0
    let (stride, rows) = Self.capacity(width: window.width, height: window.height)
    memory = try FrameMemory(connection, size: Self.room(stride * rows), sharing: sharing)
    self.stride = stride
    capacityHeight = rows
    offset = Self.middle(stride * rows)
    width = window.width
    height = window.height
    self.window = window
    // Exposures are for copies between windows; this context only puts images.
    var values = XGCValues()
    values.graphics_exposures = 0
    guard let context = XCreateGC(display, window.id, UInt(GCGraphicsExposures), &values) else {
      throw DesktopError(translated("there is no memory for a graphics context"))
    }
    self.context = context
  }

  deinit {
    if connection.isAlive { XFreeGC(connection.display, context) }
  }

  /// The number of puts before a flush; each takes 40 of the 16,384 bytes of Xlib's buffer.
  private static let mostUnsent = 128

  /// Returns bytes per row and the number of rows for an image size. Rounded up to 256, so that an
  /// interactive resize seldom allocates.
  static func capacity(width: Int, height: Int) -> (stride: Int, rows: Int) {
    func stepped(_ n: Int) -> Int { min((max(n, 1) + 255) & ~255, 32767) }
    return (stepped(width) * 4, stepped(height))
  }

  /// Returns the memory size for an image: extra room on both sides lets `move` shift the offset.
  /// The system allocates no pages for unused room.
  private static func room(_ size: Int) -> Int { size + 2 * middle(size) }
  private static func middle(_ size: Int) -> Int { size / 4 & ~4095 }

  private var base: UnsafeMutableRawPointer { memory.base + offset }

  /// Resizes to 1...32767 px each. Throws if there is no memory; the image is unchanged then.
  public func resize(width: Int, height: Int) throws(DesktopError) {
    let width = Window.clamp(width, to: 1...32767)
    let height = Window.clamp(height, to: 1...32767)
    let (stride, rows) = Self.capacity(width: width, height: height)
    // Memory grows at once but shrinks only if more than three quarters would be unused.
    if stride > self.stride || rows > capacityHeight || stride * rows * 4 < self.stride * capacityHeight {
      let larger = try FrameMemory(connection, size: Self.room(stride * rows), sharing: transport == .shared)
      let start = Self.middle(stride * rows)
      for y in 0..<min(height, self.height) {
        (larger.base + start + y * stride).copyMemory(
          from: base + y * self.stride, byteCount: min(width, self.width) * 4)
      }
      memory = larger
      offset = start
      self.stride = stride
      capacityHeight = rows
    }
    self.width = width
    self.height = height
    described = nil
  }

  /// Passes the pixels to `body`: `height` rows of `stride` bytes, of which the first `width * 4`
  /// are visible. The buffer is valid only during the call.
  public func withPixels<R, E: Error>(
    _ body: (_ pixels: UnsafeMutableRawBufferPointer, _ stride: Int) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(start: base, count: height * stride), stride)
  }

  /// Moves all pixels right by `dx` and down by `dy` px, which must be smaller than the image.
  /// Pixels in uncovered areas are undefined. Usually O(1); otherwise copies the image.
  public func move(dx: Int, dy: Int) {
    let size = stride * capacityHeight
    let moved = offset - dy * stride - dx * 4
    if moved >= 0, moved + size <= memory.size {
      offset = moved
      return
    }
    // Copies to the middle, where there is equal room on both sides.
    let start = Self.middle(size)
    let (first, end) = (max(0, moved), min(memory.size, moved + size))
    memmove(memory.base + start + (first - moved), memory.base + first, end - first)
    offset = start
  }

  /// Puts `rects` on the window, in px and clipped to the image.
  ///
  /// Returns the serial for `completed`, or nil if nothing was put or the server is gone. With
  /// `reports`, `DesktopEvent.presented` follows when the server has read them all.
  @discardableResult
  public func present(_ rects: [PixelRect], reports: Bool = true) -> UInt? {
    guard connection.isAlive, !window.isDestroyed else { return nil }
    let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
    let display = connection.display
    let isShared = transport == .shared
    guard var image = description() else { return nil }
    var waiting: PixelRect?
    // A request that does not fit into Xlib's buffer flushes it first. If the connection breaks
    // during that flush, libX11 crashes. So the buffer is flushed while there is room; each
    // iteration starts with an empty one.
    var unsent = 0
    func put(_ r: PixelRect, isLast: Bool) {
      if unsent == (isShared ? Self.mostUnsent : 1) {
        XFlush(display)
        unsent = 0
      }
      guard connection.isAlive else { return }
      unsent += 1
      pixelsPut += r.area
      let (x, y) = (Int32(r.minX), Int32(r.minY))
      if isShared {
        XShmPutImage(
          display, window.id, context, &image, x, y, x, y, UInt32(r.width), UInt32(r.height),
          isLast && reports ? 1 : 0)
      } else {
        XPutImage(display, window.id, context, &image, x, y, x, y, UInt32(r.width), UInt32(r.height))
      }
    }
    // One rectangle behind, because only the last put reports its completion.
    for rect in rects {
      let r = rect.intersection(bounds)
      if r.isEmpty { continue }
      if let waiting { put(waiting, isLast: false) }
      waiting = r
    }
    guard let waiting else { return nil }
    put(waiting, isLast: true)
    lastSerial = CX11NextRequest(display) - 1
    if reports, !isShared {
      XFlush(display)
      if connection.isAlive {
        lastSerial = CX11NextRequest(display)
        appendNothing()
      }
    }
    XFlush(display)
    guard connection.isAlive else { return nil }
    connection.noteSettled()
    (isPending, isAsked) = (true, reports)
    return lastSerial
  }

  /// Requests an event that reports when the server has read the presented pixels, unless that is
  /// known or requested already. An earlier event may show it sooner.
  public func ask() {
    guard isPending, !isAsked, connection.isAlive, !window.isDestroyed else { return }
    isAsked = true
    appendNothing()
    XFlush(connection.display)
  }

  /// Causes an event after a sent image. Appending nothing to a property notifies the window's
  /// owner, and the server executes requests in order.
  private func appendNothing() {
    let none: [UInt8] = []
    XChangeProperty(
      connection.display, window.id, connection.atoms[.presented], Atom(XA_INTEGER), 8, PropModeAppend, none, 0)
  }

  /// Marks pixels as read: `serial` is that of `DesktopEvent.presented` or of any event.
  public func completed(_ serial: UInt) {
    if serial >= lastSerial { isPending = false }
  }

  /// Describes the memory from the current offset on for Xlib; nil if Xlib rejects it.
  private func description() -> XImage? {
    if described?.data != UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self) { described = describe() }
    return described
  }

  private func describe() -> XImage? {
    var image = XImage()
    image.width = Int32(stride / 4)
    image.height = Int32(capacityHeight)
    image.format = ZPixmap
    image.data = base.assumingMemoryBound(to: CChar.self)
    image.byte_order = WindowVisual.byteOrder
    image.bitmap_unit = 32
    image.bitmap_bit_order = WindowVisual.byteOrder
    image.bitmap_pad = 32
    image.depth = window.visual.depth
    image.bytes_per_line = Int32(stride)
    image.bits_per_pixel = 32
    image.red_mask = 0xff_0000
    image.green_mask = 0xff00
    image.blue_mask = 0xff
    image.obdata = memory.segment.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self) }
    return XInitImage(&image) != 0 ? image : nil
  }
}
