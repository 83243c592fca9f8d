import Desktop
import Files
import Language

extension SelectionDelivery.Fault {
  /// Why nothing was pasted or dropped, as a message.
  func sentence(isDropped: Bool) -> String {
    switch self {
    case .empty: translated("There is nothing to paste yet: copy something first.")
    case .isText: translated("The clipboard contains text. Only pictures can be pasted on the canvas.")
    case .otherPicture(let kind):
      translated(
        "The copied picture is available only as {type}. Fude can paste image/png, image/jpeg and image/webp.",
        ["type": FileError.printable(kind)])
    case .otherThing: translated("The clipboard contains no picture.")
    case .notHere: translated("The dropped item is not a file on this computer.")
    case .silent: translated("Nothing was received: the other program does not respond.")
    case .gone: translated("Nothing was received: the other program has ended.")
    case .tooLarge(let most):
      translated("Nothing was received: the data is larger than {size} MB.", ["size": most / 1_000_000])
    case .garbled:
      isDropped
        ? translated("The other program sent different data than it had offered.")
        : translated("The other program did not send the copied data correctly.")
    case .cancelled: isDropped ? translated("The drop was cancelled.") : translated("The paste was cancelled.")
    case .unavailable:
      translated("Nothing can be received from other programs now: the system or the X server lacks resources.")
    }
  }
}
