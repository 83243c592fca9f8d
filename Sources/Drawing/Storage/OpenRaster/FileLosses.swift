import Archive
import Language

/// The content of a file that is lost if its drawing is saved in its place. Unknown content is kept
/// (`ForeignContent`), and lost only beyond its limits.
public struct FileLosses: Sendable, Hashable {
  /// The names of layers whose images or masks are damaged or missing. What may be left of them is replaced.
  public var damagedLayers: [String] = []
  /// Groups that are nested too deep, which become their layers.
  public var groups = 0
  /// Unknown blend modes, which become normal, and the numbers of their layers and groups.
  public var modes: [String: Int] = [:]
  /// Layers with pixels outside of the canvas beyond the limits of `OutsidePixels`.
  public var cutLayers = 0
  /// Layers that have no image and are not kept.
  public var emptyLayers = 0
  /// Unknown elements of the list of layers by their names, and their numbers.
  public var elements: [String: Int] = [:]
  /// Layers whose colour profile is not that of sRGB.
  public var profiledLayers = 0
  /// Unknown attributes of the list of layers by their names, and their numbers.
  public var attributes: [String: Int] = [:]
  /// The names of further files in the archive.
  public var files: [String] = []
  /// Messages about content that cannot be read.
  public var faults: [String] = []

  /// No losses.
  public init() {}

  /// Whether nothing is lost.
  public var isEmpty: Bool { self == FileLosses() }

  /// One sentence for each kind of loss, the most serious first.
  public var sentences: [String] {
    var all: [String] = []
    func add(_ count: Int, _ sentence: @autoclosure () -> String) { if count > 0 { all.append(sentence()) } }
    add(
      damagedLayers.count,
      translated(
        "The damaged image of {count} layer is replaced by what Fude shows of it ({names}).",
        other: "The damaged images of {count} layers are replaced by what Fude shows of them ({names}).",
        count: damagedLayers.count, ["names": Self.some(damagedLayers)]))
    add(
      groups,
      translated(
        "{count} group is nested too deep and becomes its layers.",
        other: "{count} groups are nested too deep and become their layers.", count: groups))
    for (mode, count) in Self.sorted(modes) {
      all.append(
        translated(
          "The blend mode \"{mode}\" of {count} layer becomes normal.",
          other: "The blend mode \"{mode}\" of {count} layers becomes normal.", count: count,
          ["mode": ArchiveError.quotable(mode)]))
    }
    add(
      cutLayers,
      translated(
        "The pixels of {count} layer outside the canvas are cut off.",
        other: "The pixels of {count} layers outside the canvas are cut off.", count: cutLayers))
    for (element, count) in Self.sorted(elements) {
      all.append(
        translated(
          "{count} element \"{element}\" is left out.", other: "{count} elements \"{element}\" are left out.",
          count: count, ["element": ArchiveError.quotable(element)]))
    }
    add(
      emptyLayers,
      translated(
        "{count} layer without pixels is left out.", other: "{count} layers without pixels are left out.",
        count: emptyLayers))
    add(
      profiledLayers,
      translated(
        "The colour profile of {count} layer is left out.",
        other: "The colour profiles of {count} layers are left out.",
        count: profiledLayers))
    let count = attributes.values.reduce(0, +)
    add(
      count,
      translated(
        "{count} property that Fude does not know is left out ({names}).",
        other: "{count} properties that Fude does not know are left out ({names}).", count: count,
        ["names": Self.some(attributes.keys.sorted())]))
    add(
      files.count,
      translated(
        "{count} other file in the archive is left out ({names}).",
        other: "{count} other files in the archive are left out ({names}).", count: files.count,
        ["names": Self.some(files)]))
    return all + faults
  }

  private static func sorted(_ counts: [String: Int]) -> [(key: String, value: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }

  /// The first names of a list.
  private static func some(_ names: [String]) -> String {
    names.prefix(3).map { ArchiveError.printable($0) }.joined(separator: ", ") + (names.count > 3 ? ", ..." : "")
  }
}
