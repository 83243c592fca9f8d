import Desktop
import Document
import Paint
import Synchronization
import Threads

/// Reads previews of drawings on a worker, for the file dialog.
///
/// `begin` replaces the files that are still waiting. Each preview wakes the event loop; `takeAll`
/// then returns it.
final class FilePreviewer {
  private final class Request: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  private let previews: Mailbox<FilePreview>
  private var current: Request?

  init(wakeup: Wakeup) { previews = Mailbox(wakeup: wakeup) }

  deinit { current?.isOver.store(true, ordering: .relaxed) }

  /// Starts reading the previews of files in their order, instead of those begun before. Without a
  /// thread for it, none are read.
  /// - Parameter side: the largest width and height of the pictures, px.
  func begin(_ paths: [String], side: Int) {
    current?.isOver.store(true, ordering: .relaxed)
    current = nil
    if paths.isEmpty { return }
    let (request, previews) = (Request(), previews)
    let worker = Worker(priority: .leisurely) {
      guard let filler = CoverageFiller() else { return }
      for path in paths {
        if request.isOver.load(ordering: .relaxed) { return }
        previews.put(FilePreview(of: path, side: side, filler: filler))
      }
    }
    if worker != nil { current = request }
  }

  /// The previews that were read since the last call.
  func takeAll() -> [FilePreview] { previews.takeAll() }
}
