import Archive
import Document
import Journal
import Paint

/// The history in a file.
extension OpenRasterReader {
  /// The history in the file. Returns nil if there is none, or if another program has
  /// changed the picture since. Returns a failure if it cannot be read.
  public func fileHistory(of document: borrowing Document) -> Result<FileHistory, PayloadError>? {
    guard let entry = archive.entry(FileHistory.entryName) else { return nil }
    let picture = document.pictureIdentity
    do throws(PayloadError) {
      // For a changed picture, only the header is read.
      let head = try read(entry, first: JournalBytes.headerSize)
      guard try JournalBytes.identity(in: head) == picture else { return nil }
      return .success(try FileHistory(try read(entry), of: document))
    } catch { return .failure(error) }
  }

  private func read(_ entry: ZipReader.Entry, first count: Int? = nil) throws(PayloadError) -> [UInt8] {
    do throws(ArchiveError) {
      guard let count else { return try archive.read(entry, limit: FileHistory.entryLimit) }
      return try archive.prefix(of: entry, count: count)
    } catch { throw PayloadError(error.description) }
  }

  /// A drawing that was read from the file, with its history and with pixels from that in place of damaged ones.
  /// Costs as much as performing the history.
  /// - Parameters:
  ///   - damaged: the damaged pixels, by the layer's index.
  ///   - isPaperDamaged: whether the colour of the paper is damaged, too.
  /// - Returns: nil if there is no history, or if it leads to another picture. Returns a failure if it cannot be read.
  func redrawn(
    _ document: Document, _ damaged: [(layer: Int, plane: SurfaceID.Plane)], isPaperDamaged: Bool
  ) -> Result<Document, PayloadError>? {
    guard let entry = archive.entry(FileHistory.entryName), let filler = CoverageFiller() else { return nil }
    do throws(PayloadError) {
      let bytes = try read(entry)
      let history = try FileHistory(bytes, of: document)
      let replayed = try history.replayed(filler: filler)
      guard replayed.layers.count == document.layers.count, replayed.bounds == document.bounds else { return nil }
      var document = document
      for (layer, plane) in damaged {
        guard replayed.layers[layer].has(plane) else { return nil }
        document.layers[layer][plane] = replayed.layers[layer][plane]
      }
      if isPaperDamaged {
        document.setStack(
          document.layers, active: document.activeLayer, plane: document.activePlane, paper: replayed.paper,
          isPaperShown: document.isPaperShown)
      }
      let identity = document.pictureIdentity
      document.take(history)
      // Another version of Cairo may have filled slightly different pixels.
      guard try JournalBytes.identity(in: bytes) == identity || replayed.agrees(with: document) else { return nil }
      return .success(document)
    } catch { return .failure(error) }
  }
}
