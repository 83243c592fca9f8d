import Desktop
import Document
import Studio

/// The parts of the program. Each owns its state, and gets in `init` what it needs of others.
struct Parts {
  let files: FileDesk
  let exports: ExportDesk
  let journal: JournalDesk
  let changes: ChangeDesk
  let drawings: DrawingDesk
  let brushes: BrushDesk
  let brushEditor: BrushEditor
  let palettes: PaletteDesk
  let macros: MacroDesk
  let clipboard: ClipboardDesk
  let references: ReferenceDesk
  let screenColour: ScreenColourDesk
  let readers: ScreenReaderDesk
  let marks: CanvasMarks
  let refiner: ViewRefiner
  let pens: PenDesk
  let windows: WindowDesk
  let settings: SettingsDesk
  let progress: ProgressDesk
  /// Those that the event loop goes over, in its order.
  let all: [any Part]

  init(
    _ place: Workplace, _ window: Window, _ connection: Connection, _ journal: DocumentJournal, _ saver: Saver,
    _ packer: EditPacker,
    wakeup: Wakeup, _ options: Arguments.Draw, ownsPlace: Bool
  ) {
    files = FileDesk(place, window: window.number)
    exports = ExportDesk(place, files, saver)
    self.journal = JournalDesk(place, files, saver, journal, packer)
    changes = ChangeDesk(place)
    drawings = DrawingDesk(
      place, files, self.journal, changes, exports, FileClaims(window), canvas: options.canvas)
    brushes = BrushDesk(place, files)
    brushEditor = BrushEditor(place, files, brushes)
    palettes = PaletteDesk(place)
    macros = MacroDesk(place)
    clipboard = ClipboardDesk(place, window, opensPictures: options.canvas == nil)
    references = ReferenceDesk(place, files, clipboard)
    screenColour = ScreenColourDesk(place, window)
    readers = ScreenReaderDesk(place, window, wakeup: wakeup)
    marks = CanvasMarks(place, window)
    refiner = ViewRefiner(place)
    pens = PenDesk(place, window, connection)
    windows = WindowDesk(
      place, window, connection, isRemembered: options.geometry == nil && !options.isFullscreen, ownsPlace: ownsPlace)
    settings = SettingsDesk(place, windows, packer) {
      DesktopLook(scale: connection.interfaceScale, contrast: connection.highContrast)
    }
    progress = ProgressDesk(place)
    all = [
      clipboard, changes, drawings, self.journal, marks, brushEditor, brushes, progress, files, windows,
      // The last, since others may change settings when the program ends.
      settings,
    ]
    // Most important first.
    progress.tasks = { [changes, saver, exports, drawings, brushes, clipboard] in
      [
        changes.scalingTask, saver.task, exports.pictureTask, drawings.readingTask, brushes.packTask, clipboard.task,
        changes.task, exports.filmTask,
      ].compactMap { $0 }
    }
  }

  /// When the loop must wake without an event; nil for never.
  var deadline: Double? { all.lazy.compactMap(\.deadline).min() }
}
