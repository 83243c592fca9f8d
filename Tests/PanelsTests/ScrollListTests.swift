import Geometry
import Input
import InterfaceSupport
import Paint
import RandomSource
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct ScrollListTests {
  final class Recorder { var selected: [Int] = [], activated: [Int] = [] }

  private struct Fixture {
    let screen: Screen
    let list: ScrollList
    let recorder = Recorder()

    /// A list of `count` rows, every fifth a heading, 200 px high.
    init(_ count: Int) throws {
      screen = try Screen()
      list = ScrollList(screen.overlay.context)
      let context = screen.overlay.context
      list.rows = ScrollList.Rows(
        count: count, height: { $0 % 5 == 0 ? 30 : 40 }, make: { Label(context, "Row \($0)") },
        title: { ["", "apple", "apricot", "banana", "cherry"][$0 % 5] }, isSelectable: { $0 % 5 != 0 })
      list.onSelect = { [recorder] in
        recorder.selected.append($0)
      }
      list.onActivate = { [recorder] in
        recorder.activated.append($0)
      }
      screen.open([list])
      list.place(PixelRect(x: list.frame.minX, y: list.frame.minY, width: 250, height: 200))
    }

    func middle(_ row: Int) -> Point { Rect(list.frame(of: row)).center }
    func isSeen(_ row: Int) -> Bool { list.frame.contains(list.frame(of: row)) }
  }

  /// Fails if rows out of view are created, or visible rows are not.
  @Test("of a thousand rows only visible ones are created")
  func virtual() throws {
    let fixture = try Fixture(1000)
    #expect((5...7).contains(fixture.list.children.count))
    fixture.list.scroll(to: 12345)
    #expect((5...7).contains(fixture.list.children.count))
    #expect(fixture.list.children.allSatisfy { $0.frame.intersects(fixture.list.frame) })
    fixture.list.scroll(to: .infinity)
    #expect(fixture.list.model.offset == 12345)
    fixture.list.scroll(to: 1e9)
    #expect(fixture.list.frame(of: 999).maxY == fixture.list.frame.maxY)
  }

  /// Fails if the wheel, a drag on the rows or on the bar does not scroll, or a drag selects.
  @Test("the wheel, a drag and the bar scroll")
  func scrolling() throws {
    let fixture = try Fixture(50)
    let (screen, list) = (fixture.screen, fixture.list)
    _ = screen.scroll(1, fixture.middle(1))
    #expect(list.model.offset == 60)
    for _ in 0..<8 { _ = screen.scroll(0.125 / 8, fixture.middle(2)) }
    #expect((67...68).contains(list.model.offset))
    list.scroll(to: 0)
    let start = fixture.middle(3)
    _ = screen.pointer(.down, start)
    _ = screen.pointer(.drag, start + Vector(0, -5))
    #expect(list.model.offset == 0)
    _ = screen.pointer(.drag, start + Vector(0, -30))
    _ = screen.pointer(.drag, start + Vector(0, -80))
    #expect(list.model.offset == 50)
    _ = screen.pointer(.up(.lifted), start + Vector(0, -80))
    #expect(fixture.recorder.selected.isEmpty && list.selected == nil)
    // From the thumb to the track's end.
    let top = Point(Double(list.frame.maxX) - 5, Double(list.frame.minY) + 12)
    list.scroll(to: 0)
    _ = screen.pointer(.down, top)
    #expect(list.model.offset == 0)
    _ = screen.pointer(.drag, top + Vector(0, 400))
    #expect(list.model.offset == list.model.most)
    _ = screen.pointer(.up(.lifted), top)
    #expect(fixture.recorder.selected.isEmpty)
  }

  /// Fails if a press selects another row than the one under it, or a heading.
  @Test("a press selects the row at its release; headings cannot be selected")
  func pressing() throws {
    let fixture = try Fixture(50)
    fixture.screen.click(fixture.middle(2))
    fixture.screen.click(fixture.middle(0), at: 2)
    #expect(fixture.recorder.selected == [2] && fixture.recorder.activated.isEmpty)
    fixture.list.activatesAtOnce = true
    fixture.screen.click(fixture.middle(3), at: 4)
    #expect(fixture.recorder.selected == [2, 3] && fixture.recorder.activated == [3])
  }

  /// Fails if a key moves to a wrong row, or the selected row is not visible.
  @Test("keys move the selection, which stays visible")
  func keys() throws {
    let fixture = try Fixture(50)
    let screen = fixture.screen
    let steps: [(UInt32, Int)] = [
      (KeyCode.down, 1), (KeyCode.down, 2), (KeyCode.up, 1), (KeyCode.up, 1), (KeyCode.end, 49), (KeyCode.down, 49),
      (KeyCode.home, 1),
    ]
    for (key, row) in steps {
      _ = screen.key(key)
      #expect(fixture.list.selected == row && fixture.isSeen(row))
    }
    _ = screen.key(KeyCode.pageDown)
    let page = try #require(fixture.list.selected)
    #expect((4...6).contains(page) && fixture.isSeen(page))
    _ = screen.key(KeyCode.pageUp)
    #expect(fixture.list.selected == 1)
    _ = screen.key(KeyCode.enter)
    #expect(fixture.recorder.activated == [1])
  }

  /// Fails if letters do not select the row that begins with them, previous letters count after a
  /// second, or the time of the last frame counts instead of that of the keys.
  @Test("typed letters select a row; a repeated letter the next; after a second the search restarts")
  func typeAhead() throws {
    let fixture = try Fixture(50)
    let screen = fixture.screen
    screen.type("b", at: 10)
    #expect(fixture.list.selected == 3)
    screen.type("a", at: 13)
    _ = screen.tick(3)
    screen.type("pr", at: 13.2)
    #expect(fixture.list.selected == 7)
    screen.type("c", at: 16)
    screen.type("c", at: 16.5)
    #expect(fixture.list.selected == 14)
    screen.type("q", at: 17)
    #expect(fixture.list.selected == 14)
    screen.type("b", at: 17.1)
    #expect(fixture.list.selected == 18, "where none begins with all letters, the last counts alone")
  }

  /// Fails if a reload with fewer rows leaves an invalid selection or offset.
  @Test("with fewer rows, the selection and the offset stay valid")
  func reload() throws {
    let fixture = try Fixture(50)
    _ = fixture.screen.key(KeyCode.end)
    fixture.list.rows.count = 3
    #expect(fixture.list.selected == nil && fixture.list.model.offset == 0 && fixture.list.children.count == 3)
    fixture.list.rows.count = 0
    #expect(fixture.screen.key(KeyCode.down).isConsumed)
    #expect(fixture.list.selected == nil)
  }

  /// Fails if an offset leaves the content, the thumb leaves its track, or a revealed part is not
  /// visible.
  @Test("the scroll position stays valid", arguments: 0..<6)
  func model(_ seed: Int) {
    var rng = RandomSource(seed)
    var model = ScrollModel()
    for _ in 0..<300 {
      switch rng.roll(0...3) {
      case 0: model.resize(content: rng.roll(-5...3000), window: rng.roll(-5...500))
      case 1: model.scroll(to: rng.roll(-100...4000.0))
      case 2:
        let start = rng.roll(0...max(0, model.content))
        let end = min(model.content, start + rng.roll(0...80))
        model.reveal(start, end)
        if end - start <= model.window, end > start {
          #expect(start >= model.offset && end <= model.offset + model.window)
        }
      default:
        let length = rng.roll(0...400)
        let thumb = model.thumb(on: length, least: 30)
        #expect(thumb.start >= 0 && thumb.length <= max(0, length) && thumb.start + thumb.length <= max(0, length))
        let back = model.offset(forThumbAt: Double(thumb.start), on: length, least: 30)
        if model.isNeeded, length > 60 {
          #expect(abs(back - Double(model.offset)) <= Double(model.most) / Double(max(1, length - thumb.length)) + 1)
        }
      }
      #expect((0...model.most).contains(model.offset))
    }
  }

  /// Fails if Tab focuses a control out of view without scrolling to it.
  @Test("a focused control is scrolled into view")
  func reveals() throws {
    let screen = try Screen()
    let context = screen.overlay.context
    let buttons = (0..<20).map { i in
      let button = Button(context)
      button.face = .text("Button \(i)")
      return button
    }
    let area = ScrollArea(context, Stack(context, .down, buttons))
    screen.open([area])
    area.place(PixelRect(x: area.frame.minX, y: 100, width: 200, height: 150))
    for _ in 0..<10 { _ = screen.key(KeyCode.tab) }
    let focused = try #require(screen.overlay.focused)
    #expect(area.frame.contains(focused.frame) && area.model.offset > 0)
    _ = screen.pointer(.hover, Point(Double(area.frame.minX + 20), 95))
    #expect(screen.overlay.hovered?.isInside(area) == false)
  }
}
