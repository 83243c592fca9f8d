import Geometry
import Input
import InterfaceSupport
import Studio
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct MenuTests {
  private struct Fixture {
    let screen: Screen
    let button: Button

    init(_ entries: (WidgetContext) -> [MenuEntry]) throws {
      screen = try Screen()
      let entries = entries(screen.overlay.context)
      let button = Button(screen.overlay.context)
      self.button = button
      button.face = .icon(.menu)
      button.actsOnPress = true
      button.onPress = { [unowned overlay = screen.overlay] in
        overlay.open(menu: entries, from: button)
      }
      screen.open([button])
    }

    var menus: [MenuRows] { screen.overlay.popups.compactMap { ($0 as? Menu)?.list } }
    var at: Point { Rect(button.frame).center }
    func row(_ row: Int, of menu: Int = 0) -> Point { Rect(menus[menu].frame(of: row)).center }
  }

  /// Fails if Quit is scrolled away in a window of 800 px, or commands are missing in the menu.
  @Test func theMainMenuFits() throws {
    let screen = try Screen(1280, 740)
    screen.overlay.showMenu()
    let menu = try #require(screen.overlay.popups.last as? Menu)
    let last = try #require(menu.list.entries.indices.last)
    #expect(menu.list.entries[last].title == Action.quit.title)
    #expect(menu.list.frame(of: last).maxY <= menu.frame.maxY && menu.frame.maxY <= 740)
    func all(_ entries: [MenuEntry]) -> [String] { entries.flatMap { [$0.title] + all($0.submenu ?? []) } }
    let titles = Set(all(menu.list.entries).map { $0.filter { $0 != "…" } })
    for action in Action.all where ![.menu, .cancel, .apply].contains(action) {
      #expect(titles.contains(action.title), "\(action)")
    }
  }

  private static func entries(_ context: WidgetContext) -> [MenuEntry] {
    [
      .heading("Things"),
      .item("Apple", key: "A") { context.post(.setSize(1)) },
      .item("Avocado", isEnabled: false) { context.post(.setSize(2)) },
      .separator,
      .submenu(
        "Berries", [.item("Cranberry") { context.post(.setSize(3)) }, .item("Blueberry") { context.post(.setSize(4)) }]),
      .item("Apricot") { context.post(.setSize(5)) },
      .item("Zebra") { context.post(.setSize(6)) },
    ]
  }

  /// Fails if press-drag-release does not choose, or a release at the start chooses or closes.
  @Test("press, drag and release choose a row; a short press leaves the menu open")
  func pressDragRelease() throws {
    let fixture = try Fixture(Self.entries)
    _ = fixture.screen.pointer(.down, fixture.at)
    _ = fixture.screen.pointer(.drag, fixture.row(1))
    #expect(fixture.screen.pointer(.up(.lifted), fixture.row(1)).effects == [.setSize(1)])
    #expect(fixture.menus.isEmpty)
    #expect(fixture.screen.click(fixture.at, at: 3).isEmpty)
    #expect(fixture.menus.count == 1)
    #expect(fixture.screen.click(fixture.row(5), at: 5) == [.setSize(5)])
    #expect(fixture.menus.isEmpty && fixture.screen.overlay.popups.count == 1)
  }

  /// Fails if a touch that began in the menu cannot choose in a submenu.
  @Test("a touch continues from a menu into its submenu")
  func submenuByTouch() throws {
    let fixture = try Fixture(Self.entries)
    _ = fixture.screen.pointer(.down, fixture.at)
    _ = fixture.screen.pointer(.drag, fixture.row(4))
    #expect(fixture.menus.count == 2)
    _ = fixture.screen.pointer(.drag, fixture.row(1, of: 1))
    #expect(fixture.menus[1].current == 1)
    #expect(fixture.screen.pointer(.up(.lifted), fixture.row(1, of: 1)).effects == [.setSize(4)])
    #expect(fixture.menus.isEmpty)
  }

  /// Fails if headings, separators or disabled rows can be highlighted or chosen, or a release
  /// outside chooses.
  @Test("headings, separators and disabled rows do nothing, nor does a release outside")
  func inert() throws {
    let fixture = try Fixture(Self.entries)
    _ = fixture.screen.click(fixture.at)
    for row in [0, 2, 3] {
      #expect(fixture.screen.click(fixture.row(row), at: Double(row)).isEmpty)
      #expect(fixture.menus.count == 1 && fixture.menus[0].current == nil)
    }
    _ = fixture.screen.pointer(.down, fixture.row(1))
    #expect(fixture.screen.pointer(.up(.lifted), Point(2, 2)).effects.isEmpty)
  }

  /// Fails if a press outside of a menu does more than close it.
  @Test("a press outside closes all menus and does nothing else")
  func outside() throws {
    let screen = try Screen()
    screen.overlay.open(menu: Self.entries(screen.overlay.context), at: Point(100, 20))
    let down = screen.pointer(.down, Point(600, 400))
    #expect(down.isConsumed && down.effects.isEmpty && !screen.overlay.hasPopup)
    #expect(screen.pointer(.drag, Point(500, 400)).isConsumed)
    _ = screen.pointer(.up(.lifted), Point(500, 400))
    #expect(!screen.pointer(.down, Point(600, 200)).isConsumed)
  }

  /// Fails if keys highlight an unselectable row, do not wrap around, or Enter, Right, Left and
  /// Escape have other effects.
  @Test("Up and Down wrap around, Enter chooses, Right and Left enter and leave submenus, Escape closes")
  func keys() throws {
    let fixture = try Fixture(Self.entries)
    _ = fixture.screen.click(fixture.at)
    for row in [1, 4, 5, 6, 1] {
      _ = fixture.screen.key(KeyCode.down)
      #expect(fixture.menus[0].current == row)
    }
    _ = fixture.screen.key(KeyCode.up)
    #expect(fixture.menus[0].current == 6)
    _ = fixture.screen.key(KeyCode.home)
    _ = fixture.screen.key(KeyCode.down)
    _ = fixture.screen.key(KeyCode.right)
    #expect(fixture.menus.count == 2 && fixture.menus[1].current == 0)
    _ = fixture.screen.key(KeyCode.left)
    #expect(fixture.menus.count == 1 && fixture.menus[0].current == 4)
    _ = fixture.screen.key(KeyCode.enter)
    _ = fixture.screen.key(KeyCode.down)
    #expect(fixture.screen.key(KeyCode.enter).effects == [.setSize(4)])
    #expect(fixture.menus.isEmpty)
    _ = fixture.screen.click(fixture.at, at: 5)
    #expect(fixture.screen.key(0x67).isConsumed)
    _ = fixture.screen.key(KeyCode.escape)
    #expect(fixture.menus.isEmpty && fixture.screen.overlay.popups.count == 1)
  }

  /// Fails if a first letter does not find its row, or chooses among several.
  @Test("a letter chooses the only row that begins with it, and highlights the next of several")
  func mnemonics() throws {
    let fixture = try Fixture(Self.entries)
    _ = fixture.screen.click(fixture.at)
    #expect(fixture.screen.type("a").isEmpty)
    #expect(fixture.menus[0].current == 1)
    _ = fixture.screen.type("a")
    #expect(fixture.menus[0].current == 5)
    _ = fixture.screen.type("b")
    #expect(fixture.menus.count == 2)
    #expect(fixture.screen.type("c") == [.setSize(3)])
    _ = fixture.screen.click(fixture.at, at: 5)
    #expect(fixture.screen.type("z") == [.setSize(6)])
  }

  /// Fails if a later letter of a title chooses another row that begins with it.
  @Test("letters that follow each other belong together")
  func beginnings() throws {
    let titles = ["Multiply", "Mask", "Lighten", "Normal"]
    let fixture = try Fixture { context in
      titles.enumerated().map { at, title in .item(title) { context.post(.setSize(Double(at))) } }
    }
    _ = fixture.screen.click(fixture.at)
    for (index, letter) in ["m", "u", "l"].enumerated() {
      #expect(fixture.screen.type(letter, at: 5 + 0.2 * Double(index)).isEmpty)
    }
    #expect(fixture.menus.first?.current == 0)
    #expect(fixture.screen.type("l", at: 9) == [.setSize(2)])
  }

  /// Fails if moving to the submenu across other rows closes it.
  @Test("the straight path to a submenu may cross other rows")
  func aim() throws {
    let fixture = try Fixture(Self.entries)
    _ = fixture.screen.click(fixture.at)
    let start = Point(Double(fixture.menus[0].frame.minX + 5), fixture.row(4).y)
    _ = fixture.screen.pointer(.hover, start)
    #expect(fixture.menus.count == 2)
    // Towards the second row of the submenu, over the row below.
    let goal = fixture.row(1, of: 1)
    let edge = start.lerp(to: goal, (Double(fixture.menus[0].frame.maxX - 1) - start.x) / (goal.x - start.x))
    #expect(edge.y > Double(fixture.menus[0].frame(of: 4).maxY))
    for i in 1...12 { _ = fixture.screen.pointer(.hover, start.lerp(to: goal, Double(i) / 12)) }
    #expect(fixture.menus.count == 2 && fixture.menus[1].current == 1)
    // A movement in another direction leaves the row.
    _ = fixture.screen.pointer(.hover, fixture.row(4))
    _ = fixture.screen.pointer(.hover, fixture.row(5) + Vector(-30, 0))
    #expect(fixture.menus.count == 1 && fixture.menus[0].current == 5)
  }

  /// Fails if the bar of a menu that is taller than the window leaves less room for its texts.
  @Test func theBarHasRoomOfItsOwn() throws {
    let screen = try Screen()
    func menu(_ count: Int) -> Menu {
      let entries = (0..<count).map { MenuEntry.item("A row with a long text \($0)") {} }
      return screen.overlay.open(menu: entries, at: Point(10, 10))
    }
    let short = menu(10)
    let room = short.list.frame(of: 9).width
    let long = menu(40)
    #expect(long.list.frame(of: 9).width >= room && long.frame.width > short.frame.width)
  }

  /// Fails if the end of a menu taller than the window cannot be reached.
  @Test("a menu taller than the window scrolls by keys and wheel")
  func tall() throws {
    let screen = try Screen()
    let context = screen.overlay.context
    let entries = (0..<40).map { i in MenuEntry.item("Row \(i)") { context.post(.setSize(Double(i))) } }
    let menu = screen.overlay.open(menu: entries, at: Point(10, 10))
    #expect(screen.bounds.contains(menu.frame))
    _ = screen.key(KeyCode.up)
    #expect(menu.list.current == 39 && menu.list.frame.contains(menu.list.frame(of: 39)))
    _ = screen.scroll(-100, Rect(menu.frame).center)
    #expect(screen.click(Rect(menu.list.frame(of: 2)).center) == [.setSize(2)])
  }

  /// Fails if the main menu lacks an action, shows a wrong key or state, or opens twice.
  @Test("the main menu has every action once, with its key")
  func main() throws {
    let screen = try Screen(1024, 700)
    var state = InterfaceState()
    state.redoCount = 1
    state.settings.keys.set([Keystroke(keysym: 0x75)], for: .undo)
    screen.overlay.show(state)
    screen.overlay.showMenu()
    let rows = try #require(screen.overlay.popups.last as? Menu).list
    func leaves(_ entries: [MenuEntry]) -> [MenuEntry] { entries.flatMap { $0.submenu.map(leaves) ?? [$0] } }
    let all = leaves(rows.entries).filter { !$0.title.isEmpty && $0.title != "No recent files" }
    let left: Set<Action> = [.menu, .cancel, .apply]
    #expect(
      Set(all.map { $0.title.filter { $0 != "…" } }) == Set(Action.all.filter { !left.contains($0) }.map(\.title)))
    let titles = Set(all.map(\.title))
    #expect(titles.isSuperset(of: ["Open…", "Settings…", "Pen doctor…", "Save", "Undo"]))
    #expect(all.count == Action.all.count - left.count)
    let undo = try #require(all.first { $0.title == "Undo" })
    #expect(undo.key == "U" && !undo.isEnabled)
    #expect(all.first { $0.title == "Redo" }?.isEnabled == true)
    screen.overlay.showMenu()
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if a menu stays open after a change of the window's size, or a page is outside of the
  /// window.
  @Test("a change of the window's size closes menus and moves pages inside")
  func resizing() throws {
    let screen = try Screen(1024, 700)
    let page = screen.openDialog()
    screen.overlay.open(menu: Self.entries(screen.overlay.context), at: Point(10, 10))
    _ = screen.resize(width: 500, height: 400)
    #expect(screen.overlay.popups.count == 1)
    #expect(PixelRect(x: 0, y: 0, width: 500, height: 400).contains(page.frame))
    _ = screen.resize(width: 1024, height: 700, theme: Theme(scale: 2))
    #expect(PixelRect(x: 0, y: 0, width: 1024, height: 700).contains(page.frame))
  }
}
