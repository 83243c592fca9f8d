import Archive
import Files
import Ink
import TestSupport
import Testing

@testable import FuzzTargets
@testable import Library

/// Krita's presets in archives and folders, and the tips that they name.
@Suite struct PackTipsTests {
  private func preset(_ path: String, _ tip: String, type: String = "gbr_brush") -> (String, [UInt8]) {
    let name = PathText.stem(of: path.replacing("\\", with: "/"))
    return (path, BrushFiles.kpp(BrushFiles.preset(tip: BrushFiles.tip(tip, type: type), name: name)))
  }

  private func read(_ entries: [(String, [UInt8])], isPacked: Bool = true) throws -> BrushPack {
    let bytes = SmallZip.archive(entries.map { (Array($0.0.utf8), $0.1) }, isPacked: isPacked)
    return try BrushPack(bytes: bytes, fileName: "Set.zip")
  }

  private func width(_ file: BrushPack.File) throws -> Int? {
    try Brush(parsing: file.bytes, pictures: TipPicture.images).tipImages?.width
  }

  /// Fails if a preset does not find a tip in another folder, or a tip that a preset uses is a brush, too.
  @Test func presetsFindTips() throws {
    let pack = try read([
      ("set/brushes/Rake Tip.GBR", BrushFiles.gbr(name: "Rake")),
      ("set/brushes/leaf.gbr", BrushFiles.gbr(name: "Leaf")),
      preset("set/paintoppresets/one.kpp", "rake tip.gbr"), ("set/other/two.png", BrushFiles.png(width: 2, height: 3)),
      preset("set/paintoppresets/two.kpp", "two.png", type: "png_brush"), preset("top.kpp", "C:\\tips\\rake tip.gbr"),
      preset("set\\paintoppresets\\back.kpp", "two.png", type: "png_brush"), ("shop.abr", BrushFiles.richABR),
      preset("set/shop.kpp", "shop_2", type: "abr_brush"), preset("set/gone.kpp", "gone.gbr"),
      ("__MACOSX/set/brushes/gone.gbr", BrushFiles.gbr()),
    ])
    let names = pack.files.map { PathText.stem(of: $0.path) }
    #expect(names.prefix(5) == ["one", "two", "top", "back", "shop"] && names.contains("Leaf"))
    #expect(!names.contains("Rake") && names.count > 6, "brushes of Photoshop stay")
    #expect(try pack.files.prefix(4).map { try width($0) } == [3, 2, 3, 2])
    #expect(pack.leftOut.map(\.fault) == ["its tip is in another file: gone.gbr"])
  }

  /// Fails if a preset gets the tip of another set, or a picture of a preset in the place of the tip.
  @Test func nearestTipsCount() throws {
    let pack = try read([
      ("a/brushes/tip.png", BrushFiles.png(width: 3, height: 1)),
      ("b/brushes/tip.png", BrushFiles.png(width: 4, height: 1)),
      ("b/paintoppresets/tip.png", BrushFiles.png(width: 5, height: 1)),
      ("b/patterns/tip.png", BrushFiles.png(width: 6, height: 1)),
      preset("b/paintoppresets/tip.kpp", "tip.png", type: "png_brush"),
      preset("a/paintoppresets/more/x.kpp", "tip.png", type: "png_brush"),
    ])
    #expect(try pack.files.map { try width($0) } == [4, 3] && pack.leftOut.isEmpty)
  }

  /// Fails if a bundle in an archive is refused, its presets do not find its tips or those beside it, or one without a
  /// mark of its kind is not read.
  @Test(arguments: [false, true]) func bundlesInArchivesAreRead(isPacked: Bool) throws {
    let inner = [
      preset("paintoppresets/in.kpp", "in.gbr"), preset("paintoppresets/out.kpp", "out.gbr"),
      preset("paintoppresets/same.kpp", "same.gbr"), ("brushes/in.gbr", BrushFiles.gbr(width: 4, height: 1)),
      ("brushes/same.gbr", BrushFiles.gbr(width: 5, height: 1)), ("brushes/rest.gbr", BrushFiles.gbr(name: "Rest")),
    ]
    let plain = SmallZip.archive([preset("paintoppresets/plain.kpp", "out.gbr")].map { (Array($0.0.utf8), $0.1) })
    let pack = try read(
      [
        ("My brushes/read me.txt", [65]), ("My brushes/some.bundle", BrushFiles.bundle(inner, isPacked: isPacked)),
        ("My brushes/plain.bundle", plain), ("My brushes/out.gbr", BrushFiles.gbr(width: 6, height: 1, name: "Out")),
        ("My brushes/same.gbr", BrushFiles.gbr(width: 7, height: 1, name: "Same")), ("My brushes/bad.bundle", [1]),
      ], isPacked: isPacked)
    #expect(pack.files.map { PathText.stem(of: $0.path) } == ["in", "out", "same", "Rest", "plain", "Out", "Same"])
    #expect(try pack.files.map { try width($0) } == [4, 6, 5, 3, 6, 6, 7])
    #expect(pack.files[0].path == "some/in.brush" && pack.leftOut.map(\.name) == ["My brushes/bad.bundle"])
  }

  /// Fails if many small bundles may unpack more than one.
  @Test func bundlesShareLimits() throws {
    var limits = ForeignBrushes.Limits()
    limits.bytes = 4000
    let bytes = BrushFiles.bundle([
      ("brushes/large.gbr", BrushFiles.gbr(width: 50, height: 50)), ("brushes/small.gbr", BrushFiles.gbr()),
    ])
    var brushes = ArchivedBrushes(try ZipReader(bytes: bytes), limits: limits)
    #expect(try brushes.read(.bundle, bytes, "a.bundle").found.count == 2)
    let error = #expect(throws: ArchiveError.self) { try brushes.read(.bundle, bytes, "b.bundle") }
    #expect(error.map { "\($0)" }?.hasPrefix("it has more than ") ?? false)
  }

  /// Fails if brushes with long names that begin alike cannot be told apart, or a name is too long for the list.
  @Test func longNamesStayWhole() throws {
    let names = ["thin", "wide", "dry"].map { "Winter forest set - trunk, \($0)" }
    let pack = try read(names.map { ("set/\($0).gbr", BrushFiles.gbr(name: $0)) })
    #expect(pack.files.map(\.path) == names.map { $0 + ".brush" })
    let longer = names.map { String(repeating: "long ", count: 12) + $0 }
    let tips = SmallZip.archive(longer.map { (Array("brushes/\($0).gbr".utf8), BrushFiles.gbr(name: $0)) })
    let inner = try read([("x/a.bundle", tips), ("y.gbr", BrushFiles.gbr(name: "y"))])
    let listed = inner.files.compactMap { Brush.name(ofFile: inner.name + "-99/" + $0.path) }
    #expect(Set(listed).count == 4 && inner.files.prefix(3).allSatisfy { $0.path.hasPrefix("x/a/long long") })
  }

  /// Fails if presets that have the same tip in them convert it each time, or get one of another content.
  @Test func tipsWithinPresetsAreShared() throws {
    let (same, other) = (BrushFiles.gbr(width: 40, height: 40), BrushFiles.gbr(width: 20, height: 80))
    #expect(same.count == other.count)
    let tips = KritaTips(budget: PixelBudget(ForeignBrushes.Limits()))
    let before = tips.budget.left
    let images = try [same, other, same, other, same].map { bytes in
      let resource = KritaPreset.Resource(fileName: "a.gbr", checksum: "", bytes: bytes)
      return try tips.pictures("a.gbr", resources: [resource]).images
    }
    #expect(images.map(\.width) == [40, 20, 40, 20, 40] && images[0] === images[2] && images[1] === images[3])
    #expect(before - tips.budget.left == 3200)
  }

  /// Fails if reading or adding goes on after it was cancelled, or leaves anything.
  @Test func cancelledPacksLeaveNothing() throws {
    let folder = try TemporaryFolder()
    let entries = (1...9).map { ("\($0).gbr", BrushFiles.gbr(name: "\($0)")) }
    let path = try folder.write("a.zip", SmallZip.archive(entries.map { (Array($0.0.utf8), $0.1) }))
    let brushes = folder.path("brushes")
    var shares: [Double] = []
    func stops(_ share: Double) -> Bool {
      shares.append(share)
      return shares.count < 4
    }
    #expect(throws: FileError.self) { try BrushPack(at: path, report: stops) }
    let expected = (0...3).map { Double($0) / 9 }
    #expect(shares == expected)
    let pack = try BrushPack(at: path)
    shares = []
    #expect(throws: FileError.self) { try pack.add(to: brushes, besides: BrushCatalogue(), report: stops) }
    #expect(shares.count == 4 && BrushCatalogue(folders: [brushes]).groups.isEmpty)
    #expect(try pack.add(to: brushes, besides: BrushCatalogue()).count == 9)
  }

  /// Fails if a single preset does not find the tips of its folder or of Krita's.
  @Test func singlePresetsLookBesideThem() throws {
    let folder = try TemporaryFolder()
    let presets = [preset("krita/paintoppresets/a.kpp", "A tip.gbr"), preset("krita/paintoppresets/b.kpp", "b.gbr")]
    for name in ["brushes", "paintoppresets"] { try UserFolder.make(folder.path("krita/" + name)) }
    for (path, bytes) in presets { try folder.write(path, bytes) }
    try folder.write("krita/brushes/a tip.gbr", BrushFiles.gbr(width: 4, height: 1))
    try folder.write("krita/paintoppresets/b.gbr", BrushFiles.gbr(width: 5, height: 1))
    for (name, expected) in [("a", 4), ("b", 5)] {
      let pack = try BrushPack(at: folder.path("krita/paintoppresets/\(name).kpp"))
      #expect(try width(pack.files[0]) == expected && pack.isSingle, "\(name)")
    }
  }
}
