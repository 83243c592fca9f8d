import Archive
import Document
import Ink
import Library
import RandomSource

extension FuzzTarget {
  private static func brush(_ radius: String) -> [UInt8] {
    Array("{\"version\": 3, \"settings\": {\"radius_logarithmic\": {\"base_value\": \(radius), \"inputs\": {}}}}".utf8)
  }

  private static func entry(_ name: String, _ content: [UInt8]) -> (name: [UInt8], content: [UInt8]) {
    (Array(name.utf8), content)
  }

  /// Brush packs: the brushes of accepted ones can be read, and their paths stay in the pack's folder.
  static let brushPack = FuzzTarget(
    "pack",
    seeds: {
      [
        SmallZip.archive([
          entry("order.conf", Array("# A list\r\nGroup: Oil\r\nsoft\r\nGroup: Ink\r\nsub/pen\r\n".utf8)),
          entry("soft.myb", brush("1.5")), entry("soft_prev.png", [1, 2]), entry("sub/pen.myb", brush("0")),
        ]),
        SmallZip.archive([entry("a/b/c/PEN.MYB", brush("-1")), entry("a/b/d.myb", brush("2"))], isPacked: true),
        SmallZip.archive([
          entry("../x.myb", brush("1")), entry("/a.myb", [0]), entry("C:\\b.myb", []), entry("筆.myb", brush("3")),
          entry("A.myb", brush("1")), entry("a.myb", brush("2")),
        ]),
      ]
    },
    run: { bytes in
      do throws(ArchiveError) {
        let pack = try BrushPack(bytes: bytes, fileName: "fuzz.zip", mostBytes: 1 << 22)
        precondition(!pack.files.isEmpty, "a pack has no brush")
        var names: Set<String> = []
        for file in pack.files {
          let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
          precondition(
            parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0) && $0.utf8.count < 250 },
            "a path leads out of the folder, or is hidden")
          guard let name = Brush.name(ofFile: pack.name + "-99/" + file.path), names.insert(name).inserted else {
            preconditionFailure("a brush is not in the list of brushes")
          }
          precondition((try? MyPaintBrush(parsing: file.bytes)) != nil, "a brush that cannot be read is added")
        }
        for left in pack.leftOut { _ = sentence(left.name + sentence(left.fault)) }
        return nil
      } catch { return sentence("\(error)") }
    },
    structured: { bytes, rng, plain in SmallZip.mutated(bytes, &rng, plain) { plain(&$0, &$1) } })
}
