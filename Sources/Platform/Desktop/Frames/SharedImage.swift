internal import CX11
import Geometry
import Glibc
import Language

/// The window's frame buffer: memory that the program draws into and of which it puts rectangles on the window.
///
/// Pixels are native-endian 0xAARRGGBB (BGRA in memory on little-endian machines), opaque, rows from the top.
///
/// Its life:
/// 1. `init` gets memory shared with the server (MIT-SHM), or of its own where the server is remote.
/// 2. Each turn, while `isPending` is false: draw in `withPixels`, then `present` the rectangles that changed.
/// 3. Every event tells how far the server had got when it sent it: hand `EventPump.newestSerial` to `completed` after each
///    drain. So the next motion of a pen tells that the frame of the one before was read, and nobody is woken for that
///    alone. Where no event has told it and there is more to draw, `ask`, and `DesktopEvent.presented` comes. Drawing before that
///    may show a frame half changed, and presenting before that lets frames queue up in front of a slow server.
/// 4. `resize` follows the window; what was drawn stays, and the new parts are whatever was there before.
public final class SharedImage {
  /// How pixels come to the server.
  public enum Transport: Sendable, Hashable {
    /// It reads them from our memory.
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
  /// Where in the memory the first pixel is, bytes: what is moved stays where it is, and the image begins elsewhere.
  private var offset: Int
  private var lastSerial: UInt = 0
  /// Xlib's description of the memory, as long as nothing of it has changed.
  private var described: XImage?

  /// Width in px.
  public private(set) var width: Int
  /// Height in px.
  public private(set) var height: Int
  /// Whether the server may have yet to read something that was presented.
  public private(set) var isPending = false
  /// Whether it will say so.
  private var isAsked = false
  /// How many pixels were put on the window so far: what drawing costs, for tests.
  public private(set) var pixelsPut = 0

  /// How pixels come to the server.
  public var transport: Transport { memory.segment == nil ? .copied : .shared }

  /// A frame buffer of the window's size. With `copying` memory is not shared even where it could be.
  /// Throws where there is no memory for it, or the server is gone.
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
    // Exposures are for copies between windows; this context puts images only.
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

  /// How many puts of shared memory are gathered before they are sent: 40 bytes each, and Xlib's buffer has 16,384.
  private static let mostUnsent = 128

  /// Bytes of a row and number of rows for an image of that size: in steps of 256, so that resizing by hand gets new
  /// memory seldom.
  static func capacity(width: Int, height: Int) -> (stride: Int, rows: Int) {
    func stepped(_ n: Int) -> Int { min((max(n, 1) + 255) & ~255, 32767) }
    return (stepped(width) * 4, stepped(height))
  }

  /// How much memory an image of so many bytes gets, and where in it the image begins at first: with room for it to begin earlier or later,
  /// of which nothing is used as long as nothing is moved.
  private static func room(_ size: Int) -> Int { size + 2 * middle(size) }
  private static func middle(_ size: Int) -> Int { size / 4 & ~4095 }

  /// The first pixel.
  private var base: UnsafeMutableRawPointer { memory.base + offset }

  /// Follows the window to another size, 1...32767 px each way. Throws where there is no memory for it; the image
  /// stays as it is then.
  public func resize(width: Int, height: Int) throws(DesktopError) {
    let width = Window.clamp(width, to: 1...32767)
    let height = Window.clamp(height, to: 1...32767)
    let (stride, rows) = Self.capacity(width: width, height: height)
    // Memory grows at once but shrinks only where most of it would lie idle.
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

  /// Lends the pixels: `height` rows of `stride` bytes, of which the first `width * 4` show. Not to be kept.
  public func withPixels<R, E: Error>(
    _ body: (_ pixels: UnsafeMutableRawBufferPointer, _ stride: Int) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(start: base, count: height * stride), stride)
  }

  /// Moves all pixels by so many px to the right and down, less than the image is large. Those that nothing is moved to may be anything
  /// then. Costs nothing most of the time.
  public func move(dx: Int, dy: Int) {
    let size = stride * capacityHeight
    let moved = offset - dy * stride - dx * 4
    if moved >= 0, moved + size <= memory.size {
      offset = moved
      return
    }
    // To the middle of the room, from where there is as much of it either way.
    let start = Self.middle(size)
    let (first, end) = (max(0, moved), min(memory.size, moved + size))
    memmove(memory.base + start + (first - moved), memory.base + first, end - first)
    offset = start
  }

  /// Puts `rects` (px; what is outside the image is left out) on the window. Returns the serial that `completed` waits
  /// for; nil where nothing was put or the server is gone. With `reports` an event is asked for, `presented`, when the
  /// server has read them all.
  @discardableResult
  public func present(_ rects: [PixelRect], reports: Bool = true) -> UInt? {
    guard connection.isAlive, !window.isDestroyed else { return nil }
    let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
    let display = connection.display
    let isShared = transport == .shared
    guard var image = description() else { return nil }
    var waiting: PixelRect?
    // Where a request finds no room in Xlib's buffer, that is sent first; and where the server turns out to be gone then,
    // libX11 has no memory for the request, and the function that fills it in crashes. So it is sent while there is room: a turn
    // of the event loop, which begins with an empty one, sends little else, and what sends much leaves it empty again.
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
    // One behind, because only the last put announces its completion.
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

  /// Has the server say when it has read what was presented, if that is not known and it is not to say so yet. An earlier event may
  /// still tell it before.
  public func ask() {
    guard isPending, !isAsked, connection.isAlive, !window.isDestroyed else { return }
    isAsked = true
    appendNothing()
    XFlush(connection.display)
  }

  /// Nothing reports that a sent image was taken. A property to which nothing is appended does: the server works off requests in
  /// order and tells the owner of the window about it.
  private func appendNothing() {
    let none: [UInt8] = []
    XChangeProperty(
      connection.display, window.id, connection.atoms[.presented], Atom(XA_INTEGER), 8, PropModeAppend, none, 0)
  }

  /// Takes up how far the server has got: the serial of `DesktopEvent.presented`, or of any event.
  public func completed(_ serial: UInt) {
    if serial >= lastSerial { isPending = false }
  }

  /// Xlib's description of the whole memory, which begins where the image does now; nil where Xlib wants none of it.
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
