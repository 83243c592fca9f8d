import Desktop
import Files
import Glibc
import Language
import Threads

/// What must be known before there is a window: the connection, and the file of the command line.
///
/// The file is read first, so that no window appears for a file that soon turns out to be unreadable. A program that the
/// desktop has started shows the error in its window, because standard error is not seen.
struct StartUp {
  let connection: Connection
  /// What the launcher wants to know; nil where no launcher started the program.
  let notification: StartupNotification?
  private(set) var file: StartFile?

  /// - Parameter start: the program's start.
  /// - Throws: a message if there is no display, or the file cannot be read; `OpenElsewhere` if another window shows it.
  init(_ path: String?, _ environment: [String: String], start: ContinuousClock.Instant) throws {
    let notification = StartupNotification.take()
    self.notification = notification
    file = path.map { StartFile($0, environment) }
    let display = Result { () throws(DesktopError) in try Connection() }
    do throws(FileError) {
      switch display {
      case .success: try file?.read(before: start + StartedReading.patience)
      // No window will open, and the message about the file comes before that about the display.
      case .failure: try file?.read(before: nil)
      }
    } catch {
      let isLaunched = notification != nil || StartupNotification.isLaunched(environment: environment)
      guard isLaunched, isatty(STDERR_FILENO) == 0 else {
        if let notification, let connection = try? display.get() { notification.complete(on: connection) }
        throw error
      }
      file?.fault = error
    }
    let connection = try display.get()
    self.connection = connection
    guard let file, file.isDrawingsFile,
      FileClaims.all(on: file.path).contains(where: { connection.showHolder(of: $0, for: notification) })
    else { return }
    notification?.complete(on: connection)
    throw OpenElsewhere(path: file.path)
  }
}
