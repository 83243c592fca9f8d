import Document
import Language
import Toolkit

/// Renaming a layer in its row.
extension LayerListView {
  func rename(_ id: Layer.ID) {
    endRenaming()
    guard let row = items.firstIndex(where: { $0.id == id }) else { return }
    reveal(frame(of: row))
    let new = TextField(context)
    (new.text, new.title, new.commitsOnTab) = (items[row].name, translated("Name of the layer"), true)
    // The shown name may be a translation; committing it unchanged must not rename the layer.
    new.onCommit = { [weak self, shown = new.text] name in
      self?.endRenaming()
      if !name.isEmpty, name != shown { self?.post(.layer(.set(id, .name(name)), isContinued: false)) }
    }
    new.onLeave = { [weak self] in self?.endRenaming() }
    field = (id, new)
    add(new)
    placeContent()
    context.overlay?.focus(new)
    new.selectAll()
  }

  func endRenaming() {
    guard let old = field?.field else { return }
    field = nil
    if context.overlay?.focused === old { context.overlay?.focus(nil) }
    remove(old)
    invalidate()
  }

  var renamed: Layer.ID? { field?.id }
}
