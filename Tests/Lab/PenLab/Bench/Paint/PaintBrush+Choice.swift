import Document
import Ink
import Library
import Storage

extension PaintBrush {
  /// The settings that put ink beside or behind the pen.
  private static let displacing: [MyPaintSetting] = [
    .slowTracking, .slowTrackingPerDab, .offsetByRandom, .offsetBySpeed, .offsetX, .offsetY, .offsetAngle,
    .offsetAngleAsc, .offsetAngleView, .offsetAngle2, .offsetAngle2Asc, .offsetAngle2View,
  ]

  /// Whether a brush has ink of its own at the pen: no slow tracking or offset, and not only smudging,
  /// erasing or tinting.
  static func inksAtPen(_ brush: MyPaintBrush) -> Bool {
    func isMapped(_ setting: MyPaintSetting) -> Bool { brush.isMapped(setting) }
    func base(_ setting: MyPaintSetting) -> Float { brush.baseValue(of: setting) }
    guard displacing.allSatisfy({ base($0) == 0 && !isMapped($0) }) else { return false }
    let only: [MyPaintSetting] = [.smudge, .eraser, .lockAlpha, .colorize]
    return only.allSatisfy { base($0) < 1 || isMapped($0) } && (base(.opaque) > 0 || isMapped(.opaque))
  }

  /// Up to `count` items, evenly spread over a list.
  static func spread<Item>(_ items: [Item], count: Int) -> [Item] {
    guard items.count > count else { return items }
    return (0..<count).map { items[$0 * items.count / count] }
  }

  /// Up to `count` brushes of the package with ink of their own at the pen, in the order of their
  /// names. Files that cannot be read are left out.
  static func atPen(count: Int) -> [PaintBrush] {
    let entries = BrushCatalogue(folders: [folder]).groups.flatMap(\.entries)
    let names = entries.map { entry in
      let name = entry.path.dropFirst(folder.count + 1)
      return String(name.dropLast(".myb".count))
    }
    let all = names.sorted().compactMap { try? PaintBrush(named: $0) }
    return spread(all.filter { inksAtPen($0.brush) }, count: count)
  }
}
