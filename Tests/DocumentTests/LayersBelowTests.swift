import Geometry
import Ink
import Journal
import MyPaint
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels

/// Colours that are picked up from layers below the active one.
@Suite struct LayersBelowTests {
  private static let (width, height) = (192, 64)
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// A brush of MyPaint that only smears, over 20 px.
  static func blender() throws -> Brush {
    let text = """
      {"version": 3, "settings": {"radius_logarithmic": {"base_value": 2.3, "inputs": {}},
      "opaque": {"base_value": 1.0, "inputs": {}}, "hardness": {"base_value": 0.8, "inputs": {}},
      "smudge": {"base_value": 1.0, "inputs": {}}, "smudge_length": {"base_value": 0.5, "inputs": {}}}}
      """
    return Brush(try MyPaintBrush(parsing: Array(text.utf8)), name: "blender")
  }

  private static func layer(_ name: String, _ colour: UInt32? = nil, columns: Range<Int> = 0..<width) -> Layer {
    var layer = Layer(name: name, width: width, height: height)
    guard let colour else { return layer }
    for index in 0..<width / Tile.size {
      layer.image.withMutableTile(index) { pixels in
        for i in 0..<Tile.count where columns.contains(index * Tile.size + i & (Tile.size - 1)) {
          pixels[i] = Pixel.opaque(colour)
        }
      }
    }
    return layer
  }

  private func document(_ layers: [Layer], active: Int) throws -> Document {
    try #require(Document(width: Self.width, height: Self.height, layers: layers, active: active))
  }

  private func stroke(
    _ document: inout Document, _ brush: Brush, _ mixing: PaintMixing = .exactWithLayersBelow
  ) -> StrokeRecord {
    var stroke = StrokeInProgress(
      on: document, brush: brush, style: InkStyle(colour: 0), filler: filler,
      conditions: PaintConditions(mixing: mixing)
    )
    for i in 0...40 {
      stroke.add(PenSample(position: Point(20 + 3.5 * Double(i), 32), time: Double(i) * 0.01, pressure: 0.8))
    }
    _ = stroke.finish(on: &document)
    return stroke.record
  }

  /// The channels of a pixel: alpha, red, green, blue, 0...255.
  private func channels(_ pixel: UInt32) -> [Int] { [24, 16, 8, 0].map { Int(pixel >> $0 & 255) } }

  /// Fails if a blender on an empty layer finds nothing, changes the layer below, or finds it although it
  /// was not asked to.
  @Test(.enabled(if: MyPaintLibrary.system != nil, "needs libmypaint-1.5-1"))
  func aBlenderSmearsWhatIsBelow() throws {
    let red = Self.layer("red", 0xE0_2010, columns: 0..<96)
    var document = try document([red, Self.layer("empty")], active: 1)
    var alone = document
    _ = stroke(&alone, try Self.blender(), .exact)
    #expect(alone.layers[1].image.tileIndices.allSatisfy { alone.layers[1].image[$0 * 64 + 32, 32] >> 24 == 0 })
    let lower = document.layers[0].image
    let record = stroke(&document, try Self.blender())
    let smeared = channels(document.activeImage[104, 32])
    #expect(channels(document.activeImage[60, 32])[0] > 170, "it paints what it finds below")
    #expect(
      smeared[0] > 40 && smeared[1] > 3 * smeared[2] && 10 * smeared[1] > 7 * smeared[0],
      "red is dragged to the right: \(smeared)")
    #expect(document.layers[0].image == lower)
    #expect(channels(document.activeImage[150, 32])[0] < 10, "it does not reach so far")
    // The edit depends on the layer below.
    let edit = try #require(document.history.lastDone)
    #expect(edit.reads.meets(TileSet(SurfaceID(document.layers[0].id), [0])))
    // The record is enough to paint it again, after undo and on another drawing.
    let pixels = document.activeImage
    var again = try self.document([red, Self.layer("empty")], active: 1)
    #expect(again.draw(record, filler: filler) != nil && again.activeImage == pixels)
    #expect(document.undo() != nil && document.activeImage[104, 32] == 0)
    #expect(document.redo() != nil && document.activeImage == pixels)
  }

  /// Fails if a stroke above an opaque layer does not look as the same stroke on that layer: what it has
  /// painted must be picked up again, over what is below, after each dab.
  @Test(.enabled(if: MyPaintLibrary.system != nil, "needs libmypaint-1.5-1"))
  func aStrokeAboveLooksAsOneOnTheLayer() throws {
    var rng = RandomSource(7)
    var ground = Self.layer("ground", 0)
    for index in 0..<Self.width / Tile.size {
      let colours = (0..<8).map { _ in Pixel.opaque(UInt32.random(in: 0...0xFF_FFFF, using: &rng)) }
      ground.image.withMutableTile(index) { pixels in for i in 0..<Tile.count { pixels[i] = colours[(i & 63) / 8] } }
    }
    let brush = Brush(try MyPaintBrush(parsing: Array(MyPaintEngineTests.text.utf8)), name: "wet").resized(to: 24)
    var above = try document([ground, Self.layer("empty")], active: 1)
    var on = try document([ground], active: 0)
    _ = stroke(&above, brush)
    _ = stroke(&on, brush, .exact)
    #expect(above.layers[0].image == ground.image && on.layers[0].image != ground.image)
    func shown(_ document: Document) -> [UInt32] {
      var words = [UInt32](repeating: 0, count: document.bounds.area)
      var span = words.mutableSpan
      document.flatten(document.bounds, to: &span, start: 0, stride: Self.width)
      return words
    }
    let worst = zip(shown(above), shown(on)).map { a, b in zip(channels(a), channels(b)).map { abs($0 - $1) }.max() ?? 0
    }
    #expect(worst.max() ?? 255 <= 3, "\(worst.max() ?? 255) levels")
  }

  /// Fails if hidden layers, layers above or the paper are picked up.
  @Test(.enabled(if: MyPaintLibrary.system != nil, "needs libmypaint-1.5-1"))
  func onlyWhatShowsBelowCounts() throws {
    var hidden = Self.layer("hidden", 0x10_C030)
    hidden.isVisible = false
    var document = try document([hidden, Self.layer("empty"), Self.layer("above", 0x10_20E0)], active: 1)
    _ = stroke(&document, try Self.blender())
    #expect(document.activeImage.tileIndices.allSatisfy { document.activeImage[$0 * 64 + 32, 32] >> 24 == 0 })
    #expect(LayersBelow(document) == nil)
  }

  /// Fails if the layers below a layer are not what the drawing shows without the layer, what is above it
  /// and the paper: in groups, with masks, modes and clipped layers.
  @Test(arguments: 0..<60)
  func theyAreTheDrawingWithoutTheRest(_ seed: UInt64) throws {
    var rng = RandomSource(seed)
    var tree = try LayerTree([])
    for number in 1...Int.random(in: 2...14, using: &rng) {
      var layer = Self.layer("\(number)")
      layer.id = Layer.ID(UInt64(number))
      if rng.isOne(in: 3) {
        layer.content = .group(rng.isOne(in: 2) ? .isolated : .passThrough)
      } else {
        layer.image.withMutableTile(0) { pixels in
          for i in 0..<Tile.count {
            let alpha = UInt32.random(in: 0...255, using: &rng)
            pixels[i] =
              alpha << 24 | (0..<3).reduce(0) { word, _ in word << 8 | UInt32.random(in: 0...alpha, using: &rng) }
          }
        }
      }
      layer.isVisible = !rng.isOne(in: 5)
      layer.isClipped = rng.isOne(in: 4)
      layer.opacity = rng.isOne(in: 2) ? 1 : Double.random(in: 0...1, using: &rng)
      if layer.group != .passThrough {
        layer.blend = [.sourceOver, .multiply, .screen][Int.random(in: 0..<3, using: &rng)]
      }
      if rng.isOne(in: 4) {
        var mask = TileGrid(width: Self.width, height: Self.height)
        mask.withMutableTile(0) { pixels in
          for i in 0..<Tile.count { pixels[i] = 0xFF00_0000 | UInt32.random(in: 0...255, using: &rng) * 0x1_0101 }
        }
        layer.mask = mask
      }
      let groups = tree.indices.filter { tree[$0].isGroup }.map { tree[$0].id }
      let parent = rng.isOne(in: 2) ? groups.randomElement(using: &rng) : nil
      let place = LayerPlace(in: parent, position: Int.random(in: 0...4, using: &rng))
      if tree.hasRoom(at: place) { tree.insert([layer], at: place) }
    }
    let layers = tree.map { $0 }
    guard let active = layers.indices.filter({ !layers[$0].isGroup }).randomElement(using: &rng) else { return }
    let drawing = try document(layers, active: active)
    let containing = tree.ancestors(of: active)
    let kept = layers.indices.filter { $0 < active || containing.contains($0) }
    guard !kept.isEmpty else { return #expect(LayersBelow(drawing) == nil) }
    let rest = try #require(
      Document(
        width: Self.width, height: Self.height, layers: kept.map { layers[$0] }, active: 0, isPaperShown: false))
    let expected = Compositor(rest.layers, ground: 0).tile(0, of: rest)
    #expect(LayersBelow(drawing).flatMap { $0.tile(0) } == expected)
  }

  /// Fails if a record loses what it was mixed with, a brush that does not smear says that it was mixed with
  /// layers, or a way of mixing of a later version is taken for another.
  @Test func theRecordSaysSo() throws {
    var document = try document([Self.layer("red", 0xE0_2010), Self.layer("empty")], active: 1)
    let record = stroke(&document, try Self.blender())
    #expect(record.conditions.mixing == .exactWithLayersBelow)
    #expect(try record.again(width: Self.width, height: Self.height) == record)
    var records = try record.records()
    let later = records[1].replacing("exact-with-layers-below", with: "exact-with-layers-above")
    records[1] = try #require(later)
    #expect(throws: PayloadError("the value “exact-with-layers-above” of mixing is not known")) {
      try RecordForm.operation(records, width: Self.width, height: Self.height)
    }
    let plain = Brush(try MyPaintBrush(parsing: Array(#"{"version": 3, "settings": {}}"#.utf8)), name: "plain")
    #expect(stroke(&document, plain).conditions.mixing == .exact)
  }
}
