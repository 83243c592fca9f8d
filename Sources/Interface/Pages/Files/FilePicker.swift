import Document
import Export
import Files
import Geometry
import Input
import Language
import Paint
import Panels
import Storage
import Toolkit

/// Folders and drawings to choose from: places at the left, a field for the path above, the list,
/// and for saving a field for the name below.
///
/// It does not read the disk: it requests a folder by `Effect.list` and shows the result. Only the
/// result for the last requested folder is used.
final class FilePicker: Widget {
  let request: FileRequest
  let path: TextField
  let name: TextField
  let list: ScrollList
  let places: ScrollList
  let up: Button
  let nameLabel: Label
  let notice: Label
  let nothing: Label

  /// The folder that is shown or requested, from the root on.
  private(set) var folder: String
  private(set) var listing: FolderListing?
  private(set) var showsRecent = false
  /// Recently opened or saved drawings, the latest first.
  private(set) var recent: [String]
  private(set) var items: [FileRow.Item] = []
  /// The previews that were read so far, by path.
  private var previews: [String: FilePreview] = [:]
  /// Whether Tab waits for the contents of a folder.
  var isCompleting = false
  /// The keys that the list gets when the contents of the folder have arrived.
  private var earlyKeys: [KeyEvent] = []
  /// The name to select once the folder is shown: the folder one came from.
  private var wanted: String?
  var onNotice: () -> Void = {}
  /// Called when Delete is pressed on a kept drawing.
  var onRemove: () -> Void = {}
  /// Called when the chosen row or the rows have changed.
  var onSelection: () -> Void = {}
  var onChoose: (String) -> Void = { _ in }

  init(_ context: WidgetContext, _ request: FileRequest) {
    (self.request, recent) = (request, request.recent)
    folder = request.folder
    (path, name) = (TextField(context), TextField(context))
    (list, places) = (ScrollList(context), ScrollList(context))
    up = Button(context)
    nameLabel = Label(context, translated("Name"), tone: .dim)
    notice = Label(context, "", tone: .accent, wraps: true)
    nothing = Label(context, "", tone: .dim, anchor: .middle)
    super.init(context)
    for child in [places, up, path, list, nothing, nameLabel, name, notice] as [Widget] { add(child) }
    (up.face, up.title) = (.icon(.up), translated("Parent folder"))
    up.onPress = { [weak self] in self?.goUp() }
    (path.title, path.hasTip, name.title, name.hasTip) = (translated("Folder"), false, translated("Name"), false)
    path.onChange = { [weak self] in self?.typed($0) }
    path.onCommit = { [weak self] in self?.commit(path: $0) }
    name.text = request.name
    name.onChange = { [weak self] _ in
      self?.say("")
    }
    name.onCommit = { [weak self] _ in self?.accept() }
    (list.title, list.hasTip, list.activatesTwice) = (translated("Files"), false, true)
    list.isFieldFocused = { [weak self] in self.map { $0.path.isFocused || $0.name.isFocused } ?? false }
    list.onSelect = { [weak self] in self?.selected($0) }
    list.onActivate = { [weak self] in self?.activate($0) }
    (places.title, places.hasTip, places.activatesAtOnce) = (translated("Places"), false, true)
    places.onActivate = { [weak self] in self?.choosePlace($0) }
    (nameLabel.isHidden, name.isHidden) = (request.purpose.isOpening, request.purpose.isOpening)
    for list in [list, places] { list.onType = { [weak self] in self?.startPath($0) ?? false } }
    fillPlaces()
    path.text = Self.entry(for: folder)
  }

  /// Requests the folder that is shown.
  func listFolder() { post(.list(folder)) }

  // MARK: Content

  /// The notice below the list; empty for none.
  var sentence: String { notice.text }

  func say(_ sentence: String) {
    guard sentence != notice.text else { return }
    notice.text = sentence
    onNotice()
    layOut()
  }

  func show(_ new: FolderListing) {
    guard new.folder == folder else { return }
    listing = new
    fill()
    if let fault = new.fault {
      say(translated("{folder} cannot be shown: {fault}", ["folder": FileError.printable(folder), "fault": fault]))
    }
    if isCompleting {
      isCompleting = false
      _ = complete()
      return
    }
    let keys = earlyKeys
    earlyKeys = []
    for key in keys where !list.key(key) && key.keysym == KeyCode.enter { accept() }
  }

  /// Enters a folder; selects `child` in it.
  func go(to folder: String, from child: String? = nil) {
    (self.folder, listing, showsRecent, wanted) = (folder, nil, false, child)
    earlyKeys = []
    path.text = Self.entry(for: folder)
    say("")
    places.select(request.places.firstIndex { $0.path == folder }.map { $0 + firstPlace })
    fill()
    listFolder()
  }

  func goUp() {
    if folder != "/" { go(to: PathText.absolute("..", base: folder), from: PathText.name(of: folder)) }
  }

  /// The text of the path field: with a slash, so that a name can be typed after it.
  private static func entry(for folder: String) -> String { folder == "/" ? "/" : folder + "/" }

  func look(into folder: String) {
    (self.folder, listing, showsRecent, wanted) = (folder, nil, false, nil)
    places.select(nil)
    fill()
  }

  func showRecent() {
    showsRecent = true
    earlyKeys = []
    say("")
    fill()
  }

  func fill() {
    let typed = PathEntry(path.text, base: folder, home: request.home)
    if showsRecent {
      items = recent.map { FileRow.Item(path: $0, showsFolder: true) }
    } else {
      let entries = (listing?.entries ?? []).filter {
        ($0.isFolder || request.purpose.lists($0.name))
          && (typed.name.isEmpty || typed.folder != folder || typed.fits($0.name))
      }
      items = entries.map {
        FileRow.Item(
          path: PathText.join(folder, $0.name), isFolder: $0.isFolder, size: $0.size, modified: $0.modified)
      }
      // Kept drawings have names of Fude's, so their times are what tells them apart.
      if folder == keptFolder { items.sort { ($0.modified ?? 0, $1.name) > ($1.modified ?? 0, $0.name) } }
    }
    let height = showsRecent || folder == keptFolder ? FileRow.tallHeight : FileRow.height
    list.rows = ScrollList.Rows(
      count: items.count, height: { _ in height },
      make: { [weak self] row in
        self.map { FileRow($0.context, $0.items[row], $0.previews[$0.items[row].path]) }
      },
      title: { [weak self] in self?.items[$0].name ?? "" })
    list.scroll(to: 0)
    let at = wanted.flatMap { name in items.firstIndex { $0.name == name } }
    list.select(at ?? (typed.name.isEmpty || items.isEmpty ? nil : 0))
    nothing.text =
      listing == nil && !showsRecent
      ? "" : request.purpose.nothing
    nothing.isHidden = !items.isEmpty
    onSelection()
    invalidate()
  }

  // MARK: Previews

  /// The largest number of files of a folder for which previews are read.
  private static let mostPreviews = 200

  /// The drawings whose previews are not known yet: recent ones, then those of the folder.
  var wantedPreviews: [String] {
    guard request.purpose.isOpening else { return [] }
    let here = (listing?.entries ?? []).filter { !$0.isFolder }
    let newest = here.sorted { $0.modified > $1.modified }.prefix(Self.mostPreviews)
    let paths = recent + newest.map { PathText.join(folder, $0.name) }.filter { !recent.contains($0) }
    return paths.filter { previews[$0] == nil }
  }

  /// Shows a preview in the row of its drawing.
  func show(_ preview: FilePreview) {
    previews[preview.path] = preview
    if let row = items.firstIndex(where: { $0.path == preview.path }) { list.remake(row) }
  }

  // MARK: Kept drawings

  /// The folder of kept drawings; nil if there is none.
  var keptFolder: String? { request.places.first { $0.isKept }?.path }

  /// The chosen drawing if it is a kept one, which can be removed.
  var removable: String? {
    guard request.purpose.isOpening, let row = list.selected, items.indices.contains(row), !items[row].isFolder,
      PathText.folder(of: items[row].path) == keptFolder
    else { return nil }
    return items[row].path
  }

  /// Leaves out a removed drawing.
  func forget(_ path: String) {
    recent.removeAll { $0 == path }
    if showsRecent { fill() }
  }

  // MARK: Keys

  /// Whether the list has focus and waits for the contents of its folder.
  private var isWaiting: Bool { list.isFocused && listing == nil && !showsRecent }

  override func key(_ key: KeyEvent) -> Bool {
    switch (key.keysym, key.modifiers) {
    case (KeyCode.up, .alt): goUp()
    case (KeyCode.backspace, []) where list.isFocused: goUp()
    case (KeyCode.delete, []) where list.isFocused && removable != nil:
      if !key.isRepeat { onRemove() }
    case (KeyCode.tab, []) where path.isFocused: return complete()
    // Home and End move the caret of the fields.
    case (KeyCode.up, []), (KeyCode.down, []), (KeyCode.pageUp, []), (KeyCode.pageDown, []):
      return (path.isFocused || name.isFocused) && list.move(key)
    case (KeyCode.enter, []) where isWaiting, (0x21...0x7E, []) where isWaiting:
      earlyKeys.append(key)
    case (_, .control) where key.latin == 0x6C || key.latin == 0x4C:
      path.selectAll()
      context.overlay?.focus(path)
    default: return false
    }
    return true
  }

  // MARK: Layout

  override func size(within width: Int) -> (width: Int, height: Int) { (width, context.whole(400)) }

  override func layOut() {
    let (row, gap) = (context.whole(40), context.whole(8))
    let side = min(context.whole(150 * theme.textScale), frame.width / 4)
    let (left, right) = (frame.minX + side + gap, frame.maxX)
    var (top, bottom) = (frame.minY, frame.maxY)
    up.place(PixelRect(x: left, y: top, width: row, height: row))
    path.place(PixelRect(minX: left + row + gap / 2, minY: top, maxX: right, maxY: top + row))
    top += row + gap
    let said = notice.text.isEmpty ? 0 : notice.size(within: right - left).height + gap
    notice.place(PixelRect(minX: left, minY: bottom - said, maxX: right, maxY: bottom))
    bottom -= said
    if !name.isHidden {
      let label = nameLabel.size(within: right - left).width
      nameLabel.place(PixelRect(x: left, y: bottom - row, width: label, height: row))
      name.place(PixelRect(minX: left + label + gap, minY: bottom - row, maxX: right, maxY: bottom))
      bottom -= row + gap
    }
    list.place(PixelRect(minX: left, minY: top, maxX: right, maxY: max(top, bottom)))
    nothing.place(PixelRect(x: left, y: top, width: right - left, height: context.whole(60)))
    places.place(PixelRect(minX: frame.minX, minY: frame.minY, maxX: frame.minX + side, maxY: frame.maxY))
  }
}
