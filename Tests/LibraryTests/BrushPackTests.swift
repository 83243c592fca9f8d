import Archive
import Files
import Foundation
import Ink
import TestSupport
import Testing

@testable import FuzzTargets
@testable import Library

/// Packs of brushes: archives and files of other programs, made in memory.
@Suite struct BrushPackTests {
  /// A brush whose content depends on a number.
  static func brush(_ number: Int = 1) -> String {
    """
    {"version": 3, "settings": {"radius_logarithmic": {"base_value": \(number), "inputs": {}}}}
    """
  }

  static func pack(_ entries: [(String, String)]) -> [UInt8] {
    SmallZip.archive(entries.map { (Array($0.0.utf8), Array($0.1.utf8)) }, isPacked: true)
  }

  private func read(_ entries: [(String, String)], _ name: String = "Oil.zip") throws -> BrushPack {
    try BrushPack(bytes: Self.pack(entries), fileName: name)
  }

  private func fault(_ bytes: [UInt8]) -> String? {
    do throws(ArchiveError) {
      _ = try BrushPack(bytes: bytes, fileName: "a.zip")
      return nil
    } catch { return "\(error)" }
  }

  private func paths(_ pack: BrushPack) -> [String] { pack.files.map(\.path) }

  /// Fails if a brush is missing or has another content, a file that is none is taken for a brush, or the
  /// folder that all share stays.
  @Test func brushesAreFound() throws {
    let pack = try read([
      ("Oil Paints/", ""), ("Oil Paints/readme.txt", "Hello"), ("Oil Paints/Soft Oil.myb", Self.brush(1)),
      ("Oil Paints/Soft Oil_prev.png", "no picture"), ("Oil Paints/more/hard.MYB", Self.brush(2)),
      ("__MACOSX/Oil Paints/._hard.myb", "x"), ("Oil Paints/.hidden/a.myb", Self.brush(3)), ("Oil Paints/.myb", "x"),
    ])
    #expect(pack.name == "Oil" && pack.leftOut.isEmpty)
    #expect(paths(pack) == ["Soft Oil.myb", "more/hard.myb"])
    #expect(pack.files.map(\.bytes) == [Array(Self.brush(1).utf8), Array(Self.brush(2).utf8)])
  }

  /// Fails if brushes of other programs, or of Fude, are not found in an archive, or those of a file with several are
  /// not in a folder of its name.
  @Test func brushesOfOtherProgramsAreFound() throws {
    func square(_ name: String) -> [UInt8] { BrushFiles.gbr(name: name) }
    let own = "fude brush 1\nname mine\nsize 3\nend\n"
    let entries: [(String, [UInt8])] = [
      ("set/leaf.gbr", square("Oak Leaf")), ("set/more/leaf.gbr", square("Elm")), ("set/mine.brush", Array(own.utf8)),
      ("set/soft.myb", Array(Self.brush().utf8)), ("set/bad.gbr", [1, 2, 3]), ("set/bad.brush", [1, 2, 3]),
    ]
    let pack = try BrushPack(bytes: SmallZip.archive(entries.map { (Array($0.0.utf8), $0.1) }), fileName: "All.zip")
    #expect(paths(pack) == ["Oak Leaf.brush", "more/Elm.brush", "mine.brush", "soft.myb"])
    #expect(pack.leftOut.map(\.name) == ["set/bad.gbr", "set/bad.brush"] && !pack.isSingle)
    let leaf = try Brush(parsing: pack.files[0].bytes, pictures: TipPicture.images)
    #expect(leaf.name == "oak-leaf" && leaf.tipImages?.width == 3)
  }

  /// Fails if a single brush of another program gets a folder of its own, is added twice, replaces another one, or is
  /// not the one that the list has.
  @Test func singleBrushesJoinTheirKind() throws {
    let folder = try TemporaryFolder()
    let brushes = folder.path("brushes")
    func add(_ file: String, _ bytes: [UInt8]) throws -> BrushPack.Addition {
      try folder.write(file, bytes)
      return try BrushPack(at: folder.path(file)).add(to: brushes, besides: BrushCatalogue(folders: [brushes]))
    }
    let first = try add("a.gbr", BrushFiles.gbr(name: "Leaf"))
    #expect(first.name == "GIMP" && first.isNew && first.brush == "gimp/leaf" && first.left.isEmpty)
    let again = try add("b.gbr", BrushFiles.gbr(name: "Leaf"))
    #expect(again.brush == "gimp/leaf-2" && again.isNew, "the comment has another file")
    let same = try add("a.gbr", BrushFiles.gbr(name: "Leaf"))
    #expect(!same.isNew && same.brush == "gimp/leaf")
    let other = try add("c.gbr", BrushFiles.gbr(width: 2, height: 3, name: "leaf"))
    #expect(other.brush == "gimp/leaf-3" && other.isNew)
    let tip = try add("dot.png", BrushFiles.png())
    #expect(tip.name == "Tips" && tip.brush == "tips/dot")
    let catalogue = BrushCatalogue(folders: [brushes])
    for name in ["gimp/leaf", "gimp/leaf-2", "gimp/leaf-3", "tips/dot"] {
      let entry = try #require(catalogue[name])
      #expect(try BrushFile.brush(at: entry.path, named: name).name == name)
    }
    #expect(!BrushPack.isPack(at: folder.path("dot.png")) && BrushPack.isPack(at: folder.path("a.gbr")))
  }

  /// Fails if a brush of Fude or MyPaint that is added is not kept with the user's, or a broken one is.
  @Test func ownBrushesAreAdded() throws {
    let folder = try TemporaryFolder()
    let brushes = folder.path("brushes")
    try folder.write("oak.brush", Array("fude brush 1\nname oak\nsize 3\nend\n".utf8))
    try folder.write("soft.myb", Array(Self.brush().utf8))
    for (file, name) in [("oak.brush", "added/oak"), ("soft.myb", "added/soft")] {
      let addition = try BrushPack(at: folder.path(file)).add(to: brushes, besides: BrushCatalogue())
      #expect(addition.brush == name && addition.isNew)
      #expect(BrushCatalogue(folders: [brushes])[name] != nil)
    }
    try folder.write("bad.brush", Array("fude brush 1\n".utf8))
    #expect(throws: FileError.self) { try BrushPack(at: folder.path("bad.brush")) }
  }

  /// Fails if a name that is too long for a line makes a file that cannot be read.
  @Test func longNamesAreCut() throws {
    let name = String(repeating: "筆", count: 900)
    let pack = try BrushPack(
      bytes: SmallZip.archive([(Array("a.gbr".utf8), BrushFiles.gbr(name: name))]), fileName: "All.zip")
    #expect(try Brush(parsing: pack.files[0].bytes, pictures: TipPicture.images).tipImages?.width == 3)
  }

  /// Fails if what was not taken over is not counted.
  @Test func whatWasLeftIsCounted() throws {
    let colours = (0..<24).map { UInt8($0 * 10) }
    let entries = [
      ("a.gbr", BrushFiles.gbr(kind: 4, name: "One", pixels: colours)), ("b.gbr", BrushFiles.gbr(name: "Two")),
      ("c.gbr", BrushFiles.gbr(kind: 4, name: "Three", pixels: colours.reversed())),
    ]
    let pack = try BrushPack(bytes: SmallZip.archive(entries.map { (Array($0.0.utf8), $0.1) }), fileName: "All.zip")
    #expect(pack.left == [BrushPack.Left(feature: .tipColours, count: 2)])
  }

  /// Fails if a title of any kind does not become a name that a brush's file can have.
  @Test func titlesBecomeNames() {
    for (title, name) in [
      ("Oak Leaf", "oak-leaf"), ("  --A__b--", "a-b"), ("筆", "brush"), ("", "brush"), ("Æon 3.5!", "on-3-5"),
      (String(repeating: "x-", count: 40), String(repeating: "x-", count: 15) + "x"),
    ] { #expect(Brush.ownName(for: title) == name && Brush.isName(name)) }
  }

  /// Fails if the only group does not name the pack, several groups do not become folders, or a list that
  /// names nothing changes anything.
  @Test func groupsNameFolders() throws {
    let brushes = [("a.myb", Self.brush(1)), ("sub/b.myb", Self.brush(2)), ("c.myb", Self.brush(3))]
    let one = try read([("order.conf", "# x\r\nGroup: Deevad's/oils \r\na\r\nsub/b\r\nmissing\r\n")] + brushes)
    #expect(one.name == "Deevad's_oils" && paths(one) == ["a.myb", "sub/b.myb", "c.myb"])
    let two = try read([("order.conf", "Group: One\na\nGroup:\nGroup: Two\nsub/b\n\nGroup: Empty\n")] + brushes)
    #expect(two.name == "Oil" && paths(two) == ["One/a.myb", "Two/b.myb", "c.myb"])
    let inner = try read([("x/order.conf", "Group: In\na\n"), ("x/a.myb", Self.brush())])
    #expect(inner.name == "In" && paths(inner) == ["a.myb"])
    for text in ["", "a\n", "Group: ..\na\n", "Group: /../..\n../../a\n", "\u{0}\u{0}"] {
      let plain = try read([("order.conf", text)] + brushes)
      #expect(plain.name == "Oil" && paths(plain) == ["a.myb", "sub/b.myb", "c.myb"], "\(text)")
    }
  }

  /// Fails if a name leads out of the pack's folder, or a brush beside it is lost.
  @Test func namesStayInside() throws {
    let outside = [
      "../x.myb", "a/../../x.myb", "/etc/x.myb", "..\\x.myb", "\\x.myb", "C:\\x.myb", "c:/x.myb", "a/..\\x.myb",
    ]
    let pack = try read(outside.map { ($0, Self.brush(2)) } + [("./a/./good.myb", Self.brush())])
    #expect(paths(pack) == ["good.myb"])
    #expect(pack.leftOut.map(\.name) == outside)
    #expect(pack.leftOut.allSatisfy { $0.fault == "its path leads out of the pack" })
    let strange = try read([
      ("a\\b.myb", Self.brush(1)), ("a/d..e...myb", Self.brush(3)), ("q/ f .myb", Self.brush(4)),
    ])
    #expect(paths(strange) == ["a/b.myb", "a/d.e.myb", "q/f.myb"])
    // A slash and a combining mark are one character.
    #expect(PackPath("q/\u{301}x.myb")?.parts == ["q", "_\u{301}x"])
    #expect(PackPath("x.MYB/a.myb")?.parts == ["x_myb", "a"])
    #expect(PackPath("a/c\u{1}\n/.../d.myb")?.parts == ["a", "c__", "_", "d"])
    for file in strange.files + pack.files { #expect(Brush.name(ofFile: "oil/" + file.path) != nil) }
  }

  /// Fails if a link is followed or made: its content is the path that it leads to.
  @Test func linksAreNoBrushes() throws {
    var bytes = Self.pack([("link.myb", "/etc/passwd"), ("good.myb", Self.brush())])
    let list = try #require(bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2] })
    // Made by Unix, a symbolic link.
    bytes[list + 5] = 3
    bytes.replaceSubrange(list + 38..<list + 42, with: [0, 0, 0xFF, 0xA1])
    let pack = try BrushPack(bytes: bytes, fileName: "a.zip")
    #expect(paths(pack) == ["good.myb"] && pack.leftOut.map(\.name) == ["link.myb"])
  }

  /// Fails if a brush that cannot be read is added, or keeps the others from being added.
  @Test func brokenBrushesAreLeftOut() throws {
    let pack = try read([
      ("a.myb", "{"), ("b.myb", Self.brush().replacing("\": 1,", with: "\": \"wide\",")), ("c.myb", ""),
      ("good.myb", Self.brush()),
    ])
    #expect(paths(pack) == ["good.myb"] && pack.leftOut.map(\.name) == ["a.myb", "b.myb", "c.myb"])
    #expect(pack.leftOut[1].fault == "the field \"radius_logarithmic.base_value\" cannot be \"wide\"")
    var bytes = Self.pack([("a.myb", Self.brush(1)), ("good.myb", Self.brush(2))])
    let list = try #require(bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2] })
    for at in [6, list + 8] { bytes[at] |= 1 }
    let half = try BrushPack(bytes: bytes, fileName: "a.zip")
    #expect(paths(half) == ["good.myb"] && half.leftOut.map(\.fault) == ["its entry a.myb is encrypted"])
  }

  /// Fails if an archive without usable brushes is taken for a pack, or its message does not say why.
  @Test func packsNeedBrushes() {
    #expect(fault([]) == "it is empty")
    #expect(fault(Self.pack([])) == "it contains no brush (.myb, .brush, .abr, .gbr, .gih or .kpp)")
    #expect(fault(Self.pack([("a.png", "x")])) == "it contains no brush (.myb, .brush, .abr, .gbr, .gih or .kpp)")
    #expect(fault(Array(Self.pack([("a.myb", Self.brush())]).dropLast(30))) != nil)
    #expect(
      fault(Self.pack([("../a.myb", "")]))?.hasSuffix("the first is ../a.myb: its path leads out of the pack") ?? false)
  }

  /// Fails if a small archive fills the memory, or limits are not kept.
  @Test func sizesAreLimited() throws {
    let zeros = String(repeating: " ", count: MyPaintBrush.byteLimit - 200)
    let large = try read([("bomb.myb", zeros + zeros), ("good.myb", Self.brush())])
    #expect(paths(large) == ["good.myb"])
    #expect(large.leftOut.first?.fault == "its entry bomb.myb would be larger than 1 MB")
    let three = Self.pack((1...4).map { ("\($0).myb", Self.brush($0)) })
    let many = try BrushPack(bytes: three, fileName: "a.zip", mostBytes: 3 * Self.brush().utf8.count)
    #expect(many.files.count == 3 && many.leftOut.map(\.name) == ["4.myb"])
    let deep = try read([("1/2/3/4/a.myb", Self.brush(1)), ("1/2/3/b.myb", Self.brush(2)), ("c.myb", Self.brush(3))])
    #expect(paths(deep) == ["1/2/3/b.myb", "c.myb"])
    #expect(deep.leftOut.map(\.fault) == ["it is in too many folders"])
    let crowd = try read((0..<5010).map { ("\($0).myb", Self.brush($0 % 7)) })
    #expect(crowd.files.count == 5000 && crowd.leftOut.count == 10)
  }

  /// Fails if a brush is lost because the list of brushes shows another one by the same name, one is added
  /// twice, or a long name is one that the list does not show.
  @Test func namesAreUnique() throws {
    let pack = try read([
      ("A.myb", Self.brush(1)), ("a.myb", Self.brush(2)), ("a.myb", Self.brush(1)), ("a-2.myb", Self.brush(3)),
      ("a.myb", Self.brush(4)), ("筆.myb", Self.brush(5)), ("墨.myb", Self.brush(6)),
    ])
    #expect(paths(pack) == ["A.myb", "a-2.myb", "a-2-2.myb", "a-3.myb", "筆.myb", "墨-2.myb"])
    let long = String(repeating: "long", count: 20)
    let names = try read([(long + "/x/" + long + ".myb", Self.brush(1)), ("y/" + long + ".myb", Self.brush(2))], long)
    let listed = names.files.compactMap { Brush.name(ofFile: names.name + "-99/" + $0.path) }
    #expect(listed.count == 2 && Set(listed).count == 2)
  }

  /// Fails if a pack is not written as it is, a second copy appears, other content is replaced, or another
  /// group of the same name is hidden.
  @Test func packsAreAdded() throws {
    let folder = try TemporaryFolder()
    let brushes = folder.path("data/fude/brushes")
    func list() -> BrushCatalogue { BrushCatalogue(folders: [brushes]) }
    let pack = try read([("a.myb", Self.brush(1)), ("b/c.myb", Self.brush(2)), ("bad.myb", "")])
    for isNew in [true, false] {
      let added = try pack.add(to: brushes, besides: list())
      #expect(added.name == "Oil" && added.count == 2 && added.isNew == isNew && added.leftOut == pack.leftOut)
    }
    #expect(try folder.read("data/fude/brushes/Oil/b/c.myb") == Array(Self.brush(2).utf8))
    #expect(list().groups.map(\.name) == ["oil", "oil/b"])
    // The user's own brush in the folder changes nothing; a changed brush does.
    try folder.write("data/fude/brushes/Oil/mine.myb", [])
    #expect(try pack.add(to: brushes, besides: list()).isNew == false)
    try folder.write("data/fude/brushes/Oil/a.myb", [])
    #expect(try pack.add(to: brushes, besides: list()).name == "Oil-2")
    #expect(
      try pack.add(to: brushes, besides: list()) == .init(name: "Oil-2", count: 2, isNew: false, leftOut: pack.leftOut))
    #expect(try folder.read("data/fude/brushes/Oil/a.myb") == [])
    // "oil" would be in the group of "Oil".
    #expect(try read([("z.myb", Self.brush(9))], "oil.zip").add(to: brushes, besides: list()).name == "oil-3")
    #expect(try FileManager.default.contentsOfDirectory(atPath: brushes).sorted() == ["Oil", "Oil-2", "oil-3"])
  }

  /// Fails if a failure leaves a part of a pack, or its message does not name a place.
  @Test func failuresLeaveNothing() throws {
    let folder = try TemporaryFolder()
    let pack = try read([("a.myb", Self.brush(1)), ("a/b.myb", Self.brush(2))])
    let file = try folder.write("file", [])
    let error = #expect(throws: FileError.self) { try pack.add(to: file, besides: BrushCatalogue()) }
    #expect(error?.path.hasPrefix(file) ?? false)
    for number in 1...99 { try folder.write(number == 1 ? "Oil" : "Oil-\(number)", []) }
    #expect(throws: FileError.self) { try pack.add(to: folder.path, besides: BrushCatalogue()) }
    #expect(try folder.names.count == 100)
  }

  /// Fails if a pack is not known by its content, or a drawing, another archive or a damaged one is taken for
  /// one.
  @Test func packsAreRecognised() throws {
    let folder = try TemporaryFolder()
    let brush = ("a/b.myb", Self.brush())
    let packs = [("a.zip", [brush]), ("a.data", [brush]), ("b.zip", [("a.png", "x")])]
    let others = [
      ("c.data", [("a.png", "x")]), ("d.zip", [("mimetype", "image/openraster"), brush]),
      ("e.zip", [brush, ("stack.xml", "")]),
    ]
    for (name, entries) in packs + others {
      let path = try folder.write(name, Self.pack(entries))
      #expect(BrushPack.isPack(at: path) == packs.contains { $0.0 == name }, "\(name)")
    }
    #expect(!BrushPack.isPack(at: try folder.write("f.zip", Array(Self.brush().utf8))))
    #expect(!BrushPack.isPack(at: try folder.write("g.zip", Array(Self.pack([brush]).prefix(40)))))
    #expect(!BrushPack.isPack(at: folder.path("none.zip")) && !BrushPack.isPack(at: folder.path))
    #expect(try BrushPack(at: folder.path("a.zip")).files.count == 1)
    let error = #expect(throws: FileError.self) { try BrushPack(at: folder.path("b.zip")) }
    #expect(error?.fault == "it contains no brush (.myb, .brush, .abr, .gbr, .gih or .kpp)")
  }
}
