/// A place in the tree of layers.
public struct LayerPlace: Hashable, Sendable {
  /// The group that directly contains it; nil for the drawing itself.
  public var parent: Layer.ID?
  /// The number of layers and groups below it there.
  public var position: Int

  /// A place in a group, or in the drawing itself.
  public init(in parent: Layer.ID? = nil, position: Int) { (self.parent, self.position) = (parent, position) }

  /// The place directly above.
  var above: LayerPlace { LayerPlace(in: parent, position: position + 1) }
}
