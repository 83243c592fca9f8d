import Desktop
import Document
import Threads
import Widgets

/// The workers of the program: each does one kind of job on a thread of its own and wakes the event
/// loop when something is finished.
struct Workers {
  /// Messages of other threads to the user.
  let messages: Mailbox<String>
  /// Saves drawings.
  let saver: Saver
  /// Exports pictures.
  let exporter: Exporter
  /// Estimates the size of exported pictures.
  let estimator: SizeEstimator
  /// Makes time-lapses.
  let films: FilmMaker
  /// Reads and decodes the pictures of references.
  let references: ReferenceReader
  /// Reads and writes palettes.
  let palettes: PaletteFiles
  /// Lists MyPaint's brushes.
  let brushes: JobQueue<BrushFiles.Job, BrushFiles.Outcome>
  /// Draws sample strokes of MyPaint's brushes.
  let samples: JobQueue<BrushSample, DrawnSample>
  /// Draws the pictures in the list of brushes.
  let brushPictures: BrushPictureDrawer
  /// Scales images.
  let scaler: JobQueue<ScalingJob, ScalingOutcome>
  /// Computes changes of strokes.
  let changer: JobQueue<ChangeJob, ChangeOutcome>
  /// Reads drawings and folders.
  let reader: FileReader
  /// Reads previews of drawings for the file dialog.
  let previewer: FilePreviewer
  /// Reads pictures that were pasted or dropped.
  let pictures: PastedImageReader
  /// Asks the desktop for files.
  let dialogs: DesktopFileDialog
  /// Asks the desktop for a colour of the screen.
  let colourPicker: DesktopColourPicker
  /// Reads the history that a drawing's file holds.
  let history: HistoryReader
  /// Makes exact what the view shows as sketches.
  let refiner: ViewRefiner
  /// Packs old edits.
  let packer: EditPacker
  /// Writes the views of drawings in files. The outcome is whether that succeeded.
  let views: JobQueue<ViewJob, Bool>
  /// Talks to screen readers.
  let screenReaders: ScreenReaders
  /// Short jobs that note which files were used lately.
  var helpers: [Worker] = []
  /// The message about a job that takes long.
  var progress = ProgressMessage()

  /// Starts no thread but the packer's; the others start with their first job.
  /// - Throws: a `DesktopError` where the system has no means for the packer.
  init(environment: [String: String], wakeup: Wakeup) throws(DesktopError) {
    messages = Mailbox(wakeup: wakeup)
    saver = Saver(environment: environment, wakeup: wakeup)
    exporter = Exporter(environment: environment, wakeup: wakeup)
    estimator = SizeEstimator(wakeup: wakeup)
    films = FilmMaker(environment: environment, wakeup: wakeup)
    references = ReferenceReader(wakeup: wakeup)
    palettes = PaletteFiles(wakeup: wakeup)
    brushes = BrushFiles.queue(wakeup: wakeup)
    samples = JobQueue(wakeup: wakeup) { sample, _ in DrawnSample(sample: sample, pixels: sample.render()) }
    brushPictures = BrushPictureDrawer(environment: environment, wakeup: wakeup)
    scaler = JobQueue(wakeup: wakeup) { $0.outcome($1) }
    changer = JobQueue(wakeup: wakeup) { $0.outcome($1) }
    reader = FileReader(environment: environment, wakeup: wakeup)
    previewer = FilePreviewer(wakeup: wakeup)
    pictures = PastedImageReader(wakeup: wakeup)
    dialogs = DesktopFileDialog(wakeup: wakeup)
    colourPicker = DesktopColourPicker(wakeup: wakeup)
    history = HistoryReader(wakeup: wakeup)
    refiner = ViewRefiner(wakeup: wakeup)
    packer = try EditPacker(environment: environment)
    views = JobQueue(wakeup: wakeup) { job, _ in
      (try? WorkStates.keep(job.work, for: job.path, environment: environment)) != nil
    }
    screenReaders = ScreenReaders(wakeup: wakeup)
  }
}
