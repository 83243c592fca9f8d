import Archive
import Foundation
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import FuzzTargets
@testable import Pictures
@testable import Storage

/// Colours that pictures state without an ICC profile.
@Suite struct StatedColoursTests {
  private func opened(_ bytes: [UInt8], _ name: String = "a.png") throws -> (image: TileGrid, notes: [String]) {
    let folder = try TemporaryFolder()
    var notes: [String] = []
    let document = try Document.open(try folder.write(name, bytes), notes: &notes).document
    return (document.layers[0].image, notes)
  }

  /// The colours of a row of at most 64 px, 0 ... 1.
  private static func row(_ image: TileGrid, _ count: Int) throws -> [[Double]] {
    let pixels = try #require(image[0]).deepPixels
    return (0..<count).map { x in (0..<3).map { Double(pixels[x].channels[$0]) / 32768 } }
  }

  private static func words(_ image: TileGrid, _ count: Int) -> [UInt32] { (0..<count).map { image[$0, 0] } }

  /// The largest difference, in levels of 8 bits.
  private static func worst(_ shown: [[Double]], _ wanted: [[Double]]) -> Double {
    zip(shown.flatMap { $0 }, wanted.flatMap { $0 }).reduce(0) { max($0, abs($1.0 - $1.1) * 255) }
  }

  /// Fails if a picture in either depth is farther than a level from the reference; with 16 bits a tenth.
  private func expect(
    _ chunks: [Chunk], _ places: [[Double]], _ about: String, _ curve: (Double) -> Double
  ) throws {
    for isDeep in [false, true] {
      let colours = Self.colours(isDeep: isDeep)
      let (image, notes) = try opened(try Self.png(colours, isDeep: isDeep, chunks))
      #expect(notes.isEmpty, "\(about): \(notes)")
      let wanted = colours.map { ColourReference.standard($0, places, curve) }
      let worst = Self.worst(try Self.row(image, 64), wanted)
      #expect(worst <= (isDeep ? 0.1 : 1), "\(about), \(isDeep ? 16 : 8) bits: \(worst) levels")
    }
  }

  // MARK: PNG

  /// Fails if gAMA and cHRM are ignored, used for 8 bits only, or one without the other counts as nothing.
  @Test func gammaAndChromaticities() throws {
    try expect([Self.gamma(1)], ColourReference.sRGB, "linear") { $0 }
    try expect([Self.gamma(1 / 1.8)], ColourReference.sRGB, "1.8") { pow($0, 1 / 0.55556) }
    try expect([Self.gamma(0.45470), Self.places(ColourReference.adobe)], ColourReference.adobe, "Adobe RGB") {
      pow($0, 1 / 0.45470)
    }
    try expect([Self.places(ColourReference.wide), Self.gamma(0.45455)], ColourReference.wide, "wide gamut") {
      pow($0, 1 / 0.45455)
    }
    try expect([Self.places(ColourReference.displayP3)], ColourReference.displayP3, "cHRM") {
      ColourReference.light($0)
    }
  }

  /// Fails if cICP is ignored, or a code means another curve or other primaries than in ITU-T H.273.
  @Test func codes() throws {
    try expect([Self.code(12, 13)], ColourReference.displayP3, "P3") { ColourReference.light($0) }
    try expect([Self.code(9, 8)], ColourReference.bt2020, "BT.2020, linear") { $0 }
    try expect([Self.code(1, 4)], ColourReference.sRGB, "2.2") { pow($0, 2.2) }
    try expect([Self.code(9, 14)], ColourReference.bt2020, "BT.2020") { value in
      value < 0.0812428582986 ? value / 4.5 : pow((value + 0.0992968268094) / 1.0992968268094, 1 / 0.45)
    }
    let theatre = [[0.314, 0.351], [0.680, 0.320], [0.265, 0.690], [0.150, 0.060]]
    try expect([Self.code(11, 13)], theatre, "DCI-P3") { ColourReference.light($0) }
  }

  /// Fails if PQ or HLG is not shown with paper white, 203 cd/m² (ITU-R BT.2408), as white, or nothing is said.
  @Test func highRange() throws {
    // Values of 0, 26, 100, 203 and 1000 cd/m² by the formulas of ITU-R BT.2100.
    let pq: [(Double, Double)] = [(0, 0), (0.380032, 26), (0.508078, 100), (0.580689, 203), (0.751827, 1000)]
    let hlg: [(Double, Double)] = [(0, 0), (0.378558, 26), (0.62962, 100), (0.749877, 203), (1, 1000)]
    let cases: [(UInt8, String, [(Double, Double)])] = [(16, "PQ", pq), (18, "HLG", hlg)]
    for (transfer, name, values) in cases {
      let colours = values.map { value, _ in [value, value, value] }
      let (image, notes) = try opened(try Self.png(colours, isDeep: true, [Self.code(9, transfer)]))
      #expect(notes.count == 1 && notes[0].contains(name), "\(notes)")
      let wanted = values.map { _, light in
        ColourReference.standard([light / 203, light / 203, light / 203], ColourReference.sRGB) { $0 }
      }
      let worst = Self.worst(try Self.row(image, values.count), wanted)
      #expect(worst <= 0.5, "\(name): \(worst) levels")
    }
  }

  /// Fails if a chunk wins over one that the PNG specification (third edition, 4.3) puts before it.
  @Test func precedence() throws {
    let (linear, adobe) = (Self.gamma(1), try Self.profile(ColourProfile.adobeRGB))
    let standard: Chunk = ("sRGB", [0])
    let wide = Self.places(ColourReference.wide)
    func isAdobe(_ value: Double) -> Double { pow(value, 563.0 / 256) }
    try expect([linear, wide, adobe, Self.code(12, 13)], ColourReference.displayP3, "cICP") {
      ColourReference.light($0)
    }
    try expect([standard, Self.code(9, 8)], ColourReference.bt2020, "cICP, sRGB") { $0 }
    try expect([linear, wide, adobe], ColourReference.adobe, "iCCP", isAdobe)
    try expect([standard, adobe], ColourReference.adobe, "iCCP, sRGB", isAdobe)
    try expect([adobe, standard, linear], ColourReference.adobe, "iCCP, sRGB, gAMA", isAdobe)
    try expect([linear, wide, standard], ColourReference.sRGB, "sRGB") { ColourReference.light($0) }
    // A code that Fude does not know, of a narrow range.
    try expect([("cICP", [9, 13, 0, 0]), adobe], ColourReference.adobe, "iCCP, cICP", isAdobe)
  }

  /// Fails if words that mean sRGB change any bit, in either depth.
  @Test func wordsForSRGBChangeNothing() throws {
    let rounded = [[0.3127, 0.3290], [0.6400, 0.3300], [0.3000, 0.6000], [0.1500, 0.0600]]
    let measured = [[0.3127, 0.3291], [0.6399, 0.3301], [0.2998, 0.6003], [0.1500, 0.0600]]
    let chunks: [[Chunk]] = [
      [Self.gamma(0.45455)], [Self.gamma(0.45454)], [Self.gamma(0.45)], [Self.places(rounded)],
      [Self.gamma(0.45455), Self.places(rounded)], [Self.places(measured), Self.gamma(0.45455)], [Self.code(1, 13)],
      [try Self.profile(SRGBProfile.bytes)], [("sRGB", [0]), Self.gamma(1)],
    ]
    for isDeep in [false, true] {
      let colours = Self.colours(isDeep: isDeep)
      let plain = try opened(try Self.png(colours, isDeep: isDeep, [])).image
      for chunks in chunks {
        let (image, notes) = try opened(try Self.png(colours, isDeep: isDeep, chunks))
        #expect(image[0]?.deepPixels == plain[0]?.deepPixels, "\(chunks)")
        #expect(notes.isEmpty, "\(chunks): \(notes)")
      }
    }
  }

  /// Fails if a chunk with impossible numbers, another length or a wrong checksum changes colours, refuses the
  /// picture, or is left out without a message.
  @Test func damagedChunks() throws {
    let colours = Self.colours(isDeep: false)
    let plain = Self.words(try opened(try Self.png(colours, isDeep: false, [])).image, 64)
    let line = [[0.3, 0.3], [0.1, 0.1], [0.2, 0.2], [0.6, 0.6]]
    let outside = [[0.01, 0.9], [0.64, 0.33], [0.30, 0.60], [0.15, 0.06]]
    let flat = [[0.3127, 0], [0.64, 0.33], [0.30, 0.60], [0.15, 0.06]]
    let zeros = [UInt8](repeating: 0, count: 32)
    let full = [UInt8](repeating: 255, count: 32)
    var chunks: [Chunk] = [Self.gamma(0), Self.places(line), Self.places(outside), Self.places(flat)]
    for content: [UInt8] in [[1, 2, 3], [], [255, 255, 255, 255]] { chunks.append(("gAMA", content)) }
    for content: [UInt8] in [zeros, full, [1]] { chunks.append(("cHRM", content)) }
    for content: [UInt8] in [[12, 13, 0], [], [12, 99, 0, 1], [12, 13, 1, 1]] { chunks.append(("cICP", content)) }
    let three: [UInt8] = [1, 2, 3]
    let packed = try Deflate.packed(three.span)
    let method: [UInt8] = [97, 0, 1] + packed
    for content: [UInt8] in [[97, 98], [], method, [97, 0, 0, 1, 2, 3]] { chunks.append(("iCCP", content)) }
    chunks.append(try Self.profile(three))
    var pictures: [[UInt8]] = []
    for chunk in chunks { pictures.append(try Self.png(colours, isDeep: false, [chunk])) }
    for chunk in [
      Self.gamma(1), Self.places(ColourReference.wide), Self.code(12, 13), try Self.profile(ColourProfile.adobeRGB),
    ] {
      var bytes = try Self.png(colours, isDeep: false, [chunk])
      // The checksum follows signature, header, and the chunk's length, name and content.
      bytes[8 + 25 + 8 + chunk.content.count] ^= 1
      pictures.append(bytes)
    }
    for (i, bytes) in pictures.enumerated() {
      let (image, notes) = try opened(bytes)
      #expect(Self.words(image, 64) == plain, "\(i)")
      #expect(notes.count == 1 && notes[0].hasPrefix("Colours may differ"), "\(i): \(notes)")
    }
  }

  /// Fails if a bad chunk makes a good one useless, or a message is shown though a better chunk counts.
  @Test func goodChunksBesideBadOnes() throws {
    let bad = Self.places([[0.3, 0.3], [0.1, 0.1], [0.2, 0.2], [0.6, 0.6]])
    try expect([bad, try Self.profile(ColourProfile.adobeRGB)], ColourReference.adobe, "iCCP") { pow($0, 563.0 / 256) }
    let colours = Self.colours(isDeep: false)
    let (image, notes) = try opened(try Self.png(colours, isDeep: false, [bad, Self.gamma(1)]))
    #expect(notes.count == 1)
    let wanted = colours.map { ColourReference.standard($0, ColourReference.sRGB) { $0 } }
    #expect(Self.worst(try Self.row(image, 64), wanted) <= 1)
  }

  /// Fails if 16 bits are cut to 8 before the conversion where the result has 8, as in a preview: dark levels of
  /// linear light are then up to 6 levels off. Interlaced pictures have their own way, so one is tested.
  @Test func deepPicturesForEightBits() throws {
    func difference(_ bytes: [UInt8], _ wanted: [[Double]]) throws -> Double {
      let folder = try TemporaryFolder()
      let reader = try PNGReader(path: try folder.write("a.png", bytes))
      #expect(reader.useProfile() == nil)
      var shown: [[Double]] = []
      try reader.readRows { _, row in
        for x in row.indices { shown.append([16, 8, 0].map { Double(row[x] >> UInt32($0) & 255) / 255 }) }
      }
      return Self.worst(shown, wanted)
    }
    var colours: [[Double]] = []
    for x in 0..<64 {
      let step = Double(x) / 65535
      colours.append([40 * step, 11 * step, step])
    }
    let cases: [([Chunk], [[Double]], Double)] = [
      ([Self.gamma(1)], ColourReference.sRGB, 1), ([Self.code(9, 8)], ColourReference.bt2020, 1),
      ([try Self.profile(ColourProfile.adobeRGB)], ColourReference.adobe, 563.0 / 256),
    ]
    for (chunks, places, power) in cases {
      let wanted = colours.map { ColourReference.standard($0, places) { pow($0, power) } }
      let worst = try difference(try Self.png(colours, isDeep: true, chunks), wanted)
      #expect(worst <= 0.6, "\(chunks[0].type): \(worst) levels")
    }
    var interlaced = try #require(PNGChunks(try Self.png([[0.001, 0.002, 0.003]], isDeep: true, [Self.gamma(1)])))
    interlaced.chunks[0].content[12] = 1
    let wanted = ColourReference.standard([0.001, 0.002, 0.003], ColourReference.sRGB) { $0 }
    let ofInterlaced = try difference(interlaced.bytes, [wanted])
    #expect(ofInterlaced <= 0.6)
  }

  /// Fails if a pasted picture of 16 bits a channel becomes one of 8, or one that 8 bits hold does not.
  @Test func pastedPicturesKeepTheirDepth() throws {
    let colours = Self.colours(isDeep: true)
    let bytes = try Self.png(colours, isDeep: true, [])
    var notes: [String] = []
    let pasted = try Clipping(picture: bytes, notes: &notes)
    #expect(pasted.image.hasDeepTiles && notes.isEmpty)
    let shown = try Self.row(pasted.image, 64)
    #expect(Self.worst(shown, colours) <= 0.01)
    let coarse = try Clipping(picture: try Self.png(Self.colours(isDeep: false), isDeep: true, []), notes: &notes)
    #expect(!coarse.image.hasDeepTiles)
  }

  /// Fails if greys get a tint by chromaticities, or keep their values though gAMA or a profile of RGB says more.
  @Test func greys() throws {
    var greys: [[Double]] = []
    for x in 0..<64 { greys.append([Double](repeating: Double(x * 4) / 255, count: 3)) }
    let cases: [([Chunk], Double)] = [
      ([Self.gamma(1), Self.places(ColourReference.wide)], 1),
      ([try Self.profile(ColourProfile.adobeRGB)], 563.0 / 256),
    ]
    for (chunks, power) in cases {
      let (image, notes) = try opened(try Self.png(greys, isDeep: false, form: .grey, chunks))
      #expect(notes.isEmpty, "\(notes)")
      let wanted = greys.map { ColourReference.standard($0, ColourReference.sRGB) { pow($0, power) } }
      #expect(Self.worst(try Self.row(image, 64), wanted) <= 1)
      for word in Self.words(image, 64) {
        #expect(word & 255 == word >> 8 & 255 && word >> 8 & 255 == word >> 16 & 255)
      }
    }
  }

  /// Fails if a profile of inks in an RGB picture, or one of grey in a PNG with colours, changes its colours, hides
  /// other chunks, or nothing is said.
  @Test func profilesThatDoNotFit() throws {
    let colours = Self.colours(isDeep: false)
    let plain = try opened(try Self.png(colours, isDeep: false, [])).image
    let linear = try opened(try Self.png(colours, isDeep: false, [Self.gamma(1)])).image
    for profile in [ColourProfile.press, ColourProfile.linearGrey, [1, 2, 3]] {
      let chunk = try Self.profile(profile)
      let cases: [([Chunk], TileGrid)] = [
        ([chunk], plain), ([chunk, Self.gamma(1)], linear), ([chunk, ("sRGB", [0]), Self.gamma(1)], plain),
      ]
      for (chunks, wanted) in cases {
        let (image, notes) = try opened(try Self.png(colours, isDeep: false, chunks))
        #expect(notes.count == 1 && notes[0].contains("does not fit"), "\(notes)")
        #expect(Self.words(image, 64) == Self.words(wanted, 64), "\(chunks.map(\.type))")
      }
    }
    let jpeg = try PictureFileTests.encoded(.jpeg, width: 32, height: 32, quality: 100) { _, _ in 0xFF64_9664 }
    let webP = try PictureFileTests.encoded(.webP, width: 32, height: 32, quality: 100) { _, _ in 0xFF64_9664 }
    for (bytes, format) in [
      (ColourProfileTests.jpeg(jpeg, profile: ColourProfile.press), PictureCodec.jpeg),
      (ColourProfileTests.webP(webP, profile: ColourProfile.press), .webP),
    ] {
      let note = try PictureDecoder(bytes, format).note
      #expect(note?.contains("does not fit") == true, "\(note ?? "no note")")
    }
  }

  // MARK: Exif

  /// Fails if Exif data that say Adobe RGB (DCF 2.0) are ignored in JPEG or WebP, win over a profile, or other data
  /// are taken for them.
  @Test func exif() throws {
    let plain = try PictureFileTests.encoded(.jpeg, width: 32, height: 32, quality: 100) { _, _ in 0xFF64_9664 }
    let untouched = try PictureDecoder(plain, .jpeg).image[16, 16]
    func channels(_ word: UInt32) -> [Double] { [16, 8, 0].map { Double(word >> UInt32($0) & 255) / 255 } }
    let values = channels(untouched)
    let wanted = ColourReference.standard(values, ColourReference.adobe) { pow($0, 563.0 / 256) }
    func worst(_ word: UInt32) -> Double { Self.worst([channels(word)], [wanted]) }
    for isLittle in [false, true] {
      let adobe = Self.exif(space: 0xFFFF, index: "R03", isLittle: isLittle)
      let picture = try PictureDecoder(Self.jpeg(plain, adobe), .jpeg)
      #expect(picture.note == nil && worst(picture.image[16, 16]) <= 1, "\(worst(picture.image[16, 16]))")
      for other in [
        Self.exif(space: 1, index: "R03", isLittle: isLittle),
        Self.exif(space: 0xFFFF, index: "R98", isLittle: isLittle),
        Array(adobe.dropLast(10)), Array(adobe.prefix(50)), Array(adobe.prefix(30)),
      ] {
        #expect(try PictureDecoder(Self.jpeg(plain, other), .jpeg).image[16, 16] == untouched)
      }
      let profiled = ColourProfileTests.jpeg(Self.jpeg(plain, adobe), profile: SRGBProfile.bytes)
      #expect(try PictureDecoder(profiled, .jpeg).image[16, 16] == untouched)
    }
    let webP = try PictureFileTests.encoded(.webP, width: 32, height: 32, quality: 100) { _, _ in 0xFF64_9664 }
    let adobe = Self.exif(space: 0xFFFF, index: "R03", isLittle: true)
    // The encoder's own Exif chunk is the last.
    let start = try #require((12..<webP.count - 4).first { webP[$0..<$0 + 4].elementsEqual("EXIF".utf8) })
    var body = Array(webP[8..<start])
    body += Array("EXIF".utf8) + [UInt8(adobe.count), 0, 0, 0] + adobe
    let bytes: [UInt8] = Array("RIFF".utf8) + [UInt8(body.count & 255), UInt8(body.count >> 8), 0, 0] + body
    let shown = try PictureDecoder(bytes, .webP)
    #expect(shown.note == nil && worst(shown.image[16, 16]) <= 3, "\(worst(shown.image[16, 16]))")
  }
  /// Fails if Exif data in a PNG that say Adobe RGB are ignored, win over another chunk, or a damaged chunk of them
  /// changes colours or is reported.
  @Test func exifInPNG() throws {
    for isLittle in [false, true] {
      let adobe: Chunk = ("eXIf", Self.exif(space: 0xFFFF, index: "R03", isLittle: isLittle))
      func curve(_ value: Double) -> Double { pow(value, 563.0 / 256) }
      try expect([adobe], ColourReference.adobe, "eXIf", curve)
      let wide = try Self.profile(ColourProfile.rgb(ColourReference.wide, ColourProfile.linear))
      let linear: [(Chunk, [[Double]])] = [
        (Self.gamma(1), ColourReference.sRGB), (Self.code(9, 8), ColourReference.bt2020), (wide, ColourReference.wide),
      ]
      for (other, places) in linear { try expect([adobe, other], places, "eXIf, \(other.type)") { $0 } }
      func same(_ value: Double) -> Double { ColourReference.light(value) }
      for other: Chunk in [("sRGB", [0]), Self.gamma(0.45455), Self.places(ColourReference.sRGB)] {
        try expect([adobe, other], ColourReference.sRGB, "eXIf, \(other.type)", same)
      }
      for index in ["R98", "THM"] {
        let chunk: Chunk = ("eXIf", Self.exif(space: 0xFFFF, index: index, isLittle: isLittle))
        try expect([chunk], ColourReference.sRGB, index, same)
      }
      try expect([("eXIf", Array(adobe.content.prefix(50)))], ColourReference.sRGB, "cut Exif data", same)
      let colours = Self.colours(isDeep: false)
      var bytes = try Self.png(colours, isDeep: false, [adobe])
      bytes[8 + 25 + 8 + adobe.content.count] ^= 1
      let (image, notes) = try opened(bytes)
      let worst = Self.worst(try Self.row(image, 64), colours)
      #expect(worst <= 0.01 && notes.isEmpty)
    }
  }
}
