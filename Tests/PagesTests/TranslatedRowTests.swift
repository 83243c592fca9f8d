import Foundation
import Geometry
import InterfaceSupport
import Paint
import Studio
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

/// Rows of the page of keys with the texts of the catalogues.
@Suite struct TranslatedRowTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// The messages of a language by their English texts; the first one where contexts differ.
  private func messages(_ language: String) throws -> [String: String] {
    let path = Self.root.appending(path: "Resources/po/\(language).po")
    var (messages, id): ([String: String], String?) = ([:], nil)
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
      func text(_ keyword: String) -> String? {
        line.hasPrefix(keyword + " \"") ? String(line.dropFirst(keyword.count + 2).dropLast()) : nil
      }
      if let text = text("msgid") { id = text }
      if let text = text("msgstr"), let key = id, messages[key] == nil { messages[key] = text }
    }
    return messages
  }

  /// Fails if a line of the page of keys is cut at the usual size of text.
  @Test(arguments: ["en", "de", "ja"]) func linesAreWhole(_ language: String) throws {
    let messages = language == "en" ? [:] : try messages(language)
    #expect(language == "en" || messages.count > 1000)
    func said(_ text: String) -> String { messages[text] ?? text }
    let screen = try Screen(1024, 700)
    let context = screen.overlay.context
    screen.overlay.showKeys()
    let page = try #require(screen.overlay.popups.last as? KeysPage)
    func list(_ widget: Widget) -> ScrollList? { widget as? ScrollList ?? widget.children.lazy.compactMap(list).first }
    let width = Double(try #require(list(page)).contentFrame.width)
    var settings = Settings()
    settings.aids.hold = 500
    let uses: [Settings.ButtonUse] = [.pan, .pick, .popUp, .erase]
    for use in uses {
      (settings.mouseButtons.secondary, settings.penButtons.secondary) = (use, use)
      for gesture in CanvasGesture.all(settings) {
        let row = GestureRow(context, said(gesture.title), said(gesture.how))
        let lines = row.lines(within: width)
        #expect(!lines.title.isShortened && !lines.how.isShortened, "\(said(gesture.title)), \(said(gesture.how))")
      }
    }
    for action in Action.all {
      let key = action.defaultKeys.first.map { context.line($0.label, size: 12).width + 26 } ?? 0
      #expect(46 + context.line(said(action.title)).width + 12 + key + 10 <= width, "\(said(action.title))")
    }
  }

  /// Fails if a row that is too narrow for its texts draws them over each other or beyond it.
  @Test(arguments: [120.0, 200, 300, 500]) func narrowRowsAreCut(_ width: Double) throws {
    let context = WidgetContext(theme: Theme(), typesetter: Typesetter())
    for (a, b) in [(60, 5), (5, 60), (60, 60), (1, 1)] {
      let row = GestureRow(context, String(repeating: "m", count: a), String(repeating: "m", count: b))
      let lines = row.lines(within: width)
      #expect(lines.title.width + lines.how.width <= max(width - 76, 44) + 1, "\(a) \(b)")
    }
  }
}
