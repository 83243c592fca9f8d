import CGIO
import Foundation
import Rig
import Testing

@testable import Portal

/// The desktop's colour picker, on a bus of the test's own.
@Suite(.serialized) struct PickedColourTests {
  private func hand(_ bus: MessageBus, _ mode: String...) throws -> Program {
    let path = try #require(Program.built("PortalHelper"))
    let hand = try Program(path, mode, environment: bus.environment, input: .sent)
    try hand.waitForOutput("ready\n")
    return hand
  }

  /// Fails if the portal does not understand the question, its colour is lost or its channels are
  /// exchanged, or a connection remains.
  @Test func aColourIsPicked() throws {
    let bus = try MessageBus()
    let hand = try hand(bus, "early", "{'color': <(1.0, 0.5, 0.0)>}")
    #expect(ColourPicker(window: 0x1F, address: bus.address).run() == .chosen(0xFF8000))
    try hand.waitForOutput("left\n")
    #expect(hand.output.contains("PickColor ('x11:1f', {'handle_token': <'fude_"), "\(hand.output)")
    #expect(!hand.output.contains("fault:"), "\(hand.output)")
  }

  /// Fails if a desktop without a picker is waited for, or a cancelled question stays.
  @Test func whereThereIsNoneItIsSaid() throws {
    let bus = try MessageBus()
    #expect(ColourPicker(window: nil, address: bus.address).run() == .unavailable(nil))
    let bare = try hand(bus, "bare")
    guard case .unavailable(_?) = ColourPicker(window: nil, address: bus.address).run() else {
      Issue.record("a portal without the interface gave another answer")
      return
    }
    withExtendedLifetime(bare) {}
    let cancelled = ColourPicker(window: nil, address: bus.address)
    cancelled.cancel()
    #expect(cancelled.run() == .cancelled)
  }

  /// Fails if levels are read wrongly, or an answer without a colour is taken for one.
  @Test(arguments: [
    ("{'color': <(0.0, 0.2, 1.0)>}", PickedColour.chosen(0x0033FF)),
    // A screen of a wider gamut.
    ("{'color': <(-0.1, 1.2, 0.5)>}", .chosen(0x00FF80)),
    ("{}", .lost("it returned no colour")),
    ("{'color': <(1.0, 0.5)>}", .lost("it returned no colour")),
    ("{'color': <'red'>}", .lost("it returned no colour")),
  ]) func answersAreRead(_ text: String, _ colour: PickedColour) throws {
    let type = g_variant_type_new("a{sv}")
    defer { g_variant_type_free(type) }
    let parsed = try #require(g_variant_parse(type, text, nil, nil, nil))
    defer { g_variant_unref(parsed) }
    guard case .options(let results) = Variant(parsed) else {
      Issue.record("no results")
      return
    }
    #expect(PickedColour(.results(results)) == colour)
  }
}
