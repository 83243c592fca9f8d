import Archive
import Files
import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Pictures
@testable import Storage

/// What is lost of an OpenRaster file that its own drawing replaces.
@Suite struct FileLossesTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("a.ora") }

  init() throws { folder = try TemporaryFolder() }

  /// A grey image of 4 x 4 px; its first column may be transparent.
  private func image(isClearAtLeft: Bool = false) throws -> [UInt8] {
    try PNGBytes.made(width: 4, height: 4, hasAlpha: true) { _, row in
      for x in 0..<4 { row[x] = isClearAtLeft && x == 0 ? 0 : 0xFF80_8080 }
    }
  }

  /// Attributes that leave no room for other unknown content in the list of layers.
  private static let full =
    "xmlns:m='urn:m' big='" + String(repeating: "b", count: ForeignContent.mostListBytes - 25) + "'"

  /// The losses of a file of 20 x 10 px with these layers and further entries. Its image a.png is
  /// `image()`.
  private func losses(
    _ layers: String, image attributes: String = "", _ entries: [(String, [UInt8])] = []
  ) throws -> FileLosses {
    let list = "<image w='20' h='10' version='0.0.5' \(attributes)><stack name='root'>\(layers)</stack></image>"
    let file = try AtomicFile(path: path)
    let writer = try ZipWriter(descriptor: file.descriptor)
    for (name, bytes) in [("stack.xml", Array(list.utf8)), ("a.png", try image())] + entries {
      try writer.add(name, isPacked: true) { bytes }
    }
    try writer.finish()
    try file.commitReplacing()
    // What is lost of a file that opens is asked for, so it must open.
    var notes: [String] = []
    _ = try Document(openRasterAt: path, notes: &notes)
    return try Document.losses(inSaving: path)
  }

  /// Fails if something is said to be lost of a file of Fude: layers, references, history, pieces.
  @Test func filesOfFudeLoseNothing() throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus.path).filter { $0.hasSuffix(".ora") }
    #expect(names.count > 20)
    for name in names {
      let losses = try Document.losses(inSaving: corpus.appending(path: name).path)
      #expect(losses.isEmpty, "\(name): \(losses.sentences)")
    }
  }

  /// Fails if plain layers of another program ask for a question.
  @Test func plainLayersLoseNothing() throws {
    let losses = try losses(
      """
      <layer src='a.png' name='é' x='16' y='6' opacity='0.5' visibility='hidden' edit-locked='true' selected='true'/>
      <layer src='a.png' x='3' composite-op='svg:multiply' alpha-lock='false' isolation='auto'/>
      <layer src='a.png' composite-op='multiply'/>
      """, image: "xmlns:k='urn:k' k:version='5' xres='72' yres='72'",
      [
        ("mimetype", Array("image/openraster".utf8)), ("mergedimage.png", [1]), ("Thumbnails/thumbnail.png", [1]),
        ("data/", []),
      ])
    #expect(losses.isEmpty, "\(losses.sentences)")
  }

  /// Fails if a group that is kept asks for a question, or one that is nested too deep does not.
  @Test func groups() throws {
    let layer = "<layer src='a.png'/>"
    let kept = try losses(
      """
      <stack>\(layer)<stack opacity='0.5' isolation='auto' x='1'>\(layer)\(layer)</stack></stack>
      <stack composite-op='svg:multiply' name='é' selected='true' edit-locked='true'>\(layer)</stack><stack/>
      """)
    #expect(kept.isEmpty, "\(kept.sentences)")
    let lost = try losses(
      String(repeating: "<stack>", count: 66) + layer + String(repeating: "</stack>", count: 66))
    #expect(lost.groups == 2)
    #expect(lost.sentences == ["2 groups are nested too deep and become their layers."])
  }

  /// Fails if an unknown blend mode that cannot be kept is not counted for each of its layers.
  @Test func blendModes() throws {
    let losses = try losses(
      """
      <layer src='a.png' composite-op='krita:linear light'/><layer src='a.png' composite-op='krita:linear light'/>
      <layer src='a.png' composite-op='x:y'/><layer src='a.png' composite-op='svg:screen'/>
      """, image: Self.full)
    #expect(
      losses.sentences == [
        "The blend mode \"krita:linear light\" of 2 layers becomes normal.",
        "The blend mode \"x:y\" of 1 layer becomes normal.",
      ])
  }

  /// Fails if a layer with pixels too far outside of the canvas is not counted, or one whose pixels outside
  /// are kept or transparent is.
  @Test func cutLayers() throws {
    let losses = try losses(
      """
      <layer src='a.png' x='-1'/><layer src='b.png' x='-1'/><layer src='b.png' x='-2'/>
      <layer src='a.png' y='7'/><layer src='a.png' x='900'/><layer src='a.png' x='-99999999999'/>
      <layer src='a.png' x='16' y='6'/><layer src='a.png' y='600000'/>
      """, [("b.png", try image(isClearAtLeft: true))])
    #expect(losses.sentences == ["The pixels of 2 layers outside the canvas are cut off."])
  }

  /// Fails if elements that cannot be kept are dropped in silence, or their images are counted as
  /// files, too.
  @Test func elements() throws {
    let losses = try losses(
      """
      <text src='t.svg'/><filter/><foo><layer src='f.png'/></foo><layer name='vector'/>
      <layer src='a.png'><mask src='m.png'/></layer>
      """, image: Self.full, [("t.svg", [1]), ("f.png", [1]), ("m.png", [1])])
    #expect(losses.elements == ["text": 1, "filter": 1, "foo": 1, "mask": 1])
    #expect(losses.emptyLayers == 1 && losses.files.isEmpty)
    #expect(losses.sentences.contains("1 element \"foo\" is left out."))
    #expect(losses.sentences.last == "1 layer without pixels is left out.")
  }

  /// Fails if attributes or files that are too large to keep are not counted once.
  @Test func attributesAndFiles() throws {
    let large = [UInt8](repeating: 0, count: ForeignContent.mostBytes - ForeignContent.mostListBytes + 100)
    let losses = try losses(
      "<layer src='a.png' m:strokes='s.dat' m:colour='red' m:locked='0' m:grid='8'/>", image: Self.full,
      [("s.dat", large), ("b.dat", large), ("c.dat", large), ("d.dat", large), ("small.dat", [1])])
    #expect(
      losses.sentences == [
        "2 properties that Fude does not know are left out (m:colour, m:grid).",
        "4 other files in the archive are left out (b.dat, c.dat, d.dat, ...).",
      ])
  }

  /// Fails if a question is asked for what is kept.
  @Test func unknownContentIsNotLost() throws {
    let losses = try losses(
      """
      <text src='t.svg'/><filter/><foo><layer src='f.png'/></foo><layer name='vector'/>
      <layer src='a.png' composite-op='x:y' m:strokes='s.dat'><mask src='m.png'/></layer>
      """, image: "xmlns:m='urn:m' m:grid='8'",
      [("t.svg", [1]), ("f.png", [1]), ("m.png", [1]), ("s.dat", [1]), ("b.dat", [])])
    #expect(losses.isEmpty, "\(losses.sentences)")
  }

  /// Fails if a colour profile is dropped in silence, or 16 bits, which are kept, are named as a loss.
  @Test func depthAndProfile() throws {
    let deep = try #require(PNGSample.all.first { PNGBytes.isDeep($0.bytes) }).bytes
    let profiled = try ColourProfileTests.png(image(), profile: ColourProfile.adobeRGB)
    let losses = try losses(
      "<layer src='d.png'/><layer src='d.png' x='1'/><layer src='p.png'/><layer src='a.png'/>",
      [("d.png", deep), ("p.png", profiled)])
    #expect(losses.sentences == ["The colour profile of 1 layer is left out."])
  }

  /// Fails if references that cannot be read are lost in silence.
  @Test func references() throws {
    let losses = try losses("<layer src='a.png'/>", [("references/references.xml", Array("<other/>".utf8))])
    #expect(losses.sentences.count == 1 && losses.sentences[0].hasPrefix("The reference pictures of the file were"))
  }

  /// Fails if the losses of real files of Krita or MyPaint differ, or any remain once a drawing has
  /// replaced its file.
  @Test func otherPrograms() throws {
    let files = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "OpenRaster")
    func losses(_ name: String) throws -> [String] {
      let file = files.appending(path: name).path
      let losses = try Document.losses(inSaving: file)
      var notes: [String] = []
      try Document(openRasterAt: file, notes: &notes).save(to: path)
      #expect(try Document.losses(inSaving: path).isEmpty)
      return losses.sentences
    }
    #expect(try losses("krita-5.1.5.ora").isEmpty)
    #expect(try losses("mypaint-2.0.1.ora").isEmpty)
  }
}
