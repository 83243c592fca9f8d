import Geometry
import Pixels
import Raster

/// How a selection is made. Performed again on another drawing, or with other values, it gives the selection that fits then.
///
/// Its parts apply in this order: shape, inversion, mode, edge.
public struct SelectionRecipe: Sendable, Hashable {
  /// What is selected at first.
  public enum Shape: Sendable, Hashable {
    /// What is selected already; all pixels if nothing is.
    case present
    /// All pixels; on an endless canvas those that are drawn on.
    case all
    case rectangle(PixelRect)
    /// The ellipse within a rectangle, with soft edges.
    case ellipse(Rect)
    /// The pixels whose centres are inside a polygon (nonzero rule).
    case polygon([Point])
    case mask(Mask)
    /// Pixels that are similar to the one at a place.
    case wand(Wand)
    /// Pixels that are similar to a colour, 0xRRGGBB.
    case colour(UInt32, tolerance: Int, source: FillSource)
    /// The opacity of a layer's pixels; for a mask how much of the layer it shows.
    case opacity(SurfaceID)
  }

  /// Pixels of one colour.
  public struct Wand: Sendable, Hashable {
    /// Where the colour is taken from, canvas px.
    public var place: Point
    /// As those of a fill.
    public var settings: FillSettings
    /// Whether the pixels must be connected with the place.
    public var isContiguous: Bool

    /// A wand by its values.
    public init(at place: Point, _ settings: FillSettings = FillSettings(), isContiguous: Bool = true) {
      (self.place, self.settings, self.isContiguous) = (place, settings, isContiguous)
    }
  }

  /// How pixels join those that are selected.
  public enum Mode: String, Sendable, CaseIterable { case replace, add, subtract, intersect }

  public var shape: Shape
  /// Whether all other pixels are meant.
  public var isInverted = false
  public var mode = Mode.replace
  public var edge = SelectionEdge()

  /// A selection of a shape.
  public init(_ shape: Shape) { self.shape = shape }

  /// The range of coordinates, px.
  public static let places = -1e7...1e7

  /// Whether files and scripts can have it: its places are not too far away, and an area is one.
  var isRecordable: Bool {
    func isNear(_ points: [Point]) -> Bool {
      points.allSatisfy { Self.places.contains($0.x) && Self.places.contains($0.y) }
    }
    switch shape {
    case .present, .all, .mask, .colour, .opacity: return true
    case .rectangle(let rect):
      return isNear([Point(Rect(rect).minX, Rect(rect).minY), Point(Rect(rect).maxX, Rect(rect).maxY)])
    case .ellipse(let rect):
      return rect.width > 0 && rect.height > 0 && isNear([Point(rect.minX, rect.minY), Point(rect.maxX, rect.maxY)])
    case .polygon(let corners): return corners.count > 2 && isNear(corners)
    case .wand(let wand): return isNear([wand.place])
    }
  }
}

extension SelectionRecipe {
  /// Whether the selection before it counts.
  var dependsOnSelection: Bool { mode != .replace || shape == .present }

  /// Whether it compares colours, perhaps those of the active pixels, which it does not name.
  package var comparesColours: Bool {
    switch shape {
    case .wand, .colour: true
    case .present, .all, .rectangle, .ellipse, .polygon, .mask, .opacity: false
    }
  }

  /// Whether it samples the active pixels.
  package var samplesActivePixels: Bool {
    switch shape {
    case .wand(let wand): !wand.settings.source.isMerged
    case .colour(_, _, let source): !source.isMerged
    case .present, .all, .rectangle, .ellipse, .polygon, .mask, .opacity: false
    }
  }

  /// The pixels from which it makes a selection, rather too many.
  /// - Parameters:
  ///   - surface: the pixels that are active then; nil if that is not known.
  ///   - isEndless: whether the canvas is endless: what is drawn counts then.
  func sampled(on surface: SurfaceID?, isEndless: Bool) -> TileSet {
    let isMerged: Bool
    switch shape {
    case .wand(let wand): isMerged = wand.settings.source.isMerged
    case .colour(_, _, let source): isMerged = source.isMerged
    case .opacity(let surface):
      // A mask shows what is drawn.
      return isEndless ? .all : TileSet(surfaces: [surface])
    case .all: return isEndless ? .all : TileSet()
    case .present, .rectangle, .ellipse, .polygon, .mask:
      return isEndless && (mode == .subtract || mode == .intersect) ? .all : TileSet()
    }
    // What is drawn on other layers limits the search on an endless canvas.
    return isMerged || isEndless ? .all : surface.map { TileSet(surfaces: [$0]) } ?? .all
  }
}

extension SelectionRecipe {
  /// The mask of a selection that is made now; empty if it selects nothing. Nil if it does not fit the drawing.
  /// - Parameter distances: those of the colour that a wand or a colour selects, if they are known.
  public func mask(in document: borrowing Document, _ distances: ColourDistances? = nil) -> Mask? {
    guard var mask = shape.mask(in: document, distances) else { return nil }
    if isInverted { mask = mask.inverted }
    if mode != .replace {
      // Without a selection, all pixels can be painted; of an endless canvas those that are drawn on.
      let all = document.shownBounds.union(document.isEndless ? mask.bounds : .empty)
      let none = mode == .add ? Mask(width: document.width, height: document.height) : document.mask(of: all)
      var present = document.selection ?? none
      switch mode {
      case .replace: break
      case .add: present.formUnion(mask)
      case .subtract: present.subtract(mask)
      case .intersect: present.formIntersection(mask)
      }
      mask = present
    }
    return edge.applied(to: mask)
  }

  /// The part of a canvas in which colours are searched, whatever is selected.
  fileprivate static func searched(around place: Point, of document: borrowing Document) -> PixelRect {
    var plain = copy document
    plain.selection = nil
    return plain.fillLimit(around: place).intersection(document.bounds)
  }
}

extension SelectionRecipe.Wand {
  /// The distances of a drawing's pixels from the colour that it takes, which hold until the drawing changes; nil beside the
  /// canvas.
  public func distances(in document: borrowing Document) -> ColourDistances? {
    guard place.isFinite, Rect(document.bounds).contains(place) else { return nil }
    let sample = FillSample(of: copy document, settings.source)
    return ColourDistances(
      in: sample, to: sample.pixel(x: Int(place.x), y: Int(place.y)),
      limit: SelectionRecipe.searched(around: place, of: document))
  }
}

extension SelectionRecipe.Shape {
  fileprivate func mask(in document: borrowing Document, _ distances: ColourDistances?) -> Mask? {
    let (width, height) = (document.width, document.height)
    var mask = Mask(width: width, height: height)
    switch self {
    case .present: return document.selection ?? Mask(width: width, height: height, isFull: true)
    case .all: mask.fill(document.shownBounds)
    case .rectangle(let rect): mask.fill(rect.intersection(mask.extent))
    case .ellipse(let rect): mask.fill(ellipse: rect)
    case .polygon(let corners): mask.fill(polygon: corners)
    case .mask(let given): return document.fits(given) ? given : nil
    case .wand(let wand):
      guard let distances = distances ?? wand.distances(in: document) else { return mask }
      let open = distances.similar(tolerance: wand.settings.tolerance)
      return wand.isContiguous
        ? wand.settings.area(around: wand.place, within: open, limit: distances.limit) : open.all(in: distances.limit)
    case .colour(let colour, let tolerance, let source):
      let limit = SelectionRecipe.searched(around: Rect(document.shownBounds).center, of: document)
      let sample = FillSample(of: copy document, source)
      let found = distances ?? ColourDistances(in: sample, to: Pixel.opaque(colour), limit: limit)
      return found.similar(tolerance: tolerance).all(in: limit)
    case .opacity(let surface):
      guard let image = document.image(of: surface) else { return nil }
      return surface.plane == .mask ? document.shownByMask(of: surface.layer) : image.opacity
    }
    return mask
  }
}
