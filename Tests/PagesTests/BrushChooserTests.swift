import Document
import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import Storage
import Studio
import Testing

@testable import Library
@testable import Pages
@testable import Panels
@testable import Toolkit

/// The list of brushes.
@Suite struct BrushChooserTests {
  private static func state(absence: String? = nil) -> InterfaceState {
    var state = InterfaceState()
    state.brushes = ["airbrush", "brush-pen", "eraser", "own-brush", "pen"]
    state.catalogue.add(.init(name: "mine", path: "/m/mine.myb"))
    for name in ["2b_pencil", "ink", "smudge+paint"] {
      state.catalogue.add(.init(name: "classic/\(name)", path: "/p/\(name).myb"))
    }
    for number in 0..<40 { state.catalogue.add(.init(name: "deevad/b\(number)", path: "/p/b\(number).myb")) }
    state.paintAbsence = absence
    return state
  }

  private func open(_ state: InterfaceState = state()) throws -> (Screen, BrushTable) {
    let screen = try Screen(1024, 700)
    screen.overlay.show(state)
    screen.overlay.showBrushes()
    return (screen, try #require(screen.overlay.popups.last as? BrushChooser).table)
  }

  private func titles(_ table: BrushTable) -> [String] { (0..<table.list.rows.count).map(table.list.rows.title) }

  /// Fails if brushes or groups are missing, in another order, without a title, or the brush in use is
  /// not selected.
  @Test func groupsFollowFudesBrushes() throws {
    let (screen, table) = try open()
    #expect(
      Array(titles(table).prefix(12)) == [
        "Fude", "Pen", "Brush pen", "Airbrush", "Own brush", "MyPaint", "Mine", "MyPaint: Classic", "2B pencil", "Ink",
        "Smudge+paint", "MyPaint: Deevad",
      ])
    #expect(table.list.selected == 1 && screen.overlay.focused === table.field)
    #expect([0, 5, 7, 11].allSatisfy { !table.list.rows.isSelectable($0) })
    let rows = screen.overlay.accessibleTree(title: "").all.filter { $0.role == .listItem }
    #expect(rows.contains { $0.name == "2B pencil" })
  }

  /// Fails if the user's brushes are not together, a changed brush of Fude leaves its place, or a title that the user gives
  /// is not shown, found and spoken at once.
  @Test func theUsersBrushesHaveTheirTitles() throws {
    var state = Self.state()
    (state.userBrushFolder, state.userBrushes) = ("/m", ["own-brush", "pen"])
    let (screen, table) = try open(state)
    #expect(
      Array(titles(table).prefix(8)) == [
        "My brushes", "Own brush", "Mine", "Fude", "Pen", "Brush pen", "Airbrush", "MyPaint: Classic",
      ])
    _ = try screen.isDrawnWhole()
    state.settings.brushes["mine"] = .init(title: "鉛筆 2B")
    screen.overlay.show(state)
    #expect(titles(table).contains("鉛筆 2B") && !titles(table).contains("Mine"))
    #expect(try screen.isDrawnWhole(within: 2))
    let rows = screen.overlay.accessibleTree(title: "").all
    #expect(rows.contains { $0.name == "鉛筆 2B" })
    _ = screen.overlay.handle(.text("鉛"))
    #expect(titles(table) == ["My brushes", "鉛筆 2B"])
  }

  /// Fails if arrow keys or Enter in the field do not choose, or the field does not filter by titles and
  /// groups.
  @Test func keysChooseAndFilter() throws {
    var (screen, table) = try open()
    for _ in 0..<4 { _ = screen.key(KeyCode.down) }
    #expect(screen.key(KeyCode.enter).effects == [.brushes(.choose("mine"))] && !screen.overlay.hasPopup)
    (screen, table) = try open()
    screen.type("2B pen")
    #expect(titles(table) == ["MyPaint: Classic", "2B pencil"] && table.list.selected == 1)
    #expect(screen.key(KeyCode.enter).effects == [.brushes(.choose("classic/2b_pencil"))])
    (screen, table) = try open()
    screen.type("classic")
    #expect(titles(table).count == 4)
    screen.type("xx")
    #expect(titles(table).isEmpty && screen.key(KeyCode.enter).effects.isEmpty && screen.overlay.hasPopup)
    _ = screen.key(KeyCode.escape)
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if Enter chooses a recent brush, or one further up, instead of the one that was named.
  @Test(arguments: ["bristle", "BRISTLE ", "bristle_1"]) func theNamedBrushComesFirst(_ text: String) throws {
    var state = Self.state()
    for name in ["bristle_1_blender", "bristle_1"] { state.catalogue.add(.init(name: "x/\(name)", path: "/x/\(name)")) }
    state.catalogue.add(.init(name: "y/bristle", path: "/y/bristle"))
    state.recentBrushes = ["x/bristle_1_blender", "pen"]
    state.settings.brushes["y/bristle"] = .init(title: "Bristle")
    let (screen, table) = try open(state)
    screen.type(text)
    #expect(titles(table)[1] == (text == "bristle_1" ? "Bristle 1" : "Bristle"))
    let chosen = text == "bristle_1" ? "x/bristle_1" : "y/bristle"
    #expect(screen.key(KeyCode.enter).effects == [.brushes(.choose(chosen))])
  }

  /// Fails if a press does not choose, a drag chooses instead of scrolling, or the list is not a popup.
  @Test func pressesChooseAndDragsScroll() throws {
    var (screen, table) = try open()
    #expect(screen.click(Rect(table.list.frame(of: 9)).center) == [.brushes(.choose("classic/ink"))])
    (screen, table) = try open()
    let start = Rect(table.list.frame(of: 12)).center
    let before = table.list.frame(of: 12)
    var effects = screen.pointer(.down, start).effects
    effects += screen.pointer(.drag, start - Vector(0, 60)).effects
    effects += screen.pointer(.drag, start - Vector(0, 120)).effects
    effects += screen.pointer(.up(.lifted), start - Vector(0, 120)).effects
    #expect(effects.isEmpty && screen.overlay.hasPopup && table.list.frame(of: 12).minY == before.minY - 60)
    #expect(screen.overlay.areBrushesShown)
    screen.overlay.showBrushes()
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if brushes that are found later are missing, or the selection or the search is lost by that.
  @Test func theListGrows() throws {
    var state = Self.state()
    let whole = state.catalogue
    state.catalogue = BrushCatalogue()
    let (screen, table) = try open(state)
    #expect(titles(table).count == 5)
    _ = screen.key(KeyCode.down)
    state.catalogue = whole
    screen.overlay.show(state)
    #expect(titles(table).count > 40 && table.list.selected == 2)
    screen.type("smudge")
    state.catalogue.add(.init(name: "new/smudge", path: "/s.myb"))
    screen.overlay.show(state)
    #expect(titles(table) == ["MyPaint: New", "Smudge", "MyPaint: Classic", "Smudge+paint"])
  }

  /// Fails if nothing says what is missing, it is said for each group or for Fude's brushes, or a grey brush
  /// cannot be chosen, which says why.
  @Test func brushesWithoutALibraryAreGrey() throws {
    let (screen, table) = try open(Self.state(absence: "They need the package x"))
    #expect(titles(table).filter { $0 == "They need the package x" }.count == 1)
    #expect(Array(titles(table)[5...6]) == ["MyPaint", "They need the package x"])
    screen.type("classic")
    #expect(Array(titles(table).prefix(2)) == ["MyPaint: Classic", "They need the package x"])
    #expect(screen.key(KeyCode.enter).effects == [.brushes(.choose("classic/2b_pencil"))])
  }

  /// Fails if the pen's button does not offer the list, or is not lit while a brush without a button of
  /// its own is in use.
  @Test func thePensButtonOffersTheList() throws {
    let screen = try Screen(1024, 700)
    var state = Self.state()
    screen.overlay.show(state)
    let button = try #require(screen.overlay.tools.buttons.first)
    #expect(button.isChosen && screen.click(Rect(button.frame).center).isEmpty)
    let flyout = try #require(screen.overlay.popups.last as? ToolFlyout)
    let last = try #require(flyout.children.last)
    #expect(screen.click(Rect(last.frame).center, at: 2) == [.perform(.brushes)])
    state.brush = "classic/ink"
    screen.overlay.show(state)
    #expect(button.isChosen && button.item.choice == .allBrushes)
    #expect(screen.overlay.tools.buttons.filter(\.isChosen).count == 1)
    state.tool = .fill
    screen.overlay.show(state)
    #expect(!button.isChosen && screen.click(Rect(button.frame).center, at: 4) == [.perform(.brushes)])
  }

  // MARK: Favourites, recent brushes, tags

  private static func shelved() -> InterfaceState {
    var state = state()
    for name in ["classic/ink", "gone", "pen"] { state.settings.shelf.setFavourite(name, true) }
    state.settings.shelf.setTag("Sketch", on: "classic/2b_pencil", true)
    state.recentBrushes = ["pen", "mine"]
    return state
  }

  private func shelf(_ effects: [Overlay.Effect]) -> BrushShelf? {
    if case .changeSettings(let settings) = effects.first { settings.shelf } else { nil }
  }

  private func row(_ table: BrushTable, _ number: Int) throws -> BrushRow {
    try #require(
      table.list.visibleRows.compactMap { $0 as? BrushRow }.first { $0.frame == table.list.frame(of: number) })
  }

  /// Fails if favourites, recent brushes or tags are missing, in another order, or have brushes whose
  /// files are gone; or if a search names a brush twice or does not look at tags.
  @Test func whatTheUserHasNotedComesFirst() throws {
    let (screen, table) = try open(Self.shelved())
    #expect(
      Array(titles(table).prefix(10)) == [
        "Favourites", "Ink", "Pen", "Recent", "Pen", "Mine", "Sketch", "2B pencil", "Fude", "Pen",
      ])
    screen.type("sketch")
    #expect(titles(table) == ["Sketch", "2B pencil"])
    for _ in 0..<6 { _ = screen.key(KeyCode.backspace) }
    screen.type("ink")
    #expect(titles(table) == ["Favourites", "Ink"])
  }

  /// Fails if a section cannot be shown alone, or another list does not begin with it.
  @Test func oneSectionIsShownAlone() throws {
    var (screen, table) = try open(Self.shelved())
    #expect(Array(table.chooser.options.prefix(5)) == ["All", "Favourites", "Recent", "Sketch", "Fude"])
    #expect(table.posted { table.chooser.onChoose(1) }.isEmpty && titles(table) == ["Favourites", "Ink", "Pen"])
    #expect(table.chooser.chosen == 1)
    _ = screen.key(KeyCode.escape)
    screen.overlay.showBrushes()
    table = try #require(screen.overlay.popups.last as? BrushChooser).table
    #expect(titles(table) == ["Favourites", "Ink", "Pen"])
    // Without favourites all are shown.
    screen.overlay.show(Self.state())
    #expect(titles(table).first == "Fude" && table.chooser.chosen == 0)
  }

  /// Fails if the star does not add and remove a favourite, or the rows below move under the pen.
  @Test func theStarAddsAFavourite() throws {
    var state = Self.state()
    let (screen, table) = try open(state)
    let place = Rect(try row(table, 3).children[0].frame).center
    let added = try #require(shelf(screen.click(place)))
    #expect(added.favourites == ["airbrush"] && screen.overlay.hasPopup)
    let before = table.list.frame(of: 3)
    state.settings.shelf = added
    screen.overlay.show(state)
    // Two rows are new above it.
    #expect(table.list.frame(of: 5) == before && titles(table)[5] == "Airbrush")
    let removed = try #require(shelf(screen.click(place, at: 2)))
    #expect(removed.favourites.isEmpty)
  }

  /// Fails if the list jumps to the brush in use when a star is pressed. Changed settings repeat the
  /// window's layout.
  @Test func theListStaysWhereItIs() throws {
    var state = Self.state()
    let (screen, table) = try open(state)
    table.list.scroll(to: 900)
    let before = try #require(table.list.visibleRows.compactMap { $0 as? BrushRow }.dropFirst(2).first)
    let (name, frame) = (before.name, before.frame)
    state.settings.shelf = try #require(shelf(screen.click(Rect(before.button(.star).frame).center)))
    #expect(state.settings.shelf.favourites == [name])
    screen.overlay.resize(width: 1024, height: 700)
    screen.overlay.show(state)
    let after = table.list.visibleRows.compactMap { $0 as? BrushRow }.first { $0.name == name }
    #expect(after?.frame == frame)
  }

  /// Fails if the keyboard loses its place when the rows are replaced, or screen readers do not say
  /// which brush a button belongs to, which is in use and which is a favourite.
  @Test func theKeyboardKeepsItsPlace() throws {
    var state = Self.state()
    let (screen, table) = try open(state)
    screen.overlay.focus(try row(table, 3).button(.star))
    state.settings.shelf = try #require(shelf(screen.key(KeyCode.space).effects))
    screen.overlay.show(state)
    let focused = try #require(screen.overlay.focused as? Button)
    #expect(focused.subject == "Airbrush" && focused.title == "Remove from the favourites")
    let nodes = screen.overlay.accessibleTree(title: "").all
    #expect(nodes.contains { $0.name == "Add to the favourites" && $0.description == "Pen" })
    #expect(nodes.contains { $0.role == .listItem && $0.name == "Pen" && $0.description == "In use" })
    #expect(nodes.contains { $0.role == .listItem && $0.name == "Airbrush" && $0.description == "Favourite" })
    // The brush is gone: the list keeps the keyboard.
    state.brushes.removeAll { $0 == "airbrush" }
    screen.overlay.show(state)
    #expect(screen.overlay.focused === table.list)
  }

  /// Fails if the menu of a brush does not open by button, right button and key, or does not move
  /// favourites and set tags.
  @Test func theMenuMovesFavouritesAndSetsTags() throws {
    let (screen, table) = try open(Self.shelved())
    let star = try row(table, 1)
    _ = screen.pointer(.down, Rect(star.children[1].frame).center)
    _ = screen.pointer(.up(.lifted), Rect(star.children[1].frame).center)
    #expect(screen.overlay.popups.last is Menu)
    _ = screen.key(KeyCode.escape)
    _ = screen.key(KeyCode.menu)
    #expect(screen.overlay.popups.last is Menu)
    let entries = BrushMenu.entries(for: "classic/ink", table.context)
    func act(_ title: String, _ entries: [MenuEntry]) throws -> BrushShelf? {
      guard case .item(let action) = try #require(entries.first { $0.title == title }).kind else { return nil }
      return shelf(table.posted(action))
    }
    #expect(entries.first { $0.title == "Move up" }?.isEnabled == false)
    #expect(try act("Move down", entries)?.favourites == ["gone", "classic/ink", "pen"])
    #expect(try act("Favourite", entries)?.favourites == ["gone", "pen"])
    #expect(try act("Sketch", entries)?.tags(of: "classic/ink") == ["Sketch"])
    #expect(
      try act("Sketch", BrushMenu.entries(for: "classic/2b_pencil", table.context))?.tags.isEmpty == true)
  }

  /// Fails if pictures of hidden brushes are wanted, those that are there are wanted again, or one
  /// that cannot be drawn is asked for forever.
  @Test func onlyVisibleBrushesAreDrawn() throws {
    let (screen, table) = try open()
    let wanted = screen.overlay.wantedBrushPictures
    #expect(wanted.first?.brush == "pen" && (8..<20).contains(wanted.count))
    #expect(!wanted.contains { $0.brush == "deevad/b39" })
    let first = try #require(wanted.first)
    let pixels = try #require(first.render(Brush()))
    #expect(pixels.count == first.width * first.height && Set(pixels).count > 10)
    screen.overlay.show(first, pixels: pixels)
    screen.overlay.show(wanted[1], pixels: nil)
    #expect(screen.overlay.wantedBrushPictures == Array(wanted.dropFirst(2)))
    table.list.scroll(to: 1e6)
    #expect(screen.overlay.wantedBrushPictures.contains { $0.brush == "deevad/b39" })
    _ = screen.key(KeyCode.escape)
    #expect(screen.overlay.wantedBrushPictures.isEmpty)
    let grey = try open(Self.state(absence: "x")).0
    #expect(!grey.overlay.wantedBrushPictures.contains { $0.brush == "mine" })
  }

  /// Fails if pictures fill the memory, or those that were shown last are dropped.
  @Test func oldPicturesAreDropped() throws {
    let pictures = BrushPictures()
    func picture(_ number: Int) -> BrushPicture {
      BrushPicture(brush: "b\(number)", width: 2, height: 1, ink: 0, paper: 0)
    }
    for number in 0..<300 {
      pictures.keep(picture(number), pixels: [0, 1])
      #expect(pictures.surface(picture(0)) != nil)
    }
    #expect(pictures.count == BrushPictures.most && pictures.has(picture(299)) && !pictures.has(picture(100)))
    // A stale one is shown until it is drawn again.
    pictures.expire()
    #expect(!pictures.has(picture(299)) && pictures.surface(picture(299)) != nil)
    // A wrong number of pixels shows nothing.
    pictures.keep(picture(5), pixels: [1])
    #expect(pictures.has(picture(5)) && pictures.surface(picture(5)) == nil)
  }

  /// Fails if favourites do not lead the pop-up palette in their order, one that is gone is there, or
  /// those without an icon get no picture.
  @Test func favouritesLeadThePopUpPalette() throws {
    let screen = try Screen(1024, 700)
    screen.overlay.show(Self.shelved())
    screen.overlay.showPopUpPalette(at: Point(500, 350), heldBy: nil)
    let palette = try #require(screen.overlay.popups.last as? PopUpPalette)
    #expect(
      palette.items.prefix(4).map(\.content) == [
        .brush("classic/ink"), .brush("pen"), .brush("brush-pen"), .brush("airbrush"),
      ])
    let wanted = screen.overlay.wantedBrushPictures
    #expect(wanted.map(\.brush) == ["classic/ink", "own-brush"] && wanted.allSatisfy { $0.width == $0.height })
    for picture in wanted { screen.overlay.show(picture, pixels: nil) }
    #expect(screen.overlay.wantedBrushPictures.isEmpty)
  }
}
