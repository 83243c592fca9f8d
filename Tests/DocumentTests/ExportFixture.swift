import Paint
import RandomSource
import TestSupport
import Testing

@testable import Document
@testable import Library

/// The tests' input for exports: brushes, a folder and random drawings.
struct ExportFixture {
  let filler: CoverageFiller
  let library = BrushLibrary(folder: BrushTests.folder)
  let folder: TemporaryFolder

  init() throws {
    filler = try #require(CoverageFiller())
    folder = try TemporaryFolder()
  }

  func drawing(_ seed: Int, count: Int, width: Int = 190, height: Int = 150) throws -> Document {
    var rng = RandomSource(seed)
    var document = try #require(Document(width: width, height: height))
    for _ in 0..<count { EnlargementTests.doAnything(&rng, &document, filler, library) }
    return document
  }
}
