import Desktop
import Document
import Threads

/// The workers of the program: each does one kind of job on a thread of its own and wakes the event
/// loop when something is finished.
struct Workers {
  /// Messages of other threads to the user.
  let messages: Mailbox<String>
  /// Saves drawings.
  let saver: Saver
  /// Exports pictures.
  let exporter: Exporter
    films = FilmMaker(environment: environment, wakeup: wakeup)
