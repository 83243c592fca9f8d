import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export

/// A picture with known colours: 64 of them in a row of pixels, or in blocks of 8 x 8 px, 8 blocks a row.
struct ColourPicture {
  /// Its format, and what it says about its colours.
  let name: String
  /// The extension of the file.
  var type = "png"
  let bytes: [UInt8]
  var isBlocks = false
  /// The straight colours of sRGB that it has to show, 0 ... 1.
  let wanted: [[Double]]
  /// The opacity of all pixels, 0 ... 1.
  var alpha = 1.0
  /// The largest difference that is right, levels of 255.
  let tolerance: Double
  /// A part of the message that opening it has to show; nil for none.
  var message: String?

  /// Opens the picture like a user. Returns the largest difference of a channel, levels of 255.
  func worst() throws -> Double {
    let folder = try TemporaryFolder()
    let path = try type == "kra" ? KritaFileTests.file(bytes, in: folder) : folder.write("a." + type, bytes)
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    #expect(notes.count == (message == nil ? 0 : 1), "\(name): \(notes)")
    if let message { #expect(notes.first?.contains(message) == true, "\(name): \(notes)") }
    let pixels = try #require(document.layers[0].image[0]).deepPixels
    var worst = 0.0
    for (i, colour) in wanted.enumerated() {
      let pixel = pixels[isBlocks ? (8 * (i / 8) + 4) * Tile.size + 8 * (i % 8) + 4 : i]
      for (channel, value) in (colour.map { $0 * alpha } + [alpha]).enumerated() {
        worst = max(worst, abs(Double(pixel.channels[channel]) / 32768 - value) * 255)
      }
    }
    return worst
  }

  /// 64 greys of 8 bits.
  static let greys = (0..<64).map { [Double](repeating: Double(4 * $0) / 255, count: 3) }
}
