import Geometry
import Paint
import Pixels
import Raster

/// Flat colours for the areas of line art. Each is a fill with a seed; neighbours get different colours.
///
/// 1. `findNext` finds one area after the other.
/// 2. `finish` returns the fills of all.
public struct Flats {
  /// An area, in whose colour nothing is filled yet.
  private var areas: [LineAreas.Area] = []
  private var finder: LineAreas
  private let blank: Filling
  /// The colour between lines, 0xRRGGBB.
  private let ground: UInt32

  /// An area of fewer px takes the colour of the area beside it.
  static let speck = 50
  /// How far from a speck another area is beside it, px.
  private static let reach = 48
  /// How far apart areas are no neighbours, px.
  private static let distance = 32
  /// The largest difference of a channel between the colours of neighbours is so many levels at least.
  static let contrast = 40

  /// Flats on the active layer, within the selection.
  /// - Parameters:
  ///   - settings: with the layer itself as the source, it has the lines.
  ///   - seen: the part of an endless canvas that the window shows, px.
  public init(on document: Document, _ settings: FillSettings, seen: PixelRect = .empty) {
    var settings = settings
    settings.rule = .joints
    let middle = Rect(document.bounds).center
    blank = Filling(
      surface: document.activeSurface, place: .zero, colour: 0, opacity: 255, filling: settings,
      limit: document.fillLimit(seen, around: middle), selection: document.selection)
    finder = blank.areas(on: document)
    ground = document.ground & 0xFF_FFFF
  }

  /// The number of areas that were found.
  public var count: Int { areas.count }
  /// How much was searched, 0...1.
  public var progress: Double { finder.progress }

  /// Finds an area. Returns whether there was another one.
  public mutating func findNext() -> Bool {
    guard let area = finder.next() else { return false }
    areas.append(area)
    return true
  }

  /// The fills of the areas that were found, from the top down. The drawing keeps the lines for them.
  public consuming func finish(on document: borrowing Document) -> [Filling] {
    blank.remember(finder.found, on: document)
    let colours = self.colours
    return areas.indices.map { index in
      var fill = blank
      (fill.place, fill.colour) = (areas[index].seed, colours[index])
      return fill
    }
  }

  // MARK: Colours

  private var colours: [UInt32] {
    var colours = [UInt32?](repeating: nil, count: areas.count)
    // Large areas have most neighbours.
    for index in areas.indices.sorted(by: { (areas[$0].count, $1) > (areas[$1].count, $0) }) {
      if areas[index].count < Self.speck, let beside = areaBeside(index) {
        colours[index] = colours[beside]
        continue
      }
      let near = areas[index].bounds.grown(by: Self.distance)
      let others = areas.indices.filter { areas[$0].bounds.intersects(near) }.compactMap { colours[$0] }
      colours[index] = Self.colour(unlike: Set(others + [ground]))
    }
    return colours.map { $0 ?? 0 }
  }

  /// The colour with a number: of another hue than the ones before.
  static func colour(_ number: Int) -> UInt32 {
    let tones = [(0.38, 0.93), (0.55, 0.8), (0.25, 0.97), (0.45, 0.66)]
    let (saturation, value) = tones[number % tones.count]
    // The golden angle leaves no two hues alike.
    return HSV(hue: 20 + 137.508 * Double(number), saturation: saturation, value: value).rgb
  }

  private static func colour(unlike others: Set<UInt32>) -> UInt32 {
    let colours = (0..<1000).lazy.map { colour($0) }
    return colours.first { colour in others.allSatisfy { Pixel.distance(colour, $0) >= contrast } }
      ?? colour(others.count)
  }

  /// The nearest area that is no speck, straight or diagonally from the seed of one.
  private func areaBeside(_ speck: Int) -> Int? {
    let (x, y) = (Int(areas[speck].seed.x), Int(areas[speck].seed.y))
    let near = PixelRect(x: x, y: y, width: 1, height: 1).grown(by: Self.reach)
    let candidates = areas.indices.filter { areas[$0].count >= Self.speck && areas[$0].bounds.intersects(near) }
    for way in 1...Self.reach {
      for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
        let place = (x: x + way * dx, y: y + way * dy)
        let found = candidates.first {
          areas[$0].bounds.contains(x: place.x, y: place.y) && areas[$0].pixels[place.x, place.y]
        }
        if let found { return found }
      }
    }
    return nil
  }

  // MARK: Their layer

  /// The name of a layer that is added for them, as drawings have it (`Layer.shown`).
  public static let layerName = "Flats"

  /// How a layer for flats is added below the line art, and made active: below what is marked as reference, or the active layer.
  public static func addition(
    to document: borrowing Document, name: String = layerName
  ) -> [LayerOperation] {
    let layers = document.layers
    let marked = layers.indices.first { index in
      layers[index].isReference && layers.visibleReferences.contains(index)
        && !layers.ancestors(of: index).contains { layers[$0].isReference }
    }
    // Below a clipped layer it would become what that layer is clipped to.
    let target = marked ?? document.activeLayer
    let base = layers.clippingBases[target] ?? target
    let new = Layer.ID(document.nextLayer)
    return [
      .add(above: document.activeID), .move(new, to: layers.place(of: base)),
      .set(new, .name(name)),
    ]
  }
}
