internal import CX11
import Geometry

// Drags over the window and drops on it: XDND. Each message of the source is answered at once. The
// service fetches a drop and reports the end to the source.
extension Window {
  /// Handles a message of a drag's source; ignores other messages.
  func takeDrag(_ message: XClientMessageEvent) {
    let (atoms, data) = (connection.atoms, message.data.l)
    guard message.window == id else { return }
    let source = UInt(bitPattern: data.0)
    switch message.message_type {
    case atoms[.xdndEnter]: drag.enter(dragged(data, by: source))
    case atoms[.xdndPosition]: answer(drag.position(source: source, packed: data.2), to: source, time: 0)
    case atoms[.xdndLeave]: drag.leave(source: source)
    case atoms[.xdndDrop]: answer(drag.drop(source: source), to: source, time: UInt(bitPattern: data.2))
    default: break
    }
  }

  /// The content that a source drags.
  private func dragged(_ data: (Int, Int, Int, Int, Int), by source: XID) -> DropSession.Offer {
    let atoms = connection.atoms
    var types = [data.2, data.3, data.4].map { Atom(bitPattern: $0) }
    // More than three types are in a property of the source.
    if data.1 & 1 != 0, let list = connection.readProperty(atoms[.xdndTypeList], of: source, longs: 1024) {
      types += list.items
    }
    return DropSession.Offer(
      source: source, version: data.1 >> 24 & 0xFF, hasFiles: types.contains(atoms[.uriList]),
      picture: AtomName.pictures.first { types.contains(atoms[$0]) })
  }

  private func answer(_ answer: DropSession.Answer, to source: XID, time: UInt) {
    switch answer {
    case .nothing: break
    case .status(let accepts):
      // The rectangle without further position messages is empty, because the last message has the
      // position of the drop.
      let action = accepts ? Int(connection.atoms[.xdndActionCopy]) : 0
      connection.forgiving {
        connection.send(.xdndStatus, to: source, (Int(id), accepts ? 3 : 2, 0, 0, action))
      }
      connection.flush()
    case .refusal: refuseDrop(of: source)
    case .fetch(let offer, let place):
      let fetch = SelectionFetch(purpose: .drop(offer, at: place, window: id), time: time)
      if !self.fetch(fetch) { refuseDrop(of: source) }
    }
  }

  private func refuseDrop(of source: XID) {
    connection.forgiving { connection.finishDrop(from: source, on: id, isTaken: false) }
    connection.flush()
  }
}
