import Document
import Files
import Glibc
import Language
import Synchronization

/// A folder for the images of a time-lapse. Call `next` for each image, then `keep`, or `removeAll`
/// to restore the previous state.
final class FrameFolder {
  private let folder: String
  private let frames: Frames
  private let number: Unfinished.Number

  /// The written frames, which a signal removes from another thread.
  private final class Frames: Sendable {
    let paths = Mutex<[String]>([])
    /// The folder, if it was created for the frames.
    let created: String?

    init(created: String?) { self.created = created }

    func removeAll() {
      for path in paths.withLock({ $0 }) { unlink(PathText.system(path)) }
      keep()
      if let created { rmdir(PathText.system(created)) }
    }

    func keep() { paths.withLock { $0 = [] } }
  }

  /// Creates the folder or uses an existing one. Throws if that contains frames.
  init(_ folder: String) throws(FileError) {
    self.folder = folder
    if folder.isEmpty { throw FileError(.write, folder, fault: translated("its name is empty")) }
    if folder.utf8.contains(0) { throw FileError(.write, folder, fault: translated("its name contains a zero byte")) }
    (frames, number) = try Unfinished.begin { () throws(FileError) in
      Frames(created: try Self.make(folder) ? folder : nil)
    } removal: { frames in
      { frames.removeAll() }
    }
  }

  /// Returns whether the folder was created.
  private static func make(_ folder: String) throws(FileError) -> Bool {
    if mkdir(PathText.system(folder), 0o777) == 0 { return true }
    guard errno == EEXIST else { throw FileError(.write, folder, errno: errno) }
    guard let listing = opendir(PathText.system(folder)) else {
      throw FileError(
        .write, folder,
        fault: errno == ENOTDIR ? translated("it is not a folder") : FileError.fault(errno: errno, .write))
    }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { PathText.text(ofSystem: $0) }
      }
      if name.hasPrefix("frame-"), name.hasSuffix(".png") {
        throw FileError(
          .write, folder,
          fault: translated("it already contains frames, such as {name}", ["name": FileError.printable(name)]))
      }
    }
    return false
  }

  /// The path of a frame; numbers start at 1.
  func path(of number: Int, of count: Int) -> String {
    let (digits, width) = (String(number), max(5, String(count).count))
    return PathText.join(
      folder, "frame-" + String(repeating: "0", count: max(0, width - digits.count)) + digits + ".png")
  }

  func next(of count: Int) throws(FileError) -> AtomicFile {
    let path = path(of: frames.paths.withLock { $0.count } + 1, of: count)
    let file = try AtomicFile(path: path)
    frames.paths.withLock { $0.append(path) }
    return file
  }

  func keep() {
    frames.keep()
    Unfinished.end(number)
  }

  /// Removes the written frames, and the folder if `init` created it.
  func removeAll() {
    frames.removeAll()
    Unfinished.end(number)
  }
}
