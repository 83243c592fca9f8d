import CX11
import Glibc

/// Reads a rectangle of the screen repeatedly through MIT-SHM, the fastest method.
///
/// `init` shares a memory segment with the server and marks it for removal, so it vanishes with its
/// last user. `read` fills it. Deallocation detaches it.
final class SharedPixels {
  let width: Int
  let height: Int
  private let connection: XConnection
  private let image: UnsafeMutablePointer<XImage>
  private let segment: UnsafeMutablePointer<XShmSegmentInfo>

  init(_ connection: XConnection, width: Int, height: Int = 1) throws(RigError) {
    let handle = try connection.handle()
    let screen = XDefaultScreen(handle)
    guard XShmQueryExtension(handle) != 0 else { throw RigError("The X server has no MIT-SHM extension.") }
    let segment = UnsafeMutablePointer<XShmSegmentInfo>.allocate(capacity: 1)
    segment.initialize(to: XShmSegmentInfo())
    guard
      let image = XShmCreateImage(
        handle, XDefaultVisual(handle, screen), UInt32(XDefaultDepth(handle, screen)), ZPixmap, nil, segment,
        UInt32(width), UInt32(height))
    else {
      segment.deallocate()
      throw RigError("The X server did not create a shared-memory image.")
    }
    do {
      try Self.attach(segment, to: image, connection)
    } catch {
      _ = image.pointee.f.destroy_image(image)
      segment.deallocate()
      throw error
    }
    self.width = width
    self.height = height
    self.connection = connection
    self.image = image
    self.segment = segment
  }

  deinit {
    if let handle = connection.live { XShmDetach(handle, segment) }
    shmdt(segment.pointee.shmaddr)
    _ = image.pointee.f.destroy_image(image)  // does not free MIT-SHM's memory
    segment.deallocate()
  }

  /// Reads the pixels whose upper left corner is `x`, `y`. All must be on the screen.
  /// - Parameter body: receives the pixels row by row, 0x..RRGGBB. The buffer is valid only during
  ///   the call.
  func read<Result>(x: Int, y: Int, _ body: (UnsafeBufferPointer<UInt32>) -> Result) throws(RigError) -> Result {
    guard XShmGetImage(try connection.handle(), connection.root, image, Int32(x), Int32(y), UInt.max) != 0,
      let data = image.pointee.data
    else { throw RigError("Cannot read \(width)x\(height) px of the screen at \(x), \(y).") }
    return data.withMemoryRebound(to: UInt32.self, capacity: width * height) {
      body(UnsafeBufferPointer(start: $0, count: width * height))
    }
  }

  private static func attach(
    _ segment: UnsafeMutablePointer<XShmSegmentInfo>, to image: UnsafeMutablePointer<XImage>, _ connection: XConnection
  ) throws(RigError) {
    guard image.pointee.bits_per_pixel == 32 else {
      throw RigError("The screen has \(image.pointee.bits_per_pixel) bits per pixel, not 32.")
    }
    let id = shmget(IPC_PRIVATE, Int(image.pointee.bytes_per_line) * Int(image.pointee.height), IPC_CREAT | 0o600)
    guard id >= 0 else { throw .system("Cannot get shared memory", code: errno) }
    defer { shmctl(id, IPC_RMID, nil) }
    guard let memory = shmat(id, nil, 0), memory != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw .system("Cannot attach shared memory", code: errno)
    }
    segment.pointee.shmid = id
    segment.pointee.shmaddr = memory.assumingMemoryBound(to: CChar.self)
    segment.pointee.readOnly = 0
    image.pointee.data = segment.pointee.shmaddr
    do {
      try connection.checked("Cannot share memory with the X server") { _ = XShmAttach($0, segment) }
    } catch {
      shmdt(memory)
      throw error
    }
  }
}
