import Document
import Files
import Panels
import Raster
import Storage
import Studio
import TestSupport
import Testing

@testable import Fude

@Suite("Keeping and performing macros") struct MacroDeskTests {
  private let test: TestWorkplace
  private let desk: MacroDesk

  init() throws {
    test = try TestWorkplace()
    desk = MacroDesk(test.place)
    test.place.onRequests = { _ in }
  }

  private var folder: String { test.home.path + "/data/fude/macros" }

  private var macros: [MacroItem] {
    var state = InterfaceState()
    desk.show(in: &state)
    return state.macros
  }

  private func cover(_ rgb: UInt32) {
    _ = test.place.session.setColour(rgb)
    test.place.carryOut(test.place.session.perform(.fillWithColour))
  }

  private var colour: UInt32? { test.place.session.document.activeImage[5, 5] }

  /// Fails if steps that are kept are not listed and performed by their file, or the newest ones are not repeated.
  @Test func stepsAreKeptAndPerformed() throws {
    cover(0xFF0000)
    cover(0x0000FF)
    desk.showPage(test.place.overlay)
    desk.carryOut(.save([0], title: "Red / paper", MacroOptions(followsSelection: true)))
    test.loop.background.finish()
    #expect(macros == [MacroItem(name: "red---paper", title: "Red / paper", options: .init(followsSelection: true))])
    let script = try InputFile.bytes(of: folder + "/red---paper.json", limit: 10_000)
    #expect(String(decoding: script, as: UTF8.self).contains("\"places\": \"selection\""))
    #expect(colour == 0xFF00_00FF)
    desk.carryOut(.perform("red---paper"))
    test.loop.background.finish()
    #expect(colour == 0xFFFF_0000)
    desk.showPage(test.place.overlay)
    desk.carryOut(.repeatSteps([1], MacroOptions()))
    test.loop.background.finish()
    #expect(colour == 0xFF00_00FF && test.place.session.document.history.undoStepCount == 4)
    _ = test.place.session.setColour(0x12_3456)
    desk.carryOut(.repeatSteps([0], MacroOptions(takesInk: true)))
    #expect(colour == 0xFF12_3456)
  }

  /// Fails if a macro is not renamed, changed or deleted with its key, or two of one title have one file.
  @Test func macrosAreChanged() throws {
    cover(0xFF0000)
    desk.showPage(test.place.overlay)
    for _ in 0..<2 { desk.carryOut(.save([0], title: "Red", MacroOptions())) }
    test.loop.background.finish()
    #expect(macros.map(\.name) == ["red", "red-2"] && macros.map(\.title) == ["Red", "Red"])
    desk.carryOut(.retitle("red-2", title: "Another"))
    desk.carryOut(.setOptions("red-2", MacroOptions(followsSelection: true, takesInk: true)))
    test.loop.background.finish()
    #expect(macros.map(\.title) == ["Another", "Red"])
    #expect(macros[0].options == MacroOptions(followsSelection: true, takesInk: true))
    let (key, undo) = (Keystroke("Ctrl+Alt+1"), Keystroke("Ctrl+Z"))
    desk.carryOut(.setKey("red", key))
    desk.carryOut(.setKey("red-2", key))
    #expect(test.place.keeper.settings.macroKeys["red-2"] == key)
    #expect(test.place.keeper.settings.macroKeys["red"] == nil)
    desk.carryOut(.setKey("red", undo))
    #expect(test.place.keeper.settings.macroKeys["red"] == nil, "the key of a command")
    desk.carryOut(.delete("red-2"))
    test.loop.background.finish()
    #expect(macros.map(\.name) == ["red"] && test.place.keeper.settings.macroKeys.isEmpty)
    #expect(ResourceFolder.files(in: folder, ending: ".json", atMost: 9) == ["red.json"])
  }

  /// Fails if a file that is no script cannot be listed, a macro that is gone or damaged crashes, or changes the drawing.
  @Test func badFilesAreSaid() throws {
    try UserFolder.make(folder)
    for (name, text) in [("broken", "[{"), ("plain", ##"{"op": "cover", "color": "#00ff00"}"##), ("empty", "")] {
      let file = try AtomicFile(path: folder + "/\(name).json")
      try file.write(Array(text.utf8).span)
      try file.commitReplacing()
    }
    desk.showPage(test.place.overlay)
    test.loop.background.finish()
    #expect(macros.map(\.title) == ["broken", "empty", "plain"])
    for name in ["broken", "none"] { desk.carryOut(.perform(name)) }
    test.loop.background.finish()
    #expect(test.place.session.document.history.undoCount == 0)
    desk.carryOut(.perform("plain"))
    test.loop.background.finish()
    #expect(colour == 0xFF00_FF00)
    desk.carryOut(.retitle("plain", title: "Green"))
    test.loop.background.finish()
    #expect(macros.map(\.title) == ["broken", "empty", "Green"])
    cover(0xFF0000)
    desk.carryOut(.perform("plain"))
    test.loop.background.finish()
    #expect(colour == 0xFF00_FF00 && test.place.session.document.history.undoStepCount == 3)
  }
}
