import Archive
import Ink
import Testing

@testable import FuzzTargets
@testable import Library

/// What the readers of all formats share.
@Suite struct ForeignBrushesTests {
  /// Fails if a format is not known by its content, or another file is taken for one.
  @Test func formatsAreRecognised() {
    let zip = BrushFiles.bundle([("a", [])])
    let (png, abr) = (BrushFiles.png(), BrushFiles.richABR)
    let pipe = BrushFiles.gih("2 ncells:2 dim:1", [BrushFiles.gbr()])
    let old = BrushFiles.gbr(version: 1)
    let cases: [([UInt8], String, ForeignBrushes.Format?)] = [
      (BrushFiles.gbr(), "a", .gbr), (BrushFiles.gbr(version: 3), "a.png", .gbr), (old, "a.GBR", .gbr), (old, "a", nil),
      (pipe, "a", .gih), (BrushFiles.gih("2", []), "a.gih", .gih), (BrushFiles.gih("2", []), "a", nil),
      (abr, "x/a.ABR", .abr), (abr, "a", nil), (BrushFiles.big(3, 2), "a.abr", nil), (png, "a.kpp", .kpp),
      (png, "a.png", .png), (png, "a", nil), (zip, "a", .bundle), (SmallZip.archive([([97], [1])]), "a.zip", nil),
      (SmallZip.archive([([97], [1])]), "a.bundle", .bundle), ([], "a.gih", nil), ([0], "a.abr", nil),
    ]
    for (bytes, path, format) in cases {
      #expect(ForeignBrushes.format(start: bytes, path: path) == format, "\(path)")
      #expect(ForeignBrushes.format(start: bytes.prefix(ForeignBrushes.startLength), path: path) == format, "\(path)")
    }
  }

  /// Fails if a limit is not kept.
  @Test func limitsAreKept() throws {
    var limits = ForeignBrushes.Limits()
    func fault(_ format: ForeignBrushes.Format, _ bytes: [UInt8]) -> String? {
      do throws(ArchiveError) {
        let brushes = try ForeignBrushes(format, bytes: bytes, fileName: "a", limits: limits)
        return brushes.leftOut.first?.fault
      } catch { return "\(error)" }
    }
    let pipe = BrushFiles.gih("2", [BrushFiles.gbr(), BrushFiles.gbr()])
    let many = BrushFiles.abr(version: 1, brushes: Array(repeating: BrushFiles.computed(), count: 4))
    limits.bytes = 100
    #expect(fault(.gbr, [UInt8](repeating: 0, count: 101)) == "it has more than 100 bytes")
    limits = ForeignBrushes.Limits()
    limits.pixels = 5
    #expect(fault(.gbr, BrushFiles.gbr()) == "its tips have too many pixels")
    #expect(fault(.png, BrushFiles.png()) != nil)
    limits.pixels = 100
    limits.brushPixels = 11
    #expect(fault(.gih, pipe) == "its tips have too many pixels")
    limits.brushPixels = 12
    #expect(fault(.gih, pipe) == nil)
    limits.brushes = 3
    #expect(fault(.abr, many) == "a pack can have 3 brushes at most")
    #expect(try ForeignBrushes(.abr, bytes: many, fileName: "a", limits: limits).found.count == 3)
  }

  /// Fails if few bytes make a large picture.
  @Test func packedRowsNeedBytes() {
    let header = [0, 0, 10000, 6000].flatMap { BrushFiles.big($0, 4) } + BrushFiles.big(8, 2) + [1]
    let empty = header + [UInt8](repeating: 0, count: 20000)
    #expect(
      ForeignGIMPTests.fault(.abr, BrushFiles.abr(version: 1, brushes: [BrushFiles.sampled(empty)])) == nil)
    let brushes = try? ForeignGIMPTests.read(.abr, BrushFiles.abr(version: 1, brushes: [BrushFiles.sampled(empty)]))
    #expect(brushes?.leftOut.map(\.fault) == ["its bytes end too early"])
  }

  /// Fails, by a trap, if a file that ends anywhere is not read safely; also if one that ends early gives as much as
  /// the whole one, where bytes at its end matter.
  @Test func cutFilesAreSafe() throws {
    let kpp = BrushFiles.kpp(BrushFiles.preset(tip: BrushFiles.tip("a.gbr"), resources: [("a.gbr", BrushFiles.gbr())]))
    let files: [(ForeignBrushes.Format, [UInt8])] = [
      (.gbr, BrushFiles.gbr(version: 1)), (.gbr, BrushFiles.gbr() + BrushFiles.pattern()), (.png, BrushFiles.png()),
      (.gih, BrushFiles.gih("2 dim:1 rank0:2 sel0:random", [BrushFiles.gbr(), BrushFiles.gbr()])),
      (
        .abr,
        BrushFiles.abr(
          version: 2, brushes: [BrushFiles.computed(name: "a"), BrushFiles.sampled(name: "b", BrushFiles.picture())])
      ), (.abr, BrushFiles.richABR), (.kpp, kpp), (.bundle, BrushFiles.bundle([("paintoppresets/a.kpp", kpp)])),
    ]
    for (format, bytes) in files {
      let whole = try ForeignGIMPTests.read(format, bytes)
      for count in 0..<bytes.count {
        guard let cut = try? ForeignGIMPTests.read(format, Array(bytes.prefix(count))) else { continue }
        #expect(cut.found.count <= whole.found.count + 2 && !(cut.found.isEmpty && cut.leftOut.isEmpty))
      }
    }
  }

  /// Fails if features have no names, or share one.
  @Test func featuresHaveNames() {
    let names = ForeignBrushes.Feature.allCases.map(\.name)
    #expect(Set(names).count == names.count && !names.contains(""))
    #expect(ForeignBrushes.Feature.allCases.sorted() == ForeignBrushes.Feature.allCases)
  }
}
