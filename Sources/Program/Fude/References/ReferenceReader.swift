import Document
import Export
import Files
import Geometry
import Language
import Pictures

/// Reads and decodes the pictures of references on a worker.
final class ReferenceReader {
  /// A picture to read.
  struct Job: Sendable {
    enum Task: Sendable {
      /// A new reference from the bytes of a PNG, JPEG or WebP image.
      case bytes([UInt8])
      /// A new reference from a file.
      case file(String)
      /// A new reference from what was copied in this program.
      case clipping(Clipping)
      /// The pixels of a reference that is to be shown.
      case pixels(Reference.ID, ReferencePicture)
    }

    var task: Task
    /// The position on the board; nil for beside the other references.
    var place: Point?
    /// The number of the drawing (`OpenDrawing.number`).
    var drawing: Int

    /// Whether it adds a reference.
    var isNew: Bool { if case .pixels = task { false } else { true } }
  }

  /// The result.
  struct Outcome: Sendable {
    enum Result: Sendable {
      case loaded(LoadedReference, note: String?)
      case pixels(Reference.ID, ReferencePixels)
      /// The picture of a reference is damaged. The reason has no capital and no full stop.
      case broken(Reference.ID, fault: String)
      case cancelled
      /// A message about a picture that was not added.
      case fault(String)
    }

    var result: Result
    var place: Point?
    var drawing: Int
  }

  private let line: JobQueue<Job, Outcome>

  init(_ background: Background) {
    line = JobQueue(background, atEnd: .areLeft) { job, progress in
      var outcome = Outcome(result: Self.result(of: job.task), place: job.place, drawing: job.drawing)
      if job.isNew, progress.isCancelled { outcome.result = .cancelled }
      return outcome
    }
  }

  /// The start of the current job that adds a reference, seconds; nil for none or a cancelled one.
  var start: Double? { line.current.flatMap { $0.job.isNew && !$0.progress.isCancelled ? $0.start : nil } }

  /// Cancels all jobs that add references.
  func cancel() {
    line.drop { $0.isNew }
    if line.current?.job.isNew ?? false { line.cancel() }
  }

  /// Adds a job behind all others.
  func add(_ job: Job, then: @escaping (Outcome) -> Void) { line.add(job, then: then) }

  private static func result(of task: Job.Task) -> Outcome.Result {
    var notes: [String] = []
    do throws(PictureFault) {
      let clipping: Clipping
      switch task {
      case .pixels(let id, let picture):
        do throws(PictureFault) { return .pixels(id, try ReferencePixels(decoding: picture)) } catch {
          return .broken(id, fault: error.description)
        }
      case .bytes(let bytes): clipping = try Clipping(picture: bytes, notes: &notes)
      case .clipping(let copied): clipping = copied
      case .file(let path):
        do throws(FileError) {
          if let sentence = try refusal(of: path) { return .fault(sentence) }
          clipping = try Clipping(pictureAt: path, notes: &notes)
        } catch { return .fault(error.sentence) }
      }
      return .loaded(try LoadedReference(clipping), note: notes.isEmpty ? nil : notes.joined(separator: " "))
    } catch {
      return .fault(translated("The reference picture was not added: {fault}.", ["fault": error.description]))
    }
  }

  /// The message about a file that is a drawing instead of a picture; nil for others.
  private static func refusal(of path: String) throws(FileError) -> String? {
    guard let format = try Document.format(of: path), !format.isPicture else { return nil }
    return translated(
      "{file} is a drawing. References are PNG, JPEG or WebP pictures, or the pictures in Krita files.",
      ["file": FileError.printable(PathText.name(of: path))])
  }
}
