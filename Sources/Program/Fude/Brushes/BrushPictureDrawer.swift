import Desktop
import Document
import Files
import Ink
import MyPaint
import Synchronization
import Threads
import Widgets

/// Draws the pictures of brushes for their list on a worker of low priority, and keeps those of
/// brushes from folders on the disk.
///
/// `follow` replaces the pictures that are still waiting by those that are visible now. Each one
/// wakes the event loop; `takeAll` then returns it. Used by the main thread only.
final class BrushPictureDrawer {
  /// Where a brush comes from.
  enum Source: Sendable {
    case own(Brush)
    /// The path of a file.
    case file(String)
  }

  /// A picture that was drawn, or why it was not.
  struct Outcome: Sendable {
    var picture: BrushPicture
    /// nil if there was no memory, or the file has a fault.
    var pixels: [UInt32]?
    var fault: FileError?
  }

  private final class Request: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  private let outcomes: Mailbox<Outcome>
  private let store: BrushPictureStore?
  private var current: Request?
  /// The pictures that the worker has been asked for and has not drawn.
  private var asked: Set<BrushPicture> = []

  init(environment: [String: String], wakeup: Wakeup) {
    outcomes = Mailbox(wakeup: wakeup)
    store = BrushPictureStore(environment: environment)
  }

  /// Draws pictures in their order. Those that are wanted no longer are dropped. Without a thread
  /// none are drawn.
  func follow(_ wanted: [BrushPicture], source: (String) -> Source?) {
    let jobs = wanted.compactMap { picture in source(picture.brush).map { (picture: picture, source: $0) } }
    let pictures = Set(jobs.map(\.picture))
    if pictures.isSubset(of: asked) {
      if wanted.isEmpty { stop() }
      return
    }
    stop()
    let (request, outcomes, store) = (Request(), outcomes, store)
    let worker = Worker(priority: .leisurely) {
      // First those on the disk, which are quick.
      let missing = jobs.filter { job in
        guard case .file(let path) = job.source, let pixels = store?.pixels(of: job.picture, path: path) else {
          return true
        }
        outcomes.put(Outcome(picture: job.picture, pixels: pixels))
        return false
      }
      for (picture, source) in missing {
        if request.isOver.load(ordering: .relaxed) { return }
        outcomes.put(Self.outcome(picture, source, store))
      }
    }
    guard worker != nil else { return }
    (current, asked) = (request, pictures)
  }

  /// Drops what is not drawn yet.
  func stop() {
    current?.isOver.store(true, ordering: .relaxed)
    (current, asked) = (nil, [])
  }

  /// What was drawn since the last call.
  func takeAll() -> [Outcome] {
    let all = outcomes.takeAll()
    for outcome in all { asked.remove(outcome.picture) }
    return all
  }

  private static func outcome(_ picture: BrushPicture, _ source: Source, _ store: BrushPictureStore?) -> Outcome {
    var outcome = Outcome(picture: picture)
    switch source {
    case .own(let brush): outcome.pixels = picture.render(brush)
    case .file(let path):
      do throws(FileError) {
        let brush = try BrushFile.brush(at: path, named: picture.brush)
        // Nothing is kept that the library did not paint.
        if brush.paint != nil, case .failure = MyPaintLibrary.loaded { return outcome }
        outcome.pixels = picture.render(brush)
      } catch { outcome.fault = error }
      if let pixels = outcome.pixels { store?.keep(picture, path: path, pixels: pixels) }
    }
    return outcome
  }
}
