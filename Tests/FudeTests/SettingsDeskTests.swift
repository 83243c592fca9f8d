import Desktop
import Document
import Files
import Storage
import Studio
import TestSupport
import Testing
import Toolkit

@testable import Fude
@testable import Panels

@Suite("Applying and storing settings") struct SettingsDeskTests {
  /// A window that counts how often it was stored.
  private final class Memory: WindowMemory {
    var isMoved = false
    var count = 0
    func keepWindow(in all: inout Settings) {
      count += 1
      all.windowState = .maximised
    }
  }

  private final class Look {
    var look = DesktopLook(scale: 2, contrast: nil)
  }

  private let test: TestWorkplace
  private let memory = Memory()
  private let look = Look()
  private let desk: SettingsDesk

  init() throws {
    test = try TestWorkplace()
    let packer = try EditPacker(environment: test.place.environment)
    desk = SettingsDesk(test.place, memory, packer) { [look] in look.look }
    let desk = desk
    test.place.onSettings = { [unowned desk] in desk.apply() }
    desk.begin()
  }

  private var place: Workplace { test.place }

  /// The settings in the file.
  private var stored: Settings {
    get throws { try SettingsStore(environment: place.environment).load().settings }
  }

  /// Follows at a time in seconds after the start.
  private func follow(at time: Double) {
    place.received = time
    desk.follow()
  }

  /// Fails if a changed brush or colour is stored at once, never, or again and again.
  @Test func aColourIsStoredSoon() throws {
    follow(at: 1)
    #expect(desk.deadline == nil)
    _ = place.session.setColour(0x12_3456)
    follow(at: 2)
    let due = try #require(desk.deadline)
    #expect(due > 2 && due < 2.2 && memory.count == 0)
    follow(at: due)
    #expect(desk.deadline == nil && memory.count == 1)
    test.loop.background.finish()
    #expect(try stored.foreground == 0x12_3456)
    follow(at: 3)
    #expect(desk.deadline == nil && memory.count == 1)
  }

  /// Fails if a moved window is not stored, or is stored before it is on the screen.
  @Test func aMovedWindowIsStored() throws {
    memory.isMoved = true
    follow(at: 1)
    #expect(desk.deadline == nil)
    place.frame.isMapped = true
    follow(at: 2)
    follow(at: try #require(desk.deadline))
    #expect(memory.count == 1 && !memory.isMoved)
    test.loop.background.finish()
    #expect(try stored.windowState == .maximised)
  }

  /// Fails if panels that were hidden in this window stay hidden at the next start.
  @Test func theEndStoresWhatIsRemembered() throws {
    _ = place.overlay.showPanels(false)
    _ = place.session.setColour(0x12_3456)
    desk.finish()
    #expect(try stored.foreground == 0x12_3456 && stored.showsPanels)
  }

  /// Fails if the desktop's scale is not applied, or counts more than the user's.
  @Test func theUsersScaleCounts() {
    desk.applyTheme()
    #expect(place.overlay.theme.scale == 2)
    desk.applyTheme(scale: 1.5)
    #expect(place.overlay.theme.scale == 1.5)
    place.changeSettings { $0.scale = 3 }
    #expect(place.overlay.theme.scale == 3)
    look.look.scale = 1
    desk.applyTheme()
    #expect(place.overlay.theme.scale == 3)
  }

  /// Fails if the stabilisers do not follow one another, or no message says which it is.
  @Test func guidesFollowOneAnother() {
    let all = StrokeAids.StabiliserKind.allCases
    var seen: [StrokeAids.StabiliserKind] = []
    var sentences: Set<String> = []
    for _ in all {
      desk.chooseNextStabiliser()
      seen.append(place.session.settings.aids.stabiliser)
      sentences.insert(place.overlay.message.content?.text ?? "")
    }
    #expect(Set(seen) == Set(all) && seen.last == all.first && sentences.count == all.count)
  }

  /// Fails if an error of writing is not said, is said with each change of a colour, or not again after the user has
  /// changed a setting.
  @Test func aFaultIsSaidOnce() throws {
    try test.home.write("config", Array("no folder".utf8))
    func change(_ body: () -> Void) throws -> String? {
      place.overlay.withdraw(message: place.overlay.message.content?.text ?? "")
      body()
      var isWritten = false
      place.keeper.whenWritten { isWritten = true }
      try test.loop.wait { isWritten }
      return place.overlay.message.content?.text
    }
    let first = try change { place.keeper.change { $0.foreground = 1 } }
    #expect(first?.contains("config") ?? false)
    #expect(try change { place.keeper.change { $0.foreground = 2 } } == nil)
    #expect(try change { place.changeSettings { $0.foreground = 3 } } == first)
  }
}
