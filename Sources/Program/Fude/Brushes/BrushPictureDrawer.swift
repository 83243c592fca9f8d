import Document
import Files
import Ink
import Library
import MyPaint
import Panels

/// Draws the pictures of brushes for their list on a worker of low priority, and keeps those of
/// brushes from folders on the disk.
///
/// `follow` replaces the pictures that are still waiting by those that are visible now. Used by the main thread only.
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

  private let background: Background
  private let store: BrushPictureStore?
  private var run: BackgroundRun?
  /// The pictures that the worker has been asked for and has not drawn.
  private var asked: Set<BrushPicture> = []

  init(_ background: Background, environment: [String: String]) {
    self.background = background
    store = BrushPictureStore(environment: environment)
  }

  /// Draws pictures in their order. Those that are wanted no longer are dropped.
  func follow(_ wanted: [BrushPicture], source: (String) -> Source?, receive: @escaping (Outcome) -> Void) {
    let jobs = wanted.compactMap { picture in source(picture.brush).map { (picture: picture, source: $0) } }
    let pictures = Set(jobs.map(\.picture))
    if pictures.isSubset(of: asked) {
      if wanted.isEmpty { stop() }
      return
    }
    stop()
    asked = pictures
    let store = store
    run = background.run { progress, send in
      // First those on the disk, which are quick.
      let missing = jobs.filter { job in
        guard case .file(let path) = job.source, let pixels = store?.pixels(of: job.picture, path: path) else {
          return true
        }
        send(Outcome(picture: job.picture, pixels: pixels))
        return false
      }
      for (picture, source) in missing {
        if progress.isCancelled { return }
        send(Self.outcome(picture, source, store))
      }
    } receive: { [weak self] (outcome: Outcome) in
      self?.asked.remove(outcome.picture)
      receive(outcome)
    }
  }

  /// Drops what is not drawn yet. The picture that is being drawn still arrives.
  func stop() {
    run?.progress.cancel()
    (run, asked) = (nil, [])
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
