import Testing

@testable import Fude
@testable import Panels

@Suite("The message about work that takes long") struct ProgressDeskTests {
  private let place: Workplace
  private let desk: ProgressDesk
  private var shown: String? { place.overlay.message.content?.text }

  init() throws {
    place = try TestWorkplace().place
    desk = ProgressDesk(place)
  }

  /// Fails if quick work is mentioned, or the loop does not wake for work that is no longer quick.
  @Test func quickWorkIsNotMentioned() {
    let start = place.now + 60
    desk.tasks = { [LongTask(start) { "Saving" }] }
    desk.followPanels()
    #expect(shown == nil && desk.deadline == start + ProgressDesk.pause)
    desk.tasks = { [] }
    #expect(desk.deadline == nil)
  }

  /// Fails if the most important work is not the one that is mentioned, it cannot be cancelled, or the message stays
  /// when all is done.
  @Test func theMostImportantWorkIsMentioned() throws {
    let start = place.now - 60
    desk.tasks = {
      [
        LongTask(start + 120) { "too early" }, LongTask(start, cancel: .cancelChange) { "Changing strokes" },
        LongTask(start) { "Making a film" },
      ]
    }
    desk.followPanels()
    #expect(shown == "Changing strokes")
    #expect(place.overlay.message.content?.action == MessageAction(title: "Cancel", effect: .cancelChange))
    #expect(try #require(desk.deadline) > place.now)
    desk.tasks = { [] }
    desk.followPanels()
    #expect(shown == nil && desk.deadline == nil)
  }

  /// Fails if what a page shows gets a message, too, or is not brought up to date.
  @Test func aPageNeedsNoMessage() {
    var updates = 0
    let start = place.now - 60
    desk.tasks = {
      [
        LongTask(start) {
          updates += 1
          return nil
        }
      ]
    }
    desk.followPanels()
    #expect(updates == 1 && shown == nil && desk.deadline != nil)
    desk.followPanels()
    #expect(updates == 1, "it is too early")
  }

  /// Fails if the message about a change goes away between its preview and the rest.
  @Test func aMessageStaysForWhatGoesOn() {
    let start = place.now - 60
    desk.tasks = { [LongTask(start) { "Changing strokes" }] }
    desk.followPanels()
    let later = place.now + 60
    // No work at all in between, as when a worker has just ended.
    desk.tasks = { [LongTask(later, continues: true) { "Changing strokes" }] }
    desk.followPanels()
    #expect(shown == "Changing strokes")
  }
}
