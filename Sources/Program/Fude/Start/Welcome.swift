import Document
import Files
import Language
import Pages
import Panels
import Storage
import Studio

/// The first messages on a window: where the drawing comes from, what else is kept, where everything is found.
struct Welcome {
  let place: Workplace
  let files: FileDesk
  let journal: JournalDesk
  let drawings: DrawingDesk
  /// The file of the command line; nil for none.
  let file: String?
  /// Whether the command line asks for a new drawing.
  let isNew: Bool
  let isRecording: Bool

  /// Starts the journal of the first drawing, and says where the drawing comes from.
  /// - Parameter content: that of the file that was opened; nil for none.
  func begin(_ content: FileReader.Content?, _ recovery: DrawingStore.Recovery) {
    for sentence in recovery.messages { place.say(sentence) }
    for path in recovery.kept { journal.list(path) }
    if let taken = content?.taken {
      drawings.begin(taken, from: nil, at: content?.work)
    } else if let opened = recovery.opened {
      drawings.begin(opened, from: nil, at: nil)
      let count = opened.replay.strokeCount
      let sentence =
        opened.sentence
        ?? (place.drawing.isUnsaved
          ? translated(
            "Recovered {count} stroke of an unsaved drawing",
            other: "Recovered {count} strokes of an unsaved drawing",
            count: count)
          : translated("{drawing} is open again, as it was saved", ["drawing": place.drawing.shownName]))
      place.show(message: recovery.sentence(after: sentence))
    } else {
      drawings.begin(nil, from: content?.origin, at: content?.work)
      if let newer = recovery.newer {
        offer(newer)
      } else if !recovery.kept.isEmpty {
        place.show(message: recovery.sentence())
      } else {
        offerLast()
        showHints()
      }
    }
    for sentence in recovery.losses { place.show(message: sentence) }
    drawings.followFile()
  }

  /// Shows at the first start where everything is found, until the first stroke.
  private func showHints() {
    guard place.keeper.isFirstStart, file == nil, place.drawing.lastOffer == nil else { return }
    let sentence = translated(
      "F1 shows all keys and gestures. Ctrl+K finds every command. The right button shows brushes and colours.")
    place.overlay.show(
      message: sentence, action: MessageAction(title: translated("Show"), effect: .perform(.showKeys)),
      until: place.now + Self.lastDrawingTime)
    place.drawing.lastOffer = sentence
  }

  /// Shows a message with a button that opens the drawing that was closed last, if that is in no
  /// file.
  private func offerLast() {
    guard file == nil, !isNew, !isRecording, let last = files.recent.paths.first,
      journal.isKept(last), FileFacts.exists(last)
    else { return }
    let sentence = translated("Your last drawing is kept: {drawing}", ["drawing": RecentFiles.shown(last).name])
    place.overlay.show(
      message: sentence, action: MessageAction(title: translated("Open"), effect: .openFile(last)),
      until: place.now + Self.lastDrawingTime)
    place.drawing.lastOffer = sentence
  }

  /// Seconds that these messages stay.
  private static let lastDrawingTime = 30.0

  /// Asks whether to open newer, unsaved changes of a file.
  private func offer(_ newer: String) {
    // The file may be being read still, and the drawing another one.
    let name = file.map { FileError.printable(PathText.stem(of: $0)) } ?? place.drawing.shownName
    place.overlay.ask(
      Question(
        translated("{drawing} has changes that were not saved", ["drawing": name]),
        translated(
          """
          The last changes to {drawing} were not saved when Fude ended, but they are kept. If you open the drawing as it was saved, \
          they stay under Open recent.
          """, ["drawing": name]),
        [
          .init(translated("Open as saved")),
          .init(translated("Open with the changes"), .openFile(newer), isDefault: true),
        ]))
  }
}
