import Geometry
import Ink
import Paint
import Raster

/// Turns the samples of one stroke into pixels of a layer.
///
/// 1. `add` for each sample, in order; draws nothing.
/// 2. `draw`, once for a batch of samples, shows the stroke up to the pen's tip.
/// 3. `finish` settles the stroke; a last `draw` shows it.
///
/// The finished pixels depend on the samples and the layer before the stroke alone, not on when
/// `draw` was called. An object is used for one stroke and by one thread at a time.
protocol StrokeEngine: AnyObject {
  /// What it can do, the same for all strokes of a type.
  static var abilities: StrokeAbilities { get }

  /// Where the ink ends, canvas px, after `draw`; nil without ink.
  var inkEnd: Point? { get }
  /// Whether the ink still moves although the pen rests.
  var isCatchingUp: Bool { get }
  /// Whether `draw` did not come to all samples, for lack of time (`StrokeSetting.slice`).
  var isBehind: Bool { get }
  /// Whether the engine learns of a pen that rests by further samples. They are part of the stroke.
  var restsBySamples: Bool { get }

  /// The tiles of the layer whose pixels the ink depends on, beside those that it writes to.
  var readTiles: Set<Int> { get }
  /// The tiles of the layers below whose pixels the ink depends on.
  var readTilesBelow: Set<Int> { get }

  /// Takes a sample, in px of the canvas that the stroke was drawn on.
  func add(_ sample: PenSample)
  /// Tells how long the pen has rested since its last sample, s, for the next `draw`.
  func rest(for time: Double)
  /// Shows no predicted ink until the next sample.
  func withdrawPrediction()
  /// Ends the stroke at its last sample.
  func finish()
  /// Writes what has changed since the last call. Takes the time of a slice, if there is one. Returns whether predicted ink is shown.
  func draw(on image: inout TileGrid, by writer: inout LayerWriter) -> Bool
}

extension StrokeEngine {
  var isBehind: Bool { false }
  var readTiles: Set<Int> { [] }
  var readTilesBelow: Set<Int> { [] }
  var restsBySamples: Bool { false }
}

/// What a stroke engine can do.
struct StrokeAbilities: OptionSet, Sendable {
  let rawValue: Int

  /// It shows ink beyond the pen's tip if it is asked to.
  static let predicts = StrokeAbilities(rawValue: 1)
  /// A finished stroke can be drawn again on some tiles alone: each tile's pixels depend on the
  /// samples and that tile before the stroke only.
  static let redrawsParts = StrokeAbilities(rawValue: 2)
  /// The ink depends on the pixels that the layer had before the stroke, so that a change below it
  /// changes more than what is mixed with the ink.
  static let readsLayer = StrokeAbilities(rawValue: 4)
}

/// What an engine needs to know beside the samples.
struct StrokeSetting {
  let brush: Brush
  /// As for `StrokeModel`.
  let inputScale: Double
  /// The ink as it is laid, after the brush's own settings.
  let style: InkStyle
  let filler: CoverageFiller
  /// The longest time of predicted ink, s.
  let prediction: Double
  /// The copies of the stroke by symmetry, without the stroke itself.
  let maps: [Affine]
  /// For painting engines.
  var conditions = PaintConditions()
  /// What colours are picked up from beside the layer; nil for nothing.
  var below: LayersBelow?
  /// The part of the stroke that is painted; nil for all.
  var part: StrokePart?
  /// The factors of the radius along the stroke; nil for 1.
  var widths: StrokeWidths?
  /// > 0: px of the drawn canvas for a px of the samples' canvas.
  let magnification: Double
  /// The longest time that a `draw` paints further samples, s; nil for no limit.
  var slice: Double?

  /// What the engine of a brush can do.
  static func abilities(of brush: Brush) -> StrokeAbilities {
    switch brush.rendering {
    case .outline: OutlineEngine.abilities
    case .dabs, .spray: DabEngine.abilities
    case .mypaint: MyPaintEngine.abilities
    }
  }

  /// The engine that the brush needs, for a stroke on an image like `image`.
  func engine(for image: borrowing TileGrid) -> any StrokeEngine {
    switch brush.rendering {
    case .outline: OutlineEngine(self, for: image)
    case .dabs(let dabs): DabEngine(self, dabs, isSpray: false, for: image)
    case .spray(let dabs): DabEngine(self, dabs, isSpray: true, for: image)
    case .mypaint(let paint): MyPaintEngine(self, paint)
    }
  }
}
