import Archive
import Ink
import Testing

@testable import FuzzTargets
@testable import Library

/// Brushes of GIMP, and pictures.
@Suite struct ForeignGIMPTests {
  static func read(
    _ format: ForeignBrushes.Format, _ bytes: [UInt8], _ name: String = "folder/my tip.x"
  ) throws -> ForeignBrushes {
    try ForeignBrushes(format, bytes: bytes, fileName: name)
  }

  static func fault(_ format: ForeignBrushes.Format, _ bytes: [UInt8]) -> String? {
    do throws(ArchiveError) {
      _ = try ForeignBrushes(format, bytes: bytes, fileName: "a")
      return nil
    } catch { return "\(error)" }
  }

  private func only(_ format: ForeignBrushes.Format, _ bytes: [UInt8]) throws -> ForeignBrushes.Found {
    let brushes = try Self.read(format, bytes)
    #expect(brushes.found.count == 1 && brushes.leftOut.isEmpty)
    return try #require(brushes.found.first)
  }

  private func tip(_ brush: Brush) throws -> Brush.ImageTip {
    guard case .image(let tip) = brush.tip else {
      Issue.record("it has no image tip")
      return try #require(nil)
    }
    return tip
  }

  /// Fails if a pixel, the name or a property of GIMP's usual dynamics is wrong in any version.
  @Test func versionsAreRead() throws {
    let floats: [UInt8] = [0x3F, 0x80, 0, 0, 0x3F, 0, 0x40, 0, 0xBF, 0x80, 0x7F, 0xC0]
    let cases: [([UInt8], [UInt8], String, Double)] = [
      (BrushFiles.gbr(version: 1, name: "Vögel"), BrushFiles.mask(3, 2), "Vögel", 0.5),
      (BrushFiles.gbr(spacing: 40, name: "筆"), BrushFiles.mask(3, 2), "筆", 0.8),
      (
        BrushFiles.gbr(version: 3, kind: 18, spacing: 0, name: "", pixels: floats), [255, 0, 128, 255, 0, 0], "my tip",
        0.02
      ),
    ]
    for (bytes, mask, name, spacing) in cases {
      let found = try only(.gbr, bytes)
      #expect(found.name == name && found.left.isEmpty)
      let brush = found.brush
      #expect(Brush.isName(brush.name) && brush.size == 3 && brush.minimumShare == 1)
      #expect(brush.flow.minimumShare == 0.1 && brush.flow.most == 1 && brush.flow.curve == .linear)
      #expect(brush.rendering == .dabs(Brush.Dabs(spacing: spacing)))
      #expect(try tip(brush).images == TipImages(width: 3, height: 2, masks: mask))
    }
  }

  /// Fails if colours do not become coverage, are not reported, or a white tip is empty.
  @Test func coloursBecomeCoverage() throws {
    func found(_ pixels: [UInt8]) throws -> ([UInt8], Set<ForeignBrushes.Feature>) {
      let found = try only(.gbr, BrushFiles.gbr(width: 2, height: 1, kind: 4, pixels: pixels))
      let again = try only(.png, BrushFiles.png(width: 2, height: 1, kind: 6, pixels: pixels))
      let masks = try tip(found.brush).images.masks
      #expect(try tip(again.brush).images.masks == masks)
      #expect(again.left == found.left)
      return (masks, found.left)
    }
    #expect(try found([0, 0, 0, 255, 100, 100, 100, 255]) == ([255, 155], []))
    #expect(try found([255, 0, 0, 255, 0, 0, 0, 51]) == ([179, 51], [.tipColours]))
    #expect(try found([255, 255, 255, 200, 255, 255, 255, 0]) == ([200, 0], []))
    #expect(try only(.gbr, BrushFiles.gbr() + BrushFiles.pattern()).left == [.tipColours])
    #expect(try only(.gbr, BrushFiles.gbr() + [1, 2, 3]).left == [])
  }

  /// Fails if a picture's name or spacing is ignored.
  @Test func picturesStateProperties() throws {
    let plain = try only(.png, BrushFiles.png())
    #expect(plain.name == "my tip" && plain.brush.dabs?.spacing == 0.4)
    #expect(try tip(plain.brush).images.masks == BrushFiles.mask(3, 2).map { 255 - $0 })
    let texts = [BrushFiles.text("tEXt", "brush_spacing", "0.5"), BrushFiles.text("iTXt", "brush_name", "筆")]
    let stated = try only(.png, BrushFiles.png(texts: texts))
    #expect(stated.name == "筆" && stated.brush.dabs?.spacing == 1)
  }

  /// Fails if a tip is not in the middle of the largest size, or the brush has another size.
  @Test func tipsOfDifferentSizesAreCentred() throws {
    let wide = BrushFiles.gbr(width: 5, height: 1, spacing: 30, pixels: [1, 2, 3, 4, 5])
    let low = BrushFiles.gbr(width: 1, height: 3, pixels: [6, 7, 8])
    let found = try only(.gih, BrushFiles.gih("2 ncells:2 dim:1 rank0:2 sel0:random", [wide, low], name: " Two "))
    #expect(found.name == "Two " && found.brush.size == 5 && found.brush.dabs?.spacing == 0.6)
    let masks: [UInt8] = [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 7, 0, 0, 0, 0, 8, 0, 0]
    #expect(try tip(found.brush).images == TipImages(width: 5, height: 3, count: 2, masks: masks))
  }

  /// Fails if pictures are chosen in another way than in GIMP, or the difference is not reported.
  @Test func choices() throws {
    typealias Choice = Brush.ImageTip.Choice
    let cases: [(String, Int, Choice, Set<ForeignBrushes.Feature>)] = [
      ("3 ncells:3 dim:1 rank0:3 sel0:random", 3, .chance, []), ("3", 3, .sequence, []),
      ("3 dim:1 rank0:3 sel0:incremental placement:(null)", 3, .sequence, []), ("3 dim:1", 3, .chance, []),
      ("3 dim:1 rank0:3 sel0:angular", 3, .direction, []), ("3 rank0:5 selection:incremental", 3, .sequence, []),
      ("3 dim:1 rank0:3 sel0:pressure", 3, .chance, [.pictureChoice]),
      ("3 dim:1 rank0:2 sel0:angular", 2, .direction, []), ("3 dim:1 rank0:3 sel0:constant", 1, .chance, []),
      ("3 dim:2 rank0:3 rank1:1 sel0:angular sel1:random", 3, .direction, []),
      ("4 dim:2 rank0:2 rank1:2 sel0:angular sel1:random", 4, .chance, [.pictureChoice]),
      ("4 dim:2 rank0:2 rank1:2 sel0:random sel1:random", 4, .chance, []),
    ]
    for (parameters, count, choice, left) in cases {
      let found = try only(.gih, BrushFiles.gih(parameters, Array(repeating: BrushFiles.gbr(), count: 4)))
      let tip = try tip(found.brush)
      #expect(tip.images.count == count && found.left == left, "\(parameters)")
      if count > 1 { #expect(tip.choice == choice, "\(parameters)") }
    }
    let many = try only(
      .gih, BrushFiles.gih("70", Array(repeating: BrushFiles.gbr() + BrushFiles.pattern(), count: 70)))
    #expect(try tip(many.brush).images.count == 64)
    #expect(many.left == [.manyPictures, .tipColours])
  }

  /// Fails if a file that ends early loses its whole tips.
  @Test func wholeTipsStay() throws {
    let bytes = BrushFiles.gih("4 dim:1 rank0:4 sel0:random", [BrushFiles.gbr(), Array(BrushFiles.gbr().dropLast())])
    #expect(try tip(only(.gih, bytes).brush).images.count == 1)
  }

  /// Fails if a tip that is too large for Fude keeps its pixels, or the brush is larger than users can choose.
  @Test func largeTipsAreMadeSmaller() throws {
    let bytes = BrushFiles.gbr(width: 2000, height: 100, pixels: [UInt8](repeating: 200, count: 200_000))
    let brush = try only(.gbr, bytes).brush
    let images = try tip(brush).images
    #expect(images.width == 1024 && images.height == 51 && brush.size == 1000)
  }

  /// Fails if a fault has other words.
  @Test func faults() {
    func change(_ at: Int, _ value: Int) -> [UInt8] {
      var bytes = BrushFiles.gbr()
      bytes.replaceSubrange(at..<(at + 4), with: BrushFiles.big(value, 4))
      return bytes
    }
    let cases = [
      (change(4, 9), "its version 9 is unknown"), (change(8, 0), "it has no pixels"),
      (change(12, 10001), "it is 3 x 10001 px large, but at most 10000 px a side are allowed"),
      (change(16, 3), "its pixels have an unknown form"),
      (change(20, 0), "it is not a brush of GIMP"), (change(0, 5), "its bytes end too early"),
      (change(0, 0x7FFF_FFFF), "its bytes end too early"),
      (BrushFiles.gbr(pixels: [0, 0, 0, 0, 0, 0]), "its tip is empty"),
    ]
    for (bytes, fault) in cases { #expect(Self.fault(.gbr, bytes) == fault) }
    #expect(Self.fault(.gih, Array("a\nb\nc".utf8)) == "it is not a set of tips of GIMP")
    #expect(Self.fault(.gih, Array("a\n3 dim:1\n".utf8)) == "it contains no brush")
  }
}
