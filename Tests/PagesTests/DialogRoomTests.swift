import Geometry
import Input
import InterfaceSupport
import Paint
import Raster
import Studio
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

/// The height of dialogs, and the places of messages over them.
@Suite struct DialogRoomTests {
  private func widgets<W: Widget>(_ type: W.Type, in widget: Widget) -> [W] {
    widget.isHidden ? [] : ((widget as? W).map { [$0] } ?? []) + widget.children.flatMap { widgets(type, in: $0) }
  }

  /// Fails if a dialog scrolls although the window has room for its content.
  @Test(arguments: [
    InterfaceScene.settingsDrawing, .settingsPen, .settingsWindow, .settingsTouch, .newDrawing, .canvasSize, .scaling,
    .paper, .export, .timeLapse,
  ])
  func dialogsAreAsHighAsTheirContent(_ scene: InterfaceScene) throws {
    for (width, height, scale) in [(1440, 1200, 1.0), (2880, 2400, 2)] {
      let screen = try scene.screen(width, height, scale: scale)
      let dialog = try #require(screen.overlay.popups.last as? Dialog)
      #expect(screen.bounds.contains(dialog.frame))
      for area in widgets(ScrollArea.self, in: dialog) {
        #expect(!area.model.isNeeded, "\(scene): \(area.model.content) px in \(area.frame.height) px")
      }
    }
  }

  /// Fails if rows that a choice adds make the page scroll, or move its upper edge.
  @Test func dialogsGrowWithTheirContent() throws {
    let screen = try InterfaceScene.export.screen(1440, 1200)
    let page = try #require(screen.overlay.popups.last as? ExportPage)
    let choice = try #require(widgets(Choice.self, in: page).first)
    let top = page.frame.minY
    for i in 0..<5 {
      _ = choice.onChoose(i)
      #expect(widgets(ScrollArea.self, in: page).allSatisfy { !$0.model.isNeeded } && page.frame.minY == top)
    }
  }

  /// Fails if the settings change their size when another part is shown.
  @Test func partsHaveOneSize() throws {
    let screen = try Screen(1440, 1200)
    let frames = SettingsPage.Part.allCases.map { part in
      screen.overlay.showSettings(part)
      return screen.overlay.popups.last?.frame
    }
    #expect(Set(frames).count == 1)
  }

  /// Fails if a message covers the title or a button of a dialog, in a window with or without room
  /// beside it.
  @Test(arguments: InterfaceScene.allCases)
  func messagesLeaveTitlesAndButtonsFree(_ scene: InterfaceScene) throws {
    for (width, height) in [(1024, 700), (1440, 900), (800, 1000)] {
      let screen = try scene.screen(width, height)
      guard let dialog = screen.overlay.popups.last as? Dialog else { continue }
      screen.overlay.say("The drawing was saved", action: MessageAction(title: "Undo", effect: .perform(.undo)), now: 1)
      let message = screen.overlay.message.frame
      #expect(!message.isEmpty && screen.bounds.contains(message))
      #expect(dialog.clearFrames.count == 2 || widgets(Button.self, in: dialog).isEmpty)
      for frame in dialog.clearFrames { #expect(!frame.intersects(message), "\(width) x \(height): \(message)") }
    }
  }

  /// Fails if a size of text that is typed in percent, as it is shown, is another one.
  @Test(arguments: [("150", 1.5), ("125", 1.25), ("100", 1), ("300", 2)]) func textSizeIsTyped(
    _ text: String, _ size: Double
  )
    throws
  {
    let screen = try Screen(1440, 900)
    var state = screen.overlay.context.state
    state.settings.textScale = 1.1
    screen.overlay.show(state)
    screen.overlay.showSettings(.window)
    let page = try #require(screen.overlay.popups.last)
    let slider = try #require(widgets(Slider.self, in: page).first { $0.title == "Text size" })
    screen.overlay.focus(slider)
    // The focus is visible, so that fields select their text.
    screen.overlay.isFocusVisible = true
    _ = screen.key(UInt32(text.utf8.first ?? 0))
    let entry = try #require(screen.overlay.popups.last as? NumberEntry)
    for digit in text.dropFirst() { _ = screen.overlay.handle(.text(String(digit))) }
    #expect(entry.field.text == text)
    var settings = state.settings
    settings.textScale = size
    #expect(screen.key(KeyCode.enter).effects == [.changeSettings(settings)])
  }

  /// Fails if numbers of a slider are typed in another unit than they are shown in.
  @Test(arguments: [
    InterfaceScene.settingsDrawing, .settingsWindow, .settingsTouch, .export, .opacityPopup, .references, .panels,
  ])
  func numbersAreTypedAsTheyAreShown(_ scene: InterfaceScene) throws {
    let screen = try scene.screen(1440, 1200)
    let sliders = screen.overlay.surfaces.flatMap { widgets(Slider.self, in: $0) }.filter { $0.isEnabled }
    for slider in sliders where slider.text?(slider.value).contains("%") ?? false {
      #expect(slider.isPercent || slider.entry != nil, "\(slider.title)")
    }
  }
}
