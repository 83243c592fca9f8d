import Document
import Pages
import Portal
import Testing

@testable import Export
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
      _ chosen: String, _ kind: Int?, _ path: String
    )
  {
    #expect(FilePurpose.save.target(chosen, kind: kind) == path)
  }

  /// Fails if an export has another format than chosen on its page, unless the dialog changes it.
  @Test(
    arguments: [
      ("/a.svg", 3, "/a.svg"), ("/a.svg", 0, "/a.png"), ("/a", nil, "/a.svg"), ("/a", 4, "/a.pdf"),
      ("/a.pdf", 3, "/a.pdf"), ("/a.pdf", 0, "/a.pdf"), ("/a.ora", 3, "/a.ora.svg"), ("/a", 1, "/a.jpg"),
      ("/a.jpeg", 1, "/a.jpeg"), ("/a", 2, "/a.webp"),
    ] as [(String, Int?, String)]) func anExportHasItsFormat(_ chosen: String, _ kind: Int?, _ path: String)
  {
    #expect(FilePurpose.export(.svg).target(chosen, kind: kind) == path)
  }

  /// Fails if the path of a file to open is changed.
  @Test func declaredMetadataIsUsed() {
    #expect(FilePurpose.open.target("/a", kind: 1) == "/a")
    #expect(FilePurpose.open.target("/a.ora", kind: 2) == "/a.ora")
  }

  /// Fails if the dialog has a wrong folder or name, or lacks the drawing's file.
  @Test func theDialogBeginsWhereTheDrawingIs() {
    var request = FileRequest(.save, folder: "/home/a", name: "Drawing.ora")
    let new = request.question(window: 7)
    #expect(new.kind == .save && new.window == 7 && new.filter == 0 && new.filters.count == 2)
    #expect(new.folder == "/home/a" && new.name == "Drawing.ora" && new.file == nil)
    request.file = "/b/c.ora"
    let again = request.question(window: 7)
    #expect(again.folder == "/b" && again.name == "c.ora" && again.file == "/b/c.ora")
    let open = FileRequest(.open, folder: "/home/a", name: "x").question(window: nil)
    #expect(open.kind == .open && open.folder == "/home/a" && open.name == nil && open.file == nil)
    let export = FileRequest(.export(.pdf), folder: "/p", name: "c.pdf").question(window: nil)
    #expect(export.file == nil && export.folder == "/p" && export.name == "c.pdf" && export.filter == 4)
  }
}
