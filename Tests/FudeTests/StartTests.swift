import Document
import Files
import Storage
import Studio
import TestSupport
import Testing

@testable import Fude
@testable import FuzzTargets

@Suite("What the program starts with") struct StartTests {
  /// What runs before the program starts.
  private let earlier: TestDrawings

  init() throws { earlier = try TestDrawings() }

  private var environment: [String: String] { earlier.place.environment }
  private var home: TemporaryFolder { earlier.test.home }

  private func file(_ name: String, _ bytes: [UInt8]? = nil) throws -> StartFile {
    if let bytes { try home.write(name, bytes) }
    return StartFile(home.path + "/" + name, environment)
  }

  private func drawing(_ file: StartFile?, isNew: Bool = false, isRecording: Bool = false) throws -> StartDrawing {
    var options = Arguments.Draw()
    options.isNew = isNew
    return try StartDrawing(
      options, file, window: (300, 200), isRecording: isRecording, environment: environment)
  }

  /// A drawing of an earlier process that was killed.
  private func leaveDrawing() throws {
    earlier.edit()
    #expect(earlier.journal.end(isByUser: false) == nil)
  }

  /// Fails if a file is taken for another kind, or one that is no drawing is read as one.
  @Test func aFileIsKnownByItsKind() throws {
    #expect(try file("a.png").kind == .drawing && file("a.ora").kind == .drawing && file("a").kind == .drawing)
    #expect(try file("a.brush").kind == .brush && file("a.myb").kind == .brush)
    #expect(try file("a.gpl").kind == .palette)
    #expect(try file("a.gbr", BrushFiles.gbr(name: "Leaf")).kind == .pack)
  }

  /// Fails if a file is read to no effect, or one that cannot be read throws no error.
  @Test func aFileIsRead() throws {
    var picture = try file("a.png", BrushFiles.png(width: 4, height: 3, pixels: Array(repeating: 0, count: 12)))
    try picture.read(before: nil)
    #expect(picture.content?.document.width == 4 && picture.drawingName == "a" && !picture.isLate)
    #expect(!picture.isDrawingsFile, "a picture is no file to save a drawing in")
    for (name, bytes) in [("a.ora", [1, 2]), ("a.myb", [1]), ("a.gpl", [1]), ("none.png", nil)] as [(String, [UInt8]?)]
    {
      var broken = try file(name, bytes)
      #expect(throws: FileError.self, "\(name)") { try broken.read(before: nil) }
    }
  }

  /// Fails if a drawing that is read slowly is waited for, or its file does not count as open.
  @Test func aSlowFileIsLate() throws {
    var slow = try file("a.ora")
    try? slow.read(before: .now - .seconds(1))
    #expect(slow.isLate && slow.isDrawingsFile && slow.drawingName == nil)
    slow.fault = FileError(.read, "a.ora", fault: "it is gone")
    #expect(!slow.isLate)
  }

  /// Fails if a new drawing is not twice the window, or does not follow its size.
  @Test func aNewDrawingIsTwiceTheWindow() throws {
    let start = try drawing(nil)
    #expect(start.drawing.session.document.width == 600 && start.drawing.session.document.height == 400)
    #expect(start.drawing.followsWindow && start.drawing.isUntouched)
  }

  /// Fails if the drawing of the file is not opened, or counts as unsaved, or follows the window's size.
  @Test func theFileIsOpened() throws {
    try leaveDrawing()
    var picture = try file("a.png", BrushFiles.png(width: 4, height: 3, pixels: Array(repeating: 0, count: 12)))
    try picture.read(before: nil)
    let start = try drawing(picture)
    #expect(start.drawing.name == "a" && start.drawing.file == nil && !start.drawing.isUnsaved)
    #expect(start.drawing.session.document.width == 4 && !start.drawing.followsWindow)
    #expect(start.recovery.opened == nil && start.recovery.kept.count == 1)
  }

  /// Fails if a drawing that was not closed is lost, or is opened although a new one or a recording was asked for.
  @Test(arguments: [(false, false), (true, false), (false, true)])
  func anUnclosedDrawingIsTakenUp(isNew: Bool, isRecording: Bool) throws {
    try leaveDrawing()
    let start = try drawing(nil, isNew: isNew, isRecording: isRecording)
    let isTaken = !isNew && !isRecording
    #expect((start.recovery.opened != nil) == isTaken)
    #expect((start.drawing.session.document.width == 100) == isTaken)
    #expect(start.drawing.followsWindow == !isTaken)
    #expect(start.recovery.kept.count == (isNew ? 1 : 0))
  }
}
