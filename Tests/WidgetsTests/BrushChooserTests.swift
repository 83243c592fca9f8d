import Document
import Geometry
import Input
import Paint
import Studio
import Testing

@testable import Widgets

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

  /// Fails if arrow keys or Enter in the field do not choose, or the field does not filter by titles and
  /// groups.
  @Test func keysChooseAndFilter() throws {
    var (screen, table) = try open()
    for _ in 0..<4 { _ = screen.key(KeyCode.down) }
    #expect(screen.key(KeyCode.enter).effects == [.chooseBrush("mine")] && !screen.overlay.hasPopup)
    (screen, table) = try open()
    screen.type("2B pen")
    #expect(titles(table) == ["MyPaint: Classic", "2B pencil"] && table.list.selected == 1)
    #expect(screen.key(KeyCode.enter).effects == [.chooseBrush("classic/2b_pencil")])
    (screen, table) = try open()
    screen.type("classic")
    #expect(titles(table).count == 4)
    screen.type("xx")
    #expect(titles(table).isEmpty && screen.key(KeyCode.enter).effects.isEmpty && screen.overlay.hasPopup)
    _ = screen.key(KeyCode.escape)
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if a press does not choose, a drag chooses instead of scrolling, or the list is not a popup.
  @Test func pressesChooseAndDragsScroll() throws {
    var (screen, table) = try open()
    #expect(screen.click(Rect(table.list.frame(of: 9)).center) == [.chooseBrush("classic/ink")])
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
    #expect(titles(table) == ["MyPaint: Classic", "Smudge+paint", "MyPaint: New", "Smudge"])
  }

  /// Fails if nothing says what is missing, it is said for each group or for Fude's brushes, or a grey brush
  /// cannot be chosen, which says why.
  @Test func brushesWithoutALibraryAreGrey() throws {
    let (screen, table) = try open(Self.state(absence: "They need the package x"))
    #expect(titles(table).filter { $0 == "They need the package x" }.count == 1)
    #expect(Array(titles(table)[5...6]) == ["MyPaint", "They need the package x"])
    screen.type("classic")
    #expect(Array(titles(table).prefix(2)) == ["MyPaint: Classic", "They need the package x"])
    #expect(screen.key(KeyCode.enter).effects == [.chooseBrush("classic/2b_pencil")])
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
}
