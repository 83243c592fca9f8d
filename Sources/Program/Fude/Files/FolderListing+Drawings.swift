import Document
import Export
import Files
import Library

extension FolderListing {
  /// What the file dialog lists of a folder: folders, drawings, pictures, palettes and brushes.
  init(reading folder: String) {
    self.init(reading: folder) { PathText.hasEnding($0, of: FileFormat.readEndings) || LibraryFile.isAny($0) }
  }
}
