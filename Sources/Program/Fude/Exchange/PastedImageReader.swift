import Document
import Export
import Files
import Journal
import Language
import Library
import Pictures
import Storage

/// Decodes pasted and dropped pictures on a worker.
final class PastedImageReader {
  /// Pasted or dropped content that may be a picture.
  struct Job: Sendable {
    enum Source: Sendable {
      /// The bytes of a PNG, JPEG or WebP image.
      case bytes([UInt8])
      /// The bytes of layers (`CopiedLayers`).
      case layers([UInt8])
      /// A file of any kind.
      case file(String)
    }

    var source: Source
    /// The position of the drop, window px; nil for the middle.
    var place: PlaceInWindow?
    /// Whether it was dropped, not pasted. A dropped drawing is opened.
    var isDropped: Bool
    /// Whether a picture file is opened as a drawing.
    var opensPictures = false
  }

  /// The position of a drop, window px.
  struct PlaceInWindow: Sendable {
    var x: Double
    var y: Double
  }

  /// The result.
  enum Outcome: Sendable {
    case piece(Clipping, at: PlaceInWindow?, note: String?)
    case layers(CopiedLayers)
    /// The file of a drawing or a pack of brushes, to be opened.
    case drawing(String)
    case cancelled(isDropped: Bool)
    /// The message about a failure.
    case fault(String)
  }

  private let line: JobQueue<Job, Outcome>

  init(_ background: Background) {
    line = JobQueue(background, .betweenGestures, atEnd: .areLeft) { job, progress in
      let outcome = Self.outcome(job)
      return progress.isCancelled ? .cancelled(isDropped: job.isDropped) : outcome
    }
  }

  /// The start of the current job, seconds; nil for none or a cancelled one.
  var start: Double? { line.current.flatMap { $0.progress.isCancelled ? nil : $0.start } }

  /// Cancels all jobs.
  func cancel() { line.cancelAll() }

  /// Adds a job behind all others.
  func read(_ job: Job, then: @escaping (Outcome) -> Void) { line.add(job, then: then) }

  private static func outcome(_ job: Job) -> Outcome {
    var notes: [String] = []
    switch job.source {
    case .bytes(let bytes):
      do throws(PictureFault) {
        let clipping = try Clipping(picture: bytes, notes: &notes)
        return .piece(clipping, at: job.place, note: notes.isEmpty ? nil : notes.joined(separator: " "))
      } catch {
        return .fault(
          job.isDropped
            ? translated("The picture was not received: {fault}.", ["fault": "\(error)"])
            : translated("The picture was not pasted: {fault}.", ["fault": "\(error)"]))
      }
    case .layers(let bytes):
      do throws(PayloadError) { return .layers(try CopiedLayers(bytes)) } catch {
        return .fault(translated("The layers were not pasted: {fault}.", ["fault": error.fault]))
      }
    case .file(let path):
      do throws(FileError) {
        // The content decides, not the name.
        let format = try Document.format(of: path)
        let isPicture = format?.isPicture ?? false && format != .krita
        if job.isDropped, !isPicture || job.opensPictures { return .drawing(path) }
        if format == .openRaster, BrushPack.isPack(at: path) { return .drawing(path) }
        let clipping = try Clipping(pictureAt: path, notes: &notes)
        return .piece(clipping, at: job.place, note: notes.first)
      } catch { return .fault(error.sentence) }
    }
  }
}
