import Document
import Files
import Glibc
import Studio

/// The outputs of a report beside the terminal: a JSON file and the page of published figures, with
/// the file of figures for the pen doctor.
///
/// 1. `init` opens the files, so that nothing is measured in vain.
/// 2. `commit` writes them atomically.
struct ReportOutput {
  private let json: AtomicFile?
  private let page: (file: AtomicFile, text: String)?
  private let figures: AtomicFile?

  /// With the files' paths; nil for none.
  init(json: String?, page: String?) throws(FileError) {
    self.json = try json.map { path throws(FileError) in try AtomicFile(path: path) }
    self.page = try page.map { path throws(FileError) in
      let exists = access(path, F_OK) == 0
      let bytes = exists ? try InputFile.bytes(of: path, limit: 1 << 24) : []
      return (try AtomicFile(path: path), String(decoding: bytes, as: UTF8.self))
    }
    figures = try page.flatMap { path throws(FileError) in
      let folder = (PathText.folder(of: path)) + "/" + PublishedLatency.folder
      return access(folder, W_OK) == 0 ? try AtomicFile(path: folder + "/" + PublishedLatency.file) : nil
    }
  }

  /// Writes a report.
  func commit(_ report: Report, as part: ReportPage.Part) throws(FileError) {
    if let json { try json.commit(Array(report.json.utf8)) }
    if let figures, let latency = LatencyBench.published(report) { try figures.commit(Array(latency.text.utf8)) }
    if let page { try page.file.commit(Array(ReportPage.replacing(part, by: report, in: page.text).utf8)) }
  }
}
