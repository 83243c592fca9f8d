import Pixels
import Raster

extension Layer {
  /// What a layer has beside its content, its place and its pixels. Layers, the nodes of files and the list of layers
  /// hold it as one value.
  ///
  /// A new property is a field here, a case of `Layer.Property`, which gives it an operation, and, where files of
  /// OpenRaster and the menu have it, a row in `RasterAttribute.all` in Storage and in `LayerMenu`.
  public struct Properties: Hashable, Sendable {
    /// The name chosen by the user; any text.
    public var name: String
    /// Whether the layer is visible.
    public var isVisible = true
    /// Whether painting, clearing and deleting are prevented.
    public var isLocked = false
    /// Whether it shows only where its base does: the nearest layer below it in its group that is not
    /// clipped (`LayerTree.clippingBases`). Without a base it has no effect.
    public var isClipped = false
    /// Whether painting keeps the alpha of its pixels (`AlphaLock`). It has no effect on a mask or a group.
    public var isAlphaLocked = false
    /// Whether the mask hides pixels. It has no effect without a mask.
    public var isMaskOn = true
    /// The opacity, 0...1; shown in steps of 1/255.
    public var opacity = 1.0
    /// The blend mode or operator.
    public var blend = CompositeOperator.sourceOver
    /// The colour that marks it in the list of layers.
    public var label = Label.none
    /// Whether fills that compare references end at it, and wands.
    public var isReference = false
    /// What it is for.
    public var purpose = Purpose.picture

    /// The properties of a new layer: source over, opaque.
    public init(name: String) { self.name = name }
  }

  /// What a layer is for. One that is no part of the picture is seen in the window, but is in no export, and no fill and
  /// no wand sees it (`Document.picture`).
  public enum Purpose: String, CaseIterable, Sendable {
    case picture
    /// A sketch to draw after.
    case draft
    /// The selection while it is painted: it shows where nothing is selected, and its mask hides the rest.
    case quickMask = "quick-mask"
    /// A selection that is kept: what its mask shows.
    case selection

    /// Whether its pixels are drawn by hand; otherwise its mask counts.
    public var isInk: Bool { self == .picture || self == .draft }
  }
}
