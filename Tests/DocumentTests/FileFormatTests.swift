import Files
import Paint
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import FuzzTargets
@testable import Storage

@Suite("The table of file formats") struct FileFormatTests {
  /// Fails if two formats have one name or ending, or a format is neither read nor written.
  @Test func formatsAreDifferent() {
    #expect(Set(FileFormat.all.map(\.name)).count == FileFormat.all.count)
    let endings = FileFormat.all.flatMap(\.endings)
    #expect(Set(endings).count == endings.count && endings.allSatisfy { $0 == $0.lowercased() && !$0.contains(".") })
    #expect(FileFormat.all.allSatisfy { $0.reader != nil || $0.writer != nil })
  }

  /// Fails if a file of a format that is written is not known by its first bytes, or counts as another format.
  @Test(arguments: FileFormat.written) func writtenFilesAreKnown(_ format: FileFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a." + format.ending
    let document = try #require(Document(width: 30, height: 20))
    if format.isExported {
      let filler = try #require(CoverageFiller())
      try document.export(to: path, ExportOptions(format: format), filler: filler)
    } else {
      _ = try document.save(to: path)
    }
    let start = try InputFile.start(of: path, count: FileFormat.startCount)
    #expect(FileFormat.all.filter { $0.isStart(start) } == [format])
    #expect(FileFormat(writtenTo: path) == format)
    #expect(FileFormat(exportedTo: path) == (format.isExported ? format : nil))
    guard format.reader != nil else { return #expect(FileFormat(start: start) == nil) }
    var notes: [String] = []
    let opened = try Document.open(path, notes: &notes)
    #expect(opened.format == format && opened.document.width == 30 && opened.document.height == 20)
    let head = try PictureHead(of: path, format)
    #expect(head == nil || head?.width == 30 && head?.height == 20)
  }

  /// Fails if an archive of another program is replaced as if it were a drawing, or is not opened with a message.
  @Test func otherArchivesAreNoDrawings() {
    let archive: [UInt8] = FileFormat.archive + Array(repeating: 0, count: 40)
    #expect(FileFormat(start: archive) == .openRaster)
    #expect(!FileFormat.openRaster.isStart(archive) && !OutputFile.Format.file(.openRaster).isStart(archive))
  }

  /// Fails if a name without an ending, or with a hidden one, has a format.
  @Test func namesHaveFormats() {
    #expect(FileFormat(writtenTo: "a/b.JPEG") == .jpeg && FileFormat(writtenTo: "b.Ora") == .openRaster)
    for name in ["png", ".png", "a.png/b", "a.kra", "a.journal", ""] { #expect(FileFormat(writtenTo: name) == nil) }
  }
}
