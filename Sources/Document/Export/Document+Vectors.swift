import Paint
extension Document {
  func exportVectors(
    _ file: AtomicFile, _ options: ExportOptions, scale: Double, title: String, filler: CoverageFiller, memory: Int?,
    progress: ExportProgress
  ) throws(ExportError) { throw .refused("soon") }
}
