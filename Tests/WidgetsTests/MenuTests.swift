import Geometry
import Input
import Studio
import Testing

@testable import Widgets

/// Menus, by pointer and keys.
@Suite struct MenuTests {
  private struct Stage {
    let screen: Screen
    let button: Button

    init(_ entries: [MenuEntry]) throws {
      screen = try Screen()
      let button = Button(screen.overlay.context)
      self.button = button
      button.face = .icon(.menu)
      button.actsOnPress = true
      button.onPress = { [unowned overlay = screen.overlay] in
        overlay.open(menu: entries, from: button)
        return []
      }
      screen.open([button])
    }

    var menus: [MenuRows] { screen.overlay.popups.compactMap { ($0 as? Menu)?.list } }
    var at: Point { Rect(button.frame).center }
    func row(_ row: Int, of menu: Int = 0) -> Point { Rect(menus[menu].frame(of: row)).center }
  }

  private static func entries() -> [MenuEntry] {
    [
      .heading("Things"),
      .item("Apple", key: "A") { [.setSize(1)] },
      .item("Avocado", isEnabled: false) { [.setSize(2)] },
      .separator,
      .submenu("Berries", [.item("Cranberry") { [.setSize(3)] }, .item("Blueberry") { [.setSize(4)] }]),
      .item("Apricot") { [.setSize(5)] },
      .item("Zebra") { [.setSize(6)] },
    ]
  }

  /// Breaks if press-drag-release does not choose, or lifting where it began chooses or closes.
  @Test("one press may open, drag through and choose; a short one leaves the menu open")
  func pressDragRelease() throws {
    let stage = try Stage(Self.entries())
    _ = stage.screen.pointer(.down, stage.at)
    _ = stage.screen.pointer(.drag, stage.row(1))
    #expect(stage.screen.pointer(.up(.lifted), stage.row(1)).effects == [.setSize(1)])
    #expect(stage.menus.isEmpty)
    #expect(stage.screen.click(stage.at, at: 3).isEmpty)
    #expect(stage.menus.count == 1)
    #expect(stage.screen.click(stage.row(5), at: 5) == [.setSize(5)])
    #expect(stage.menus.isEmpty && stage.screen.overlay.popups.count == 1)
  }

  /// Breaks if a touch that began in the menu cannot choose in one that it opened.
  @Test("a touch goes on from a menu into the one beside it")
  func submenuByTouch() throws {
    let stage = try Stage(Self.entries())
    _ = stage.screen.pointer(.down, stage.at)
    _ = stage.screen.pointer(.drag, stage.row(4))
    #expect(stage.menus.count == 2)
    _ = stage.screen.pointer(.drag, stage.row(1, of: 1))
    #expect(stage.menus[1].current == 1)
    #expect(stage.screen.pointer(.up(.lifted), stage.row(1, of: 1)).effects == [.setSize(4)])
    #expect(stage.menus.isEmpty)
  }

  /// Breaks if headings, lines or disabled rows can be lit or do something, or a lift outside chooses.
  @Test("headings, lines and disabled rows do nothing; lifted outside nothing is chosen")
  func inert() throws {
    let stage = try Stage(Self.entries())
    _ = stage.screen.click(stage.at)
    for row in [0, 2, 3] {
      #expect(stage.screen.click(stage.row(row), at: Double(row)).isEmpty)
      #expect(stage.menus.count == 1 && stage.menus[0].current == nil)
    }
    _ = stage.screen.pointer(.down, stage.row(1))
    #expect(stage.screen.pointer(.up(.lifted), Point(2, 2)).effects.isEmpty)
  }

  /// Breaks if a press outside of a menu does more than close it.
  @Test("a press outside closes all menus and does nothing else")
  func outside() throws {
    let screen = try Screen()
    screen.overlay.open(menu: Self.entries(), at: Point(100, 20))
    let down = screen.pointer(.down, Point(600, 400))
    #expect(down.isConsumed && down.effects.isEmpty && !screen.overlay.hasPopup)
    #expect(screen.pointer(.drag, Point(500, 400)).isConsumed)
    _ = screen.pointer(.up(.lifted), Point(500, 400))
    #expect(!screen.pointer(.down, Point(600, 200)).isConsumed)
  }

  /// Breaks if keys light a row that cannot be, do not go round, or Enter, Right, Left and Escape do something else.
  @Test("up and down go round, Enter chooses, Right and Left enter and leave the menu beside, Escape closes")
  func keys() throws {
    let stage = try Stage(Self.entries())
    _ = stage.screen.click(stage.at)
    for row in [1, 4, 5, 6, 1] {
      _ = stage.screen.key(KeyCode.down)
      #expect(stage.menus[0].current == row)
    }
    _ = stage.screen.key(KeyCode.up)
    #expect(stage.menus[0].current == 6)
    _ = stage.screen.key(KeyCode.home)
    _ = stage.screen.key(KeyCode.down)
    _ = stage.screen.key(KeyCode.right)
    #expect(stage.menus.count == 2 && stage.menus[1].current == 0)
    _ = stage.screen.key(KeyCode.left)
    #expect(stage.menus.count == 1 && stage.menus[0].current == 4)
    _ = stage.screen.key(KeyCode.enter)
    _ = stage.screen.key(KeyCode.down)
    #expect(stage.screen.key(KeyCode.enter).effects == [.setSize(4)])
    #expect(stage.menus.isEmpty)
    _ = stage.screen.click(stage.at, at: 5)
    #expect(stage.screen.key(0x67).isConsumed)
    _ = stage.screen.key(KeyCode.escape)
    #expect(stage.menus.isEmpty && stage.screen.overlay.popups.count == 1)
  }

  /// Breaks if a first letter does not lead to its row, or chooses among several.
  @Test("a letter chooses the only row that begins with it, and lights the next of several")
  func mnemonics() throws {
    let stage = try Stage(Self.entries())
    _ = stage.screen.click(stage.at)
    #expect(stage.screen.type("a").isEmpty)
    #expect(stage.menus[0].current == 1)
    _ = stage.screen.type("a")
    #expect(stage.menus[0].current == 5)
    _ = stage.screen.type("b")
    #expect(stage.menus.count == 2)
    #expect(stage.screen.type("c") == [.setSize(3)])
    _ = stage.screen.click(stage.at, at: 5)
    #expect(stage.screen.type("z") == [.setSize(6)])
  }

  /// Breaks if the way to the menu beside, across other rows, closes it.
  @Test("the straight way into the menu beside may cross other rows")
  func aim() throws {
    let stage = try Stage(Self.entries())
    _ = stage.screen.click(stage.at)
    let start = Point(Double(stage.menus[0].frame.minX + 5), stage.row(4).y)
    _ = stage.screen.pointer(.hover, start)
    #expect(stage.menus.count == 2)
    // Towards the second row of the menu beside, over the row below.
    let goal = stage.row(1, of: 1)
    let edge = start.lerp(to: goal, (Double(stage.menus[0].frame.maxX - 1) - start.x) / (goal.x - start.x))
    #expect(edge.y > Double(stage.menus[0].frame(of: 4).maxY))
    for i in 1...12 { _ = stage.screen.pointer(.hover, start.lerp(to: goal, Double(i) / 12)) }
    #expect(stage.menus.count == 2 && stage.menus[1].current == 1)
    // Away from it, its row is left.
    _ = stage.screen.pointer(.hover, stage.row(4))
    _ = stage.screen.pointer(.hover, stage.row(5) + Vector(-30, 0))
    #expect(stage.menus.count == 1 && stage.menus[0].current == 5)
  }

  /// Breaks if a menu taller than the window cannot be reached to its end.
  @Test("a menu that is too tall scrolls with the keys and the wheel")
  func tall() throws {
    let screen = try Screen()
    let entries = (0..<40).map { i in MenuEntry.item("Row \(i)") { [.setSize(Double(i))] } }
    let menu = screen.overlay.open(menu: entries, at: Point(10, 10))
    #expect(screen.bounds.contains(menu.frame))
    _ = screen.key(KeyCode.up)
    #expect(menu.list.current == 39 && menu.list.frame.contains(menu.list.frame(of: 39)))
    _ = screen.scroll(-100, Rect(menu.frame).center)
    #expect(screen.click(Rect(menu.list.frame(of: 2)).center) == [.setSize(2)])
  }

  /// Breaks if the program's menu misses an action, shows a wrong key or state, or opens twice.
  @Test("the program's menu has every action once, with its key")
  func main() throws {
    let screen = try Screen(1024, 700)
    var state = InterfaceState()
    state.redoCount = 1
    state.settings.keys.set([Keystroke(keysym: 0x75)], for: .undo)
    screen.overlay.show(state)
    screen.overlay.showMenu()
    let rows = try #require(screen.overlay.popups.last as? Menu).list
    let all = rows.entries.flatMap { $0.submenu ?? [$0] }.filter { !$0.title.isEmpty && $0.title != "Nothing yet" }
    let left: Set<Action> = [.menu, .cancel, .apply]
    #expect(Set(all.map(\.title)) == Set(Action.allCases.filter { !left.contains($0) }.map(\.title)))
    #expect(all.count == Action.allCases.count - left.count)
    let undo = try #require(all.first { $0.title == "Undo" })
    #expect(undo.key == "U" && !undo.isEnabled)
    #expect(all.first { $0.title == "Redo" }?.isEnabled == true)
    screen.overlay.showMenu()
    #expect(!screen.overlay.hasPopup)
  }

  /// Breaks if a window that changes leaves a menu hanging in it, or a page outside of it.
  @Test("another size of the window closes menus and moves pages into it")
  func resizing() throws {
    let screen = try Screen(1024, 700)
    screen.overlay.showKeys()
    let page = try #require(screen.overlay.popups.first)
    screen.overlay.open(menu: Self.entries(), at: Point(10, 10))
    _ = screen.resize(width: 500, height: 400)
    #expect(screen.overlay.popups.count == 1)
    #expect(PixelRect(x: 0, y: 0, width: 500, height: 400).contains(page.frame))
    _ = screen.resize(width: 1024, height: 700, theme: Theme(scale: 2))
    #expect(PixelRect(x: 0, y: 0, width: 1024, height: 700).contains(page.frame))
  }
}
