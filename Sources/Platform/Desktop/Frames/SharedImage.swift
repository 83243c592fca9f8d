internal import CX11
import Geometry
import Glibc
import Language

/// The window's frame buffer. The program draws into it and puts rectangles of it on the window.
///
/// Pixels are native-endian 0xAARRGGBB (BGRA in memory on little-endian machines), opaque, rows
/// from the top.
///
/// 1. `init` gets memory shared with the server (MIT-SHM), or private memory if the server is
///   remote.
/// 2. In each iteration, while `isPending` is false: draw in `withPixels`, then `present` the
///   changed rectangles.
/// 3. Each event carries the serial of the last executed request; pass `EventPump.newestSerial` to
///   `completed`. `ask` requests an event if none is due.
public final class SharedImage {
  /// How pixels get to the server.
  public enum Transport: Sendable, Hashable {
    /// It reads them from shared memory.
    case shared
    /// They are sent to it.
    case copied
  }

  private let window: Window
  private let connection: Connection
  private let context: GC
  private var memory: FrameMemory
  private var stride: Int
  private var capacityHeight: Int
  /// The offset of the first pixel in the memory, bytes. Moving the image changes the offset
  /// instead of the pixels.
  private var offset: Int
  private var lastSerial: UInt = 0
  /// Xlib's description of the memory; nil after a change.
  private var described: XImage?

  /// Width in px.
  public private(set) var width: Int
  /// Height in px.
  public private(set) var height: Int
  /// Whether the server may not have read all presented pixels yet.
  public private(set) var isPending = false
  /// Whether a completion event was requested.
  private var isAsked = false
  /// The number of pixels put on the window so far, for tests.
  public private(set) var pixelsPut = 0

  /// How pixels get to the server.
  public var transport: Transport { memory.segment == nil ? .copied : .shared }

  /// A frame buffer of the window's size. Throws without memory or server.
  /// - Parameter copying: uses private memory even if the server could share it.
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
    // This context only puts images, which need no exposure events.
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

  /// The number of put requests that are gathered before they are sent: 40 bytes each, and Xlib's
  /// buffer has 16,384.
  private static let mostUnsent = 128

  /// Bytes of a row and number of rows for an image size, in steps of 256, so that resizing by hand
  /// rarely allocates.
  static func capacity(width: Int, height: Int) -> (stride: Int, rows: Int) {
    func stepped(_ n: Int) -> Int { min((max(n, 1) + 255) & ~255, 32767) }
    return (stepped(width) * 4, stepped(height))
  }

  /// The size of the memory for an image of so many bytes, with space on both sides for moves.
  /// Unused space takes no physical memory.
  private static func room(_ size: Int) -> Int { size + 2 * middle(size) }
  private static func middle(_ size: Int) -> Int { size / 4 & ~4095 }

  /// The first pixel.
  private var base: UnsafeMutableRawPointer { memory.base + offset }

  /// Resizes the image, 1...32767 px each way. Throws without memory; the image is unchanged then.
  public func resize(width: Int, height: Int) throws(DesktopError) {
    let width = Window.clamp(width, to: 1...32767)
    let height = Window.clamp(height, to: 1...32767)
    let (stride, rows) = Self.capacity(width: width, height: height)
    // Memory grows at once, but shrinks only if most of it is unused.
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
  /// are visible. The pointer must not be kept.
  public func withPixels<R, E: Error>(
    _ body: (_ pixels: UnsafeMutableRawBufferPointer, _ stride: Int) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(start: base, count: height * stride), stride)
  }

  /// Moves all pixels to the right and down, px, by less than the image's size. Pixels that nothing
  /// moves to are undefined afterwards. Mostly O(1).
  public func move(dx: Int, dy: Int) {
    let size = stride * capacityHeight
    let moved = offset - dy * stride - dx * 4
    if moved >= 0, moved + size <= memory.size {
      offset = moved
      return
    }
    // Back to the middle of the memory.
    let start = Self.middle(size)
    let (first, end) = (max(0, moved), min(memory.size, moved + size))
    memmove(memory.base + start + (first - moved), memory.base + first, end - first)
    offset = start
  }

  /// Puts `rects`, px, clipped to the image, on the window. Returns the serial that `completed`
  /// waits for; nil if nothing was put or the server is gone. With `reports`, the event `presented`
  /// follows when the server has read them all.
  @discardableResult
  public func present(_ rects: [PixelRect], reports: Bool = true) -> UInt? {
    guard connection.isAlive, !window.isDestroyed else { return nil }
    let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
    let display = connection.display
    let isShared = transport == .shared
    guard var image = description() else { return nil }
    var waiting: PixelRect?
    // If Xlib's buffer is full, a new request first sends it. If the server is gone at that moment,
    // libX11 returns no memory for the request, and its caller in Xlib crashes. So the buffer is
    // sent before it is full.
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
    // One behind, because only the last put requests the completion event.
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

  /// Requests an event when the server has read the presented pixels, unless one is already
  /// requested.
  public func ask() {
    guard isPending, !isAsked, connection.isAlive, !window.isDestroyed else { return }
    isAsked = true
    appendNothing()
    XFlush(connection.display)
  }

  /// The server reports no completion for a copied image. Appending nothing to a property causes an
  /// event in order with the requests.
  private func appendNothing() {
    let none: [UInt8] = []
    XChangeProperty(
      connection.display, window.id, connection.atoms[.presented], Atom(XA_INTEGER), 8, PropModeAppend, none, 0)
  }

  /// Notes that the server has executed the request `serial`, from `DesktopEvent.presented` or from
  /// any event.
  public func completed(_ serial: UInt) {
    if serial >= lastSerial { isPending = false }
  }

  /// Xlib's description of the memory from the image's first pixel; nil if Xlib rejects it.
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
