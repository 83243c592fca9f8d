import Language
import Toolkit

/// The brushes in folders that come with Fude (Resources/brushes), by groups.
enum ChosenBrushes {
  /// A folder of brushes.
  struct Group {
    /// The folder.
    let name: String
    let title: String
    /// The titles of the brushes, by their names without the folder.
    let brushes: KeyValuePairs<String, String>
  }

  /// The title of a brush; nil if it does not come with Fude.
  static func title(of name: String) -> String? { titles[name] }

  /// The group of a folder; nil if its brushes do not come with Fude.
  static func group(_ name: String) -> Group? { groups.first { $0.name == name } }

  /// The names of a group's brushes in the order of the list, those that do not come with Fude behind them.
  static func inOrder(_ names: [String], of group: String) -> [String] {
    guard let brushes = self.group(group)?.brushes else { return names }
    let usual = brushes.map { group + "/" + $0.key }
    return usual.filter(Set(names).contains) + names.filter { titles[$0] == nil }
  }

  private static let titles: [String: String] = Dictionary(
    uniqueKeysWithValues: groups.flatMap { group in group.brushes.map { (group.name + "/" + $0.key, $0.value) } })

  /// In the order of the list: what one begins a drawing with comes first.
  static let groups: [Group] = [
    Group(
      name: "pencils", title: translated("Pencils", context: "brushes"),
      brushes: [
        "4h-pencil": translated("4H pencil", context: "brush"),
        "hb-pencil": translated("HB pencil", context: "brush"),
        "2b-pencil": translated("2B pencil", context: "brush"),
        "6b-pencil": translated("6B pencil", context: "brush"),
        "8b-pencil": translated("8B pencil", context: "brush"),
        "shading-pencil": translated("Shading pencil", context: "brush"),
        "ballpoint": translated("Ballpoint pen", context: "brush"),
      ]),
    Group(
      name: "inks", title: translated("Inks", context: "brushes"),
      brushes: [
        "dip-pen": translated("Dip pen", context: "brush"),
        "liner": translated("Fineliner", context: "brush"),
        "fountain-pen": translated("Fountain pen", context: "brush"),
        "calligraphy-nib": translated("Calligraphy nib", context: "brush"),
        "ink-brush": translated("Ink brush", context: "brush"),
        "dry-ink": translated("Dry ink", context: "brush"),
        "felt-tip": translated("Felt tip", context: "brush"),
      ]),
    Group(
      name: "charcoal", title: translated("Charcoal and chalk", context: "brushes"),
      brushes: [
        "vine-charcoal": translated("Vine charcoal", context: "brush"),
        "compressed-charcoal": translated("Compressed charcoal", context: "brush"),
        "charcoal-side": translated("Side of charcoal", context: "brush"),
        "chalk": translated("Chalk", context: "brush"),
        "pastel": translated("Pastel", context: "brush"),
      ]),
    Group(
      name: "watercolour", title: translated("Watercolour", context: "brushes"),
      brushes: [
        "wash": translated("Wash", context: "brush"),
        "thin-wash": translated("Thin wash", context: "brush"),
        "fringed-wash": translated("Fringed wash", context: "brush"),
        "loose-wash": translated("Loose wash", context: "brush"),
        "wet-brush": translated("Wet brush", context: "brush"),
        "water": translated("Water", context: "brush"),
      ]),
    Group(
      name: "oil", title: translated("Oil and acrylic", context: "brushes"),
      brushes: [
        "bristle": translated("Bristle brush", context: "brush"),
        "acrylic": translated("Acrylic", context: "brush"),
        "mixing-brush": translated("Mixing brush", context: "brush"),
        "dry-flat": translated("Dry flat brush", context: "brush"),
        "fan": translated("Fan brush", context: "brush"),
        "palette-knife": translated("Palette knife", context: "brush"),
        "broken-colour": translated("Broken colour", context: "brush"),
      ]),
    Group(
      name: "blenders", title: translated("Blenders", context: "brushes"),
      brushes: [
        "smudge": translated("Smudge", context: "brush"),
        "blur": translated("Blur", context: "brush"),
        "sponge": translated("Sponge", context: "brush"),
        "grainy-blender": translated("Grainy blender", context: "brush"),
        "bristle-blender": translated("Bristle blender", context: "brush"),
        "blending-knife": translated("Blending knife", context: "brush"),
      ]),
    Group(
      name: "erasers", title: translated("Erasers", context: "brushes"),
      brushes: [
        "hard-eraser": translated("Hard eraser", context: "brush"),
        "large-eraser": translated("Large eraser", context: "brush"),
        "kneaded-eraser": translated("Kneaded eraser", context: "brush"),
        "soft-eraser": translated("Soft eraser", context: "brush"),
      ]),
    Group(
      name: "effects", title: translated("Sprays and textures", context: "brushes"),
      brushes: [
        "soft-airbrush": translated("Soft airbrush", context: "brush"),
        "spray": translated("Spray", context: "brush"),
        "splatter": translated("Splatter", context: "brush"),
        "grass": translated("Grass", context: "brush"),
      ]),
    Group(
      name: "stamps", title: translated("Stamps", context: "brushes"),
      brushes: [
        "leaves": translated("Leaves", context: "brush"),
        "blades": translated("Blades of grass", context: "brush"),
        "rake": translated("Rake", context: "brush"),
        "chalk-edge": translated("Edge of chalk", context: "brush"),
        "splats": translated("Splats", context: "brush"),
        "chain": translated("Chain", context: "brush"),
      ]),
  ]
}
