import Foundation
import Input
import Testing

@testable import Studio

@Suite("Resources/settings.md") struct SettingsDocumentTests {
  private static func document(_ path: String = "Resources/settings.md") throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Fails if the tables of keys in the manual differ from the table of actions, and prints them as they should be.
  @Test func actions() throws {
    let sections = Action.Section.allCases.map { section in
      let rows = section.actions.map { action in
        let keys = action.defaultKeys.map { "`\($0.label)`" }.joined(separator: " ")
        return "| \(action.title) | \(keys) | `\(action.identifier)` |\n"
      }
      let head = "### \(section.title)\n\n| command | keys | name in the settings |\n| --- | --- | --- |\n"
      return head + rows.joined()
    }
    let tables = sections.joined(separator: "\n")
    let manual = try Self.document("Resources/manual/keys.md")
    #expect(manual.hasSuffix(tables), "The tables are:\n\(tables)")
  }

  /// Fails if a key of the file is not documented, or its example is wrong.
  @Test func keysAndExample() throws {
    let document = try Self.document()
    var all = Settings()
    all.brushes["pen"] = .init(width: 1, opacity: 1, paper: .init("canvas"))
    all.panelPlaces[.bar] = Settings.PanelPlace(.left, 16, .top, 16)
    all.padButtons = [1: .pan, 16: .pan]
    all.macroKeys["NAME"] = Keystroke("Ctrl+Alt+1")
    all.devices[DeviceKey(name: "NAME", product: 1)] = DeviceOverride(contactButton: 2)
    for field in SettingsField.all(in: all, all) {
      let name = field.name.replacing("brush.pen.", with: "brush.NAME.").replacing("panel.bar.", with: "panel.NAME.")
        .replacing("#0001", with: "#PRODUCT")
      #expect(document.contains("`\(name)`"), "\(name)")
    }
    for panel in Settings.MovablePanel.allCases { #expect(document.contains("`\(panel.rawValue)`"), "\(panel)") }
    let example = document.components(separatedBy: "```")[1]
    let file = SettingsFile(parsing: Array(example.utf8))
    #expect(file.faults.isEmpty && file.unknownKeys.isEmpty)
    let devices = SettingsFile(parsing: Array(document.components(separatedBy: "```")[3].utf8))
    #expect(devices.faults.isEmpty && devices.unknownKeys.isEmpty && devices.settings.devices.count == 4)
    #expect(file.settings.keys.changes.count == 2 && file.settings.mouseButtons.secondary == .action(.undo))
  }
}
