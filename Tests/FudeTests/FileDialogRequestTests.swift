import Document
import Portal
import Testing
import Widgets

@testable import Fude

@Suite("Requests to the desktop's dialog and its answers") struct FileQuestionTests {
  /// Fails if the dialog's name or filter gives another format than the user sees, or if a name
  /// with a format is changed.
  @Test(
    arguments: [
      // The name's extension decides.
      ("/a.ora", 0, "/a.ora"), ("/a.png", 0, "/a.png"), ("/a.PNG", nil, "/a.PNG"), ("/a.png", 1, "/a.png"),
      // If another filter was chosen, it replaces the extension that the dialog suggested.
      ("/a.ora", 1, "/a.png"), ("/b.c.ORA", 1, "/b.c.png"),
      // Without an extension the filter decides.
      ("/a", nil, "/a.ora"), ("/a", 0, "/a.ora"), ("/a", 1, "/a.png"), ("/a.b", 1, "/a.b.png"), ("/a.", 0, "/a..ora"),
      // A name that is only an extension has no extension.
      ("/d/.png", nil, "/d/.png.ora"), ("/a.ora/b", 1, "/a.ora/b.png"), ("/a", 9, "/a.ora"),
      ("/\u{10FFFF}", 1, "/\u{10FFFF}.png"),
    ] as [(String, Int?, String)]) func theFormatIsTheNamesOrTheFilters(
      _ chosen: String, _ filter: Int?, _ path: String
    )
  {
    #expect(FileRequest.Purpose.save.target(chosen, filter: filter) == path)
  }

  /// Fails if an export has another format than chosen on its page, unless the dialog changes it.
  @Test(
    arguments: [
      ("/a.svg", 3, "/a.svg"), ("/a.svg", 0, "/a.png"), ("/a", nil, "/a.svg"), ("/a", 4, "/a.pdf"),
      ("/a.pdf", 3, "/a.pdf"), ("/a.pdf", 0, "/a.pdf"), ("/a.ora", 3, "/a.ora.svg"), ("/a", 1, "/a.jpg"),
      ("/a.jpeg", 1, "/a.jpeg"), ("/a", 2, "/a.webp"),
    ] as [(String, Int?, String)]) func anExportHasItsFormat(_ chosen: String, _ filter: Int?, _ path: String)
  {
    #expect(FileRequest.Purpose.export(ExportOptions(format: .svg)).target(chosen, filter: filter) == path)
  }

  /// Fails if the path of a file to open is changed.
  @Test func declaredMetadataIsUsed() {
    #expect(FileRequest.Purpose.open.target("/a", filter: 1) == "/a")
    #expect(FileRequest.Purpose.open.target("/a.ora", filter: 2) == "/a.ora")
  }

  /// Fails if the dialog has a wrong folder or name, or lacks the drawing's file.
  @Test func theDialogBeginsWhereTheDrawingIs() {
    let request = FileRequest(.save, folder: "/home/a", name: "Drawing.ora")
    let new = request.question(window: 7, file: nil)
    #expect(new.kind == .save && new.window == 7 && new.filter == 0 && new.filters.count == 2)
    #expect(new.folder == "/home/a" && new.name == "Drawing.ora" && new.file == nil)
    let again = request.question(window: 7, file: "/b/c.ora")
    #expect(again.folder == "/b" && again.name == "c.ora" && again.file == "/b/c.ora")
    var beside = request
    beside.isForAnotherFile = true
    let other = beside.question(window: 7, file: "/b/c.ora")
    #expect(other.file == nil && other.folder == request.folder && other.name == request.name)
    let open = FileRequest(.open, folder: "/home/a", name: "x").question(window: nil, file: "/b/c.ora")
    #expect(open.kind == .open && open.folder == "/home/a" && open.name == nil && open.file == nil)
    // A picture is not the drawing's file.
    let export = FileRequest(.export(ExportOptions(format: .pdf)), folder: "/p", name: "c.pdf")
      .question(window: nil, file: "/b/c.ora")
    #expect(export.file == nil && export.folder == "/p" && export.name == "c.pdf" && export.filter == 4)
  }
}
